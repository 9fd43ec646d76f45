"""Options of `scripts/sprt`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from lab.defaults import ALPHA, BETA, ELO0, ELO1
from lab.options.common import EXIT_CODES, add_contest_options, natural, new_parser

DESCRIPTION = """\
Play pairs of games between two engines until a sequential probability ratio test decides whether the first engine is stronger by
elo1 or only by elo0.

The test checks the result after every pair and needs fewer games on average than a match of fixed length. If the difference is
elo0, it accepts elo1 with probability alpha; if it is elo1, it accepts elo0 with probability beta. To test an improvement use
elo0 0 and elo1 10; to test for a regression use -10 and 0. The smaller elo1 - elo0, the longer the test: docs/lab.md has a
table. --resume accepts another --max-pairs."""
EPILOG = f"""\
example:
  scripts/sprt --engine 'name=new command="target/release/emilia gtp"' --engine 'name=old command="old/emilia gtp"' \\
      --nodes 20000 --elo0 0 --elo1 10 --out new-old.jsonl

{EXIT_CODES}"""


def parse(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options on this command line."""
    parser = new_parser("sprt", DESCRIPTION, EPILOG)
    add = parser.add_argument
    add("--elo0", type=float, default=ELO0, metavar="ELO", help="null hypothesis (default: %(default)s)")
    add("--elo1", type=float, default=ELO1, metavar="ELO", help="alternative hypothesis, above elo0 (default: %(default)s)")
    add("--alpha", type=float, default=ALPHA, metavar="P", help="probability of accepting elo1 wrongly (default: %(default)s)")
    add("--beta", type=float, default=BETA, metavar="P", help="probability of accepting elo0 wrongly (default: %(default)s)")
    add("--normalised", action="store_true", help="elo0 and elo1 are normalised Elo: 347 per standard deviation of a game")
    add("--max-pairs", type=natural, metavar="N", help="stop undecided after N pairs (default: never)")
    add_contest_options(parser)
    return parser.parse_args(given)
