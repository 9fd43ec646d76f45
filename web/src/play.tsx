// Playing: the choice of a game, and what one needs during it.

import { useState } from 'preact/hooks';
import { advice, advise, choose, explanationsOf, goTo, hasUnfinished, isAway, leaveGame, resultText, resumeUnfinished, settings, state, update } from './app.ts';
import { focusBoard } from './board.tsx';
import { mainLine, newGame, type Node, PASS } from './game.ts';
import { Moves } from './moves.tsx';
import type { Explanation } from './protocol.ts';
import { RATINGS } from './ratings.ts';
import { isPersons, isRunning, rematch, resign, startMatch, takeBack, thinking } from './referee.ts';
import { line, otherSide, strengths, variants } from './rust.ts';
import type { Person } from './state.ts';
import { certaintyText, lineText, moveText, peopleRating, strengthAbout, strengthName, t, valueText, variantAbout, variantName } from './text.ts';
import { Card, Check, Choice, CopyLink, Select } from './widgets.tsx';

const PERSONS: readonly Person[] = ['black', 'white', 'both', 'none'];
const MINUTES = [0, 1, 5, 15, 30];
const USUAL_PEOPLE = 'people1400';

/** The names beside the discs: who plays here, or who played the game that is analysed. */
export function playerNames(): Record<'black' | 'white', string> {
  const { match, game, view } = state;
  if (view === 'analyse' || !match || match.person === 'both') return game.head;
  const engine = strengthName(match.strength);
  if (match.person === 'none') return { black: engine, white: engine };
  return match.person === 'black' ? { black: t('you'), white: engine } : { black: engine, white: t('you') };
}

/** What there is to say of the game: whose turn it is, or how it ended. */
function statusText(): string {
  const { match, node } = state;
  const { position } = node;
  if (match?.end) {
    const { by, loser } = match.end;
    const winner = t(otherSide(loser));
    if (by === 'resign' && match.person === loser) return t('youResigned', { winner });
    return t(by === 'time' ? 'lostOnTime' : 'lostByResign', { side: t(loser), winner });
  }
  if (position.over) {
    if (!match || match.person === 'both' || match.person === 'none' || position.winner === 'draw') return resultText(position);
    const own = match.person;
    return t(position.winner === own ? 'youWin' : 'youLose', { own: position[own], other: position[otherSide(own)] });
  }
  if (!match) return '';
  if (node !== match.tip) return t('lookingBack');
  if (position.legal[0] === PASS) return t('mustPass', { side: t(position.side) });
  if (isPersons(match, position.side)) return match.person === 'both' ? t('toMove', { side: t(position.side) }) : t('yourTurn');
  if (isAway()) return t('engineAway');
  const name = strengthName(match.strength);
  return thinking?.depth ? t('thinkingDepth', { name, depth: thinking.depth }) : t('thinking', { name });
}

/** Whether the board of no game has a position to play on from: one that was set up, or one of a game that was opened. */
export const hasPosition = (): boolean => (state.node.ply > 0 || state.game.rules.includes('X')) && !state.node.position.over;

function Setup() {
  const known = variants();
  const rules = known.find(({ words }) => words === settings.rules);
  const hasOwn = hasPosition();
  const rating = peopleRating(settings.strength);
  const chooseVariant = (words: string): void => {
    choose({ rules: words });
    if (hasOwn) return;
    const game = newGame(line, words);
    update({ game, node: game.root });
  };
  const begin = (fromHere: boolean, { detail: clicks }: MouseEvent): void => {
    startMatch(fromHere);
    // Who begins by the keyboard goes on by it on the board; to others the arrows walk through the game.
    if (clicks === 0) focusBoard();
  };
  return (
    <Card title={t('newGame')} class="setup">
      {hasUnfinished() ? <div class="buttons unfinished"><button type="button" onClick={resumeUnfinished}>{t('goOn')}</button></div> : null}
      <fieldset class="opponents">
        <legend>{t('opponent')}</legend>
        {strengths().map(({ name }) => (
          <label key={name} class={settings.strength === name ? 'chosen' : ''}>
            <input type="radio" name="strength" checked={settings.strength === name} onChange={() => choose({ strength: name })} />
            <b>{strengthName(name)}</b> <span>{strengthAbout(name)}</span>
          </label>
        ))}
        {settings.rules ? null : (
          <div>
            <label class={rating ? 'chosen' : ''}>
              <input type="radio" name="strength" checked={rating !== null} onChange={() => choose({ strength: USUAL_PEOPLE })} />
              <b>{t('strength_people_short')}</b> <span>{t('strength_people_about')}</span>
            </label>
            {rating ? <Select label={t('rating')} value={String(rating)} values={RATINGS.map((of) => [String(of), String(of)])} onChoose={(of) => choose({ strength: `people${of}` })} /> : null}
          </div>
        )}
      </fieldset>
      <Choice label={t('youPlay')} value={settings.person} values={PERSONS.map((person) => [person, t(`person_${person}`)])} onChoose={(person) => choose({ person })} />
      <div class="fields">
        <Select label={t('clock')} value={String(settings.minutes)} values={MINUTES.map((minutes) => [String(minutes), minutes ? t('minutes', { minutes }) : t('noClock')])} onChoose={(minutes) => choose({ minutes: Number(minutes) })} />
        <Select label={t('variant')} value={settings.rules} values={known.map(({ name, words }) => [words, variantName(name)])} onChoose={chooseVariant} />
      </div>
      {rules ? <p class="note">{variantAbout(rules.name)}</p> : null}
      {hasOwn ? <p id="position-shown">{t('positionShown', { side: t(state.node.position.side) })}</p> : null}
      <div class="buttons">
        {hasOwn ? <button type="button" class="primary" onClick={(event) => begin(true, event)}>{t('playPosition')}</button> : null}
        <button type="button" class={hasOwn ? '' : 'primary'} id="start" onClick={(event) => begin(false, event)}>{t(hasOwn ? 'startNew' : 'start')}</button>
      </div>
    </Card>
  );
}

