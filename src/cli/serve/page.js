// A game against the server, or an analysis of one.

const DATA = JSON.parse(byId('data').textContent);
const sideName = (side) => (side === BLACK ? 'Black' : 'White');
const START = positionOf(`${'-'.repeat(27)}OX------XO${'-'.repeat(27)} X`);
// The moves, -1 for a pass; how many of them are on the board; what is known of the position; and the engine's moves and passes since the
// person's move, in words.
const game = { moves: [], shown: 0, answer: null, events: [] };

const text = (at) => (at < 0 ? 'pass' : name(at));
const own = () => Number(byId('side').value);
const isOver = ({ board, side }) => !hasMove(board, side) && !hasMove(board, 3 - side);
const count = (board, side) => board.filter((of) => of === side).length;
const signed = (score) => (score > 0 ? `+${score}` : `${score}`);

// The position after the first moves of the game.
function positionAt(number) {
  return game.moves.slice(0, number).reduce(after, START);
}

// Plays a move, and the pass that it forces.
function play(at) {
  game.moves.length = game.shown;
  game.moves.push(at);
  game.shown += 1;
  const next = positionAt(game.shown);
  if (!isOver(next) && !hasMove(next.board, next.side)) play(-1);
}

// Draws the position, and asks about it.
function go(events = []) {
  game.answer = null;
  const now = positionAt(game.shown);
  const hasPassed = game.moves[game.shown - 1] === -1;
  game.events = hasPassed ? [...events, `${sideName(3 - now.side)} has no move and passes`] : events;
  draw();
  forget();
  if (isOver(now)) return;
  const query = { moves: game.moves.slice(0, game.shown).map(text), level: Number(byId('level').value) };
  const isTheirs = own() && now.side !== own() && game.shown === game.moves.length;
  if (isTheirs) ask(query, (answer) => reply(answer));
  else if (byId('values').checked) ask({ ...query, lines: 64 }, (answer) => { game.answer = answer; draw(); });
}

// A move of the server.
function reply(answer) {
  if (answer.error) return fail(answer.error);
  game.answer = answer;
  if (answer.isDuringSearch || !answer.moveInfos?.length) return draw();
  talk.onAnswer = null;
  const { move } = answer.moveInfos[0];
  play(square(move));
  return go([...game.events, `${move}: ${valueText(answer)}`]);
}

function valueText({ score, certainty }) {
  const leads = score > 0 ? `Black leads by ${score}` : score < 0 ? `White leads by ${-score}` : 'even';
  return certainty === 'exact' ? `${leads}, proved` : `${leads} (${certainty})`;
}

const fail = (reason) => { byId('fault').textContent = reason; };

function draw() {
  const { board, side, last } = positionAt(game.shown);
  const over = isOver({ board, side });
  const isOwn = !over && (!own() || side === own() || game.shown < game.moves.length);
  const known = byId('values').checked && game.answer?.moveInfos ? game.answer.moveInfos : [];
  const grid = byId('board');
  const focused = document.activeElement?.dataset?.at;
  grid.replaceChildren(html('span', { class: 'edge' }), ...[...'abcdefgh'].map((file) => html('span', { class: 'edge', 'aria-hidden': 'true' }, file)));
  for (let at = 0; at < 64; at += 1) {
    if (at % 8 === 0) grid.append(html('span', { class: 'edge', 'aria-hidden': 'true' }, String(at / 8 + 1)));
    const info = known.find(({ move }) => move === name(at));
    const value = info ? signed(side === BLACK ? info.score : -info.score) : '';
    const classes = `square${at === last ? ' last' : ''}${info && info.loss === 0 ? ' best' : ''}`;
    const disc = board[at] ? [html('span', { class: `disc ${board[at] === BLACK ? 'black' : 'white'}` })] : [];
    const isMove = isOwn && flips(board, side, at).length > 0;
    grid.append(isMove
      ? html('button', { type: 'button', class: classes, 'aria-label': `play ${name(at)}${value && `, ${value}`}`, 'data-at': name(at), onclick: () => { play(at); go(); } }, value || html('span', { class: 'dot' }))
      : html('div', { class: classes, role: 'img', 'aria-label': `${name(at)}, ${board[at] ? sideName(board[at]).toLowerCase() : 'empty'}`, 'data-at': name(at) }, ...disc));
  }
  if (focused) grid.querySelector(`button[data-at="${focused}"]`)?.focus();
  const [black, white] = [count(board, BLACK), count(board, WHITE)];
  const result = black === white ? 'a draw' : `${black > white ? 'Black' : 'White'} wins`;
  byId('turn').textContent = over ? `The game is over: ${result}, ${black}–${white}` : `${sideName(side)} to move, ${black}–${white}`;
  byId('value').textContent = game.answer && !game.answer.error ? valueText(game.answer) : '';
  const line = game.answer?.moveInfos?.[0]?.pv ?? [];
  byId('line').textContent = [...game.events, ...(line.length ? [`Best line: ${line.join(' ')}`] : [])].join('. ');
  byId('moves').replaceChildren(...game.moves.flatMap((at, index) => [html('span', index === game.shown - 1 ? { class: 'shown' } : {}, text(at)), ' ']));
  byId('back').disabled = game.shown === 0;
  byId('forward').disabled = game.shown === game.moves.length;
}

