import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_HEAD } from '../src/game.ts';
import { peopleOf, ratingsWith, recordRatings } from '../src/ratings.ts';

test('moves are compared with people of the rating of the record, or of the one that was chosen', () => {
  const head = { ...NO_HEAD, blackRating: 1499.6, whiteRating: 2400 };
  assert.deepEqual(recordRatings(head), { black: 1500, white: null });
  assert.deepEqual(peopleOf(head, 0), { black: 1500, white: 1600 });
  assert.deepEqual(peopleOf(head, 1200), { black: 1200, white: 1200 });
  assert.deepEqual(peopleOf(NO_HEAD, 0), { black: 1600, white: 1600 });
});

test('a rating that is known stands among those to choose from', () => {
  assert.deepEqual(ratingsWith(0, 1512, 1600).slice(6, 10), [1400, 1500, 1512, 1600]);
});
