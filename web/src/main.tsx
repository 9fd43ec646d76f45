// The page: head, board, what belongs to the view, and where the parts get their positions from.

import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { AnalysePanel, explainedSquares } from './analyse.tsx';
import { advice, choose, client, found, message, play, readBytes, server, settings, spoken, start, state, status, tell, update } from './app.ts';
import { Board, type BoardProps, type Label, type Marking, Score } from './board.tsx';
import { addGames, drillBoard, DrillPanel } from './drill.tsx';
import { rememberToken } from './engine.ts';
import { FairPlayPanel } from './fairplay.tsx';
import { squareOf } from './game.ts';
import { COMMANDS, listenToKeys, onHelp, onSquareKey } from './keys.ts';
import { infosOf } from './live.ts';
import { edit, edited, Editor, EditorPanel, GameList, onEdit } from './load.tsx';
import { OpeningsPanel, openingLabels, openingPosition, playOpening, readPeopleGames } from './openings.tsx';
import { hasPosition, playerNames, PlayPanel } from './play.tsx';
import { currentPuzzle, isPuzzleOpen, puzzleLabels, puzzlePosition, PuzzlesPanel, tryMove } from './puzzles.tsx';
import { isPersons, startClocks, startMatch } from './referee.ts';
import { line, version } from './rust.ts';
import { chooseFiles, chooseGames } from './source.tsx';
import { VIEWS } from './state.ts';
import { go, mayStep, type Step } from './steps.ts';
import { LANGUAGE_NAMES } from './strings.ts';
import { shortCertainty, shortValue, t, timeText } from './text.ts';
import { Select } from './widgets.tsx';

/** The pictures of the buttons: fonts lack some of the signs. */
const STEPS: readonly (readonly [Step, string, 'key_first' | 'key_back' | 'key_forward' | 'key_last'])[] = [
  ['first', 'M6 5v14M19 5l-9 7 9 7z', 'key_first'], ['back', 'M16 5l-9 7 9 7z', 'key_back'], ['forward', 'M8 5l9 7-9 7z', 'key_forward'], ['last', 'M18 5v14M5 5l9 7-9 7z', 'key_last'],
];

/** A move on the board of a game. Without a game to play, it begins one. */
function playMove(move: string): void {
  if (!mayPlay()) return;
  if (state.view === 'play' && !state.match) startMatch(false, settings.person === 'both' ? 'both' : state.node.position.side);
  play(move);
}

/** A position that was looked at is no game yet: the buttons beside it say what begins. */
function mayPlay(): boolean {
  const { view, match, node } = state;
  if (view === 'analyse') return true;
  if (!match) return !hasPosition();
  return !match.end && isPersons(match, node.position.side);
}

function liveLabels(): Map<string, Label> {
  const { node, view } = state;
  const isShown = view === 'analyse' || (settings.help && state.match !== null);
  const infos = isShown ? infosOf(node) : [];
  const isBlack = node.position.side === 'black';
  const best = infos[0];
  // Where a square has several moves, the best one is shown.
  return new Map([...infos].reverse().map((info): [string, Label] => {
    const loss = best ? Math.abs(best.score - info.score) : 0;
    const tone = loss < 0.05 ? 'best' : loss < 1 ? 'good' : loss < 4 ? 'fair' : 'poor';
    return [squareOf(info.move), { value: shortValue(info, isBlack), detail: shortCertainty(info.certainty), tone }];
  }));
}

/** The squares to look at: the hint, or what explanations name. */
function markedSquares(): Map<string, Marking> {
  const { node, view } = state;
  if (advice?.node !== node) {
    const mistake = view === 'analyse' ? explainedSquares(node) : null;
    return new Map([...(mistake?.others ?? []).map((square): [string, Marking] => [square, 'noted']), ...(mistake ? [[squareOf(mistake.best), 'marked'] as const] : [])]);
  }
  const best = advice.answer?.moveInfos?.[0]?.move;
  // Beside a hint in a game the squares of the reasons would hide the move.
  const noted = view === 'analyse' ? advice.answer?.explanations?.flatMap(({ squares }) => squares) ?? [] : [];
  return new Map([...noted.map((square): [string, Marking] => [square, 'noted']), ...(best ? [[squareOf(best), 'marked'] as const] : [])]);
}

