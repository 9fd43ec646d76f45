// What one takes away: files of the game, a picture, a report, paper.

import { errorText, tell } from './app.ts';
import { deckAnki, deckPlain, deckText } from './deck.ts';
import { type Game, mainLine, movesTo, type Node, written } from './game.ts';
import { picture, writeGame, writeTree } from './rust.ts';

export const FORMS = ['sgf', 'ggf', 'transcript'] as const;
type Form = (typeof FORMS)[number];
const ENDINGS: Readonly<Record<Form, string>> = { sgf: 'sgf', ggf: 'ggf', transcript: 'txt' };

function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function exportGame(game: Game, form: Form): void {
  try {
    download(`othello.${ENDINGS[form]}`, gameText(game, form), 'text/plain');
  } catch (error) {
    tell(errorText(error));
  }
}

/** SGF has the variations; the other notations have the moves of the game. */
export function gameText(game: Game, form: Form): string {
  const { rules, head, root } = game;
  const line = mainLine(game);
  const end = line.at(-1) ?? root;
  if (form === 'sgf') return writeTree({ rules, ...head, result: end.position.result, root: written(root) });
  const comments = line.flatMap(({ ply, comment }) => (comment ? [{ ply, text: comment }] : []));
  return writeGame({ rules, ...head, moves: movesTo(end), result: end.position.result, comments }, form);
}

export const exportPicture = ({ position }: Node): void => download('othello.svg', picture(position), 'image/svg+xml');
export const exportReport = (text: string): void => download('othello-report.txt', text, 'text/plain');
/** The exercises: as the file of the program, for Anki, or to read. */
export const exportDrill = (): void => download('drill.json', deckText(), 'application/json');
export const exportAnki = (): void => download('othello-anki.txt', deckAnki(), 'text/plain');
export const exportDrillText = (): void => download('othello-exercises.txt', deckPlain(), 'text/plain');
export const exportFairPlay = (text: string): void => download('othello-fair-play.txt', text, 'text/plain');
export const printPage = (): void => print();
