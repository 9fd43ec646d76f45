// A game on the page: the engine's moves, passes, clocks, the end.

import { client, isReady, onChange, play, save, say, server, settings, state, tell, tick, update } from './app.ts';
import { movesTo, newGame, NO_HEAD, type Node, PASS } from './game.ts';
import type { Query } from './protocol.ts';
import { book, line, otherSide, type Side, strengths } from './rust.ts';
import type { Match, Person } from './state.ts';
import { peopleRating, strengthName, t } from './text.ts';

/** Long enough to see what happened. */
const PAUSE_MS = 450;
const PASS_MS = 1400;
const TICK_MS = 200;
const SAVE_MS = 5000;
/** Without a server the full strength has this many seconds for a move. */
const FULL_SECONDS = 5;
const FULL_LEVEL = 21;
const MOST_HANDICAP = 64;
const MOST_SEED = 1e6;
/** Book moves that are worth as much are played in turn, so that not every game is the same. */
const EQUAL_BOOK_MOVES = 0.5;

/** The depth that the engine has reached, or null while it does not think. */
export let thinking: { depth: number | null } | null = null;

let job: Node | null = null;
let endJob = (): void => {};

export const isPersons = ({ person }: Match, side: Side): boolean => person === 'both' || person === side;

/** Whether the game goes on at the node that is shown. */
export function isRunning(): boolean {
  const { view, match, node } = state;
  return view === 'play' && match !== null && !match.end && node === match.tip && !node.position.over;
}

function follow(): void {
  const node = isRunning() ? state.node : null;
  if (node === job) return;
  endJob();
  [job, endJob, thinking] = [node, () => {}, null];
  if (!node || !state.match) return;
  if (node.position.legal[0] === PASS) later(node, PASS_MS, () => play(PASS));
  else if (!isPersons(state.match, node.position.side)) chooseMove(node, state.match);
}

function later(node: Node, wait: number, act: () => void): void {
  const timer = setTimeout(() => { if (job === node) act(); }, wait);
  endJob = () => clearTimeout(timer);
}

function chooseMove(node: Node, match: Match): void {
  const { game } = state;
  const strength = strengths().find(({ name }) => name === match.strength) ?? { name: 'full', level: FULL_LEVEL, handicap: 0 };
  const human = peopleRating(match.strength);
  const moves = movesTo(node);
  const known = strength.handicap || human ? null : bookMove(game.rules, moves, node.position.side);
  if (known) return later(node, PAUSE_MS, () => play(known));
  thinking = { depth: null };
  const begin = performance.now();
  const level = server ? Math.min(server.most, strength.level) : strength.level;
  const query: Query = human ? { rules: game.rules, moves, priority: 20, human, seed: match.carry } : {
    rules: game.rules, moves, level, priority: 20, reportDuringSearchEvery: 0.2,
    ...(strength.handicap ? { handicap: Math.max(0, Math.min(MOST_HANDICAP, strength.handicap + match.carry)) } : {}),
    ...timeFor(match, node.position.side, level),
  };
  const end = client.ask(query, (answer) => {
    if (job !== node) return undefined;
    if (answer.error) return tell(answer.error);
    if (answer.isDuringSearch) {
      thinking = { depth: answer.depth ?? null };
      return tick({});
    }
    const move = answer.chosen?.move ?? answer.moveInfos?.[0]?.move;
    if (!move) return undefined;
    const lost = answer.chosen?.loss ?? 0;
    const carry = human ? match.carry : strength.handicap ? (state.match?.carry ?? 0) + strength.handicap - lost : 0;
    return later(node, Math.max(0, PAUSE_MS - (performance.now() - begin)), () => {
      if (state.match) tick({ match: { ...state.match, carry } });
      play(move);
    });
  });
  endJob = end;
  return undefined;
}

