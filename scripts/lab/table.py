"""The standings of a tournament with crosstable and explanations, as text, CSV and JSON.

Knows neither where the games come from nor how they were played.
"""

import csv
import io
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from lab import formatting
from lab.formatting import points
from lab.standings import Standing
from lab.terminal import printable_json, printable_lines, text_cell


@dataclass(frozen=True)
class Table:
    """A tournament after one of its rounds."""

    title: str
    event: str
    """What was played so far: `round 3 of 5`."""
    lines: Sequence[Standing]
    cells: Mapping[tuple[str, str], tuple[float, int]]
    """Points and number of games of each player against each opponent."""
    squares: int
    rounds: int
    """Games of each player in the tournament, for the Brightwell Quotient."""
    notes: Sequence[str] = ()
    """Games whose score on record is not the typed one."""

    def heading(self) -> str:
        """The tournament and the round in a line."""
        return f"{self.title}: {self.event}" if self.title else self.event

    def formula(self) -> str:
        """How the Brightwell Quotient is computed here."""
        factor = self.lines[0].quotient.factor if self.lines else 0
        return (
            f"Brightwell Quotient (BQ): own discs and {factor} times the points of the opponents; "
            f"{factor} is the integer nearest to {self.squares} squares / {counted(self.rounds, 'round')}."
        )

    def ties(self) -> list[str]:
        """How the first place was decided, if several players have the most points; in sentences."""
        first = [line for line in self.lines if line.points == self.lines[0].points]
        if len(first) < 2 or not first[0].points:
            return []
        best = [line.name for line in first if line.rank == 1]
        sentences = [f"{listing([line.name for line in first])} have {counted(first[0].points, 'point')} each."]
        sentences += [f"{line.name}: {self._sum(line)}." for line in first]
        if len(best) == 1:
            return [*sentences, f"{best[0]} is first by the larger Brightwell Quotient."]
        return [*sentences, f"{listing(best)} share the first place, also by the Brightwell Quotient.", *self._met(best)]

    def _sum(self, line: Standing) -> str:
        """The parts of a Brightwell Quotient."""
        parts = line.quotient
        opponents = f"{parts.factor} * {counted(parts.opponents, 'point')} of opponents"
        text = f"BQ {points(parts.value)} = {points(parts.discs)} discs + {opponents}"
        if not parts.missing:
            return text
        own = f"({points(self.squares / 2)} + {parts.factor} * {counted(line.points, 'own point')})"
        return f"{text} + {parts.missing} * {own} for byes and games against players who withdrew"

    def _met(self, names: Sequence[str]) -> list[str]:
        """The games between two players who share a place."""
        if len(names) != 2 or (names[0], names[1]) not in self.cells:
            return []
        mine, number = self.cells[names[0], names[1]]
        return [f"{names[0]} against {names[1]}: {points(mine)} of {counted(number, 'point')}."]


class _Cell(msgspec.Struct, omit_defaults=True):
    """The games of a player against another one, in JSON."""

    opponent: str
    points: float
    games: int


class _Row(msgspec.Struct):
    """A line of the table, in JSON."""

    rank: int
    name: str
    points: float
    brightwell: float
    won: int
    drawn: int
    lost: int
    byes: int
    discs: int
    withdrawn: bool
    opponents: list[_Cell]


class _Page(msgspec.Struct):
    """The whole, in JSON."""

    title: str
    event: str
    squares: int
    rounds: int
    table: list[_Row]
    ties: list[str]
    notes: list[str]


COLUMNS = ("rank", "name", "points", "brightwell", "won", "drawn", "lost", "byes", "discs", "withdrawn")
"""Of a line, in CSV and JSON."""


def as_text(table: Table, width: int | None = None) -> str:
    """The table for a terminal or a file, narrowed to the width if there is one."""
    paragraphs = [table.heading(), formatting.standings(table.lines, table.cells, width), _wrapped([table.formula()], width)]
    paragraphs += [_wrapped(lines, width) for lines in (table.ties(), table.notes) if lines]
    return printable_lines("\n\n".join(paragraphs)) + "\n"


def as_csv(table: Table) -> str:
    """The table with a column for each player, in the order of the table."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*COLUMNS, *(text_cell(line.name) for line in table.lines)])
    for line in table.lines:
        values = [getattr(line, column) for column in COLUMNS]
        cells = [_cell(value) for value in values[:-1]]
        writer.writerow([*cells, int(line.withdrawn), *formatting.crosstable_row(line, table.lines, table.cells)])
    return out.getvalue()


def as_json(table: Table) -> str:
    """The table as one JSON object."""
    rows = [
        _Row(
            **{column: getattr(line, column) for column in COLUMNS},
            opponents=[_Cell(other, *cell) for (name, other), cell in sorted(table.cells.items()) if name == line.name],
        )
        for line in table.lines
    ]
    page = _Page(table.title, table.event, table.squares, table.rounds, rows, table.ties(), list(table.notes))
    return printable_json(msgspec.json.format(msgspec.json.encode(page), indent=2).decode()) + "\n"


def _cell(value: float | str) -> float | str:
    """A cell of CSV. Numbers stay numbers."""
    if isinstance(value, str):
        return text_cell(value)
    return points(value) if isinstance(value, float) else value


def counted(number: float, what: str) -> str:
    """`1 game`, `2 games`."""
    return f"{points(number)} {what}{'' if number == 1 else 's'}"


def listing(names: Sequence[str]) -> str:
    """`A and B`, `A, B and C`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _wrapped(lines: Sequence[str], width: int | None) -> str:
    """Sentences, one a line, wrapped to the width if there is one."""
    return "\n".join(textwrap.fill(line, width, subsequent_indent="  ") if width else line for line in lines)
