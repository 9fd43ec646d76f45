// The rules of Othello. A board is a list of 64 numbers, a1 first: 0 for an empty square, or the side whose disc it has.

const BLACK = 1, WHITE = 2;

const square = (text) => text.charCodeAt(0) - 97 + 8 * (text.charCodeAt(1) - 49);
const name = (at) => String.fromCharCode(97 + (at % 8), 49 + Math.floor(at / 8));

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

function hasMove(board, side) {
  return board.some((_, at) => flips(board, side, at).length > 0);
}
