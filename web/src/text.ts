// Text in the person's language, and numbers as players write them.

import { PASS } from './game.ts';
import type { Value } from './protocol.ts';
import { type Key, LANGUAGES, type Language, STRINGS } from './strings.ts';

let language: Language = 'en';

const isLanguage = (text: string): text is Language => (LANGUAGES as readonly string[]).includes(text);

/** Sets the language that was chosen, or the first one of the browser that there is. */
export function setLanguage(chosen: string, offered: readonly string[] = navigator.languages): Language {
  language = [chosen, ...offered.map((one) => one.slice(0, 2))].find(isLanguage) ?? 'en';
  return language;
}

/** The text of a key, with `{name}` replaced, and `{name|one|more}` by the form for this number. */
export function t(key: Key, values: Readonly<Record<string, string | number>> = {}, of: Language = language): string {
  const isOne = (value: string | number | undefined): boolean => new Intl.PluralRules(of).select(Number(value)) === 'one';
  const written = (_: string, name: string, one?: string, more?: string): string => (more === undefined ? String(values[name] ?? '') : isOne(values[name]) ? one ?? '' : more);
  return STRINGS[key][LANGUAGES.indexOf(of)]?.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, written) ?? key;
}

const isKey = (text: string): text is Key => Object.hasOwn(STRINGS, text);

/** The engine may know strengths and variants that have no words yet. */
function textOf(key: string, otherwise: string, values: Readonly<Record<string, string>> = {}): string {
  return isKey(key) ? t(key, values) : otherwise;
}

/** The rating in the name of a strength such as "people1500"; null in others. */
export const peopleRating = (name: string): number | null => Number(/^people(\d+)$/.exec(name)?.[1] ?? 0) || null;

export function strengthName(name: string): string {
  const rating = peopleRating(name);
  return rating ? t('strength_people_name', { rating }) : textOf(`strength_${name}_name`, name);
}
export const strengthAbout = (name: string): string => textOf(`strength_${name}_about`, '');

/** The kind and the size in the name of a variant: "anti-6x6", "6x6", "anti". */
function variantParts(name: string): { readonly kind: string; readonly size: string } {
  const [, kind = '', columns = '', rows = ''] = /^(?:(.*)-)?(\d+)x(\d+)$/.exec(name) ?? ['', name];
  return { kind: kind || 'size', size: columns && `${columns}×${rows}` };
}

export function variantName(name: string): string {
  const { kind, size } = variantParts(name);
  const text = textOf(`variant_${kind}_name`, name, { size });
  return size && kind !== 'size' ? `${text}, ${size}` : text;
}

export function variantAbout(name: string): string {
  const { kind, size } = variantParts(name);
  return textOf(`variant_${kind}_about`, '', { size });
}

/** A move as it is read: "f5", "pass". */
export const moveText = (move: string): string => (move === PASS ? t('pass') : move);
export const lineText = (moves: readonly string[]): string => moves.map(moveText).join(' ');

const PROVED = ['exact', 'at least', 'at most'];
const flipped: Readonly<Record<string, string>> = { 'at least': 'at most', 'at most': 'at least' };

const formats = new Map<string, Intl.NumberFormat>();

/** A number as it is written in the language of the page: "1.5", "1,5". */
export function decimal(value: number, digits = 1): string {
  const key = `${language} ${digits}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(key, format);
  return format.format(value);
}

/** A number with its sign, for a person: "+4.0", "−1.5", "0". */
export function signed(score: number, digits = 1): string {
  const isZero = Number(score.toFixed(digits)) === 0;
  return isZero ? '0' : `${score < 0 ? '−' : '+'}${decimal(Math.abs(score), digits)}`;
}

/** A value for the side to move: whole discs if it is proved. */
export function valueText({ score, certainty }: Value, isBlack = true): string {
  const forSide = isBlack ? score : -score;
  const bound = isBlack ? certainty : flipped[certainty] ?? certainty;
  const prefix = bound === 'at least' ? '≥\u2009' : bound === 'at most' ? '≤\u2009' : '';
  return prefix + signed(forSide, PROVED.includes(certainty) ? 0 : 1);
}

/** A value as a square has room for it: decimals only of small ones. */
export const shortValue = (value: Value, isBlack: boolean): string => valueText(Math.abs(value.score) < 10 ? value : { ...value, score: Math.round(value.score) }, isBlack).replace(/(\d\d)[.,]0$/, '$1');

/** How sure a value is: "book", "exact", "depth 12, 73 % sure". */
export function certaintyText(certainty: string, of: Language = language): string {
  if (certainty === 'book') return t('book', {}, of);
  if (certainty === 'exact') return t('exact', {}, of);
  if (PROVED.includes(certainty)) return t('proved', {}, of);
  const [depth = '', percent = '100'] = certainty.replace('%', '').split('@');
  return t(percent === '100' ? 'depthOf' : 'depthSure', { depth, percent }, of);
}

/** A sentence of the engine, which is English, with the certainties in it in words. */
export const explanationText = (text: string): string => text.replace(/\d+@\d+%/g, (certainty) => certaintyText(certainty, 'en'));

/** The depth alone, for the little room on a square. */
export const shortCertainty = (certainty: string): string => (/^\d/.test(certainty) ? certainty.split('@')[0] ?? '' : certaintyText(certainty));

export function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const UNITS = [[86_400, 'day'], [3600, 'hour'], [60, 'minute']] as const;

/** How long it is, for a person: "in 3 days", "now". It is rounded in the largest unit of which it is half at least. */
export function untilText(seconds: number): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [length, unit] = UNITS.find(([one]) => seconds >= one / 2) ?? [1, 'second'];
  return format.format(unit === 'second' ? 0 : Math.round(seconds / length), unit);
}

/** A big number of nodes: "1.2M". */
export const countText = (count: number): string => new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(count);
