#!/usr/bin/env python3
"""Checks a proof that `emilia solve --certificate` wrote, and says what it proves.

Needs nothing but Python, and shares nothing with Emilia. docs/variants.md describes the file. The proof names one move for the side
that has the bound; this program tries all moves of the other side, and finishes positions with few empty squares by itself.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.setrecursionlimit(10_000)
HEADER = re.compile(rb"Emilia proof 1 ([0-9a-f]{8})\n")
MOVE = re.compile(r"[a-j](?:10|[1-9])")
MOST_BYTES = 1 << 30  # No proof is longer when it is expanded.


class ProofError(Exception):
    """The file proves nothing."""


@dataclass
class Board:
    """The lines through each square of a board, as lists of squares from the nearest on."""

    columns: int
    squares: list[int]
    rays: dict[int, list[list[int]]] = field(default_factory=dict)

    @classmethod
    def read(cls, rows: list[str]) -> Board:
        """The board of these rows; `#` is cut off."""
        columns = len(rows[0])
        if not 4 <= len(rows) <= 10 or not 4 <= columns <= 10 or any(len(row) != columns for row in rows):
            raise ProofError("not a board")
        squares = [at for at, content in enumerate("".join(rows)) if content != "#"]
        board = cls(columns, squares)
        for at in squares:
            steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
            board.rays[at] = [ray for ray in (board.ray(at, len(rows), *step) for step in steps) if len(ray) > 1]
        return board

    def ray(self, at: int, rows: int, right: int, down: int) -> list[int]:
        """The squares from this one on in a direction, to the end of the board or a square that is cut off."""
        found, (row, column) = [], divmod(at, self.columns)
        while 0 <= (row := row + down) < rows and 0 <= (column := column + right) < self.columns:
            if row * self.columns + column not in self.squares:
                break
            found.append(row * self.columns + column)
        return found

    def flips(self, own: int, other: int, at: int) -> int:
        """The discs that a disc of `own` on an empty square flips."""
        flipped = 0
        for ray in self.rays[at]:
            line = 0
            for square in ray:
                bit = 1 << square
                if not other & bit:
                    if own & bit:
                        flipped |= line
                    break
                line |= bit
        return flipped

    def moves(self, own: int, other: int) -> list[tuple[int, int]]:
        """The legal moves row by row, each with the discs that it flips."""
        taken = own | other
        found = ((at, self.flips(own, other, at)) for at in self.squares if not taken >> at & 1)
        return [(at, flipped) for at, flipped in found if flipped]

    def name(self, at: int) -> str:
        """The name of a square."""
        return "abcdefghij"[at % self.columns] + str(at // self.columns + 1)


@dataclass
class Check:
    """The check of one bound: that the side that has it gets at least `target`."""

    board: Board
    sign: int
    """-1 if the fewest discs win."""
    finish: int
    target: int
    named: Iterator[str]
    """The moves of the side that has the bound."""
    seen: set[tuple[int, int, bool]] = field(default_factory=set)

    def result(self, own: int, other: int) -> int:
        """The result for the owner of `own` where neither side can move; the empty squares go to the winner."""
        lead = self.sign * (own.bit_count() - other.bit_count())
        empties = len(self.board.squares) - (own | other).bit_count()
        return lead + empties * ((lead > 0) - (lead < 0))

    def best(self, own: int, other: int, alpha: int, beta: int) -> int:
        """The result of perfect play for the side to move, or a bound outside of the window."""
        moves = self.board.moves(own, other)
        if not moves:
            return -self.best(other, own, -beta, -alpha) if self.board.moves(other, own) else self.result(own, other)
        best = -1000
        for at, flipped in moves:
            best = max(best, -self.best(other & ~flipped, own | flipped | 1 << at, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    def walk(self, own: int, other: int, has_bound: bool) -> None:
        """Follows the proof from this position; `has_bound` says whether the side to move is the one that has the bound."""
        if len(self.board.squares) - (own | other).bit_count() <= self.finish:
            best = self.best(own, other, *((self.target - 1, self.target) if has_bound else (-self.target, 1 - self.target)))
            self.demand((best if has_bound else -best) >= self.target, own, other)
            return
        if (own, other, has_bound) in self.seen:
            return
        self.seen.add((own, other, has_bound))
        moves = self.board.moves(own, other)
        if not moves and not self.board.moves(other, own):
            result = self.result(own, other)
            self.demand((result if has_bound else -result) >= self.target, own, other)
        elif not moves:
            self.walk(other, own, not has_bound)
        elif has_bound:
            named = next(self.named, None)
            move = next(((at, flipped) for at, flipped in moves if self.board.name(at) == named), None)
            if move is None:
                raise ProofError(f"{named or 'nothing'} is no move where one is needed")
            self.walk(other & ~move[1], own | move[1] | 1 << move[0], False)
        else:
            for at, flipped in moves:
                self.walk(other & ~flipped, own | flipped | 1 << at, True)

    def demand(self, holds: bool, own: int, other: int) -> None:
        """ProofError unless the bound holds in this position."""
        if not holds:
            raise ProofError(f"the bound {self.target:+} does not hold after {len(self.seen)} positions: {own:x} {other:x}")


def check(content: bytes) -> str:
    """What this file proves; ProofError if it proves nothing."""
    header = HEADER.match(content)
    if header is None or int(header[1], 16) != zlib.crc32(content[header.end() :]):
        raise ProofError("not a proof, or damaged")
    try:
        expander = zlib.decompressobj()
        text = expander.decompress(content[header.end() :], MOST_BYTES).decode("ascii")
    except (zlib.error, UnicodeDecodeError) as error:
        raise ProofError(f"not a proof: {error}") from None
    lines = text.splitlines()
    is_whole = expander.eof and not expander.unused_data and len(lines) > 3
    if not is_whole or len(lines[0]) < 18 or lines[1] not in ("most", "fewest") or not lines[2].isdigit():
        raise ProofError("lines are missing")
    discs, _, side = lines[0].partition(" ")
    width = round(len(discs) ** 0.5)
    rows = discs.split("/") if "/" in discs else [discs[at : at + width] for at in range(0, len(discs), width)]
    board = Board.read(rows)
    black, white = (sum(1 << at for at, content in enumerate("".join(rows)) if content == disc) for disc in "XO")
    if side not in ("X", "O") or set(discs) - set("XO-#/"):
        raise ProofError("not a position")
    own, other = (black, white) if side == "X" else (white, black)
    proved = []
    for line in lines[3:]:
        parts = line.split(" ")
        if len(parts) != 3 or parts[0] not in ("at-least", "at-most") or not re.fullmatch(r"-?\d{1,3}", parts[1]):
            raise ProofError(f"not a bound: {line[:40]}")
        bound, is_least = int(parts[1]), parts[0] == "at-least"
        named = MOVE.findall(parts[2])
        if "".join(named) != parts[2]:
            raise ProofError("not a list of moves")
        rest = iter(named)
        search = Check(board, 1 if lines[1] == "most" else -1, int(lines[2]), bound if is_least else -bound, rest)
        search.walk(own, other, is_least)
        if next(rest, None) is not None:
            raise ProofError("moves are left over")
        proved.append(f"{parts[0].replace('-', ' ')} {bound:+}, {len(named)} moves, {len(search.seen)} positions")
    mover = "black" if side == "X" else "white"
    return f"proved for {mover}, who moves, on {lines[0]} ({lines[1]} discs win):\n" + "\n".join(proved)


def main() -> int:
    """Checks the file that is named."""
    if len(sys.argv) != 2:
        print("usage: check_proof.py FILE", file=sys.stderr)
        return 2
    try:
        print(check(Path(sys.argv[1]).read_bytes()))
    except (ProofError, OSError) as error:
        print(f"{sys.argv[1]}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
