#!/usr/bin/env python3
"""Write short openings of random legal moves, no two of them alike: `scripts/make_openings.py 20 8 > data/openings.txt`."""

from __future__ import annotations

import random
import sys

from play_gtp import Board, transcript

SEED = 1


def views(discs: list[str]) -> set[str]:
    """The eight views of a board: turned and mirrored."""
    rows = ["".join(discs[8 * row : 8 * row + 8]) for row in range(8)]
    seen = set()
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        seen |= {"".join(rows), "".join(rows[::-1])}
    return seen


def main() -> None:
    """Prints as many openings of as many moves as the command line says."""
    count, length = int(sys.argv[1]), int(sys.argv[2])
    generator = random.Random(SEED)
    seen: set[str] = set()
    print(f"# Openings of {length} random legal moves, made by scripts/make_openings.py. No two lead to the same position.")
    while count > 0:
        board = Board()
        moves: list[int] = []
        while len(moves) < length and board.moves():
            moves.append(generator.choice(board.moves()))
            board.play(moves[-1])
        key = min(views(board.discs))
        if len(moves) == length and board.moves() and key not in seen:
            seen.add(key)
            count -= 1
            print(transcript(moves))


if __name__ == "__main__":
    main()
