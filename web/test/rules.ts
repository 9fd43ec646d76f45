// A stand-in for the rules of the Rust side: every square may be played once, and after "a1" the other side passes.

import type { Line, Position } from '../src/rust.ts';

export function rules(words: string, moves: readonly string[]): Line {
  if (words === 'none') throw new Error('no such rules');
  const position = (ply: number, legal: readonly string[]): Position =>
    ({ board: '-'.repeat(64 - ply), columns: 8, rows: 8, side: ply % 2 ? 'white' : 'black', legal, black: ply, white: 0, over: false, winner: null, result: null });
  const all: string[] = [];
  const positions = [position(0, ['f5', 'd6', 'a1'])];
  for (const move of moves) {
    if (all.at(-1) === 'a1' && move !== 'pass') {
      all.push('pass');
      positions.push(position(all.length, []));
    }
    if (move !== 'pass' && all.includes(move)) throw new Error(`move ${all.length + 1}: ${move}`);
    all.push(move);
    positions.push(position(all.length, move === 'a1' ? ['pass'] : ['d6', 'c3']));
  }
  return { rules: words, moves: all, positions };
}
