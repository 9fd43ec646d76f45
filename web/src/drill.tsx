// The drill: mistakes of the person's own games and own openings, repeated at growing intervals.

import { errorText, redraw, say, showGame, tell } from './app.ts';
import type { BoardProps, Label, Marking } from './board.tsx';
import { addToDeck, deckState, exerciseAt, isKept, onDeckChange, recordAnswer, removeFromDeck, sessionNow, setPlayer } from './deck.ts';
import { exportAnki, exportDrill, exportDrillText } from './export.ts';
import { extend, newGame } from './game.ts';
import { Explanations } from './play.tsx';
import { forgetPlayed } from './played.ts';
import { type Exercise, line, type Position } from './rust.ts';
import { type Outcome, SourceCard } from './source.tsx';
import { studyOf } from './study.ts';
import { certaintyText, decimal, explanationText, signed, t, untilText } from './text.ts';
import { Card } from './widgets.tsx';

/** The most exercises of a session that were never answered. */
const MOST_NEW = 10;
/** A move that loses less is as good as a right one; it is just not the own one. */
const GOOD = 0.5;

/** What was tried at the exercise that is shown. */
interface Attempt {
  readonly tried: readonly string[];
  readonly hints: number;
  /** The wrong moves and hints. */
  readonly slips: number;
  /** The seconds until it is due again, once it is solved or shown. */
  readonly due: number | null;
  readonly isSolved: boolean;
}

const UNTOUCHED: Attempt = { tried: [], hints: 0, slips: 0, due: null, isSolved: false };

interface Session {
  /** The numbers of the exercises that are left, the one that is shown first. */
  readonly queue: readonly number[];
  readonly attempt: Attempt;
  /** Answers that were right at once, at the second try, and not. */
  readonly answers: readonly [number, number, number];
}

let session: Session | null = null;
/** Whether the person adds games. */
let isAdding = false;
/** What the last games gave, for a person. */
let outcome = '';

function begin(): Session {
  session = { queue: sessionNow(MOST_NEW), attempt: UNTOUCHED, answers: [0, 0, 0] };
  return session;
}

onDeckChange(() => { session = null; });

interface Shown {
  readonly number: number;
  readonly exercise: Exercise;
  readonly position: Position;
  readonly attempt: Attempt;
}

/** The exercise on the board; null if there is none to practise, or something else is done. */
function shown(): Shown | null {
  if (isAdding || studyOf('drill')) return null;
  const { queue, attempt } = session ?? begin();
  const [number] = queue;
  const exercise = number === undefined ? null : exerciseAt(number);
  if (number === undefined || !exercise) return null;
  const position = line(exercise.rules, exercise.moves).positions.at(-1);
  return position ? { number, exercise, position, attempt } : null;
}

const isOpen = ({ due }: Attempt): boolean => due !== null;

function change(changes: Partial<Attempt>): void {
  if (session) session = { ...session, attempt: { ...session.attempt, ...changes } };
  const at = shown();
  if (at) say(resultOf(at));
  redraw();
}

/** Ends the attempt: it is kept, and what was not known comes again in this session. */
function finish({ number }: Shown, slips: number | null): void {
  if (!session) return;
  const due = recordAnswer(number, slips);
  const grade = slips === 0 ? 0 : slips === 1 ? 1 : 2;
  const [good, hard, again] = session.answers;
  const queue = grade === 2 ? [...session.queue, number] : session.queue;
  session = { ...session, queue, answers: [good + Number(grade === 0), hard + Number(grade === 1), again + Number(grade === 2)] };
  change({ due, isSolved: slips !== null });
}

function tryMove(at: Shown, move: string): void {
  const { exercise: { right, losses }, attempt: { tried, slips } } = at;
  const all = [...tried.filter((other) => other !== move), move];
  if (right.includes(move)) {
    change({ tried: all });
    finish(at, slips);
  } else change({ tried: all, slips: slips + Number((losses[move] ?? GOOD) >= GOOD) });
}

/** Plays on a square of the exercise that is shown, by the keyboard. */
export function playDrill(find: (legal: readonly string[]) => string | undefined): void {
  const at = shown();
  const move = at && !isOpen(at.attempt) ? find(at.position.legal) : undefined;
  if (at && move) tryMove(at, move);
}

/** To the next exercise, when this one is done. */
export function nextExercise(): void {
  const at = shown();
  if (session && at && isOpen(at.attempt)) leave();
}

function leave(): void {
  if (session) session = { ...session, queue: session.queue.slice(1), attempt: UNTOUCHED };
  outcome = '';
  redraw();
}

