"""Openings of variants: random legal moves, which the seed determines."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from lab.notation import transcript
from lab.variant_board import PLACED, start
from lab.variants import Variant

MAX_PLIES: Final = 6
"""Random moves on boards with enough squares, besides the discs of a placement."""
SHARE: Final = 4
"""At most one in this many empty squares is filled at random."""
TRIES: Final = 200
"""Random lines tried in a row for an opening that is new, and for one that leaves a move."""


def default_plies(variant: Variant) -> int:
    """The number of random moves without an option: 6, fewer on small boards, and the discs of a placement."""
    placed = max(0, PLACED - variant.discs) if variant.placement != "none" else 0
    free = variant.squares - variant.discs - placed
    return placed + min(MAX_PLIES, free // SHARE)


def random_openings(words: str, plies: int, seed: int) -> Iterator[str]:
    """Openings without end. No two lead to the same position, until new ones are hard to find.

    ValueError if no game by these rules is found that has more moves.
    """
    seen: set[str] = set()
    number = 0
    while True:
        found: str | None = None
        for _ in range(TRIES):
            moves, position = _random_line(words, plies, random.Random(f"{seed} {number}"))
            number += 1
            if position is None:
                continue
            found = transcript(moves)
            if position not in seen:
                seen.add(position)
                break
        if found is None:
            raise ValueError(f"no game with {plies} random moves and a move after them, in {TRIES} tries")
        yield found


def _random_line(words: str, plies: int, chance: random.Random) -> tuple[list[str], str | None]:
    """Random moves, and the position after them; None if the game is over before or then."""
    board, moves = start(words), []
    for _ in range(plies):
        if board.turn is None:
            return [], None
        moves.append(chance.choice(board.moves()))
        board = board.play(moves[-1])
    return moves, None if board.turn is None else board.text()
