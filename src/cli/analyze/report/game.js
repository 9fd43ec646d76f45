// The view of a game: board, graph, moves. The state is the game, the number of moves played in it, and moves of one's own after them, which
// there are none of where the page does not know the rules.

const state = { game: 0, ply: 0, line: [] };

const current = () => replay(GAMES[state.game]);

// The position shown.
function shown() {
  return state.line.reduce(after, current().positions[state.ply]);
}

function show(changes) {
  Object.assign(state, changes);
  const game = current();
  state.ply = Math.max(0, Math.min(state.ply, game.played.length));
  drawBoard();
  drawMove();
  mark();
  const where = GAMES.length > 1 ? `g${state.game + 1}m${state.ply}` : `m${state.ply}`;
  history.replaceState(null, '', `#${where}`);
}

function drawBoard() {
  const game = current();
  const position = shown();
  const judged = state.line.length ? null : game.judged[state.ply];
  const values = new Map(judged?.all.map((move) => [move.at, move]) ?? []);
  if (judged && judged.best >= 0 && !values.has(judged.best)) values.set(judged.best, { ...judged.before, at: judged.best });
  if (judged && judged.at >= 0 && !values.has(judged.at)) values.set(judged.at, { ...judged.after, at: judged.at });
  const moves = new Set(legal(position));
  const { columns } = game;
  const marked = new Set((judged?.reasons ?? []).flatMap((reason) => reason.squares.map((at) => square(at, columns))));
  const board = byId('board');
  board.replaceChildren();
  board.style.setProperty('--columns', columns);
  board.append(html('span', { class: 'edge' }), ...[...'abcdefghij'].slice(0, columns).map((file) => html('span', { class: 'edge', 'aria-hidden': 'true' }, file)));
  for (let at = 0; at < position.board.length; at += 1) {
    if (at % columns === 0) board.append(html('span', { class: 'edge', 'aria-hidden': 'true' }, String(at / columns + 1)));
    board.append(drawSquare(position, at, { move: moves.has(at), value: values.get(at), judged, marked: marked.has(at) }));
  }
  const [black, white] = [count(position.board, BLACK), count(position.board, WHITE)];
  const passes = game.turns ? game.played[state.ply] === -1 : hasMove(position.board, 3 - position.side);
  const turn = moves.size ? `${sideName(position.side)} to move` : passes ? `${sideName(position.side)} passes` : 'game over';
  const own = state.line.length ? ` Your line: ${lineText(state.line)}.` : '';
  byId('status').textContent = `Black ${black}, White ${white}; ${turn}.${own}`;
  byId('return').hidden = !state.line.length;
  byId('own').hidden = Boolean(game.turns);
  byId('first').disabled = byId('back').disabled = !state.ply && !state.line.length;
  byId('forward').disabled = byId('last').disabled = state.ply === game.played.length && !state.line.length;
  byId('mistake').disabled = nextMistake() === null;
}

function drawSquare(position, at, { move, value, judged, marked }) {
  const disc = position.board[at];
  if (disc === CUT_OFF) return html('div', { class: 'cut-off' });
  const { columns, turns, played } = current();
  const classes = ['square'];
  if (position.last === at) classes.push('last');
  if (marked) classes.push('marked');
  const here = name(at, columns);
  let label = here + (disc ? `, ${sideName(disc).toLowerCase()}` : move ? '' : ', empty');
  const inside = [];
  if (disc) inside.push(html('span', { class: `disc ${disc === BLACK ? 'black' : 'white'}` }));
  if (move) {
    if (judged && at === judged.best) classes.push('best');
    if (judged && at === judged.at) classes.push('played');
    if (value) {
      // On the board, as players know it: for the side to move, without decimals.
      const score = (position.side === BLACK ? 1 : -1) * value.score;
      const discs = Math.round(Math.abs(score) / 100);
      const rounded = (discs ? (score < 0 ? '−' : '+') : '') + discs;
      inside.push(html('span', {}, rounded));
      label += ` ${rounded}: ${scoreText(value)} for Black, ${value.certainty}`;
    } else inside.push(html('span', { class: 'dot' }));
    if (!turns || played[state.ply] === at) return html('button', { type: 'button', class: classes.join(' '), 'aria-label': `play ${label}`, title: label, 'data-at': here, onclick: () => play(at) }, ...inside);
  }
  return html('div', { class: classes.join(' '), role: 'img', 'aria-label': label, 'data-at': here }, ...inside);
}

