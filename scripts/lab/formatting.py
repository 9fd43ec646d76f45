"""Results as text: figures, lines and tables.

Tables are Markdown with aligned columns, for terminals, files and the README alike. A table that is wider than the terminal loses
its least important columns; then its names are wrapped.
"""

import math
import textwrap
from collections.abc import Mapping, Sequence

from lab.sequential import Sprt, Verdict
from lab.standings import Standing
from lab.statistics import Counts, EngineStats, Estimate, Summary
from lab.terminal import printable


def signed(value: float, digits: int = 1) -> str:
    """A difference with its sign: `+12.7`, `+inf`; a rounded 0 has a plus."""
    text = f"{value:+.{digits}f}"
    return text.replace("-", "+") if math.isfinite(value) and not text.strip("-0.") else text


def interval(estimate: Estimate, digits: int = 1) -> str:
    """A difference with its 95 % interval: `+12.7 [-0.1, +25.4]`."""
    return f"{signed(estimate.value, digits)} [{signed(estimate.low, digits)}, {signed(estimate.high, digits)}]"


def share(estimate: Estimate) -> str:
    """A score with its 95 % interval: `51.8 % [50.0, 53.7]`."""
    return f"{estimate.value:.1%} [{100 * estimate.low:.1f}, {100 * estimate.high:.1f}]".replace("%", " %")


def number(value: float | None, digits: int = 0) -> str:
    """A number with blanks between the thousands, or a dash if there is none."""
    return "-" if value is None else f"{value:,.{digits}f}".replace(",", " ")


def points(value: float) -> str:
    """Points: `7`, `7.5`."""
    return f"{value:g}"


MIN_NAME_WIDTH = 8
"""Names are not wrapped to fewer characters than this."""


def table(
    header: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1, width: int | None = None, optional: Sequence[str] = ()
) -> str:
    """A table; the first `left` columns are aligned to the left, the others to the right.

    With a width it is narrowed to as many characters: columns in `optional` are left out, the first of them first, and named below
    the table. If that is not enough, the last of the left columns is wrapped.
    """
    cells = [[printable(cell.replace("|", "/")) for cell in row] for row in (header, *rows)]
    hidden: list[str] = []
    if width is not None:
        for name in optional:
            if _table_width(cells) <= width:
                break
            hidden += [name]
            kept = [column for column, title in enumerate(cells[0]) if title != name]
            cells = [[row[column] for column in kept] for row in cells]
        cells = _wrap(cells, left - 1, max(MIN_NAME_WIDTH, width - _table_width(cells) + _column_width(cells, left - 1)))
    lines = _lines(cells, left)
    if hidden:
        assert width is not None
        lines += textwrap.wrap(f"columns hidden: {', '.join(hidden)}", width)
    return "\n".join(lines)


def _column_width(cells: Sequence[Sequence[str]], column: int) -> int:
    return max(3, *(len(row[column]) for row in cells))


def _table_width(cells: Sequence[Sequence[str]]) -> int:
    """The characters of a line, with the bars between the columns."""
    return sum(_column_width(cells, column) + 3 for column in range(len(cells[0]))) + 1


def _wrap(cells: Sequence[Sequence[str]], column: int, width: int) -> list[list[str]]:
    """The same rows, where cells of a column that are longer than the width continue in further rows."""
    wrapped: list[list[str]] = []
    for row in cells:
        parts = textwrap.wrap(row[column], width) or [""]
        wrapped.append([*row[:column], parts[0], *row[column + 1 :]])
        wrapped += [["" if at != column else part for at in range(len(row))] for part in parts[1:]]
    return wrapped


