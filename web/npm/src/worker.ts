// An engine in a worker of a page or of Node. It searches in slices and reads messages between them.

import init, { Engine } from '../../pkg/emilia_web.js';
import type { FromWorker, ToWorker } from './index.js';

const SLICE_MS = 30;

interface Port {
  postMessage(message: FromWorker): void;
  listen(handle: (message: ToWorker) => void): void;
}

async function parent(): Promise<Port> {
  if (typeof process === 'undefined') {
    const scope = self as unknown as DedicatedWorkerGlobalScope;
    return { postMessage: (message) => scope.postMessage(message), listen: (handle) => { scope.onmessage = ({ data }) => handle(data as ToWorker); } };
  }
  const { parentPort } = await import('node:worker_threads');
  if (!parentPort) throw new Error('not in a worker');
  return { postMessage: (message) => parentPort.postMessage(message), listen: (handle) => parentPort.on('message', handle) };
}

const port = await parent();
let engine: Engine | null = null;
let isSearching = false;

const again = later(() => {
  if (!engine) return;
  answer(engine.step(SLICE_MS));
  isSearching = !engine.idle();
  if (isSearching) again();
});

/** What calls this function soon, after the messages that have come: in a page by a message to oneself, as timers wait for milliseconds. */
function later(call: () => void): () => void {
  // Node would read up to 1,000 messages of one port before those of another.
  if (typeof setImmediate === 'function') return () => setImmediate(call);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = call;
  return () => port2.postMessage(null);
}

function answer(text: string): void {
  if (text) port.postMessage({ kind: 'lines', text });
}

port.listen((message) => {
  if (message.kind === 'line') {
    if (!engine) return;
    answer(engine.send(message.line));
    if (!isSearching && !engine.idle()) {
      isSearching = true;
      again();
    }
    return;
  }
  const { module, weights, hash } = message;
  init({ module_or_path: module }).then(() => {
    engine = new Engine(weights, hash);
    port.postMessage({ kind: 'ready' });
  }).catch((error: unknown) => port.postMessage({ kind: 'failed', reason: String(error) }));
});
