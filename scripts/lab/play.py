"""A game, a pair of games.

Knows nothing of contests: it plays the task that it is given and says how it went.
"""

from __future__ import annotations

from collections.abc import Iterator

from lab.engines.table import Table
from lab.records import Game, Task


def play_games(task: Task, table: Table) -> Iterator[Game]:
    """Plays a pair of games, one after the other, each given as soon as it is over; the second with the colours swapped.

    Whatever an engine does becomes part of the game: EngineError never gets out. ValueError if the opening is none.
    """
    raise NotImplementedError(task, table)