function remove({ number }: Shown): void {
  if (session) session = { ...session, attempt: UNTOUCHED, queue: session.queue.filter((other) => other !== number).map((other) => (other > number ? other - 1 : other)) };
  removeFromDeck(number);
}

function labelsOf({ exercise: { right, losses }, attempt }: Shown): Map<string, Label> {
  const moves = isOpen(attempt) ? [...new Set([...right, ...Object.keys(losses)])] : attempt.tried;
  return new Map(moves.map((move): [string, Label] => {
    const loss = losses[move];
    const isRight = right.includes(move);
    const value = isRight ? '✓' : loss === undefined ? '✗' : signed(-loss, loss < 10 ? 1 : 0);
    return [move, { value, detail: '', tone: isRight ? 'best' : (loss ?? GOOD) < 4 ? 'fair' : 'poor' }];
  }));
}

/** What the board shows; null if there is no exercise. */
export function drillBoard(): Omit<BoardProps, 'showLegal'> | null {
  const at = shown();
  if (!at) return null;
  const { exercise, position, attempt } = at;
  const marked = new Map<string, Marking>();
  if (isOpen(attempt)) {
    if (exercise.mistake) marked.set(exercise.mistake.played, 'noted');
    for (const move of exercise.right) marked.set(move, 'marked');
  }
  return { position, last: exercise.moves.at(-1) ?? '', labels: labelsOf(at), caption: t('lossesShown'), marked, canPlay: !isOpen(attempt), onPlay: (move) => tryMove(at, move) };
}

function questionOf({ mistake, known }: Exercise): string {
  return t(mistake ? 'whichIsBest' : known ? 'whatDoYouPlay' : 'notMet');
}

/** The question, or what is to be said of the last move or of the solution. */
function resultOf({ exercise, position, attempt: { tried, due, isSolved } }: Shown): string {
  const { right, losses } = exercise;
  const last = tried.at(-1);
  const others = right.filter((move) => !isSolved || move !== last).join(', ');
  if (due !== null) return isSolved ? [t('right', { move: last ?? '' }), others && t('rightToo', { moves: others })].filter(Boolean).join('. ') : t('solutionIs', { move: others });
  if (!last) return `${t('toMove', { side: t(position.side) })}. ${questionOf(exercise)}`;
  const loss = losses[last];
  if (loss === undefined) return t('wrong', { move: last });
  return loss < GOOD ? t('goodToo', { move: last }) : t('wrongScore', { move: last, loss: decimal(loss) });
}

function remarkOf({ mistake, reach }: Exercise): string {
  if (mistake) return t('drillRemark', { move: mistake.played, loss: decimal(mistake.loss), certainty: certaintyText(mistake.certainty), share: decimal(100 * mistake.found, 0) });
  return t('openingRemark', { share: decimal(100 * (reach ?? 0), 0) });
}

/** Sentences of the engine. */
const Reasons = ({ all }: { all: readonly string[] }) => <Explanations all={all.map((text) => ({ kind: '', text: explanationText(text), squares: [] }))} />;

/** The hints so far: reasons of the engine, at last the column. */
function Hints({ exercise, attempt }: Shown) {
  const shownHints = exercise.hints.slice(0, attempt.hints);
  const isLast = shownHints.length === exercise.hints.length && shownHints.length > 0;
  const reasons = isLast ? shownHints.slice(0, -1) : shownHints;
  return (
    <>
      <Reasons all={reasons} />
      {isLast ? <p>{t('hintColumn', { column: exercise.right[0]?.[0] ?? '' })}</p> : null}
    </>
  );
}

function ExerciseCard({ at }: { at: Shown }) {
  const { exercise, attempt } = at;
  const analyse = (): void => {
    const game = newGame(line, exercise.rules);
    showGame(game, extend(line, game, game.root, exercise.moves));
  };
  return (
    <Card class="exercise">
      <p class="big" id="exercise">{resultOf(at)}</p>
      <p class="note"><bdi>{exercise.from}</bdi> · {t('exercisesLeft', { count: session?.queue.length ?? 0 })}</p>
      {isOpen(attempt) ? (
        <>
          <Reasons all={exercise.why} />
          <p>{remarkOf(exercise)}</p>
          <p class="note">{t('comesAgain', { when: untilText(attempt.due ?? 0) })}</p>
        </>
      ) : <Hints {...at} />}
      {exercise.certainty && (isOpen(attempt) || attempt.tried.length) ? <p class="note">{t('lossesRest', { certainty: certaintyText(exercise.certainty) })}</p> : null}
      <div class="buttons">
        {isOpen(attempt) ? (
          <>
            <button type="button" class="primary" onClick={leave}>{t('nextExercise')}</button>
            <button type="button" onClick={analyse}>{t('analyseThis')}</button>
            <button type="button" onClick={() => remove(at)}>{t('remove')}</button>
          </>
        ) : (
          <>
            <button type="button" disabled={attempt.hints >= exercise.hints.length} onClick={hintDrill}>{t('hint')}</button>
            <button type="button" onClick={() => finish(at, null)}>{t('solution')}</button>
            <button type="button" onClick={leave}>{t('skip')}</button>
          </>
        )}
      </div>
    </Card>
  );
}

