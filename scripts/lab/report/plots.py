"""The plots of a contest: each is a title, an explanation and a drawing.

Matplotlib draws them as SVG elements of a page, with the colours and fonts of the page, light or dark.
"""

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Any, cast

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from lab.report.view import Test, View
from lab.statistics import Pair, pentanomial, score

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


STEPS = 80
"""Number of points of a curve over the games."""
MIN_PAIRS = 4
"""Curves begin after this many pairs: an interval of fewer is very wide."""


@dataclass(frozen=True)
class Plot:
    """A figure of the page."""

    title: str
    caption: str
    svg: str


def plots(view: View) -> Iterator[Plot]:
    """The plots for which the contest has data."""
    if view.duel and view.pairs:
        pairs = [pair.seen_by(view.names[0]) for pair in view.pairs]
        yield score_plot(view.names[0], pairs)
        if view.test:
            yield ratio_plot(view.test, pairs)
        yield discs_plot(view.names[0], pairs)
        yield openings_plot(view.names[0], pairs)
    elif view.pairs:
        yield scores_plot(view)
    if any(view.pace.values()):
        yield time_plot(view)


def milestones(number: int) -> list[int]:
    """The numbers of pairs at which a curve has its points."""
    return sorted({round(step) for step in np.linspace(min(MIN_PAIRS, number), number, min(STEPS, number))})


def score_plot(name: str, pairs: list[Pair]) -> Plot:
    """The score so far with its interval."""
    at = milestones(len(pairs))
    shares = [score(pentanomial(pairs[:number])) for number in at]

    def plot(axes: Axes) -> None:
        games = [2 * number for number in at]
        axes.axhline(0.5, color=COLOURS["muted"], linewidth=1)
        lows, highs = [share.low for share in shares], [share.high for share in shares]
        axes.fill_between(games, lows, highs, color=COLOURS["first"], alpha=0.2, linewidth=0)
        axes.plot(games, [share.value for share in shares], color=COLOURS["first"], linewidth=1.8)
        last = shares[-1]
        reach = max(0.1, 1.6 * max(last.high - 0.5, 0.5 - last.low))
        axes.set(ylim=(max(0, 0.5 - reach), min(1, 0.5 + reach)), xlabel="games")
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        whole_numbers(axes)

    title = f"Score of {name}"
    return Plot(title, "Score so far, with its 95 % interval.", draw("score", title, plot))


def ratio_plot(test: Test, pairs: list[Pair]) -> Plot:
    """The log-likelihood ratio between its bounds."""
    at = milestones(len(pairs))
    ratios = test.sprt.log_ratios([pentanomial(pairs[:number]) for number in at])

    def plot(axes: Axes) -> None:
        axes.plot([2 * number for number in at], ratios, color=COLOURS["first"], linewidth=1.8)
        for bound, colour, elo in ((test.sprt.upper, "good", test.sprt.elo1), (test.sprt.lower, "bad", test.sprt.elo0)):
            axes.axhline(bound, color=COLOURS[colour], linewidth=1.5, linestyle="--")
            beyond = 5 if bound > 0 else -5
            axes.annotate(f"{elo:g} Elo accepted", (0.01, bound), xytext=(0, beyond), xycoords=("axes fraction", "data"),
                          textcoords="offset points", va="bottom" if bound > 0 else "top", color=COLOURS[colour],
                          fontsize=9)  # fmt: skip
        axes.axhline(0, color=COLOURS["muted"], linewidth=1)
        axes.set(xlabel="games", ylim=(min(test.sprt.lower, *ratios) * 1.25, max(test.sprt.upper, *ratios) * 1.25))
        whole_numbers(axes)

    title = "Log-likelihood ratio of the test"
    return Plot(title, "The test ends where the line crosses a bound.", draw("ratio", title, plot))


