"""Options of `scripts/training`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from lab.options.common import new_parser

DESCRIPTION = """\
Make one HTML page of the report of a training, as emilia train --report writes it: error by ply and data set, error of each epoch,
and the training data. The page needs no other file and no network."""
EPILOG = """\
example:
  target/release/emilia train --data data --out new.bin --report new.json
  scripts/training new.json new.html

exit codes: 0 done, 1 the report cannot be read or the page cannot be written, 2 misuse"""


def parse(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options on this command line."""
    parser = new_parser("training", DESCRIPTION, EPILOG)
    parser.add_argument("report", type=Path, metavar="FILE.json", help="the report of emilia train --report")
    parser.add_argument("out", type=Path, metavar="OUT.html", help="the page to write")
    return parser.parse_args(given)
