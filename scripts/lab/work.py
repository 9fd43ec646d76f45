"""What the processes of a scheduler do for a contest. They import no more than it takes to play.

The engines stay from pair to pair and end with their process.
"""

from __future__ import annotations

import atexit
import functools
from collections.abc import Iterator

from lab.engines.failure import EngineError
from lab.engines.pool import EnginePool
from lab.play import play_games
from lab.records import Conditions, Engine, Game, Task


@functools.cache
def _pool() -> EnginePool:
    """This process's engines."""
    pool = EnginePool()
    atexit.register(pool.close)
    return pool


def play_pair(task: Task) -> Iterator[Game]:
    """Plays a task."""
    return play_games(task, _pool())


def ask_name(engine: tuple[Engine, Conditions]) -> Iterator[tuple[str, str]]:
    """What an engine calls itself, and an empty word; else an empty word, and why it does not start or refuses its settings."""
    try:
        yield _pool().check(*engine), ""
    except EngineError as error:
        yield "", str(error)
