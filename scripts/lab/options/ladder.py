"""Options of `scripts/ladder`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from lab.defaults import LADDER_LEVELS
from lab.options.common import EXIT_CODES, add_contest_options, natural, new_parser

DESCRIPTION = """\
Play levels of one engine against each other, each against the next two above it, and estimate their Elo by maximum likelihood.

The lowest level has 0 Elo. Errors are those of the difference from it at 95 % confidence, so they grow with the level. --table
writes the Elo into the column `Elo` of the table between <!-- levels --> and <!-- /levels -->. --resume accepts more --games. --add
also counts the games of other ladders of this engine, which adds levels between those of an older ladder."""
EPILOG = f"""\
example:
  scripts/ladder --engine 'name=Emilia command="target/release/emilia gtp" options.threads=1' --levels 1 2 4 6 8 \\
      --games 400 --out ladder.jsonl --table docs/levels.md
  scripts/ladder --engine 'name=Emilia command="target/release/emilia gtp" options.threads=1' --levels 3 5 7 8 \\
      --seed 2 --out more.jsonl --add ladder.jsonl --table docs/levels.md

{EXIT_CODES}"""


def parse(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options on this command line."""
    parser = new_parser("ladder", DESCRIPTION, EPILOG)
    add = parser.add_argument
    shown = " ".join(map(str, LADDER_LEVELS))
    add("--levels", type=natural, nargs="+", default=LADDER_LEVELS, metavar="N", help=f"two or more (default: {shown})")
    add("--games", type=natural, default=100, metavar="N", help="games of each two levels that meet (default: 100)")
    add("--add", type=Path, nargs="+", default=[], metavar="FILE", help="results of other ladders, with other seeds, to count too")
    add("--table", type=Path, metavar="FILE", help="write the Elo of each level into the table of this file")
    add_contest_options(parser)
    return parser.parse_args(given)
