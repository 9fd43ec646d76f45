"""The progress of a contest: lines that are updated at a terminal, a line every half minute elsewhere.

Knows the number of games, their rate and the failures; the caller formats the results.
"""

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
from lab.terminal import printable_lines

INTERVAL = 30.0
"""Seconds between two lines without a terminal."""
MAX_REPORTED = 20
"""Faults and failed pairs that are printed one by one; further ones are only counted."""

Results = Callable[[Sequence[Pair], int | None], Sequence[str]]
"""Formats the result of the pairs that count so far, in lines of at most this width; None: of any width."""


def terminal_width(console: Console) -> int | None:
    """The number of columns of a terminal; None for a file or a pipe."""
    return console.width if console.is_terminal else None


class Display:
    """Shows the progress; a context manager."""

    def __init__(
        self, console: Console, title: str, results: Results, total: int | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Shows the results and, with `total`, how many games are left. `clock` counts seconds."""
        self._console = console
        self._title = title
        self._results = results
        self._total = total
        self._clock = clock
        self._began = self._printed = clock()
        self._playing: dict[int, Task] = {}
        self._pairs: list[Pair] = []
        self._done: dict[tuple[int, int], tuple[str, Fault] | None] = {}
        """The finished games by task and half: the engine and its fault, or None."""
        self._new_games = 0
        """Games finished in this run."""
        self._failed_pairs = 0
        self._live = Live(get_renderable=self.screen, console=console, refresh_per_second=2, transient=True)

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def began(self, task: Task) -> None:
        """A pair has begun; also when it is repeated after a failure."""
        self._playing[task.number] = task

    def finished(self, game: Game) -> None:
        """A game is finished and on disk."""
        self._new_games += 1
        self._note(game)
        if game.fault is not None:
            line = f"pair {game.task}, game {game.half + 1}: {faulty_engine(game)} lost: {game.fault}: {game.detail}"
            self._print(line, len([fault for fault in self._done.values() if fault]))
        if game.task in self._playing and game.half == self._playing[game.task].halves[-1]:
            del self._playing[game.task]
        if not self._console.is_terminal and self._clock() - self._printed >= INTERVAL:
            self._printed = self._clock()
            lines = self._results(self._pairs, None)
            text = f"{self.progress()}; {lines[0]}" if len(lines) == 1 else "\n".join([self.progress(), *lines])
            self._console.print(shown(text), soft_wrap=True)

    def counted(self, pair: Pair, games: Sequence[Game]) -> None:
        """Both games of the next pair in order are finished, in this run or an earlier one."""
        for game in games:
            self._note(game)
        self._pairs.append(pair)

    def failed(self, task: Task, reason: str, final: bool) -> None:
        """A pair could not be played. It is repeated unless this was the last attempt."""
        self._playing.pop(task.number, None)
        self._failed_pairs += 1
        self._print(f"pair {task.number} {'failed' if final else 'is repeated'}: {reason}", self._failed_pairs)

    def _note(self, game: Game) -> None:
        """Counts a game, once."""
        self._done[game.task, game.half] = (faulty_engine(game), game.fault) if game.fault else None

    def _print(self, line: str, number: int) -> None:
        """Prints the line of this number, unless it is above the limit."""
        if number <= MAX_REPORTED:
            self._console.print(shown(line), soft_wrap=True)

    def progress(self) -> str:
        """Games done, their rate, the time left and the time elapsed."""
        done, seconds = len(self._done), self._clock() - self._began
        rate = self._new_games / seconds if seconds > 0 else 0.0
        words = [f"{done} games" if self._total is None else f"{done} of {self._total} games", f"{rate:.3g} games/s"]
        if self._total is not None and rate > 0:
            words.append(f"{duration((self._total - done) / rate)} left")
        return ", ".join([*words, f"{duration(seconds)} elapsed"])

    def failures(self) -> str:
        """The faults and failed pairs so far; empty if there were none."""
        counts = Counter(fault for fault in list(self._done.values()) if fault)
        faults = [f"{name} {times} {fault}" for (name, fault), times in sorted(counts.items())]
        return ", ".join(faults + ([f"failed pairs: {self._failed_pairs}"] if self._failed_pairs else []))

    def screen(self) -> RenderableType:
        """The lines that are updated."""
        width = self._console.width
        lines = [shown(line) for line in self._results(list(self._pairs), width)]
        table = Table.grid(padding=(0, 2))
        table.add_row("in play", Text(", ".join(f"pair {number}" for number in sorted(self._playing)) or "-"))
        if failures := self.failures():
            table.add_row("faults", shown(failures, "red"))
        bar = [ProgressBar(total=self._total, completed=len(self._done), width=min(60, width))] if self._total else []
        return Group(shown(self._title, "bold"), *bar, Text(self.progress()), *lines, table)


def shown(text: str, style: str = "") -> Text:
    """Lines for a console, in which nothing but the style acts on the terminal."""
    return Text(printable_lines(text), style=style)


def faulty_engine(game: Game) -> str:
    """The engine that lost a game by a fault."""
    return game.black if game.at_fault == "black" else game.white


def duration(seconds: float) -> str:
    """A time as `0:07` or `1:02:03`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
