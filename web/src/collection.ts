// Games of people from files that a person chose, in memory only: which moves they played in a position, and with what result.

import { PASS } from './game.ts';
import { type Position, type ReadGame, readGames } from './rust.ts';

/** A game to look up. */
interface Indexed {
  /** The squares of the moves; passes are left out. */
  readonly moves: Uint8Array;
  /** The position before each move, as its hash. */
  readonly hashes: Float64Array;
  /** Black's points: 1 for a win, half a one for a draw; null if the result is not known. */
  readonly points: number | null;
}

export interface PlayedMove {
  readonly move: string;
  readonly games: number;
  /** The part of the points that the side to move got, from 0 to 1; null if no result is known. */
  readonly points: number | null;
}

/** A part of this many games is read without a pause that a person notices. */
const GAMES_IN_PART = 200;
/** A WTHOR file has a head and then games of equal length; the head has their number. */
const WTHOR_HEAD = 16;
const WTHOR_GAME = 68;
const WTHOR_COUNT_AT = 4;
/** The names of players and tournaments; nothing here depends on them. */
const NAMES = /\.(jou|trn)$/i;

let games: Indexed[] = [];
/** How much of the files is read, from 0 to 1; null while none is read. */
export let readPart: number | null = null;

export const gameCount = (): number => games.length;

export function forgetGames(): void {
  games = [];
  lastLookup = { key: '', found: [] };
}

// Squares are numbered 10 * row + column, both from 1, so that a line of discs ends at an empty square at the border, too.
const SIZE = 100;
const STEPS = [-11, -10, -9, -1, 1, 9, 10, 11];
const BLACK = 1;
const WHITE = -1;

const squareNumber = (move: string): number => 10 * Number(move[1]) + move.charCodeAt(0) - 96;
const squareName = (square: number): string => String.fromCharCode(96 + (square % 10)) + Math.floor(square / 10);

/** The eight symmetries of the board, each as the square that a square becomes. */
const SYMMETRIES: readonly Uint8Array[] = Array.from({ length: 8 }, (_, number) => Uint8Array.from({ length: SIZE }, (__, square) => {
  const column = number & 1 ? 9 - (square % 10) : square % 10;
  const row = number & 2 ? 9 - Math.floor(square / 10) : Math.floor(square / 10);
  return Math.max(0, number & 4 ? 10 * column + row : 10 * row + column);
}));
const IDENTITY = SYMMETRIES[0] ?? new Uint8Array();

/** Random bits for a disc of each colour on each square, and for the side: two words, of which a hash has 53 bits. */
const HIGH = crypto.getRandomValues(new Uint32Array(2 * SIZE + 1));
const LOW = crypto.getRandomValues(new Uint32Array(2 * SIZE + 1));

