// Black's value through the game; a click goes to the move.

import type { Mark } from './review.ts';
import { signed, t } from './text.ts';

export interface Point {
  readonly value: number | null;
  readonly mark: Mark;
}

const WIDTH = 600;
const HEIGHT = 180;
const LEFT = 34;
const RIGHT = 8;
const TOP = 12;
const BOTTOM = 20;
const MISTAKES: readonly Mark[] = ['?!', '?', '??'];

export function Graph({ points, shown, onGo }: { points: readonly Point[]; shown: number; onGo: (ply: number) => void }) {
  const last = Math.max(1, points.length - 1);
  const most = Math.max(8, ...points.map(({ value }) => Math.abs(value ?? 0)));
  const scale = Math.min(64, Math.ceil(most / 8) * 8);
  const x = (ply: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * ply) / last;
  const y = (discs: number): number => TOP + ((HEIGHT - TOP - BOTTOM) * (scale - Math.max(-scale, Math.min(scale, discs)))) / (2 * scale);
  const known = points.flatMap(({ value, mark }, ply) => (value === null ? [] : [{ ply, value, mark }]));
  const line = known.map(({ ply, value }) => `${x(ply).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const [first, end] = [known[0], known.at(-1)];
  const area = first && end ? `${x(first.ply)},${y(0)} ${line} ${x(end.ply)},${y(0)}` : '';
  const go = (event: MouseEvent): void => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    onGo(Math.max(0, Math.min(last, Math.round(((at - LEFT) / (WIDTH - LEFT - RIGHT)) * last))));
  };
  return (
    <svg class="graph" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('graph')} onClick={go}>
      <defs>
        <clipPath id="above"><rect x="0" y="0" width={WIDTH} height={y(0)} /></clipPath>
        <clipPath id="below"><rect x="0" y={y(0)} width={WIDTH} height={HEIGHT} /></clipPath>
      </defs>
      {[-scale, -scale / 2, 0, scale / 2, scale].map((discs) => (
        <g key={discs}>
          <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(discs)} y2={y(discs)} class={discs ? 'grid' : 'zero'} />
          <text x={LEFT - 5} y={y(discs) + 4} text-anchor="end">{signed(discs, 0)}</text>
        </g>
      ))}
      {Array.from({ length: Math.floor(last / 10) + 1 }, (_, ten) => <text key={ten} x={x(10 * ten)} y={HEIGHT - 4} text-anchor="middle">{10 * ten}</text>)}
      <polygon points={area} class="for-black" clip-path="url(#above)" />
      <polygon points={area} class="for-white" clip-path="url(#below)" />
      <polyline points={line} class="value" />
      {known.filter(({ mark }) => MISTAKES.includes(mark)).map(({ ply, value, mark }) => (
        <circle key={ply} cx={x(ply)} cy={y(value)} r={2.5 + MISTAKES.indexOf(mark)} class={`mistake m${MISTAKES.indexOf(mark)}`} />
      ))}
      <line x1={x(shown)} x2={x(shown)} y1={TOP} y2={HEIGHT - BOTTOM} class="cursor" />
    </svg>
  );
}
