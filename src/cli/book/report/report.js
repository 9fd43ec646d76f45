// The page: the position that is shown, its moves, and the sections.

let path = [start()];
let selected = 0;
const FEW = 12; // drawn lines that are shown at once

const current = () => path[path.length - 1];
const sideName = (side) => (side === BLACK ? 'Black' : side === WHITE ? 'White' : 'nobody');
const counted = (number, word) => `${whole(number)} ${word}${number === 1 ? '' : 's'}`;
const ofDiscs = (score) => `${score / UNIT} ${score === UNIT ? 'disc' : 'discs'}`;
const scored = (of) => (of ? `${discs(of.score)} (${of.certainty})` : 'unknown');

function go(moves) {
  const text = transcript(moves);
  if (location.hash.slice(1) === text) show(text);
  else location.hash = text;
}

// Shows the position after the moves of a text.
function show(text) {
  const found = follow(text);
  path = found.path;
  selected = usual(movesOf(current()));
  byId('beyond').textContent = found.rest ? `The book does not know how to go on with “${found.rest.slice(0, 40)}”.` : '';
  render();
}

// The best move; of equal ones f5, with which most records begin.
function usual(moves) {
  const at = moves.findIndex((move) => name(move.at) === 'f5' && move.value && move.value.score === moves[0].value.score);
  return Math.max(0, at);
}

function choose(number) {
  selected = Math.max(0, Math.min(number, movesOf(current()).length - 1));
  render();
}

function forward() {
  const move = movesOf(current())[selected];
  if (move) go([...current().moves, move.at]);
}

function back() {
  if (path.length > 1) go(path[path.length - 2].moves);
}

function renderPath() {
  const list = html('ol');
  path.forEach((position, number) => {
    const at = position.moves[position.moves.length - 1];
    const mover = number ? path[number - 1].side : 0;
    const link = html('a', { href: `#${transcript(position.moves)}`, class: mover === WHITE ? 'by white' : mover ? 'by black' : '' }, number ? name(at) : 'start');
    if (number === path.length - 1) link.setAttribute('aria-current', 'step');
    list.append(html('li', {}, link));
  });
  byId('path').replaceChildren(list);
}

function renderBoard(position, moves) {
  const squares = ['', ...'abcdefgh'].map((text) => html('span', { class: 'edge' }, text));
  position.board.forEach((disc, at) => {
    if (at % 8 === 0) squares.push(html('span', { class: 'edge' }, String(at / 8 + 1)));
    const number = moves.findIndex((move) => move.at === at);
    const move = moves[number];
    if (move) {
      const label = `${name(at)}, ${move.value ? discs(move.value.score) : 'unknown'}${move.isLeaf ? ', outside the book' : ''}`;
      const [kind] = grade(move, moves[0]?.value);
      const button = html('button', { type: 'button', class: `square ${kind}${number === selected ? ' chosen' : ''}${move.isLeaf ? ' outside' : ''}`, 'data-at': name(at), 'aria-label': label, tabindex: -1 });
      button.append(html('span', {}, move.value ? discs(move.value.score).replace(/\.(\d)\d$/, '.$1') : '?'));
      button.addEventListener('click', () => go([...position.moves, at]));
      squares.push(button);
    } else {
      const last = position.moves[position.moves.length - 1] === at ? ' last' : '';
      const of = disc === BLACK ? ', black' : disc === WHITE ? ', white' : '';
      squares.push(html('div', { class: `square${last}`, 'data-at': name(at), role: 'img', 'aria-label': name(at) + of }, ...(disc ? [html('span', { class: disc === BLACK ? 'disc black' : 'disc white' })] : [])));
    }
  });
  byId('board').replaceChildren(...squares);
}

