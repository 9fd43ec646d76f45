"""Options that several scripts share. Imports the standard library only, so that `--help` works before `.venv` exists."""

import argparse
import os
from pathlib import Path

from lab.bootstrap import ROOT

TOLERANCE = 0.05
"""Seconds by which an engine may exceed its clock."""
TIMEOUT = 60.0
"""Seconds after which an engine without a clock counts as hung."""
FULL_LOSS = 64
"""Discs by which an engine loses after a fault."""
LEAST_LOSS = 2
"""The least loss on 64 squares, 31-33."""
OPENINGS = ROOT / "data" / "openings.txt"
ENGINE_HELP = """\
ENGINE is a TOML file, a command line, or words KEY=VALUE, such as
'name=Emilia command="emilia gtp" protocol=gtp level=10 options.threads=1'.
Keys: name, command, protocol (gtp, nboard or ugi), directory (working directory), level, depth, nodes, move_time, game_time,
increment (seconds), options.NAME, environment.NAME, commands (a line sent after the start, may be repeated), and words.KIND:
the command that sets an option, level, depth, nodes, move_time or game_time if the protocol has none, with {name} and {value};
empty if the engine needs no command. words.nodes_searched: the command that reports the nodes of the last move as a number
(default: emilia-nodes, if the engine lists it). words.variant: the command that sets the rules of --variant (default:
emilia-variant, if the engine lists it; boardsize for Othello on another square board). A TOML file has a table [[engine]] with
the same keys for each engine."""
EXIT_CODES = """\
exit codes: 0 all games were played, 1 a game could not be played or was lost by a fault (not by resigning), 2 misuse, 130 Ctrl-C"""
LIMITS = ("--level", "--depth", "--nodes", "--move-time", "--game-time")
"""Options that set a limit for engines without their own."""


def new_parser(name: str, description: str, epilog: str) -> argparse.ArgumentParser:
    """A parser that keeps the line breaks of its texts."""
    return argparse.ArgumentParser(
        prog=f"scripts/{name}", description=description, epilog=epilog, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def add_contest_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that every kind of contest takes."""
    _add_engines(parser)
    _add_conditions(parser)
    _add_running(parser)
    _add_results(parser)


def _add_engines(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("engines", ENGINE_HELP)
    group.add_argument("--engine", action="append", default=[], metavar="ENGINE", help="an engine; repeat it for each engine")
    group = parser.add_argument_group("limits for engines that set none themselves")
    group.add_argument("--level", type=natural, metavar="N", help="level, in the engine's own scale")
    group.add_argument("--depth", type=natural, metavar="N", help="plies")
    group.add_argument("--nodes", type=natural, metavar="N", help="nodes per move")
    group.add_argument("--move-time", type=seconds, metavar="S", help="seconds per move")
    group.add_argument("--game-time", type=seconds, metavar="S", help="seconds per game")
    group.add_argument("--increment", type=seconds, default=0.0, metavar="S", help="seconds added after each move")


def _add_conditions(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("conditions")
    add = group.add_argument
    add("--tolerance", type=seconds, default=TOLERANCE, metavar="S", help="seconds allowed beyond a clock (default: %(default)s)")
    add(
        "--timeout",
        type=seconds,
        default=TIMEOUT,
        metavar="S",
        help="seconds after which an engine without a clock counts as hung (default: %(default)s)",
    )
    add(
        "--time-loss",
        type=int,
        choices=(LEAST_LOSS, FULL_LOSS),
        default=FULL_LOSS,
        help="discs by which a game is lost on time; 2 is the least loss, as in the rules of tournaments (default: %(default)s)",
    )
    add("--adjudicate", type=natural, default=0, metavar="N", help="score games by a solver from N empty squares (default: off)")
    add(
        "--agreed",
        type=natural,
        default=0,
        metavar="N",
        help="end games after N moves in a row with one exact score (default: off)",
    )
    add("--solver", metavar="CMD", help="command of the solver (default: target/release/emilia solve)")
    add("--openings", type=Path, metavar="FILE", help="one transcript per line (default: data/openings.txt)")
    add("--seed", type=int, default=1, metavar="N", help="random seed of the openings and their order (default: 1)")
    add(
        "--variant",
        metavar="RULES",
        help="play a variant: a name, words such as '6x6 anti', or a file with a picture of the board (docs/variants.md)",
    )
    add(
        "--opening-plies",
        type=natural,
        metavar="N",
        help="random moves of an opening of a variant (default: 6, fewer on small boards)",
    )


def _add_running(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("running")
    group.add_argument("--concurrency", type=natural, metavar="N", help="pairs played at a time (default: cores / threads)")
    group.add_argument("--threads", type=natural, default=1, metavar="N", help="cores for each pair (default: 1)")
    group.add_argument("--cores", type=cores, metavar="LIST", help="the cores to use, such as 0-3,6 (default: all)")
    group.add_argument("--scheduler", metavar="ADDRESS", help="play on the Dask cluster at this address, such as tcp://HOST:8786")


def _add_results(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("results")
    add = group.add_argument
    add("--out", type=Path, metavar="FILE", help="JSON Lines file, one line per finished game (default: a new file)")
    add("--resume", action="store_true", help="continue the file of --out if it exists")
    add("--ggf", type=Path, metavar="FILE", help="write the games as GGF at the end")
    add("--pgn", type=Path, metavar="FILE", help="write the games as PGN at the end, for programs that rate players")
    add("--report", type=Path, metavar="FILE", help="write a report as one HTML page at the end")


def natural(text: str) -> int:
    """A whole number above 0."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 2**62:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, got {text!r}")
    return int(text)


def seconds(text: str) -> float:
    """A time, from 0 to a million seconds."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1e6:
        raise argparse.ArgumentTypeError(f"expected seconds from 0 to 1000000, got {text!r}")
    return value


def cores(text: str) -> tuple[int, ...]:
    """Numbers and ranges of cores, `0-3,6`, all of which this process may use."""
    found: list[int] = []
    try:
        for part in text.split(","):
            first, dash, last = part.partition("-")
            found += range(int(first), int(last if dash else first) + 1)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a list of cores such as 0-3,6, got {text!r}") from None
    missing = sorted(set(found) - os.sched_getaffinity(0))
    if missing or not found:
        raise argparse.ArgumentTypeError(f"this machine has no core {missing[0] if missing else text}")
    return tuple(dict.fromkeys(found))


def has_limit(arguments: list[str]) -> bool:
    """Whether these arguments set a limit for the engines."""
    return any(argument.split("=")[0] in LIMITS for argument in arguments)
