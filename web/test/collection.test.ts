import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetGames, keepGames, playedAt } from '../src/collection.ts';
import type { Position, ReadGame, Side } from '../src/rust.ts';

const game = (moves: string, result: number | null, rules = ''): ReadGame =>
  ({ rules, moves: moves.split(' '), result, comments: [], black: '', white: '', event: '', place: '', date: '' });

function position(rows: string, side: Side): Position {
  const board = rows.replaceAll('/', '');
  const count = (sign: string): number => board.split(sign).length - 1;
  return { board, columns: 8, rows: 8, side, legal: [], black: count('X'), white: count('O'), over: false, winner: null, result: null };
}

const START = '--------/--------/--------/---OX---/---XO---/--------/--------/--------';

test('moves are counted over transpositions and symmetries', () => {
  forgetGames();
  keepGames([game('f5 d6 c3 d3', 10), game('f5 d6 c4', -2), game('f5 f6', 0), game('d3 c5', null), game('c4 c3', 64, '6x6')]);
  assert.deepEqual(playedAt(position(START, 'black')), [{ move: 'f5', games: 3, points: 0.5 }, { move: 'd3', games: 1, points: null }]);
  // After f5, and the same position turned, as after d3.
  assert.deepEqual(playedAt(position('--------/--------/--------/---OX---/---XXX--/--------/--------/--------', 'white')), [{ move: 'd6', games: 3, points: 0.5 }, { move: 'f6', games: 1, points: 0.5 }]);
  assert.deepEqual(playedAt(position('--------/--------/---X----/---XX---/---XO---/--------/--------/--------', 'white')).map(({ move }) => move), ['c5', 'c3']);
  forgetGames();
  assert.deepEqual(playedAt(position(START, 'black')), []);
});

test('a pass is no move, and changes the side', () => {
  forgetGames();
  keepGames([game('f5 pass f3', 4)]);
  assert.deepEqual(playedAt(position('--------/--------/--------/---OX---/---XXX--/--------/--------/--------', 'black')), [{ move: 'f3', games: 1, points: 1 }]);
});
