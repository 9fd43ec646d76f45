"""The engine for asyncio: searches run in threads, and to cancel a task ends its search."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, TypeVar

from ._engine import Engine
from ._names import Move
from ._native import Board, Game, Stop
from ._results import Analysis, Choice, Explanation, Limit, Review

_T = TypeVar("_T")


class AsyncEngine:
    """An engine whose methods are coroutines, with the arguments of those of `Engine`.

    Searches of one engine follow each other. For some beside each other, have an engine with one thread for each. To cancel a task
    ends its search, or the wait for the search before it as soon as that has ended.

    Args:
        engine: the engine; a new one if there is none.
    """

    def __init__(self, engine: Engine | None = None) -> None:
        self.engine = engine or Engine()

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(self, *error: object) -> None:
        self.engine.stop()

    async def _run(self, work: Callable[..., _T], *arguments: Any, **options: Any) -> _T:
        stop = Stop()
        task = asyncio.ensure_future(asyncio.to_thread(partial(work, *arguments, **options, _stop=stop)))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            stop.request()
            await asyncio.wait([task])
            raise

    async def analyse(self, board: Board, limit: Limit = Limit(), *, lines: int = 1) -> Analysis:
        """See `Engine.analyse`."""
        return await self._run(self.engine.analyse, board.copy(), limit, lines=lines)

    async def solve(self, board: Board) -> Analysis:
        """See `Engine.solve`."""
        return await self._run(self.engine.solve, board.copy())

    async def play(self, board: Board, limit: Limit = Limit(), *, handicap: float = 0.0, strength: str | None = None) -> Choice:
        """See `Engine.play`."""
        return await self._run(self.engine.play, board.copy(), limit, handicap=handicap, strength=strength)

    async def review(self, game: Game | Board, limit: Limit = Limit(level=12), *, explain: bool = False) -> Review:
        """See `Engine.review`."""
        return await self._run(self.engine.review, game.copy(), limit, explain=explain)

    async def explain(self, board: Board, move: Move | str | None = None, *, limit: Limit = Limit(level=12)) -> list[Explanation]:
        """See `Engine.explain`."""
        return await self._run(self.engine.explain, board.copy(), move, limit=limit)

    async def analysis(self, board: Board, limit: Limit = Limit(), *, lines: int = 1) -> AsyncIterator[Analysis]:
        """The results of the iterations of a search. The search ends with the iteration over it."""
        loop, queue = asyncio.get_running_loop(), asyncio.Queue[Analysis | None]()

        def hear(found: Analysis | None) -> None:
            loop.call_soon_threadsafe(queue.put_nowait, found)

        search = asyncio.ensure_future(self._run(self.engine.analyse, board.copy(), limit, lines=lines, report=hear))
        search.add_done_callback(lambda _: queue.put_nowait(None))
        try:
            while (found := await queue.get()) is not None:
                yield found
            await search
        finally:
            search.cancel()
            await asyncio.wait([search])
