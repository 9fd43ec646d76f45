// Drawings in SVG: the tree around a position, and the plots.

const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

// How good a move is against the best one: a class, and a width for books without games.
function grade(move, best) {
  if (!move.value || !best) return ['unknown', 1.5];
  const loss = Math.max(0, best.score - move.value.score);
  const kind = loss === 0 ? 'best' : loss <= DATA.tolerance ? 'near' : 'far';
  return [kind, Math.max(1.5, 7 - (2 * loss) / UNIT)];
}

// The moves of a position with where they stand; `most` is the number of lines that are drawn.
function branches(position, most) {
  const moves = movesOf(position);
  const best = moves.reduce((best, move) => (move.value && (!best || move.value.score > best.score) ? move.value : best), null);
  return moves.slice(0, most).map((move) => ({ move, best }));
}

// The tree around the last position of a path: what led to it, its moves, and their best answers.
function drawTree(path, width, selected, go) {
  const position = path[path.length - 1];
  const isNarrow = width < 620;
  const rows = branches(position, 99);
  const answers = rows.length > 8 ? 1 : rows.length > 4 ? 2 : 3;
  const before = isNarrow ? path.slice(-2, -1) : path.slice(-3, -1);
  const row = 25;
  const layout = rows.map(({ move, best }) => {
    const after = move.isLeaf ? null : play(position, move.at);
    return { move, best, after, answers: after?.node ? branches(after, answers) : [] };
  });
  const height = Math.max(4, sum(layout.map((child) => Math.max(1, child.answers.length)))) * row + 20;
  const left = before.length ? 0.24 * width : 26;
  const columns = isNarrow ? [26, Math.max(70, width / 2 - 50), width - 80] : [left, 0.5 * width, 0.8 * width];
  const drawing = svg('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': 'The tree around this position; the table of moves has the same content' });
  const [links, nodes] = [svg('g', { class: 'links' }), svg('g')];
  const here = { x: columns[0], y: height / 2 };
  const mostGames = Math.max(1, ...layout.map((child) => sum(child.move.games)));
  const hasGames = layout.some((child) => sum(child.move.games) > 0);

  const connect = (from, to, { move, best }, share) => {
    const [kind, byLoss] = grade(move, best);
    const thick = hasGames ? Math.max(1, 9 * Math.sqrt(sum(move.games) / mostGames)) : byLoss * share;
    const width = move.isLeaf ? Math.min(thick, 2.5) : thick;
    const middle = (from.x + to.x) / 2;
    links.append(svg('path', {
      d: `M${from.x},${from.y} C${middle},${from.y} ${middle},${to.y} ${to.x},${to.y}`,
      class: `link ${kind}${move.isLeaf ? ' outside' : ''}`,
      'stroke-width': width.toFixed(1),
    }));
  };
  const label = (at, { move, best }, moves, isChosen) => {
    const [kind] = grade(move, best);
    const text = svg('text', { x: at.x + 9, y: at.y + 4 });
    text.append(svg('tspan', { class: 'move' }, name(move.at)), ` ${move.value ? discs(move.value.score) : '?'}`);
    const spot = svg('circle', { cx: at.x, cy: at.y, r: 5, class: `spot ${kind}${move.isLeaf ? ' outside' : ''}` });
    const hit = svg('rect', { x: at.x - 10, y: at.y - 12, width: 90, height: 24, class: 'hit' });
    const group = svg('g', { class: `node${isChosen ? ' chosen' : ''}`, 'data-moves': transcript(moves) }, hit, spot, text);
    group.addEventListener('click', () => go(moves));
    nodes.append(group);
  };

  let top = 10;
  layout.forEach((child, number) => {
    const tall = Math.max(1, child.answers.length) * row;
    const at = { x: columns[1], y: top + tall / 2 };
    const moves = [...position.moves, child.move.at];
    connect(here, at, child, 1);
    label(at, child, moves, number === selected);
    child.answers.forEach((answer, index) => {
      const to = { x: columns[2], y: top + (index + 0.5) * row };
      // The lines to answers begin behind the text of the move.
      connect({ x: at.x + 82, y: at.y }, to, answer, 0.7);
      label(to, answer, [...moves, answer.move.at], false);
    });
    top += tall;
  });
  before.forEach((earlier, number) => {
    const x = isNarrow ? 4 : 14 + (number * (columns[0] - 14)) / before.length;
    const next = isNarrow ? here.x : 14 + ((number + 1) * (columns[0] - 14)) / before.length;
    links.append(svg('path', { d: `M${x},${here.y} H${next}`, class: 'link past', 'stroke-width': 2.5 }));
    const at = position.moves[earlier.moves.length];
    const group = svg('g', { class: 'node', 'data-moves': transcript(earlier.moves) });
    group.append(svg('rect', { x: x - 8, y: here.y - 26, width: isNarrow ? 20 : 52, height: 38, class: 'hit' }), svg('circle', { cx: x, cy: here.y, r: isNarrow ? 3 : 5, class: 'spot past' }));
    if (!isNarrow) group.append(svg('text', { x: (x + next) / 2, y: here.y - 9, 'text-anchor': 'middle', class: 'move' }, name(at)));
    group.addEventListener('click', () => go(earlier.moves));
    nodes.append(group);
  });
  nodes.append(svg('circle', { cx: here.x, cy: here.y, r: 9, class: position.side === WHITE ? 'here white' : 'here black' }));
  drawing.append(links, nodes);
  return drawing;
}

