"""The arguments that the scripts share, and the records made of them.

What is wrong with them is a ValueError that names the argument.
"""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path

import msgspec

from lab.bootstrap import ROOT
from lab.engines.describe import HELP as ENGINE_HELP
from lab.engines.describe import read_engines
from lab.records import Conditions, Engine, Limit

OPENINGS = ROOT / "data" / "openings.txt"
SOLVER = ROOT / "target" / "release" / "emilia"


def parser(name: str, description: str, epilog: str) -> argparse.ArgumentParser:
    """A parser that keeps the lines of its texts."""
    return argparse.ArgumentParser(
        prog=f"scripts/{name}", description=description, epilog=epilog, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def add_contest(to: argparse.ArgumentParser) -> None:
    """Everything that a contest of any kind takes."""
    _add_engines(to)
    _add_conditions(to)
    _add_running(to)


def _add_engines(to: argparse.ArgumentParser) -> None:
    """`--engine`, and the limit for those that name none."""
    group = to.add_argument_group("engines", ENGINE_HELP)
    group.add_argument("--engine", action="append", default=[], metavar="ENGINE", help="an engine; give this once for each")
    group = to.add_argument_group("limits for engines that name none of their own")
    group.add_argument("--level", type=natural, metavar="N", help="level, in the engine's own scale")
    group.add_argument("--depth", type=natural, metavar="N", help="plies")
    group.add_argument("--nodes", type=natural, metavar="N", help="positions a move")
    group.add_argument("--move-time", type=seconds, metavar="S", help="seconds a move")
    group.add_argument("--game-time", type=seconds, metavar="S", help="seconds a game")
    group.add_argument("--increment", type=seconds, default=0.0, metavar="S", help="seconds won with every move of a game")


def _add_conditions(to: argparse.ArgumentParser) -> None:
    """What holds for every game."""
    group = to.add_argument_group("conditions")
    normal = Conditions()
    group.add_argument(
        "--tolerance",
        type=seconds,
        default=normal.tolerance,
        metavar="S",
        help="seconds that a clock may be overstepped by (default: %(default)s)",
    )
    group.add_argument(
        "--patience",
        type=seconds,
        default=normal.patience,
        metavar="S",
        help="seconds after which an engine without a clock counts as hung (default: %(default)s)",
    )
    group.add_argument(
        "--adjudicate",
        type=natural,
        default=0,
        metavar="N",
        help="have endings from N empty squares solved (default: played out)",
    )
    group.add_argument("--solver", metavar="CMD", help="command of the solver (default: target/release/emilia solve)")
    group.add_argument(
        "--openings", type=Path, default=OPENINGS, metavar="FILE", help="a transcript a line (default: data/openings.txt)"
    )
    group.add_argument("--seed", type=int, default=1, metavar="N", help="decides the order of the openings (default: 1)")


def _add_running(to: argparse.ArgumentParser) -> None:
    """Where and how it is played, and where the results go."""
    group = to.add_argument_group("running")
    group.add_argument("--concurrency", type=natural, metavar="N", help="pairs played at a time (default: as the cores allow)")
    group.add_argument("--threads", type=natural, default=1, metavar="N", help="cores for each pair in play (default: 1)")
    group.add_argument("--cores", type=cores, metavar="LIST", help="the cores to use, such as 0-3,6 (default: all)")
    group.add_argument("--scheduler", metavar="ADDRESS", help="hand the pairs to the Dask cluster there, such as tcp://HOST:8786")
    group = to.add_argument_group("results")
    group.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="every game, as soon as it is over, as JSON Lines (default: a new file)",
    )
    group.add_argument("--resume", action="store_true", help="go on with the file of --out, if it is there")
    group.add_argument("--ggf", type=Path, metavar="FILE", help="the games as GGF, in the end")
    group.add_argument("--report", type=Path, metavar="FILE", help="a report as one HTML page, in the end")


def natural(text: str) -> int:
    """A whole number above 0."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 2**62:
        raise argparse.ArgumentTypeError(f"not a whole number above 0: {text!r}")
    return int(text)


def seconds(text: str) -> float:
    """A time, from 0 to a million seconds."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1e6:
        raise argparse.ArgumentTypeError(f"not a number of seconds: {text!r}")
    return value


def cores(text: str) -> tuple[int, ...]:
    """Numbers and ranges of cores, `0-3,6`; each must be there."""
    found: list[int] = []
    try:
        for part in text.split(","):
            first, dash, last = part.partition("-")
            found += range(int(first), int(last if dash else first) + 1)
    except ValueError:
        raise argparse.ArgumentTypeError(f"not a list of cores such as 0-3,6: {text!r}") from None
    absent = sorted(set(found) - os.sched_getaffinity(0))
    if absent or not found:
        raise argparse.ArgumentTypeError(f"no such core here: {absent[0] if absent else text}")
    return tuple(dict.fromkeys(found))


def engines(given: argparse.Namespace) -> tuple[Engine, ...]:
    """The engines; ValueError, or OSError for a file."""
    return read_engines(given.engine, msgspec.convert(given, Limit, from_attributes=True))


def pairs(given: argparse.Namespace) -> int:
    """How many pairs `--games` asks for; ValueError if it is odd."""
    number, odd = divmod(given.games, 2)
    if odd:
        raise ValueError(f"--games {given.games}: games come in pairs")
    return int(number)


def conditions(given: argparse.Namespace) -> Conditions:
    """The conditions; ValueError if there is no solver."""
    solver: tuple[str, ...] = ()
    if given.adjudicate:
        solver = tuple(shlex.split(given.solver)) if given.solver else (str(SOLVER), "solve")
        if not given.solver and not SOLVER.is_file():
            raise ValueError("--adjudicate needs the solver: `cargo build --release` makes it, or name one with --solver")
    return Conditions(tolerance=given.tolerance, patience=given.patience, solve_from=given.adjudicate, solver=solver)
