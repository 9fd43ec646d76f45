"""A second implementation of the rules of the family: plain, slow, and without a line of the program's."""

from __future__ import annotations

from dataclasses import dataclass

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
