import assert from 'node:assert/strict';
import { test } from 'node:test';
import { besidePeople, givesCorner, type Judged, judgedOf, markOf, moveAccuracy, type Moved, phaseOf, sumsOf, verdictOf } from '../src/review.ts';
import type { Position, Side } from '../src/rust.ts';

const position = (side: Side, empty: number, legal: readonly string[] = ['a2', 'b2']): Position =>
  ({ board: '-'.repeat(empty) + 'X'.repeat(64 - empty), columns: 8, rows: 8, side, legal, black: 64 - empty, white: 0, over: false, winner: null, result: null });

/** A move from a value to another one, both Black's. */
function moved(side: Side, before: number, after: number, more: Partial<Moved> & { empty?: number; legal?: readonly string[]; fromBook?: boolean } = {}): Moved {
  const { empty = 30, legal, fromBook = false, ...rest } = more;
  const loss = Math.max(0, side === 'black' ? before - after : after - before);
  const judged: Judged = { move: 'a2', best: 'a2', before, after, loss, certainty: '12@73%', fromBook, thrown: null, explanations: [], people: null };
  return { position: position(side, empty, legal), move: 'a2', number: 1, judged, secondLoss: null, givesCorner: false, ...rest };
}

test('marks follow the stated rules', () => {
  const marks = [0, 1.9, 2, 4, 8].map((loss) => markOf(moved('black', 0, -loss)));
  assert.deepEqual(marks, ['', '', '?!', '?', '??']);
  assert.equal(markOf(moved('white', 0, 0, { secondLoss: 4 })), '!');
  assert.equal(markOf(moved('white', 0, 0, { secondLoss: 3.9 })), '');
  assert.equal(markOf(moved('white', 0, 0, { secondLoss: 2, givesCorner: true })), '!!');
  assert.equal(markOf(moved('white', 0, 0, { secondLoss: 9, fromBook: true })), '');
  assert.equal(markOf(moved('white', 0, 0, { judged: null })), '');
});

test('accuracy is the mean over moves with a choice', () => {
  assert.deepEqual([0, 4, 8].map(moveAccuracy), [100, 50, 25]);
  const sums = sumsOf([moved('black', 0, 0), moved('black', 4, 0, { empty: 50 }), moved('black', 8, 0, { legal: ['a2'] }), moved('white', 0, 8)], 'black');
  assert.deepEqual(sums, { accuracy: 75, lost: { opening: 4, midgame: 0, endgame: 0 }, all: 4 });
  assert.equal(sumsOf([], 'white').accuracy, null);
  assert.deepEqual([41, 40, 21, 20].map((empty) => phaseOf(position('black', empty))), ['opening', 'midgame', 'midgame', 'endgame']);
});

test('common mistakes and hard moves are those of people of the rating', () => {
  const among = (loss: number, found: number, asBad: number, side: Side = 'black'): Moved => {
    const one = moved(side, 0, side === 'black' ? -loss : loss);
    return { ...one, judged: one.judged && { ...one.judged, people: { rating: 1500, found, chance: 0.1, asBad } } };
  };
  const all = [among(2, 0.3, 0.5), among(9, 0.3, 0.49), among(1.9, 0.3, 0.9), among(0, 0.24, 0), among(0, 0.25, 0), among(3, 0.1, 0.2), among(0, 0.1, 0, 'white'), moved('black', 0, 0)];
  assert.deepEqual(besidePeople(all, 'black'), { rating: 1500, common: [all[0]], hard: [all[3]] });
  assert.deepEqual(besidePeople(all, 'white')?.hard, [all[6]]);
  assert.equal(besidePeople([moved('black', 0, 0)], 'black'), null);
});

test('the verdict names the last move that lost the game', () => {
  const fatal = moved('black', 4, -16);
  const verdict = verdictOf([moved('white', 0, 4), moved('black', 4, -3), moved('white', -3, 4), fatal, moved('white', -16, -12)], -12, true);
  assert.ok(verdict.kind === 'lost' && verdict.moved === fatal);
  assert.deepEqual([verdict.side, verdict.before, verdict.after], ['black', 4, -16]);
  assert.equal(verdictOf([moved('white', 6, 8)], 8, true).kind, 'behind');
  assert.equal(verdictOf([moved('white', 6, 0)], 0, true).kind, 'draw');
  assert.equal(verdictOf([moved('white', 0, 0.8)], 0.8, false).kind, 'even');
});

test('a corner is given if it could not be taken before', () => {
  assert.equal(givesCorner(position('white', 9, ['b2']), position('white', 8, ['h8'])), true);
  assert.equal(givesCorner(position('white', 9, ['h8']), position('white', 8, ['h8'])), false);
  assert.equal(givesCorner(position('white', 9, []), position('white', 8, ['h7'])), false);
});

test('positions without a value are not judged', () => {
  const reviewed = { move: 'f5', best: null, before: null, after: null, loss: null, certainty: '1@73%', fromBook: false, thrown: null };
  assert.equal(judgedOf(reviewed), null);
  assert.deepEqual(judgedOf({ ...reviewed, before: 2 }), { ...reviewed, before: 2, after: 2, loss: 0, explanations: [], people: null });
});
