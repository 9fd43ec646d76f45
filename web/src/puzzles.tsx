// Puzzles: positions with one best move, by difficulty.

import text from '../data/puzzles.txt';
import { choose, redraw, say, settings, showGame, state, update } from './app.ts';
import type { Label } from './board.tsx';
import { newGame } from './game.ts';
import { emptySquares } from './review.ts';
import { boardRules, line, type Position } from './rust.ts';
import { keep, kept } from './settings.ts';
import { signed, t } from './text.ts';
import { Card, Choice } from './widgets.tsx';

const DIFFICULTIES = ['easy', 'medium', 'hard', 'expert'] as const;
type Difficulty = (typeof DIFFICULTIES)[number];
const SOLVED = 'emilia.solved';

interface Puzzle {
  readonly id: string;
  readonly rules: string;
  /** The moves with their scores for the side to move, best first. */
  readonly scores: readonly { readonly move: string; readonly score: number }[];
}

/** The lowest levels of the engine that find a puzzle of each difficulty. */
const difficultyOf = (level: number): Difficulty => (level <= 2 ? 'easy' : level <= 3 ? 'medium' : level <= 4 ? 'hard' : 'expert');

const SHIPPED: ReadonlyMap<Difficulty, readonly Puzzle[]> = (() => {
  const found = new Map<Difficulty, Puzzle[]>();
  for (const row of text.trim().split('\n')) {
    const [level, board = '', side, ...moves] = row.split(' ');
    const difficulty = difficultyOf(Number(level));
    const group = found.get(difficulty) ?? [];
    const scores = moves.map((one) => one.split(':')).map(([move = '', score]) => ({ move, score: Number(score) }));
    found.set(difficulty, [...group, { id: `${difficulty}-${group.length + 1}`, rules: boardRules({ board, columns: 8, side: side === 'X' ? 'black' : 'white' }), scores }]);
  }
  return found;
})();

const puzzlesOf = (difficulty: Difficulty): readonly Puzzle[] => SHIPPED.get(difficulty) ?? [];

const solved = (): readonly string[] => kept<readonly string[]>(SOLVED, []);
const chosen = (): Difficulty => DIFFICULTIES.find((one) => state.puzzle.startsWith(`${one}-`)) ?? DIFFICULTIES.find((one) => one === settings.difficulty) ?? 'easy';

export function currentPuzzle(): Puzzle | null {
  const puzzles = puzzlesOf(chosen());
  return puzzles.find(({ id }) => id === state.puzzle) ?? puzzles.find(({ id }) => !solved().includes(id)) ?? puzzles[0] ?? null;
}

/** What was tried at which puzzle, and whether the solution is shown. */
let attempt: { id: string; tried: readonly string[]; isOpen: boolean } = { id: '', tried: [], isOpen: false };

const attemptAt = ({ id }: Puzzle): typeof attempt => (attempt.id === id ? attempt : { id, tried: [], isOpen: false });

export function puzzlePosition(puzzle: Puzzle): Position {
  const position = line(puzzle.rules, []).positions[0];
  if (!position) throw new Error('a line without a position');
  return position;
}

export const isPuzzleOpen = (puzzle: Puzzle): boolean => attemptAt(puzzle).isOpen;
const bestMove = ({ scores }: Puzzle): string => scores[0]?.move ?? '';

export function tryMove(puzzle: Puzzle, move: string): void {
  const { tried } = attemptAt(puzzle);
  const isRight = move === bestMove(puzzle);
  attempt = { id: puzzle.id, tried: [...tried, move], isOpen: isRight };
  if (isRight && !tried.length && !solved().includes(puzzle.id)) keep(SOLVED, [...solved(), puzzle.id]);
  say(resultOf(puzzle));
  redraw();
}

function showSolution(puzzle: Puzzle): void {
  attempt = { ...attemptAt(puzzle), isOpen: true };
  say(resultOf(puzzle));
}

export function puzzleLabels(puzzle: Puzzle): Map<string, Label> {
  const { tried, isOpen } = attemptAt(puzzle);
  const best = puzzle.scores[0]?.score ?? 0;
  const labels = new Map<string, Label>();
  for (const { move, score } of puzzle.scores) {
    if (!isOpen && !tried.includes(move)) continue;
    const loss = best - score;
    labels.set(move, { value: signed(score, 0), detail: '', tone: loss === 0 ? 'best' : loss < 4 ? 'fair' : 'poor' });
  }
  for (const move of tried) if (!labels.has(move)) labels.set(move, { value: '✗', detail: '', tone: 'poor' });
  return labels;
}

function resultOf(puzzle: Puzzle): string {
  const { tried, isOpen } = attemptAt(puzzle);
  const last = tried.at(-1);
  const [best] = puzzle.scores;
  if (last && last === best?.move) return t('rightScore', { move: last, score: signed(best.score, 0), side: t(puzzlePosition(puzzle).side) });
  if (isOpen) return t('solutionIs', { move: bestMove(puzzle) });
  if (!last) return '';
  const score = puzzle.scores.find(({ move }) => move === last)?.score;
  return best && score !== undefined ? t('wrongScore', { move: last, loss: best.score - score }) : t('wrong', { move: last });
}

export function nextPuzzle(): void {
  const puzzles = puzzlesOf(chosen());
  const current = currentPuzzle();
  const from = current ? puzzles.findIndex(({ id }) => id === current.id) + 1 : 0;
  const after = [...puzzles.slice(from), ...puzzles.slice(0, from)];
  const next = after.find(({ id }) => !solved().includes(id)) ?? after[0];
  attempt = { id: '', tried: [], isOpen: false };
  if (next) update({ puzzle: next.id });
}

export function PuzzlesPanel() {
  const puzzle = currentPuzzle();
  const difficulty = chosen();
  const puzzles = puzzlesOf(difficulty);
  const done = puzzles.filter(({ id }) => solved().includes(id)).length;
  const counts: readonly (readonly [Difficulty, string])[] = DIFFICULTIES.map((one) => [one, t(`puzzles_${one}`)]);
  const analyse = (of: Puzzle): void => {
    const game = newGame(line, of.rules);
    showGame(game, game.root);
  };
  const position = puzzle ? puzzlePosition(puzzle) : null;
  const result = puzzle ? resultOf(puzzle) : '';
  return (
    <div class="panel">
      <Card class="puzzle">
        <Choice label={t('difficulty')} value={difficulty} values={counts} onChoose={(one) => { choose({ difficulty: one }); update({ puzzle: puzzlesOf(one).find(({ id }) => !solved().includes(id))?.id ?? `${one}-1` }); }} />
        {puzzle && position ? (
          <>
            <p class="big" id="puzzle">{result || t('findBest', { side: t(position.side) })}</p>
            <p class="note">
              {t('emptySquares', { count: emptySquares(position) })} · {t('solvedOf', { done, all: puzzles.length })}
            </p>
            <progress max={puzzles.length} value={done} aria-label={t('solvedOf', { done, all: puzzles.length })} />
            <div class="buttons">
              <button type="button" class={isPuzzleOpen(puzzle) ? 'primary' : ''} onClick={nextPuzzle}>{t('nextPuzzle')}</button>
              {isPuzzleOpen(puzzle) ? null : <button type="button" onClick={() => showSolution(puzzle)}>{t('solution')}</button>}
              <button type="button" onClick={() => analyse(puzzle)}>{t('analyseThis')}</button>
            </div>
          </>
        ) : null}
      </Card>
      <Card><p class="note">{t('puzzlesAbout')}</p></Card>
    </div>
  );
}
