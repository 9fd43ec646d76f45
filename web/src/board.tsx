// The board: an ARIA grid whose squares are reached with the arrows, and which is as large as there is room.

import { useRef, useState } from 'preact/hooks';
import { squareOf } from './game.ts';
import { otherSide, type Position } from './rust.ts';
import { t } from './text.ts';

/** What a square shows beside its disc. */
export interface Label {
  readonly value: string;
  readonly detail: string;
  readonly tone: 'best' | 'good' | 'fair' | 'poor';
}

/** Of a square: the move to look at, or what explains it. */
export type Marking = 'marked' | 'noted';

export interface BoardProps {
  readonly position: Position;
  readonly last: string;
  readonly labels: ReadonlyMap<string, Label>;
  /** What the numbers of the labels are; values for the side to move by default. */
  readonly caption?: string;
  /** Squares to look at: a hint, or what an explanation names. */
  readonly marked: ReadonlyMap<string, Marking>;
  readonly canPlay: boolean;
  readonly showLegal: boolean;
  readonly onPlay: (move: string) => void;
  /** An empty square was chosen on which no move is legal. */
  readonly onIllegal?: ((square: string) => void) | undefined;
  /** Any square was chosen, where one sets up a board. */
  readonly onSquare?: ((index: number) => void) | undefined;
}

const squareName = (index: number, columns: number): string => String.fromCharCode(97 + (index % columns)) + (Math.floor(index / columns) + 1);

export function Board({ position, last, labels, caption, marked, canPlay, showLegal, onPlay, onIllegal, onSquare }: BoardProps) {
  const { columns, rows, board, legal } = position;
  const [focused, setFocused] = useState(0);
  const [choices, setChoices] = useState<readonly string[]>([]);
  const grid = useRef<HTMLDivElement>(null);
  const current = focused < board.length ? focused : 0;

  const choose = (index: number): void => {
    setFocused(index);
    if (onSquare) return onSquare(index);
    const name = squareName(index, columns);
    const moves = legal.filter((move) => squareOf(move) === name);
    setChoices(canPlay && moves.length > 1 ? moves : []);
    if (canPlay && moves.length === 1 && moves[0]) onPlay(moves[0]);
    else if (canPlay && !moves.length && board[index] === '-') onIllegal?.(name);
    return undefined;
  };

  const walk = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const column = current % columns;
    const row = Math.floor(current / columns);
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: column > 0 ? -1 : 0, ArrowRight: column < columns - 1 ? 1 : 0, ArrowUp: row > 0 ? -columns : 0, ArrowDown: row < rows - 1 ? columns : 0,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      setFocused(current + step);
      grid.current?.querySelector<HTMLElement>(`[data-index="${current + step}"]`)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') choose(current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const square = (index: number) => {
    const name = squareName(index, columns);
    const sign = board[index] ?? '-';
    const label = labels.get(name);
    const isLegal = sign === '-' && legal.some((move) => squareOf(move) === name);
    const what = sign === 'X' ? t('black') : sign === 'O' ? t('white') : sign === '#' ? t('noSquare') : isLegal ? t('legal') : t('empty');
    const classes = ['square', sign === '#' && 'hole', squareOf(last) === name && 'last', marked.get(name), isLegal && canPlay && 'open', label && `value ${label.tone}`];
    const words = [name, what, label && `${label.value} ${label.detail}`, squareOf(last) === name && t('lastMove'), marked.get(name) === 'marked' && t('markedSquare')];
    return (
      <div
        role="gridcell" key={index} data-index={index} data-square={name} class={classes.filter(Boolean).join(' ')} aria-label={words.filter(Boolean).join(', ')}
        tabIndex={index === current ? 0 : -1} onClick={() => choose(index)}
      >
        {sign === 'X' || sign === 'O' ? <span class={`disc ${sign === 'X' ? 'black' : 'white'}`} /> : null}
        {label ? <span class="label"><b>{label.value}</b>{' '}<small>{label.detail}</small></span> : isLegal && showLegal ? <span class={`dot ${position.side}`} /> : null}
      </div>
    );
  };

  const edge = (text: string) => <span class="edge" key={text} aria-hidden="true">{text}</span>;
  const row = (y: number) => (
    <div role="row" class="row" key={y}>
      {edge(String(y + 1))}
      {Array.from({ length: columns }, (_, x) => square(y * columns + x))}
    </div>
  );
  return (
    <div class="board-frame" dir="ltr" ref={(element) => { element?.style.setProperty('--columns', String(columns)); element?.style.setProperty('--rows', String(rows)); }}>
      {/* A click with the mouse does not take the focus, so that the arrows go on walking through the game. */}
      <div role="grid" class="board" aria-label={t('board')} ref={grid} onKeyDown={walk} onMouseDown={(event) => event.preventDefault()}>
        <div class="row edges" aria-hidden="true">{edge('')}{Array.from({ length: columns }, (_, x) => edge(String.fromCharCode(97 + x)))}</div>
        {Array.from({ length: rows }, (_, y) => row(y))}
      </div>
      <p class="caption">{[...labels.values()].some(({ value }) => /\d/.test(value)) ? caption ?? t('valuesFor', { side: t(position.side) }) : ''}</p>
      {choices.length ? (
        <p class="choices" role="group" aria-label={t('whichLine')}>
          {t('whichLine')} {choices.map((move) => <button type="button" key={move} onClick={() => { setChoices([]); onPlay(move); }}>{move}</button>)}
        </p>
      ) : null}
    </div>
  );
}

/** Both sides with their discs, and who is to move. */
export function Score({ position, names, clock }: { position: Position; names: Readonly<Record<'black' | 'white', string>>; clock?: Readonly<Record<'black' | 'white', string>> | undefined }) {
  const player = (side: 'black' | 'white') => (
    <div class={`player ${!position.over && position.side === side ? 'turn' : ''}`}>
      <span class={`disc ${side}`} aria-hidden="true" />
      <span class="who"><bdi>{names[side] || t(side)}</bdi></span>
      {clock ? <span class="clock">{clock[side]}</span> : null}
      <strong aria-hidden="true">{position[side]}</strong><span class="hidden">{t('discs', { side: t(side), count: position[side] })}</span>
    </div>
  );
  return <div class="score">{player('black')}{player(otherSide('black'))}</div>;
}

/** Gives the keyboard to the board once it is drawn. */
export function focusBoard(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.board [tabindex="0"]')?.focus());
}
