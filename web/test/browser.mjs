// Chromium by its DevTools protocol, and a server of static files with the policy under which the page has to work.
// Node 20 needs --experimental-websocket.

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png', '.webmanifest': 'application/manifest+json', '.bin': 'application/octet-stream' };
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:";

/** Serves a folder; `delays` are milliseconds before files by their names. */
export async function serve(folder, delays = {}) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const file = path.endsWith('/') ? `${path}index.html` : path;
    try {
      const body = await readFile(join(folder, file));
      await new Promise((resolve) => { setTimeout(resolve, delays[file.slice(1)] ?? 0); });
      response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain', 'Content-Length': body.length, 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => { server.close(); server.closeAllConnections(); } };
}

/** A headless Chromium with one page. */
export async function browser() {
  const profile = await mkdtemp(join(tmpdir(), 'emilia-page-'));
  const child = spawn('chromium', ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const endpoint = await new Promise((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (data) => {
      text += data;
      const found = /ws:\/\/\S+/.exec(text);
      if (found) resolve(new URL(found[0]));
    });
    child.on('exit', () => reject(new Error(text)));
  });
  const targets = await (await fetch(`http://${endpoint.host}/json`)).json();
  const socket = new WebSocket(targets.find(({ type }) => type === 'page').webSocketDebuggerUrl);
  await new Promise((resolve) => { socket.onopen = resolve; });
  const waiting = new Map();
  const errors = [];
  const requests = [];
  let last = 0;
  socket.onmessage = ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(data);
    if (id) {
      const { resolve, reject } = waiting.get(id);
      waiting.delete(id);
      if (error) reject(new Error(error.message));
      else resolve(result);
    } else if (method === 'Runtime.exceptionThrown') errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    else if (method === 'Log.entryAdded' && params.entry.level === 'error') errors.push(`${params.entry.text} ${params.entry.url ?? ''}`);
    else if (method === 'Network.requestWillBeSent') requests.push(params.request.url);
  };
  const send = (method, params = {}) => new Promise((resolve, reject) => {
    last += 1;
    waiting.set(last, { resolve, reject });
    socket.send(JSON.stringify({ id: last, method, params }));
  });
  for (const domain of ['Page', 'Runtime', 'Log', 'Network', 'Accessibility']) await send(`${domain}.enable`);

  /** The value of an expression of JavaScript in the page. */
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  };
  const wait = async (expression, ms = 60_000) => {
    for (const end = Date.now() + ms; Date.now() < end;) {
      const value = await evaluate(expression).catch(() => null);
      if (value) return value;
      await new Promise((resolve) => { setTimeout(resolve, 50); });
    }
    throw new Error(`in vain: ${expression}`);
  };
  const key = async (name) => {
    const text = name.length === 1 ? { text: name } : {};
    await send('Input.dispatchKeyEvent', { type: 'keyDown', key: name, ...text });
    await send('Input.dispatchKeyEvent', { type: 'keyUp', key: name });
  };
  /** The buttons and links of the page by their text. */
  const click = (text) => evaluate(`(() => { const found = [...document.querySelectorAll('button, nav a, summary, label')].find((one) => !one.disabled && (one.textContent.trim() === ${JSON.stringify(text)} || one.getAttribute('aria-label') === ${JSON.stringify(text)})); if (!found) throw new Error('no ' + ${JSON.stringify(text)}); found.click(); })()`);
  const close = async () => {
    socket.close();
    const ended = new Promise((resolve) => { child.once('exit', resolve); });
    child.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { send, evaluate, wait, key, click, close, errors, requests, open: (address) => send('Page.navigate', { url: address }) };
}
