// The data of the page, the rules of Othello, and walking from position to position.

const DATA = JSON.parse(document.getElementById('data').textContent);
const NO_SCORE = -32768;
const UNIT = 128; // steps of a score to a disc
const MANY = 2 ** 53; // numbers from here on are "or more"
const MARKS = 'ABCDEF';

// Where each position begins in the list of numbers, whose order is described in src/cli/book/report.rs.
const OFFSETS = (() => {
  const offsets = new Int32Array(DATA.shown);
  for (let node = 0, at = 0; node < DATA.shown; node += 1) {
    offsets[node] = at;
    at += 13 + 3 * DATA.nodes[at + 12];
  }
  return offsets;
})();

function value(score, label) {
  return score === NO_SCORE ? null : { score, certainty: DATA.labels[label] };
}

// A position of the book by its number.
function nodeAt(number) {
  const [n, at] = [DATA.nodes, OFFSETS[number]];
  const steps = [];
  for (let step = at + 13; step < at + 13 + 3 * n[at + 12]; step += 3) {
    steps.push({ at: n[step], to: n[step + 1], symmetry: n[step + 2] % 8, passed: n[step + 2] >= 8 });
  }
  return {
    number,
    value: value(n[at], n[at + 1]),
    mark: MARKS[n[at + 2]] ?? '–',
    mover: n[at + 3],
    waiter: n[at + 4],
    loss: n[at + 5],
    leaf: n[at + 6],
    leafValue: value(n[at + 7], n[at + 8]),
    games: [n[at + 9], n[at + 10], n[at + 11]],
    isComplete: number < DATA.complete,
    steps,
  };
}

// The start position. `image` maps squares of the key of the position to squares of the board.
function start() {
  const board = new Array(64).fill(0);
  [board[28], board[35], board[27], board[36]] = [BLACK, BLACK, WHITE, WHITE];
  return { board, side: BLACK, node: DATA.shown ? nodeAt(0) : null, image: DATA.symmetries[DATA.start], moves: [], named: null };
}

// The position after a move; null if the move is not legal. Its node is null outside the book.
function play(position, at) {
  const { board, side, node, image } = position;
  const flipped = flips(board, side, at);
  if (!flipped.length) return null;
  const next = board.slice();
  for (const disc of [at, ...flipped]) next[disc] = side;
  const other = 3 - side;
  const mover = hasMove(next, other) ? other : hasMove(next, side) ? side : 0;
  const step = node?.steps.find((step) => image[step.at] === at);
  const after = { board: next, side: mover, node: null, image: null, moves: [...position.moves, at], named: position.named };
  if (step && mover) {
    after.node = nodeAt(step.to);
    after.image = DATA.symmetries[step.symmetry].map((of) => image[of]);
    after.named = DATA.names[step.to] ?? after.named;
  } else if (node && node.leaf >= 0 && image[node.leaf] === at) {
    after.leaf = node.leafValue;
  }
  return after;
}

// The moves that the book knows, the best first, those without a value last; then the best move outside the book.
function movesOf(position) {
  const { node, image, side } = position;
  if (!node) return [];
  const moves = node.steps.map((step) => {
    const after = nodeAt(step.to);
    const sign = step.passed ? 1 : -1;
    const known = after.value && { score: sign * after.value.score || 0, certainty: turned(after.value.certainty, sign) };
    const games = step.passed ? after.games : after.games.slice().reverse();
    const isBlack = (side === BLACK) === step.passed;
    const [black, white] = isBlack ? [after.mover, after.waiter] : [after.waiter, after.mover];
    return { at: image[step.at], to: step.to, value: known, mark: after.mark, games, black, white, isLeaf: false };
  });
  const score = (move) => (move.value ? move.value.score : NO_SCORE);
  moves.sort((one, other) => score(other) - score(one) || one.at - other.at);
  if (node.leaf >= 0) {
    moves.push({ at: image[node.leaf], to: -1, value: node.leafValue, mark: '–', games: [0, 0, 0], black: 1, white: 1, isLeaf: true });
  }
  return moves;
}

// The certainty of a bound for the other side.
function turned(certainty, sign) {
  return sign > 0 ? certainty : { 'at least': 'at most', 'at most': 'at least' }[certainty] ?? certainty;
}

// The moves of a text such as f5d6c3 as far as they are legal and the book knows them, and the text that is left.
function follow(text) {
  let position = start();
  const path = [position];
  let rest = text.toLowerCase();
  while (/^[a-h][1-8]/.test(rest) && position.node) {
    const next = play(position, square(rest));
    if (!next || (!next.node && next.leaf === undefined)) break;
    path.push(next);
    position = next;
    rest = rest.slice(2);
  }
  return { path, rest };
}

const transcript = (moves) => moves.map((at) => name(at)).join('');

// A score as Emilia writes it, with two decimals; halves of the last one go to the even neighbour.
function discs(score) {
  const exact = (Math.abs(score) * 100) / UNIT;
  const below = Math.floor(exact);
  const hundredths = exact - below === 0.5 ? below + (below % 2) : Math.round(exact);
  return (score < 0 ? '−' : '+') + (hundredths / 100).toFixed(2);
}

function whole(number) {
  return number >= MANY ? 'over 9 × 10¹⁵' : number.toLocaleString('en');
}
