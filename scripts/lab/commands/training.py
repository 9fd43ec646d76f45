"""`scripts/training`: the page of what a training found."""

from __future__ import annotations

from collections.abc import Sequence

from lab.files import PAGE_BEGINNING, replace_text
from lab.journal import check_output
from lab.options.training import parse
from lab.report import training
from lab.terminal import complain


def main(given: Sequence[str] | None = None) -> int:
    """Writes the page; the exit code."""
    read = parse(given)
    try:
        check_output(read.out, [read.report], PAGE_BEGINNING)
        page = training.render(training.read(read.report))
        replace_text(read.out, page)
    except (OSError, ValueError) as error:
        complain(f"training: {error}")
        return 1
    return 0
