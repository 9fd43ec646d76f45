"""How a contest ends: its files, what it says, and the exit code that it deserves."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from lab import formatting
from lab.commands import setup
from lab.contest import Outcome
from lab.engine_stats import engine_stats
from lab.records import Fault
from lab.standings import Standing


def conclude(
    ready: setup.Contest, given: argparse.Namespace, outcome: Outcome, lines: Sequence[str], table: Sequence[Standing] = ()
) -> int:
    """Says these lines, what is missing and what each engine spent, and writes the files that were asked for; the exit code.

    `table` is that of a tournament, for the report.
    """
    missing = [f"pair {number} could not be played: {reason}" for number, reason in sorted(outcome.given_up.items())]
    said = "\n".join(["", *lines, *missing, "", formatting.engine_table(engine_stats(outcome.games))])
    ready.console.print(said, highlight=False, soft_wrap=True, markup=False)
    setup.write_results(ready, given, table)
    faults = any(game.fault not in (None, Fault.RESIGNED) for game in outcome.games)
    return int(bool(outcome.given_up) or faults)
