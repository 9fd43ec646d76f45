"""Paths of moves on the boards of the catalogue, counted by a second implementation of the rules."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

Board = dict[tuple[int, int], str]
"""The content of each square by column and row: `X`, `O` or `.`."""
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


@dataclass(frozen=True)
class Rules:
    """What differs between the variants that are counted."""

    columns: int
    rows: int
    centre: str = "OXXO"
    cut_off: int = 0
    """Squares with a smaller distance from a corner, counted along the sides, are cut off."""
    placement: str = ""
    """The sides that put the first four discs."""
    fourth: str = "centre"
    may_pass: bool = True


REVERSI = Rules(8, 8, "....", placement="XOXO", may_pass=False)
VARIANTS = {
    "4x4": (Rules(4, 4), 8),
    "6x6": (Rules(6, 6), 7),
    "10x10": (Rules(10, 10), 5),
    "4x5": (Rules(4, 5), 8),
    "octagon": (Rules(10, 10, cut_off=2), 5),
    "parallel-6x6": (Rules(6, 6, "OOXX"), 7),
    "rotated": (Rules(8, 8, "XOOX"), 5),
    "reversi-1886": (REVERSI, 6),
    "reversi-1893": (Rules(8, 8, "....", placement="XXOO", may_pass=False), 6),
    "reversi-may-flip": (Rules(8, 8, "....", placement="XOXO", fourth="may", may_pass=False), 5),
    "reversi-must-flip": (Rules(8, 8, "....", placement="XOXO", fourth="must", may_pass=False), 5),
}
"""The rules and the depth to which they are counted here."""


def centre(rules: Rules) -> list[tuple[int, int]]:
    """The four squares in the middle, or up and to the left of it."""
    column, row = (rules.columns - 1) // 2 - (rules.columns % 2), (rules.rows - 1) // 2 - (rules.rows % 2)
    return [(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)]


def start(rules: Rules) -> Board:
    """The board at the start."""

    def from_corner(column: int, row: int) -> int:
        return min(column, rules.columns - 1 - column) + min(row, rules.rows - 1 - row)

    squares = [(column, row) for row in range(rules.rows) for column in range(rules.columns)]
    board = {square: "." for square in squares if from_corner(*square) >= rules.cut_off}
    return board | dict(zip(centre(rules), rules.centre, strict=True))


def flips(board: Board, side: str, square: tuple[int, int]) -> list[tuple[int, int]]:
    """The discs that a disc of this side flips."""
    found = []
    for right, down in DIRECTIONS:
        line = []
        column, row = square[0] + right, square[1] + down
        while board.get((column, row), ".") not in (".", side):
            line.append((column, row))
            column, row = column + right, row + down
        if board.get((column, row)) == side:
            found += line
    return found


def moves(rules: Rules, board: Board, side: str) -> list[tuple[int, int]]:
    """The squares on which this side may put a disc."""
    discs = sum(content != "." for content in board.values())
    flipping = [square for square in board if board[square] == "." and flips(board, side, square)]
    if not rules.placement or discs >= 4:
        return flipping
    free = [square for square in centre(rules) if board[square] == "."]
    if discs < 3 or rules.fourth == "centre":
        return free
    return flipping if rules.fourth == "must" else free + flipping


def paths(rules: Rules, board: Board, side: str, plies: int) -> int:
    """The paths of moves; a pass is a ply, and a game that is over counts as one path."""
    if plies == 0:
        return 1
    other = "O" if side == "X" else "X"
    squares = moves(rules, board, side)
    if not squares:
        if not rules.may_pass or not moves(rules, board, other):
            return 1
        return paths(rules, board, other, plies - 1)
    discs = sum(content != "." for content in board.values())
    after = rules.placement[discs + 1 : discs + 2] if rules.placement and discs < 4 else ""
    count = 0
    for square in squares:
        flipped = flips(board, side, square)
        following = board | {square: side} | dict.fromkeys(flipped, side)
        count += paths(rules, following, after or other, plies - 1)
    return count


@pytest.mark.parametrize("name", VARIANTS)
def test_the_paths_are_those_of_the_program(emilia: Path, name: str) -> None:
    """At every depth, which finds a wrong rule where it first matters."""
    rules, depth = VARIANTS[name]
    for plies in range(1, depth + 1):
        line = subprocess.run([emilia, "perft", str(plies), "--variant", name], capture_output=True, text=True, check=True).stdout
        assert line.split()[2] == str(paths(rules, start(rules), "X", plies)), f"{name} at depth {plies}"
