// The engine in a worker: it searches in short slices, and reads messages between them. Or a study of many games in a worker of its own.

import init, { Engine, OwnGames, Study } from '../pkg/emilia_web.js';
import type { FromWorker, ToWorker } from './engine.ts';
import type { FromStudy, StudyOrder, ToStudy } from './study.ts';

const HASH_MIB = 32;
const SLICE_MS = 30;

declare const WEIGHTS: string;

const scope = self as unknown as DedicatedWorkerGlobalScope;
const post = (message: FromWorker | FromStudy): void => scope.postMessage(message);
let engine: Engine | null = null;
let isSearching = false;

// A message to oneself lets the messages of the page come first; timers would wait for milliseconds.
const { port1: next, port2: again } = new MessageChannel();
next.onmessage = () => {
  if (!engine) return;
  answer(engine.step(SLICE_MS));
  isSearching = !engine.idle();
  if (isSearching) again.postMessage(null);
};

function answer(text: string): void {
  if (text) post({ kind: 'lines', text });
}

async function start(module: WebAssembly.Module): Promise<void> {
  try {
    post({ kind: 'loading', part: 0 });
    await init({ module_or_path: module });
    engine = new Engine(await weights(), HASH_MIB);
    post({ kind: 'ready' });
  } catch (error) {
    post({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
}

/** The weights, kept for the next visit: the service worker does not yet rule the page at the first one. */
async function weights(): Promise<Uint8Array> {
  // There are no caches where the connection is not secure.
  const cache = 'caches' in scope ? await caches.open(`weights-${WEIGHTS}`) : null;
  const kept = await cache?.match('weights.bin');
  if (kept) return new Uint8Array(await kept.arrayBuffer());
  const bytes = await download();
  await cache?.put('weights.bin', new Response(bytes));
  return bytes;
}

async function download(): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch('weights.bin');
  if (!response.ok || !response.body) throw new Error(`weights.bin: ${response.status}`);
  const length = Number(response.headers.get('Content-Length')) || 7_300_000;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (let { done, value } = await reader.read(); !done && value; { done, value } = await reader.read()) {
    chunks.push(value);
    size += value.length;
    post({ kind: 'loading', part: Math.min(1, size / length) });
  }
  const bytes = new Uint8Array(size);
  chunks.reduce((at, chunk) => { bytes.set(chunk, at); return at + chunk.length; }, 0);
  return bytes;
}

let isFinishing = false;

/** Judges games one by one, and listens in between. */
async function judge({ module, files, task, deck }: StudyOrder): Promise<void> {
  try {
    post({ kind: 'loading', part: 0 });
    await init({ module_or_path: module });
    const games = new OwnGames();
    for (const bytes of files) games.add(bytes);
    const study = new Study(games, JSON.stringify(task), deck, await weights());
    const total = study.left();
    while (study.left() > 0 && !isFinishing) {
      const games = total - study.left();
      const report = (part: number): void => post({ kind: 'judged', games, total, part });
      report(0);
      await new Promise((resolve) => { setTimeout(resolve); });
      if (!isFinishing) study.step(report);
    }
    post({ kind: 'finishing' });
    post({ kind: 'done', result: study.finish() });
  } catch (error) {
    post({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
}

scope.onmessage = ({ data }: MessageEvent<ToWorker | ToStudy>) => {
  if (data.kind === 'start') void start(data.module);
  else if (data.kind === 'study') void judge(data);
  else if (data.kind === 'finish') isFinishing = true;
  else if (engine) {
    answer(engine.send(data.line));
    if (!isSearching && !engine.idle()) {
      isSearching = true;
      again.postMessage(null);
    }
  }
};
