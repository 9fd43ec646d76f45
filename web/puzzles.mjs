// Makes data/puzzles.txt from the solved positions of the repository: `node puzzles.mjs ../target/release/emilia > data/puzzles.txt`.
//
// A position is a puzzle if its best move is at least four discs better than every other one. Its difficulty is the lowest level from which on all
// levels up to 12 play that move, 13 if level 12 does not; those that level 1 finds are left out.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const MARGIN = 4;
const LEVELS = 12;
const MOST_OF_ONE_DIFFICULTY = 24;

const positions = ['exact-6-16.obf', 'exact-18-20.obf'].flatMap((file) => readFileSync(new URL(`../data/problems/${file}`, import.meta.url), 'utf8').trim().split('\n'))
  .map((line) => {
    const [position, ...moves] = line.split(';').map((part) => part.trim()).filter(Boolean);
    const [board, side] = position.split(' ');
    const scores = moves.map((move) => move.toLowerCase().split(':')).map(([move, score]) => ({ move, score: Number(score) }));
    return { board, side, scores };
  })
  .filter(({ scores }) => scores.length > 2 && scores[0].score - scores[1].score >= MARGIN);

const engine = spawn(process.argv[2], ['json', '--jobs', '1'], { stdio: ['pipe', 'pipe', 'inherit'] });
const found = positions.map(() => []);
positions.forEach(({ board, side }, index) => {
  for (let level = 1; level <= LEVELS; level += 1) engine.stdin.write(`${JSON.stringify({ id: `${index} ${level}`, board, side: side === 'X' ? 'black' : 'white', level })}\n`);
});
engine.stdin.end();
for await (const line of createInterface({ input: engine.stdout })) {
  const { id, moveInfos } = JSON.parse(line);
  const [index, level] = id.split(' ').map(Number);
  found[index][level] = moveInfos[0].move === positions[index].scores[0].move;
}

const byDifficulty = new Map();
positions.forEach((puzzle, index) => {
  let difficulty = LEVELS + 1;
  while (difficulty > 1 && found[index][difficulty - 1]) difficulty -= 1;
  const group = byDifficulty.get(difficulty) ?? [];
  byDifficulty.set(difficulty, [...group, puzzle]);
});
for (const [difficulty, group] of [...byDifficulty].sort(([one], [other]) => one - other)) {
  if (difficulty === 1) continue;
  for (const { board, side, scores } of group.slice(0, MOST_OF_ONE_DIFFICULTY)) {
    console.log([difficulty, board, side, ...scores.map(({ move, score }) => `${move}:${score}`)].join(' '));
  }
}
