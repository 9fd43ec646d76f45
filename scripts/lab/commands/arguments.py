"""Records made of the options that contests share.

Errors are ValueErrors that name the option.
"""

from __future__ import annotations

import argparse
import shlex

import msgspec

from lab.bootstrap import PROGRAM
from lab.engines.describe import read_engines
from lab.records import Conditions, Engine, Limit


def engines(given: argparse.Namespace) -> tuple[Engine, ...]:
    """The engines. ValueError; OSError if a file cannot be read."""
    return read_engines(given.engine, msgspec.convert(given, Limit, from_attributes=True))


def pairs(given: argparse.Namespace) -> int:
    """The number of pairs for `--games`. ValueError if it is odd."""
    number, odd = divmod(given.games, 2)
    if odd:
        raise ValueError(f"--games must be even, got {given.games}: every opening is played twice")
    return int(number)


def conditions(given: argparse.Namespace) -> Conditions:
    """The conditions. ValueError if the solver does not exist."""
    solver: tuple[str, ...] = ()
    if given.adjudicate:
        solver = tuple(shlex.split(given.solver)) if given.solver else (str(PROGRAM), "solve")
        if not given.solver and not PROGRAM.is_file():
            raise ValueError("--adjudicate needs a solver: build it with `cargo build --release` or set --solver")
    return Conditions(
        tolerance=given.tolerance,
        timeout=given.timeout,
        solve_from=given.adjudicate,
        solver=solver,
        time_loss=given.time_loss,
    )
