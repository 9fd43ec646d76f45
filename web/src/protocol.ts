// The queries and answers of the JSON protocol (protocol.md).

import type { Side } from './rust.ts';

export interface Query {
  readonly rules?: string;
  readonly moves: readonly string[];
  readonly level?: number;
  readonly time?: number;
  readonly exact?: boolean;
  readonly lines?: number;
  readonly book?: boolean;
  readonly explain?: boolean;
  readonly handicap?: number;
  /** Ratings of people, where Black and where White moves if they are two. */
  readonly human?: number | readonly number[];
  readonly seed?: number;
  readonly review?: boolean;
  readonly allowMoves?: readonly string[];
  readonly analyzeTurns?: readonly number[];
  readonly priority?: number;
  readonly reportDuringSearchEvery?: number;
}

/** A score from Black's view, and how sure it is: "book", "exact", "at least", "at most", or an estimate such as "12@73%". */
export interface Value {
  readonly score: number;
  readonly certainty: string;
}

export interface MoveInfo extends Value {
  readonly move: string;
  readonly loss: number;
  readonly pv: readonly string[];
}

export interface Explanation {
  readonly kind: string;
  readonly text: string;
  readonly squares: readonly string[];
}

/** What a review says of a position; values are missing where the search was ended. */
export interface ReviewedMove {
  readonly move: string | null;
  readonly best: string | null;
  readonly before: number | null;
  readonly after: number | null;
  /** Discs of the side that moved. */
  readonly loss: number | null;
  readonly certainty: string;
  readonly fromBook: boolean;
  /** Such as "win to draw", if it is proved. */
  readonly thrown: string | null;
  readonly explanations?: readonly Explanation[];
  readonly people?: Difficulty;
}

/** Shares of people of a rating, 0 to 1: who find a best move, who play the one played, who lose as much or more. */
export interface Difficulty {
  readonly rating: number;
  readonly found: number;
  readonly chance: number;
  readonly asBad: number;
}

/** The last answer to a review. */
interface ReviewEnd {
  readonly isComplete: boolean;
  readonly opening: string;
}

export interface Answer {
  readonly id: string;
  readonly error?: string;
  readonly warning?: string;
  readonly action?: string;
  readonly isDuringSearch?: boolean;
  readonly turnNumber?: number;
  readonly sideToMove?: Side;
  readonly score?: number;
  readonly certainty?: string;
  readonly depth?: number;
  readonly nodes?: number;
  readonly moveInfos?: readonly MoveInfo[];
  readonly explanations?: readonly Explanation[];
  readonly noResults?: boolean;
  readonly chosen?: { readonly move: string; readonly loss: number };
  readonly review?: ReviewedMove | ReviewEnd;
}
