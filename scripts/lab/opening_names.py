"""Names of openings, recognised in all orientations."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from lab.bootstrap import ROOT
from lab.notation import parse_transcript
from lab.rules import SQUARES, Board, boards

FILE: Final = ROOT / "data" / "opening-names.tsv"
"""Name, moves, and the number of catalogues that agree, with a line of headings."""

_SYMMETRIES: Final = tuple(
    tuple(8 * row + column if kept else 8 * column + row for row, column in turned)
    for kept in (True, False)
    for mirrored in (range(8), range(7, -1, -1))
    for turned in (
        [(row, mirrored[column]) for row in range(8) for column in range(8)],
        [(7 - row, mirrored[column]) for row in range(8) for column in range(8)],
    )
)
"""For each of the eight orientations the square that each square becomes."""


def _image(discs: int, symmetry: tuple[int, ...]) -> int:
    return sum(1 << symmetry[square] for square in range(len(SQUARES)) if discs >> square & 1)


def _key(board: Board) -> tuple[int, int]:
    """The same for all orientations of a position, from the view of the side to move."""
    own, opponent = (board.white, board.black) if board.turn == "white" else (board.black, board.white)
    return min((_image(own, symmetry), _image(opponent, symmetry)) for symmetry in _SYMMETRIES)


@cache
def _names() -> dict[tuple[int, int], str]:
    """The names by position: of several the one on which most catalogues agree."""
    found: dict[tuple[int, int], tuple[int, str]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines()[1:]:
        name, moves, sources = line.split("\t")[:3]
        *_, last = boards(parse_transcript(moves))
        key, sources_of = _key(last), int(sources)
        if key not in found or found[key][0] < sources_of:
            found[key] = (sources_of, name)
    return {key: name for key, (_, name) in found.items()}


def name_of(moves: Iterable[str]) -> str:
    """The name of the last position of these moves that has one; empty if none has. ValueError if a move is illegal."""
    return next((_names()[key] for key in map(_key, reversed(list(boards(moves)))) if key in _names()), "")
