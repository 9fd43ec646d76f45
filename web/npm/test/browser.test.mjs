// The package in a page: `node --experimental-websocket --test test/browser.test.mjs`, where there is Chromium.

import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { browser, serve } from '../../test/browser.mjs';

test('the package works in a page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'emilia-package-'));
  await cp(new URL('../dist/', import.meta.url), folder, { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!DOCTYPE html><title>package</title>');
  const [server, page] = [await serve(folder), await browser()];
  try {
    await page.open(server.address);
    await page.wait("document.title === 'package'");
    const found = await page.evaluate(`(async () => {
      const { Emilia, readGames } = await import('./index.js');
      const parts = [];
      const emilia = await Emilia.start({ workers: 2, onProgress: (part) => parts.push(part) });
      const board = '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X';
      const [solved, searched] = await Promise.all([emilia.analyze({ board, exact: true }), emilia.analyze({ moves: 'f5d6c3', depth: 8 })]);
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 300);
      const ended = await emilia.analyze({ depth: 60 }, { signal: controller.signal });
      emilia.stop();
      return [solved.score, solved.certainty, searched.certainty, ended.moveInfos.length, parts.at(-1), readGames('f5d6').games.length];
    })()`);
    assert.deepEqual(found, [18, 'exact', '8@73%', 1, 1, 1]);
    assert.deepEqual(page.errors.filter((error) => !error.includes('favicon')), []);
    assert.ok(page.requests.every((url) => url.startsWith(server.address)));
  } finally {
    await page.close();
    server.close();
    await rm(folder, { recursive: true });
  }
});