function boardProps(): BoardProps {
  const { view, node } = state;
  if (view === 'openings') {
    const position = openingPosition();
    return { position, last: state.opening.at(-1) ?? '', labels: openingLabels(position), marked: new Map(), canPlay: true, showLegal: settings.legal, onPlay: playOpening };
  }
  if (view === 'drill') {
    const [position = node.position] = line('', []).positions;
    const empty = { position, last: '', labels: new Map(), marked: new Map(), canPlay: false, onPlay: () => {} };
    const exercise = drillBoard();
    return { ...exercise ?? empty, showLegal: settings.legal && exercise !== null };
  }
  const puzzle = currentPuzzle();
  if (view === 'puzzles' && puzzle) {
    const position = puzzlePosition(puzzle);
    return { position, last: '', labels: puzzleLabels(puzzle), marked: new Map(), canPlay: !isPuzzleOpen(puzzle), showLegal: settings.legal, onPlay: (move) => tryMove(puzzle, move) };
  }
  return { position: node.position, last: node.move, labels: liveLabels(), marked: markedSquares(), canPlay: mayPlay(), showLegal: settings.legal && mayPlay(), onPlay: playMove, onIllegal: (square) => { if (mayPlay()) tell(t('flipsNothing', { square })); } };
}

function Head({ onHelpClick }: { onHelpClick: () => void }) {
  return (
    <header>
      <p class="brand"><span class="disc black" aria-hidden="true" /><span class="disc white" aria-hidden="true" /> Emilia</p>
      <nav aria-label={t('views')}>
        {VIEWS.map((view) => <a key={view} href={`#v=${view}`} aria-current={view === state.view ? 'page' : undefined} onClick={(event) => { event.preventDefault(); update({ view }); }}>{t(`view_${view}`)}</a>)}
      </nav>
      <details class="menu">
        <summary aria-label={t('settings')}>⚙</summary>
        <div class="card">
          <Select label={t('language')} value={document.documentElement.lang} values={Object.entries(LANGUAGE_NAMES)} onChoose={(language) => choose({ language })} />
          <Select label={t('colours')} value={settings.theme} values={[['auto', t('theme_auto')], ['light', t('theme_light')], ['dark', t('theme_dark')]]} onChoose={(theme) => choose({ theme })} />
          <button type="button" onClick={onHelpClick}>{t('keys')} (?)</button>
          <p class="note">Emilia {server?.version ?? version()}</p>
        </div>
      </details>
      {status.kind === 'loading' ? <div class="engine"><progress value={server ? undefined : status.part} aria-label={t('engineLoads')} /><span>{t('engineLoads')}</span></div> : null}
    </header>
  );
}

/** Why there is no engine. */
function EngineStatus() {
  if (status.kind === 'ready' || status.kind === 'loading') return null;
  if (status.kind === 'token') {
    const enter = (event: SubmitEvent): void => {
      event.preventDefault();
      const field = (event.currentTarget as HTMLFormElement).elements.namedItem('token');
      if (field instanceof HTMLInputElement) rememberToken(field.value.trim());
      client.retry();
    };
    return <form class="engine" onSubmit={enter}><label>{t(status.wasWrong ? 'tokenWrong' : 'tokenNeeded')} <input name="token" type="password" autocomplete="off" /></label> <button type="submit">{t('connect')}</button></form>;
  }
  if (status.kind === 'closed') return <div class="engine bad" role="status">{t('notConnected')} <button type="button" onClick={() => client.retry()}>{t('again')}</button></div>;
  return <div class="engine bad" role="alert">{t('engineFailed', { reason: status.reason })} <button type="button" onClick={() => client.retry()}>{t('again')}</button></div>;
}

function KeyList({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="keys-title">
      <h2 id="keys-title">{t('keys')}</h2>
      <dl>
        {COMMANDS.map(({ keys, about }) => <div key={about}><dt>{keys.map((key) => <kbd key={key}>{key.replace('Arrow', '')}</kbd>)}</dt><dd>{t(about)}</dd></div>)}
        <div><dt><kbd>f</kbd><kbd>5</kbd></dt><dd>{t('key_square')}</dd></div>
        <div><dt><kbd>Tab</kbd></dt><dd>{t('key_board')}</dd></div>
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>{t('close')}</button>
    </dialog>
  );
}

/** Details of more letters are shown when they are asked for. */
const LONG = 80;

/** What is to be told, where it is seen. */
function Message() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [message]);
  if (!message) return null;
  const { text, details } = message;
  const shown = <span lang="en">{details}</span>;
  return (
    <div class="message" role="alert" ref={box}>
      <div>{text}{!details ? null : details.length > LONG ? <details><summary>{t('details')}</summary>{shown}</details> : <p class="reason">{shown}</p>}</div>
      <button type="button" class="small" aria-label={t('close')} onClick={() => tell('')}>×</button>
    </div>
  );
}

