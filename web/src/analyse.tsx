// Analysing: the verdict, the graph, values, moves, accuracy, and ways in and out.

import { useState } from 'preact/hooks';
import { advice, adviceLevel, advise, analysisLevel, answers, choose, explained, goTo, isAway, save, server, settings, state, update } from './app.ts';
import { addGames } from './drill.tsx';
import { exportGame, exportPicture, exportReport, FORMS, printPage } from './export.ts';
import { endOf, type Game, isMain, mainLine, movesTo, type Node, PASS, promote, remove } from './game.ts';
import { type Point, Graph } from './graph.tsx';
import { currentReview, isOutdated, movedOf, type Review, startReview } from './judge.ts';
import { deepen, infosOf, isSearching, solve } from './live.ts';
import { LoadCard } from './load.tsx';
import { Moves } from './moves.tsx';
import { AdviceCard, Explanations } from './play.tsx';
import { startMatch } from './referee.ts';
import { BEST, type BesidePeople, besidePeople, emptySquares, forMover, HARD, type Judged, type Mark, markOf, MISTAKE, type Moved, sumsOf, verdictOf } from './review.ts';
import type { Difficulty } from './protocol.ts';
import { peopleOf, ratingsWith, recordRatings } from './ratings.ts';
import { opening, type Side, variants } from './rust.ts';
import { chooseGame } from './source.tsx';
import { certaintyText, countText, decimal, lineText, moveText, shortCertainty, signed, t, valueText, variantName } from './text.ts';
import { Card, Check, Select } from './widgets.tsx';

const LEVELS = [8, 12, 16, 21, 26, 30, 40];
const LINES = [1, 3, 5, 64];
const SIDES: readonly Side[] = ['black', 'white'];

interface Known {
  readonly review: Review;
  readonly moved: readonly Moved[];
  readonly marks: ReadonlyMap<Node, Mark>;
}

function knownOf(review: Review | null): Known | null {
  if (!review) return null;
  const moved = movedOf(review);
  const marks = new Map(moved.flatMap((one, ply): [Node, Mark][] => {
    const node = review.line[ply + 1];
    return node ? [[node, markOf(one)]] : [];
  }));
  return { review, moved, marks };
}

function verdictText({ review, moved }: Known): string {
  const end = review.line.at(-1);
  const last = review.judged.at(-1);
  const value = end?.position.result ?? last?.before;
  if (!end || value === undefined) return t('reviewing');
  const verdict = verdictOf(moved, value, end.position.over);
  switch (verdict.kind) {
    case 'draw': return t('verdictDraw');
    case 'even': return t('verdictEven');
    case 'behind': return t(end.position.over ? 'verdictBehind' : 'verdictBehindSoFar', { side: t(verdict.side) });
    case 'lost': {
      const { moved: { number, move, judged }, before, after, side } = verdict;
      const value = (score: number): string => signed(forMover(score, side), judged?.certainty === 'exact' ? 0 : 1);
      const values = { side: t(side), move: `${number}. ${move}`, before: value(before), after: value(after) };
      return t(end.position.over ? 'verdictLost' : 'verdictBad', values);
    }
  }
}

function Verdict({ known }: { known: Known }) {
  const { review } = known;
  const isKnown = review.isDone || review.judged.every(Boolean);
  const total = review.line.length;
  const verdict = verdictNode(known);
  return (
    <Card class="verdict">
      <p class="big" id="verdict">{isKnown ? verdictText(known) : t('reviewing')}</p>
      {review.isDone ? null : <progress max={total} value={review.count} aria-label={t('reviewing')} />}
      <div class="buttons">
        {review.isDone && verdict ? <button type="button" onClick={() => showMistake(verdict)}>{t('showIt')}</button> : null}
        <button type="button" disabled={!nextMistake(known)} onClick={goToMistake}>{t('nextMistake')}</button>
        {review.isDone && !review.game.rules ? <button type="button" onClick={() => { addGames(); chooseGame(review.game); update({ view: 'drill' }); }}>{t('drillThis')}</button> : null}
        {review.isDone && isOutdated(review) ? <button type="button" onClick={() => startReview(review.game)}>{t('reviewAgain')}</button> : null}
      </div>
    </Card>
  );
}

