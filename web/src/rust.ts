// What the page has from Rust: rules, readers, names and the book. Everything here answers at once.

import init, * as wasm from '../pkg/emilia_web.js';

export type Side = 'black' | 'white';

export interface Position {
  /** Row by row: X black, O white, - empty, # no square. */
  readonly board: string;
  readonly columns: number;
  readonly rows: number;
  readonly side: Side;
  /** ["pass"] where the side must pass, [] where the game is over. */
  readonly legal: readonly string[];
  readonly black: number;
  readonly white: number;
  readonly over: boolean;
  readonly winner: Side | 'draw' | null;
  readonly result: number | null;
}

export interface Line {
  readonly rules: string;
  readonly moves: readonly string[];
  readonly positions: readonly Position[];
}

export interface Variant {
  readonly name: string;
  readonly words: string;
}

interface Strength {
  readonly name: string;
  readonly level: number;
  readonly handicap: number;
}

export interface Head {
  readonly black: string;
  readonly white: string;
  /** Null where the record has none. */
  readonly blackRating: number | null;
  readonly whiteRating: number | null;
  readonly event: string;
  readonly place: string;
  readonly date: string;
}

export interface WrittenGame extends Head {
  readonly rules: string;
  readonly moves: readonly string[];
  readonly result: number | null;
  readonly comments: readonly { readonly ply: number; readonly text: string }[];
}

/** A game, or the moves before the fault of one. */
export interface ReadGame extends WrittenGame {
  /** The number of the move, passes not counted, or null if it is no move that is wrong; and what is wrong. */
  readonly fault: { readonly number: number | null; readonly reason: string } | null;
}

export interface ReadGames {
  readonly games: readonly ReadGame[];
  readonly faults: readonly string[];
  readonly dropped: readonly string[];
}

export interface BookMoves {
  readonly moves: readonly { readonly move: string; readonly score: number; readonly certainty: string; readonly games: number }[];
  readonly line: readonly string[];
}

export interface PlayedMove {
  readonly move: string;
  readonly games: number;
  /** The part of the points that the side to move got, from 0 to 1; null if no result is known. */
  readonly points: number | null;
}

/** An exercise of the drill. */
export interface Exercise {
  readonly rules: string;
  readonly moves: readonly string[];
  /** The moves that count as right, one at least. */
  readonly right: readonly string[];
  /** What the moves lose, in discs. */
  readonly losses: Readonly<Record<string, number>>;
  /** What the losses rest on; "" if that is not known. */
  readonly certainty: string;
  /** The move of the game with its loss and what that rests on, and the share of people 200 points stronger who find a right one; null in an
   *  opening. */
  readonly mistake: { readonly played: string; readonly loss: number; readonly certainty: string; readonly found: number } | null;
  /** The share of games that come to the opening. */
  readonly reach: number | null;
  /** Whether the player has met the opening. */
  readonly known: boolean | null;
  readonly why: readonly string[];
  /** Sentences; the last one names the column of the first right move. */
  readonly hints: readonly string[];
  readonly from: string;
}

/** How many exercises there are; `next` is when the next one is due, in seconds after the beginning of 1970. */
export interface DrillState {
  readonly player: string | null;
  readonly rating: number | null;
  readonly due: number;
  readonly new: number;
  readonly later: number;
  readonly next: number | null;
}

/** `rated` games have a rating in their record; `rating` is the last one, or 0. */
export interface KnownPlayer {
  readonly name: string;
  readonly games: number;
  readonly rated: number;
  readonly rating: number;
}

/** The players of some games, those with most games first. */
export interface Players {
  readonly games: number;
  readonly leftOut: number;
  readonly players: readonly KnownPlayer[];
  /** Whoever has black and white, without names. */
  readonly sides: readonly [KnownPlayer, KnownPlayer];
}

/** Of a player beside what is expected of people; from `low` to `high` in 95 of 100 resamplings. */
export interface Comparison {
  readonly observed: number;
  readonly interval: readonly [number, number] | null;
  readonly expected: number;
}

/** The choices that between these shares of people find. */
export interface FairPlayBand {
  readonly from: number;
  readonly to: number;
  readonly choices: number;
  readonly agreement: Comparison;
  readonly loss: Comparison;
}

export interface NotableChoice {
  /** The number of the game in its source. */
  readonly game: number;
  /** The players and the date; empty if the record has neither. */
  readonly title: string;
  readonly number: number;
  readonly move: string;
  /** The share of people who play a best move, 0 to 1. */
  readonly found: number;
  /** The discs that the move loses that most people choose. */
  readonly usual_loss: number;
}

