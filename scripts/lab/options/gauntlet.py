"""Options of `scripts/gauntlet`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from lab.options.common import EXIT_CODES, add_contest_options, natural, new_parser

DESCRIPTION = """\
Play the first engine against each of the others: a pair of games against each from one opening, then from the next opening.

--equal sets the same limit for all engines and replaces their own. Given more than once, it makes one table per limit, for example
at equal time and at equal nodes. An engine without a command for the limit is an error unless its description defines one
(words.nodes and so on). --resume accepts more --games."""
EPILOG = f"""\
example:
  scripts/gauntlet --engine 'name=Emilia command="target/release/emilia gtp"' --engine rivals.toml \\
      --equal time 0.1 --equal nodes 100000 --games 200 --out rivals.jsonl

{EXIT_CODES}"""


def parse(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options on this command line."""
    parser = new_parser("gauntlet", DESCRIPTION, EPILOG)
    add = parser.add_argument
    add("--games", type=natural, default=100, metavar="N", help="games against each engine at each limit (default: 100)")
    add(
        "--equal",
        action="append",
        nargs=2,
        default=[],
        metavar=("KIND", "AMOUNT"),
        help="a limit for all: time SECONDS or nodes NUMBER per move, or depth PLIES; may be repeated",
    )
    add_contest_options(parser)
    return parser.parse_args(given)
