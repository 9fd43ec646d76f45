"""`scripts/attack`: robustness tests for a given time, and a page of the results."""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console

from lab.attack import campaign
from lab.attack.parts import PARTS
from lab.attack.result import AttackResult
from lab.display import duration, shown
from lab.files import PAGE_BEGINNING, replace_text
from lab.formatting import number
from lab.journal import check_output
from lab.options.attack import parse
from lab.report.attack import render
from lab.terminal import complain

INTERVAL = 10.0
"""Seconds between two lines of progress, and between two writings of the results."""


def main(given: Sequence[str] | None = None) -> int:
    """Runs the attack; the exit code."""
    read = parse(given)
    seconds = 3600 * read.hours if read.hours is not None else 60 * read.minutes
    seed = read.seed or int(time.time())
    chosen = {name: part for name, part in PARTS.items() if not read.part or name in read.part}
    # SIGTERM keeps the results, as Ctrl-C does.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    writer = ResultWriter(read.out, Console())
    try:
        read.out.parent.mkdir(parents=True, exist_ok=True)
        check_output(read.out, beginning=PAGE_BEGINNING)
        check_output(read.out.with_suffix(".json"), [read.out], b"{")
        result = campaign.run(campaign.begin(read.program.resolve(), seconds, seed), chosen, writer.update)
        writer.write(result)
    except (OSError, ValueError) as error:
        complain(f"attack: {error}")
        return 1
    writer.finish(result)
    return 1 if result.faults() else 0


class ResultWriter:
    """Shows the progress of an attack and writes its results."""

    def __init__(self, page: Path, console: Console) -> None:
        """Writes to this page and to the JSON file beside it."""
        self._page = page
        self._console = console
        self._written = 0.0
        self._parts = self._faults = 0

    def update(self, result: AttackResult) -> None:
        """Takes the result of a step."""
        for fault in [fault for part in result.parts for fault in part.faults][self._faults :]:
            self._print(f"fault: {fault}")
        self._faults = result.faults()
        if len(result.parts) == self._parts and time.monotonic() - self._written < INTERVAL:
            return
        self._parts, self._written = len(result.parts), time.monotonic()
        self._print(progress(result))
        try:
            self.write(result)
        except OSError as error:
            # The results are written again at the end, so the attack continues.
            self._print(f"cannot write the results yet: {error}")

    def write(self, result: AttackResult) -> None:
        """Writes both files. OSError."""
        text = msgspec.json.format(msgspec.json.encode(result), indent=1).decode()
        replace_text(self._page.with_suffix(".json"), text + "\n")
        replace_text(self._page, render(result))

    def finish(self, result: AttackResult) -> None:
        """Prints how it ended."""
        for part in result.parts:
            for note in part.notes:
                self._print(f"{part.name}: {note}")
        total = result.total()
        what = "interrupted" if result.interrupted else "done"
        self._print(f"{what} after {duration(total.seconds)}: {result.faults()} faults; {self._page}")

    def _print(self, line: str) -> None:
        self._console.print(shown(line), highlight=False, markup=False, soft_wrap=True)


def progress(result: AttackResult) -> str:
    """A line about the running part."""
    part = result.parts[-1]
    counts = {
        "inputs": part.executions,
        "bytes": part.bytes,
        "positions": part.positions,
        "comparisons": part.comparisons,
        "kills": part.kills,
        "failing writes": part.failing_writes,
    }
    words = [f"{number(count)} {name}" for name, count in counts.items() if count]
    return f"{part.name}: {', '.join([duration(part.seconds), *words, f'{len(part.faults)} faults'])}"
