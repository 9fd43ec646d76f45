"""A way of writing files, and what must hold of them whatever ends the program or fails while it writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from lab.attack.preload import Ran, run_undisturbed

OLD_CONTENT = "old content\n"
"""What a file holds before it is replaced."""


class Case:
    """A command that writes files, and what must hold of them after any end."""

    name = ""
    is_slow = False
    """Whether a run takes seconds: then only some points are tried in a short attack."""
    stdin = ""

    def __init__(self, program: Path, home: Path) -> None:
        """For this program; `home` is a folder for what all runs share."""
        self.program = program
        self.home = home

    def prepare(self, folder: Path) -> None:
        """Fills the folder of a run."""

    def command(self) -> Sequence[str | Path]:
        """What is run there."""
        raise NotImplementedError

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """The promises that this run has broken, each a sentence."""
        raise NotImplementedError

    def run_undisturbed(self, folder: Path, *arguments: str | Path) -> Ran:
        """Runs the program there with nothing in its way."""
        return run_undisturbed([self.program, *arguments], folder)
