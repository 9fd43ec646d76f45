import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOf, extend, isMain, mainLine, moveNumber, movesTo, newGame, nodeAt, placeText, promote, readTree, remove, treeText, written } from '../src/game.ts';
import { rules } from './rules.ts';

const game = (text: string) => {
  const made = newGame(rules);
  readTree(rules, made, text);
  return made;
};

test('moves make a line, and moves that are there are followed', () => {
  const made = newGame(rules);
  const end = extend(rules, made, made.root, ['f5', 'd6', 'c3']);
  assert.deepEqual(movesTo(end), ['f5', 'd6', 'c3']);
  const [, first] = mainLine(made);
  assert.ok(first);
  assert.equal(extend(rules, made, first, ['d6']), end.parent);
  const other = extend(rules, made, first, ['e6']);
  assert.equal(isMain(other), false);
  assert.deepEqual(first.children.map(({ move }) => move), ['d6', 'e6']);
  assert.equal(endOf(first), end);
});

test('passes are put in and have no number', () => {
  const made = game('f5a1c3');
  const end = endOf(made.root);
  assert.deepEqual(movesTo(end), ['f5', 'a1', 'pass', 'c3']);
  assert.equal(moveNumber(end), 3);
  assert.equal(treeText(game(treeText(made.root)).root), 'f5a1--c3');
});

test('trees are read back from their text', () => {
  for (const text of ['', 'f5', 'f5d6c3', 'f5(d3c4(b2)d5)d6', 'f5(d3)(e6f4)d6(c6)', '"start"f5"a \\"quoted\\" (move) \\\\"(d3"x")d6', 'f5a1--c3']) {
    assert.equal(treeText(game(text).root), text);
  }
  assert.equal(game('f5"one\ntwo"').root.children[0]?.comment, 'one\ntwo');
  assert.throws(() => game('f5f5'));
});

test('every node has a place', () => {
  const made = game('f5(d3c4(b2)d5)(e6)d6c3');
  const all = [made.root];
  for (const node of all) all.push(...node.children);
  for (const node of all) assert.equal(nodeAt(made, placeText(node)), node);
  assert.equal(placeText(endOf(made.root)), '3');
  assert.equal(nodeAt(made, '99'), endOf(made.root));
  assert.equal(nodeAt(made, 'x.7'), made.root);
});

test('a variation becomes the game, and is removed', () => {
  const made = game('f5(d3c4)d6');
  const variation = nodeAt(made, '0.1.1');
  promote(variation);
  assert.equal(treeText(made.root), 'd3(f5d6)c4');
  const [, other] = made.root.children;
  assert.ok(other);
  assert.equal(remove(other), made.root);
  assert.equal(treeText(made.root), 'd3c4');
  assert.deepEqual(written(made.root), { move: null, comment: '', children: [{ move: 'd3', comment: '', children: [{ move: 'c4', comment: '', children: [] }] }] });
});
