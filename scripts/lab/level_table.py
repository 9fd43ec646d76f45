"""The measured Elo of each level, in the last column of a Markdown table that people write.

The table stands between two comments, `<!-- levels -->` and `<!-- /levels -->`; behind it, in there, is a line that says how the
figures were measured. All other columns stay as they are.
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
    """The text with these figures in the column `Elo` of the rows of their levels, and the note behind the table.

    A row such as `20 to 24` gets the figure of its first level that was measured. Rows without one keep what they say. ValueError
    if there is no such table.
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
    """What to write in the row of these levels: `4` or `20 to 24`."""
    found = re.fullmatch(r"(\d+)(?: to (\d+))?", levels)
    if found is None:
        return None
    low, high = int(found[1]), int(found[2] or found[1])
    rating = next((ratings[level] for level in sorted(ratings) if low <= level <= high), None)
    if rating is None:
        return None
    return f"{signed(rating.elo, 0)} ± {rating.error:.0f}" if rating.error else "0"
