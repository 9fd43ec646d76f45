"""Options of `scripts/match`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from lab.options.common import EXIT_CODES, add_contest_options, natural, new_parser

DESCRIPTION = """\
Play a match between two engines that speak GTP, NBoard or UGI.

Each opening is played twice, with colours swapped. An engine that crashes, hangs, breaks the rules, the protocol or its clock loses
that game; the match continues. Every game is written to disk before it counts, so --resume continues after any interruption, also
with more --games."""
EPILOG = f"""\
example:
  scripts/match --engine 'name=Emilia command="target/release/emilia gtp" level=6' --engine 'gtp-rhino -l 1' \\
      --games 100 --out rhino.jsonl --report rhino.html

{EXIT_CODES}"""


def parse(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options on this command line."""
    parser = new_parser("match", DESCRIPTION, EPILOG)
    parser.add_argument("--games", type=natural, default=100, metavar="N", help="games to play (default: 100)")
    add_contest_options(parser)
    return parser.parse_args(given)
