// Makes dist/: the page for `emilia serve`. `node build.mjs site` adds the weights, which a folder of static files needs; a folder can
// follow, in place of dist.

import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { build } from 'esbuild';

const here = new URL('./', import.meta.url);
const [kind = 'page', folder = 'dist'] = process.argv.slice(2);
const dist = new URL(`${folder}/`, here);
const weights = new URL('../crates/emilia/data/weights.bin', here);
const shortHash = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex').slice(0, 12);

// The weights are kept as a version of their own: they are large and rarely change.
const WEIGHTS = JSON.stringify(shortHash(await readFile(weights)));
const options = {
  absWorkingDir: here.pathname,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  outdir: dist.pathname,
  loader: { '.txt': 'text', '.tsv': 'text' },
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'warning',
  define: { WEIGHTS },
};

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await build({ ...options, entryPoints: { app: 'src/main.tsx', worker: 'src/worker.ts' } });
await build({ ...options, entryPoints: { app: 'src/style.css' } });
await cp(new URL('public/', here), dist, { recursive: true });
await copyFile(new URL('src/index.html', here), new URL('index.html', dist));
await copyFile(new URL('pkg/emilia_web_bg.wasm', here), new URL('emilia_web_bg.wasm', dist));

// The service worker keeps these files, as one version.
const files = (await readdir(dist)).sort();
const version = shortHash(...await Promise.all(files.map((file) => readFile(new URL(file, dist)))));
const define = { FILES: JSON.stringify(files.filter((file) => file !== 'index.html')), VERSION: JSON.stringify(version), WEIGHTS };
await build({ ...options, define, entryPoints: { 'service-worker': 'src/service-worker.ts' } });
if (kind === 'site') await copyFile(weights, new URL('weights.bin', dist));

const sizes = await Promise.all(['app.js', 'app.css', 'worker.js', 'service-worker.js'].map(async (file) => (await readFile(new URL(file, dist))).length));
const total = sizes.reduce((sum, size) => sum + size, 0);
console.log(`script and style: ${Math.round(total / 1000)} kB`);
if (total > 300_000) throw new Error('script and style are more than 300 kB');
