// Makes dist/, what is published, from `../pkg`, which `scripts/web` builds.

import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { build } from 'esbuild';

const here = new URL('./', import.meta.url);
const dist = new URL('dist/', here);
await rm(dist, { recursive: true, force: true });
await mkdir(dist);
const options = { absWorkingDir: here.pathname, bundle: true, minify: true, format: 'esm', target: 'es2022', outdir: 'dist', external: ['node:*'] };
await build({ ...options, entryPoints: ['src/index.ts', 'src/worker.ts'] });
await copyFile(new URL('../pkg/emilia_web_bg.wasm', here), new URL('emilia_web_bg.wasm', dist));
await copyFile(new URL('../../crates/emilia/data/weights.bin', here), new URL('weights.bin', dist));
const { status } = spawnSync('npx', ['tsc', '--project', here.pathname], { stdio: 'inherit' });
process.exit(status ?? 1);
