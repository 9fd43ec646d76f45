"""The standings of a tournament as one HTML page."""

from __future__ import annotations

from lab.formatting import crosstable_row
from lab.report.page import fill
from lab.table import Table


def render(table: Table) -> str:
    """The page of a table."""
    return fill("standings.html", table=table, crosstable_row=crosstable_row)