// A click: the next move of the game, or a move of one's own, with the passes that follow.
function play(at) {
  const game = current();
  if (!state.line.length && game.played[state.ply] === at) {
    show({ ply: state.ply + 1 });
    return;
  }
  const line = [...state.line, at];
  const next = line.reduce(after, game.positions[state.ply]);
  if (!hasMove(next.board, next.side) && hasMove(next.board, 3 - next.side)) line.push(-1);
  show({ line });
}

function back() {
  if (!state.line.length) show({ ply: state.ply - 1 });
  else {
    const line = state.line.slice(0, -1);
    if (line[line.length - 1] === -1) line.pop();
    show({ line });
  }
}

function forward() {
  if (!state.line.length) show({ ply: state.ply + 1 });
}

function nextMistake() {
  const found = current().judged.find((judged) => judged && judged.ply > state.ply - (state.line.length ? 1 : 0) && judged.class >= 2);
  return found ? found.ply : null;
}

// What is known of the move that follows.
function drawMove() {
  const game = current();
  const judged = game.judged[state.ply];
  const box = byId('move');
  box.replaceChildren();
  if (!judged) {
    const end = game.end ? `Black's score ${scoreText({ score: game.end[0], certainty: DATA.labels[game.end[1]] })} (${DATA.labels[game.end[1]]}).` : '';
    box.append(html('p', {}, state.ply === game.played.length ? `End of the game. ${end}` : 'This move was not analysed.'));
    return;
  }
  const title = `${game.numbers[state.ply] ?? ''} ${sideName(judged.side)} ${judged.at < 0 ? 'passes' : `plays ${moveName(judged.at, game.columns)}`} ${MARKS[judged.class]}`.trim();
  box.append(html('h3', {}, title));
  const same = judged.best === judged.at;
  const verdict = same
    ? `The best move${judged.at < 0 ? ': there is no other' : ''}. Black's score ${scoreText(judged.after)} (${judged.after.certainty}).`
    : judged.loss
      ? `It loses ${lossText(judged.loss)} discs: Black's score goes from ${scoreText(judged.before)} to ${scoreText(judged.after)} (${judged.before.certainty}).`
      : `As good as the best move. Black's score ${scoreText(judged.after)} (${judged.after.certainty}).`;
  box.append(html('p', {}, verdict));
  if (judged.found !== null) {
    const likely = judged.likely ? ` ${sentence(judged.likely)}` : '';
    box.append(html('p', { class: 'people' }, `Found by ${shareText(judged.found)} at ${judged.rating}.${likely}`));
  }
  if (judged.thrown) box.append(html('p', { class: 'thrown' }, `${sideName(judged.side)} throws away a ${judged.thrown.replace(' to ', ', now a ')}: proved.`));
  if (judged.line.length) {
    const button = html('button', { type: 'button', id: 'best', onclick: () => show({ line: judged.line.slice(0, 1) }) }, 'Play it on the board');
    const line = html('span', { class: 'line' });
    if (game.turns) line.append(judged.line.map((at) => moveName(at, game.columns)).join(' '));
    else judged.line.forEach((at, index) => line.append(html('button', { type: 'button', class: 'step', onclick: () => show({ line: judged.line.slice(0, index + 1) }) }, moveName(at))));
    box.append(html('p', {}, `${same ? 'Best line' : 'Better'}: `, line));
    if (!game.turns) box.append(html('p', {}, button));
  }
  if (judged.reasons.length) {
    box.append(html('h4', {}, 'Why'), html('ul', {}, ...judged.reasons.map((reason) => html('li', {}, reason.text))));
  }
}

