"""What a contest is made of, as plain values: engines, limits, tasks and games.

All of them can be pickled, compared, and written as JSON and read again (`to_json`, `from_json`). Nothing here plays or counts.
Colours are "black" and "white", moves are `f5`, transcripts are moves without passes, scores are discs.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeVar

import msgspec

from lab.defaults import TIMEOUT, TOLERANCE

T = TypeVar("T", bound="Record")
Colour = Literal["black", "white"]
Protocol = Literal["gtp", "nboard"]
Half = Literal[0, 1]


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value that can be written and read."""


class Limit(Record, frozen=True):
    """How long an engine may think; the runner's clock holds for the last three.

    With nothing set the engine thinks as its command says, and only the contest's patience bounds it. `depth`, `level` and `nodes`
    are told to the engine in its own words and believed; `move_time`, `game_time` and `increment` are seconds, and who oversteps
    them by more than the contest's tolerance has lost.
    """

    depth: int | None = None
    level: int | None = None
    nodes: int | None = None
    move_time: float | None = None
    game_time: float | None = None
    increment: float = 0.0

    def __post_init__(self) -> None:
        """ValueError if the increment has nothing to add to."""
        if self.increment and self.game_time is None:
            raise ValueError("an increment needs a game time")


class Engine(Record, frozen=True):
    """A program and how to talk to it."""

    name: str
    command: tuple[str, ...]
    protocol: Protocol
    limit: Limit
    directory: str | None = None
    """Where it is started; None for here."""
    environment: tuple[tuple[str, str], ...] = ()
    """Variables set for it."""
    options: tuple[tuple[str, str], ...] = ()
    """Names and values, sent in the words of `words["option"]`."""
    commands: tuple[str, ...] = ()
    """Lines sent after the start, before the first game."""
    words: tuple[tuple[str, str], ...] = ()
    """Commands that the protocol lacks, by kind: "option", "level", "depth", "nodes", "move_time" and "game_time" set that, with
    {name} and {value}; "nodes_searched" asks for the nodes of the last move. Empty if the engine needs no command."""


class Conditions(Record, frozen=True):
    """What holds for every game of a contest."""

    tolerance: float = TOLERANCE
    """Seconds beyond its limit that an engine is forgiven at every move."""
    timeout: float = msgspec.field(default=TIMEOUT, name="patience")
    """Seconds after which an engine without a clock, or one that is only asked its name, counts as hung."""
    solve_from: int = 0
    """The ending is decided by the solver from so many empty squares; 0: played out."""
    solver: tuple[str, ...] = ()
    """Command of the solver, which reads problems on stdin (`emilia solve`)."""


class Task(Record, frozen=True):
    """A pair of games from one opening, the colours swapped in the second: the unit of work."""

    number: int
    """From 0, in the order of the contest."""
    opening: str
    """A transcript; empty for the start."""
    first: Engine
    """Black in the first game, white in the second."""
    second: Engine
    conditions: Conditions
    event: str = ""
    """The part of the contest this belongs to, such as a round; free text."""
    halves: tuple[Half, ...] = (0, 1)
    """The games that are still wanted; one of them where a contest goes on that was cut off within a pair."""


class Fault(StrEnum):
    """Why a game was lost without being played to its end."""

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
    """Positions searched, if the engine says."""
    score: float | None = None
    """Discs for the mover, if the engine says."""


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
    """Black's discs minus white's, empty squares to the winner. After a fault 64 against whoever committed it."""
    fault: Fault | None = None
    guilty: Colour | None = None
    detail: str = ""
    """What happened, for a person: the offending line, the exit code, the time used."""
    solved: bool = False
    """Whether the solver decided the ending; `moves` ends there then."""
    event: str = ""
    began: str = ""
    """UTC, ISO 8601."""
    place: str = ""
    """Host and process that ran it."""

    def points(self, colour: Colour) -> float:
        """1 for a win, 0.5 for a draw, 0 for a loss."""
        score = self.score if colour == "black" else -self.score
        return 1.0 if score > 0 else 0.5 if score == 0 else 0.0


def to_json(record: Record) -> bytes:
    """A record on one line of JSON; fields that have their default are left out."""
    return msgspec.json.encode(record)


def from_json(kind: type[T], text: bytes | str) -> T:
    """A record of this kind from its JSON; ValueError if it is none. Unknown fields are passed over."""
    return msgspec.json.decode(text, type=kind)
