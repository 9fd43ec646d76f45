// The package as its users have it, under Node: `node build.mjs`, then `node --test test`.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Emilia, book, line, opening, readGames, variants, writeGame } from 'emilia-othello';

const FFO_1 = '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X';
let emilia;

before(async () => { emilia = await Emilia.start({ workers: 2, hash: 16 }); });
after(() => emilia.stop());

test('a position is solved', async () => {
  const { score, certainty, moveInfos } = await emilia.analyze({ board: FFO_1, exact: true });
  assert.deepEqual([score, certainty, moveInfos[0].move], [18, 'exact', 'g8']);
});

test('positions are analysed at once and reported', async () => {
  let reports = 0;
  const ask = (moves) => emilia.analyze({ moves, depth: 12 }, { onReport: ({ isDuringSearch }) => { reports += Number(isDuringSearch); } });
  const answers = await Promise.all(['f5', 'f5d6', 'f5f6', 'f5f4'].map(ask));
  assert.ok(answers.every(({ certainty }) => certainty === '12@73%'));
  assert.ok(reports >= 0);
});

test('a search that is aborted answers with what it found', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 300);
  const { certainty, moveInfos } = await emilia.analyze({ moves: 'f5d6c3', depth: 60 }, { signal: controller.signal });
  assert.match(certainty, /@73%$/);
  assert.ok(moveInfos.length > 0);
});

test('a wrong query is an error', async () => {
  await assert.rejects(emilia.analyze({ moves: 'a1' }), /move 1: no disc is flipped by a1/);
});

test('a game is reviewed', async () => {
  const judged = await emilia.review({ moves: 'f5f6e6f4e3c5', level: 6 });
  assert.deepEqual(judged.map(({ ply, move }) => [ply, move]), [[0, 'f5'], [1, 'f6'], [2, 'e6'], [3, 'f4'], [4, 'e3'], [5, 'c5'], [6, null]]);
  assert.equal(judged[0].loss, 0);
});

test('rules, notations and the book', () => {
  assert.deepEqual(line(['f5', 'd6']).positions[2].legal, ['c3', 'c4', 'c5', 'c6', 'c7'].sort());
  assert.throws(() => line(['a1']), /move 1/);
  const { games } = readGames(writeGame({ moves: ['f5', 'd6', 'c3'], black: 'A]' }, 'sgf'));
  assert.deepEqual([games[0].moves, games[0].black], [['f5', 'd6', 'c3'], 'A]']);
  assert.equal(opening(['f5', 'd6', 'c3', 'd3', 'c4']), 'Tiger');
  assert.equal(book(['f5', 'd6']).moves[0].move, 'c3');
  assert.equal(book([], '6x6'), null);
  assert.equal(variants()[0].name, 'othello');
});

test('the lines of the README work', async () => {
  const [, code] = /```js\n(.*?)```/s.exec(await readFile(new URL('../README.md', import.meta.url), 'utf8'));
  const folder = new URL('../', import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^[a-h][1-8] -?[\d.]+ 10@73%\n([a-h][1-8] [\d.]+\n){7}null null\n\[/);
});
