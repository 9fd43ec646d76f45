// Steps through what is shown, with buttons and with keys.

import { goTo, state } from './app.ts';
import { endOf, type Node, PASS } from './game.ts';
import { mainLineMoves, showOpening, stepOpening } from './openings.tsx';

export type Step = 'first' | 'back' | 'forward' | 'last';

/** The node that a step leads to. Over a forced pass it goes on. */
function target(step: Step): Node {
  const { node, game } = state;
  const isPass = (at: Node): boolean => at.position.legal[0] === PASS;
  if (step === 'first') return game.root;
  if (step === 'last') return endOf(node);
  let at = node;
  do at = (step === 'back' ? at.parent : at.children[0]) ?? at; while (isPass(at) && (step === 'back' ? at.parent : at.children[0]));
  return at;
}

export function mayStep(step: Step): boolean {
  if (state.view !== 'play' && state.view !== 'analyse' && state.view !== 'openings') return false;
  if (state.view === 'openings') return step === 'forward' || step === 'last' ? mainLineMoves().length > 0 : state.opening.length > 0;
  return target(step) !== state.node;
}

export function go(step: Step): void {
  if (!mayStep(step)) return;
  if (state.view !== 'openings') goTo(target(step));
  else if (step === 'first') showOpening([]);
  else if (step === 'last') showOpening([...state.opening, ...mainLineMoves()]);
  else stepOpening(step === 'back' ? -1 : 1);
}
