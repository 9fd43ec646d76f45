"""Engines that run, kept from game to game."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from lab.records import Conditions, Engine


class Table:
    """Where one game at a time is played. Keeps its engines running between games and ends them all when it is closed.

    Not to be shared by threads: each worker has its own.
    """

    def __init__(self, cores: tuple[int, ...] = ()) -> None:
        """The cores that its engines may use; empty for all."""
        self.cores = cores

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Closes the table."""
        self.close()

    def close(self) -> None:
        """Ends every engine and all that it started."""

    def check(self, engine: Engine, conditions: Conditions) -> str:
        """Starts an engine and gives the name that it calls itself by; EngineError if it cannot start or be told its limit and options.

        To be asked of every engine before a contest begins.
        """
        raise NotImplementedError(engine, conditions)
