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
  readonly event: string;
  readonly place: string;
  readonly date: string;
}

export interface ReadGame extends Head {
  readonly rules: string;
  readonly moves: readonly string[];
  readonly result: number | null;
  readonly comments: readonly { readonly ply: number; readonly text: string }[];
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

export interface TreeNode {
  readonly move: string | null;
  readonly comment: string;
  readonly children: readonly TreeNode[];
}

/** The module is compiled once; the worker gets it, too. */
export async function load(): Promise<WebAssembly.Module> {
  const response = await fetch('emilia_web_bg.wasm');
  if (!response.ok) throw new Error(`emilia_web_bg.wasm: ${response.status}`);
  // Some servers do not know the kind, which compiling on the way needs.
  const isKnown = response.headers.get('Content-Type') === 'application/wasm';
  const module = await (isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  await init({ module_or_path: module });
  return module;
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
export const writeGame = (game: ReadGame, form: string): string => wasm.write_game(JSON.stringify(game), form);
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

const rowsOf = (board: string, columns: number): string[] => board.match(new RegExp(`.{${columns}}`, 'g')) ?? [];

/** Board and side as text that `line` takes for rules: those of Othello from this position on. */
export const boardRules = ({ board, columns, side }: Pick<Position, 'board' | 'columns' | 'side'>): string =>
  `${side === 'white' ? 'first=white' : ''}\n${rowsOf(board, columns).join('\n')}`;
export const otherSide = (side: Side): Side => (side === 'black' ? 'white' : 'black');