/** The position in which the game was lost. */
function verdictNode({ review, moved }: Known): Node | null {
  const end = review.line.at(-1);
  const value = end?.position.result ?? review.judged.at(-1)?.before;
  if (!end || value === undefined) return null;
  const verdict = verdictOf(moved, value, end.position.over);
  return verdict.kind === 'lost' ? review.line[moved.indexOf(verdict.moved)] ?? null : null;
}

/** The position before the next mistake of the game, and after the last one the first one again. */
function nextMistake({ review, moved }: Known): Node | null {
  const isMistake = ({ judged }: Moved): boolean => (judged?.loss ?? 0) >= MISTAKE;
  const from = review.line.indexOf(state.node);
  const ply = moved.findIndex((one, index) => index > from && isMistake(one));
  const found = ply < 0 ? moved.findIndex(isMistake) : ply;
  return found < 0 ? null : review.line[found] ?? null;
}

/** Shows a mistake before it is played, so that the values on the board are those of its side, and asks why it is one. */
function showMistake(node: Node): void {
  goTo(node);
  advise(node);
}

export function goToMistake(): void {
  const known = knownOf(currentReview());
  const node = known ? nextMistake(known) : null;
  if (node) showMistake(node);
}

/** Black's values: of the review, or of the positions that were looked at. */
function pointsOf(game: Game, known: Known | null): Point[] {
  return mainLine(game).map((node, ply) => {
    const value = known?.review.judged[ply]?.before ?? answers.get(node)?.score ?? node.position.result;
    const mark = known?.marks.get(node) ?? '';
    return { value: value ?? null, mark };
  });
}

