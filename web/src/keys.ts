// The keyboard: everything that the mouse does. Letters a to j begin the name of a square.

import { advise, choose, leaveGame, play, settings, state, update } from './app.ts';
import { goToMistake } from './analyse.tsx';
import { hintDrill, nextExercise, playDrill } from './drill.tsx';
import { playOpening } from './openings.tsx';
import { currentPuzzle, isPuzzleOpen, nextPuzzle, puzzlePosition, tryMove } from './puzzles.tsx';
import { takeBack } from './referee.ts';
import { squareOf } from './game.ts';
import { openingPosition } from './openings.tsx';
import { VIEWS } from './state.ts';
import { go } from './steps.ts';
import type { Key } from './strings.ts';

interface Command {
  readonly keys: readonly string[];
  readonly about: Key;
  readonly act: () => void;
}

/** Set by the page: shows the list of keys. */
let toggleHelp = (): void => {};
export const onHelp = (toggle: () => void): void => { toggleHelp = toggle; };

export const COMMANDS: readonly Command[] = [
  { keys: ['ArrowLeft'], about: 'key_back', act: () => go('back') },
  { keys: ['ArrowRight'], about: 'key_forward', act: () => go('forward') },
  { keys: ['Home'], about: 'key_first', act: () => go('first') },
  { keys: ['End'], about: 'key_last', act: () => go('last') },
  { keys: ['m'], about: 'nextMistake', act: goToMistake },
  { keys: ['t'], about: 'key_hint', act: () => { if (state.view === 'drill') hintDrill(); else if (!state.node.position.over) advise(state.node); } },
  { keys: ['u'], about: 'takeBack', act: () => { if (state.view === 'play') takeBack(); } },
  { keys: ['v'], about: 'showValues', act: () => choose(state.view === 'play' ? { help: !settings.help } : { live: !settings.live }) },
  { keys: ['n'], about: 'key_next', act: () => { if (state.view === 'puzzles') nextPuzzle(); else if (state.view === 'drill') nextExercise(); else if (state.view === 'play') leaveGame(); } },
  ...VIEWS.map((view, index): Command => ({ keys: [String(index + 1)], about: `view_${view}`, act: () => update({ view }) })),
  { keys: ['?'], about: 'keys', act: () => toggleHelp() },
];

/** Plays on a square by its name. */
function playSquare(name: string): void {
  const puzzle = currentPuzzle();
  const find = (legal: readonly string[]): string | undefined => legal.find((move) => squareOf(move) === name);
  if (state.view === 'openings') {
    const move = find(openingPosition().legal);
    if (move) playOpening(move);
  } else if (state.view === 'puzzles') {
    const move = puzzle && !isPuzzleOpen(puzzle) ? find(puzzlePosition(puzzle).legal) : undefined;
    if (puzzle && move) tryMove(puzzle, move);
  } else if (state.view === 'drill') playDrill(find);
  else if (state.view !== 'fairplay') {
    const move = find(state.node.position.legal);
    if (move) choosePlay(move);
  }
}

let choosePlay: (move: string) => void = play;
/** The page says what a move on the board does. */
export const onSquareKey = (act: (move: string) => void): void => { choosePlay = act; };

let letter = '';

export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    const isTyping = target instanceof HTMLElement && (target.matches('textarea, select, input:not([type="checkbox"])'));
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
    const isDigit = /^\d$/.test(key);
    if (isDigit && letter) {
      playSquare(letter + (key === '0' ? '10' : key));
      letter = '';
      return event.preventDefault();
    }
    letter = /^[a-j]$/.test(key) ? key : '';
    const command = COMMANDS.find(({ keys }) => keys.includes(key));
    if (!command) return undefined;
    command.act();
    return event.preventDefault();
  });
}