function Panel() {
  if (edited && state.view === 'analyse') return <EditorPanel position={edited} />;
  if (state.view === 'openings') return <OpeningsPanel />;
  if (state.view === 'puzzles') return <PuzzlesPanel />;
  if (state.view === 'drill') return <DrillPanel />;
  if (state.view === 'fairplay') return <FairPlayPanel />;
  if (state.view === 'play') return <PlayPanel />;
  return found ? <GameList /> : <AnalysePanel />;
}

function Page() {
  const [isHelpOpen, setHelp] = useState(false);
  useEffect(() => onHelp(() => setHelp((isOpen) => !isOpen)), []);
  const side = useRef<HTMLDivElement>(null);
  // What is new stands at the top.
  useEffect(() => side.current?.scrollTo(0, 0), [state.view, state.game, state.opening.length === 0, advice?.node]);
  const props = boardProps();
  const { match } = state;
  const editor = state.view === 'analyse' ? edited : null;
  const isGame = state.view === 'play' || state.view === 'analyse';
  const clock = isGame && match?.minutes ? { black: timeText(match.clock.black), white: timeText(match.clock.white) } : undefined;
  const names = isGame ? playerNames() : { black: '', white: '' };
  return (
    <>
      <Head onHelpClick={() => setHelp(true)} />
      <main class={`view-${state.view}`}>
        <h1 class="hidden">{t(`view_${state.view}`)} – Emilia, Othello</h1>
        {state.view === 'fairplay' ? null : (
          <>
            <div class="stage">{editor ? <Editor position={editor} /> : <Board {...props} />}</div>
            <Score position={editor ?? props.position} names={names} clock={clock} />
            <div class="steps" role="group" aria-label={t('steps')} dir="ltr">
              {STEPS.map(([step, path, about]) => <button type="button" key={step} disabled={!mayStep(step)} aria-label={t(about)} title={t(about)} onClick={() => go(step)}><svg viewBox="0 0 24 24" aria-hidden="true"><path d={path} /></svg></button>)}
            </div>
          </>
        )}
        <div class="side" ref={side}>
          <EngineStatus />
          <Message />
          <Panel />
        </div>
      </main>
      <p class="hidden" role="status" aria-live="polite">{spoken}</p>
      {isHelpOpen ? <KeyList onClose={() => setHelp(false)} /> : null}
    </>
  );
}

/** The menu closes like every other one. */
function listenToMenu(): void {
  const close = (but: EventTarget | null): void => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) if (!(but instanceof Node && menu.contains(but))) menu.open = false;
  };
  document.addEventListener('click', ({ target }) => close(target));
  document.addEventListener('keydown', ({ key }) => { if (key === 'Escape') close(null); });
}

/** Games come by drag and drop and from the clipboard, too. */
function listenToFiles(): void {
  const hasSource = (): boolean => state.view === 'drill' || state.view === 'fairplay';
  const read = (bytes: Uint8Array): void => {
    if (hasSource()) {
      if (state.view === 'drill') addGames();
      chooseGames([bytes]);
      return;
    }
    edit(null);
    readBytes(bytes);
  };
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text/plain');
    if (file && state.view === 'openings') void readPeopleGames(event.dataTransfer?.files ?? []);
    else if (file && hasSource()) {
      if (state.view === 'drill') addGames();
      void chooseFiles(event.dataTransfer?.files ?? []);
    } else if (file) void file.arrayBuffer().then((bytes) => read(new Uint8Array(bytes)));
    else if (text) read(new TextEncoder().encode(text));
  });
  document.addEventListener('paste', (event) => {
    if (event.target instanceof HTMLElement && event.target.matches('textarea, input')) return;
    const text = event.clipboardData?.getData('text/plain');
    if (text?.trim()) read(new TextEncoder().encode(text));
  });
}

const root = document.getElementById('app');
if (root) {
  const draw = (): void => render(<Page />, root);
  onEdit(draw);
  onSquareKey(playMove);
  start(draw).then(startClocks).catch((error: unknown) => { root.textContent = error instanceof Error ? error.message : String(error); });
  listenToKeys();
  listenToMenu();
  listenToFiles();
  // Where the connection is not secure there are no service workers.
  if ('serviceWorker' in navigator) navigator.serviceWorker.register('service-worker.js').catch(() => {});
}
