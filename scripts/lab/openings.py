"""The file of openings, and new ones.

A line of the file is a transcript and, if it is known, the score of the position after it in discs for the side to move. Empty
lines and lines that begin with # are passed over.

New openings should look like games and yet be many. The first move is f5: the four first moves are one, turned. The next few are
any legal moves, which reaches every plan that players know and some that they do not. From there on only those moves are followed
that a quick look finds not much worse than the best, so that what was odd is met with sense and nothing is simply given away.
Every position counts once, however many ways lead to it: else most openings would be of the few that transpose the most. What is
kept is balanced: the engine scores the position within a margin at several levels, the cheapest first, the last two one apart, as
odd and even depths see things differently.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from lab.evaluator import Evaluator
from lab.notation import parse_transcript, transcript
from lab.records import Record
from lab.rules import START, Board, replay

BATCH = 64
"""Openings that are judged at once."""


class Opening(Record, frozen=True):
    """The first moves of a game."""

    transcript: str
    score: float | None = None
    """Discs for the side to move after them, if the file says."""


class Recipe(Record, frozen=True):
    """How openings are drawn. The same recipe, with the same engine, gives the same openings."""

    counts: tuple[tuple[int, int], ...]
    """Lengths in moves, and how many openings of each."""
    levels: tuple[int, ...] = (12, 17, 18)
    """Each of them has to find an opening balanced."""
    margin: float = 2.0
    """The most discs that either side may be ahead."""
    free: int = 5
    """So many moves are any legal ones."""
    look: int = 8
    """Plies of the quick look at the moves after these."""
    slack: float = 3.0
    """A move may be so many discs worse than the best there."""
    despair: float = 6.0
    """Nor is a line followed in which the quick look sees either side more discs ahead than this: it seldom comes back."""
    width: int = 8000
    """So many positions are followed from move to move; if there are more, chance chooses."""
    seed: int = 1


def read(path: Path) -> list[Opening]:
    """The openings of a file; ValueError, with file and line, if one cannot be played or there is none."""
    openings = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
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
    """The text of a file of openings, with comments at its top."""
    lines = [f"# {comment}" for comment in comments]
    lines += [o.transcript if o.score is None else f"{o.transcript} {o.score:+.2f}" for o in openings]
    return "\n".join(lines) + "\n"


def canonical(board: Board) -> str:
    """The position, the same for all of its eight views: turned and mirrored."""
    squares, turn = board.text().split()
    rows = [squares[8 * row : 8 * row + 8] for row in range(8)]
    views = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        views += ["".join(rows), "".join(rows[::-1])]
    return min(views) + turn


class Line(NamedTuple):
    """Moves from the start, and the board after them."""

    moves: tuple[str, ...]
    board: Board

    def after(self, move: str) -> Line:
        """The line with one move more."""
        return Line((*self.moves, move), self.board.play(move))


class OpeningGenerator:
    """Makes openings by a recipe."""

    def __init__(self, recipe: Recipe, look: Evaluator, evaluators: Sequence[Evaluator], tell: Callable[[str], None]) -> None:
        """A press that asks `look` about moves, and the others for a verdict on the openings; the last one's score is kept."""
        self.recipe, self.look, self.evaluators, self.tell = recipe, look, evaluators, tell
        self.chance = random.Random(recipe.seed)

    def run(self) -> list[Opening]:
        """The openings of every length, shuffled: the first hundred are as good a choice as any. Fewer where there are no more."""
        counts = dict(self.recipe.counts)
        made: list[Opening] = []
        layer = [Line((), START).after("f5")]
        while True:
            length = len(layer[0].moves)
            if length in counts:
                made += self.openings(layer, counts.pop(length))
            if not counts:
                break
            layer = self.next(layer)
        self.chance.shuffle(made)
        return made

    def next(self, layer: list[Line]) -> list[Line]:
        """Lines with one move more, in random order, no two of which lead to the same position."""
        found: dict[str, Line] = {}
        for line, moves in self.moves(layer):
            for move in moves:
                longer = line.after(move)
                found.setdefault(canonical(longer.board), longer)
        lines = [line for line in found.values() if line.board.turn]
        self.chance.shuffle(lines)
        self.tell(f"{len(lines)} positions after {len(layer[0].moves) + 1} moves")
        return lines[: self.recipe.width]

    def moves(self, layer: list[Line]) -> list[tuple[Line, list[str]]]:
        """The lines that are followed, and by which moves."""
        if len(layer[0].moves) < self.recipe.free:
            return [(line, line.board.moves()) for line in layer]
        answers = self.look.ask([line.board.text() for line in layer])
        return [
            (line, [move.move for move in answer.moves if move.score >= answer.score - self.recipe.slack])
            for line, answer in zip(layer, answers, strict=True)
            if abs(answer.score) <= self.recipe.despair
        ]

    def openings(self, layer: list[Line], count: int) -> list[Opening]:
        """So many balanced openings of a layer, or as many as there are."""
        made: list[Opening] = []
        for first in range(0, len(layer), BATCH):
            made += self.balanced(layer[first : first + BATCH])
            self.tell(f"{min(len(made), count)} openings of {len(layer[0].moves)} moves")
            if len(made) >= count:
                break
        return made[:count]

    def balanced(self, lines: list[Line]) -> list[Opening]:
        """Those that every judge finds balanced, with the score of the last."""
        scores: list[float] = []
        for judge in self.evaluators:
            answers = judge.ask([line.board.text() for line in lines])
            kept = [
                (line, answer.score) for line, answer in zip(lines, answers, strict=True) if abs(answer.score) <= self.recipe.margin
            ]
            lines, scores = [line for line, _ in kept], [score for _, score in kept]
        return [Opening(transcript(line.moves), score) for line, score in zip(lines, scores, strict=True)]
