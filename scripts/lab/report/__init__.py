"""HTML pages that need no other file: no script, font or image from elsewhere.

`view` computes the contents of the page of a contest, `plots` draws its plots, `page.html` and `page.css` are its layout. `path` is
the page of a tuning, `training` of a training, `attack` of an attack on the program, `standings` of the
table of a tournament.
"""

from collections.abc import Sequence

from lab.journal import Contents
from lab.report import view
from lab.report.page import fill
from lab.report.plots import plots
from lab.standings import Standing


def render(contents: Contents, table: Sequence[Standing] = ()) -> str:
    """The page of a contest, finished or not; `table` is the table of a tournament.

    ValueError if its games are inconsistent.
    """
    seen = view.view(contents)
    return fill("page.html", view=seen, plots=list(plots(seen)), table=table)
