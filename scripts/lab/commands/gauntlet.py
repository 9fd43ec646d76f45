"""`scripts/gauntlet`: one engine against many."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Sequence

from lab import formatting
from lab.commands import arguments, setup
from lab.commands.conclusion import EXIT_CODES, conclude
from lab.contest import play, shuffled
from lab.display import Display
from lab.matchups import Matchup, equal_limit, gauntlet, tasks
from lab.statistics import Pair, summary

DESCRIPTION = """\
Plays the first engine against each of the others: a pair of games against each from one opening, then from the next.

With --equal all engines have the same limit, whatever they name themselves. Given more than once, it makes a table for each limit:
the same field at equal time and at equal nodes in one command. An engine that cannot be told such a limit is an error, unless its
description has a line for it (words.nodes, and so on). --resume takes more --games too."""
EPILOG = """\
example:
  scripts/gauntlet --engine 'name=Emilia command="target/release/emilia gtp"' --engine rivals.toml \\
      --equal time 0.1 --equal nodes 100000 --games 200 --out rivals.jsonl

"""


def main(given: Sequence[str] | None = None) -> int:
    """Plays the gauntlet that the command line asks for; the exit code."""
    parser = arguments.parser("gauntlet", DESCRIPTION, EPILOG + EXIT_CODES)
    parser.add_argument(
        "--games", type=arguments.natural, default=100, metavar="N", help="games against each, under each limit (default: 100)"
    )
    parser.add_argument(
        "--equal",
        action="append",
        nargs=2,
        default=[],
        metavar=("KIND", "AMOUNT"),
        help="a limit for all: time SECONDS (a move), nodes NUMBER (a move) or depth PLIES; may be repeated",
    )
    arguments.add_contest(parser)
    read = parser.parse_args(given)
    return setup.guard("gauntlet", lambda: play_gauntlet(read))


def play_gauntlet(given: argparse.Namespace) -> int:
    """The gauntlet, and the exit code that it deserves."""
    named = arguments.engines(given)
    if len(named) < 2:
        raise ValueError(f"a gauntlet needs two engines or more, --engine names {len(named)}")
    hero, *others = named
    pairs = arguments.pairs(given)
    matchups = gauntlet(hero, others, dict(equal_limit(kind, amount) for kind, amount in given.equal))
    engines = tuple(dict.fromkeys(engine for matchup in matchups for engine in (matchup.first, matchup.second)))
    conditions = arguments.conditions(given)
    with setup.prepare("gauntlet", given, engines, conditions, {}) as ready:
        wanted = tasks(matchups, shuffled(ready.openings, given.seed), conditions)
        total = len(matchups) * pairs
        title = f"{hero.name} against {len(others)}"
        with Display(ready.console, title, lambda played: results(matchups, played), 2 * total) as display:
            outcome = play(itertools.islice(wanted, total), ready.scheduler, ready.journal, display)
        return conclude(ready, given, outcome, results(matchups, outcome.pairs))


def results(matchups: Sequence[Matchup], pairs: Sequence[Pair]) -> list[str]:
    """A table for each limit."""
    lines: list[str] = []
    for event in dict.fromkeys(matchup.event for matchup in matchups):
        rows = [summary(pairs, matchup.first.name, matchup.second.name) for matchup in matchups if matchup.event == event]
        lines += [*([""] if lines else []), f"{rows[0].first} against", *formatting.versus(rows).splitlines()]
    return lines
