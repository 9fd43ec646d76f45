"""`scripts/ladder`: how strong the levels of an engine are."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path

from lab import wording
from lab.commands import arguments, stage
from lab.commands.conclusion import EXIT_CODES, conclude
from lab.contest import play, shuffled
from lab.display import Display
from lab.files import replace_text
from lab.level_table import with_ratings
from lab.machine import now
from lab.meetings import ladder, rungs, tasks
from lab.ratings import Rating, ratings
from lab.records import Engine
from lab.statistics import Pair

LEVELS = (1, 2, 4, 6, 8, 10, 12, 16, 21)
DESCRIPTION = """\
Plays levels of one engine against each other, each against the next two above it, and rates them by maximum likelihood.

The lowest level is 0 Elo. The errors are of the difference from it at 95 %, so they grow from rung to rung. With --readme the
figures go into the column `Elo` of the table between <!-- levels --> and <!-- /levels -->. --resume takes more --games too."""
EPILOG = """\
example:
  scripts/ladder --engine 'name=Emilia command="target/release/emilia gtp" options.threads=1' --levels 1 2 4 6 8 \\
      --games 400 --out ladder.jsonl --readme README.md

"""


def main(given: Sequence[str] | None = None) -> int:
    """Plays the ladder that the command line asks for; the exit code."""
    parser = arguments.parser("ladder", DESCRIPTION, EPILOG + EXIT_CODES)
    parser.add_argument(
        "--levels",
        type=arguments.natural,
        nargs="+",
        default=LEVELS,
        metavar="N",
        help=f"two or more (default: {' '.join(map(str, LEVELS))})",
    )
    parser.add_argument(
        "--games", type=arguments.natural, default=100, metavar="N", help="games of each two that meet (default: 100)"
    )
    parser.add_argument("--readme", type=Path, metavar="FILE", help="write the figures into the table of levels there")
    arguments.add_contest(parser)
    read = parser.parse_args(given)
    return stage.guard("ladder", lambda: play_ladder(read))


def play_ladder(given: argparse.Namespace) -> int:
    """The ladder, and the exit code that it deserves."""
    named = arguments.engines(given)
    if len(named) != 1:
        raise ValueError(f"a ladder needs one engine, --engine names {len(named)}")
    pairs = arguments.pairs(given)
    if given.readme:
        write(given.readme, {}, dry=True)  # better refused now than after a night of games
    engines = rungs(named[0], given.levels)
    meetings = ladder(list(engines.values()))
    conditions = arguments.conditions(given)
    with stage.set_up("ladder", given, tuple(engines.values()), conditions, {}) as ready:
        wanted = tasks(meetings, shuffled(ready.openings, given.seed), conditions)
        total = len(meetings) * pairs
        title = f"{named[0].name}, {len(engines)} levels"
        with Display(ready.console, title, lambda played: results(engines, played), 2 * total) as display:
            outcome = play(itertools.islice(wanted, total), ready.scheduler, ready.journal, display)
        code = conclude(ready, given, outcome, results(engines, outcome.pairs))
    if given.readme:
        write(given.readme, rated(engines, outcome.pairs), note(given, engines))
    return code


def write(path: Path, found: Mapping[int, Rating], how: str = "", dry: bool = False) -> None:
    """Puts the figures into the table of levels in this file, unless it is only a trial. ValueError names the file; OSError."""
    try:
        text = with_ratings(path.read_text(encoding="utf-8"), found, how)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if not dry:
        replace_text(path, text)


def rated(engines: Mapping[int, Engine], pairs: Sequence[Pair]) -> dict[int, Rating]:
    """The levels that were measured."""
    level = {engine.name: number for number, engine in engines.items()}
    lowest = engines[min(engines)].name
    return {level[rating.name]: rating for rating in ratings(pairs, lowest)}


def results(engines: Mapping[int, Engine], pairs: Sequence[Pair]) -> list[str]:
    """A row for each level."""
    found = sorted(rated(engines, pairs).items())
    rows = [(str(level), wording.signed(rating.elo, 0), f"{rating.error:.0f}", str(rating.games)) for level, rating in found]
    return wording.table(("level", "Elo", "±", "games"), rows).splitlines()


def note(given: argparse.Namespace, engines: Mapping[int, Engine]) -> str:
    """How it was measured, for the README."""
    levels = ", ".join(map(str, engines))
    measured = f"`scripts/ladder`, levels {levels}, {given.games} games of each with the next two above it, {now()[:10]}"
    return f"Elo: above level {min(engines)}, with 95 % errors; {measured}."
