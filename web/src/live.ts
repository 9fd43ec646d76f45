// Values of the moves on the board, of the position that is shown.

import { answers, client, deepened, isReady, analysisLevel, onChange, redraw, server, settings, state, tell } from './app.ts';
import { movesTo, type Node } from './game.ts';
import type { Answer, MoveInfo, Query } from './protocol.ts';

/** The engine makes values for these searches at the same time; the position on the board comes before a review. */
const PRIORITY = 10;

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

function follow(): void {
  if (deeper && (deeper.node !== state.node || state.view !== 'analyse')) endDeeper();
  const node = wantsValues() ? state.node : null;
  const key = `${settings.lines} ${analysisLevel()}`;
  if (node === searched && key === shown) return;
  end();
  end = () => {};
  [searched, shown] = [node, key];
  if (!node) return;
  const known = answers.get(node);
  if (known && !known.isDuringSearch && (known.moveInfos?.length ?? 0) >= Math.min(settings.lines, node.position.legal.length)) return;
  const { rules } = state.game;
  const query = { rules, moves: movesTo(node), level: analysisLevel(), lines: settings.lines, book: true, priority: PRIORITY, reportDuringSearchEvery: 0.25 };
  end = client.ask(query, (answer) => keepAnswer(node, answer));
}

function keepAnswer(node: Node, answer: Answer): void {
  if (answer.error) return tell(answer.error);
  if (!answer.moveInfos?.length) return undefined;
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
    const info = answer.moveInfos?.[0];
    if (answer.error) tell(answer.error);
    if (!answer.isDuringSearch) deeper = null;
    if (info) {
      const moves = deepened.get(node) ?? new Map<string, MoveInfo>();
      deepened.set(node, moves.set(info.move, info));
    }
    redraw();
  });
  deeper = { node, end };
  redraw();
}

/** Searches one move deeper than the others. */
export function deepen(node: Node, move: string): void {
  searchDeeper(node, { level: Math.min(server?.most ?? 60, analysisLevel() + 6), allowMoves: [move] });
}

/** Proves the value of the position. */
export const solve = (node: Node): void => searchDeeper(node, { exact: true });

/** The moves of a position with their values, best first. */
export function infosOf(node: Node): MoveInfo[] {
  const known = deepened.get(node);
  const infos = (answers.get(node)?.moveInfos ?? []).map((info) => known?.get(info.move) ?? info);
  const missing = [...known?.values() ?? []].filter(({ move }) => !infos.some((info) => info.move === move));
  const sign = node.position.side === 'black' ? 1 : -1;
  return [...infos, ...missing].sort((one, other) => sign * (other.score - one.score));
}

export const isSearching = (): boolean => isReady() && (deeper !== null || searched !== null && answers.get(searched)?.isDuringSearch !== false);

onChange(follow);
