// The fair-play report: a player's choices beside those that people of the rating make. Evidence, and never a verdict.

import { exportFairPlay } from './export.ts';
import type { Comparison, FairPlay, FairPlayBand, NotableChoice } from './rust.ts';
import { type Outcome, SourceCard } from './source.tsx';
import { decimal, signed, t } from './text.ts';
import { Card } from './widgets.tsx';

interface Shown extends FairPlay {
  readonly player: string | null;
}

let shown: Shown | null = null;

const percent = (share: number): string => decimal(100 * share, 0);

function takeReport({ result, player }: Outcome): void {
  shown = { ...JSON.parse(result) as FairPlay, player };
}

const ratingText = ({ rating: [low, high] }: FairPlay): string => (low === high ? String(low) : `${low}–${high}`);

function Row({ band }: { band: FairPlayBand }) {
  const { from, to, choices, agreement, loss } = band;
  const cells = (of: Comparison, text: (value: number) => string, low: (value: number) => string) =>
    choices ? <><td>{text(of.observed)}</td><td>{of.interval ? of.interval.map(low).join('–') : '–'}</td><td>{text(of.expected)}</td></> : <><td /><td /><td /></>;
  return (
    <tr>
      <th scope="row">{to - from === 1 ? t('all') : `${percent(from)}–${percent(to)} %`}</th><td>{choices}</td>
      {cells(agreement, (share) => `${decimal(100 * share)} %`, percent)}
      {cells(loss, (discs) => decimal(discs, 2), (discs) => decimal(discs, 2))}
    </tr>
  );
}

/** The choices to look at. */
function Notable({ all }: { all: readonly NotableChoice[] }) {
  return (
    <>
      <h2 class="part">{t('notableChoices')}</h2>
      <div class="wide" role="region" aria-label={t('notableChoices')} tabIndex={0}>
        <table>
          <thead><tr><th scope="col">{t('move')}</th><th scope="col">{t('foundBy')}</th><th scope="col">{t('usualLoss')}</th><th scope="col">{t('game')}</th></tr></thead>
          <tbody>
            {all.map(({ game, title, number, move, found, usual_loss }) => (
              <tr key={`${game} ${number}`}><th scope="row">{number}. {move}</th><td>{percent(found)} %</td><td>{decimal(usual_loss)}</td><td>{game}. <bdi>{title}</bdi></td></tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="note">{t('notableAbout')}</p>
    </>
  );
}

function Report({ of }: { of: Shown }) {
  const { report, level } = of;
  const beyond = report.is_beyond === null ? 'tooFewGames' : report.is_beyond ? 'isBeyond' : 'isNotBeyond';
  return (
    <Card class="report">
      <p class="big"><bdi>{of.player ?? t('thePlayer')}</bdi></p>
      <p class="note">{t('reportOf', { rating: ratingText(of), games: report.games, choices: report.all.choices, level })}</p>
      <p id="fair-play"><b>{t(beyond)}</b> {report.is_beyond === null ? '' : t('surpriseIs', { surprise: signed(report.surprise, 2), line: signed(report.line, 2) })}</p>
      <p class="caution"><b>{t('neverVerdict')}</b> {t('cannotSee')}</p>
      <div class="wide" role="region" aria-label={t('reportTable')} tabIndex={0}>
        <table>
          <thead>
            <tr><th scope="col" rowSpan={2}>{t('foundBy')}</th><th scope="col" rowSpan={2}>{t('choices')}</th><th scope="colgroup" colSpan={3}>{t('bestMoves')}</th><th scope="colgroup" colSpan={3}>{t('discsLost')}</th></tr>
            <tr>{[0, 1].map((group) => [<th scope="col" key={`${group}o`}>{t('ofPlayer')}</th>, <th scope="col" key={`${group}i`}>95 %</th>, <th scope="col" key={`${group}e`}>{t('ofPeople')}</th>])}</tr>
          </thead>
          <tbody>{[...report.bands, report.all].map((band, index) => <Row key={index} band={band} />)}</tbody>
        </table>
      </div>
      <h2 class="part">{t('aboveHonest')}</h2>
      <table class="sums">
        <tbody>
          <tr><th scope="row">{t('bestMoves')}</th><td>{signed(report.agreement_excess, 2)}</td><td /></tr>
          <tr><th scope="row">{t('discsNotLost')}</th><td>{signed(report.loss_excess, 2)}</td><td /></tr>
          <tr><th scope="row">{t('surprise')}</th><td>{signed(report.surprise, 2)}</td><td>{t('atMostOne', { line: signed(report.line, 2) })}</td></tr>
        </tbody>
      </table>
      {report.notable.length ? <Notable all={report.notable} /> : null}
      <ul class="note">
        <li>{t('foundByAbout')}</li>
        <li>{t('ofPeopleAbout')}</li>
        <li>{t('surpriseAbout')}</li>
        <li>{t('notCounted', { openings: report.in_openings, forced: report.forced })}</li>
      </ul>
      <div class="buttons"><button type="button" onClick={() => exportFairPlay(`${of.player ?? 'The player'}, rated ${ratingText(of)}, against people of the rating\nJudged at level ${level}; at a deeper one other moves may be best.\n${of.text}`)}>{t('exportText')}</button></div>
    </Card>
  );
}

export function FairPlayPanel() {
  return (
    <div class="panel">
      <Card><p class="big">{t('fairPlayTitle')}</p><p>{t('fairPlayAbout')} <b>{t('neverVerdict')}</b></p></Card>
      {shown ? <Report of={shown} /> : null}
      <SourceCard goal="fairPlay" onDone={takeReport} />
    </div>
  );
}
