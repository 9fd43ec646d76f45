// Ratings of people: those that the model of human moves knows, and which of them a game is compared with.

import type { Head, Side } from './rust.ts';

export const RATINGS = [800, 900, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000, 2100, 2200];
/** The average of tournament players: that of a player whose rating is not known. */
export const USUAL_RATING = 1600;

/** The rating of a record, if the model knows people of it. */
function knownRating(rating: number | null): number | null {
  const whole = Math.round(rating ?? 0);
  return whole >= Math.min(...RATINGS) && whole <= Math.max(...RATINGS) ? whole : null;
}

export type Ratings = Readonly<Record<Side, number>>;

/** The ratings in a record, of which either may be missing. */
export const recordRatings = ({ blackRating, whiteRating }: Head): Readonly<Record<Side, number | null>> => ({ black: knownRating(blackRating), white: knownRating(whiteRating) });

/** The people with whom the moves of both sides are compared: those of the rating that was chosen, or with 0 of those of the record. */
export function peopleOf(head: Head, chosen: number): Ratings {
  const { black, white } = recordRatings(head);
  return chosen ? { black: chosen, white: chosen } : { black: black ?? USUAL_RATING, white: white ?? USUAL_RATING };
}

/** All ratings to choose from, with others that are known. */
export const ratingsWith = (...others: readonly number[]): number[] => [...new Set([...RATINGS, ...others.filter(Boolean)])].sort((one, other) => one - other);
