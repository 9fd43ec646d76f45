"""What a part of an attack is given, and what all parts share."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from lab.attack.result import PartResult

MAX_FAULTS = 20
"""A part ends after this many faults: more of them would say nothing new."""


class Work(NamedTuple):
    """What a part must do."""

    program: Path
    """An absolute path."""
    seconds: float
    """How long to run; a last step may take some seconds longer."""
    seed: int


class Part(NamedTuple):
    """A kind of attack."""

    share: float
    """Its weight when the time is shared out."""
    run: Callable[[Work], Generator[PartResult, None, None]]
    """Works step by step and yields a tally of each step; closing the generator ends everything that it started."""


@contextmanager
def fresh_folder() -> Iterator[Path]:
    """An empty folder that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="emilia-attack-") as name:
        yield Path(name)