function renderFacts(position) {
  const { node, side, board } = position;
  const count = (of) => board.filter((disc) => disc === of).length;
  const rows = [['to move', side ? `${sideName(side)}, ${count(BLACK)}:${count(WHITE)} discs` : `the game is over, ${count(BLACK)}:${count(WHITE)}`]];
  if (node) {
    const [won, drawn, lost] = node.games;
    const [black, white] = side === BLACK ? [node.mover, node.waiter] : [node.waiter, node.mover];
    rows.push(['value', `${scored(node.value)}${node.value ? ` for ${sideName(side)}` : ''}`], ['reliability', node.mark]);
    rows.push(['loss so far', `${(node.loss / UNIT).toFixed(2)} discs`], ['lines to know', `Black ${whole(black)}, White ${whole(white)}`]);
    if (won + drawn + lost) rows.push(['games', `${whole(won + drawn + lost)}: ${sideName(side)} won ${whole(won)}, drew ${whole(drawn)}, lost ${whole(lost)}`]);
    if (!node.isComplete) rows.push(['moves', 'left out: the page has the part of the book that is nearest to good play']);
  } else if (position.leaf) {
    rows.push(['value', `${scored(position.leaf)} for the side that moved`], ['book', 'it ends with this move']);
  } else {
    rows.push(['book', DATA.shown ? 'it ends here' : 'the start position is not in it']);
  }
  byId('facts').replaceChildren(...rows.map(([term, text]) => html('div', {}, html('dt', {}, term), html('dd', { 'data-fact': term }, text))));
  byId('name').textContent = position.named ?? (position.moves.length ? 'No name' : 'Start position');
}

function bar([won, drawn, lost]) {
  if (!(won + drawn + lost)) return '';
  const share = (kind, count) => html('span', { class: kind, style: `flex: ${count}` });
  const label = `${won} won, ${drawn} drawn, ${lost} lost`;
  return html('span', { class: 'bar', role: 'img', 'aria-label': label, title: label }, share('won', won), share('drawn', drawn), share('lost', lost));
}

function renderMoves(position, moves) {
  const rows = moves.map((move, number) => {
    const games = sum(move.games);
    const link = html('a', { href: `#${transcript([...position.moves, move.at])}` }, name(move.at));
    const cell = (text, kind = '') => html('td', { class: kind }, text);
    const [kind] = grade(move, moves[0]?.value);
    const row = html('tr', { class: `${kind}${number === selected ? ' chosen' : ''}`, 'aria-selected': String(number === selected) }, html('th', { scope: 'row' }, link));
    row.append(cell(move.value ? discs(move.value.score) : '?'), cell(move.value?.certainty ?? 'unknown', 'text'), cell(move.mark, 'text'));
    if (move.isLeaf) {
      row.append(html('td', { colspan: 7, class: 'text outside' }, 'outside the book'));
    } else {
      row.append(cell(whole(games)), cell(bar(move.games), 'narrow'), ...move.games.map((count) => cell(whole(count), 'wide')), cell(whole(move.black)), cell(whole(move.white)));
    }
    return row;
  });
  byId('moves').tBodies[0].replaceChildren(...rows);
  const unknown = position.node?.leaf === -1 && position.node.isComplete && position.side;
  const others = position.node?.leafValue ? `of the best other move only the value is known, ${scored(position.node.leafValue)}` : 'the other moves were not searched';
  byId('moves').caption.textContent = `Moves, the best first; scores are discs for ${sideName(position.side)}${unknown ? `; ${others}` : ''}`;
}

function renderTree() {
  const width = Math.max(280, Math.min(1000, byId('tree').querySelector('.drawing').clientWidth));
  byId('tree').querySelector('.drawing').replaceChildren(drawTree(path, width, selected, go));
  const hasGames = movesOf(current()).some((move) => sum(move.games) > 0);
  byId('tree-caption').textContent = `The best answers to each move; scores are for the side that makes the move. Width: ${hasGames ? 'games' : 'how little the move loses'}. `
    + `Green: best; blue: loses at most ${ofDiscs(DATA.tolerance)}; red: loses more; dashed: outside the book.`;
}

function render() {
  const [position, moves] = [current(), movesOf(current())];
  renderPath();
  renderBoard(position, moves);
  renderFacts(position);
  renderMoves(position, moves);
  renderTree();
  byId('back').disabled = byId('first').disabled = path.length === 1;
  byId('forward').disabled = !moves.length;
}

