"""The task of a part of an attack, and functions that all parts share."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from lab.attack.result import PartResult

MAX_FAULTS = 20
"""A part ends after this many faults."""


class PartTask(NamedTuple):
    """The task of a part."""

    program: Path
    """An absolute path."""
    seconds: float
    """Seconds of the run; the last step may take a little longer."""
    seed: int


class Part(NamedTuple):
    """A kind of attack."""

    share: float
    """Its weight in the division of the time."""
    run: Callable[[PartTask], Generator[PartResult, None, None]]
    """Yields the result of each step; closing the generator ends all processes that it started."""


@contextmanager
def fresh_folder() -> Iterator[Path]:
    """An empty folder that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="emilia-attack-") as name:
        yield Path(name)
