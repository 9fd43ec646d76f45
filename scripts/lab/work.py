"""Functions that the worker processes of a scheduler run for a contest or a book.

The engines keep running between pairs and end with the worker process.
"""

import atexit
import functools
import subprocess
from collections.abc import Iterator
from typing import NamedTuple

from lab.engines.pool import EnginePool
from lab.engines.process import EngineError, guarded
from lab.play import play_games
from lab.records import Conditions, Engine, Fault, Game, Task


@functools.cache
def _pool() -> EnginePool:
    """The engines of this process."""
    pool = EnginePool()
    atexit.register(pool.close)
    return pool


def play_pair(task: Task) -> Iterator[Game]:
    """Plays a task."""
    return play_games(task, _pool())


def check_engine(engine: tuple[Engine, Conditions]) -> Iterator[tuple[str, str]]:
    """Starts an engine. Yields its name and an empty text, or an empty name and the error."""
    try:
        yield _pool().check(*engine), ""
    except EngineError as error:
        yield "", error.detail if error.fault is Fault.REFUSAL else f"{engine[0].name} does not start: {error.detail}"


class Chunk(NamedTuple):
    """Searches for one process."""

    program: str
    """Emilia, as the machine of the process finds it."""
    searches: tuple[str, ...]
    """Lines as `emilia book` prints them."""


def evaluate(chunk: Chunk) -> Iterator[str]:
    """Makes the searches; yields each result as a line. OSError or CalledProcessError if the program fails."""
    command = [chunk.program, "book", "evaluate", "--threads", "1"]
    with subprocess.Popen(guarded(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.writelines(chunk.searches)
        process.stdin.close()
        yield from process.stdout
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
