"""The measured Elo of each level, in the last column of a Markdown table.

The table is between the comments `<!-- levels -->` and `<!-- /levels -->`, followed by a line with the method of the measurement.
The other columns are not changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lab.formatting import signed
from lab.ratings import Rating

BEGIN, END = "<!-- levels -->", "<!-- /levels -->"
HEADING = "Elo"
UNKNOWN = "-"


def with_ratings(text: str, ratings: Mapping[int, Rating], note: str) -> str:
    """The text with these ratings in the column `Elo`, and the note below the table.

    A row such as `20 to 24` gets the rating of its first measured level. Rows without a measured level are not changed. ValueError
    if the text has no table of levels.
    """
    parts = re.fullmatch(f"(.*{BEGIN}\n)(.*?)({END}.*)", text, re.DOTALL)
    if parts is None:
        raise ValueError(f"no table between {BEGIN} and {END}")
    before, inside, after = parts.groups()
    rows = [line for line in inside.splitlines() if line.startswith("|")]
    if len(rows) < 3:
        raise ValueError(f"no table between {BEGIN} and {END}")
    cells = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows]
    if cells[0][-1] != HEADING:
        cells = [[*row, extra] for row, extra in zip(cells, [HEADING, "---", *[UNKNOWN] * (len(cells) - 2)], strict=True)]
    for row in cells[2:]:
        row[-1] = _figure(row[0], ratings) or row[-1]
    table = "".join(f"| {' | '.join(row)} |\n" for row in cells)
    return f"{before}{table}\n{note}\n{after}"


def _figure(levels: str, ratings: Mapping[int, Rating]) -> str | None:
    """The cell in the row of these levels, `4` or `20 to 24`; None if no level was measured."""
    found = re.fullmatch(r"(\d+)(?: to (\d+))?", levels)
    if found is None:
        return None
    low, high = int(found[1]), int(found[2] or found[1])
    rating = next((ratings[level] for level in sorted(ratings) if low <= level <= high), None)
    if rating is None:
        return None
    return f"{signed(rating.elo, 0)} ± {rating.error:.0f}" if rating.error else "0"
