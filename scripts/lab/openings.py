"""Openings: files of them for Othello, and random moves, which the seed determines, for variants.

A line of a file is a transcript and, optionally, the score of the position after it in discs for the side to move. Empty lines and
lines that begin with # are ignored.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from lab.notation import parse_transcript, transcript
from lab.records import Record
from lab.rules import replay
from lab.variant_board import PLACED, start
from lab.variants import Variant

MAX_PLIES: Final = 6
"""Random moves on boards with enough squares, besides the discs of a placement."""
SHARE: Final = 4
"""At most one in this many empty squares is filled at random."""
TRIES: Final = 200
"""Random lines tried in a row for an opening that is new, and for one that leaves a move."""


class Opening(Record, frozen=True):
    """The first moves of a game."""

    transcript: str
    score: float | None = None
    """Discs for the side to move after them, if the file has a score."""


def read(path: Path) -> list[Opening]:
    """The openings of a file. ValueError, with file and line, if one cannot be played or the file has none."""
    openings = []
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: {error}") from None
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        try:
            moves = parse_transcript(words[0])
            if replay(moves).turn is None:
                raise ValueError("the game is over")
            openings.append(Opening(transcript(moves), float(words[1]) if len(words) > 1 else None))
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from error
    if not openings:
        raise ValueError(f"{path}: no openings")
    return openings


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