function bookMove(rules: string, moves: readonly string[], side: Side): string | null {
  const known = book(rules, moves)?.moves ?? [];
  const value = (score: number): number => (side === 'black' ? score : -score);
  const best = Math.max(...known.map(({ score }) => value(score)));
  const equal = known.filter(({ score }) => value(score) >= best - EQUAL_BOOK_MOVES);
  return equal[Math.floor(Math.random() * equal.length)]?.move ?? null;
}

/** A part of the clock, and without a server a limit for the full strength. */
function timeFor({ minutes, clock }: Match, side: Side, level: number): { time?: number } {
  const limits = [...(minutes ? [Math.max(0.05, clock[side] / 1000 / 25)] : []), ...(!server && level >= FULL_LEVEL ? [FULL_SECONDS] : [])];
  return limits.length ? { time: Math.min(...limits) } : {};
}

let lastTick = performance.now();

function runClock(): void {
  const now = performance.now();
  const passed = now - lastTick;
  lastTick = now;
  const { match, node } = state;
  if (!match?.minutes || !isRunning()) return;
  const { side } = node.position;
  // An engine that is not there yet loses no time.
  if (!isReady() && !isPersons(match, side)) return;
  const left = Math.max(0, match.clock[side] - passed);
  const next: Match = { ...match, clock: { ...match.clock, [side]: left } };
  if (left > 0) return tick({ match: next });
  update({ match: { ...next, end: { by: 'time', loser: side } } });
  return say(t('timeOut', { side: t(side) }));
}

/** What a match begins with to carry: the seed of the player of whom people of a rating are drawn, or no discs. */
const newCarry = (strength: string): number => (peopleRating(strength) ? Math.floor(Math.random() * MOST_SEED) : 0);

/** Begins a game as it was chosen, from the start or from the node that is shown. */
export function startMatch(fromHere: boolean, person: Person = settings.person, rules = settings.rules): void {
  const { minutes } = settings;
  // People are known on the usual board alone.
  const strength = peopleRating(settings.strength) && rules ? 'club' : settings.strength;
  const time = minutes * 60_000;
  const match = { strength, person, minutes, clock: { black: time, white: time }, carry: newCarry(strength), end: null };
  if (fromHere) return update({ match: { ...match, tip: state.node, isVariation: state.node.ply > 0 }, view: 'play' }, true);
  const engine = `Emilia, ${strengthName(strength)}`;
  const nameOf = (side: Side): string => (person === 'both' ? '' : person === side ? t('you') : engine);
  const head = { ...NO_HEAD, black: nameOf('black'), white: nameOf('white'), date: new Date().toISOString().slice(0, 10) };
  const game = newGame(line, rules, head);
  return update({ match: { ...match, tip: game.root, isVariation: false }, game, node: game.root, view: 'play' }, true);
}

export function rematch(): void {
  const person = state.match?.person ?? settings.person;
  startMatch(false, person === 'black' ? 'white' : person === 'white' ? 'black' : person, state.game.rules);
}

export function resign(): void {
  const { match, node } = state;
  if (!match || match.end) return;
  const loser = match.person === 'black' || match.person === 'white' ? match.person : node.position.side;
  update({ match: { ...match, end: { by: 'resign', loser } } });
  say(t('resigned', { side: t(loser), winner: t(otherSide(loser)) }));
}

/** Takes back the person's last move, and what followed it. */
export function takeBack(): void {
  const { match, node } = state;
  if (!match) return;
  let at = node;
  do at = at.parent ?? at; while (at.parent && match.person !== 'none' && (at.position.legal[0] === PASS || !isPersons(match, at.position.side)));
  update({ node: at, match: { ...match, tip: at, end: null } });
  say(t('tookBack'));
}

/** Once there is a state. */
export function startClocks(): void {
  lastTick = performance.now();
  setInterval(runClock, TICK_MS);
  setInterval(() => { if (state.match?.minutes && isRunning()) save(); }, SAVE_MS);
}

onChange(follow);
