"""`scripts/report`: the report of a contest from its journal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from lab import journal
from lab.commands import arguments
from lab.files import replace_text
from lab.report import render

DESCRIPTION = """\
Make one HTML file of the results of a contest: who won and how sure that is, tables, plots, faults, settings, machine and all
games. It needs no other file and no network. The contest may still be going on."""
EPILOG = """\
example:
  scripts/report match.jsonl match.html

exit codes: 0 done, 1 the journal or the page cannot be read or written, 2 misuse"""


def main(given: Sequence[str] | None = None) -> int:
    """Writes the report that the command line asks for; the exit code."""
    parser = arguments.parser("report", DESCRIPTION, EPILOG)
    parser.add_argument("journal", type=Path, metavar="FILE.jsonl", help="the results, as match, sprt and the others write them")
    parser.add_argument("out", type=Path, metavar="OUT.html", help="the page to write")
    read = parser.parse_args(given)
    try:
        page = render(journal.read(read.journal))
        replace_text(read.out, page)
    except (OSError, ValueError) as error:
        print(f"report: {error}", file=sys.stderr)
        return 1
    return 0
