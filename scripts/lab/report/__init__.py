"""A contest as one HTML file that needs nothing else: no script, no font, no picture from elsewhere.

`view` counts and words, `plots` draws, `page.html` and `page.css` say where things stand and how they look. `path` is the page of
a study of numbers, `training` that of a training, `attack` that of an attack on the program.
"""

from __future__ import annotations

from collections.abc import Sequence

from lab.journal import Contents
from lab.report import view
from lab.report.page import fill
from lab.report.plots import plots
from lab.standings import Standing


def render(contents: Contents, table: Sequence[Standing] = ()) -> str:
    """The report of a contest, whether it has ended or not; `table` is that of a tournament.

    ValueError if its games do not fit together.
    """
    seen = view.view(contents)
    return fill("page.html", view=seen, plots=list(plots(seen)), table=table)
