"""Paths of moves on the boards of the catalogue, counted by a second implementation of the rules."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from family import Board, Rules, flips, moves, start

pytestmark = pytest.mark.slow

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