function renderHeadline() {
  const node = DATA.shown ? nodeAt(0) : null;
  const best = node?.value ? `Best play of both sides leads to a score of ${discs(node.value.score)} for Black.` : 'The start position has no value.';
  byId('lead').textContent = DATA.positions ? `${counted(DATA.positions, 'position')}. ${best}` : 'The book is empty.';
  const cards = [
    ['Positions', whole(DATA.positions), `${counted(DATA.links, 'move')} between them${DATA.level ? `, level ${DATA.level}` : ''}`],
    ['Proved values', whole(DATA.proved), DATA.unknown ? `${counted(DATA.unknown, 'position')} without a value` : 'every position has a value'],
  ];
  if (node) {
    const given = DATA.lines.find(([tolerance]) => tolerance === DATA.tolerance) ?? DATA.lines[0];
    const games = DATA.plies[0]?.[1] ?? 0;
    cards.unshift(['Start position', node.value ? discs(node.value.score) : '?', node.value ? `${node.value.certainty}, reliability ${node.mark}` : 'unknown']);
    cards.push(['Lines to remember', `${compact(given[1])} and ${compact(given[2])}`, `for Black and White, with moves that lose at most ${ofDiscs(DATA.tolerance)}`]);
    cards.push(['Games', whole(games), games ? 'from the start position' : 'the book has no games']);
  }
  byId('keys').replaceChildren(...cards.map(([term, figure, more]) => html('div', {}, html('dt', {}, term), html('dd', {}, figure), html('dd', {}, more))));
  const left = DATA.positions - DATA.complete;
  byId('limit').textContent = left > 0 && DATA.positions
    ? `The page has the moves of ${counted(DATA.complete, 'position')}, those that the least loss from the start position reaches; ${counted(left, 'position')} that good play reaches later or not at all ${left === 1 ? 'is' : 'are'} left out. The numbers are those of the whole book.`
    : '';
  byId('version').textContent = DATA.version;
}

function compact(number) {
  return number >= 1e6 ? number.toExponential(1).replace(/e\+?/, ' × 10^') : whole(number);
}

function renderDrawn() {
  const { count, lines } = DATA.drawn;
  const tolerance = ofDiscs(DATA.tolerance);
  byId('drawn-lead').textContent = count
    ? `${counted(count, 'line')} from the start position in which no move loses more than ${tolerance} and the last one has a proved draw, or an estimate within ${tolerance} of 0.${count > lines.length ? ` These are from the ${lines.length} whose moves lose the least.` : ''}`
    : `No line whose moves lose at most ${tolerance} ends within ${tolerance} of a draw.`;
  // Lines to one position differ in the order of their moves; the first of them stands for all.
  const ends = new Map();
  for (const line of lines) {
    const end = follow(line[0]).path.at(-1);
    const known = ends.get(end.board.join(''));
    if (known) known.orders += 1;
    else ends.set(end.board.join(''), { line, named: end.named ?? '', orders: 1 });
  }
  const rows = [...ends.values()].map(({ line: [moves, score, label, loss], named, orders }) => {
    const link = html('a', { href: `#${moves}`, class: 'moves' }, moves);
    const cells = [[discs(score), ''], [DATA.labels[label], 'text'], [(loss / UNIT).toFixed(2), ''], [String(orders), ''], [named, 'text']];
    return html('tr', {}, html('td', { class: 'text line' }, link), ...cells.map(([text, kind]) => html('td', { class: kind }, text)));
  });
  byId('drawn').querySelector('tbody').replaceChildren(...rows);
  const more = byId('more');
  const hide = (isHidden) => rows.slice(FEW).forEach((row) => { row.hidden = isHidden; });
  hide(true);
  more.textContent = `Show all ${rows.length}`;
  more.hidden = rows.length <= FEW;
  more.addEventListener('click', () => { hide(false); more.hidden = true; });
  byId('drawn').querySelector('.scroll').hidden = !count;
}

function figure(title, drawing, caption, table) {
  const more = table ? [html('details', {}, html('summary', {}, 'The numbers'), html('div', { class: 'scroll' }, table))] : [];
  return html('figure', {}, html('h3', {}, title), drawing, html('figcaption', {}, caption), ...more);
}

