// The openings: moves of the book with their values, names, and lines to remember.

import { useMemo, useState } from 'preact/hooks';
import names from '../../crates/core/data/opening-names.tsv';
import { errorText, redraw, say, showGame, state, tell, update } from './app.ts';
import type { Label } from './board.tsx';
import { addFiles, forgetGames, gameCount, readPart } from './collection.ts';
import { extend, newGame } from './game.ts';
import { startMatch } from './referee.ts';
import { book, type BookMoves, collection, line, opening, type Position } from './rust.ts';
import { countText, decimal, shortValue, signed, t } from './text.ts';
import { Card } from './widgets.tsx';

/** The named openings of the repository: a title, then name, moves and sources in each line. An opening with several names is one. */
const OPENINGS: readonly { readonly name: string; readonly moves: readonly string[] }[] = (() => {
  const found = new Map<string, string[]>();
  for (const row of names.trim().split('\n').slice(1)) {
    const [name = '', moves = ''] = row.split('\t');
    found.set(moves, [...found.get(moves) ?? [], name]);
  }
  return [...found].map(([moves, all]) => ({ name: all.join(' / '), moves: squaresOf(moves) }));
})();

function squaresOf(text: string): string[] {
  return text.match(/[a-h][1-8]/g) ?? [];
}

/** Between two moves of a line that is played. */
const LINE_MS = 700;

/** On a narrow screen the board is above the lists. */
const toTop = (): void => scrollTo(0, 0);

export function openingPosition(): Position {
  const position = line('', state.opening).positions.at(-1);
  if (!position) throw new Error('a line without a position');
  return position;
}

const known = (): BookMoves | null => book('', state.opening);

export function openingLabels(position: Position): Map<string, Label> {
  const moves = known()?.moves ?? [];
  const sign = position.side === 'black' ? 1 : -1;
  const best = Math.max(...moves.map(({ score }) => sign * score));
  return new Map(moves.map(({ move, score }): [string, Label] => {
    const loss = best - sign * score;
    const tone = loss < 0.05 ? 'best' : loss < 1 ? 'good' : loss < 3 ? 'fair' : 'poor';
    return [move, { value: shortValue({ score, certainty: '' }, sign > 0), detail: '', tone }];
  }));
}

export function showOpening(moves: readonly string[]): void {
  update({ opening: moves });
  const name = opening(moves);
  say([moves.at(-1) ?? t('startPosition'), name].filter(Boolean).join('. '));
}

export const playOpening = (move: string): void => showOpening([...state.opening, move]);

/** The main line from here. */
export const mainLineMoves = (): readonly string[] => known()?.line ?? [];

/** Plays these moves one by one, as long as nothing else is done. */
function playLine([next, ...rest]: readonly string[]): void {
  if (!next) return;
  playOpening(next);
  const { opening: shown } = state;
  setTimeout(() => { if (state.view === 'openings' && state.opening === shown) playLine(rest); }, LINE_MS);
}

/** A move back, or the best move of the book. */
export function stepOpening(by: number): void {
  if (by < 0) showOpening(state.opening.slice(0, -1));
  else {
    const best = known()?.line[0];
    if (best) playOpening(best);
  }
}

/** The values of the moves of a line of the book, for the side that is to move where it begins. */
function valuesOf(moves: readonly string[], from: readonly string[], sign: number): (number | null)[] {
  return moves.map((move, index) => {
    const known = book('', [...from, ...moves.slice(0, index)])?.moves.find((one) => one.move === move);
    return known ? sign * known.score : null;
  });
}

function Line({ moves, from, values = [] }: { moves: readonly string[]; from: number; values?: readonly (number | null)[] }) {
  return (
    <p class="line-moves">
      {moves.map((move, index) => (
        <button type="button" key={index} class={`move ${(from + index) % 2 ? 'white' : 'black'}`} aria-current={from + index === state.opening.length - 1 ? 'step' : undefined} onClick={() => showOpening([...state.opening.slice(0, from), ...moves.slice(0, index + 1)])}>
          <i>{from + index + 1}.</i> {move} {values[index] == null ? null : <small>{signed(values[index])}</small>}
        </button>
      ))}
    </p>
  );
}

/** Reads games of people for the openings, one selection of files after the other. */
export async function readPeopleGames(files: Iterable<File>): Promise<void> {
  if (readPart !== null) return;
  try {
    await addFiles([...files], redraw);
  } catch (error) {
    tell(t('notRead'), errorText(error));
  }
  redraw();
}

