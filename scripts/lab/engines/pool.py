"""Engines that run, kept from game to game."""

from __future__ import annotations

import contextlib
from types import TracebackType
from typing import Final, Self

from lab.engines.gtp import GtpPlayer
from lab.engines.nboard import NBoardPlayer
from lab.engines.player import Player
from lab.records import Conditions, Engine, Protocol

LANGUAGES: Final[dict[Protocol, type[Player]]] = {"gtp": GtpPlayer, "nboard": NBoardPlayer}
MAX_RUNNING = 4
"""Players kept at a table; those that have not played for longest go first."""


class Table:
    """Where one game at a time is played. Keeps its engines running between games and ends them all when it is closed.

    Not to be shared by threads: each worker has its own.
    """

    def __init__(self, cores: tuple[int, ...] = ()) -> None:
        """The cores that its engines may use; empty for all."""
        self.cores = cores
        self._players: dict[tuple[Engine, int], Player] = {}

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Closes the table."""
        self.close()

    def close(self) -> None:
        """Ends every engine and all that it started."""
        while self._players:
            _, player = self._players.popitem()
            player.close()

    def player(self, engine: Engine, seat: int, conditions: Conditions) -> Player:
        """This engine, running; an engine that plays itself has a process in either seat. EngineError if it does not start."""
        player = self._players.pop((engine, seat), None)
        if player is None:
            self._make_room()
            player = LANGUAGES[engine.protocol](engine, conditions, self.cores)
            with contextlib.ExitStack() as stack:
                stack.callback(player.close, at_once=True)
                player.start()
                stack.pop_all()
        self._players[engine, seat] = player
        return player

    def dismiss(self, engine: Engine, seat: int) -> None:
        """Ends a player that failed; the next time it starts anew."""
        player = self._players.pop((engine, seat), None)
        if player is not None:
            player.close(at_once=True)

    def check(self, engine: Engine, conditions: Conditions) -> str:
        """Starts an engine and gives the name that it calls itself by.

        EngineError if it cannot start, or be told its limit and options: to be asked of every engine before a contest begins.
        """
        try:
            return self.player(engine, 0, conditions).name
        finally:
            self.dismiss(engine, 0)

    def _make_room(self) -> None:
        while len(self._players) >= MAX_RUNNING:
            self._players.pop(next(iter(self._players))).close()
