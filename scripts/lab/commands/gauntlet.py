"""`scripts/gauntlet`: one engine against many."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Sequence

from lab import formatting
from lab.commands import arguments, contest_setup
from lab.commands.conclusion import conclude
from lab.contest import play
from lab.display import Display, terminal_width
from lab.matchups import Matchup, equal_limit, gauntlet, tasks
from lab.options.gauntlet import parse
from lab.statistics import Pair, summary


def main(given: Sequence[str] | None = None) -> int:
    """Plays a gauntlet; the exit code."""
    read = parse(given)
    return contest_setup.run_command("gauntlet", lambda: play_gauntlet(read))


def play_gauntlet(given: argparse.Namespace) -> int:
    """Plays it; the exit code."""
    named = arguments.engines(given)
    if len(named) < 2:
        raise ValueError(f"a gauntlet needs two engines or more, --engine names {len(named)}")
    champion, *others = named
    pairs = arguments.pairs(given)
    matchups = gauntlet(champion, others, dict(equal_limit(kind, amount) for kind, amount in given.equal))
    engines = tuple(dict.fromkeys(engine for matchup in matchups for engine in (matchup.first, matchup.second)))
    conditions = arguments.conditions(given)
    with contest_setup.prepare("gauntlet", given, engines, conditions, {}) as ready:
        pairs_to_play = tasks(matchups, ready.openings, conditions)
        total = len(matchups) * pairs
        title = f"{champion.name} against {len(others)}"
        with Display(ready.console, title, lambda played, width: results(matchups, played, width), 2 * total) as display:
            outcome = play(itertools.islice(pairs_to_play, total), ready.scheduler, ready.journal, display)
        return conclude(ready, given, outcome, results(matchups, outcome.pairs, terminal_width(ready.console)))


def results(matchups: Sequence[Matchup], pairs: Sequence[Pair], width: int | None) -> list[str]:
    """A table for each limit."""
    lines: list[str] = []
    for event in dict.fromkeys(matchup.event for matchup in matchups):
        rows = [summary(pairs, matchup.first.name, matchup.second.name) for matchup in matchups if matchup.event == event]
        lines += [*([""] if lines else []), f"{rows[0].first} against", *formatting.versus(rows, width).splitlines()]
    return lines
