"""A command that writes files, and the conditions that the files must meet after a kill or a failed write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from lab.attack.preload import Ran, run_undisturbed

OLD_CONTENT = "old content\n"
"""The content of a file before it is replaced."""


class Case:
    """A command and the conditions on its files."""

    name = ""
    is_slow = False
    """Whether a run takes seconds: a short attack then tries only some points."""
    stdin = ""

    def __init__(self, program: Path, home: Path) -> None:
        """For this program; `home` is a folder that all runs share."""
        self.program = program
        self.home = home

    def prepare(self, folder: Path) -> None:
        """Fills the folder of a run."""

    def command(self) -> Sequence[str | Path]:
        """The command to run there."""
        raise NotImplementedError

    def broken(self, folder: Path, ran: Ran, action: str) -> Iterator[str]:
        """The conditions that are not met after this run, each as a sentence."""
        raise NotImplementedError

    def run_undisturbed(self, folder: Path, *arguments: str | Path) -> Ran:
        """Runs the program there without faults."""
        return run_undisturbed([self.program, *arguments], folder)
