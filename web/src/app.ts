// What the page knows and does: its state, the engine, and the queries that belong to what is shown.

import { Client, socketTransport, workerTransport, type Status } from './engine.ts';
import { extend, type Game, mainLine, movesTo, newGame, type Node, PASS, promote } from './game.ts';
import type { Answer, Explanation, MoveInfo } from './protocol.ts';
import * as rust from './rust.ts';
import { keep, kept, keepSettings, readSettings, type Settings } from './settings.ts';
import { initialState, readState, type State, stateText } from './state.ts';
import { explanationText, moveText, setLanguage, t } from './text.ts';

export interface Server {
  readonly version: string;
  readonly level: number;
  readonly most: number;
  readonly needsToken: boolean;
}

/** An answer to "why" or to a hint, for the position at a node. */
interface Advice {
  readonly node: Node;
  readonly answer: Answer | null;
}

const GAME = 'emilia.game';
/** The game that was in progress when another one was opened. */
const UNFINISHED = 'emilia.unfinished';

export const server = JSON.parse(document.getElementById('server')?.textContent ?? 'null') as Server | null;
export let state: State;
export let settings: Settings = readSettings();
export let status: Status = { kind: 'loading', part: 0 };
export let client: Client;
/** A message for the person, until the next action; `details` is what the reader or the engine said, in English. */
export let message: { readonly text: string; readonly details: string } | null = null;
/** What the live region says. */
export let spoken = '';
export let advice: Advice | null = null;
/** Several games that were read: one is to be chosen. */
export let found: rust.ReadGames | null = null;
/** The file or text from which games were read last. */
export let opened: Uint8Array | null = null;
/** The last answers about positions, and moves that were searched deeper. */
export const answers = new WeakMap<Node, Answer>();
export const deepened = new WeakMap<Node, Map<string, MoveInfo>>();

type Listener = () => void;
let draw: Listener = () => {};
/** What follows a change of the state: queries, clocks, the engine's move. */
const effects: Listener[] = [];
export const onChange = (effect: Listener): void => { effects.push(effect); };

let isScheduled = false;

/** Draws once for all changes of the same moment. */
export function redraw(): void {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    draw();
  });
}

export function update(changes: Partial<State>, isNewPlace = false): void {
  const isMove = changes.node !== undefined && changes.node !== state.node;
  const isOtherView = changes.view !== undefined && changes.view !== state.view;
  state = { ...state, ...changes };
  if (isMove || isOtherView) [message, advice] = [null, null];
  // What was said of another state is out of date.
  spoken = '';
  save(isNewPlace || isOtherView);
  changed();
}

/** After every change of the state, and of what effects depend on. */
export function changed(): void {
  for (const effect of effects) effect();
  redraw();
}

/** The clock runs: no new state for the address at each tick. */
export function tick(changes: Partial<State>): void {
  state = { ...state, ...changes };
  redraw();
}

/** Writes the state into the address and this browser. Another view or game is a step for the button "back". */
export function save(isNewPlace = false): void {
  const text = stateText(state);
  const address = `#${text}`;
  if (isNewPlace) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  keep(GAME, text);
}

export function choose(changes: Partial<Settings>): void {
  settings = { ...settings, ...changes };
  keepSettings(settings);
  applySettings();
  changed();
}

function applySettings(): void {
  document.documentElement.lang = setLanguage(settings.language);
  document.documentElement.dataset.theme = settings.theme;
}

export function tell(text: string, details = ''): void {
  message = text ? { text, details } : null;
  redraw();
}

export function say(text: string): void {
  // The same words twice are to be spoken twice.
  spoken = spoken === text ? `${text}\u00a0` : text;
  redraw();
}

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const isReady = (): boolean => status.kind === 'ready';
/** Whether there is no engine, and none is on its way. */
export const isAway = (): boolean => status.kind === 'closed' || status.kind === 'failed';

/** The level of analyses. A server searches on faster cores, and several at once. */
export const analysisLevel = (): number => settings.level || (server ? Math.min(server.most, 21) : 16);
export const adviceLevel = (): number => (server ? Math.min(server.most, 16) : 10);

/** A move on the board, by its notation; false if it is not legal. */
export function play(move: string): boolean {
  const { game, node, match, view } = state;
  if (!node.position.legal.includes(move)) return false;
  const next = extend(rust.line, game, node, [move]);
  if (match && view === 'play') {
    // Moves that were taken back stay as variations.
    if (!match.isVariation) promote(next);
    update({ node: next, match: { ...match, tip: next } });
  } else update({ node: next });
  speakMove(next);
  return true;
}

function speakMove({ parent, move, position }: Node): void {
  if (!parent) return;
  const side = t(parent.position.side);
  const what = move === PASS ? t('passes', { side }) : `${side} ${move}`;
  const then = position.over ? resultText(position) : position.legal[0] === PASS ? t('mustPass', { side: t(position.side) }) : t('toMove', { side: t(position.side) });
  say(`${what}. ${then}`);
}

