"""`scripts/training`: the page of what a training found."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from lab.commands import arguments
from lab.files import replace_text
from lab.report import training

DESCRIPTION = """\
Make one HTML file of what a training found, from the report that emilia train --report writes: how far the estimates are off, by
plies and by set, how the errors fell, and what was learnt from. It needs no other file and no network."""
EPILOG = """\
example:
  target/release/emilia train --data data --out raised.bin --report raised.json
  scripts/training raised.json raised.html

exit codes: 0 done, 1 the report or the page cannot be read or written, 2 misuse"""


def main(given: Sequence[str] | None = None) -> int:
    """Writes the page that the command line asks for; the exit code."""
    parser = arguments.parser("training", DESCRIPTION, EPILOG)
    parser.add_argument("report", type=Path, metavar="FILE.json", help="what was found, as emilia train --report writes it")
    parser.add_argument("out", type=Path, metavar="OUT.html", help="the page to write")
    read = parser.parse_args(given)
    try:
        page = training.render(training.read(read.report))
        replace_text(read.out, page)
    except (OSError, ValueError) as error:
        print(f"training: {error}", file=sys.stderr)
        return 1
    return 0
