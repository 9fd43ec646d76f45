"""The page of a tuning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from lab.report.page import fill
from lab.report.plots import Plot
from lab.report.svg import COLOURS, draw
from lab.tuning import Parameter, Trial, best

MIN_OPACITY, MAX_OPACITY = 0.15, 0.95
"""Opacity of the dots of the worst and of the best trial."""


def render(tuned: Sequence[Parameter], trials: Sequence[Trial], verdict: str = "") -> str:
    """The page of a tuning; `verdict` is the result of the final test, if it is known."""
    drawn = list(plots(tuned, trials))
    return fill("path.html", tuned=tuned, trials=trials, final=best(trials, tuned), plots=drawn, verdict=verdict)


def plots(tuned: Sequence[Parameter], trials: Sequence[Trial]) -> Iterator[Plot]:
    """The scores, and the values of each parameter."""
    if not trials:
        return
    at = np.array([trial.number for trial in trials])
    scores = np.array([trial.score for trial in trials], dtype=float)
    medians = [best(trials[:number], tuned) for number in range(1, len(trials) + 1)]
    yield score_plot(at, scores)
    for parameter in tuned:
        values = [trial.values[parameter.name] for trial in trials]
        yield value_plot(parameter, at, values, [values_then[parameter.name] for values_then in medians], scores)


def score_plot(at: np.ndarray, scores: np.ndarray) -> Plot:
    """The score of each trial."""

    def plot(axes: Axes) -> None:
        axes.axhline(0.5, color=COLOURS["muted"], linewidth=1)
        axes.scatter(at, scores, s=18, color=COLOURS["first"], alpha=0.5, linewidths=0)
        mean = np.cumsum(scores) / np.arange(1, len(scores) + 1)
        axes.plot(at, mean, color=COLOURS["first"], linewidth=1.8, label="mean so far")
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        whole_trials(axes)
        axes.legend(fontsize=9)

    title = "Score of each trial against the defaults"
    return Plot(title, "A dot is a match. The score of a single match is mostly noise.", draw("scores", title, plot))


def value_plot(parameter: Parameter, at: np.ndarray, values: Sequence[int], medians: Sequence[int], scores: np.ndarray) -> Plot:
    """The tried values of a parameter, and the median of the best quarter after each trial."""

    def plot(axes: Axes) -> None:
        spread = np.ptp(scores) or 1.0
        ink = MIN_OPACITY + (MAX_OPACITY - MIN_OPACITY) * (scores - scores.min()) / spread
        axes.axhline(parameter.default, color=COLOURS["muted"], linewidth=1)
        axes.scatter(at, values, s=22, color=COLOURS["second"], alpha=ink, linewidths=0)
        axes.plot(at, medians, color=COLOURS["first"], linewidth=1.8, label="median of the best quarter")
        axes.set(ylim=(parameter.low, parameter.high))
        whole_trials(axes)
        axes.legend(fontsize=9)

    title = parameter.name
    caption = f"Values of the trials: the darker, the better the score. The horizontal line is the default, {parameter.default}."
    return Plot(title, caption, draw(f"value-{parameter.name}", f"Values tried of {title}", plot))


def whole_trials(axes: Axes) -> None:
    """Labels the axis with whole numbers of trials."""
    axes.set(xlabel="trial")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
