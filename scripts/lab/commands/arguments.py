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
from lab.variants import read


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
    """The conditions. ValueError if the solver does not exist, or for options that do not fit the variant; OSError."""
    variant = _variant(given)
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
        variant=variant,
    )


def _variant(given: argparse.Namespace) -> str:
    """The rules in words; empty for Othello."""
    try:
        words = read(given.variant) if given.variant else ""
    except ValueError as error:
        raise ValueError(f"--variant: {error}") from None
    if not words and given.opening_plies:
        raise ValueError("--opening-plies needs --variant: the openings of Othello are those of --openings")
    if words and given.openings:
        raise ValueError("--openings has games of Othello: the openings of --variant are random, see --opening-plies")
    if words and given.adjudicate:
        raise ValueError("--adjudicate solves Othello only: games of --variant are played to the end")
    return words
