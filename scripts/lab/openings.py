"""Reads and generates files of openings.

A line of a file is a transcript and, optionally, the score of the position after it in discs for the side to move. Empty lines and
lines that begin with # are ignored.

Generated openings are chosen by the values of an opening book, which rest on deep searches many moves later. Those nearest to 0
are taken, as many with a lead of black as with one of white: openings in which one side is always a little ahead favour it in every
match. The engine must also score them as balanced at several levels. The fastest level comes first; the last two differ by one ply,
because scores of odd and even depths differ. Every position counts once, however many move orders lead to it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lab.defaults import OPENING_LEVEL_MARGIN, OPENING_LEVELS, OPENING_MARGIN, OPENING_SEED
from lab.evaluator import Evaluator
from lab.notation import parse_transcript, transcript
from lab.records import Record
from lab.rules import SQUARES, START, Board, replay

BATCH = 64
"""Openings that are evaluated at a time."""
_GGF_MOVE = re.compile(r"[BW]\[([A-H][1-8])(?:/([-+.\d]+))?")
"""A move of a game in GGF with its value for the side that makes it."""


class Opening(Record, frozen=True):
    """The first moves of a game."""

    transcript: str
    score: float | None = None
    """Discs for the side to move after them, if the file has a score."""


class Recipe(Record, frozen=True):
    """The settings of the generator. The same settings, engine and book give the same openings."""

    counts: tuple[tuple[int, int], ...]
    """Lengths in moves, and the number of openings of each."""
    levels: tuple[int, ...] = OPENING_LEVELS
    """Each level must score an opening as balanced."""
    margin: float = OPENING_MARGIN
    """Largest lead of either side by the book, in discs."""
    level_margin: float = OPENING_LEVEL_MARGIN
    """Largest lead of either side by the levels, in discs."""
    seed: int = OPENING_SEED
    """Of the order of the openings."""


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


def text(openings: Iterable[Opening], comments: Iterable[str]) -> str:
    """The text of a file of openings that begins with comments."""
    lines = [f"# {comment}" for comment in comments]
    lines += [o.transcript if o.score is None else f"{o.transcript} {o.score:+.2f}" for o in openings]
    return "\n".join(lines) + "\n"


def canonical(board: Board) -> str:
    """The position, the same for all of its eight symmetries."""
    squares, turn = board.text().split()
    rows = [squares[8 * row : 8 * row + 8] for row in range(8)]
    views = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        views += ["".join(rows), "".join(rows[::-1])]
    return min(views) + turn


def from_f5(moves: Sequence[str]) -> tuple[str, ...]:
    """The same moves on a turned or mirrored board, so that the first one is f5: the four first moves are equal by symmetry."""
    for view in (0, 1, 6, 7):
        images = tuple(_image(move, view) for move in moves)
        if images[:1] == ("f5",):
            return images
    return tuple(moves)


def _image(move: str, view: int) -> str:
    """The square on a board that is mirrored along a diagonal, the columns or the rows, as the bits of `view` say."""
    row, column = divmod(SQUARES.index(move), 8)
    if view & 1:
        row, column = column, row
    return SQUARES[8 * (row ^ (7 if view & 4 else 0)) + (column ^ (7 if view & 2 else 0))]


class Line(NamedTuple):
    """Moves from the start position, the board after them, and its value in the book."""

    moves: tuple[str, ...]
    board: Board
    lead: float
    """Discs by which black leads."""

    def score(self) -> float:
        """Discs for the side to move."""
        return self.lead if self.board.turn == "black" else -self.lead


def lines_of_book(games: Iterable[str], lengths: Iterable[int]) -> Iterator[Line]:
    """The positions of these lengths in a book in GGF, each once, with the first line that leads to it."""
    wanted, seen = set(lengths), set[str]()
    for game in games:
        board, moves = START, list[str]()
        for at, value in _GGF_MOVE.findall(game):
            mover = board.turn
            moves.append(at.lower())
            board = board.play(moves[-1])
            if len(moves) in wanted and value and board.turn and (position := canonical(board)) not in seen:
                seen.add(position)
                yield Line(from_f5(moves), replay(from_f5(moves)), float(value) if mover == "black" else -float(value))
            if len(moves) >= max(wanted):
                break


class OpeningGenerator:
    """Chooses openings from the lines of a book."""

    def __init__(self, recipe: Recipe, evaluators: Sequence[Evaluator], report: Callable[[str], None]) -> None:
        """Scores openings with `evaluators`, one a level. `report` gets progress."""
        self.recipe, self.evaluators, self.report = recipe, evaluators, report

    def run(self, lines: Sequence[Line]) -> list[Opening]:
        """The openings of all lengths, shuffled, so that any part of them is a fair sample. Fewer where there are no more."""
        made: list[Opening] = []
        for length, count in self.recipe.counts:
            of_length = [line for line in lines if len(line.moves) == length and abs(line.lead) <= self.recipe.margin]
            # Of equal values any order is as good, but always the same.
            of_length.sort(key=lambda line: (abs(line.lead), line.moves))
            black = self.balanced([line for line in of_length if line.lead >= 0], count - count // 2)
            white = self.balanced([line for line in of_length if line.lead < 0], count // 2)
            # As many with a lead of the one side as of the other, but for one of an odd number.
            fewest = min(len(black), len(white))
            chosen = black[: fewest + count % 2] + white[:fewest]
            self.report(f"{len(chosen)} openings of {length} moves")
            made += [Opening(transcript(line.moves), round(line.score(), 2)) for line in chosen]
        random.Random(self.recipe.seed).shuffle(made)
        return made

    def balanced(self, lines: Sequence[Line], count: int) -> list[Line]:
        """The first lines, this many, that every level scores as balanced."""
        made: list[Line] = []
        for first in range(0, len(lines), BATCH):
            batch = list(lines[first : first + BATCH])
            for evaluator in self.evaluators:
                answers = evaluator.evaluate([line.board.text() for line in batch])
                scored = zip(batch, answers, strict=True)
                batch = [line for line, answer in scored if abs(answer.score) <= self.recipe.level_margin]
            made += batch
            if len(made) >= count:
                break
        return made[:count]
