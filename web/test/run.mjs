// Bundles the tests as the page is bundled, and runs them with Node's own runner.

import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const here = new URL('./', import.meta.url).pathname;
const files = (await readdir(here)).filter((name) => name.endsWith('.test.ts')).map((name) => join(here, name));
const out = await mkdtemp(join(tmpdir(), 'emilia-tests-'));
await build({ entryPoints: files, outdir: out, outExtension: { '.js': '.mjs' }, bundle: true, platform: 'node', format: 'esm', sourcemap: 'inline' });
const { status } = spawnSync(process.execPath, ['--enable-source-maps', '--test', out], { stdio: 'inherit' });
await rm(out, { recursive: true });
process.exit(status ?? 1);