// To the last position before this one, or behind it, in which the person has the choice.
function step(by) {
  const isChoice = () => { const now = positionAt(game.shown); return hasMove(now.board, now.side) && (!own() || now.side === own()); };
  do game.shown += by; while (game.shown > 0 && game.shown < game.moves.length && !isChoice());
  go();
}

// The moves of a transcript, or what is wrong with it.
function load(transcript) {
  const found = { moves: [], shown: 0 };
  let now = START;
  const words = transcript.toLowerCase().match(/[a-h][1-8]|pa(ss)?|ps|--|\d+[.)]+|\S/g) ?? [];
  for (const word of words.filter((found) => !/^\d+[.)]+$/.test(found))) { // without the numbers of the moves
    if (!/^([a-h][1-8]|pa(ss)?|ps|--)$/.test(word)) return `not a move: ${word}`;
    const at = /^[a-h]/.test(word) ? square(word) : -1;
    const canMove = hasMove(now.board, now.side);
    if (at < 0 && canMove) return `move ${found.moves.length + 1}: ${sideName(now.side).toLowerCase()} cannot pass: there are legal moves`;
    if (at >= 0 && !canMove) { found.moves.push(-1); now = after(now, -1); }
    if (at < 0 ? isOver(now) : !flips(now.board, now.side, at).length) return `not legal: ${word}`;
    found.moves.push(at);
    now = after(now, at);
  }
  if (!isOver(now) && !hasMove(now.board, now.side)) found.moves.push(-1);
  Object.assign(game, { moves: found.moves, shown: found.moves.length });
  return '';
}

function report(connected, wasOpen) {
  byId('lead').textContent = connected ? 'Play against Emilia, or analyse a game.' : DATA.needsToken && !wasOpen ? 'The server asks for a token.' : 'Not connected; trying again.';
  byId('entrance').hidden = connected || !DATA.needsToken;
  talk.onAnswer = null;
  if (connected) go();
}

for (let level = 1; level <= DATA.most; level += 1) byId('level').append(html('option', level === DATA.level ? { selected: '' } : {}, String(level)));
byId('version').textContent = DATA.version;
byId('start').addEventListener('click', () => { Object.assign(game, { moves: [], shown: 0 }); fail(''); go(); });
byId('back').addEventListener('click', () => step(-1));
byId('forward').addEventListener('click', () => step(1));
byId('options').addEventListener('change', () => go());
for (const id of ['options', 'paste', 'entrance']) byId(id).addEventListener('submit', (event) => event.preventDefault());
byId('paste').addEventListener('submit', () => { fail(load(byId('transcript').value)); go(); });
byId('entrance').addEventListener('submit', () => { sessionStorage.setItem('token', byId('token').value.trim()); connect(report); });
document.addEventListener('keydown', ({ key, target }) => {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
  const id = { ArrowLeft: 'back', ArrowRight: 'forward' }[key];
  if (id && !byId(id).disabled) byId(id).click();
});
draw();
if (DATA.needsToken && !sessionStorage.getItem('token')) report(false, false);
else connect(report);
