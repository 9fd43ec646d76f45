// Puzzles to be solved: a click is an answer; the solution is played out on the board.

const DATA = JSON.parse(byId('data').textContent);
const sideName = (side) => (side === BLACK ? 'Black' : 'White');
// The puzzle shown among the chosen ones, the squares tried in it, and the moves of the solution that are on the board.
const state = { chosen: DATA.puzzles, number: 0, tried: [], line: [] };
const answers = { right: 0, wrong: 0 };

const puzzle = () => state.chosen[state.number];

function position() {
  return state.line.reduce((shown, move) => after(shown, move === 'pass' ? -1 : square(move)), positionOf(puzzle().position));
}

function draw() {
  const board = byId('board');
  board.replaceChildren();
  const has = state.chosen.length > 0;
  for (const id of ['previous', 'next', 'solution']) byId(id).disabled = !has;
  byId('task').textContent = has ? '' : 'No such puzzle';
  if (!has) return;
  const { board: discs, side, last } = position();
  const isOpen = !state.line.length;
  board.append(html('span', { class: 'edge' }), ...[...'abcdefgh'].map((file) => html('span', { class: 'edge', 'aria-hidden': 'true' }, file)));
  for (let at = 0; at < 64; at += 1) {
    if (at % 8 === 0) board.append(html('span', { class: 'edge', 'aria-hidden': 'true' }, String(at / 8 + 1)));
    const classes = ['square'];
    if (at === last) classes.push('last');
    if (state.tried.includes(at)) classes.push(name(at) === puzzle().best ? 'right' : 'wrong');
    const disc = discs[at] ? [html('span', { class: `disc ${discs[at] === BLACK ? 'black' : 'white'}` })] : [];
    const isMove = isOpen && flips(discs, side, at).length > 0;
    board.append(isMove
      ? html('button', { type: 'button', class: classes.join(' '), 'aria-label': `play ${name(at)}`, 'data-at': name(at), onclick: () => answer(at) }, html('span', { class: 'dot' }))
      : html('div', { class: classes.join(' '), role: 'img', 'aria-label': `${name(at)}, ${discs[at] ? sideName(discs[at]).toLowerCase() : 'empty'}`, 'data-at': name(at) }, ...disc));
  }
  const { difficulty, margin, certainty, game, ply, rating_text: rating } = puzzle();
  byId('task').textContent = `Puzzle ${state.number + 1} of ${state.chosen.length}: ${isOpen ? `${sideName(side)} to move` : 'the solution'}`;
  const level = difficulty > 12 ? 'not found at level 12' : `found from level ${difficulty} on`;
  byId('facts').textContent = `Difficulty ${difficulty}: ${level}. Half of the people find it at a rating ${Number(rating) ? `of ${rating}` : rating}. Game ${game}, move ${ply + 1}. The best move is ${margin} discs better than the next one (${certainty}).`;
  byId('sum').textContent = answers.right + answers.wrong ? `${answers.right} solved at the first try, ${answers.wrong} not.` : '';
}

function answer(at) {
  const { best, score, second, second_score: next } = puzzle();
  const isRight = name(at) === best;
  if (!state.tried.length) answers[isRight ? 'right' : 'wrong'] += 1;
  state.tried.push(at);
  if (isRight) {
    solve(`${best} is right: ${score > 0 ? '+' : ''}${score}. The next best move, ${second}, scores ${next > 0 ? '+' : ''}${next}.`);
  } else {
    byId('answer').textContent = `Not ${name(at)}. Try again.`;
    draw();
  }
}

function solve(text) {
  byId('answer').textContent = text;
  state.line = [puzzle().best];
  const steps = puzzle().line.map((move, index) => html('button', { type: 'button', onclick: () => { state.line = puzzle().line.slice(0, index + 1); draw(); } }, move));
  byId('after').replaceChildren('Best line: ', ...steps);
  draw();
}

function go(number) {
  const count = state.chosen.length;
  Object.assign(state, { number: count ? (number + count) % count : 0, tried: [], line: [] });
  byId('answer').textContent = '';
  byId('after').replaceChildren();
  draw();
}

byId('version').textContent = DATA.version;
byId('lead').textContent = `${DATA.puzzles.length} positions with one clearly best move, verified at level ${DATA.level}. Click the move.`;
for (const difficulty of [...new Set(DATA.puzzles.map((one) => one.difficulty))].sort((one, other) => one - other)) {
  byId('difficulty').append(html('option', { value: String(difficulty) }, difficulty > 12 ? '13: not found at level 12' : `${difficulty}`));
}
// The ratings of a puzzle in steps of 200; those beyond the ends of the range are in the first and the last one.
const step = (one) => Math.min(200 * Math.floor(one.rating / 200), 2000);
for (const from of [...new Set(DATA.puzzles.map(step))].sort((one, other) => one - other)) {
  byId('rating').append(html('option', { value: String(from) }, from === 800 ? 'below 1000' : from === 2000 ? '2000 and above' : `${from} to ${from + 199}`));
}
for (const filter of ['difficulty', 'rating']) {
  byId(filter).addEventListener('input', () => {
    const [level, rating] = ['difficulty', 'rating'].map((name) => byId(name).value);
    state.chosen = DATA.puzzles.filter((one) => (!level || String(one.difficulty) === level) && (!rating || String(step(one)) === rating));
    go(0);
  });
}
byId('filter').addEventListener('submit', (event) => event.preventDefault());
byId('previous').addEventListener('click', () => go(state.number - 1));
byId('next').addEventListener('click', () => go(state.number + 1));
byId('solution').addEventListener('click', () => solve(`The solution is ${puzzle().best}.`));
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
  if (event.key === 'ArrowLeft') go(state.number - 1);
  if (event.key === 'ArrowRight') go(state.number + 1);
});
go(0);
