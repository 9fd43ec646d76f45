// What a person chose once: kept in this browser, no part of the address.

import type { Person } from './state.ts';

export interface Settings {
  readonly language: string;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly legal: boolean;
  /** Values of the moves while one plays. */
  readonly help: boolean;
  /** Values of the moves in an analysis. */
  readonly live: boolean;
  /** The moves to score; 64 is all. */
  readonly lines: number;
  /** 0 is the usual one. */
  readonly level: number;
  readonly strength: string;
  readonly person: Person;
  readonly minutes: number;
  readonly rules: string;
  readonly difficulty: string;
  /** The rating of the people with whom the moves of a game are compared; 0 is that of the record. */
  readonly people: number;
  /** The rating that was chosen last for a player whose games have none; 0 if there was no choice. */
  readonly rating: number;
}

const DEFAULTS: Settings = {
  language: '', theme: 'auto', legal: true, help: false, live: true, lines: 64, level: 0, strength: 'easy', person: 'black', minutes: 0, rules: '', difficulty: 'easy', people: 0, rating: 0,
};

const KEY = 'emilia.settings';

/** What is kept under a name in this browser, or what stands in for it. Storage may be full or forbidden; the page works without it. */
export function kept<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
}

/** Keeps a value under a name; false if there is no room or no storage. */
export function keep(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const readSettings = (): Settings => ({ ...DEFAULTS, ...kept<Partial<Settings>>(KEY, {}) });
export const keepSettings = (settings: Settings): boolean => keep(KEY, settings);
