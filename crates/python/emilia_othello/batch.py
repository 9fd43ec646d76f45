"""Many 8x8 positions at once, in NumPy arrays and on all cores.

A position is two numbers of 64 bits: the discs of the side to move, and those of its opponent; bit 0 is a1, bit 1 b1, bit 63 h8.
Arrays of `numpy.uint64` are read in place, and the results are new arrays. All functions take

- `threads`: up to 256, 0 for all cores,
- `progress`: called with the number of positions that are done, and the number of all, ten times a second at most.

Ctrl-C ends them. They raise ValueError if a square has discs of both sides or the arrays differ in length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _native
from ._names import Square
from ._native import Board, Stop
from ._results import Limit

if TYPE_CHECKING:
    from ._engine import Engine

Boards: TypeAlias = npt.NDArray[np.uint64]
Progress: TypeAlias = Callable[[int, int], object]

ESTIMATE, EXACT, AT_LEAST, AT_MOST = range(4)
"""The kinds of scores in `Analyses.kinds`."""
NO_MOVE = -1
"""The move of a position where the side to move must pass or the game is over."""


@dataclass(frozen=True)
class _Job:
    """How a batch runs, as the extension module reads it."""

    threads: int
    progress: Progress | None
    stop: Stop


def _arrays(own: npt.ArrayLike, opp: npt.ArrayLike) -> tuple[Boards, Boards]:
    return np.ascontiguousarray(own, np.uint64), np.ascontiguousarray(opp, np.uint64)


def _native_engine(engine: Engine | None) -> _native.NativeEngine | None:
    return None if engine is None else engine._native


def evaluate(
    own: npt.ArrayLike, opp: npt.ArrayLike, *, engine: Engine | None = None, threads: int = 0, progress: Progress | None = None
) -> npt.NDArray[np.float32]:
    """The static evaluations for the side to move in discs, with the weights of an engine."""
    own, opp = _arrays(own, opp)
    out = np.empty(own.shape, np.float32)
    _native.evaluate_batch((own, opp), out, _native_engine(engine), _Job(threads, progress, Stop()))
    return out


def legal_moves(own: npt.ArrayLike, opp: npt.ArrayLike, *, threads: int = 0, progress: Progress | None = None) -> Boards:
    """The squares where the side to move may play, a bit for each."""
    own, opp = _arrays(own, opp)
    out = np.empty(own.shape, np.uint64)
    _native.legal_batch((own, opp), out, _Job(threads, progress, Stop()))
    return out


def symmetries(
    own: npt.ArrayLike, opp: npt.ArrayLike, *, threads: int = 0, progress: Progress | None = None
) -> tuple[Boards, Boards]:
    """The eight rotations and mirror images of each position, itself among them: arrays with one more axis of length 8."""
    own, opp = _arrays(own, opp)
    out = np.empty((*own.shape, 8, 2), np.uint64)
    _native.symmetries_batch((own, opp), out, _Job(threads, progress, Stop()))
    return out[..., 0], out[..., 1]


def planes(own: npt.ArrayLike, opp: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """The discs as planes for a network: arrays with axes of length 2 (own, opposing), 8 (rows) and 8 (columns), 1 for a disc."""
    boards = np.stack(_arrays(own, opp), axis=-1).astype("<u8")
    bits = np.unpackbits(boards[..., None].view(np.uint8), axis=-1, bitorder="little")
    return bits.reshape(*boards.shape, 8, 8)


FEATURES = _native.feature_count()
"""The number of instances of patterns."""


def patterns() -> list[list[Square]]:
    """The squares of each instance, in the order of `features`; the first is the lowest digit. Rotations and mirror images of a
    pattern stand side by side, and can share weights."""
    single = features(np.left_shift(np.uint64(1), np.arange(64, dtype=np.uint64)), np.zeros(64, np.uint64))
    return [[Square(int(square)) for square in np.argsort(column) if column[square]] for column in single.T]


def features(
    own: npt.ArrayLike, opp: npt.ArrayLike, *, threads: int = 0, progress: Progress | None = None
) -> npt.NDArray[np.uint16]:
    """The content of each instance of the patterns of the evaluation, for people who train: arrays with one more axis of length
    `FEATURES`.

    The content is a number in base three: a square counts 0 if it is empty, 1 with a disc of the side to move, 2 with one of the
    opponent.
    """
    own, opp = _arrays(own, opp)
    out = np.empty((*own.shape, FEATURES), np.uint16)
    _native.features_batch((own, opp), out, _Job(threads, progress, Stop()))
    return out


def random_positions(
    count: int, *, empties: int | tuple[int, int], seed: int, threads: int = 0, progress: Progress | None = None
) -> tuple[Boards, Boards]:
    """Positions after random legal moves from the start. The game is not over in them, and the side to move may have to pass.

    Args:
        count: the number of positions.
        empties: the number of empty squares, 0 to 60, or the least and the greatest number.
        seed: the same seed gives the same positions, whatever the number of threads.
    """
    bounds = (empties, empties) if isinstance(empties, int) else empties
    out = np.empty((count, 2), np.uint64)
    _native.random_batch(bounds, seed, count, out, _Job(threads, progress, Stop()))
    return np.ascontiguousarray(out[:, 0]), np.ascontiguousarray(out[:, 1])


def solve(
    own: npt.ArrayLike,
    opp: npt.ArrayLike,
    *,
    engine: Engine | None = None,
    hash: int = 16,
    threads: int = 0,
    progress: Progress | None = None,
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
    """The exact scores in discs for the side to move, and the square of a best move of each position, or `NO_MOVE`.

    Args:
        hash: MiB of the transposition table of each thread.
    """
    own, opp = _arrays(own, opp)
    out = np.empty((*own.shape, 2), np.int8)
    _native.solve_batch((own, opp), out, _native_engine(engine), hash, _Job(threads, progress, Stop()))
    return out[..., 0], out[..., 1]


@dataclass(frozen=True)
class Analyses:
    """The results of searches, an element for each position."""

    scores: npt.NDArray[np.float32]
    """For the side to move, in discs."""
    moves: npt.NDArray[np.int8]
    """The squares of the best moves, or `NO_MOVE`."""
    depths: npt.NDArray[np.int8]
    """The plies of an estimate."""
    confidences: npt.NDArray[np.int8]
    """The confidence of the forward pruning of an estimate, in percent."""
    kinds: npt.NDArray[np.int8]
    """`ESTIMATE`, `EXACT`, `AT_LEAST` or `AT_MOST`."""


def analyse(
    own: npt.ArrayLike,
    opp: npt.ArrayLike,
    limit: Limit = Limit(),
    *,
    engine: Engine | None = None,
    hash: int = 16,
    threads: int = 0,
    progress: Progress | None = None,
) -> Analyses:
    """Searches each position, each by one thread.

    Args:
        limit: what ends the search of a position.
        hash: MiB of the transposition table of each thread.
    """
    own, opp = _arrays(own, opp)
    out = np.empty((*own.shape, 5), np.float32)
    _native.analyse_batch((own, opp), out, _native_engine(engine), limit, hash, _Job(threads, progress, Stop()))
    scores, moves, depths, confidences, kinds = (out[..., column] for column in range(5))
    return Analyses(scores, *(column.astype(np.int8) for column in (moves, depths, confidences, kinds)))


def to_boards(own: npt.ArrayLike, opp: npt.ArrayLike) -> list[Board]:
    """The boards of arrays, black to move."""
    own, opp = _arrays(own, opp)
    return [Board.from_bitboards(*pair) for pair in zip(own.ravel().tolist(), opp.ravel().tolist(), strict=True)]


def from_boards(boards: Iterable[Board]) -> tuple[Boards, Boards]:
    """The arrays of boards."""
    pairs = [(board.own, board.opp) for board in boards]
    array = np.array(pairs, np.uint64).reshape(-1, 2)
    return np.ascontiguousarray(array[:, 0]), np.ascontiguousarray(array[:, 1])
