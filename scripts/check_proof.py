#!/usr/bin/env python3
"""Checks a proof that `emilia solve --certificate` wrote, and says what it proves.

Needs nothing but Python, and shares nothing with Emilia. docs/solving.md describes the file. The proof names one move for the side
that has the bound; this program tries all moves of the other side, and finishes positions with few empty squares by itself.
"""

from __future__ import annotations

import argparse
import re
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

HEADER = re.compile(rb"Emilia proof 1 ([0-9a-f]{8})\n")
GOAL = re.compile(r"(most|fewest)( lines=one)?( quiet=yes)?")
BOUND = re.compile(r"(at-least|at-most) (-?\d{1,3}) ((?:[a-j](?:10|[1-9])(?:x[a-j](?:10|[1-9]))?)*)")
MOST_BYTES = 1 << 30
"""No proof is longer when it is expanded."""
MOST_EMPTIES = 16  # more would take too long


class ProofError(Exception):
    """The file proves nothing."""


Rays = list[tuple[int, int]]
"""The nearest square of each ray, and all of its squares."""


def turned_on(columns: int, squares: int, one_line: bool, quiet: bool) -> Callable[[int, int, int], list[int]]:
    """The function that gives the discs of `other` that each move of `own` on an empty square turns: one move or one for each line.
    All are sets of squares: bit `row * columns + column` of a number is a square.
    """
    rays: dict[int, tuple[int, int, Rays, Rays]] = {}
    for at in (at for at in range(squares.bit_length()) if squares >> at & 1):
        beside, around, later, earlier = 0, 0, Rays(), Rays()
        for right, down in ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)):
            (row, column), line = divmod(at, columns), []
            while 0 <= (column := column + right) < columns and (row := row + down) >= 0:
                if not squares >> (row * columns + column) & 1:
                    break
                line.append(1 << row * columns + column)
            beside |= sum(line[:1])
            if len(line) > 1:
                around |= line[0]
                (later if max(line) > 1 << at else earlier).append((line[0], sum(line)))
        rays[1 << at] = (beside, around, later, earlier)

    def turned(own: int, other: int, square: int) -> list[int]:
        beside, around, later, earlier = rays[square]
        lines = []
        if other & around:
            for near, ray in later:
                if other & near:
                    ends = ray & ~other
                    if (end := ends & -ends) & own:
                        lines.append(ray & (end - 1))
            for near, ray in earlier:
                if other & near and (ends := ray & ~other) and (end := 1 << ends.bit_length() - 1) & own:
                    lines.append(ray & ~(end | end - 1))
        if not lines:
            return [0] if quiet and own & beside else []
        return lines if one_line else [sum(lines)]

    return turned


Named = tuple[int, int]
"""The square of a move, and the squares of the line that it turns; 0 where that is not named."""
NONE: Named = (0, 0)