// Narrower on a phone, so that the text keeps its size.
const PLOT = { width: Math.max(280, Math.min(560, innerWidth - 74)), height: 260, left: 46, right: 12, top: 12, bottom: 34 };

// A frame with axes: `ys` are the labels of the vertical axis by value, `last` the last number of moves.
function frame(title, last, low, high, ys) {
  const { width, height, left, right, top, bottom } = PLOT;
  const x = (ply) => left + (ply / Math.max(1, last)) * (width - left - right);
  const y = (of) => height - bottom - ((of - low) / (high - low || 1)) * (height - top - bottom);
  const drawing = svg('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'xMinYMid', role: 'img', 'aria-label': title });
  for (const [of, text] of ys) {
    drawing.append(svg('line', { x1: left, x2: width - right, y1: y(of), y2: y(of), class: 'grid' }));
    drawing.append(svg('text', { x: left - 6, y: y(of) + 4, 'text-anchor': 'end', class: 'tick' }, text));
  }
  for (let ply = 0; ply <= last; ply += last > 24 ? 6 : last > 8 ? 4 : 1) {
    drawing.append(svg('text', { x: x(ply), y: height - bottom + 16, 'text-anchor': 'middle', class: 'tick' }, String(ply)));
  }
  drawing.append(svg('text', { x: (left + width - right) / 2, y: height - 3, 'text-anchor': 'middle', class: 'tick' }, 'moves played'));
  return { drawing, x, y };
}

// The share of the games in the book: `rows` are all games and those in the book by the number of moves.
function drawCoverage(title, rows) {
  const { drawing, x, y } = frame(title, rows.length - 1, 0, 1, [0, 0.25, 0.5, 0.75, 1].map((share) => [share, `${100 * share} %`]));
  const points = rows.map(([games, inBook], ply) => [x(ply), y(games ? inBook / games : 0)]);
  const line = points.map((point) => point.map((of) => of.toFixed(1)).join(',')).join(' L');
  drawing.append(svg('path', { d: `M${x(0)},${y(0)} L${line} L${x(rows.length - 1)},${y(0)} Z`, class: 'area' }));
  drawing.append(svg('path', { d: `M${line}`, class: 'curve' }));
  return drawing;
}

// Percentiles of values for the side to move as those for Black, who moves after an even number of moves if nobody passes.
function forBlack(values, ply) {
  return ply % 2 ? values.map((score) => -score || 0).reverse() : values;
}

// The middle value, and the bands of half and of four in five of the positions, by the number of moves.
function drawValues(title, plies) {
  const rows = plies.map(([, , , of], ply) => ({ ply, values: of && forBlack(of, ply) })).filter(({ values }) => values);
  const bounds = rows.flatMap(({ values }) => values.map((of) => of / UNIT));
  const high = Math.max(2, Math.ceil(Math.max(...bounds.map(Math.abs), 0) / 2) * 2);
  const ticks = [-high, -high / 2, 0, high / 2, high].map((of) => [of, of > 0 ? `+${of}` : String(of).replace('-', '−')]);
  const { drawing, x, y } = frame(title, plies.length - 1, -high, high, ticks);
  const at = (index) => ({ ply, values }) => `${x(ply).toFixed(1)},${y(values[index] / UNIT).toFixed(1)}`;
  for (const [low, top, kind] of [[0, 4, 'wide'], [1, 3, 'half']]) {
    drawing.append(svg('path', { d: `M${[...rows.map(at(low)), ...rows.slice().reverse().map(at(top))].join(' L')} Z`, class: `band ${kind}` }));
  }
  drawing.append(svg('path', { d: `M${rows.map(at(2)).join(' L')}`, class: 'curve' }));
  return drawing;
}

// The positions by reliability, as shares of a bar for each number of moves.
function drawMarks(title, plies) {
  const { drawing, x, y } = frame(title, plies.length, 0, 1, [0, 0.5, 1].map((share) => [share, `${100 * share} %`]));
  plies.forEach(([, , marks], ply) => {
    const all = sum(marks);
    let below = 0;
    marks.forEach((count, mark) => {
      if (!count) return;
      const share = count / all;
      const [bottom, top] = [y(below), y(below + share)];
      drawing.append(svg('rect', { x: x(ply) + 0.6, y: top, width: x(1) - x(0) - 1.2, height: Math.max(0.4, bottom - top), class: `mark-${MARKS[mark]}` }));
      below += share;
    });
  });
  return drawing;
}
