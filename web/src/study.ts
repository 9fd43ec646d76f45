// The games of a player, judged in a worker of their own, so that the engine stays free for the board.

import { errorText, redraw, tell } from './app.ts';
import { module } from './rust.ts';
import { t } from './text.ts';

export type Goal = 'drill' | 'fairPlay';

/** Whose games are judged, see `Study` of crates/web. Without a name the side is the player's in all games, without a side both are. */
export interface Task {
  readonly goal: Goal;
  readonly player: string | null;
  readonly side: 'black' | 'white' | null;
  /** Null for that in the record of each game. */
  readonly rating: number | null;
}

export type FromStudy =
  /** `part` of the weights has come, from 0 to 1. */
  | { readonly kind: 'loading'; readonly part: number }
  /** `part` of the next game is judged, too, from 0 to 1. */
  | { readonly kind: 'judged'; readonly games: number; readonly total: number; readonly part: number }
  /** What the games give is being put together. */
  | { readonly kind: 'finishing' }
  | { readonly kind: 'done'; readonly result: string }
  | { readonly kind: 'failed'; readonly reason: string };

export interface StudyOrder {
  readonly kind: 'study';
  readonly module: WebAssembly.Module;
  readonly files: readonly Uint8Array[];
  readonly task: Task;
  /** The exercises that there are, as the file of the drill. */
  readonly deck: string;
}

export type ToStudy = StudyOrder | { readonly kind: 'finish' };

/** A study in progress. */
interface Study {
  readonly goal: Goal;
  readonly worker: Worker;
  state: Extract<FromStudy, { kind: 'loading' | 'judged' | 'finishing' }>;
}

let study: Study | null = null;

export const studyOf = (goal: Goal): Study | null => (study?.goal === goal ? study : null);
export const runningGoal = (): Goal | null => study?.goal ?? null;

/** Judges the games and passes on what they give. One study runs at a time: who starts another one has been told that this one ends. */
export function startStudy(order: Omit<StudyOrder, 'kind' | 'module'>, onDone: (result: string) => void): void {
  cancelStudy();
  const worker = new Worker('worker.js', { type: 'module' });
  const started: Study = { goal: order.task.goal, worker, state: { kind: 'loading', part: 0 } };
  study = started;
  const failed = (reason: string): void => {
    cancelStudy();
    tell(t('studyFailed'), reason);
  };
  worker.onerror = ({ message }) => failed(message);
  worker.onmessage = ({ data }: MessageEvent<FromStudy>) => {
    if (study !== started) return;
    if (data.kind === 'failed') return failed(data.reason);
    if (data.kind === 'done') {
      cancelStudy();
      try {
        onDone(data.result);
      } catch (error) {
        tell(t('studyFailed'), errorText(error));
      }
    } else started.state = data;
    redraw();
    return undefined;
  };
  worker.postMessage({ ...order, kind: 'study', module } satisfies ToStudy);
  redraw();
}

/** Ends it without a result. */
export function cancelStudy(): void {
  study?.worker.terminate();
  study = null;
  redraw();
}

/** Ends it with what the games so far give. */
export function finishStudy(): void {
  study?.worker.postMessage({ kind: 'finish' } satisfies ToStudy);
}
