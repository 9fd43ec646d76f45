"""Exact scores of endings from a program that solves problems, such as `emilia solve`."""

from __future__ import annotations

import time

import msgspec

from lab.engines.failure import EngineError
from lab.engines.process import Process
from lab.rules import Board


class SolverError(Exception):
    """The solver did not say what an ending is worth."""


class _Answer(msgspec.Struct):
    """What is read of a line of `emilia solve --json`."""

    status: str
    score: int


def solve(board: Board, command: tuple[str, ...], patience: float, cores: tuple[int, ...] = ()) -> int:
    """The proved score for the side to move, in discs, within so many seconds.

    The command is started with `--json -`, gets the board as OBF on its input, and answers in JSON as `emilia solve` does.
    SolverError if it does not, or claims less than a proof.
    """
    deadline = time.monotonic() + patience
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
        raise SolverError(f"the solver {' '.join(command)!r} proved nothing: {line}")
    return answer.score
