// The state of the page, and its text: the part of the address behind #, which a reload, a bookmark or another person reads back.

import { type Game, type Node, type Rules, endOf, newGame, nodeAt, placeText, readTree, treeText } from './game.ts';
import type { Side } from './rust.ts';

export const VIEWS = ['play', 'analyse', 'openings', 'puzzles', 'drill', 'fairplay'] as const;
type View = (typeof VIEWS)[number];

/** Which side a person plays. */
export type Person = Side | 'both' | 'none';
const PERSONS: readonly Person[] = ['black', 'white', 'both', 'none'];

/** A game that is played on the page. */
export interface Match {
  readonly strength: string;
  readonly person: Person;
  /** 0 is no clock. */
  readonly minutes: number;
  /** What is left, in milliseconds. */
  readonly clock: Readonly<Record<Side, number>>;
  /** Discs that the engine was to lose and did not, with a handicap; the seed of the player where people of a rating play. */
  readonly carry: number;
  readonly end: { readonly by: 'resign' | 'time'; readonly loser: Side } | null;
  /** Where it stands. A person may look at earlier positions without a move of the engine. */
  readonly tip: Node;
  /** Whether it is played on from a game that was there before. */
  readonly isVariation: boolean;
}

export interface State {
  readonly view: View;
  readonly game: Game;
  readonly node: Node;
  readonly match: Match | null;
  /** The moves on the board of the openings. */
  readonly opening: readonly string[];
  readonly puzzle: string;
}

export function initialState(rules: Rules): State {
  const game = newGame(rules);
  return { view: 'play', game, node: game.root, match: null, opening: [], puzzle: '' };
}

const HEAD = { black: 'b', white: 'w', blackRating: 'rb', whiteRating: 'rw', event: 'e', place: 'l', date: 'd' } as const;

const matchText = ({ strength, person, minutes, clock, carry, end, tip, isVariation }: Match): string =>
  [strength, person, minutes, Math.round(clock.black), Math.round(clock.white), carry.toFixed(2), placeText(tip), isVariation ? 'v' : '', end ? `${end.by}-${end.loser}` : ''].join('_');

function readMatch(game: Game, text: string): Match | null {
  const [strength = '', person, minutes, black, white, carry, tip = '', variation, end = ''] = text.split('_');
  const known = PERSONS.find((one) => one === person);
  const numbers = [minutes, black, white, carry].map(Number);
  const [m = 0, b = 0, w = 0, c = 0] = numbers;
  if (!known || !/^\w+$/.test(strength) || !numbers.every(Number.isFinite)) return null;
  const [by, loser] = end.split('-');
  const isEnd = (by === 'resign' || by === 'time') && (loser === 'black' || loser === 'white');
  return { strength, person: known, minutes: m, clock: { black: b, white: w }, carry: c, end: isEnd ? { by, loser } : null, tip: nodeAt(game, tip), isVariation: variation === 'v' };
}

export function stateText({ view, game, node, match, opening, puzzle }: State): string {
  const found: [string, string][] = [['v', view], ['r', game.rules], ['g', treeText(game.root)]];
  if (node !== endOf(game.root)) found.push(['at', placeText(node)]);
  for (const key of ['black', 'white', 'blackRating', 'whiteRating', 'event', 'place', 'date'] as const) found.push([HEAD[key], String(game.head[key] ?? '')]);
  if (match) found.push(['m', matchText(match)]);
  found.push(['o', opening.join('')], ['p', puzzle]);
  return new URLSearchParams(found.filter(([, value]) => value)).toString().replaceAll('%3A', ':').replaceAll('%28', '(').replaceAll('%29', ')');
}

/** Reads the text of a state. Throws an error if a move is not legal or the rules are none. */
export function readState(rules: Rules, text: string): State {
  const fields = new URLSearchParams(text);
  const of = (key: string): string => fields.get(key) ?? '';
  const rating = (key: string): number | null => (Number.isFinite(Number(of(key))) ? Number(of(key)) || null : null);
  const head = { black: of('b'), white: of('w'), blackRating: rating('rb'), whiteRating: rating('rw'), event: of('e'), place: of('l'), date: of('d') };
  const game = newGame(rules, of('r'), head);
  readTree(rules, game, of('g'));
  const at = fields.get('at');
  const opening = of('o').match(/[a-h][1-8]/g) ?? [];
  // A line that is not legal is refused here.
  rules('', opening);
  return {
    view: VIEWS.find((view) => view === of('v')) ?? 'play',
    game,
    node: at === null ? endOf(game.root) : nodeAt(game, at),
    match: readMatch(game, of('m')),
    opening,
    puzzle: of('p'),
  };
}
