"""Reads and generates files of openings.

A line of a file is a transcript and, optionally, the score of the position after it in discs for the side to move. Empty lines and
lines that begin with # are ignored.

Generated openings look like games and are varied. The first move is f5, because the four first moves are equal by symmetry. The
next few moves are any legal moves. After them, only moves are followed that a shallow search finds close to the best. Every
position counts once, however many move orders lead to it; otherwise lines with many transpositions would dominate. An opening is
kept if the engine scores it as balanced at several levels. The fastest level comes first; the last two differ by one ply, because
scores of odd and even depths differ.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from lab.defaults import OPENING_FREE_MOVES, OPENING_LEVELS, OPENING_MARGIN, OPENING_MAX_LOSS, OPENING_SEED, OPENING_WIDTH
from lab.evaluator import Evaluator
from lab.notation import parse_transcript, transcript
from lab.records import Record
from lab.rules import START, Board, replay

BATCH = 64
"""Openings that are evaluated at a time."""


class Opening(Record, frozen=True):
    """The first moves of a game."""

    transcript: str
    score: float | None = None
    """Discs for the side to move after them, if the file has a score."""


class Recipe(Record, frozen=True):
    """The settings of the generator. The same settings and engine give the same openings."""

    counts: tuple[tuple[int, int], ...]
    """Lengths in moves, and the number of openings of each."""
    levels: tuple[int, ...] = OPENING_LEVELS
    """Each level must score an opening as balanced."""
    margin: float = OPENING_MARGIN
    """Largest lead of either side in a balanced opening, in discs."""
    free_moves: int = OPENING_FREE_MOVES
    """Number of first moves that may be any legal moves."""
    depth: int = 8
    """Plies of the shallow search."""
    max_loss: float = OPENING_MAX_LOSS
    """How many discs worse than the best a move may be."""
    max_lead: float = 6.0
    """Lines with a larger lead of either side are dropped: they seldom become balanced again."""
    width: int = OPENING_WIDTH
    """Most positions kept after each move; a random choice if there are more."""
    seed: int = OPENING_SEED


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


class Line(NamedTuple):
    """Moves from the start position, and the board after them."""

    moves: tuple[str, ...]
    board: Board

    def after(self, move: str) -> Line:
        """The line with one more move."""
        return Line((*self.moves, move), self.board.play(move))


class OpeningGenerator:
    """Generates openings."""

    def __init__(self, recipe: Recipe, shallow: Evaluator, evaluators: Sequence[Evaluator], report: Callable[[str], None]) -> None:
        """Scores moves with `shallow` and openings with `evaluators`; the score of the last one is kept. `report` gets progress."""
        self.recipe, self.shallow, self.evaluators, self.report = recipe, shallow, evaluators, report
        self.random = random.Random(recipe.seed)

    def run(self) -> list[Opening]:
        """The openings of all lengths, shuffled, so that any part of them is a fair sample. Fewer where there are no more."""
        counts = dict(self.recipe.counts)
        made: list[Opening] = []
        layer = [Line((), START).after("f5")]
        while True:
            length = len(layer[0].moves)
            if length in counts:
                made += self.openings(layer, counts.pop(length))
            if not counts:
                break
            layer = self.next_layer(layer)
        self.random.shuffle(made)
        return made

    def next_layer(self, layer: list[Line]) -> list[Line]:
        """Lines with one more move in random order, no two of which lead to the same position."""
        found: dict[str, Line] = {}
        for line, moves in self.moves(layer):
            for move in moves:
                longer = line.after(move)
                found.setdefault(canonical(longer.board), longer)
        lines = [line for line in found.values() if line.board.turn]
        self.random.shuffle(lines)
        self.report(f"{len(lines)} positions after {len(layer[0].moves) + 1} moves")
        return lines[: self.recipe.width]

    def moves(self, layer: list[Line]) -> list[tuple[Line, list[str]]]:
        """The lines that are continued, each with its moves."""
        if len(layer[0].moves) < self.recipe.free_moves:
            return [(line, line.board.moves()) for line in layer]
        answers = self.shallow.evaluate([line.board.text() for line in layer])
        return [
            (line, [move.move for move in answer.moves if move.score >= answer.score - self.recipe.max_loss])
            for line, answer in zip(layer, answers, strict=True)
            if abs(answer.score) <= self.recipe.max_lead
        ]

    def openings(self, layer: list[Line], count: int) -> list[Opening]:
        """This many balanced openings of a layer, or as many as there are."""
        made: list[Opening] = []
        for first in range(0, len(layer), BATCH):
            made += self.balanced(layer[first : first + BATCH])
            self.report(f"{min(len(made), count)} openings of {len(layer[0].moves)} moves")
            if len(made) >= count:
                break
        return made[:count]

    def balanced(self, lines: list[Line]) -> list[Opening]:
        """The lines that every level scores as balanced, with the score of the last level."""
        scores: list[float] = []
        for evaluator in self.evaluators:
            answers = evaluator.evaluate([line.board.text() for line in lines])
            kept = [
                (line, answer.score) for line, answer in zip(lines, answers, strict=True) if abs(answer.score) <= self.recipe.margin
            ]
            lines, scores = [line for line, _ in kept], [score for _, score in kept]
        return [Opening(transcript(line.moves), score) for line, score in zip(lines, scores, strict=True)]
