"""Exact scores of endings from a program that solves problems, such as `emilia solve`."""

from __future__ import annotations

import time

import msgspec

from lab.engines.failure import EngineError
from lab.engines.process import Process
from lab.rules import Position


class SolverError(Exception):
    """The solver did not return an exact score."""


class _Answer(msgspec.Struct):
    """The fields used of a line of `emilia solve --json`."""

    status: str
    score: int


def solve(board: Position, command: tuple[str, ...], timeout: float, cores: tuple[int, ...] = ()) -> int:
    """The exact score for the side to move, in discs. The timeout is in seconds.

    The command is started with `--json -`, reads the board in OBF, and answers in JSON as `emilia solve` does. SolverError if it
    fails or returns a score that is not exact.
    """
    deadline = time.monotonic() + timeout
    try:
        process = Process((*command, "--json", "-"), cores)
        try:
            process.send(board.text())
            process.close_input()
            line = process.read(deadline, board.text()).text
        finally:
            process.close()
        answer = msgspec.json.decode(line, type=_Answer)
    except (EngineError, msgspec.MsgspecError) as error:
        raise SolverError(f"the solver {' '.join(command)!r} failed: {error}") from None
    if answer.status != "exact":
        raise SolverError(f"the solver {' '.join(command)!r} returned no exact score: {line}")
    return answer.score
