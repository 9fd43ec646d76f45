// Values of the moves on the board, of the position that is shown.

import { answers, client, deepened, isReady, analysisLevel, onChange, redraw, settings, state, tell } from './app.ts';
import { movesTo, type Node } from './game.ts';
import type { Answer, MoveInfo } from './protocol.ts';

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

let endDeepen = (): void => {};

/** Searches one move deeper than the others, until another one is. */
export function deepen(node: Node, move: string): void {
  endDeepen();
  const { rules } = state.game;
  const level = Math.min(60, analysisLevel() + 6);
  const query = { rules, moves: movesTo(node), level, allowMoves: [move], priority: PRIORITY + 1, reportDuringSearchEvery: 0.25 };
  endDeepen = client.ask(query, (answer) => {
    const info = answer.moveInfos?.[0];
    if (answer.error) tell(answer.error);
    if (!info) return;
    const moves = deepened.get(node) ?? new Map<string, MoveInfo>();
    deepened.set(node, moves.set(move, info));
    redraw();
  });
}

/** Proves the value of the position. */
export function solve(node: Node): void {
  endDeepen();
  const query = { rules: state.game.rules, moves: movesTo(node), exact: true, priority: PRIORITY + 1, reportDuringSearchEvery: 0.25 };
  endDeepen = client.ask(query, (answer) => {
    const info = answer.moveInfos?.[0];
    if (answer.error) tell(answer.error);
    if (!info) return;
    const moves = deepened.get(node) ?? new Map<string, MoveInfo>();
    deepened.set(node, moves.set(info.move, info));
    redraw();
  });
}

/** The moves of a position with their values, best first. */
export function infosOf(node: Node): MoveInfo[] {
  const deeper = deepened.get(node);
  const infos = (answers.get(node)?.moveInfos ?? []).map((info) => deeper?.get(info.move) ?? info);
  const missing = [...deeper?.values() ?? []].filter(({ move }) => !infos.some((info) => info.move === move));
  const sign = node.position.side === 'black' ? 1 : -1;
  return [...infos, ...missing].sort((one, other) => sign * (other.score - one.score));
}

export const isSearching = (): boolean => isReady() && searched !== null && answers.get(searched)?.isDuringSearch !== false;

onChange(follow);