def discs_plot(name: str, pairs: list[Pair]) -> Plot:
    """A histogram of the disc differences."""
    black, white = (np.array([pair.scores[half] for pair in pairs]) for half in (0, 1))

    def plot(axes: Axes) -> None:
        reach = max(8, 4 * int(np.ceil((np.abs([black, white]).max() + 2) / 4)))
        bins = [edge - 2 for edge in range(-reach, reach + 5, 4)]
        axes.hist([black, white], bins=bins, stacked=True, color=[COLOURS["first"], COLOURS["second"]],
                  label=["with black", "with white"], rwidth=0.88)  # fmt: skip
        axes.axvline(0, color=COLOURS["muted"], linewidth=1)
        axes.set(xlabel=f"discs of {name} minus the opponent's", ylabel="games")
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(axis="x", visible=False)
        axes.legend(fontsize=9)

    title = f"Disc differences of {name}"
    return Plot(title, "Wins are to the right of zero. A bar is four discs wide.", draw("discs", title, plot))


def openings_plot(name: str, pairs: list[Pair]) -> Plot:
    """The result of one game of each opening against that of the other."""
    black, white = ([pair.scores[half] for pair in pairs] for half in (0, 1))

    def plot(axes: Axes) -> None:
        reach = max(8, *map(abs, black), *map(abs, white)) + 3
        axes.axhline(0, color=COLOURS["muted"], linewidth=1)
        axes.axvline(0, color=COLOURS["muted"], linewidth=1)
        axes.plot([-reach, reach], [reach, -reach], color=COLOURS["muted"], linewidth=1, linestyle=":")
        axes.scatter(black, white, s=16, color=COLOURS["first"], alpha=0.45, linewidths=0)
        axes.set(xlim=(-reach, reach), ylim=(-reach, reach), xlabel="discs with black", ylabel="discs with white")

    title = f"Both games of {name} from each opening"
    caption = (
        "A dot is an opening: both games were won at the top right, both lost at the bottom left. "
        "Near the dotted line the opening decided the games, not the engine."
    )
    return Plot(title, caption, draw("openings", title, plot))


def scores_plot(view: View) -> Plot:
    """The scores of many engines over their games."""

    def plot(axes: Axes) -> None:
        for number, name in enumerate(view.names):
            results = [
                game.points("black" if game.black == name else "white") for game in view.games if name in (game.black, game.white)
            ]
            shares = np.cumsum(results) / np.arange(1, len(results) + 1)
            axes.plot(range(1, len(results) + 1), shares, label=name, linewidth=1.6, **line_style(number))
        axes.axhline(0.5, color=COLOURS["muted"], linewidth=1)
        axes.set(ylim=(0, 1), xlabel="games of the engine")
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        whole_numbers(axes)
        axes.legend(fontsize=9, ncols=2)

    title = "Scores over the games"
    return Plot(title, "The score of each engine so far.", draw("race", title, plot))


def time_plot(view: View) -> Plot:
    """Seconds per move over the game."""

    def plot(axes: Axes) -> None:
        for number, (name, pace) in enumerate(view.pace.items()):
            at = sorted(pace)
            low, middle, high = (np.array([np.percentile(pace[move], share) for move in at]) for share in (10, 50, 90))
            style = line_style(number)
            axes.fill_between(at, low, high, color=style["color"], alpha=0.15, linewidth=0)
            axes.plot(at, middle, label=name, linewidth=1.6, **style)
        axes.set(xlabel="move of the game", ylabel="seconds", xlim=(0, 61), ylim=(0, None))
        axes.legend(fontsize=9)

    title = "Time per move"
    return Plot(title, "The median by the number of the move; band: 10th to 90th percentile.", draw("time", title, plot))


def line_style(number: int) -> dict[str, Any]:
    """Colour and dashes of the line with this number."""
    return {"color": COLOURS[SERIES[number % len(SERIES)]], "linestyle": ("-", "--", ":", "-.")[number // len(SERIES) % 4]}


def whole_numbers(axes: Axes) -> None:
    """Marks on the x axis at whole numbers only."""
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.margins(x=0.01)
