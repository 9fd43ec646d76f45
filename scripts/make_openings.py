#!/usr/bin/env python3
"""Write balanced openings of random legal moves, no two of which lead to the same position.

    scripts/make_openings.py --each 10 --lengths 6 8 10 12 > data/openings.txt

An opening is kept if the engine scores the position after it within the margin, at the level and at the one below, as odd and even
depths see things differently. With one thread the same engine gives the same openings every time.
"""

from __future__ import annotations

import argparse
import random

from play_gtp import Board, Engine, transcript

SEED = 1
TIMEOUT = 60.0


def views(discs: list[str]) -> set[str]:
    """The eight views of a board: turned and mirrored."""
    rows = ["".join(discs[8 * row : 8 * row + 8]) for row in range(8)]
    seen = set()
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        seen |= {"".join(rows), "".join(rows[::-1])}
    return seen


def opening(chance: random.Random, length: int) -> tuple[list[tuple[str, int]], Board] | None:
    """So many random moves with their colours, and the board after them; none if somebody has no move on the way."""
    board = Board()
    moves: list[tuple[str, int]] = []
    while board.moves():
        if len(moves) == length:
            return moves, board
        moves.append((board.turn, chance.choice(board.moves())))
        board.play(moves[-1][1])
    return None


def score(engine: Engine, moves: list[tuple[str, int]], level: int) -> float:
    """What the engine at this level thinks of the position after these moves, in discs for the side to move."""
    engine.ask(f"emilia-level {level}")
    engine.new_game(moves)
    return float(engine.ask("emilia-hint").split()[1])


def main() -> None:
    """Prints openings as the command line says."""
    parser = argparse.ArgumentParser(description="Write balanced openings of random legal moves.")
    parser.add_argument("--engine", default="target/release/emilia gtp --threads 1", help="the judge (default: %(default)s)")
    parser.add_argument("--level", type=int, default=18, help="its level (default: %(default)s)")
    parser.add_argument("--margin", type=float, default=2.0, help="most discs that either side is ahead (default: %(default)s)")
    parser.add_argument("--lengths", type=int, nargs="+", default=[6, 8, 10, 12], help="moves (default: 6 8 10 12)")
    parser.add_argument("--each", type=int, default=10, help="openings of each length (default: %(default)s)")
    args = parser.parse_args()
    engine = Engine(args.engine, TIMEOUT)
    print("# Openings of random legal moves, made by scripts/make_openings.py; no two lead to the same position, however turned.")
    levels = f"levels {args.level - 1} and {args.level}"
    print(f"# {engine.name()} at {levels} scores each within {args.margin:g} discs; the last score is told, for the side to move.")
    chance = random.Random(SEED)
    seen: set[str] = set()
    for length in args.lengths:
        found = 0
        while found < args.each:
            made = opening(chance, length)
            key = min(views(made[1].discs)) if made else None
            if made is None or key is None or key in seen:
                continue
            seen.add(key)
            scores = [score(engine, made[0], level) for level in (args.level - 1, args.level)]
            if all(abs(worth) <= args.margin for worth in scores):
                found += 1
                print(transcript(move for _, move in made[0]), f"{scores[-1]:+.2f}", flush=True)
    engine.close()


if __name__ == "__main__":
    main()