function drawGame() {
  const game = current();
  byId('who').textContent = `${game.black || '?'} (Black) – ${game.white || '?'} (White)`;
  byId('about').textContent = [game.place, game.date, game.opening && `opening ${game.opening}`, game.from ? 'The first moves were not analysed.' : ''].filter(Boolean).join(' · ');
  const timed = game.seconds !== undefined;
  byId('moves').classList.toggle('timed', timed);
  byId('moves').tBodies[0].replaceChildren(...game.played.map((at, ply) => drawRow(game, at, ply)));
  drawGraph(game);
  drawSums(game);
}

function drawRow(game, at, ply) {
  const judged = game.judged[ply];
  const side = game.positions[ply].side;
  const link = html('a', { href: '#', class: side === BLACK ? 'by' : 'by white', onclick: (event) => { event.preventDefault(); show({ ply, line: [] }); } }, `${moveName(at, game.columns)} ${judged ? MARKS[judged.class] : ''}`.trim());
  link.setAttribute('aria-label', `${sideName(side)} ${moveName(at, game.columns)}${judged && judged.class > 1 ? `, ${CLASSES[judged.class]}` : ''}`);
  const cells = judged
    ? [scoreText(judged.before), scoreText(judged.after), lossText(judged.loss), judged.best === at ? '' : moveName(judged.best, game.columns), judged.found === null ? '' : shareText(judged.found), judged.before.certainty]
    : ['', '', '', '', '', ''];
  const texts = [4, 6];
  const row = html('tr', { 'data-ply': String(ply) }, html('td', {}, String(game.numbers[ply] ?? '')), html('th', { scope: 'row', class: 'text' }, link));
  cells.forEach((cell, index) => row.append(html('td', { class: texts.includes(index + 1) ? 'text' : '' }, cell)));
  row.append(html('td', { class: 'time' }, judged?.seconds != null ? `${judged.seconds.toFixed(0)} s` : ''));
  if (judged && judged.class >= 2) row.classList.add(CLASSES[judged.class]);
  if (judged?.thrown) row.classList.add('thrown');
  return row;
}

// Marks the move shown in the table and in the graph.
function mark() {
  for (const row of byId('moves').tBodies[0].rows) {
    const chosen = Number(row.dataset.ply) === state.ply;
    row.classList.toggle('chosen', chosen);
    const link = row.querySelector('a');
    if (chosen) link.setAttribute('aria-current', 'step');
    else link.removeAttribute('aria-current');
    if (chosen) {
      const box = byId('rows');
      const top = row.offsetTop - box.clientHeight / 2;
      box.scrollTop = top;
    }
  }
  moveCursor();
}

// The sums of a side by phase and in all.
function tallyOf(game, side) {
  const phases = game.tally[side - 1];
  const all = phases.reduce((sum, part) => ({ lost: sum.lost + part.lost, classes: sum.classes.map((number, at) => number + part.classes[at]) }));
  return [...phases, all].map((part) => ({ ...part, moves: part.classes.reduce((sum, number) => sum + number, 0) }));
}

function drawSums(game) {
  const rows = [];
  for (const side of [BLACK, WHITE]) {
    const tally = tallyOf(game, side);
    [3, 0, 1, 2].forEach((index) => {
      const part = tally[index];
      const title = index === 3 ? `${(side === BLACK ? game.black : game.white) || '?'} (${sideName(side)})` : PHASES[index];
      const best = part.moves ? `${Math.round((100 * part.classes[0]) / part.moves)} %` : '–';
      const cells = [(part.lost / 100).toFixed(2), part.moves, best, part.classes[2], part.classes[3], part.classes[4]];
      rows.push(html('tr', { class: index === 3 ? 'total' : 'part' }, html('th', { scope: 'row', class: 'text' }, title), ...cells.map((cell) => html('td', {}, String(cell)))));
    });
  }
  byId('sums').tBodies[0].replaceChildren(...rows);
}