/** What the games of people played here. */
function PeopleCard({ position }: { position: Position }) {
  const count = gameCount();
  const played = useMemo(() => collection.played(state.opening), [state.opening, count]);
  return (
    <Card title={t('peopleGames')} class="people">
      <p class="note">{count ? t('gamesRead', { count: decimal(count, 0) }) : t('peopleHow')}</p>
      {readPart === null ? null : <progress value={readPart} aria-label={t('readingGames')} />}
      {played.length ? (
        <table class="lines">
          <thead><tr><th scope="col">{t('move')}</th><th scope="col">{t('games')}</th><th scope="col">{t('pointsOf', { side: t(position.side) })}</th><th scope="col">{t('name')}</th></tr></thead>
          <tbody>
            {played.map(({ move, games, points }) => (
              <tr key={move}>
                <th scope="row"><button type="button" class="link" onClick={() => playOpening(move)}>{move}</button></th>
                <td>{decimal(games, 0)}</td><td>{points === null ? '' : `${decimal(100 * points)} %`}</td><td>{opening([...state.opening, move])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : count && readPart === null ? <p>{t('noneHere')}</p> : null}
      <div class="buttons">
        <label class="button">{t('chooseFiles')}<input type="file" multiple class="hidden" disabled={readPart !== null} onChange={({ currentTarget }) => { void readPeopleGames(currentTarget.files ?? []); }} /></label>
        {count && readPart === null ? <button type="button" onClick={() => { forgetGames(); redraw(); }}>{t('remove')}</button> : null}
      </div>
    </Card>
  );
}

export function OpeningsPanel() {
  const [filter, setFilter] = useState('');
  const { opening: moves } = state;
  const position = openingPosition();
  const found = known();
  const sign = position.side === 'black' ? 1 : -1;
  const lineValues = useMemo(() => valuesOf(found?.line ?? [], moves, sign), [moves]);
  const leave = (to: 'analyse' | 'play'): void => {
    const game = newGame(line);
    const end = extend(line, game, game.root, moves);
    showGame(game, end);
    if (to === 'play') startMatch(true, position.side);
  };
  const listed = OPENINGS.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
  return (
    <div class="panel">
      <div class="column">
        <Card class="opening">
          <p class="big" id="opening">{opening(moves) || (moves.length ? t('noName') : t('startPosition'))}</p>
          {moves.length ? <><h2 class="part">{t('moves')}</h2><Line moves={moves} from={0} /></> : <p class="note">{t('openingsHow')}</p>}
          {found?.line.length ? (
            <div id="main-line">
              <h2 class="part">{t('mainLine')} · {t('valuesFor', { side: t(position.side) })}</h2>
              <Line moves={found.line} from={moves.length} values={lineValues} />
            </div>
          ) : <p class="note">{t('outOfBook')}</p>}
          <div class="buttons">
            <button type="button" class="primary" disabled={!found?.line.length} onClick={() => { toTop(); playLine(found?.line ?? []); }}>{t('playMainLine')}</button>
            <button type="button" disabled={!moves.length} onClick={() => showOpening([])}>{t('toStart')}</button>
            <button type="button" onClick={() => leave('play')}>{t('playFromHere')}</button>
            <button type="button" onClick={() => leave('analyse')}>{t('analyseThis')}</button>
          </div>
        </Card>
        {found?.moves.length ? (
          <Card title={t('bookMoves')}>
            <table class="lines">
              <thead><tr><th scope="col">{t('move')}</th><th scope="col">{t('valueFor', { side: t(position.side) })}</th><th scope="col">{t('games')}</th><th scope="col">{t('name')}</th></tr></thead>
              <tbody>
                {found.moves.map(({ move, score, games }) => (
                  <tr key={move}>
                    <th scope="row"><button type="button" class="link" onClick={() => playOpening(move)}>{move}</button></th>
                    <td>{signed(sign * score)}</td><td>{games ? countText(games) : ''}</td><td>{opening([...moves, move])} {move === found.line[0] ? <small class="tag">{t('mainLine')}</small> : null}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Card>
        ) : null}
        <PeopleCard position={position} />
      </div>
      <Card title={t('namedOpenings')}>
        <label class="select"><span>{t('filter')}</span><input type="search" value={filter} onInput={({ currentTarget }) => setFilter(currentTarget.value)} /></label>
        <ul class="names">
          {listed.map(({ name, moves: its }) => <li key={name}><button type="button" class="link" onClick={() => { toTop(); showOpening(its); }}>{name}</button> <small>{its.join(' ')}</small></li>)}
        </ul>
      </Card>
    </div>
  );
}
