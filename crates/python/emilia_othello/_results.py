"""Limits of searches, and what they find."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from ._names import Colour, Move


@dataclass(frozen=True, slots=True)
class Limit:
    """What ends a search. The first limit that is reached ends it; without any it is `level=21`.

    With `time` or `nodes` alone, a search goes on for as long as they last.
    """

    level: int | None = None
    """A playing strength, 1 to 60: plies in the midgame, and from how many empty squares endings are solved."""
    depth: int | None = None
    """Plies; at least the number of empty squares is a search to the end of the game."""
    time: float | None = None
    """Seconds."""
    nodes: int | None = None
    """Nodes of all threads."""
    exact: bool = False
    """Prove the score and a best move."""
    win_loss_draw: bool = False
    """Prove who wins; the score is a bound."""
    confidence: int = 73
    """Confidence of the forward pruning of `depth`, in percent; 100 prunes nothing."""


@dataclass(frozen=True, slots=True)
class Score:
    """A score for the side to move, and how sure it is. A result never claims more than was proved."""

    discs: float
    """The lead in discs at the end of the game; of a bound, the bound."""
    certainty: str
    """`"exact"`, `"at least"`, `"at most"`, or the plies and the confidence of a search: `"12@73%"`."""

    @property
    def is_exact(self) -> bool:
        """Whether this is the proved result of perfect play."""
        return self.certainty == "exact"

    @property
    def is_proved(self) -> bool:
        """Whether the score, or the bound, is proved."""
        return "@" not in self.certainty

    @property
    def lower(self) -> int | None:
        """The proved lower bound, or None."""
        return round(self.discs) if self.certainty in ("exact", "at least") else None

    @property
    def upper(self) -> int | None:
        """The proved upper bound, or None."""
        return round(self.discs) if self.certainty in ("exact", "at most") else None

    @property
    def depth(self) -> int | None:
        """The plies that an estimate was searched; 0 is the static evaluation."""
        return None if self.is_proved else int(self.certainty.partition("@")[0])

    @property
    def confidence(self) -> int | None:
        """The confidence of the forward pruning of an estimate, in percent."""
        return None if self.is_proved else int(self.certainty.partition("@")[2].rstrip("%"))

    def __neg__(self) -> Score:
        """The score for the other side."""
        other = {"at least": "at most", "at most": "at least"}.get(self.certainty, self.certainty)
        return Score(0.0 - self.discs, other)

    def __float__(self) -> float:
        return self.discs

    def __format__(self, form: str) -> str:
        """The discs in a format for numbers, such as `"+.1f"`; all of it without one."""
        return format(self.discs, form) if form else str(self)

    def __str__(self) -> str:
        return f"{self.discs:+.2f} ({self.certainty})"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play."""

    score: Score
    """The score of its first move for the side to move."""
    moves: tuple[Move, ...]
    """The best moves of both sides; nothing if the game is over."""
    nodes: int
    seconds: float

    @property
    def move(self) -> Move | None:
        """The first move."""
        return self.moves[0] if self.moves else None

    def __str__(self) -> str:
        return f"{self.score} {' '.join(self.moves)}".rstrip()


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of a search."""

    score: Score
    """The score of the position for its side to move."""
    lines: tuple[Line, ...]
    """The lines, the best first."""
    nodes: int
    """Nodes visited by all threads."""
    seconds: float

    @property
    def best(self) -> Move | None:
        """The best move; None if the game is over."""
        return self.lines[0].move

    @property
    def line(self) -> tuple[Move, ...]:
        """The best line."""
        return self.lines[0].moves

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def __str__(self) -> str:
        return "\n".join(str(line) for line in self.lines)


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that the engine plays."""

    move: Move | None
    """The move; None if the game is over."""
    score: Score | None
    """Its score for the side that plays it."""
    from_book: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """A sentence about a position."""

    kind: str
    """What it is about, such as `"takes_corner"`."""
    text: str
    """The sentence, in English."""
    move: Move
    """The move that it is about."""
    than: Move | None
    """The move that it is compared with."""
    squares: tuple[str, ...]
    """The squares to mark on the board, such as `"h8"`."""
    side: Colour
    """The side that it favours."""
    score: Score | None
    """The value of the move less that of the other one, for the side to move."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a game, judged. Scores are Black's, the loss is that of the side that moved."""

    ply: int
    """The number of moves before it, passes included."""
    colour: Colour
    empties: int
    """The empty squares before it."""
    move: Move
    best: Move
    """The best move; the move played if it is as good."""
    before: Score
    """Black's score of the position before it."""
    after: Score
    """Black's score of the move."""
    loss: float
    """Discs lost, 0 or more."""
    verdict: str
    """`"best"` for less than half a disc, `"good"`, `"inaccuracy"`, `"mistake"`, or `"blunder"`."""
    from_book: bool
    """Whether the scores are those of a book."""
    line: tuple[Move, ...]
    """The best line, beginning with the best move."""
    explanations: tuple[Explanation, ...]
    """Why the best move is better; nothing if the move loses less than half a disc, or it was not asked for."""
    nodes: int
    seconds: float


class Variation(NamedTuple):
    """A line of play beside the moves of a game, which takes the place of one of them."""

    ply: int
    """The number of moves of the game before it, passes included."""
    moves: list[Move]
    comments: list[tuple[int, str]]
    """The comments: the number of its moves before each, and the text."""


@dataclass(frozen=True, slots=True)
class Review:
    """A judged game."""

    moves: tuple[ReviewedMove, ...]
    """Every move that was judged, in the order of the game."""
    opening: str | None
    """The name of the opening."""
    end: Score | None
    """Black's score of the last position; None if the review was stopped before it."""
    is_complete: bool
    """Whether every move was judged."""

    def loss(self, colour: Colour | str) -> float:
        """The discs that a side lost in all."""
        return sum(move.loss for move in self.moves if move.colour == colour)

    def to_dicts(self) -> list[dict[str, Any]]:
        """A flat dictionary for each move, for a table: `pandas.DataFrame(review.to_dicts())`."""
        return [_row(move) for move in self.moves]


def _row(move: ReviewedMove) -> dict[str, Any]:
    row = asdict(move)
    for name in ("before", "after"):
        score: Score = getattr(move, name)
        row[name], row[f"{name}_certainty"] = score.discs, score.certainty
    row["colour"], row["line"] = str(move.colour), " ".join(move.line)
    row["explanations"] = " ".join(explanation.text for explanation in move.explanations)
    return row


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move of an opening book."""

    move: Move
    score: Score | None
    """For the side to move; None if nothing was searched."""
    wins: int
    """Games of the book that the side to move won with it."""
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """All games that continued with it."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class BookEntry:
    """What an opening book has of a position."""

    score: Score | None
    moves: tuple[BookMove, ...]
    """The best first."""
    wins: int
    draws: int
    losses: int
    line: tuple[Move, ...] = field(default=())
    """The best line, as far as the book goes."""
