"""Options of `scripts/openings`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from lab import defaults
from lab.bootstrap import ROOT
from lab.options.common import new_parser

BOOK = ROOT / "data" / "book.bin"
DESCRIPTION = """\
Write a file of balanced openings: positions of an opening book whose value is near 0, of each length as many with a lead of black
as with one of white. The engine must score each opening as balanced at several levels. No two lead to the same position, also not
by symmetry.

The same engine, book and options give the same file at any concurrency. The engine's answers are kept next to the file until it is
finished, so the same command continues after any interruption."""
EPILOG = """\
example:
  scripts/openings data/openings.txt --overwrite --engine target/release/emilia --concurrency 2
  scripts/openings few.txt --lengths 8:50 10:50 --levels 10 11    # a hundred openings in some seconds

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
    add("--book", type=Path, default=BOOK, metavar="FILE", help="a book that Emilia imports (default: data/book.bin)")
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
        help="largest lead of either side by the book (default: %(default)s)",
    )
    add(
        "--level-margin",
        type=float,
        default=defaults.OPENING_LEVEL_MARGIN,
        metavar="DISCS",
        help="largest lead of either side by the levels (default: %(default)s)",
    )
    add("--seed", type=int, default=defaults.OPENING_SEED, metavar="N", help="random seed (default: %(default)s)")
    add("--concurrency", type=int, default=1, metavar="N", help="positions searched at a time (default: %(default)s)")
    return parser.parse_args(given)
