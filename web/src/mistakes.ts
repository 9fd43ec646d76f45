// The person's own mistakes, as puzzles: kept in this browser.

import { type Game, mainLine, movesTo } from './game.ts';
import type { Moved } from './review.ts';
import type { Side } from './rust.ts';
import { keep, kept } from './settings.ts';

export interface Mistake {
  readonly rules: string;
  readonly moves: readonly string[];
  readonly played: string;
  readonly best: string;
  readonly loss: number;
}

const KEY = 'emilia.mistakes';
const MOST = 100;
/** A mistake that is worth a puzzle. */
const LEAST_LOSS = 4;

export const mistakes = (): readonly Mistake[] => kept<readonly Mistake[]>(KEY, []);

const isSame = (one: Mistake, other: Mistake): boolean => one.rules === other.rules && one.moves.join() === other.moves.join();

/** Keeps the mistakes of a side, or of both. */
export function rememberMistakes(game: Game, moved: readonly Moved[], side: Side | null): void {
  const moves = movesTo(mainLine(game).at(-1) ?? game.root);
  const found = moved.flatMap(({ judged, move, position }, ply): Mistake[] =>
    judged?.best && judged.loss >= LEAST_LOSS && (side === null || side === position.side) ? [{ rules: game.rules, moves: moves.slice(0, ply), played: move, best: judged.best, loss: judged.loss }] : []);
  const others = mistakes().filter((one) => !found.some((other) => isSame(one, other)));
  keep(KEY, [...found, ...others].slice(0, MOST));
}

export function forget(mistake: Mistake): void {
  keep(KEY, mistakes().filter((one) => !isSame(one, mistake)));
}
