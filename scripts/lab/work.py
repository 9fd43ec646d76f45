"""What the processes of a scheduler do for a contest. They import no more than it takes to play.

The engines stay from pair to pair and end with their process.
"""

from __future__ import annotations

import atexit
import functools
from collections.abc import Iterator

from lab.engines.table import Table
from lab.play import play_games
from lab.records import Conditions, Engine, Game, Task


@functools.cache
def _table() -> Table:
    """This process's engines."""
    table = Table()
    atexit.register(table.close)
    return table


def play_pair(task: Task) -> Iterator[Game]:
    """Plays a task."""
    return play_games(task, _table())


def ask_name(engine: tuple[Engine, Conditions]) -> Iterator[str]:
    """What an engine calls itself; EngineError if it does not start or refuses its limit or an option."""
    yield _table().check(*engine)
