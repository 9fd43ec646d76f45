"""Fills the templates of the pages."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from lab import formatting
from lab.bootstrap import ROOT
from lab.report import view

HERE = Path(__file__).parent
COMMON_STYLE = ROOT / "src" / "cli" / "page" / "page.css"
"""Colours and text, which the pages of the program share."""


def fill(template: str, **values: object) -> str:
    """The page of this template with these values."""
    environment = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        percent=view.percent,
        signed=view.signed,
        interval=view.interval,
        points=formatting.points,
        number=formatting.number,
        limit=view.limit_words,
        rows=view.engine_words,
        shown=view.shown,
    )
    style = "".join(part.read_text(encoding="utf-8") for part in (COMMON_STYLE, HERE / "page.css"))
    return environment.get_template(template).render(style=style, **values)
