"""Options of `scripts/report`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from lab.options.common import new_parser

DESCRIPTION = """\
Make one HTML page of the results of a contest: score with error bars, tables, plots, faults, settings, machine and all games. The
page needs no other file and no network. The contest may still be running."""
EPILOG = """\
example:
  scripts/report match.jsonl match.html

exit codes: 0 done, 1 the results cannot be read or the page cannot be written, 2 misuse"""


def parse(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options on this command line."""
    parser = new_parser("report", DESCRIPTION, EPILOG)
    parser.add_argument("journal", type=Path, metavar="FILE.jsonl", help="results of match, sprt and the other scripts")
    parser.add_argument("out", type=Path, metavar="OUT.html", help="the page to write")
    return parser.parse_args(given)