function addOutcome({ result, player, rating, isPlayed }: Outcome): void {
  const added = addToDeck(result);
  setPlayer(isPlayed ? null : player, rating);
  if (isPlayed) forgetPlayed();
  isAdding = false;
  session = null;
  outcome = t(added ? 'exercisesAdded' : 'noExercises', { count: added });
  say(outcome);
}

async function importFile(files: FileList | null): Promise<void> {
  const file = files?.[0];
  if (!file) return;
  try {
    outcome = t('exercisesAdded', { count: addToDeck(await file.text()) });
    session = null;
    tell('');
  } catch (error) {
    tell(t('noDrillFile'), errorText(error));
  }
}

/** What there is, and when it comes again. */
function DeckCard() {
  const { due, new: fresh, later, next } = deckState();
  const when = next === null ? '' : t('nextDue', { when: untilText(next - Date.now() / 1000) });
  const take = (adding: boolean): void => {
    isAdding = adding;
    outcome = '';
    redraw();
  };
  return (
    <Card title={t('exercises')} class="deck">
      <p>{t(fresh > MOST_NEW ? 'deckCountsNew' : 'deckCounts', { due, fresh, later, most: MOST_NEW })}{when ? ` ${when}` : ''}</p>
      <div class="buttons"><button type="button" onClick={() => take(!isAdding)}>{t(isAdding ? 'practise' : 'addGames')}</button></div>
    </Card>
  );
}

/** Ways in and out. */
function FilesCard({ isEmpty }: { isEmpty: boolean }) {
  return (
    <details class="card files" open={!isKept}>
      <summary>{t('drillFiles')}</summary>
      {isKept ? null : <p class="unkept" role="alert">{t('notKept')}</p>}
      <div class="buttons">
        <label class="button">{t('importDrill')}<input type="file" class="hidden" onChange={({ currentTarget }) => { void importFile(currentTarget.files); }} /></label>
        {isEmpty ? null : (
          <>
            <button type="button" onClick={exportDrill}>{t('exportDrill')}</button>
            <button type="button" onClick={exportAnki}>{t('exportAnki')}</button>
            <button type="button" onClick={exportDrillText}>{t('exportText')}</button>
          </>
        )}
      </div>
      <p class="note">{t('drillFileAbout')}</p>
    </details>
  );
}

/** The end of a session: what was answered, and what else there is to do. */
function EndCard() {
  const { new: fresh } = deckState();
  const [good, hard, again] = session?.answers ?? [0, 0, 0];
  return (
    <Card class="ended">
      <p class="big" id="exercise">{t(good + hard + again ? 'sessionDone' : 'nothingDue')}</p>
      {good + hard + again ? <p>{t('sessionAnswers', { good, hard, again })}</p> : null}
      {fresh ? <div class="buttons"><button type="button" class="primary" onClick={() => { begin(); redraw(); }}>{t('moreNew')}</button></div> : null}
    </Card>
  );
}

export function DrillPanel() {
  const at = shown();
  const { due, new: fresh, later } = deckState();
  const isEmpty = due + fresh + later === 0;
  const hasSource = isEmpty || isAdding || studyOf('drill') !== null;
  return (
    <div class="panel">
      {outcome ? <p class="outcome" role="status">{outcome}</p> : null}
      {isEmpty ? <Card><p class="big">{t('drillTitle')}</p><p>{t('drillAbout')}</p></Card> : null}
      {at ? <ExerciseCard at={at} /> : hasSource ? <SourceCard goal="drill" onDone={addOutcome} /> : <EndCard />}
      {isEmpty ? null : <DeckCard />}
      <FilesCard isEmpty={isEmpty} />
    </div>
  );
}

/** Shows the choice of games. */
export function addGames(): void {
  isAdding = true;
  outcome = '';
}

/** A hint for the exercise that is shown. */
export function hintDrill(): void {
  const at = shown();
  if (at && !isOpen(at.attempt) && at.attempt.hints < at.exercise.hints.length) change({ hints: at.attempt.hints + 1, slips: at.attempt.slips + 1 });
}