def _lines(cells: Sequence[Sequence[str]], left: int) -> list[str]:
    """The lines of a table in Markdown."""
    widths = [_column_width(cells, column) for column in range(len(cells[0]))]
    lines = [
        " | ".join(
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    ]
    rule = " | ".join("-" * width if column < left else "-" * (width - 1) + ":" for column, width in enumerate(widths))
    return [f"| {line} |" for line in (lines[0], rule, *lines[1:])]


def summary(result: Summary, unpaired: int = 0) -> list[str]:
    """The result of two engines in four lines."""
    counts = " ".join(map(str, result.counts))
    missing = f"; {unpaired} without a partner not counted" if unpaired else ""
    return [
        f"{result.first} against {result.second}: {2 * result.pairs} games{missing}",
        f"score {share(result.score)}   W {result.won}  D {result.drawn}  L {result.lost}   pairs [{counts}]",
        f"Elo {interval(result.elo)}   normalised {signed(result.normalised_elo)}   superiority {result.superiority:.1%}",
        f"discs {interval(result.discs, 2)}",
    ]


def verdict(test: Sprt, counts: Counts) -> str:
    """The state of a sequential test, or its result."""
    ratio = test.log_ratio(counts)
    scale = "normalised Elo" if test.normalised else "Elo"
    state = f"LLR {ratio:+.2f} ({test.lower:+.2f}, {test.upper:+.2f}) for {scale} {test.elo1:g} against {test.elo0:g}"
    found = test.verdict(counts)
    if found == Verdict.OPEN:
        return f"{state}: undecided after {_pairs(counts)}"
    accepted, risk = (test.elo1, test.alpha) if found == Verdict.H1 else (test.elo0, test.beta)
    return f"{state}: {found} accepted, {accepted:g} {scale}, after {_pairs(counts)} (risk {risk:g})"


def _pairs(counts: Counts) -> str:
    return "1 pair" if sum(counts) == 1 else f"{sum(counts)} pairs"


def versus(results: Sequence[Summary], width: int | None = None) -> str:
    """One engine against many, a row for each opponent."""
    header = ("opponent", "games", "W", "D", "L", "score", "Elo", "superiority", "discs")
    optional = ("superiority", "discs", "D", "L", "W", "score", "games")
    rows = [
        (
            result.second,
            str(2 * result.pairs),
            *map(str, (result.won, result.drawn, result.lost)),
            share(result.score),
            interval(result.elo, 0),
            f"{result.superiority:.1%}",
            interval(result.discs),
        )
        for result in results
    ]
    return table(header, rows, width=width, optional=optional)


def engine_table(engines: Mapping[str, EngineStats], width: int | None = None) -> str:
    """Time, nodes and faults, a row for each engine."""
    header = ("engine", "games", "s/move", "longest", "nodes/move", "nodes/s", "faults")
    optional = ("longest", "games", "nodes/s", "s/move")
    rows = [
        (
            name,
            str(spent.games),
            number(spent.seconds_a_move, 3),
            number(spent.longest, 3),
            number(spent.nodes_a_move),
            number(spent.nodes_a_second),
            ", ".join(f"{times} {fault}" for fault, times in sorted(spent.faults.items())) or "-",
        )
        for name, spent in sorted(engines.items())
    ]
    return table(header, rows, width=width, optional=optional)


def crosstable_row(line: Standing, lines: Sequence[Standing], cells: Mapping[tuple[str, str], tuple[float, int]]) -> list[str]:
    """The points of a player against each player of the table; empty where two did not meet."""
    return [
        "x" if other is line else points(cells[line.name, other.name][0]) if (line.name, other.name) in cells else ""
        for other in lines
    ]


def standings(lines: Sequence[Standing], cells: Mapping[tuple[str, str], tuple[float, int]], width: int | None = None) -> str:
    """The table of a tournament with its crosstable: the points of each player against each other."""
    places = [str(place) for place in range(1, len(lines) + 1)]
    header = ("", "player", "points", "BQ", "W", "D", "L", "byes", "discs", *places)
    optional = ("byes", *reversed(places), "discs", "D", "L", "W", "BQ")
    rows = []
    for line in lines:
        against = crosstable_row(line, lines, cells)
        name = f"{line.name} (withdrawn)" if line.withdrawn else line.name
        results = map(str, (line.won, line.drawn, line.lost, line.byes))
        rows.append((str(line.rank), name, points(line.points), points(line.brightwell), *results, signed(line.discs, 0), *against))
    return table(header, rows, left=2, width=width, optional=optional)
