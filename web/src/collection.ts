// Games of people from files that a person chose, in memory only.

import { collection } from './rust.ts';

/** The names of players and tournaments; nothing here depends on them. */
const NAMES = /\.(jou|trn)$/i;

/** How much of the files is read, from 0 to 1; null while none is read. */
export let readPart: number | null = null;
let count = 0;

export const gameCount = (): number => count;

export function forgetGames(): void {
  collection.clear();
  count = 0;
}

/** Reads files and calls `onPart` after each, when the page can draw and listen. Throws an error if a file cannot be read. */
export async function addFiles(files: readonly File[], onPart: () => void): Promise<void> {
  const toRead = files.filter(({ name }) => !NAMES.test(name));
  readPart = 0;
  try {
    for (const [index, file] of toRead.entries()) {
      count = collection.add(new Uint8Array(await file.arrayBuffer()));
      readPart = (index + 1) / toRead.length;
      onPart();
      await new Promise((resolve) => { setTimeout(resolve); });
    }
  } finally {
    readPart = null;
  }
}
