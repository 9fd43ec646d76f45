"""`scripts/report`: the report of a contest from its journal."""

from __future__ import annotations

from collections.abc import Sequence

from lab import journal
from lab.files import PAGE_BEGINNING, replace_text
from lab.options.report import parse
from lab.report import render
from lab.terminal import complain


def main(given: Sequence[str] | None = None) -> int:
    """Writes the page; the exit code."""
    read = parse(given)
    try:
        journal.check_output(read.out, [read.journal], PAGE_BEGINNING)
        page = render(journal.read(read.journal))
        replace_text(read.out, page)
    except (OSError, ValueError) as error:
        complain(f"report: {error}")
        return 1
    return 0
