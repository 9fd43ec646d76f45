"""Results as people read them: figures, lines and tables of plain text.

Tables are Markdown with aligned columns, so that the same text serves a terminal, a file and a README.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from lab.engine_stats import EngineStats
from lab.sequential import Sprt, Verdict
from lab.standings import Standing
from lab.statistics import Counts, Estimate, Summary


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


def table(header: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """A table; the first `left` columns begin at the left, the others end at the right."""
    cells = [[cell.replace("|", "/") for cell in row] for row in (header, *rows)]
    widths = [max(3, *(len(row[column]) for row in cells)) for column in range(len(header))]
    lines = [
        " | ".join(
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    ]
    rule = " | ".join("-" * width if column < left else "-" * (width - 1) + ":" for column, width in enumerate(widths))
    return "\n".join(f"| {line} |" for line in (lines[0], rule, *lines[1:]))


def summary(result: Summary, unpaired: int = 0) -> list[str]:
    """What is said of two engines, in a few lines."""
    counts = " ".join(map(str, result.counts))
    missing = f"; {unpaired} without a partner not counted" if unpaired else ""
    return [
        f"{result.first} against {result.second}: {2 * result.pairs} games{missing}",
        f"score {share(result.score)}   W {result.won}  D {result.drawn}  L {result.lost}   pairs [{counts}]",
        f"Elo {interval(result.elo)}   normalised {signed(result.normalised_elo)}   superiority {result.superiority:.1%}",
        f"discs {interval(result.discs, 2)}",
    ]


def verdict(test: Sprt, counts: Counts) -> str:
    """How far a sequential test is, or how it ended."""
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


def versus(results: Sequence[Summary]) -> str:
    """One engine against many, a row for each opponent."""
    header = ("opponent", "games", "W", "D", "L", "score", "Elo", "superiority", "discs")
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
    return table(header, rows)


def engine_table(engines: Mapping[str, EngineStats]) -> str:
    """Time, nodes and faults, a row for each engine."""
    header = ("engine", "games", "s/move", "longest", "nodes/move", "nodes/s", "faults")
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
    return table(header, rows)


def standings(lines: Sequence[Standing], cells: Mapping[tuple[str, str], tuple[float, int]]) -> str:
    """The table of a tournament, with what everybody has of everybody else."""
    header = ("", "player", "points", "BQ", "W", "D", "L", "byes", "discs", *(str(place) for place in range(1, len(lines) + 1)))
    rows = []
    for line in lines:
        against = [
            "x" if other is line else points(cells[line.name, other.name][0]) if (line.name, other.name) in cells else ""
            for other in lines
        ]
        name = f"{line.name} (withdrawn)" if line.withdrawn else line.name
        results = map(str, (line.won, line.drawn, line.lost, line.byes))
        rows.append((str(line.rank), name, points(line.points), points(line.brightwell), *results, signed(line.discs, 0), *against))
    return table(header, rows, left=2)
