"""How far a contest is, for a person: a few lines that keep changing at a terminal, a line now and then elsewhere.

What the results say is worded elsewhere; this knows how many games there are, how fast they come and what went wrong.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from lab.records import Fault, Game, Task
from lab.statistics import Pair

INTERVAL = 30.0
"""Seconds between two lines where there is no terminal."""
MAX_REPORTED = 20
"""Accidents and faults that are told one by one; after that they are only counted."""

Results = Callable[[Sequence[Pair]], Sequence[str]]
"""What the pairs that count so far say, in lines."""


class Display:
    """A watcher that shows what happens; to be used in a `with` statement."""

    def __init__(
        self, console: Console, title: str, results: Results, total: int | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Shows the results and, of `total` games if that is known, how many are left. `clock` counts seconds."""
        self._console = console
        self._title = title
        self._results = results
        self._total = total
        self._clock = clock
        self._began = self._told = clock()
        self._playing: dict[int, Task] = {}
        self._pairs: list[Pair] = []
        self._done: dict[tuple[int, int], tuple[str, Fault] | None] = {}
        """For each game that is over whose fault decided it, if one did; by task and half."""
        self._fresh = 0
        """Games that were finished in this run."""
        self._accidents = 0
        self._live = Live(get_renderable=self.picture, console=console, refresh_per_second=2, transient=True)

    def __enter__(self) -> Self:
        """Begins to show."""
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Takes the changing lines away."""
        if self._console.is_terminal:
            self._live.stop()

    def began(self, task: Task) -> None:
        """See `Observer`, as for the others."""
        self._playing[task.number] = task

    def finished(self, game: Game) -> None:
        """A game is over."""
        self._fresh += 1
        self._note(game)
        if game.fault is not None:
            told = f"pair {game.task}, game {game.half + 1}: {faulty_engine(game)} lost: {game.fault}: {game.detail}"
            self._tell(told, len([fault for fault in self._done.values() if fault]))
        if game.task in self._playing and game.half == self._playing[game.task].halves[-1]:
            del self._playing[game.task]
        if not self._console.is_terminal and self._clock() - self._told >= INTERVAL:
            self._told = self._clock()
            self._console.print(f"{self.progress()}; {'; '.join(self._results(self._pairs))}", highlight=False, soft_wrap=True)

    def counted(self, pair: Pair, games: Sequence[Game]) -> None:
        """A pair counts."""
        for game in games:
            self._note(game)
        self._pairs.append(pair)

    def accident(self, task: Task, reason: str, final: bool) -> None:
        """A pair could not be played."""
        self._playing.pop(task.number, None)
        self._accidents += 1
        self._tell(f"pair {task.number} {'is given up' if final else 'is tried again'}: {reason}", self._accidents)

    def _note(self, game: Game) -> None:
        """Counts a game, once."""
        self._done[game.task, game.half] = (faulty_engine(game), game.fault) if game.fault else None

    def _tell(self, line: str, number: int) -> None:
        """Shows a line that stays, unless there were too many."""
        if number <= MAX_REPORTED:
            self._console.print(Text(line), soft_wrap=True)

    def progress(self) -> str:
        """Games done, their rate and the time that is left."""
        done, seconds = len(self._done), self._clock() - self._began
        rate = self._fresh / seconds if seconds > 0 else 0.0
        words = [f"{done} games" if self._total is None else f"{done} of {self._total} games", f"{rate:.3g} games/s"]
        if self._total is not None and rate > 0:
            words.append(f"{duration((self._total - done) / rate)} left")
        return ", ".join([*words, f"{duration(seconds)} gone"])

    def failures(self) -> str:
        """The faults and accidents so far; empty if there were none."""
        counts = Counter(fault for fault in list(self._done.values()) if fault)
        faults = [f"{name} {times} {fault}" for (name, fault), times in sorted(counts.items())]
        return ", ".join(faults + ([f"accidents: {self._accidents}"] if self._accidents else []))

    def picture(self) -> RenderableType:
        """What is on the screen."""
        table = Table.grid(padding=(0, 2))
        for line in self._results(list(self._pairs)):
            table.add_row("", Text(line))
        table.add_row("in play", Text(", ".join(f"pair {number}" for number in sorted(self._playing)) or "-"))
        if failures := self.failures():
            table.add_row("faults", Text(failures, style="red"))
        bar = [ProgressBar(total=self._total, completed=len(self._done), width=60)] if self._total else []
        return Group(Text(self._title, style="bold"), *bar, Text(self.progress()), table)


def faulty_engine(game: Game) -> str:
    """Whose fault decided a game that a fault decided."""
    return game.black if game.guilty == "black" else game.white


def duration(seconds: float) -> str:
    """A time for people: `0:07`, `1:02:03`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
