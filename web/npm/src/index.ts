// Emilia for pages and Node: engines in workers, each with the JSON protocol, and the rules on this thread.

import init from '../../pkg/emilia_web.js';

export * from './rules.js';

export type ToWorker =
  | { readonly kind: 'start'; readonly module: WebAssembly.Module; readonly weights: Uint8Array; readonly hash: number }
  | { readonly kind: 'line'; readonly line: string };
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'lines'; readonly text: string };

/** What to analyse, and how far. The fields are those of the JSON protocol of Emilia. */
export interface Query {
  /** A transcript such as "f5d6c3", or a list of moves. */
  moves?: string | readonly string[];
  /** 64 squares row by row and the side to move, in place of the start. */
  board?: string;
  /** The name of a variant, or other rules. */
  rules?: string;
  level?: number;
  depth?: number;
  selectivity?: number;
  /** A proof. */
  exact?: boolean;
  /** A proof of the winner. */
  wld?: boolean;
  /** Seconds. */
  time?: number;
  nodes?: number;
  /** Moves to score, 1 to 64. */
  lines?: number;
  allowMoves?: readonly string[];
  avoidMoves?: readonly string[];
  /** Whether moves that the opening book knows have its values. */
  book?: boolean;
  explain?: boolean;
  /** Discs that the chosen move loses in the mean. */
  handicap?: number;
}

/** A score from Black's view, and how sure it is: "exact", "at least", "at most", "book", or an estimate such as "12@73%". */
export interface Value {
  score: number;
  certainty: string;
  depth?: number;
  percent?: number;
  /** The expected result for Black, from 0 to 1. */
  winrate: number;
}

export interface MoveInfo extends Value {
  move: string;
  order: number;
  /** Discs less than the best move. */
  loss: number;
  pv: string[];
}

export interface Explanation {
  kind: string;
  text: string;
  move: string;
  than?: string;
  squares: string[];
  side: 'black' | 'white';
}

export interface Answer extends Value {
  isDuringSearch: boolean;
  sideToMove: 'black' | 'white';
  isGameOver: boolean;
  /** The best first. */
  moveInfos: MoveInfo[];
  nodes: number;
  /** Seconds. */
  time: number;
  explanations?: Explanation[];
  chosen?: { move: string; loss: number };
}

/** A judged move, or the position at the end of the game. Scores are Black's; the loss is the mover's. */
export interface Judged {
  ply: number;
  move: string | null;
  best: string | null;
  before: number;
  after: number | null;
  loss: number | null;
  certainty: string;
  fromBook: boolean;
  line: string[];
  /** Such as "win to draw", where it is proved. */
  thrown: string | null;
  explanations?: Explanation[];
}

export interface Options {
  /** Analyses at once, each in a worker; 1 by default. */
  workers?: number;
  /** MiB of memory for the table of each; 32 by default. */
  hash?: number;
  /** Told the part of the weights that has come, from 0 to 1. */
  onProgress?: (part: number) => void;
}

interface Waiting {
  readonly worker: Channel;
  answer(answer: Record<string, unknown>): void;
  fail(error: Error): void;
}

const isNode = typeof process !== 'undefined' && Boolean(process.versions?.node);

/** Engines in workers. */
export class Emilia {
  readonly #channels: Channel[];
  readonly #waiting = new Map<string, Waiting>();
  #count = 0;

  private constructor(channels: Channel[]) {
    this.#channels = channels;
    for (const channel of channels) {
      channel.onLine = (line) => this.#hear(line);
      channel.onFailure = (error) => this.#fail(channel, error);
    }
  }

  /** Loads the engine and its weights, 10 MB once. The rules can be used after it, too. */
  static async start({ workers = 1, hash = 32, onProgress }: Options = {}): Promise<Emilia> {
    const [code, weights] = await Promise.all([
      load(new URL('./emilia_web_bg.wasm', import.meta.url)),
      load(new URL('./weights.bin', import.meta.url), onProgress),
    ]);
    const module = await WebAssembly.compile(code);
    await init({ module_or_path: module });
    const channels = await Promise.all(Array.from({ length: Math.max(1, workers) }, () => Channel.open()));
    await Promise.all(channels.map((channel) => channel.start({ kind: 'start', module, weights, hash })));
    return new Emilia(channels);
  }

  /** Analyses a position. An abort ends the search with what it has found; `onReport` is told each depth. */
  async analyze(query: Query, { signal, onReport }: { signal?: AbortSignal; onReport?: (answer: Answer) => void } = {}): Promise<Answer> {
    const every = onReport ? { reportDuringSearchEvery: 0.1 } : {};
    return await this.#ask({ ...query, ...every }, signal, (answer) => onReport?.(answer as unknown as Answer)) as unknown as Answer;
  }