export function resultText({ winner, black, white }: rust.Position): string {
  if (winner === 'draw') return t('drawn', { black, white });
  return t('wins', { side: t(winner ?? 'black'), black, white });
}

export function goTo(node: Node): void {
  if (node !== state.node) update({ node });
  speakMove(node);
}

export function openGame(read: rust.ReadGame): void {
  const { rules, moves, comments, fault, black, white, blackRating, whiteRating, event, place, date } = read;
  const game = newGame(rust.line, rules, { black, white, blackRating, whiteRating, event, place, date });
  const end = extend(rust.line, game, game.root, moves);
  for (const { ply, text } of comments) {
    const node = mainLine(game)[ply];
    if (node) node.comment = node.comment ? `${node.comment}\n${text}` : text;
  }
  found = null;
  showGame(game, moves.length ? end : game.root);
  if (fault) tell(fault.number ? t('faultyMove', { move: fault.number }) : t('faultyGame'), fault.reason);
  else say(t('loaded'));
}

/** Keeps a game that is in progress, so that it can be gone on with. */
function keepUnfinished(): void {
  const { match } = state;
  if (match && !match.end && match.tip.ply > 0 && !match.tip.position.over) keep(UNFINISHED, stateText({ ...state, view: 'play', node: match.tip }));
}

/** Shows a game to analyse: the engine makes no move in it. */
export function showGame(game: Game, node: Node): void {
  keepUnfinished();
  message = null;
  update({ game, node, match: null, view: 'analyse' }, true);
}

/** Leaves the game for the choice of another one, with its board. */
export function leaveGame(): void {
  keepUnfinished();
  const game = newGame(rust.line, settings.rules);
  update({ match: null, game, node: game.root }, true);
}

export const hasUnfinished = (): boolean => kept(UNFINISHED, '') !== '';

/** Goes on with the game that was in progress. */
export function resumeUnfinished(): void {
  const text = kept(UNFINISHED, '');
  keep(UNFINISHED, '');
  try {
    update(readState(rust.line, text), true);
  } catch (error) {
    tell(t('linkNotRead'), errorText(error));
  }
}

/** Games from a file or from text that was pasted. */
export function readBytes(bytes: Uint8Array): void {
  try {
    const read = rust.readGames(bytes);
    const [first, ...others] = read.games;
    const notes = [...read.faults, ...read.dropped].join('; ');
    if (!first) return tell(t(read.faults.length ? 'faulty' : 'notRead'), notes);
    opened = bytes;
    if (others.length) {
      [found, message] = [read, null];
      update({ view: 'analyse' });
    } else {
      openGame(first);
      if (!first.fault && notes) tell(t('partlyRead'), notes);
    }
  } catch (error) {
    tell(t('notRead'), errorText(error));
  }
  return undefined;
}

export function closeList(): void {
  found = null;
  redraw();
}

let endAdvice = (): void => {};

/** Asks which move is best at a node, and why. */
export function advise(node: Node): void {
  endAdvice();
  advice = { node, answer: null };
  const query = { rules: state.game.rules, moves: movesTo(node), level: adviceLevel(), explain: true, book: true, priority: 20, reportDuringSearchEvery: 0.5 };
  endAdvice = client.ask(query, (answer) => {
    if (advice?.node !== node) return;
    if (answer.error) {
      advice = null;
      tell(answer.error);
      return;
    }
    advice = { node, answer };
    const best = answer.moveInfos?.[0]?.move;
    if (!answer.isDuringSearch && best) say([t('bestIs', { move: moveText(best) }), ...explanationsOf(answer).map(({ text }) => text)].join('. '));
    redraw();
  });
  redraw();
}

/** That a move is worse for no reason that the engine can name is no explanation. */
export const explained = (all: readonly Explanation[]): readonly Explanation[] =>
  all.filter(({ kind }) => kind !== 'unexplained').map((one) => ({ ...one, text: explanationText(one.text) }));
export const explanationsOf = (answer: Answer | null): readonly Explanation[] => explained(answer?.explanations ?? []);

function readAddress(): State {
  const text = location.hash.slice(1) || kept(GAME, '');
  if (!text) return initialState(rust.line);
  try {
    return readState(rust.line, text);
  } catch (error) {
    message = { text: t('linkNotRead'), details: errorText(error) };
    return initialState(rust.line);
  }
}

function statusChanged(next: Status): void {
  status = next;
  redraw();
}

/** Loads what the page needs, and draws it. */
export async function start(drawAll: Listener): Promise<void> {
  draw = drawAll;
  applySettings();
  await rust.load();
  client = new Client((events) => (server ? socketTransport(server.needsToken, events) : workerTransport(rust.module, events)), statusChanged);
  state = readAddress();
  save();
  addEventListener('popstate', () => {
    [message, spoken] = [null, ''];
    state = readAddress();
    changed();
  });
  addEventListener('pagehide', () => save());
  changed();
}
