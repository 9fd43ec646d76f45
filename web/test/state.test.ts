import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extend, movesTo, newGame, placeText, treeText } from '../src/game.ts';
import { initialState, readState, type State, stateText } from '../src/state.ts';
import { rules } from './rules.ts';

test('a state is read back from the address', () => {
  const game = newGame(rules, '6x6', { black: 'A & B=#', white: '"Ü" <b>', blackRating: 1520.5, whiteRating: null, event: '', place: '', date: '2026' });
  const tip = extend(rules, game, game.root, ['f5', 'd6']);
  const state: State = {
    view: 'analyse', game, node: tip.parent ?? tip, opening: ['f5', 'd6'], puzzle: 'easy-3',
    match: { strength: 'club', person: 'white', minutes: 5, clock: { black: 1234, white: 300_000 }, carry: -1.5, end: { by: 'time', loser: 'black' }, tip, isVariation: true },
  };
  const read = readState(rules, stateText(state));
  assert.equal(read.view, 'analyse');
  assert.deepEqual(read.game.head, game.head);
  assert.equal(read.game.rules, '6x6');
  assert.equal(treeText(read.game.root), 'f5d6');
  assert.deepEqual(movesTo(read.node), ['f5']);
  assert.deepEqual({ ...read.match, tip: read.match && placeText(read.match.tip) }, { ...state.match, tip: '2' });
  assert.deepEqual([read.opening, read.puzzle], [state.opening, state.puzzle]);
  assert.equal(stateText(read), stateText(state));
});

test('an address for a game is short', () => {
  const state = readState(rules, 'v=analyse&g=f5d6c3');
  assert.deepEqual(movesTo(state.node), ['f5', 'd6', 'c3']);
  assert.equal(stateText(state), 'v=analyse&g=f5d6c3');
  assert.equal(stateText(initialState(rules)), 'v=play');
});

test('what is no address is refused or left out', () => {
  assert.throws(() => readState(rules, 'g=f5f5'));
  assert.throws(() => readState(rules, 'r=none'));
  for (const match of ['', 'x', 'full_nobody_0_0_0_0_0__', 'full_black_x_0_0_0_0__', '<b>_black_0_0_0_0_0__']) assert.equal(readState(rules, `m=${encodeURIComponent(match)}`).match, null);
  assert.equal(readState(rules, 'v=nothing').view, 'play');
  for (const rating of ['', 'x', 'Infinity', 'NaN']) assert.equal(readState(rules, `rb=${rating}`).game.head.blackRating, null);
});
