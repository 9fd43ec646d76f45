"""What a part of an attack reports: counts, faults and other figures."""

from __future__ import annotations

from lab.journal import Machine
from lab.records import Record


class PartResult(Record, frozen=True):
    """The work of one part, or of a step of it; tallies of steps add up with `plus`."""

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
    """Claims of the program compared with the truth."""
    kills: int = 0
    """Programs killed at a chosen point."""
    failing_writes: int = 0
    """Writes to files that were made to fail."""
    faults: tuple[str, ...] = ()
    """What the program did wrong, each a sentence that says how to repeat it."""
    figures: dict[str, float] = {}  # noqa: RUF012 - msgspec copies it
    """Other measurements; the name holds the unit, as in "ping p99.9, ms"."""
    notes: tuple[str, ...] = ()
    """What a reader must know, such as why the part was skipped."""

    def plus(self, step: PartResult) -> PartResult:
        """This tally and a later step: counts add up, faults and new notes are appended, figures are replaced by later ones."""
        return PartResult(
            name=self.name,
            seconds=self.seconds + step.seconds,
            executions=self.executions + step.executions,
            bytes=self.bytes + step.bytes,
            positions=self.positions + step.positions,
            comparisons=self.comparisons + step.comparisons,
            kills=self.kills + step.kills,
            failing_writes=self.failing_writes + step.failing_writes,
            faults=self.faults + step.faults,
            figures=self.figures | step.figures,
            notes=self.notes + tuple(note for note in step.notes if note not in self.notes),
        )


class Result(Record, frozen=True):
    """A whole attack, as its JSON file holds it."""

    began: str
    """UTC, ISO 8601."""
    ended: str
    """Of the last part so far."""
    seed: int
    hours: float
    """The time asked for."""
    program: str
    """The path of the program."""
    version: str
    """What the program says of its version."""
    sha256: str
    """Of the program file."""
    machine: Machine
    interrupted: bool = False
    parts: tuple[PartResult, ...] = ()

    def faults(self) -> int:
        """The number of faults of all parts."""
        return sum(len(part.faults) for part in self.parts)

    def total(self) -> PartResult:
        """The sum of all parts."""
        total = PartResult("total")
        for part in self.parts:
            total = total.plus(part)
        return total
