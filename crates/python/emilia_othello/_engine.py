"""The engine: searches, proofs, reviews, explanations; and opening books."""

from __future__ import annotations

import json
import os
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import Any, NamedTuple, Self

from ._names import Colour, Move
from ._native import Board, Game, NativeBook, NativeEngine, Stop, strengths
from ._results import Analysis, BookEntry, BookMove, Choice, Explanation, Limit, Line, Review, ReviewedMove, Score

STRENGTHS: dict[str, tuple[Limit, float]] = {name: (Limit(level=level), handicap) for name, level, handicap in strengths()}
"""Named strengths, the weakest first: the limit, and the discs a move that are lost on purpose; see `Engine.play`."""

_Report = Callable[[Any], object]


class Book:
    """An opening book: the one that comes with the engine, that of a file, or both.

    Args:
        path: a file of `emilia book`, or None.
        embedded: whether the book that comes with the engine is looked up, too.

    Raises:
        ValueError: if the file cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, *, embedded: bool = True) -> None:
        self._arguments = (None if path is None else os.fspath(path), embedded)
        self._native = NativeBook(*self._arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        return _book, self._arguments

    def lookup(self, board: Board) -> BookEntry | None:
        """What the book has of a position, also of its rotations and mirror images; None if it has nothing."""
        found = self._native.lookup(board)
        if found is None:
            return None
        score, moves, games, line = found
        of_moves = tuple(BookMove(move, _score(value), *counts) for move, value, counts in moves)
        return BookEntry(_score(score), of_moves, *games, line=tuple(line))

    def __contains__(self, board: Board) -> bool:
        return self._native.lookup(board) is not None


def _book(path: str | None, embedded: bool) -> Book:
    return Book(path, embedded=embedded)


class _Options(NamedTuple):
    """The arguments of an engine."""

    hash: int
    threads: int
    weights: str | os.PathLike[str] | None
    book: Book | bool
    seed: int | None


class Engine:
    """An engine. It does one thing at a time: calls from several threads wait for each other.

    It is a context manager, works on in a process after `fork`, and a pickled one is a new one with the same options.

    Args:
        hash: MiB of the transposition table.
        threads: threads of a search, up to 256; 0 for all cores.
        weights: a file of weights; None for those that come with the engine.
        book: the book for `play` and `review`: True for the one that comes with the engine, False for none.
        seed: of the random choices of `play`; None for other ones each time.

    Raises:
        OSError: if the file of weights cannot be opened.
        ValueError: if it is none.
    """

    def __init__(
        self,
        *,
        hash: int = 64,
        threads: int = 0,
        weights: str | os.PathLike[str] | None = None,
        book: Book | bool = True,
        seed: int | None = None,
    ) -> None:
        self._options = _Options(hash, threads, weights, book, seed)
        self._stops: set[Stop] = set()
        self._open()

    def _open(self) -> None:
        options = self._options
        weights = None if options.weights is None else Path(options.weights).read_bytes()
        book = Book() if options.book is True else options.book
        self._engine = NativeEngine(options.hash, options.threads, weights, book._native if book else None, options.seed)
        self._process = os.getpid()

    @property
    def _native(self) -> NativeEngine:
        if self._process != os.getpid():
            # The threads of the parent do not exist here.
            self._stops = set()
            self._open()
        return self._engine

    def __reduce__(self) -> tuple[Any, ...]:
        return _engine, tuple(self._options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"Engine(hash={self._options.hash}, threads={self._options.threads})"

    @contextmanager
    def _stoppable(self, stop: Stop | None) -> Iterator[Stop]:
        stop = stop or Stop()
        self._stops.add(stop)
        try:
            yield stop
        finally:
            self._stops.discard(stop)

    def stop(self) -> None:
        """Ends what the engine does now, from any thread, within milliseconds; it returns what it has found."""
        for stop in tuple(self._stops):
            stop.request()

    def clear(self) -> None:
        """Forgets earlier searches. The next one is the same as in a new engine."""
        self._native.clear()

    def evaluate(self, board: Board) -> float:
        """The static evaluation for the side to move in discs, without a search."""
        return self._native.evaluate(board)

    def analyse(
        self,
        board: Board,
        limit: Limit = Limit(),
        *,
        lines: int = 1,
        report: Callable[[Analysis], object] | None = None,
        _stop: Stop | None = None,
    ) -> Analysis:
        """Searches a position.

        Args:
            board: the position; it is not changed.
            limit: what ends the search.
            lines: the number of moves to score, best first.
            report: called with the result of each iteration.

        Raises:
            ValueError: if the limit contradicts itself.
            KeyboardInterrupt: at Ctrl-C; `stop` from another thread ends the search with a result.
        """
        hear = None if report is None else lambda found: report(_analysis(found))
        with self._stoppable(_stop) as stop:
            return _analysis(self._native.search(board, limit, lines, stop, hear))

    def analysis(self, board: Board, limit: Limit = Limit(), *, lines: int = 1) -> AnalysisStream:
        """Starts a search in the background: an iterator over the results of its iterations, and a context manager that ends it."""
        return AnalysisStream(self, board.copy(), limit, lines)

    def solve(self, board: Board, *, _stop: Stop | None = None) -> Analysis:
        """Proves the score of a position and a best move. Its score is exact, unless `stop` was called."""
        return self.analyse(board, Limit(exact=True), _stop=_stop)

    def play(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        handicap: float = 0.0,
        strength: str | None = None,
        _stop: Stop | None = None,
    ) -> Choice:
        """Chooses a move, from the book if it has the position.

        Args:
            board: the position; it is not changed.
            limit: what ends the search.
            handicap: discs a move to lose on average, on purpose. The moves are then random ones, without a book.
            strength: a name of `STRENGTHS`, in place of both.

        Raises:
            ValueError: if the limit contradicts itself, there is no strength of this name, or it is given beside the others.
        """
        if strength is not None:
            if strength not in STRENGTHS:
                raise ValueError(f"a strength is one of {', '.join(STRENGTHS)}, not {strength!r}")
            if limit is not None or handicap:
                raise ValueError("a strength has its own limit and handicap")
            limit, handicap = STRENGTHS[strength]
        with self._stoppable(_stop) as stop:
            found = self._native.play(board, limit or Limit(), handicap, stop)
        return Choice(None, None) if found is None else Choice(found[0], _score(found[1]), found[2])

    def people(self, board: Board, rating: float = 1600) -> dict[Move, float]:
        """The legal moves with the chances that people of a rating play them, the likeliest first; empty where there is none.

        Args:
            board: a position of Othello on 8x8; the last move counts.
            rating: 800 to 2200, see `docs/people.md`.

        Raises:
            ValueError: for another board or other rules, or a rating out of this range.
        """
        return dict(self._native.people(board, rating))

    def review(
        self,
        game: Game | Board,
        limit: Limit = Limit(level=12),
        *,
        explain: bool = False,
        report: Callable[[int], object] | None = None,
        _stop: Stop | None = None,
    ) -> Review:
        """Judges every move of a game.

        Args:
            game: the game, or the board that it led to.
            limit: what ends the search of each position.
            explain: whether the moves that lost half a disc and more are explained.
            report: called with the number of moves before each position that is done, the last position first.
        """
        game = Game.from_board(game) if isinstance(game, Board) else game
        with self._stoppable(_stop) as stop:
            opening, moves, end, is_complete = self._native.review(game, limit, explain, stop, report)
        return Review(tuple(_reviewed(move) for move in moves), opening, _score(end), is_complete)

    def explain(
        self,
        board: Board,
        move: Move | str | None = None,
        *,
        limit: Limit = Limit(level=12),
        _stop: Stop | None = None,
    ) -> list[Explanation]:
        """What separates the best move of a position from the others, or from a move.

        Raises:
            ValueError: for boards that are not 8x8 or have other rules, and if the move is illegal.
        """
        with self._stoppable(_stop) as stop:
            return _explanations(self._native.explain(board, limit, move, stop))


def _engine(hash: int, threads: int, weights: str | None, book: Book | bool, seed: int | None) -> Engine:
    return Engine(hash=hash, threads=threads, weights=weights, book=book, seed=seed)


class AnalysisStream:
    """A search in the background. Iterate for the result of each iteration; leaving the `with` block ends the search."""

    def __init__(self, engine: Engine, board: Board, limit: Limit, lines: int) -> None:
        self._queue: SimpleQueue[Analysis | None] = SimpleQueue()
        self._stop = Stop()
        # A stream that is forgotten is stopped.
        weakref.finalize(self, self._stop.request)
        self._outcome = _Outcome()
        arguments = (engine, board, limit, lines, self._stop, self._queue, self._outcome)
        self._thread = threading.Thread(target=_search, args=arguments, name="emilia", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the search within milliseconds. The iterations so far can still be read."""
        self._stop.request()

    def result(self) -> Analysis:
        """Waits for the end of the search and returns its result."""
        self._thread.join()
        if self._outcome.error:
            raise self._outcome.error
        assert self._outcome.analysis
        return self._outcome.analysis

    def __iter__(self) -> Iterator[Analysis]:
        while (found := self._queue.get()) is not None:
            yield found
        # The mark of the end stays, for whoever iterates again.
        self._queue.put(None)
        self.result()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()
        self._thread.join()


