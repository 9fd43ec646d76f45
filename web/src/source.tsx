// The choice of games and of a player in them, for the drill and for the fair-play report.

import { useState } from 'preact/hooks';
import { errorText, opened, redraw, tell } from './app.ts';
import { deckState, deckText } from './deck.ts';
import { gameText } from './export.ts';
import type { Game } from './game.ts';
import { playedCount, playedFile } from './played.ts';
import { type Players, playersOf } from './rust.ts';
import { cancelStudy, finishStudy, type Goal, startStudy, studyOf } from './study.ts';
import { decimal, t } from './text.ts';
import { Card, Choice, Select } from './widgets.tsx';

const RATINGS = [800, 900, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000, 2100, 2200];
/** The average of tournament players. */
const USUAL_RATING = 1600;
/** That of the record of each game. */
const OF_RECORD = 'record';

interface Source {
  readonly files: readonly Uint8Array[];
  readonly players: Players;
  /** Whether they are the games that were played here. */
  readonly isPlayed: boolean;
}

let source: Source | null = null;

/** Takes these files, and asks whose games they are. */
export function chooseGames(files: readonly Uint8Array[], isPlayed = false): void {
  try {
    const players = playersOf(files);
    if (!players.games) return tell(t('notRead'));
    source = { files, players, isPlayed };
    tell('');
  } catch (error) {
    tell(t('notRead'), errorText(error));
  }
  return redraw();
}

/** The game as one to choose from. */
export const chooseGame = (game: Game): void => chooseGames([new TextEncoder().encode(gameText(game, 'ggf'))]);

export async function chooseFiles(files: Iterable<File>): Promise<void> {
  chooseGames(await Promise.all([...files].map(async (file) => new Uint8Array(await file.arrayBuffer()))));
}

/** What the games of a player gave. */
export interface Outcome {
  readonly result: string;
  /** The name; null where the games have none. */
  readonly player: string | null;
  readonly rating: number | null;
  readonly games: number;
  readonly isPlayed: boolean;
}

function Working({ goal }: { goal: Goal }) {
  const state = studyOf(goal)?.state;
  if (!state) return null;
  const text = state.kind === 'loading' ? t('engineLoads') : state.kind === 'judged' ? t('judgingGames', { games: state.games + 1, total: state.total }) : t(goal === 'drill' ? 'makingExercises' : 'makingReport');
  const part = state.kind === 'loading' ? state.part : state.kind === 'judged' ? state.games / state.total : undefined;
  return (
    <Card title={t(goal === 'drill' ? 'findMistakes' : 'makeReport')} class="working">
      <p role="status">{text}</p>
      {part === undefined ? <div class="busy" /> : <progress value={part} aria-label={text} />}
      <div class="buttons">
        <button type="button" disabled={state.kind !== 'judged' || !state.games} onClick={finishStudy}>{t('takeThese')}</button>
        <button type="button" onClick={cancelStudy}>{t('cancel')}</button>
      </div>
    </Card>
  );
}

/** Games, then the player, then progress. */
export function SourceCard({ goal, onDone }: { goal: Goal; onDone: (outcome: Outcome) => void }) {
  if (studyOf(goal)) return <Working goal={goal} />;
  return source ? <PlayerCard key={source.files[0]} goal={goal} from={source} onDone={onDone} /> : <GamesCard goal={goal} />;
}

