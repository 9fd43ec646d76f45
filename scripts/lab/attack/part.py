"""The parts of an attack: their tasks, their results, and what they share."""

import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from lab.records import Record

MAX_FAULTS = 20
"""A part ends after this many faults."""


class PartResult(Record, frozen=True):
    """The result of a part, or of a step of it; `plus` adds the results of steps."""

    name: str
    """The part: "stress", "latency" ..."""
    seconds: float = 0.0
    """Wall time."""
    executions: int = 0
    """Inputs handed to the program: lines, pings, fuzzed files."""
    bytes: int = 0
    """Bytes sent to the program."""
    positions: int = 0
    """Positions searched by the program and by an independent search."""
    comparisons: int = 0
    """Results of the program compared with the independent search."""
    kills: int = 0
    """Programs killed at a chosen point."""
    failing_writes: int = 0
    """Writes to files that were made to fail."""
    faults: tuple[str, ...] = ()
    """Errors of the program, each a sentence with the command that repeats it."""
    figures: dict[str, float] = {}  # noqa: RUF012 - msgspec copies it
    """Other measurements; the name holds the unit, as in "ping p99.9, ms"."""
    notes: tuple[str, ...] = ()
    """Remarks, such as the reason for skipping the part."""

    def plus(self, step: "PartResult") -> "PartResult":
        """The sum of this result and a later step: faults and new notes are appended, later figures replace earlier ones."""
        summed = ("seconds", *COUNTS, "faults")
        return msgspec.structs.replace(
            self,
            **{name: getattr(self, name) + getattr(step, name) for name in summed},
            figures=self.figures | step.figures,
            notes=self.notes + tuple(note for note in step.notes if note not in self.notes),
        )


COUNTS = ("executions", "bytes", "positions", "comparisons", "kills", "failing_writes")
"""The counts of a result."""


class PartTask(NamedTuple):
    """The task of a part."""

    program: Path
    """An absolute path."""
    seconds: float
    """Seconds of the run; the last step may take a little longer."""
    seed: int


class Part(NamedTuple):
    """A kind of attack."""

    share: float
    """Its weight in the division of the time."""
    run: Callable[[PartTask], Generator[PartResult, None, None]]
    """Yields the result of each step; closing the generator ends all processes that it started."""


@contextmanager
def fresh_folder() -> Iterator[Path]:
    """An empty folder that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="emilia-attack-") as name:
        yield Path(name)