export interface FairPlay {
  /** The lowest and the highest rating; null without a game. */
  readonly rating: readonly [number | null, number | null];
  readonly level: number;
  /** The report as the program writes it. */
  readonly text: string;
  readonly report: {
    readonly games: number;
    readonly in_openings: number;
    readonly forced: number;
    readonly bands: readonly FairPlayBand[];
    readonly all: FairPlayBand;
    readonly agreement_excess: number;
    readonly loss_excess: number;
    readonly surprise: number;
    readonly line: number;
    /** Null with too few games. */
    readonly is_beyond: boolean | null;
    /** The choices with the greatest surprise, the greatest first. */
    readonly notable: readonly NotableChoice[];
  };
}

export interface TreeNode {
  readonly move: string | null;
  readonly comment: string;
  readonly children: readonly TreeNode[];
}

/** The module is compiled once; the worker gets it, too. */
export let module: WebAssembly.Module;
export async function load(): Promise<void> {
  const response = await fetch('emilia_web_bg.wasm');
  if (!response.ok) throw new Error(`emilia_web_bg.wasm: ${response.status}`);
  // Some servers do not know the kind, which compiling on the way needs.
  const isKnown = response.headers.get('Content-Type') === 'application/wasm';
  module = await (isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  await init({ module_or_path: module });
}

// What is parsed was written by our own Rust side, so that its shape is known.
export const version = (): string => wasm.version();
/** What never changes is asked for once: the drawing needs it often. */
function once<T>(ask: () => T): () => T {
  let known: { readonly answer: T } | null = null;
  return () => (known ??= { answer: ask() }).answer;
}

/** Othello comes first, and its rules need no words. */
export const variants = once(() => (JSON.parse(wasm.variants()) as Variant[]).map((one, index) => (index ? one : { ...one, words: '' })));
export const strengths = once(() => JSON.parse(wasm.strengths()) as readonly Strength[]);
export const readGames = (bytes: Uint8Array): ReadGames => JSON.parse(wasm.read_games(bytes)) as ReadGames;
export const line = (rules: string, moves: readonly string[]): Line => JSON.parse(wasm.line(rules, JSON.stringify(moves))) as Line;
export const opening = (moves: readonly string[]): string => wasm.opening(JSON.stringify(moves));
export const writeGame = (game: WrittenGame, form: string): string => wasm.write_game(JSON.stringify(game), form);
export const writeTree = (tree: Head & { rules: string; result: number | null; root: TreeNode }): string => wasm.write_tree(JSON.stringify(tree));
export const picture = (position: Position): string => wasm.picture(`${rowsOf(position.board, position.columns).join('/')} ${position.side === 'black' ? 'X' : 'O'}`);

/** What the book has of a position: the moves that have a value. */
export function book(rules: string, moves: readonly string[]): BookMoves | null {
  const known = JSON.parse(wasm.book(rules, JSON.stringify(moves))) as BookMoves | null;
  return known && { ...known, moves: known.moves.filter(({ score }) => score !== null) };
}

/** The games of people; there is one collection. */
let games: wasm.Collection | null = null;
export const collection = {
  clear: (): void => { games?.free(); games = null; },
  add: (bytes: Uint8Array): number => (games ??= new wasm.Collection()).add(bytes),
  played: (moves: readonly string[]): readonly PlayedMove[] => (games ? JSON.parse(games.played(JSON.stringify(moves))) as PlayedMove[] : []),
};

/** Exercises and what the person remembers of them; times are in seconds after the beginning of 1970. */
export const newDrill = (): wasm.Drill => new wasm.Drill();
export type { Drill } from '../pkg/emilia_web.js';
export const drillState = (drill: wasm.Drill, now: number): DrillState => JSON.parse(drill.state(now)) as DrillState;
export const exerciseOf = (drill: wasm.Drill, number: number): Exercise | null => JSON.parse(drill.exercise(number)) as Exercise | null;

/** The players of games in these files. Throws an error if one has no game. */
export function playersOf(files: readonly Uint8Array[]): Players {
  const games = new wasm.OwnGames();
  try {
    for (const bytes of files) games.add(bytes);
    return JSON.parse(games.players()) as Players;
  } finally {
    games.free();
  }
}

const rowsOf = (board: string, columns: number): string[] => board.match(new RegExp(`.{${columns}}`, 'g')) ?? [];

/** Board and side as text that `line` takes for rules: those of Othello from this position on. */
export const boardRules = ({ board, columns, side }: Pick<Position, 'board' | 'columns' | 'side'>): string =>
  `${side === 'white' ? 'first=white' : ''}\n${rowsOf(board, columns).join('\n')}`;
export const otherSide = (side: Side): Side => (side === 'black' ? 'white' : 'black');