  /** Judges the moves of a game, from the last to the first; an abort leaves the rest out. */
  async review(query: Query, { signal, onMove }: { signal?: AbortSignal; onMove?: (judged: Judged) => void } = {}): Promise<Judged[]> {
    const judged: Judged[] = [];
    await this.#ask({ ...query, review: true }, signal, ({ turnNumber, review }) => {
      const of = { ...(review as Judged), ply: turnNumber as number };
      judged.unshift(of);
      onMove?.(of);
    });
    return judged;
  }

  /** Ends the workers; what they searched is rejected. */
  stop(): void {
    for (const channel of this.#channels) {
      channel.close();
      this.#fail(channel, new Error('the engine was stopped'));
    }
  }

  #ask(query: object, signal: AbortSignal | undefined, onPart: (answer: Record<string, unknown>) => void): Promise<Record<string, unknown>> {
    const id = String(this.#count += 1);
    const load = (of: Channel): number => [...this.#waiting.values()].filter(({ worker }) => worker === of).length;
    const worker = this.#channels.reduce((least, other) => (load(other) < load(least) ? other : least));
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#waiting.delete(id);
        signal?.removeEventListener('abort', abort);
      };
      const abort = (): void => worker.send(JSON.stringify({ id: 't', action: 'terminate', terminateId: id }));
      this.#waiting.set(id, {
        worker,
        answer: (answer) => {
          if (answer['isDuringSearch'] === true) return onPart(answer);
          end();
          if (answer['error']) reject(new Error(String(answer['error'])));
          else if (answer['noResults']) reject(new DOMException('nothing was searched', 'AbortError'));
          else resolve(answer);
        },
        fail: (error) => { end(); reject(error); },
      });
      signal?.addEventListener('abort', abort);
      worker.send(JSON.stringify({ ...query, id }));
      if (signal?.aborted) abort();
    });
  }

  #hear(line: string): void {
    const answer = JSON.parse(line) as Record<string, unknown>;
    if (!answer['warning']) this.#waiting.get(String(answer['id']))?.answer(answer);
  }

  #fail(channel: Channel, error: Error): void {
    for (const waiting of [...this.#waiting.values()]) if (waiting.worker === channel) waiting.fail(error);
  }
}

/** A worker of a page or of Node. */
abstract class Channel {
  onLine: (line: string) => void = () => {};
  onFailure: (error: Error) => void = () => {};
  abstract post(message: ToWorker): void;
  abstract close(): void;
  #started: { resolve(): void; reject(error: Error): void } | null = null;

  static async open(): Promise<Channel> {
    const url = new URL('./worker.js', import.meta.url);
    return isNode ? new NodeChannel(new (await import('node:worker_threads')).Worker(url, { execArgv: [] })) : new PageChannel(new Worker(url, { type: 'module' }));
  }

  start(message: ToWorker): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#started = { resolve, reject };
      this.post(message);
    });
  }

  send(line: string): void {
    this.post({ kind: 'line', line });
  }

  protected hear(message: FromWorker): void {
    if (message.kind === 'lines') message.text.split('\n').filter(Boolean).forEach((line) => this.onLine(line));
    else if (message.kind === 'ready') this.#started?.resolve();
    else this.fail(new Error(message.reason));
  }

  protected fail(error: Error): void {
    this.#started?.reject(error);
    this.onFailure(error);
  }
}

class PageChannel extends Channel {
  constructor(private readonly worker: Worker) {
    super();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    worker.onerror = ({ message }) => this.fail(new Error(message));
  }

  post(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  close(): void {
    this.worker.terminate();
  }
}

class NodeChannel extends Channel {
  constructor(private readonly worker: import('node:worker_threads').Worker) {
    super();
    worker.on('message', (message: FromWorker) => this.hear(message));
    worker.on('error', (error: Error) => this.fail(error));
  }

  post(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  close(): void {
    void this.worker.terminate();
  }
}

async function load(url: URL, onProgress?: (part: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  if (isNode) {
    const bytes = await (await import('node:fs/promises')).readFile(url);
    onProgress?.(1);
    return new Uint8Array(bytes);
  }
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url.pathname}: ${response.status}`);
  const length = Number(response.headers.get('Content-Length'));
  let size = 0;
  const counted = response.body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (length) onProgress?.(Math.min(1, size / length));
      controller.enqueue(chunk);
    },
  }));
  return new Uint8Array(await new Response(counted).arrayBuffer());
}
