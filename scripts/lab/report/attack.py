"""An attack as one HTML page."""

from __future__ import annotations

from lab.attack.result import AttackResult, PartResult
from lab.display import duration
from lab.formatting import number
from lab.report.page import fill

COUNTS = ("executions", "bytes", "positions", "comparisons", "kills", "failing_writes")
"""The columns of the table, in its order."""


def render(result: AttackResult) -> str:
    """The page of an attack, finished or not."""
    total = [result.total()] if len(result.parts) > 1 else []
    rows = [row(part) for part in [*result.parts, *total]]
    figures = [(part.name, [(name, figure(value)) for name, value in sorted(part.figures.items())]) for part in result.parts]
    return fill("attack.html", result=result, rows=rows, counts=COUNTS, figures=figures, duration=duration)


def row(part: PartResult) -> list[str]:
    """The cells of a part; empty for a count of 0."""
    counts = [int(getattr(part, name)) for name in COUNTS]
    rate = number(part.bytes / part.seconds) if part.bytes and part.seconds else ""
    cells = [number(count) if count else "" for count in counts]
    return [part.name, duration(part.seconds), *cells, rate, number(len(part.faults))]


def figure(value: float) -> str:
    """A measurement: whole from 100, else with two digits."""
    return number(value, 0 if value >= 100 or value == int(value) else 2)
