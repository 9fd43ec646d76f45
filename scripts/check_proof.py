#!/usr/bin/env python3
"""Checks a proof that `emilia solve --certificate` wrote, and says what it proves.

Needs nothing but Python, and shares nothing with Emilia. docs/solving.md describes the file. The proof names one move for the side
that has the bound; this program tries all moves of the other side, and finishes positions with few empty squares by itself. A proof
in parts names other files in its folder, which are checked, too.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path

HEADER = re.compile(rb"Emilia proof ([12]) ([0-9a-f]{8})\n")
GOAL = re.compile(r"(most|fewest)( lines=one)?( quiet=yes)?")
BOUND = re.compile(r"(at-least|at-most) (-?\d{1,3}) ")
PART = re.compile(r"part ([-XO]{64} [XO]) (at-least|at-most) (-?\d{1,3}) ([A-Za-z0-9-][A-Za-z0-9.-]{0,99}) ([0-9a-f]{64})")
MOVES = re.compile(r"(?:[a-j](?:10|[1-9])(?:x[a-j](?:10|[1-9]))?)*")
MOST_BYTES = 1 << 28
"""No file is longer."""
MOST_LETTERS = 512
"""No line is longer, but for its moves."""
PIECE = 1 << 14
"""Bytes of a file that are expanded at once, and letters that are expanded ahead."""
LONGEST_MOVE = 7  # j10xa10
MOST_EMPTIES = 16  # more would take too long
MOST_NESTED = 64
"""Parts have parts at most so often."""


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


Move = tuple[int, int]
"""The square of a move, and the squares of the line that it turns; 0 where that is not named."""
NONE: Move = (0, 0)
UNKNOWN = (-1000, 1000)
"""Every position has these bounds."""


@dataclass
class Check:
    """The check of one bound: that the side that has it gets at least `target`."""

    squares: int
    turned: Callable[[int, int, int], list[int]]
    sign: int
    """-1 if the fewest discs win."""
    finish: int
    target: int
    named: Iterator[Move]
    """The moves of the side that has the bound after the next one."""
    next: Move
    """The move that is named next, or zeros."""
    known: dict[tuple[int, int], tuple[int, int]]
    """What the parts prove of positions: what the side to move gets at least and at most."""
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
        least, most = self.known.get((own, other), UNKNOWN)
        if least >= self.target if has_bound else most <= -self.target:
            return
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


class Text:
    """The text of a file, whose checksum must be right. It is expanded as it is read, so that a small file needs little memory."""

    def __init__(self, content: bytes) -> None:
        header = HEADER.match(content)
        if header is None or int(header[2], 16) != zlib.crc32(content[header.end() :]):
            raise ProofError("not a proof, or damaged")
        self.content, self.at, self.version = content, header.end(), int(header[1])
        self.expander = zlib.decompressobj()
        self.ahead = ""

    def fill(self) -> bool:
        """Expands more letters until there are as many as a line can have before its moves. False at the end of the file."""
        try:
            while len(self.ahead) < MOST_LETTERS and not self.expander.eof:
                packed = self.expander.unconsumed_tail or self.content[self.at : self.at + PIECE]
                self.at += 0 if self.expander.unconsumed_tail else len(packed)
                letters = self.expander.decompress(packed, PIECE)
                if not packed and not letters:
                    raise ProofError("not a proof: it is cut off")
                self.ahead += letters.decode("ascii")
        except (zlib.error, UnicodeDecodeError) as error:
            raise ProofError(f"not a proof: {error}") from None
        return bool(self.ahead)

    def take(self, length: int) -> str:
        """The next letters, which are there."""
        taken, self.ahead = self.ahead[:length], self.ahead[length:]
        return taken

    def line(self) -> str:
        """A line without moves."""
        self.fill()
        if (end := self.ahead.find("\n", 0, MOST_LETTERS)) < 0:
            raise ProofError("not a proof: a line is missing, or too long")
        return self.take(end + 1)[:-1]

    def moves(self) -> Iterator[str]:
        """The moves to the end of the line."""
        while self.fill() and self.ahead[0] != "\n":
            text = found[0] if (found := MOVES.match(self.ahead)) else ""
            moves: list[str] = re.findall(r"[a-j]\d+(?:x[a-j]\d+)?", text)
            if len(self.ahead) - len(text) < LONGEST_MOVE and not self.expander.eof:
                moves.pop()  # it may go on
            if not moves:
                raise ProofError(f"not a move: {self.ahead[:4]!r}")
            self.take(sum(map(len, moves)))
            yield from moves
        if self.take(1) != "\n":
            raise ProofError("not a proof: it is cut off")

    def end(self) -> None:
        """ProofError if this is not the end."""
        if self.fill() or self.expander.unused_data or self.at < len(self.content):
            raise ProofError("not a proof: something is left over")


class Named(Iterator[Move]):
    """The moves that a line names, one by one. ProofError if one is not on the board."""

    def __init__(self, text: Text, columns: int, squares: int) -> None:
        self.names, self.columns, self.squares, self.count = text.moves(), columns, squares, 0

    def __next__(self) -> Move:
        name = next(self.names)
        cells = [(int(digits) - 1, "abcdefghij".index(letter)) for letter, digits in re.findall(r"([a-j])(\d+)", name)]
        if not all(column < self.columns and self.squares >> row * self.columns + column & 1 for row, column in cells):
            raise ProofError(f"a move is not on the board: {name}")
        (row, column), (down, right) = cells[0], (cells[-1][0] - cells[0][0], cells[-1][1] - cells[0][1])
        steps = max(abs(down), abs(right), 1)
        line = [1 << (row + down * step // steps) * self.columns + column + right * step // steps for step in range(1, steps)]
        self.count += 1
        return 1 << row * self.columns + column, sum(line)


@dataclass
class Proof:
    """What a file proves."""

    position: str
    bounds: list[tuple[str, int]]
    said: str
    nested: int
    """How often its parts have parts."""


class Parts:
    """The files that other files name, each checked once."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.checked = folder, dict[str, tuple[str, Proof]]()

    def check(self, line: str, above: int) -> tuple[str, str, int, int]:
        """The position and the bound that a line names, and the nesting of its file; ProofError if that does not prove it."""
        if (part := PART.fullmatch(line)) is None:
            raise ProofError(f"not a part: {line[:40]!r}")
        position, kind, discs, name, digest = part[1], part[2], int(part[3]), part[4], part[5]
        try:
            if name not in self.checked:
                if above >= MOST_NESTED:
                    raise ProofError("it is nested too deeply")
                content = read(self.folder / name)
                if hashlib.sha256(content).hexdigest() != digest:
                    raise ProofError("another file, or damaged: its SHA-256 is not that in the proof")
                self.checked[name] = digest, prove(content, self, above + 1)
            known, proof = self.checked[name]
            proves = any(one == kind and (has >= discs if kind == "at-least" else has <= discs) for one, has in proof.bounds)
            if known != digest or proof.position != position or not proves or above + proof.nested >= MOST_NESTED:
                raise ProofError("it does not prove what it is named for, or is nested too deeply")
        except (ProofError, OSError) as error:
            raise ProofError(f"{name}: {error}") from None
        return position, kind, discs, proof.nested


