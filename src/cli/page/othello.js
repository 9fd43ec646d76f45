// The rules of Othello. A board is a list of 64 numbers, a1 first: 0 for an empty square, or the side whose disc it has. Squares of other
// boards have names too.

const BLACK = 1, WHITE = 2;

const square = (text, columns = 8) => text.charCodeAt(0) - 97 + columns * (parseInt(text.slice(1), 10) - 1);
const name = (at, columns = 8) => String.fromCharCode(97 + (at % columns)) + (Math.floor(at / columns) + 1);

// The discs that a move flips; none if it is not legal.
function flips(board, side, at) {
  if (board[at]) return [];
  const found = [];
  for (let dx = -1; dx <= 1; dx += 1) {
    for (let dy = -1; dy <= 1; dy += 1) {
      const run = [];
      let [x, y] = [(at % 8) + dx, Math.floor(at / 8) + dy];
      while (x >= 0 && x < 8 && y >= 0 && y < 8 && board[x + 8 * y] === 3 - side) {
        run.push(x + 8 * y);
        [x, y] = [x + dx, y + dy];
      }
      if (x >= 0 && x < 8 && y >= 0 && y < 8 && board[x + 8 * y] === side) found.push(...run);
    }
  }
  return found;
}

// The position after a move of the side to move, or after a pass, which is -1; the other side is to move then. The move must be legal.
// `last` is the last move that is not a pass.
function after({ board, side, last }, at) {
  if (at < 0) return { board, side: 3 - side, last };
  const next = board.slice();
  for (const disc of [at, ...flips(board, side, at)]) next[disc] = side;
  return { board: next, side: 3 - side, last: at };
}

// The position of a text of 64 squares and the side to move.
function positionOf(text) {
  const board = [...text.slice(0, 64)].map((letter) => ({ X: BLACK, O: WHITE })[letter] ?? 0);
  return { board, side: text.endsWith('O') ? WHITE : BLACK, last: -1 };
}

function hasMove(board, side) {
  return board.some((_, at) => flips(board, side, at).length > 0);
}
