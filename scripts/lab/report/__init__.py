"""A contest as one HTML file that needs nothing else: no script, no font, no picture from elsewhere.

`view` counts and words, `plots` draws, `page.html` and `page.css` say where things stand and how they look.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from lab import wording
from lab.journal import Contents
from lab.report import view as words
from lab.report.plots import plots
from lab.standings import Standing

HERE = Path(__file__).parent


def render(contents: Contents, table: Sequence[Standing] = ()) -> str:
    """The report of a contest, whether it has ended or not; `table` is that of a tournament.

    ValueError if its games do not fit together.
    """
    environment = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        percent=words.percent,
        signed=words.signed,
        interval=words.interval,
        points=wording.points,
        number=wording.number,
        limit=words.limit_words,
        rows=words.engine_words,
        shown=words.shown,
    )
    seen = words.view(contents)
    style = (HERE / "page.css").read_text(encoding="utf-8")
    return environment.get_template("page.html").render(view=seen, plots=list(plots(seen)), style=style, table=table)
