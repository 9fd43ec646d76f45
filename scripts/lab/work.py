"""Functions that the worker processes of a scheduler run for a contest.

The engines keep running between pairs and end with the worker process.
"""

from __future__ import annotations

import atexit
import functools
from collections.abc import Iterator

from lab.engines.failure import EngineError
from lab.engines.pool import EnginePool
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
