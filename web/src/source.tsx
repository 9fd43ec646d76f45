// The choice of games and of a player in them, for the drill and for the fair-play report.

import { useState } from 'preact/hooks';
import { choose, errorText, opened, redraw, settings, tell } from './app.ts';
import { deckState, deckText } from './deck.ts';
import { gameText } from './export.ts';
import type { Game } from './game.ts';
import { playedCount, playedFile } from './played.ts';
import { ratingsWith, USUAL_RATING } from './ratings.ts';
import { type Players, playersOf } from './rust.ts';
import { cancelStudy, finishStudy, type Goal, runningGoal, startStudy, studyOf } from './study.ts';
import { decimal, t } from './text.ts';
import { Card, Choice, Select } from './widgets.tsx';

/** The rating in the record of each game. */
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
  const part = state.kind === 'loading' ? state.part : state.kind === 'judged' ? (state.games + state.part) / state.total : undefined;
  return (
    <Card title={t(goal === 'drill' ? 'findMistakes' : 'makeReport')} class="working">
      <p role="status">{text}</p>
      {part === undefined ? <div class="busy" /> : <progress value={part} aria-label={text} />}
      <div class="buttons">
        {state.kind === 'judged' && state.total > 1 ? <button type="button" disabled={!state.games} onClick={finishStudy}>{t('takeThese')}</button> : null}
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

const VIEW_OF = { drill: 'view_drill', fairPlay: 'view_fairplay' } as const;

/** A report is about one player. */
const SIDES = { drill: ['black', 'white', 'both'], fairPlay: ['black', 'white'] } as const;
type Sides = (typeof SIDES)[Goal][number];

function PlayerCard({ goal, from, onDone }: { goal: Goal; from: Source; onDone: (outcome: Outcome) => void }) {
  const { files, players: { games, leftOut, players, sides }, isPlayed } = from;
  const known = deckState();
  const [first] = players;
  const usual = players.find(({ name }) => name === (isPlayed ? t('you') : goal === 'drill' ? known.player : null)) ?? first;
  const [name, setName] = useState(usual?.name ?? '');
  const [side, setSide] = useState<Sides>(goal === 'drill' ? 'both' : 'black');
  const [chosen, setRating] = useState('');
  const player = players.find((one) => one.name === name) ?? null;
  // The rating of the records, else the one that was chosen last, else the usual one. Exercises are for one rating, a report has that of each game.
  const inGames = player ?? (side === 'both' ? null : sides[side === 'black' ? 0 : 1]);
  const ofGames = inGames?.rating ?? 0;
  const ofPerson = settings.rating || known.rating || 0;
  const hasRecords = goal === 'fairPlay' && inGames !== null && inGames.rated > 0;
  const rating = chosen || (hasRecords ? OF_RECORD : String(ofGames || ofPerson || USUAL_RATING));
  const sourceOf = (of: number): string => (of === ofGames ? t('ratingOfGames', { rating: of }) : of === ofPerson ? t('ratingOfPerson', { rating: of }) : of === USUAL_RATING ? t('ratingUsual', { rating: of }) : String(of));
  const numbers = ratingsWith(ofGames, ofPerson).map((of) => [String(of), sourceOf(of)] as const);
  const ratings = hasRecords ? [[OF_RECORD, t('ratingOfRecord', { count: inGames.rated })] as const, ...numbers] : numbers;
  const chooseRating = (of: string): void => {
    setRating(of);
    if (of !== OF_RECORD) choose({ rating: Number(of) });
  };
  const running = runningGoal();
  const begin = (): void => {
    const task = { goal, player: player ? name : null, side: player || side === 'both' ? null : side, rating: rating === OF_RECORD ? null : Number(rating) };
    tell('');
    startStudy({ files, task, deck: deckText() }, (result) => {
      // Meanwhile other games may have been chosen.
      if (goal === 'drill' && source === from) source = null;
      onDone({ result, player: task.player, rating: task.rating, games: player?.games ?? games, isPlayed });
    });
  };
  return (
    <Card title={t('gamesCount', { count: decimal(games, 0) })} class="source">
      {leftOut ? <p class="note">{t('gamesLeftOut', { count: leftOut })}</p> : null}
      <div class="fields">
        {player ? (
          <Select label={t(goal === 'drill' ? 'whoAreYou' : 'whichPlayer')} value={name} values={players.map((one) => [one.name, `${one.name} (${one.games})`])} onChoose={(one) => { setName(one); setRating(''); }} />
        ) : <Choice label={t(goal === 'drill' ? 'youPlay' : 'whichPlayer')} value={side} values={SIDES[goal].map((one): [Sides, string] => [one, t(one === 'both' ? 'bothSides' : one)])} onChoose={(one) => { setSide(one); setRating(''); }} />}
        <Select label={t(goal === 'drill' ? 'yourRating' : 'rating')} value={rating} values={ratings} onChoose={chooseRating} />
      </div>
      <p class="note">{t('ratingAbout')}</p>
      {running ? <p role="status">{t('studyRuns', { view: t(VIEW_OF[running]) })}</p> : null}
      <div class="buttons">
        <button type="button" class={running ? '' : 'primary'} onClick={begin}>{running ? t('endAndStart', { view: t(VIEW_OF[running]) }) : t(goal === 'drill' ? 'findMistakes' : 'makeReport')}</button>
        <button type="button" onClick={() => { source = null; redraw(); }}>{t('otherGames')}</button>
      </div>
      <p class="note">{t(goal === 'drill' ? 'drillTakes' : 'reportTakes')}</p>
    </Card>
  );
}