def discs_of(cells: str, side: str) -> tuple[int, int]:
    """The squares of the side to move and of the other one."""
    black, white = (sum(1 << at for at, cell in enumerate(cells) if cell == kind) for kind in "XO")
    return (black, white) if side == "X" else (white, black)


def images(cells: str) -> Iterator[str]:
    """The squares of a board of 8x8 as they look by its eight symmetries."""
    rows = [cells[at : at + 8] for at in range(0, 64, 8)]
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        yield from ("".join(rows), "".join(rows[::-1]))


def prove(content: bytes, parts: Parts, above: int = 0) -> Proof:
    """What this file proves, which is nested so often in others; ProofError if it proves nothing."""
    text = Text(content)
    position, goal, finish = text.line(), text.line(), text.line()
    rules = GOAL.fullmatch(goal)
    if not re.fullmatch(r"[-XO#/]{16,109} [XO]", position) or rules is None or not re.fullmatch(r"\d\d?", finish):
        raise ProofError("not a position with its goal and the number of empty squares to finish")
    board, side = position.split(" ")
    width = round(len(board) ** 0.5)
    rows = board.split("/") if "/" in board else [board[at : at + width] for at in range(0, len(board), width)]
    columns, cells = len(rows[0]), "".join(rows)
    if not 4 <= len(rows) <= 10 or not 4 <= columns <= 10 or {len(row) for row in rows} != {columns} or int(finish) > MOST_EMPTIES:
        raise ProofError("not a board, or too many empty squares to finish")
    known, nested = dict[tuple[int, int], tuple[int, int]](), 0
    while text.version > 1 and text.fill() and text.ahead.startswith("p"):
        if goal != "most" or columns != 8 or not re.fullmatch("[-XO]{64}", board):
            raise ProofError("only the usual game has parts")
        part, kind, discs, nested_in = parts.check(text.line(), above)
        nested = max(nested, nested_in + 1)
        for image in images(part[:64]):
            least, most = known.get(key := discs_of(image, part[65]), UNKNOWN)
            known[key] = (max(least, discs), most) if kind == "at-least" else (least, min(most, discs))
    own, other = discs_of(cells, side)
    squares = sum(1 << at for at, cell in enumerate(cells) if cell != "#")
    turned = turned_on(columns, squares, bool(rules[2]), bool(rules[3]))
    sign = 1 if rules[1] == "most" else -1
    others = "".join(f",{word}" for word in rules.groups()[1:] if word)
    player = "black" if side == "X" else "white"
    proof = Proof(position, [], f"proved for {position} ({player} to move, {rules[1]} discs win{others}):", nested)
    while text.fill() and len(proof.bounds) < 2:
        if (bound := BOUND.match(text.ahead)) is None:
            raise ProofError(f"not a bound with its moves: {text.ahead[:40]!r}")
        text.take(bound.end())
        is_least, discs, named = bound[1] == "at-least", int(bound[2]), Named(text, columns, squares)
        walk = Check(squares, turned, sign, int(finish), discs if is_least else -discs, named, next(named, NONE), known)
        walk.walk(own, other, is_least)
        if walk.next != NONE:
            raise ProofError("moves are left over")
        proof.bounds.append((bound[1], discs))
        proof.said += f"\n{player} gets {bound[1].replace('-', ' ')} {discs:+}: {named.count} moves"
    text.end()
    if not proof.bounds:
        raise ProofError("not a proof: there is no bound")
    return proof


def check(content: bytes, folder: Path = Path()) -> str:
    """What this file proves, whose parts are in this folder; ProofError if it proves nothing."""
    parts = Parts(folder)
    said = prove(content, parts).said
    return f"{said}\nwith {len(parts.checked)} parts" if parts.checked else said


def read(path: Path) -> bytes:
    """The bytes of a file; ProofError if it is too long."""
    with path.open("rb") as opened:
        content = b"".join(islice(iter(partial(opened.read, PIECE), b""), MOST_BYTES // PIECE + 1))
    if len(content) > MOST_BYTES:
        raise ProofError(f"not a proof: it has more than {MOST_BYTES >> 20} MiB")
    return content


def main() -> int:
    """Checks the file that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="the proof")
    file: Path = parser.parse_args().file
    try:
        print(check(read(file), file.parent))
    except (ProofError, OSError) as error:
        name = str(file)
        print(f"{name if name.isprintable() else repr(name)}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
