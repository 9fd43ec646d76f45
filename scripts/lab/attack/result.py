"""The results of an attack: counts, faults and measurements."""

from __future__ import annotations

from lab.journal import Machine
from lab.records import Record


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

    def plus(self, step: PartResult) -> PartResult:
        """The sum of this result and a later step: faults and new notes are appended, later figures replace earlier ones."""
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


class AttackResult(Record, frozen=True):
    """The result of an attack, the content of its JSON file."""

    began: str
    """UTC, ISO 8601."""
    ended: str
    """End of the last part so far."""
    seed: int
    hours: float
    """Time of the run in the options."""
    program: str
    """The path of the program."""
    version: str
    """The version that the program reports."""
    sha256: str
    """SHA-256 of the program file."""
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