function GamesCard({ goal }: { goal: Goal }) {
  const [text, setText] = useState('');
  const played = goal === 'drill' ? playedCount() : 0;
  return (
    <Card title={t(goal === 'drill' ? 'whichGamesDrill' : 'whichGames')} class="source">
      {opened || played ? (
        <div class="buttons">
          {played ? <button type="button" class="primary" onClick={() => chooseGames([playedFile()], true)}>{t('gamesPlayedHere', { count: played })}</button> : null}
          {opened ? <button type="button" onClick={() => { if (opened) chooseGames([opened]); }}>{t('gamesOpened')}</button> : null}
        </div>
      ) : null}
      <form onSubmit={(event) => { event.preventDefault(); chooseGames([new TextEncoder().encode(text)]); }}>
        <label class="hidden" for="games-text">{t('pasteGames')}</label>
        <textarea id="games-text" rows={3} spellcheck={false} placeholder={t('pasteGames')} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        <div class="buttons">
          <button type="submit" disabled={!text.trim()}>{t('open')}</button>
          <label class="button">{t('chooseFiles')}<input type="file" multiple class="hidden" onChange={({ currentTarget }) => { void chooseFiles(currentTarget.files ?? []); }} /></label>
        </div>
      </form>
      <p class="note">{t('gamesFormats')}</p>
    </Card>
  );
}

/** A report is about one player. */
const SIDES = { drill: ['black', 'white', 'both'], fairPlay: ['black', 'white'] } as const;
type Sides = (typeof SIDES)[Goal][number];

function PlayerCard({ goal, from, onDone }: { goal: Goal; from: Source; onDone: (outcome: Outcome) => void }) {
  const { files, players: { games, leftOut, players }, isPlayed } = from;
  const known = goal === 'drill' ? deckState() : null;
  const [first] = players;
  const usual = players.find(({ name }) => name === (isPlayed ? t('you') : known?.player)) ?? first;
  const [name, setName] = useState(usual?.name ?? '');
  const [side, setSide] = useState<Sides>(goal === 'drill' ? 'both' : 'black');
  const [chosen, setRating] = useState('');
  const player = players.find((one) => one.name === name) ?? null;
  const ofGames = player && player.rating ? String(player.rating) : '';
  const usualRating = goal === 'fairPlay' && player?.rated ? OF_RECORD : known?.rating ? String(known.rating) : ofGames || String(USUAL_RATING);
  const rating = chosen || usualRating;
  const numbers = [...new Set([...RATINGS, ...[rating, ofGames].map(Number).filter(Boolean)])].sort((one, other) => one - other).map((of) => [String(of), String(of)] as const);
  const ratings = goal === 'fairPlay' && player?.rated ? [[OF_RECORD, t('ratingOfRecord', { count: player.rated })] as const, ...numbers] : numbers;
  const begin = (): void => {
    const task = { goal, player: player ? name : null, side: player || side === 'both' ? null : side, rating: rating === OF_RECORD ? null : Number(rating) };
    tell('');
    startStudy({ files, task, deck: deckText() }, (result) => {
      if (goal === 'drill') source = null;
      onDone({ result, player: task.player, rating: task.rating, games: player?.games ?? games, isPlayed });
    });
  };
  return (
    <Card title={t('gamesCount', { count: decimal(games, 0) })} class="source">
      {leftOut ? <p class="note">{t('gamesLeftOut', { count: leftOut })}</p> : null}
      <div class="fields">
        {player ? (
          <Select label={t(goal === 'drill' ? 'whoAreYou' : 'whichPlayer')} value={name} values={players.map((one) => [one.name, `${one.name} (${one.games})`])} onChoose={(one) => { setName(one); setRating(''); }} />
        ) : <Choice label={t(goal === 'drill' ? 'youPlay' : 'whichPlayer')} value={side} values={SIDES[goal].map((one): [Sides, string] => [one, t(one === 'both' ? 'bothSides' : one)])} onChoose={setSide} />}
        <Select label={t(goal === 'drill' ? 'yourRating' : 'rating')} value={rating} values={ratings} onChoose={setRating} />
      </div>
      <p class="note">{t('ratingAbout')}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={begin}>{t(goal === 'drill' ? 'findMistakes' : 'makeReport')}</button>
        <button type="button" onClick={() => { source = null; redraw(); }}>{t('otherGames')}</button>
      </div>
      <p class="note">{t(goal === 'drill' ? 'drillTakes' : 'reportTakes')}</p>
    </Card>
  );
}
