"""Options of `scripts/tournament`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from lab.defaults import SWISS_ROUNDS
from lab.options.common import EXIT_CODES, add_contest_options, natural, new_parser

DESCRIPTION = """\
Play a tournament: a Swiss of 13 rounds, as in the World Championship, or a round robin.

Two engines that are paired play a pair of games from one opening (--pairs for more), with colours swapped. A win counts 1, a draw
0.5; a bye counts as winning all games of a matchup. Ties are broken by the Brightwell Quotient. --resume continues after any
interruption.

An engine that withdraws is not paired any more: --withdraw NAME with --resume, or a line `ROUND NAME` (out from this round on) in
the file FILE.withdrawn next to the results, at any time."""
EPILOG = f"""\
example:
  scripts/tournament --engine rivals.toml --move-time 0.5 --rounds 7 --out cup.jsonl --report cup.html --table cup.txt
  scripts/tournament --engine rivals.toml --move-time 0.5 --rounds 7 --out cup.jsonl --resume --withdraw Zebra

{EXIT_CODES}"""


def parse(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options on this command line."""
    parser = new_parser("tournament", DESCRIPTION, EPILOG)
    add = parser.add_argument
    add("--system", choices=("swiss", "round-robin"), default="swiss", help="the pairing system (default: %(default)s)")
    add("--rounds", type=natural, default=SWISS_ROUNDS, metavar="N", help="rounds of a Swiss (default: %(default)s)")
    add("--pairs", type=natural, default=1, metavar="N", help="pairs of games in a matchup (default: %(default)s)")
    add("--withdraw", action="append", default=[], metavar="NAME", help="withdraw from the next round on; may be repeated")
    add("--table", type=Path, metavar="FILE", help="write the standings as text after every round")
    add_contest_options(parser)
    return parser.parse_args(given)
