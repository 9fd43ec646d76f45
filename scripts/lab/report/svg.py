"""Plots by Matplotlib as SVG elements of a page, with the colours and fonts of the page, light or dark."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from html import escape
from typing import Any, cast

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

COLOURS = {
    "ink": "#010101",
    "muted": "#020202",
    "grid": "#030303",
    "first": "#040404",
    "second": "#050505",
    "good": "#060606",
    "bad": "#070707",
}
"""Placeholders in a drawing for the colours of the page, such as `var(--ink)`; no other colour has these values."""
SERIES = ("first", "second", "good", "bad", "muted")
"""Colours of many lines, in turn."""
SIZE = (6.4, 3.4)
"""Inches; on the page the width adapts to the space."""
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "emilia",
    "text.parse_math": False,
    "font.size": 11,
    "text.color": COLOURS["ink"],
    "axes.labelcolor": COLOURS["muted"],
    "axes.edgecolor": COLOURS["grid"],
    "xtick.color": COLOURS["grid"],
    "ytick.color": COLOURS["grid"],
    "xtick.labelcolor": COLOURS["muted"],
    "ytick.labelcolor": COLOURS["muted"],
    "grid.color": COLOURS["grid"],
    "grid.linewidth": 0.6,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
}


def draw(name: str, title: str, plot: Callable[[Axes], None]) -> str:
    """An SVG element with the axes that `plot` fills. The name must be unique on the page; the title is for screen readers."""
    with mpl.rc_context(cast("Any", STYLE)):
        figure = Figure(figsize=SIZE, layout="constrained")
        figure.patch.set_alpha(0)
        axes = figure.subplots()
        axes.patch.set_alpha(0)
        plot(axes)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return embed(out.getvalue(), name, title)


def embed(svg: str, name: str, title: str) -> str:
    """The drawing as an element of a page: without prologue and size, with the colours and fonts of the page and unique ids."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'(url\(#|href="#)', rf"\g<1>{name}-", svg)
    for colour, value in COLOURS.items():
        svg = svg.replace(value, f"var(--{colour})")
    svg = re.sub(r"<style.*?</style>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;\"]*;? ?", "", svg)
    svg = re.sub(r"font: (\d+(?:\.\d+)?)px [^;\"]*", r"font-size: \1px", svg)
    head, rest = svg.split(">", 1)
    head = re.sub(r' (?:width|height|xmlns(?::xlink)?|version)="[^"]*"', "", head)
    head += (
        f' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" aria-labelledby="{name}-title"'
    )
    return f'{head}>\n<title id="{name}-title">{escape(title)}</title>{rest}'