function hashOf(board: Int8Array, side: number, symmetry: Uint8Array): number {
  let [high, low] = side === WHITE ? [HIGH[2 * SIZE] ?? 0, LOW[2 * SIZE] ?? 0] : [0, 0];
  for (let square = 11; square <= 88; square += 1) {
    const disc = board[square];
    if (!disc) continue;
    const at = 2 * (symmetry[square] ?? 0) + (disc === WHITE ? 1 : 0);
    high ^= HIGH[at] ?? 0;
    low ^= LOW[at] ?? 0;
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

function playOn(board: Int8Array, square: number, side: number): void {
  board[square] = side;
  for (const step of STEPS) {
    let at = square + step;
    while (board[at] === -side) at += step;
    if (board[at] === side) for (at -= step; board[at] === -side; at -= step) board[at] = side;
  }
}

/** The moves were checked by the reader. */
function indexed({ moves: all, result }: ReadGame): Indexed {
  const board = new Int8Array(SIZE);
  [board[44], board[45], board[54], board[55]] = [WHITE, BLACK, BLACK, WHITE];
  const moves: number[] = [];
  const hashes: number[] = [];
  let side = BLACK;
  for (const move of all) {
    if (move !== PASS) {
      const square = squareNumber(move);
      moves.push(square);
      hashes.push(hashOf(board, side, IDENTITY));
      playOn(board, square, side);
    }
    side = -side;
  }
  return { moves: Uint8Array.from(moves), hashes: Float64Array.from(hashes), points: result === null ? null : (Math.sign(result) + 1) / 2 };
}

/** Games of other rules or boards have other openings. */
export function keepGames(read: readonly ReadGame[]): void {
  for (const game of read) if (!game.rules) games.push(indexed(game));
}

/** The bytes of a file in parts that can be read by themselves. */
function* partsOf(name: string, bytes: Uint8Array): Generator<Uint8Array> {
  if (!/\.wtb$/i.test(name)) return yield bytes;
  for (let at = WTHOR_HEAD; at < bytes.length; at += GAMES_IN_PART * WTHOR_GAME) {
    const entries = bytes.subarray(at, at + GAMES_IN_PART * WTHOR_GAME);
    const part = new Uint8Array(WTHOR_HEAD + entries.length);
    part.set(bytes.subarray(0, WTHOR_HEAD));
    part.set(entries, WTHOR_HEAD);
    new DataView(part.buffer).setUint32(WTHOR_COUNT_AT, Math.floor(entries.length / WTHOR_GAME), true);
    yield part;
  }
}

/** Reads files and calls `onPart` after each part, when the page can draw and listen. Throws an error if a file cannot be read. */
export async function addFiles(files: readonly File[], onPart: () => void): Promise<void> {
  const toRead = files.filter(({ name }) => !NAMES.test(name));
  const total = toRead.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  readPart = 0;
  try {
    for (const file of toRead) {
      for (const part of partsOf(file.name, new Uint8Array(await file.arrayBuffer()))) {
        keepGames(readGames(part).games);
        done += part.length;
        readPart = Math.min(1, done / total);
        onPart();
        await new Promise((resolve) => { setTimeout(resolve); });
      }
    }
  } finally {
    readPart = null;
  }
}

let lastLookup: { key: string; found: readonly PlayedMove[] } = { key: '', found: [] };

/** The moves that the games played in a position, however it came about and turned, the most frequent first. */
export function playedAt(position: Position): readonly PlayedMove[] {
  const key = `${position.board} ${position.side} ${games.length}`;
  if (lastLookup.key !== key) lastLookup = { key, found: lookUp(position) };
  return lastLookup.found;
}

function lookUp(position: Position): PlayedMove[] {
  const board = new Int8Array(SIZE);
  [...position.board].forEach((sign, index) => { board[10 * Math.floor(index / 8) + 11 + (index % 8)] = sign === 'X' ? BLACK : sign === 'O' ? WHITE : 0; });
  const side = position.side === 'black' ? BLACK : WHITE;
  const symmetryOf = new Map<number, Uint8Array>();
  // A symmetrical position has its moves as most games have them: not turned.
  for (const symmetry of [...SYMMETRIES].reverse()) symmetryOf.set(hashOf(board, side, symmetry), symmetry);
  const ply = position.black + position.white - 4;
  const sums = new Map<number, { games: number; known: number; points: number }>();
  for (const { moves, hashes, points } of games) {
    const symmetry = symmetryOf.get(hashes[ply] ?? NaN);
    if (!symmetry) continue;
    const square = symmetry.indexOf(moves[ply] ?? 0);
    const sum = sums.get(square) ?? { games: 0, known: 0, points: 0 };
    sum.games += 1;
    if (points !== null) [sum.known, sum.points] = [sum.known + 1, sum.points + (side === BLACK ? points : 1 - points)];
    sums.set(square, sum);
  }
  return [...sums]
    .map(([square, sum]) => ({ move: squareName(square), games: sum.games, points: sum.known ? sum.points / sum.known : null }))
    .sort((one, other) => other.games - one.games);
}
