"""Running engines, reused from game to game."""

import contextlib
from types import TracebackType
from typing import Final, Self

from lab.engines.gtp import GtpPlayer
from lab.engines.nboard import NBoardPlayer
from lab.engines.player import Player
from lab.engines.ugi import UgiPlayer
from lab.records import Conditions, Engine, Protocol

PLAYERS: Final[dict[Protocol, type[Player]]] = {"gtp": GtpPlayer, "nboard": NBoardPlayer, "ugi": UgiPlayer}
MAX_RUNNING = 4
"""Engines that stay running; the least recently used one ends first."""


class EnginePool:
    """The engines of one worker, which plays one game at a time. Closing the pool ends them.

    A pool must not be shared by threads.
    """

    def __init__(self, cores: tuple[int, ...] = ()) -> None:
        """The cores that its engines may use; empty for all."""
        self.cores = cores
        self._players: dict[tuple[Engine, int, str], Player] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends every engine with its descendants."""
        while self._players:
            _, player = self._players.popitem()
            player.close()

    def player(self, engine: Engine, seat: int, conditions: Conditions) -> Player:
        """This engine, running. An engine that plays itself has a process for each seat, and one for each variant.

        EngineError if it does not start.
        """
        key = (engine, seat, conditions.variant)
        player = self._players.pop(key, None)
        if player is None:
            self._end_least_recent()
            player = PLAYERS[engine.protocol](engine, conditions, self.cores)
            with contextlib.ExitStack() as stack:
                stack.callback(player.close, at_once=True)
                player.start()
                stack.pop_all()
        self._players[key] = player
        return player

    def discard(self, engine: Engine, seat: int, conditions: Conditions) -> None:
        """Ends a player that failed; `player` starts it again."""
        player = self._players.pop((engine, seat, conditions.variant), None)
        if player is not None:
            player.close(at_once=True)

    def check(self, engine: Engine, conditions: Conditions) -> str:
        """Starts an engine and returns the name that it reports. A contest checks all engines before its first game.

        EngineError if it does not start or does not accept the variant, its limit and its options.
        """
        try:
            return self.player(engine, 0, conditions).name
        finally:
            self.discard(engine, 0, conditions)

    def _end_least_recent(self) -> None:
        while len(self._players) >= MAX_RUNNING:
            self._players.pop(next(iter(self._players))).close()