def named_in(text: str, columns: int, squares: int) -> Iterator[Named]:
    """The moves that are named. ProofError if one is not on the board."""
    for name in re.findall(r"[a-j]\d+(?:x[a-j]\d+)?", text):
        cells = [(int(digits) - 1, "abcdefghij".index(letter)) for letter, digits in re.findall(r"([a-j])(\d+)", name)]
        if not all(column < columns and squares >> row * columns + column & 1 for row, column in cells):
            raise ProofError(f"a move is not on the board: {name}")
        (row, column), (down, right) = cells[0], (cells[-1][0] - cells[0][0], cells[-1][1] - cells[0][1])
        steps = max(abs(down), abs(right), 1)
        line = [1 << (row + down * step // steps) * columns + column + right * step // steps for step in range(1, steps)]
        yield 1 << row * columns + column, sum(line)


@dataclass
class Check:
    """The check of one bound: that the side that has it gets at least `target`."""

    squares: int
    turned: Callable[[int, int, int], list[int]]
    sign: int
    """-1 if the fewest discs win."""
    finish: int
    target: int
    named: Iterator[Named]
    """The moves of the side that has the bound after the next one."""
    next: Named
    """The move that is named next, or zeros."""
    seen: set[int] = field(default_factory=set)

    def reaches(self, own: int, other: int, empty: int, target: int, passed: bool = False) -> bool:
        """Whether the side to move gets at least `target`, by trying the moves. At the end the empty squares go to the winner."""
        turned, rest, can_move = self.turned, empty, False
        while rest:
            square = rest & -rest
            rest ^= square
            for flipped in turned(own, other, square):
                if not self.reaches(other ^ flipped, own | flipped | square, empty ^ square, 1 - target):
                    return True
                can_move = True
        if can_move:
            return False
        if passed or not empty:
            lead, left = self.sign * (own.bit_count() - other.bit_count()), (self.squares & ~(own | other)).bit_count()
            return lead + left * ((lead > 0) - (lead < 0)) >= target
        return not self.reaches(other, own, empty, 1 - target, True)

    def walk(self, own: int, other: int, has_bound: bool) -> None:
        """Follows the proof from this position; `has_bound` says whether the side to move is the one that has the bound."""
        key = (own << self.squares.bit_length() | other) << 1 | has_bound
        if key in self.seen:
            return
        self.seen.add(key)
        empty = rest = self.squares & ~(own | other)
        if empty.bit_count() <= self.finish:
            target = self.target if has_bound else 1 - self.target
            self.demand(self.reaches(own, other, empty, target) == has_bound, own, other)
            return
        square, line = self.next
        if has_bound and square & empty and (all_turned := self.turned(own, other, square)):
            if line not in all_turned and (line or len(all_turned) > 1):
                raise ProofError(f"a line is not named, or is none, after {len(self.seen)} positions")
            flipped = line or all_turned[0]
            self.next = next(self.named, NONE)
            self.walk(other ^ flipped, own | flipped | square, False)
            return
        can_move = False
        while rest:
            square = rest & -rest
            rest ^= square
            for flipped in self.turned(own, other, square):
                if has_bound:
                    raise ProofError(f"a move is missing after {len(self.seen)} positions")
                can_move = True
                self.walk(other ^ flipped, own | flipped | square, True)
        if can_move:
            return
        if any(self.turned(other, own, 1 << at) for at in range(empty.bit_length()) if empty >> at & 1):
            self.walk(other, own, not has_bound)
        else:
            self.demand(self.reaches(own, other, 0, self.target if has_bound else 1 - self.target) == has_bound, own, other)

    def demand(self, holds: bool, own: int, other: int) -> None:
        """ProofError unless the bound holds in this position."""
        if not holds:
            raise ProofError(f"the bound {self.target:+} does not hold after {len(self.seen)} positions: {own:x} {other:x}")


def lines_of(content: bytes) -> list[str]:
    """The lines of the file, whose checksum must be right."""
    header = HEADER.match(content)
    if header is None or int(header[1], 16) != zlib.crc32(content[header.end() :]):
        raise ProofError("not a proof, or damaged")
    expander = zlib.decompressobj()
    try:
        text = expander.decompress(content[header.end() :], MOST_BYTES).decode("ascii")
    except (zlib.error, UnicodeDecodeError) as error:
        raise ProofError(f"not a proof: {error}") from None
    if not expander.eof or expander.unused_data or not text.endswith("\n") or text.count("\n") not in (4, 5):
        raise ProofError("not a proof: lines are missing or left over")
    return text[:-1].split("\n")


def check(content: bytes) -> str:
    """What this file proves; ProofError if it proves nothing."""
    position, goal, finish, *bounds = lines_of(content)
    rules = GOAL.fullmatch(goal)
    if not re.fullmatch(r"[-XO#/]{16,109} [XO]", position) or rules is None or not re.fullmatch(r"\d\d?", finish):
        raise ProofError("not a position with its goal and the number of empty squares to finish")
    board, side = position.split(" ")
    width = round(len(board) ** 0.5)
    rows = board.split("/") if "/" in board else [board[at : at + width] for at in range(0, len(board), width)]
    columns, cells = len(rows[0]), "".join(rows)
    if not 4 <= len(rows) <= 10 or not 4 <= columns <= 10 or {len(row) for row in rows} != {columns} or int(finish) > MOST_EMPTIES:
        raise ProofError("not a board, or too many empty squares to finish")
    black, white, empty = (sum(1 << at for at, cell in enumerate(cells) if cell == kind) for kind in "XO-")
    turned = turned_on(columns, squares := black | white | empty, bool(rules[2]), bool(rules[3]))
    sign = 1 if rules[1] == "most" else -1
    own, other = (black, white) if side == "X" else (white, black)
    others = "".join(f",{word}" for word in rules.groups()[1:] if word)
    proved, player = [], "black" if side == "X" else "white"
    for line in bounds:
        if (bound := BOUND.fullmatch(line)) is None:
            raise ProofError(f"not a bound with its moves: {line[:40]}")
        is_least, discs, moves = bound[1] == "at-least", int(bound[2]), list(named_in(bound[3], columns, squares))
        named = iter(moves)
        walk = Check(squares, turned, sign, int(finish), discs if is_least else -discs, named, next(named, NONE))
        walk.walk(own, other, is_least)
        if walk.next != NONE:
            raise ProofError("moves are left over")
        proved.append(f"{player} gets {bound[1].replace('-', ' ')} {discs:+}: {len(moves)} moves, {len(walk.seen)} positions")
    return f"proved for {position} ({player} to move, {rules[1]} discs win{others}):\n" + "\n".join(proved)


def main() -> int:
    """Checks the file that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="the proof")
    file: Path = parser.parse_args().file
    try:
        print(check(file.read_bytes()))
    except (ProofError, OSError) as error:
        print(f"{file}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