function Values({ node }: { node: Node }) {
  const answer = answers.get(node);
  const infos = infosOf(node);
  const isBlack = node.position.side === 'black';
  const best = infos[0];
  return (
    <Card title={t('values')} class="values">
      <div class="fields">
        <Check label={t('live')} value={settings.live} onChoose={(live) => choose({ live })} />
        <Select label={t('lines')} value={String(settings.lines)} values={LINES.map((lines) => [String(lines), lines === 64 ? t('all') : String(lines)])} onChoose={(lines) => choose({ lines: Number(lines) })} />
        <Select
          label={t('level')} value={String(analysisLevel())}
          values={[...new Set([...LEVELS.filter((level) => !server || level <= server.most), analysisLevel()])].sort((one, other) => one - other).map((level) => [String(level), String(level)])}
          onChoose={(level) => choose({ level: Number(level) })}
        />
      </div>
      {node.position.over ? null : (
        <p class="summary">
          {best ? <><b>{t('bestFor', { value: valueText(best, isBlack), side: t(node.position.side) })}</b> · {certaintyText(best.certainty)}{answer?.nodes ? ` · ${t('positions', { count: countText(answer.nodes) })}` : ''}</> : isAway() ? t('engineAway') : settings.live ? t('looking') : t('liveOff')}
          {isSearching() ? <span class="busy" /> : null}
        </p>
      )}
      {infos.length ? (
        <table class="lines">
          <thead><tr><th scope="col">{t('move')}</th><th scope="col">{t('valueFor', { side: t(node.position.side) })}</th><th scope="col">{t('certainty')}</th><th scope="col">{t('line')}</th><th scope="col"><span class="hidden">{t('deepen')}</span></th></tr></thead>
          <tbody>
            {infos.slice(0, settings.lines).map((info) => (
              <tr key={info.move}>
                <th scope="row">{moveText(info.move)}</th><td>{valueText(info, isBlack)}</td><td title={certaintyText(info.certainty)}>{shortCertainty(info.certainty)}</td>
                <td class="pv">{lineText(info.pv.slice(0, 10))}</td>
                <td><button type="button" class="small" title={t('deepen')} aria-label={`${t('deepen')}: ${moveText(info.move)}`} onClick={() => deepen(node, info.move)}>+</button></td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <div class="buttons">
        <button type="button" disabled={node.position.over} onClick={() => advise(node)}>{t('why')}</button>
        <button type="button" disabled={node.position.over || infos.length > 0 && infos.every(({ certainty }) => certainty === 'exact') || emptySquares(node.position) > 30} onClick={() => solve(node)}>{t('solve')}</button>
        <button type="button" disabled={node.position.over} onClick={() => startMatch(true, node.position.side)}>{t('playFromHere')}</button>
      </div>
    </Card>
  );
}

/** The mistake that follows in the game. */
function MistakeCard({ node, known }: { node: Node; known: Known | null }) {
  const ply = known?.review.line.indexOf(node) ?? -1;
  const moved = known?.moved[ply];
  const next = known?.review.line[ply + 1];
  if (!next || !moved?.judged || moved.judged.loss < MISTAKE) return null;
  return (
    <Card title={`${t('comesNext')}: ${moveTitle(moved)}`} class="judged mistake">
      <p>{judgedText(moved, moved.judged)}</p>
      {advice?.node === node ? null : <Explanations all={explained(moved.judged.explanations)} />}
      <div class="buttons">
        <button type="button" onClick={() => goTo(next)}>{t('playIt')}</button>
        {advice?.node === node ? null : <button type="button" onClick={() => advise(node)}>{t('why')}</button>}
      </div>
    </Card>
  );
}

/** The move that leads to the position, as it was judged, and the comment on it. */
function MoveCard({ node, known }: { node: Node; known: Known | null }) {
  const { parent } = node;
  const ply = known?.review.line.indexOf(node) ?? -1;
  const moved = known?.moved[ply - 1];
  const explanations = explained(moved?.judged?.explanations ?? []);
  const isMainLine = isMain(node);
  const change = (act: () => void): void => {
    act();
    save();
    update({});
  };
  return (
    <Card title={moved ? moveTitle(moved) : parent ? `${t(parent.position.side)} ${moveText(node.move)}` : t('startPosition')} class="judged">
      {moved?.judged ? <p>{judgedText(moved, moved.judged)}</p> : null}
      <Explanations all={explanations} />
      <div class="buttons">
        {parent && moved?.judged?.best && moved.judged.best !== moved.move ? <button type="button" onClick={() => goTo(parent)}>{t('before')}</button> : null}
        {parent && !explanations.length && advice?.node !== parent ? <button type="button" onClick={() => { goTo(parent); advise(parent); }}>{t('whatWasBest')}</button> : null}
        {isMainLine ? null : <button type="button" onClick={() => goTo(mainLine(state.game)[branchPly(node)] ?? endOf(state.game.root))}>{t('backToGame')}</button>}
        {isMainLine ? null : <button type="button" onClick={() => change(() => promote(node))}>{t('promote')}</button>}
        {isMainLine || !parent ? null : <button type="button" onClick={() => update({ node: remove(node) })}>{t('remove')}</button>}
      </div>
      <label class="comment-field"><span class="hidden">{t('comment')}</span>
        <textarea dir="auto" rows={1} placeholder={t('comment')} value={node.comment} onInput={({ currentTarget }) => { node.comment = currentTarget.value; }} onChange={() => save()} />
      </label>
    </Card>
  );
}

const moveTitle = (moved: Moved): string =>
  `${moved.move === PASS ? '' : `${moved.number}. `}${t(moved.position.side)} ${moveText(moved.move)} ${markOf(moved)}`.trim();

/** How many people find a best move; of a mistake, how many make it or a worse one. */
function peopleText({ rating, found, asBad }: Difficulty, loss: number): string {
  const finds = t('peopleFind', { rating, share: decimal(100 * found, 0) });
  return loss < MISTAKE ? finds : `${finds} ${t('peopleMiss', { share: decimal(100 * asBad, 0) })}`;
}

function judgedText(moved: Moved, { loss, best, before, after, certainty, thrown, fromBook, people }: Judged): string {
  const { side } = moved.position;
  const mark = markOf(moved);
  const value = (score: number): string => signed(forMover(score, side), certainty === 'exact' ? 0 : 1);
  const isBest = loss < BEST || !best || best === moved.move;
  const asGood = mark === '!' ? 'onlyMove' : moved.position.legal.length === 1 ? 'onlyLegal' : 'asGood';
  const parts = [
    fromBook ? t('fromBook') : '',
    isBest ? t(asGood, { value: value(after), side: t(side) })
      : t('loses', { loss: decimal(loss), side: t(side), before: value(before), after: value(after), best }),
    mark === '!!' ? t('sacrifice') : '',
    thrown ? t(thrown.startsWith('win') ? 'threwWin' : 'threwDraw') : '',
    people ? peopleText(people, loss) : '',
    fromBook ? '' : `(${certaintyText(certainty)})`,
  ];
  return parts.filter(Boolean).join(' ');
}

/** How a side fared beside people: which of its mistakes are common ones, and which hard moves it found. */
function besidePeopleText({ rating, common, hard }: BesidePeople): string {
  const list = (all: readonly Moved[]): string => (all.length ? `${all.length} (${all.map(({ number, move }) => `${number}. ${move}`).join(', ')})` : '0');
  return t('besidePeople', { rating, common: list(common), hard: list(hard) });
}

/** The ratings of the record, for whoever chooses among ratings. */
function recordText(game: Game): string {
  const { black, white } = recordRatings(game.head);
  const people = peopleOf(game.head, 0);
  return t(black || white ? 'ofRecord' : 'notInRecord', { rating: [...new Set([people.black, people.white])].join(' – ') });
}

function Accuracy({ known }: { known: Known }) {
  const { game } = state;
  const { black, white } = game.head;
  const names = { black, white };
  return (
    <Card title={t('accuracy')} class="accuracy">
      <table>
        <thead><tr><th scope="col"><span class="hidden">{t('accuracy')}</span><span aria-hidden="true">%</span></th><th scope="col">{t('opening')}</th><th scope="col">{t('midgame')}</th><th scope="col">{t('endgame')}</th><th scope="col">{t('lost')}</th></tr></thead>
        {SIDES.map((side) => {
          const { accuracy, lost, all } = sumsOf(known.moved, side);
          const people = besidePeople(known.moved, side);
          return (
            <tbody key={side}>
              <tr><th scope="rowgroup" colSpan={5}><span class={`disc small ${side}`} aria-hidden="true" /> <bdi>{names[side] || t(side)}</bdi></th></tr>
              <tr>
                <td><b>{accuracy === null ? '–' : `${Math.round(accuracy)} %`}</b></td><td>{decimal(lost.opening)}</td><td>{decimal(lost.midgame)}</td><td>{decimal(lost.endgame)}</td><td>{decimal(all)}</td>
              </tr>
              {people ? <tr class="beside"><td colSpan={5}>{besidePeopleText(people)}</td></tr> : null}
            </tbody>
          );
        })}
      </table>
      {known.review.people ? (
        <div class="fields">
          <Select
            label={t('peopleRated')} value={String(settings.people)}
            values={[['0', recordText(game)], ...ratingsWith(settings.people).map((rating): [string, string] => [String(rating), String(rating)])]}
            onChoose={(people) => choose({ people: Number(people) })}
          />
        </div>
      ) : null}
      <p class="note">{known.review.people ? `${t('besidePeopleRule', { share: decimal(100 * HARD, 0) })} ` : ''}{t('accuracyRule')}</p>
    </Card>
  );
}

function ExportCard({ known }: { known: Known | null }) {
  const [copied, setCopied] = useState(false);
  const { game, node } = state;
  const people = SIDES.flatMap((side) => besidePeople(known?.moved ?? [], side) ?? []);
  const report = (): string => [known ? verdictText(known) : '', ...people.map((of, index) => `${t(SIDES[index] ?? 'black')}: ${besidePeopleText(of)}`), ...(known?.moved ?? []).map((one) => (one.judged ? `${moveTitle(one)}: ${judgedText(one, one.judged)}` : moveTitle(one)))].filter(Boolean).join('\n');
  return (
    <details class="card">
      <summary>{t('saveAndShare')}</summary>
      <div class="buttons">
        {FORMS.map((form) => <button type="button" key={form} onClick={() => exportGame(game, form)}>{t(`export_${form}`)}</button>)}
        <button type="button" onClick={() => exportPicture(node)}>{t('export_picture')}</button>
        <button type="button" disabled={!known} onClick={() => exportReport(report())}>{t('export_report')}</button>
        <button type="button" onClick={printPage}>{t('print')}</button>
        <button type="button" onClick={() => { void navigator.clipboard.writeText(location.href).then(() => setCopied(true)); }}>{copied ? t('copied') : t('copyLink')}</button>
      </div>
    </details>
  );
}

function About({ game }: { game: Game }) {
  const { black, white, blackRating, whiteRating, event, place, date } = game.head;
  const end = mainLine(game).at(-1) ?? game.root;
  const variant = variants().find(({ words }) => words === game.rules)?.name;
  const name = !game.rules ? opening(movesTo(end)) : variant ? variantName(variant) : '';
  const about = [name, event, place, date].filter(Boolean).join(', ');
  if (!black && !white && !about) return null;
  const rated = (rating: number | null): string => (rating ? ` (${Math.round(rating)})` : '');
  return <p class="about"><bdi>{black || t('black')}</bdi>{rated(blackRating)} – <bdi>{white || t('white')}</bdi>{rated(whiteRating)} <small><bdi>{about}</bdi></small></p>;
}

export function AnalysePanel() {
  const { game, node } = state;
  const known = knownOf(currentReview());
  const hasMoves = game.root.children.length > 0;
  const isEmpty = !hasMoves && !game.rules;
  const line = mainLine(game);
  return (
    <div class="panel">
      <About game={game} />
      <div class="column">
        {isEmpty ? <LoadCard isOpen /> : null}
        {known ? <Verdict known={known} /> : null}
        <MistakeCard node={node} known={known} />
        <AdviceCard node={node} />
        {hasMoves ? <MoveCard node={node} known={known} /> : null}
        {line.length > 2 ? <Card title={t('graph')} class="graph-card"><Graph points={pointsOf(game, known)} shown={line.includes(node) ? node.ply : branchPly(node)} onGo={(ply) => { const to = line[ply]; if (to) goTo(to); }} /></Card> : null}
        {hasMoves ? (
          <Card title={t('moves')}>
            <Moves root={game.root} shown={node} markOf={(one) => known?.marks.get(one) ?? ''} onGo={goTo} variations />
            <div class="buttons">
              {known ? null : <button type="button" onClick={() => startReview(game)}>{t('reviewGame', { level: adviceLevel() })}</button>}
            </div>
          </Card>
        ) : null}
      </div>
      <div class="column">
        <Values node={node} />
        {known ? <Accuracy known={known} /> : null}
        {isEmpty ? null : <LoadCard isOpen={false} />}
        <ExportCard known={known} />
      </div>
    </div>
  );
}

/** Where the variation of a node leaves the game. */
function branchPly(node: Node): number {
  let at = node;
  while (!isMain(at) && at.parent) at = at.parent;
  return at.ply;
}

/** Squares to look at before a mistake: the best move, the one played, and those that the explanations name. */
export function explainedSquares(node: Node): { readonly best: string; readonly others: readonly string[] } | null {
  const review = currentReview();
  const judged = review?.judged[review.line.indexOf(node)];
  if (!judged?.best || judged.loss < MISTAKE) return null;
  return { best: judged.best, others: [...judged.move ? [judged.move] : [], ...judged.explanations.flatMap(({ squares }) => squares)] };
}
