// The engine: a server at the other end of a WebSocket, or WebAssembly in a worker. Both take and give lines of the JSON protocol.

import type { Answer, Query } from './protocol.ts';

export type Status =
  /** `part` of the weights has come, from 0 to 1. */
  | { readonly kind: 'loading'; readonly part: number }
  | { readonly kind: 'ready' }
  /** Not connected; trying again. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'token'; readonly wasWrong: boolean }
  | { readonly kind: 'failed'; readonly reason: string };

export interface Events {
  status(status: Status): void;
  line(line: string): void;
}

export interface Transport {
  send(line: string): void;
  /** Tries again at once, with the token that was typed. */
  retry(): void;
}

export type FromWorker = Status | { readonly kind: 'lines'; readonly text: string };
export type ToWorker = { readonly kind: 'start'; readonly module: WebAssembly.Module } | { readonly kind: 'line'; readonly line: string };

export function workerTransport(module: WebAssembly.Module, events: Events): Transport {
  let worker: Worker | null = null;
  const post = (message: ToWorker): void => worker?.postMessage(message);
  const start = (): void => {
    worker?.terminate();
    worker = new Worker('worker.js', { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'lines') data.text.split('\n').filter(Boolean).forEach((line) => events.line(line));
      else events.status(data);
    };
    worker.onerror = ({ message }) => events.status({ kind: 'failed', reason: message });
    post({ kind: 'start', module });
  };
  // The page is drawn first.
  setTimeout(start);
  return { send: (line) => post({ kind: 'line', line }), retry: start };
}

const TOKEN = 'token';

export const rememberToken = (token: string): void => sessionStorage.setItem(TOKEN, token);

export function socketTransport(needsToken: boolean, events: Events): Transport {
  let socket: WebSocket | null = null;
  let wait = 500;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const connect = (): void => {
    clearTimeout(timer);
    const token = sessionStorage.getItem(TOKEN);
    if (needsToken && !token) return events.status({ kind: 'token', wasWrong: false });
    const address = new URL('ws', location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    address.hash = '';
    let opened: WebSocket;
    try {
      opened = new WebSocket(address, token ? ['emilia', `token.${token}`] : ['emilia']);
    } catch {
      // The token has a sign that no token has.
      sessionStorage.removeItem(TOKEN);
      return events.status({ kind: 'token', wasWrong: true });
    }
    socket = opened;
    let wasOpen = false;
    opened.onopen = () => {
      [wasOpen, wait] = [true, 500];
      events.status({ kind: 'ready' });
    };
    opened.onmessage = ({ data }: MessageEvent<string>) => events.line(data);
    opened.onclose = async () => {
      const isRefused = !wasOpen && await isUnauthorized(token);
      // Meanwhile the person may have typed a token.
      if (socket !== opened) return;
      socket = null;
      if (isRefused) {
        sessionStorage.removeItem(TOKEN);
        events.status({ kind: 'token', wasWrong: token !== null });
      } else {
        events.status({ kind: 'closed' });
        wait = Math.min(2 * wait, 15000);
        timer = setTimeout(connect, wait);
      }
    };
    return undefined;
  };
  connect();
  return { send: (line) => socket?.send(line), retry: connect };
}

/** Whether the server refuses this token. A WebSocket does not say why it could not be opened. */
async function isUnauthorized(token: string | null): Promise<boolean> {
  const headers: HeadersInit = token ? { Authorization: `Bearer ${token}` } : {};
  try {
    return (await fetch('analyze', { method: 'POST', headers })).status === 401;
  } catch {
    return false;
  }
}

interface Pending {
  readonly line: string;
  readonly onAnswer: (answer: Answer) => void;
  /** The last answers that are still to come. */
  left: number;
}

/** Asks the engine. Queries wait until it is ready, and are asked again after a lost connection. */
export class Client {
  status: Status = { kind: 'loading', part: 0 };
  private readonly pending = new Map<string, Pending>();
  private readonly transport: Transport;
  private lastId = 0;

  constructor(open: (events: Events) => Transport, private readonly onStatus: (status: Status) => void) {
    this.transport = open({ status: (status) => this.changed(status), line: (line) => this.answered(line) });
  }

  /** Returns what ends the query; no answer comes after that. */
  ask(query: Query, onAnswer: (answer: Answer) => void): () => void {
    this.lastId += 1;
    const id = String(this.lastId);
    const line = JSON.stringify({ id, ...query });
    this.pending.set(id, { line, onAnswer, left: query.review ? 1 : query.analyzeTurns?.length ?? 1 });
    if (this.status.kind === 'ready') this.transport.send(line);
    return () => {
      if (this.pending.delete(id) && this.status.kind === 'ready') this.transport.send(JSON.stringify({ id: 't', action: 'terminate', terminateId: id }));
    };
  }

  retry(): void {
    this.transport.retry();
  }

  private changed(status: Status): void {
    const wasReady = this.status.kind === 'ready';
    this.status = status;
    if (status.kind === 'ready' && !wasReady) for (const { line } of this.pending.values()) this.transport.send(line);
    this.onStatus(status);
  }

  private answered(line: string): void {
    const answer = JSON.parse(line) as Answer;
    const pending = this.pending.get(answer.id);
    if (!pending || answer.action || answer.warning) return;
    if (answer.error || !answer.isDuringSearch) pending.left -= answer.error ? pending.left : 1;
    if (pending.left === 0) this.pending.delete(answer.id);
    pending.onAnswer(answer);
  }
}
