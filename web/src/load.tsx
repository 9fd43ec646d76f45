// Ways into an analysis: text, files, a position that is set up.

import { useRef, useState } from 'preact/hooks';
import { closeList, errorText, found, opened, openGame, readBytes, showGame, state, tell, update } from './app.ts';
import { newGame } from './game.ts';
import { Board } from './board.tsx';
import { addGames } from './drill.tsx';
import { boardRules, line, type Position, type ReadGame, type Side } from './rust.ts';
import { chooseGames } from './source.tsx';
import { t } from './text.ts';
import { Choice } from './widgets.tsx';

const MOST_LISTED = 300;

export function LoadCard({ isOpen }: { isOpen: boolean }) {
  const [text, setText] = useState('');
  const box = useRef<HTMLDetailsElement>(null);
  const read = (): void => {
    readBytes(new TextEncoder().encode(text));
    if (box.current) box.current.open = isOpen;
  };
  const readFile = async (files: FileList | null): Promise<void> => {
    const file = files?.[0];
    if (file) readBytes(new Uint8Array(await file.arrayBuffer()));
  };
  return (
    <details class="card load" open={isOpen} ref={box}>
      <summary>{t('openGame')}</summary>
      <form onSubmit={(event) => { event.preventDefault(); read(); }}>
        <label class="hidden" for="transcript">{t('pasteHere')}</label>
        <textarea id="transcript" rows={3} spellcheck={false} placeholder={t('pasteHere')} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        <div class="buttons">
          <button type="submit" class={isOpen ? 'primary' : ''} disabled={!text.trim()}>{t('open')}</button>
          <label class="button">{t('chooseFile')}<input type="file" class="hidden" onChange={({ currentTarget }) => { void readFile(currentTarget.files); }} /></label>
          <button type="button" onClick={() => edit(state.node.position)}>{t('setUp')}</button>
        </div>
      </form>
      <p class="note">{t('formats')}</p>
    </details>
  );
}

/** All games of the file at once, for exercises or for a report. */
function study(view: 'drill' | 'fairplay'): void {
  if (view === 'drill') addGames();
  if (opened) chooseGames([opened]);
  update({ view });
}

/** The games of a file, to choose one. */
export function GameList() {
  const [filter, setFilter] = useState('');
  if (!found) return null;
  const words = (game: ReadGame): string => [game.black, game.white, game.event, game.place, game.date].filter(Boolean).join(' ');
  const games = found.games.filter((game) => words(game).toLowerCase().includes(filter.toLowerCase()));
  const notes = [...found.faults, ...found.dropped];
  return (
    <div class="panel">
      <section class="card">
        <h2>{t('gamesFound', { count: found.games.length })}</h2>
        <div class="fields">
          <label class="select"><span>{t('filter')}</span><input type="search" value={filter} onInput={({ currentTarget }) => setFilter(currentTarget.value)} /></label>
          <button type="button" onClick={closeList}>{t('close')}</button>
        </div>
        <div class="buttons">
          <button type="button" onClick={() => study('drill')}>{t('drillThese')}</button>
          <button type="button" onClick={() => study('fairplay')}>{t('reportOnThese')}</button>
        </div>
        <ol class="games">
          {games.slice(0, MOST_LISTED).map((game, index) => (
            <li key={index}>
              <button type="button" onClick={() => { try { openGame(game); } catch (error) { tell(t('faulty'), errorText(error)); } }}>
                <b><bdi>{game.black || '?'}</bdi> – <bdi>{game.white || '?'}</bdi>{game.fault ? ` (${t('withFault')})` : ''}</b>
                <small><bdi>{[game.event, game.date, t('movesCount', { count: game.moves.length })].filter(Boolean).join(' · ')}</bdi></small>
              </button>
            </li>
          ))}
        </ol>
        {games.length > MOST_LISTED ? <p class="note">{t('andMore', { count: games.length - MOST_LISTED })}</p> : null}
        {notes.length ? <ul class="note">{notes.slice(0, 20).map((note) => <li key={note}>{note}</li>)}</ul> : null}
      </section>
    </div>
  );
}

/** A position that is being set up, or null. */
export let edited: Position | null = null;
let redrawEditor = (): void => {};
export const onEdit = (redraw: () => void): void => { redrawEditor = redraw; };

/** Leaves the editor, or goes on with this position. */
export function edit(position: Position | null): void {
  const count = (sign: string): number => [...position?.board ?? ''].filter((other) => other === sign).length;
  edited = position && { ...position, legal: [], black: count('X'), white: count('O') };
  tell('');
  redrawEditor();
}

const NEXT: Readonly<Record<string, string>> = { '-': 'X', X: 'O', O: '-', '#': '#' };

export function Editor({ position }: { position: Position }) {
  const setSigns = (of: (sign: string, index: number) => string): void => edit({ ...position, board: [...position.board].map(of).join('') });
  return <Board position={position} last="" labels={new Map()} marked={new Map()} canPlay={false} showLegal={false} onPlay={() => {}} onSquare={(at) => setSigns((sign, index) => (index === at ? NEXT[sign] ?? sign : sign))} />;
}

export function EditorPanel({ position }: { position: Position }) {
  const finish = (): void => {
    if (!/[XO]/.test(position.board)) return tell(t('noDiscs'));
    try {
      const game = newGame(line, boardRules(position));
      edit(null);
      showGame(game, game.root);
    } catch (error) {
      tell(t('noPosition'), errorText(error));
    }
    return undefined;
  };
  const sides: readonly (readonly [Side, string])[] = [['black', t('black')], ['white', t('white')]];
  return (
    <div class="panel">
      <section class="card">
        <h2>{t('setUp')}</h2>
        <p>{t('setUpHow')}</p>
        <Choice label={t('sideToMove')} value={position.side} values={sides} onChoose={(side) => edit({ ...position, side })} />
        <div class="buttons">
          <button type="button" class="primary" onClick={finish}>{t('done')}</button>
          <button type="button" onClick={() => edit({ ...position, board: position.board.replace(/[XO]/g, '-') })}>{t('clear')}</button>
          <button type="button" onClick={() => edit(null)}>{t('cancel')}</button>
        </div>
      </section>
    </div>
  );
}
