"""Options of `scripts/default_book`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from lab.options.common import natural, new_parser

DESCRIPTION = """\
Build the book that is embedded in Emilia: the positions that occur often in games, the openings of the lab, and then the best play
of both sides. Every step is a command of `emilia book`. After an interruption the same command continues.

The embedded book was made from the WTHOR database of the French Othello federation, which is not part of the repository."""
EPILOG = """\
example:
  scripts/default_book WTH_*.wtb
  cargo build --release

exit codes: 0 done, 1 failed, 2 misuse, 130 Ctrl-C"""


def parse(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options on this command line."""
    parser = new_parser("default_book", DESCRIPTION, EPILOG)
    add = parser.add_argument
    add("games", nargs="+", metavar="GAMES", help="files of games: WTHOR (.wtb), GGF, SGF or transcripts, also .gz and .xz")
    add("--program", default="target/release/emilia", help="Emilia (default: %(default)s)")
    add("--book", default="target/default.book", metavar="FILE", help="the book that is built (default: %(default)s)")
    add("--out", default="data/book.bin", metavar="FILE", help="the compact book that is written (default: %(default)s)")
    add("--level", type=natural, default=21, metavar="N", help="level of the searches (default: %(default)s)")
    add("--min-games", type=natural, default=15, metavar="N", help="take positions in N games of a file (default: %(default)s)")
    add("--openings", default="data/openings.txt", metavar="FILE", help="balanced openings to add (default: %(default)s)")
    add("--size", type=natural, default=60_000, metavar="N", help="positions of the book at the end (default: %(default)s)")
    add(
        "--deepen",
        type=natural,
        default=27,
        metavar="N",
        help="level of the last searches, of what the book plays (default: %(default)s)",
    )
    return parser.parse_args(given)
