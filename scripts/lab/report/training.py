"""The page of a training, from the report of `emilia train --report`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

from matplotlib.axes import Axes
from msgspec import Meta

from lab.records import Record, from_json
from lab.report.page import fill
from lab.report.plots import Plot, line_style, whole_numbers
from lab.report.svg import COLOURS, draw

Name = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f]*$")]
Count = Annotated[int, Meta(ge=0)]
Plies = tuple[Annotated[int, Meta(ge=0, le=60)], Annotated[int, Meta(ge=0, le=60)]]
"""The first and the last ply."""
Error = Annotated[float, Meta(ge=0, le=1e6)]
"""Discs."""
EXACT = ", exact"
"""The end of the names of sets of solved positions."""


class Source(Record, frozen=True):
    """A file of training data."""

    file: Name
    positions: Count


class TrainingData(Record, frozen=True):
    """The training data and the program."""

    program: Name
    positions: Count
    sources: tuple[Source, ...]


class Stage(Record, frozen=True):
    """The error of the linear part of a stage on its training positions."""

    plies: Plies
    count: Count
    mean: Error


class Set(Record, frozen=True):
    """The errors of the estimates on positions outside the training data."""

    name: Name
    count: Count
    mean: Error
    rms: Error
    bias: Annotated[float, Meta(ge=-1e6, le=1e6)]
    """The mean of estimate minus score."""
    plies: Plies | None = None
    """The plies of positions from games; None for solved positions."""


class Training(Record, frozen=True):
    """The report of a training."""

    training: TrainingData
    stages: tuple[Stage, ...]
    epochs: tuple[Error, ...]
    sets: tuple[Set, ...]

    def solved(self) -> list[Set]:
        """The sets with exact scores."""
        return [found for found in self.sets if found.plies is None]

    def games(self) -> dict[str, list[Set]]:
        """The sets of held-out games by name."""
        names = dict.fromkeys(found.name for found in self.sets if found.plies is not None)
        return {name: [found for found in self.sets if found.name == name and found.plies is not None] for name in names}


def read(path: Path) -> Training:
    """The report in this file. OSError, or ValueError with the file if it is not a report."""
    try:
        return from_json(Training, path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: not a report of a training: {error}") from None


def render(found: Training) -> str:
    """The page of a training."""
    return fill("training.html", found=found, plots=list(plots(found)), exact=EXACT)


def plots(found: Training) -> Iterator[Plot]:
    """The plots for which the training has data."""
    games, stages = found.games(), [stage for stage in found.stages if stage.count]
    if games or stages:
        yield error_plot(games, stages)
    if games:
        yield bias_plot(games)
    if found.epochs:
        yield epoch_plot(found.epochs)
    if solved := found.solved():
        yield solved_plot(solved)


def middle(part: Stage | Set) -> float:
    """The position of a part on the axis of plies."""
    return sum(part.plies or ()) / 2


def error_plot(games: Mapping[str, Sequence[Set]], stages: Sequence[Stage]) -> Plot:
    """The mean errors over the game."""

    def plot(axes: Axes) -> None:
        if stages:
            means = [stage.mean for stage in stages]
            axes.plot([*map(middle, stages)], means, label="linear part, training data", color=COLOURS["muted"], linestyle=":")
        for number, (name, sets) in enumerate(games.items()):
            means = [part.mean for part in sets]
            axes.plot([*map(middle, sets)], means, label=name, marker="o", markersize=4, linewidth=1.6, **line_style(number))
        axes.set(xlabel="ply", ylabel="discs", xlim=(0, 60), ylim=(0, None))
        legend_above(axes)

    title = "Mean error over the game"
    caption = (
        "Estimates in games outside the training data; a point is four plies. "
        "The dotted line is the error of the linear part on its training positions."
    )
    return Plot(title, caption, draw("error", title, plot))


def bias_plot(games: Mapping[str, Sequence[Set]]) -> Plot:
    """By how much the estimates are too high, over the game."""

    def plot(axes: Axes) -> None:
        axes.axhline(0, color=COLOURS["muted"], linewidth=1)
        for number, (name, sets) in enumerate(games.items()):
            biases = [part.bias for part in sets]
            axes.plot([*map(middle, sets)], biases, label=name, marker="o", markersize=4, linewidth=1.6, **line_style(number))
        axes.set(xlabel="ply", ylabel="discs", xlim=(0, 60))
        legend_above(axes)

    title = "Bias over the game"
    return Plot(title, "Above zero the side to move was thought better off than it was.", draw("bias", title, plot))


def epoch_plot(epochs: Sequence[float]) -> Plot:
    """The mean error of each epoch."""

    def plot(axes: Axes) -> None:
        axes.plot(range(1, len(epochs) + 1), epochs, color=COLOURS["first"], marker="o", markersize=5, linewidth=1.8)
        axes.set(xlabel="epoch", ylabel="discs", xlim=(0.5, len(epochs) + 0.5))
        whole_numbers(axes)

    title = "Error of the net by epoch"
    caption = "The mean over the positions that were learnt from, as it was on the way."
    return Plot(title, caption, draw("epochs", title, plot))


def solved_plot(solved: Sequence[Set]) -> Plot:
    """The mean error on each set with exact scores."""

    def plot(axes: Axes) -> None:
        at = range(len(solved))
        bars = axes.barh(at, [part.mean for part in solved], height=0.62, color=COLOURS["first"])
        axes.bar_label(bars, fmt="%.2f", padding=4, fontsize=9)
        axes.set_yticks(at, [part.name.removesuffix(EXACT) for part in solved], fontsize=9)
        axes.invert_yaxis()
        axes.margins(x=0.12)
        axes.grid(axis="y", visible=False)
        axes.set(xlabel="discs")

    title = "Mean error against exact scores"
    return Plot(title, "Estimates of solved positions outside the training data.", draw("solved", title, plot))


def legend_above(axes: Axes) -> None:
    """Puts the legend above the plot, where it hides no line."""
    axes.legend(fontsize=9, loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.2)
