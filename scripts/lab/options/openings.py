"""Options of `scripts/openings`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from lab import defaults
from lab.options.common import new_parser

DESCRIPTION = """\
Write a file of balanced openings that look like games: f5, a few random legal moves, then moves that a shallow search finds close
to the best. No two lead to the same position, also not by symmetry; every position is equally likely. The engine must score each
opening as balanced at several levels.

The same engine and options give the same file at any concurrency. The engine's answers are kept next to the file until it is
finished, so the same command continues after any interruption."""
EPILOG = """\
example:
  scripts/openings data/openings.txt --overwrite --engine target/release/emilia --concurrency 2
  scripts/openings few.txt --lengths 8:50 10:50 --levels 10 11    # a hundred openings in a minute

exit codes: 0 done, 1 the engine failed, 2 misuse"""


def length_and_count(text: str) -> tuple[int, int]:
    """A length and the number of openings of it: `8:400`."""
    length, _, count = text.partition(":")
    if not (length.isdecimal() and count.isdecimal() and 1 <= int(length) <= 40 and int(count) > 0):
        raise argparse.ArgumentTypeError(f"expected LENGTH:COUNT with 1 to 40 moves, got {text!r}")
    return int(length), int(count)


def parse(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options on this command line."""
    parser = new_parser("openings", DESCRIPTION, EPILOG)
    add = parser.add_argument
    add("out", type=Path, metavar="FILE", help="the file to write")
    add("--overwrite", action="store_true", help="replace an existing file")
    add("--engine", default="target/release/emilia", metavar="PROGRAM", help="the evaluating Emilia (default: %(default)s)")
    shown = " ".join(f"{length}:{count}" for length, count in defaults.OPENING_COUNTS)
    add(
        "--lengths",
        type=length_and_count,
        nargs="+",
        default=defaults.OPENING_COUNTS,
        metavar="LENGTH:COUNT",
        help=f"lengths in moves, and the number of openings of each; fewer if there are no more (default: {shown})",
    )
    add(
        "--levels",
        type=int,
        nargs="+",
        default=defaults.OPENING_LEVELS,
        metavar="N",
        help=f"levels that must agree, the fastest first (default: {' '.join(map(str, defaults.OPENING_LEVELS))})",
    )
    add(
        "--margin",
        type=float,
        default=defaults.OPENING_MARGIN,
        metavar="DISCS",
        help="largest lead of either side in a balanced opening (default: %(default)s)",
    )
    add(
        "--free-moves",
        type=int,
        default=defaults.OPENING_FREE_MOVES,
        metavar="N",
        help="number of first moves that may be any legal moves (default: %(default)s)",
    )
    add(
        "--max-loss",
        type=float,
        default=defaults.OPENING_MAX_LOSS,
        metavar="DISCS",
        help="how much worse than the best a later move may be (default: %(default)s)",
    )
    add(
        "--width",
        type=int,
        default=defaults.OPENING_WIDTH,
        metavar="N",
        help="most positions kept after each move (default: %(default)s)",
    )
    add("--seed", type=int, default=defaults.OPENING_SEED, metavar="N", help="random seed (default: %(default)s)")
    add("--concurrency", type=int, default=1, metavar="N", help="positions searched at a time (default: %(default)s)")
    return parser.parse_args(given)
