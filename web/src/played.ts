// The games that a person played to their end here: kept in this browser until exercises are made of them.

import { onChange, state } from './app.ts';
import { movesTo, NO_HEAD } from './game.ts';
import { type Side, writeGame } from './rust.ts';
import { keep, kept } from './settings.ts';
import { strengthName, t } from './text.ts';

interface Played {
  readonly moves: readonly string[];
  readonly person: Side;
  readonly strength: string;
  readonly date: string;
}

const KEY = 'emilia.games';
const MOST = 100;
/** Shorter games have nothing to learn from. */
const FEWEST_MOVES = 9;

const played = (): readonly Played[] => kept<readonly Played[]>(KEY, []);
export const playedCount = (): number => played().length;
export const forgetPlayed = (): boolean => keep(KEY, []);

/** The games as a file, with this name for the person. */
export function playedFile(): Uint8Array {
  const text = ({ moves, person, strength, date }: Played): string => {
    const names = person === 'black' ? { black: t('you'), white: strengthName(strength) } : { black: strengthName(strength), white: t('you') };
    return writeGame({ ...NO_HEAD, ...names, date, rules: '', moves, result: null, comments: [] }, 'ggf');
  };
  return new TextEncoder().encode(played().map(text).join('\n'));
}

function follow(): void {
  const { match, game } = state;
  if (!match || game.rules || match.isVariation || !(match.end || match.tip.position.over)) return;
  const { person, strength, tip } = match;
  const moves = movesTo(tip);
  if (moves.length < FEWEST_MOVES || (person !== 'black' && person !== 'white')) return;
  const others = played();
  if (others.some((one) => one.moves.join() === moves.join())) return;
  keep(KEY, [{ moves, person, strength, date: game.head.date }, ...others].slice(0, MOST));
}

onChange(follow);
