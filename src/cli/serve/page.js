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

// Whether the person may play this move now.
function mayPlay({ board, side }, at) {
  const isTurn = !own() || side === own() || game.shown < game.moves.length;
  return isTurn && flips(board, side, at).length > 0;
}

// The person's move, if it is one.
function choose(at) {
  if (!mayPlay(positionAt(game.shown), at)) return;
  fail('');
  play(at);
  go();
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

// A bound as the other side sees it.
const opposite = (certainty) => ({ 'at least': 'at most', 'at most': 'at least' })[certainty] ?? certainty;
const isBound = (certainty) => opposite(certainty) !== certainty;

function valueText({ score, certainty }) {
  if (isBound(certainty)) {
    // Of two even sides the bound speaks of the one that it favours.
    const isBlack = score > 0 || (score === 0 && certainty === 'at least');
    const bound = isBlack ? certainty : opposite(certainty);
    return `${isBlack ? 'Black' : 'White'} ${score ? `leads by ${bound} ${Math.abs(score)}` : 'is at least even'}, proved`;
  }
  const leads = score > 0 ? `Black leads by ${score}` : score < 0 ? `White leads by ${-score}` : 'even';
  return certainty === 'exact' ? `${leads}, proved` : `${leads} (${certainty})`;
}

// The value of a move for its side, as the square shows it and in words.
function moveValue({ score, certainty }, side) {
  const [value, bound] = side === BLACK ? [signed(score), certainty] : [signed(-score), opposite(certainty)];
  return isBound(bound) ? [`${bound === 'at least' ? '≥' : '≤'}${value}`, `${bound} ${value}`] : [value, value];
}

const fail = (reason) => { byId('fault').textContent = reason; };

// The squares. They stay, and only what is on them changes, so that a click or the focus outlives an answer.
const buttons = START.board.map((_, at) => html('button', { type: 'button', 'data-at': name(at), onclick: () => choose(at) }));

function makeBoard() {
  const edge = (label) => html('span', { class: 'edge', 'aria-hidden': 'true' }, label);
  const rows = buttons.flatMap((button, at) => (at % 8 === 0 ? [edge(String(at / 8 + 1)), button] : [button]));
  byId('board').append(edge(''), ...[...'abcdefgh'].map(edge), ...rows);
}

// Shows a square, with what is known of the move there.
function drawSquare(at, position, info) {
  const { board, side, last } = position;
  const isMove = mayPlay(position, at);
  const [value, words] = info ? moveValue(info, side) : ['', ''];
  const disc = board[at] && html('span', { class: `disc ${board[at] === BLACK ? 'black' : 'white'}` });
  const label = isMove ? `play ${name(at)}${words && `, ${words}`}` : `${name(at)}, ${board[at] ? sideName(board[at]).toLowerCase() : 'empty'}`;
  const classes = `square${at === last ? ' last' : ''}${info && info.loss === 0 ? ' best' : ''}`;
  buttons[at].replaceChildren(disc || (isMove ? value || html('span', { class: 'dot' }) : ''));
  withAttributes(buttons[at], { class: classes, 'aria-label': label, 'aria-disabled': String(!isMove), tabindex: isMove ? '0' : '-1' }, []);
}

function draw() {
  const position = positionAt(game.shown);
  const { board, side } = position;
  const over = isOver(position);
  const known = byId('values').checked && game.answer?.moveInfos ? game.answer.moveInfos : [];
  for (let at = 0; at < 64; at += 1) drawSquare(at, position, known.find(({ move }) => move === name(at)));
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
  fail('');
  do game.shown += by; while (game.shown > 0 && game.shown < game.moves.length && !isChoice());
  go();
}

// The moves of a transcript, or what is wrong with it.
function load(transcript) {
  if (transcript.trim() === '') return 'there are no moves';
  const found = { moves: [], shown: 0 };
  let now = START;
  const words = transcript.toLowerCase().match(/[a-h][1-8]|pa(ss)?|ps|--|\d+[.)]*|[^\s,;.)/-]/g) ?? [];
  for (const word of words.filter((found) => !/^\d+[.)]*$/.test(found))) { // without the numbers of the moves
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

const LEADS = {
  open: 'Play against Emilia, or analyse a game.',
  closed: 'Not connected; trying again.',
  token: 'The server asks for a token.',
  'other token': 'This token is wrong. The server asks for another one.',
};

function report(state) {
  byId('lead').textContent = LEADS[state];
  byId('entrance').hidden = !state.endsWith('token');
  talk.onAnswer = null;
  if (state === 'open') go();
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
document.addEventListener('keydown', ({ key, target, altKey, ctrlKey, metaKey, shiftKey }) => {
  const usesArrows = target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== 'checkbox');
  if (usesArrows || altKey || ctrlKey || metaKey || shiftKey) return;
  const id = { ArrowLeft: 'back', ArrowRight: 'forward' }[key];
  if (id && !byId(id).disabled) byId(id).click();
});
makeBoard();
draw();
if (DATA.needsToken && !sessionStorage.getItem('token')) report('token');
else connect(report);
