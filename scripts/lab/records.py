"""The records of a contest: engines, limits, tasks and games.

All of them can be pickled, compared, and converted to JSON and back (`to_json`, `from_json`).
Colours are "black" and "white", moves are `f5`, transcripts are moves without passes, scores are discs.
"""

from enum import StrEnum
from typing import Literal, TypeVar

import msgspec

from lab.options import FULL_LOSS, TIMEOUT, TOLERANCE
from lab.rules import Colour

T = TypeVar("T", bound="Record")
Protocol = Literal["gtp", "nboard", "ugi"]
Half = Literal[0, 1]


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value that can be converted to JSON and back."""


class Limit(Record, frozen=True):
    """The limit of an engine's searches.

    Without one the command of the engine decides, and only the timeout of the contest applies. `depth`, `level` and `nodes` are
    sent to the engine and not checked. `move_time`, `game_time` and `increment` are seconds by the runner's clock: an engine that
    exceeds them by more than the tolerance of the contest loses the game.
    """

    depth: int | None = None
    level: int | None = None
    nodes: int | None = None
    move_time: float | None = None
    game_time: float | None = None
    increment: float = 0.0

    def __post_init__(self) -> None:
        """ValueError for an increment without a game time."""
        if self.increment and self.game_time is None:
            raise ValueError("an increment needs a game time")


class Engine(Record, frozen=True):
    """A program, its protocol and its settings."""

    name: str
    command: tuple[str, ...]
    protocol: Protocol
    limit: Limit
    directory: str | None = None
    """Its working directory; None for the current one."""
    environment: tuple[tuple[str, str], ...] = ()
    """Environment variables set for it."""
    options: tuple[tuple[str, str], ...] = ()
    """Names and values, sent with the command `words["option"]`."""
    commands: tuple[str, ...] = ()
    """Lines sent after the start, before the first game."""
    words: tuple[tuple[str, str], ...] = ()
    """Commands that the protocol lacks, by kind: "option", "level", "depth", "nodes", "move_time" and "game_time" set that, with
    {name} and {value}; "variant" sets the rules; "nodes_searched" asks for the nodes of the last move. Empty if the engine needs
    no command."""


class Conditions(Record, frozen=True):
    """Settings of all games of a contest."""

    tolerance: float = TOLERANCE
    """Seconds by which an engine may exceed its limit at each move."""
    timeout: float = TIMEOUT
    """Seconds after which an engine without a clock, or without an answer to another command, counts as hung."""
    solve_from: int = 0
    """Number of empty squares from which the solver scores the game; 0: games are played to the end."""
    solver: tuple[str, ...] = ()
    """Command of the solver, which reads positions on stdin (`emilia solve`)."""
    time_loss: int = FULL_LOSS
    """Discs by which an engine that exceeds its clock loses the game; on other boards all squares or the least difference too."""
    variant: str = ""
    """The rules in words, as `lab.variants` reads them; empty for Othello."""
    agreed: int = 0
    """Moves in a row with one exact score that end a game, if both engines made some of them; 0: games are played to the end."""


class Task(Record, frozen=True):
    """A pair of games from one opening, with colours swapped in the second: the unit of work."""

    number: int
    """From 0, in the order of the contest."""
    opening: str
    """A transcript; empty for the start."""
    first: Engine
    """Black in the first game, white in the second."""
    second: Engine
    conditions: Conditions
    event: str = ""
    """The part of the contest, such as a round; free text."""
    halves: tuple[Half, ...] = (0, 1)
    """The games to play; only one of them if the other was finished before an interruption."""


class Fault(StrEnum):
    """Why an engine lost a game before its end."""

    NO_START = "no start"
    CRASH = "crash"
    HANG = "hang"
    ILLEGAL = "illegal move"
    GARBAGE = "garbage"
    REFUSAL = "refusal"
    TIME = "time"
    RESIGNED = "resigned"


class Move(Record, frozen=True):
    """A move of an engine, or of the opening (no seconds)."""

    at: str
    """A square; passes are left out."""
    seconds: float | None = None
    nodes: int | None = None
    """Nodes searched, if the engine reports them."""
    score: float | None = None
    """Discs for the mover, if the engine reports them."""
    exact: bool = False
    """Whether the engine reports that the score is proved."""


class Game(Record, frozen=True):
    """A finished game."""

    task: int
    """The number of its pair."""
    half: Half
    """0: the pair's first engine has black."""
    opening: str
    black: str
    """The engine's name."""
    white: str
    moves: tuple[Move, ...]
    """All of them, the opening first."""
    score: int
    """The discs by which black wins: in Othello black's minus white's, empty squares to the winner.

    After a fault a loss by all squares of the board, on time by `time_loss`.
    """
    fault: Fault | None = None
    at_fault: Colour | None = None
    """The colour that committed the fault."""
    detail: str = ""
    """A description of the fault: the invalid line, the exit code, the time used."""
    solved: bool = False
    """Whether the solver scored the ending; `moves` ends there."""
    agreed: bool = False
    """Whether the exact score that both engines reported ended the game; `moves` ends there."""
    event: str = ""
    began: str = ""
    """UTC, ISO 8601."""
    place: str = ""
    """Host and process that ran it."""
    variant: str = ""
    """The rules in words; empty for Othello."""

    def points(self, colour: Colour) -> float:
        """1 for a win, 0.5 for a draw, 0 for a loss."""
        score = self.score if colour == "black" else -self.score
        return 1.0 if score > 0 else 0.5 if score == 0 else 0.0


def to_json(record: Record) -> bytes:
    """A record on one line of JSON; fields that have their default are left out."""
    return msgspec.json.encode(record)


def from_json(kind: type[T], text: bytes | str) -> T:
    """A record of this kind from its JSON. Unknown fields are ignored. ValueError if it is invalid."""
    return msgspec.json.decode(text, type=kind)
