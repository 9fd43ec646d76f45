"""`scripts/match`: a number of games between two engines."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Sequence

from lab import formatting
from lab.commands import arguments, contest_setup
from lab.commands.conclusion import conclude
from lab.contest import play
from lab.display import Display, terminal_width
from lab.matchups import Matchup, tasks
from lab.options.match import parse
from lab.statistics import Pair, summary


def main(given: Sequence[str] | None = None) -> int:
    """Plays a match; the exit code."""
    read = parse(given)
    return contest_setup.run_command("match", lambda: play_match(read))


def play_match(given: argparse.Namespace) -> int:
    """Plays it; the exit code."""
    engines = arguments.engines(given)
    if len(engines) != 2:
        raise ValueError(f"a match needs two engines, --engine names {len(engines)}")
    pairs = arguments.pairs(given)
    with contest_setup.prepare("match", given, engines, arguments.conditions(given), {}) as ready:
        first, second = engines

        def results(played: Sequence[Pair], width: int | None) -> list[str]:
            return formatting.summary(summary(played, first.name, second.name))

        matchup = tasks([Matchup(first, second)], ready.openings, ready.journal.contents.settings.conditions)
        pairs_to_play = itertools.islice(matchup, pairs)
        with Display(ready.console, f"{first.name} against {second.name}", results, given.games) as display:
            outcome = play(pairs_to_play, ready.scheduler, ready.journal, display)
        return conclude(ready, given, outcome, results(outcome.pairs, terminal_width(ready.console)))