function table(heads, rows) {
  const head = html('thead', {}, html('tr', {}, ...heads.map((text) => html('th', { scope: 'col' }, text))));
  const body = rows.map(([first, ...rest]) => html('tr', {}, html('th', { scope: 'row' }, first), ...rest.map((text) => html('td', {}, text))));
  return html('table', {}, head, html('tbody', {}, ...body));
}

function renderCoverage() {
  const percent = (part, all) => (all ? `${((100 * part) / all).toFixed(1)} %` : '–');
  const sources = DATA.covered.map(({ name, rows }) => [name, rows, 'games of the file whose position is in the book; a game can leave the book and reach it again']);
  const games = DATA.plies.map(([, of]) => of);
  if (games[0]) sources.unshift(['Games counted in the book', games.map((of) => [games[0], of]), 'the book counts only games with a result, and only at its own positions']);
  byId('coverage').querySelector('.plots').replaceChildren(...sources.map(([title, rows, caption]) => {
    const numbers = table(['moves', 'games', 'in the book', 'share'], rows.map(([all, inside], ply) => [ply, whole(all), whole(inside), percent(inside, all)]));
    return figure(title, drawCoverage(`${title}: the share in the book by the number of moves`, rows), `${counted(rows[0][0], 'game')}; ${caption}.`, numbers);
  }));
  byId('coverage').hidden = !sources.length;
}

function renderValues() {
  const meaning = ['all ends are proved', 'some ends are proved, the others read out', 'all ends are read out, none is proved', 'some ends are proved, some are not read out', 'some ends are read out, some are not', 'no end is read out'];
  const all = [...MARKS].map((_, mark) => sum(DATA.plies.map(([, , marks]) => marks[mark])));
  byId('marks').replaceChildren(...[...MARKS].map((mark, at) => html('div', {}, html('dt', {}, html('span', { class: `swatch mark-${mark}` }), mark), html('dd', {}, `${meaning[at]} – ${counted(all[at], 'position')}`))));
  const certain = Object.entries(DATA.certainties).sort((one, other) => other[1] - one[1]);
  const known = sum(certain.map(([, count]) => count));
  byId('certainties').tBodies[0].replaceChildren(...certain.map(([text, count]) => html('tr', {}, html('th', { scope: 'row' }, text), html('td', {}, whole(count)), html('td', {}, `${((100 * count) / known).toFixed(1)} %`))));
  const plots = byId('values').querySelector('.plots');
  byId('values').hidden = !known;
  if (!known) return;
  const values = table(['moves', 'positions', '10 %', '25 %', 'median', '75 %', '90 %'], DATA.plies.map(([positions, , , of], ply) => [
    ply, whole(positions), ...(of ? forBlack(of, ply).map(discs) : new Array(5).fill('–')),
  ]));
  const marks = table(['moves', ...MARKS], DATA.plies.map(([, , of], ply) => [ply, ...of.map(whole)]));
  plots.replaceChildren(
    figure('Values', drawValues('Values of the positions by the number of moves', DATA.plies), 'Discs for Black, as if nobody had passed: the median, and the bands of 50 % and 80 % of the positions.', values),
    figure('Reliability', drawMarks('Reliability of the values by the number of moves', DATA.plies), 'The share of the positions with each mark.', marks),
  );
}

function renderRemember() {
  const rows = DATA.lines.map(([tolerance, black, white]) => html('tr', {}, html('th', { scope: 'row' }, ofDiscs(tolerance)), html('td', {}, whole(black)), html('td', {}, whole(white))));
  byId('remember').querySelector('tbody').replaceChildren(...rows);
  byId('remember').hidden = !rows.length;
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  // Where the position is out of sight, the arrows scroll.
  const { top, bottom } = byId('walk').getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) return;
  const keys = { ArrowLeft: back, ArrowRight: forward, ArrowUp: () => choose(selected - 1), ArrowDown: () => choose(selected + 1), Home: () => go([]) };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
byId('back').addEventListener('click', back);
byId('forward').addEventListener('click', forward);
byId('first').addEventListener('click', () => go([]));
addEventListener('hashchange', () => show(location.hash.slice(1)));
addEventListener('resize', renderTree);
renderHeadline();
renderDrawn();
renderRemember();
renderCoverage();
renderValues();
show(location.hash.slice(1));
