"""Options of `scripts/standings`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from lab.options.common import natural, new_parser

FORMS = ("text", "csv", "json", "html")
SUFFIXES = {".txt": "text", ".csv": "csv", ".json": "json", ".html": "html"}
DESCRIPTION = """\
Print the standings of a tournament of people from results that are typed by hand: rank, points, Brightwell Quotient and crosstable.
--pair proposes the next round of a Swiss in the same form, so that the results can be typed into it.

A file has one game a line below the heading of its round:

  title Vienna Open            # optional; a comment begins with #
  rounds 5                     # of the whole tournament, for the Brightwell Quotient; default: those with results
  squares 64                   # or 8x8; default: 64
  players Anna, Boris, Carla   # optional; needed to pair the first round; finds misspelt names
  round 1
  Anna 40-24 Boris             # the first player has Black, unless (white) or (black) stands behind a name
  Carla bye
  round 2
  Boris 33-11 Carla            # the empty squares go to the winner: 53-11
  Anna bye
  round 3
  withdrawn Boris              # does not play this round and the later ones
  Carla - Anna, Carla on time  # 31-33, the smallest win; or the typed score of the game that Anna completed, if it is better
  round 4
  Anna - Carla                 # no result yet

Several files are read as one. A journal of a contest of engines is read as well, alone."""
EPILOG = """\
example:
  scripts/standings cup.txt --pair >> cup.txt          # then type the results into the new lines
  scripts/standings cup.txt --out cup.html --out cup.csv --overwrite
  scripts/standings cup.txt --after 3
  scripts/standings cup.jsonl

exit codes: 0 done, 1 the results have errors or a file cannot be written, 2 misuse"""


def output(text: str) -> Path:
    """A file with the suffix of one of the forms."""
    if Path(text).suffix.lower() not in SUFFIXES:
        raise argparse.ArgumentTypeError(f"expected a file that ends in {', '.join(SUFFIXES)}, got {text!r}")
    return Path(text)


def parse(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options on this command line."""
    parser = new_parser("standings", DESCRIPTION, EPILOG)
    add = parser.add_argument
    add("files", type=Path, nargs="+", metavar="FILE", help="results, or one journal of a contest")
    add("--after", type=natural, metavar="ROUND", help="the standings after this round (default: the last one with a result)")
    add("--form", choices=FORMS, default="text", help="the form of the output (default: %(default)s)")
    add("--out", type=output, action="append", default=[], metavar="FILE", help="also write this file; its suffix sets the form")
    add("--overwrite", action="store_true", help="replace files of --out that exist")
    add("--pair", action="store_true", help="print the pairing of the next round of a Swiss instead of the standings")
    add("--seed", type=int, default=1, metavar="N", help="random seed of the pairing (default: %(default)s)")
    return parser.parse_args(given)
