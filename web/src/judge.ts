// The review of the game: every move judged, from the last to the first, and then how much better the best moves are than the second best.

import { adviceLevel, changed, client, onChange, redraw, settings, state, tell } from './app.ts';
import { type Game, mainLine, movesTo, type Node, PASS } from './game.ts';
import type { Answer } from './protocol.ts';
import { peopleOf, type Ratings } from './ratings.ts';
import { givesCorner, hasChoice, type Judged, judgedOf, type Moved } from './review.ts';
import { boardRules, line, otherSide } from './rust.ts';
import { keep, kept } from './settings.ts';

export interface Review {
  readonly game: Game;
  /** The moves as they were judged. */
  readonly line: readonly Node[];
  readonly judged: (Judged | null)[];
  readonly secondLoss: (number | null)[];
  /** The ratings of the people with whom the moves are compared; null on other boards than that of Othello. */
  readonly people: Ratings | null;
  /** The positions of this review that are judged. */
  count: number;
  isDone: boolean;
}

/** What is kept for a reload. */
interface Kept {
  readonly key: string;
  readonly judged: Review['judged'];
  readonly secondLoss: Review['secondLoss'];
  readonly people: Review['people'];
}

const KEY = 'emilia.review';
/** A game with fewer moves is judged only if that is asked for. */
const FEWEST_MOVES = 9;
/** Losses beyond this are found at a glance: the second best moves need no deep search. */
const SECOND_LEVEL = 8;

export let review: Review | null = null;
let end = (): void => {};

const keyOf = (game: Game): string => `${game.rules} ${mainLine(game).map(({ move }) => move).join(' ')}`;

const peopleFor = ({ rules, head }: Game): Ratings | null => (rules ? null : peopleOf(head, settings.people));

function emptyReview(game: Game): Review {
  const nodes = mainLine(game);
  return { game, line: nodes, judged: nodes.map(() => null), secondLoss: nodes.map(() => null), people: peopleFor(game), count: 0, isDone: false };
}

/** Judges a game. What an earlier review of the same moves knows stays until it is judged anew. */
export function startReview(game: Game, earlier: Review | null = null): void {
  end();
  const started = { ...emptyReview(game), ...(earlier ? { judged: earlier.judged, secondLoss: earlier.secondLoss } : {}) };
  review = started;
  const moves = movesTo(started.line.at(-1) ?? game.root);
  end = client.ask({ rules: game.rules, moves, review: true, explain: true, level: adviceLevel(), ...(started.people ? { human: [started.people.black, started.people.white] } : {}) }, (answer) => {
    if (answer.error) {
      end = () => {};
      review = null;
      tell(answer.error);
    } else if (answer.review && 'isComplete' in answer.review) {
      started.isDone = true;
      findSeconds(started);
      changed();
    } else if (answer.review && answer.turnNumber !== undefined) {
      started.judged[answer.turnNumber] = judgedOf(answer.review);
      started.count = started.line.length - answer.turnNumber;
    }
    redraw();
  });
  redraw();
}

/** Asks for the second best moves where the best one was played, there was a choice, and they are not known. */
function findSeconds(of: Review): void {
  const turns = of.line.flatMap((node, ply) => {
    const judged = of.judged[ply];
    return judged?.move && of.secondLoss[ply] === null && judged.loss < 0.5 && !judged.fromBook && node.position.legal.length > 1 ? [ply] : [];
  });
  const finish = (): void => {
    keep(KEY, { key: keyOf(of.game), judged: of.judged, secondLoss: of.secondLoss, people: of.people } satisfies Kept);
  };
  if (!turns.length) return finish();
  let left = turns.length;
  const moves = movesTo(of.line.at(-1) ?? of.game.root);
  end = client.ask({ rules: of.game.rules, moves, analyzeTurns: turns, lines: 2, level: SECOND_LEVEL }, (answer) => {
    keepSecond(of, answer);
    if (!answer.isDuringSearch) left -= 1;
    if (left === 0) finish();
    redraw();
  });
}

function keepSecond({ judged, secondLoss }: Review, { turnNumber, moveInfos }: Answer): void {
  if (turnNumber === undefined || !moveInfos) return;
  const [best, second] = moveInfos;
  // The shallow search may prefer another move; then it does not say that the move was the only one.
  secondLoss[turnNumber] = best && second && best.move === judged[turnNumber]?.move ? second.loss : 0;
}

/** The moves of a review with what is known of them. */
export function movedOf({ line: nodes, judged, secondLoss, game }: Review): Moved[] {
  let number = 0;
  return nodes.slice(0, -1).map((node, ply) => {
    const next = nodes[ply + 1];
    const move = next?.move ?? '';
    if (move !== PASS) number += 1;
    const one: Moved = { position: node.position, move, number, judged: judged[ply] ?? null, secondLoss: secondLoss[ply] ?? null, givesCorner: false };
    const mayBeSacrifice = next && hasChoice(one) && (one.secondLoss ?? 0) >= 2 && !next.position.over;
    return mayBeSacrifice ? { ...one, givesCorner: sacrifices(game, node, next) } : one;
  });
}

function sacrifices(game: Game, node: Node, next: Node): boolean {
  // Boards as rules are boards of Othello.
  if (game.rules && !game.rules.includes('X')) return false;
  try {
    const passed = line(boardRules({ ...node.position, side: otherSide(node.position.side) }), []).positions[0];
    return passed !== undefined && givesCorner(passed, next.position);
  } catch {
    // Without a move for the opponent the board may be no position.
    return false;
  }
}

/** The review of the game that is shown, if it has one. A game that was loaded or played to its end gets one by itself. */
export function currentReview(): Review | null {
  return review?.game === state.game ? review : null;
}

export const isReviewing = (): boolean => review !== null && !review.isDone;

/** Whether the game has moves that the review has not judged. */
export const isOutdated = (of: Review): boolean => of.line.at(-1)?.children.length !== 0 || of.line.some((node, ply) => ply > 0 && node.parent?.children[0] !== node);

function follow(): void {
  const { view, game } = state;
  if (review && review.game !== game) {
    end();
    review = null;
  }
  if (view !== 'analyse') return;
  const known = review ? null : kept<Kept | null>(KEY, null);
  if (known?.key === keyOf(game)) {
    const { judged, secondLoss, people } = known;
    review = { ...emptyReview(game), judged, secondLoss, people, isDone: true };
  } else if (!review && mainLine(game).length > FEWEST_MOVES) return startReview(game);
  // Other people are asked for.
  if (review && !isSame(review.people, peopleFor(game))) startReview(game, isOutdated(review) ? null : review);
}

const isSame = (one: Ratings | null, other: Ratings | null): boolean => one?.black === other?.black && one?.white === other?.white;

onChange(follow);