/** Sentences of the engine, and that they are in English where the page is not. */
export function Explanations({ all }: { all: readonly Explanation[] }) {
  const isForeign = document.documentElement.lang !== 'en' && all.length > 0;
  return <><ul lang="en">{all.map(({ text }) => <li key={text}>{text}</li>)}</ul>{isForeign ? <p class="note in-english">{t('inEnglish')}</p> : null}</>;
}

/** The best move and why, where it was asked for. */
export function AdviceCard({ node }: { node: Node }) {
  if (advice?.node !== node) return null;
  const { answer } = advice;
  const best = answer?.moveInfos?.[0];
  const isBlack = node.position.side === 'black';
  return (
    <Card title={best ? t('bestIs', { move: moveText(best.move) }) : t(isAway() ? 'engineAway' : 'looking')} class="advice">
      {best ? <p>{t('itsValue', { value: valueText(best, isBlack), side: t(node.position.side), certainty: certaintyText(best.certainty), line: lineText(best.pv) })}</p> : null}
      <Explanations all={explanationsOf(answer)} />
    </Card>
  );
}

export function PlayPanel() {
  const [isResigning, setResigning] = useState(false);
  const { match, node, game } = state;
  if (!match) return <div class="panel"><Setup /></div>;
  const isOver = match.end !== null || node.position.over;
  const mayHint = isRunning() && isPersons(match, node.position.side) && node.position.legal[0] !== PASS;
  return (
    <div class="panel">
      <Card class={isOver ? 'status over' : 'status'}>
        <p class="big" id="status">{statusText()}</p>
        {thinking && !isAway() ? <div class="busy" /> : null}
        {isOver ? (
          <div class="buttons">
            <button type="button" class="primary" onClick={rematch}>{match.person === 'black' || match.person === 'white' ? t('rematchAs', { side: t(otherSide(match.person)) }) : t('rematch')}</button>
            <button type="button" onClick={() => update({ view: 'analyse' })}>{t('analyseGame')}</button>
            <button type="button" onClick={leaveGame}>{t('newGame')}</button>
          </div>
        ) : isResigning ? (
          <div class="buttons">
            <button type="button" class="primary" onClick={() => { setResigning(false); resign(); }}>{t('resignGame')}</button>
            <button type="button" onClick={() => setResigning(false)}>{t('cancel')}</button>
          </div>
        ) : (
          <div class="buttons">
            <button type="button" disabled={!mayHint} onClick={() => advise(node)}>{t('hint')}</button>
            <button type="button" disabled={!node.parent} onClick={takeBack}>{t('takeBack')}</button>
            {isAway() && match.person !== 'both' ? <button type="button" class="primary" onClick={() => update({ match: { ...match, person: 'both' } })}>{t('goOnAsTwo')}</button> : null}
            {node !== match.tip ? <button type="button" onClick={() => goTo(match.tip)}>{t('toTheGame')}</button> : null}
            <button type="button" onClick={() => setResigning(true)}>{t('resign')}</button>
            <button type="button" onClick={leaveGame}>{t('newGame')}</button>
          </div>
        )}
        <div class="checks">
          <Check label={t('showLegal')} value={settings.legal} onChoose={(legal) => choose({ legal })} />
          <Check label={t('showValues')} value={settings.help} onChoose={(help) => choose({ help })} />
        </div>
        <p class="note">{t('elsewhere')} <CopyLink /></p>
      </Card>
      <AdviceCard node={node} />
      {mainLine(game).length > 1 ? <Card title={t('moves')}><Moves root={game.root} shown={node} markOf={() => ''} onGo={goTo} variations={match.isVariation} /></Card> : null}
    </div>
  );
}
