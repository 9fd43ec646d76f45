"""The end of a contest: its output, its files and its exit code."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from lab import formatting
from lab.commands import contest_setup
from lab.contest import Outcome
from lab.display import shown, terminal_width
from lab.engine_stats import engine_stats
from lab.records import Fault
from lab.standings import Standing


def conclude(
    ready: contest_setup.Contest, given: argparse.Namespace, outcome: Outcome, lines: Sequence[str], table: Sequence[Standing] = ()
) -> int:
    """Prints these lines, the failed pairs and the statistics of the engines, and writes the files of the options; the exit code.

    `table` is the table of a tournament, for the report.
    """
    missing = [f"pair {number} could not be played: {reason}" for number, reason in sorted(outcome.failed.items())]
    width = terminal_width(ready.console)
    text = "\n".join(["", *lines, *missing, "", formatting.engine_table(engine_stats(outcome.games), width)])
    ready.console.print(shown(text), highlight=False, soft_wrap=width is None, markup=False)
    contest_setup.write_results(ready, given, table)
    faults = any(game.fault not in (None, Fault.RESIGNED) for game in outcome.games)
    return int(bool(outcome.failed) or faults)
