// The exercises of the person and what is remembered of them: kept in this browser, as the file of `emilia drill`.

import { errorText, redraw, tell } from './app.ts';
import { type Drill, drillState, type DrillState, type Exercise, exerciseOf, newDrill } from './rust.ts';
import { keep, kept } from './settings.ts';
import { t } from './text.ts';

const KEY = 'emilia.drill';
/** What could not be read stays here. */
const DAMAGED = 'emilia.drill.damaged';

let drill: Drill | null = null;
/** Whether the browser keeps the progress: its storage may be full or forbidden. */
export let isKept = true;
/** What follows when another page of this browser changed the exercises. */
let onOtherPage = (): void => {};

const seconds = (): number => Math.floor(Date.now() / 1000);

function deck(): Drill {
  if (drill) return drill;
  drill = newDrill();
  const text = kept<string>(KEY, '');
  try {
    if (text) drill.merge(text);
  } catch (error) {
    keep(DAMAGED, text);
    tell(t('drillDamaged'), errorText(error));
  }
  return drill;
}

function save(): void {
  isKept = keep(KEY, deck().text());
  redraw();
}

export const deckState = (): DrillState => drillState(deck(), seconds());
export const deckText = (): string => deck().text();
export const deckAnki = (): string => deck().anki();
export const deckPlain = (): string => deck().plain();
export const exerciseAt = (number: number): Exercise | null => exerciseOf(deck(), number);
/** The exercises to practise now: those that are due, then some new ones. */
export const sessionNow = (most: number): number[] => [...deck().session(seconds(), most)];

/** Adds the exercises of a file of the drill with their progress: the number of new ones. Throws an error if it is none. */
export function addToDeck(text: string): number {
  const added = deck().merge(text);
  save();
  return added;
}

/** Whose exercises they are. */
export function setPlayer(name: string | null, rating: number | null): void {
  deck().set_player(name ?? undefined, rating ?? undefined);
  save();
}

/** Records an answer, after this number of wrong moves and hints, or null if the exercise was not solved. The seconds until it is due. */
export function recordAnswer(number: number, slips: number | null): number {
  const due = deck().answer(number, slips ?? undefined, seconds()) ?? seconds();
  save();
  return due - seconds();
}

export function removeFromDeck(number: number): void {
  deck().remove(number);
  save();
}

export const onDeckChange = (act: () => void): void => { onOtherPage = act; };

window.addEventListener('storage', ({ key }) => {
  if (key !== KEY) return;
  drill?.free();
  drill = null;
  onOtherPage();
  redraw();
});