class _Outcome:
    """What became of the search of a stream."""

    analysis: Analysis | None = None
    error: BaseException | None = None


def _search(
    engine: Engine, board: Board, limit: Limit, lines: int, stop: Stop, queue: SimpleQueue[Analysis | None], outcome: _Outcome
) -> None:
    """The thread of a stream, which has no reference to it."""
    try:
        outcome.analysis = engine.analyse(board, limit, lines=lines, report=queue.put, _stop=stop)
    except BaseException as error:
        outcome.error = error
    queue.put(None)


def _score(value: tuple[float, str] | None) -> Score | None:
    return None if value is None else Score(*value)


def _line(line: tuple[Any, ...]) -> Line:
    value, moves, nodes, seconds = line
    return Line(Score(*value), tuple(moves), nodes, seconds)


def _analysis(found: tuple[Any, ...]) -> Analysis:
    value, lines, nodes, seconds = found
    return Analysis(Score(*value), tuple(_line(line) for line in lines), nodes, seconds)


def _explanations(text: str) -> list[Explanation]:
    return [_explanation(found) for found in json.loads(text)]


def _explanation(found: dict[str, Any]) -> Explanation:
    than = found.get("than")
    score = Score(found["value"], found["certainty"]) if "value" in found else None
    return Explanation(
        kind=found["kind"],
        text=found["text"],
        move=Move(found["move"]),
        than=None if than is None else Move(than),
        squares=tuple(found["squares"]),
        side=Colour(found["side"]),
        score=score,
    )


def _reviewed(found: tuple[Any, ...]) -> ReviewedMove:
    (ply, colour, empties), (move, best), (before, after, loss), (verdict, from_book), line, explanations, (nodes, seconds) = found
    return ReviewedMove(
        ply=ply,
        colour=Colour(colour),
        empties=empties,
        move=move,
        best=best,
        before=Score(*before),
        after=Score(*after),
        loss=loss,
        verdict=verdict,
        from_book=from_book,
        line=tuple(line),
        explanations=tuple(_explanations(explanations)),
        nodes=nodes,
        seconds=seconds,
    )
