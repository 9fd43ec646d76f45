"""`scripts/sprt`: a sequential test of two hypotheses about the difference in strength of two engines."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Sequence

from lab import formatting
from lab.commands import arguments, contest_setup
from lab.commands.conclusion import conclude
from lab.contest import play
from lab.display import Display, terminal_width
from lab.journal import Scalar
from lab.matchups import Matchup, tasks
from lab.options.sprt import parse
from lab.sequential import Sprt, SprtStopRule
from lab.statistics import Pair, pentanomial, summary


def main(given: Sequence[str] | None = None) -> int:
    """Plays a sequential test; the exit code."""
    read = parse(given)
    return contest_setup.run_command("sprt", lambda: play_sprt(read))


def play_sprt(given: argparse.Namespace) -> int:
    """Plays it; the exit code."""
    engines = arguments.engines(given)
    if len(engines) != 2:
        raise ValueError(f"a test needs two engines, --engine names {len(engines)}")
    test = Sprt(given.elo0, given.elo1, given.alpha, given.beta, given.normalised)
    plan: dict[str, Scalar] = {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "normalised": test.normalised,
    }
    conditions = arguments.conditions(given)
    with contest_setup.prepare("sprt", given, engines, conditions, plan) as ready:
        first, second = engines

        def results(pairs: Sequence[Pair], width: int | None) -> list[str]:
            return [*formatting.summary(summary(pairs, first.name, second.name)), formatting.verdict(test, pentanomial(pairs))]

        pairs_to_play = itertools.islice(tasks([Matchup(first, second)], ready.openings, conditions), given.max_pairs)
        total = 2 * given.max_pairs if given.max_pairs else None
        with Display(ready.console, f"{first.name} against {second.name}", results, total) as display:
            outcome = play(pairs_to_play, ready.scheduler, ready.journal, display, SprtStopRule(test))
        return conclude(ready, given, outcome, results(outcome.pairs, terminal_width(ready.console)))
