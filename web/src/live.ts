// Values of the moves on the board, of the position that is shown.

import { answers, client, deepened, isReady, analysisLevel, onChange, redraw, server, settings, state, tell } from './app.ts';
import { movesTo, type Node } from './game.ts';
import { isReviewing } from './judge.ts';
import type { Answer, MoveInfo, Query } from './protocol.ts';

/** The position on the board comes before a review. */
const PRIORITY = 10;
const LEVEL_BESIDE_REVIEW = 8;

let shown = '';
let end = (): void => {};

function wantsValues(): boolean {
  const { view, node, match } = state;
  if (node.position.over) return false;
  if (view === 'analyse') return settings.live;
  return view === 'play' && settings.help && match !== null && !match.end && (match.person === 'both' || match.person === node.position.side);
}

/** What makes another search needed. */
let searched: Node | null = null;
/** The searches that have their last answer. */
const finished = new WeakMap<Node, string>();

/** The one engine of a page without a server gives way to a review: until that is done, values come from a short search. */
const level = (): number => (!server && isReviewing() ? Math.min(analysisLevel(), LEVEL_BESIDE_REVIEW) : analysisLevel());

function follow(): void {
  if (deeper && (deeper.node !== state.node || state.view !== 'analyse')) endDeeper();
  const node = wantsValues() ? state.node : null;
  const key = `${settings.lines} ${level()}`;
  if (node === searched && key === shown) return;
  end();
  end = () => {};
  [searched, shown] = [node, key];
  if (!node) return;
  if (finished.get(node) === key) return;
  const { rules } = state.game;
  const query = { rules, moves: movesTo(node), level: level(), lines: settings.lines, book: true, priority: PRIORITY, reportDuringSearchEvery: 0.25 };
  end = client.ask(query, (answer) => keepAnswer(node, key, answer));
}

function keepAnswer(node: Node, key: string, answer: Answer): void {
  if (answer.error) return tell(answer.error);
  if (!answer.moveInfos?.length) return undefined;
  if (!answer.isDuringSearch) finished.set(node, key);
  // A new search does not hide what an earlier one knows until it is as deep.
  else if ((answers.get(node)?.depth ?? 0) > (answer.depth ?? 0)) return undefined;
  answers.set(node, answer);
  return redraw();
}

/** A search of one move, or a proof, beside the values. */
let deeper: { node: Node; end: () => void } | null = null;

function endDeeper(): void {
  deeper?.end();
  deeper = null;
}

function searchDeeper(node: Node, query: Partial<Query>): void {
  endDeeper();
  const end = client.ask({ rules: state.game.rules, moves: movesTo(node), ...query, priority: PRIORITY + 1, reportDuringSearchEvery: 0.25 }, (answer) => {
    if (answer.error) tell(answer.error);
    if (!answer.isDuringSearch) deeper = null;
    const moves = deepened.get(node) ?? new Map<string, MoveInfo>();
    answer.moveInfos?.forEach((info) => moves.set(info.move, info));
    deepened.set(node, moves);
    redraw();
  });
  deeper = { node, end };
  redraw();
}

/** Searches one move deeper than the others. */
export function deepen(node: Node, move: string): void {
  searchDeeper(node, { level: Math.min(server?.most ?? 60, analysisLevel() + 6), allowMoves: [move] });
}

/** Proves the values of the moves that are shown. */
export const solve = (node: Node): void => searchDeeper(node, { exact: true, lines: settings.lines });

/** The moves of a position with their values, best first. */
export function infosOf(node: Node): MoveInfo[] {
  const known = deepened.get(node);
  const infos = (answers.get(node)?.moveInfos ?? []).map((info) => known?.get(info.move) ?? info);
  const missing = [...known?.values() ?? []].filter(({ move }) => !infos.some((info) => info.move === move));
  const sign = node.position.side === 'black' ? 1 : -1;
  return [...infos, ...missing].sort((one, other) => sign * (other.score - one.score));
}

export const isSearching = (): boolean => isReady() && (deeper !== null || (searched !== null && finished.get(searched) !== shown));

onChange(follow);
