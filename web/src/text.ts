// Text in the person's language, and numbers as players write them.

import type { Value } from './protocol.ts';
import { type Key, LANGUAGES, type Language, STRINGS } from './strings.ts';

let language: Language = 'en';

const isLanguage = (text: string): text is Language => (LANGUAGES as readonly string[]).includes(text);

/** Sets the language that was chosen, or the first one of the browser that there is. */
export function setLanguage(chosen: string, offered: readonly string[] = navigator.languages): Language {
  language = [chosen, ...offered.map((one) => one.slice(0, 2))].find(isLanguage) ?? 'en';
  return language;
}

/** The text of a key, with `{name}` replaced. */
export function t(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  return STRINGS[key][LANGUAGES.indexOf(language)]?.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')) ?? key;
}

const isKey = (text: string): text is Key => Object.hasOwn(STRINGS, text);

function strengthText(name: string, of: 'name' | 'about', otherwise: string): string {
  const key = `strength_${name}_${of}`;
  return isKey(key) ? t(key) : otherwise;
}

/** The engine may know strengths that have no words yet. */
export const strengthName = (name: string): string => strengthText(name, 'name', name);
export const strengthAbout = (name: string): string => strengthText(name, 'about', '');

const PROVED = ['exact', 'at least', 'at most'];
const flipped: Readonly<Record<string, string>> = { 'at least': 'at most', 'at most': 'at least' };

/** A number with its sign, for a person: "+4", "−1.5", "0". */
export function signed(score: number, digits = 1): string {
  const text = Math.abs(score).toFixed(digits);
  return Number(text) === 0 ? '0' : `${score < 0 ? '−' : '+'}${text}`;
}

/** A value for the side to move: whole discs if it is proved. */
export function valueText({ score, certainty }: Value, isBlack = true): string {
  const forSide = isBlack ? score : -score;
  const bound = isBlack ? certainty : flipped[certainty] ?? certainty;
  const prefix = bound === 'at least' ? '≥\u2009' : bound === 'at most' ? '≤\u2009' : '';
  return prefix + signed(forSide, PROVED.includes(certainty) ? 0 : 1);
}

/** A value as a square has room for it: decimals only of small ones. */
export const shortValue = (value: Value, isBlack: boolean): string => valueText(Math.abs(value.score) < 10 ? value : { ...value, score: Math.round(value.score) }, isBlack).replace(/(\d\d)\.0$/, '$1');

/** How sure a value is: "book", "exact", "12". */
export function certaintyText(certainty: string): string {
  if (certainty === 'book') return t('book');
  if (certainty === 'exact') return t('exact');
  if (PROVED.includes(certainty)) return t('proved');
  return certainty;
}

/** The depth alone, for the little room on a square. */
export const shortCertainty = (certainty: string): string => (/^\d/.test(certainty) ? certainty.split('@')[0] ?? '' : certaintyText(certainty));

export function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A big number of nodes: "1.2M". */
export const countText = (count: number): string => new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(count);
