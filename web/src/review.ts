// What is said of a judged game: marks, accuracy, losses by phase, the verdict. The rules are those of `emilia analyze` where it has them.

import type { Difficulty, Explanation, ReviewedMove } from './protocol.ts';
import type { Position, Side } from './rust.ts';

/** What is known of a position and of the move played there; scores are Black's. */
export interface Judged {
  readonly move: string | null;
  readonly best: string | null;
  readonly before: number;
  readonly after: number;
  readonly loss: number;
  readonly certainty: string;
  readonly fromBook: boolean;
  readonly thrown: string | null;
  readonly explanations: readonly Explanation[];
  readonly people: Difficulty | null;
}

/** Null if the search was ended before it had a value. */
export function judgedOf({ move, best, before, after, loss, certainty, fromBook, thrown, explanations = [], people }: ReviewedMove): Judged | null {
  if (before === null) return null;
  return { move, best, before, after: after ?? before, loss: loss ?? 0, certainty, fromBook, thrown, explanations, people: people ?? null };
}

/** A move of the game, what was judged of it, and the value of the second best move for the side that moved, where it was asked for. */
export interface Moved {
  readonly position: Position;
  readonly move: string;
  /** The moves without passes, this one included. */
  readonly number: number;
  readonly judged: Judged | null;
  /** How much the second best move loses. */
  readonly secondLoss: number | null;
  /** Whether the opponent can take a corner after the move and could not before. */
  readonly givesCorner: boolean;
}

export type Mark = '' | '?!' | '?' | '??' | '!' | '!!';

/** A move that loses no more counts as the best one: estimates differ by so much. */
const AS_GOOD = 0.5;
/** A loss that is shown as none. */
export const BEST = 0.05;
const ONLY_MOVE_LOSS = 4;
const SACRIFICE_LOSS = 2;
export const MISTAKE = 2;

export function markOf({ judged, secondLoss, givesCorner }: Moved): Mark {
  if (!judged) return '';
  if (judged.loss >= 8) return '??';
  if (judged.loss >= 4) return '?';
  if (judged.loss >= MISTAKE) return '?!';
  if (judged.loss > AS_GOOD || secondLoss === null || judged.fromBook) return '';
  if (givesCorner && secondLoss >= SACRIFICE_LOSS) return '!!';
  return secondLoss >= ONLY_MOVE_LOSS ? '!' : '';
}

export const emptySquares = ({ board }: Position): number => board.split('-').length - 1;

export type Phase = 'opening' | 'midgame' | 'endgame';

export function phaseOf(position: Position): Phase {
  const empty = emptySquares(position);
  return empty > 40 ? 'opening' : empty > 20 ? 'midgame' : 'endgame';
}

/** Whether the side had a choice. */
export const hasChoice = ({ position }: Moved): boolean => position.legal.length > 1;

interface Sums {
  /** From 0 to 100, or null without a move. */
  readonly accuracy: number | null;
  readonly lost: Readonly<Record<Phase, number>>;
  readonly all: number;
}

/** A move that loses nothing counts 100, one that loses 4 discs 50, one that loses 8 discs 25. */
export const moveAccuracy = (loss: number): number => 100 * 2 ** (-loss / 4);

/** The sums of a side, over its moves with a choice. */
export function sumsOf(moved: readonly Moved[], side: Side): Sums {
  const lost = { opening: 0, midgame: 0, endgame: 0 };
  let [moves, all, accuracy] = [0, 0, 0];
  for (const one of moved) {
    if (!one.judged || one.position.side !== side || !hasChoice(one)) continue;
    const { loss } = one.judged;
    moves += 1;
    all += loss;
    lost[phaseOf(one.position)] += loss;
    accuracy += moveAccuracy(loss);
  }
  return { accuracy: moves ? accuracy / moves : null, lost, all };
}

/** The moves of a side beside those of people. */
export interface BesidePeople {
  readonly rating: number;
  /** Mistakes that most people make, or worse ones. */
  readonly common: readonly Moved[];
  /** Best moves that few people find. */
  readonly hard: readonly Moved[];
}

/** The share of people from which on a mistake is a common one, and below which a best move is a hard one. */
const COMMON = 0.5;
export const HARD = 0.25;

/** The moves of a side that say most about it; null where people are not known. */
export function besidePeople(moved: readonly Moved[], side: Side): BesidePeople | null {
  const known = moved.flatMap((one) => (one.position.side === side && one.judged?.people ? [{ one, loss: one.judged.loss, people: one.judged.people }] : []));
  const [first] = known;
  if (!first) return null;
  return {
    rating: first.people.rating,
    common: known.filter(({ loss, people }) => loss >= MISTAKE && people.asBad >= COMMON).map(({ one }) => one),
    hard: known.filter(({ loss, people }) => loss < BEST && people.found < HARD).map(({ one }) => one),
  };
}

export type Verdict =
  | { readonly kind: 'lost'; readonly side: Side; readonly moved: Moved; readonly judged: Judged; readonly before: number; readonly after: number }
  /** The loser was never within reach of a draw. */
  | { readonly kind: 'behind'; readonly side: Side }
  | { readonly kind: 'draw' }
  /** Nobody is behind by more than the margin. */
  | { readonly kind: 'even' };

/** Values within this many discs of a draw count as even. */
const EVEN = 1;

/** Where the game was lost: the last move by which the side that is behind at the end fell behind. `end` is Black's value there. */
export function verdictOf(moved: readonly Moved[], end: number, isOver: boolean): Verdict {
  if (isOver ? end === 0 : Math.abs(end) <= EVEN) return { kind: isOver ? 'draw' : 'even' };
  const side: Side = end > 0 ? 'white' : 'black';
  const fatal = moved.findLast(({ judged, position }) => judged && position.side === side && forMover(judged.before, side) >= -EVEN && forMover(judged.after, side) < -EVEN);
  if (!fatal?.judged) return { kind: 'behind', side };
  return { kind: 'lost', side, moved: fatal, judged: fatal.judged, before: fatal.judged.before, after: fatal.judged.after };
}

const corners = ({ columns, rows }: Position): string[] => ['a1', `a${rows}`].flatMap((at) => [at, String.fromCharCode(96 + columns) + at.slice(1)]);

/** Whether the opponent can take a corner after the move and could not before; `passed` is the position before with the opponent to move. */
export function givesCorner(passed: Position, after: Position): boolean {
  return corners(after).some((corner) => after.legal.includes(corner) && !passed.legal.includes(corner));
}

export const forMover = (score: number, side: Side): number => (side === 'black' ? score : -score);
