// The rules, notations and the book: everything that is answered at once.

import * as wasm from '../../pkg/emilia_web.js';

/** A game. `rules` is empty for Othello; moves are such as "f5" and "pass". */
export interface GameRecord {
  rules?: string;
  moves: string[];
  black?: string;
  white?: string;
  blackRating?: number | null;
  whiteRating?: number | null;
  place?: string;
  date?: string;
  /** Black's final score. */
  result?: number | null;
  comments?: { ply: number; text: string }[];
  /** Of a game that was read up to a fault: the number of the move, passes not counted, or null if it is no move that is wrong, and why. */
  fault?: { number: number | null; reason: string } | null;
}

export interface Position {
  /** Row by row: X, O, - for an empty square, # where there is no square. */
  board: string;
  columns: number;
  rows: number;
  side: 'black' | 'white';
  /** ["pass"] where the side must pass, [] where the game is over. */
  legal: string[];
  black: number;
  white: number;
  over: boolean;
  winner: 'black' | 'white' | 'draw' | null;
  result: number | null;
}

export interface Line {
  rules: string;
  moves: string[];
  /** One more than the moves. */
  positions: Position[];
}

export interface BookEntry {
  moves: { move: string; score: number | null; certainty: string | null; games: number }[];
  line: string[];
}

export interface Variant {
  name: string;
  words: string;
  title: string;
  columns: number;
  rows: number;
}

/** The games of a file or text in any notation, those with a fault up to it; throws an Error with the reason where none is recognised. */
export function readGames(source: Uint8Array | string): { games: GameRecord[]; faults: string[]; dropped: string[] } {
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  return JSON.parse(wasm.read_games(bytes));
}

/** A game in a notation; `obf` is its last position. */
export function writeGame(game: GameRecord, form: 'ggf' | 'sgf' | 'pgn' | 'transcript' | 'obf'): string {
  return wasm.write_game(JSON.stringify(game), form);
}

/** All positions of a line; throws an Error that names an illegal move. Forced passes may be left out. */
export function line(moves: readonly string[], rules = ''): Line {
  return JSON.parse(wasm.line(rules, JSON.stringify(moves)));
}

/** The name of the opening, or nothing. */
export function opening(moves: readonly string[]): string {
  return wasm.opening(JSON.stringify(moves));
}

/** What the opening book has; null where it has nothing. Scores are Black's. */
export function book(moves: readonly string[], rules = ''): BookEntry | null {
  return JSON.parse(wasm.book(rules, JSON.stringify(moves)));
}

/** The boards and rules that have a name. */
export function variants(): Variant[] {
  return JSON.parse(wasm.variants());
}

/** A picture of a position such as "---...OX...XO...--- X" in SVG. */
export function picture(board: string): string {
  return wasm.picture(board);
}
