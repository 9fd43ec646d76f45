"""Protocol stress test: sends valid lines, malformed lines and noise in every protocol as fast as the program reads them.

`python -m lab.attack.stress NAME --seed N --seconds S` repeats one run.
"""

import argparse
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lab.attack.exchange import Exchange
from lab.attack.part import MAX_FAULTS, PartResult, PartTask, fresh_folder
from lab.attack.program import Program, Violation
from lab.attack.random_lines import Language
from lab.attack.stress_input import STRESS_INPUTS
from lab.bootstrap import PROGRAM

MAX_STRESS_SECONDS = 120.0
"""Seconds. Each run starts a new program with new lines."""
MIN_STRESS_SECONDS = 3.0
SLOW = 64 * 1024
"""Bytes per second that a slow client reads."""


class Kind(NamedTuple):
    """A kind of stress run."""

    name: str
    language: Language
    arguments: tuple[str, ...]
    searches: float = 1.0
    """The share of searches, as a multiple of the normal share."""
    terminal: bool = False
    reading_rate: float | None = None
    """Bytes per second at which the output is read; None for as fast as it comes."""
    repeated: bytes = b""
    """The only line that is sent; empty for random ones."""


# GTP and scripted consoles answer in order, so their searches are short. Without searches much more text gets through.
PIPED: dict[str, tuple[Language, str, bytes]] = {
    "gtp": ("gtp", "gtp --level 60 --movetime 20 --hash 16", b"name\n"),
    "nboard": ("nboard", "nboard --level 60 --hash 64", b"nboard 2\n"),
    "ugi": ("ugi", "ugi --level 60 --hash 64", b"query result\n"),
    "uci": ("uci", "uci --level 60 --hash 64", b"isready\n"),
    "cassio": ("cassio", "cassio --movetime 10 --hash 16", b"ENGINE-PROTOCOL get-version\n"),
    "xboard": ("xboard", "xboard --level 60 --movetime 20 --hash 16", b"ping 1\n"),
    "script": ("console", "console --level 60 --movetime 10 --hash 16", b"version\n"),
    "json": ("json", "json --jobs 2 --hash 32", b"[]\n"),
}
"""Programs at a pipe: their protocol, their arguments, and the line that is sent to a program whose output is hardly read."""
TERMINAL = ("console", "--level", "60", "--hash", "64")


def kinds() -> Iterator[Kind]:
    """All kinds of runs."""
    for name, (language, words, repeated) in PIPED.items():
        arguments = tuple(words.split())
        yield Kind(name, language, arguments, searches=0.0)
        yield Kind(f"{name}-searching", language, arguments)
        yield Kind(f"{name}-unread", language, arguments, reading_rate=SLOW, repeated=repeated)
    yield Kind("terminal", "console", TERMINAL, searches=0.0, terminal=True)
    yield Kind("terminal-searching", "console", TERMINAL, searches=15.0, terminal=True)


KINDS = {kind.name: kind for kind in kinds()}
"""All kinds by name. "unread" are clients that send much faster than they read."""


def run_kind(kind: Kind, program: Path, seed: int, seconds: float) -> PartResult:
    """One run, in a folder that is removed afterwards."""
    began = time.monotonic()
    lines = STRESS_INPUTS[kind.language](kind.language, seed, kind.searches, kind.repeated)
    with fresh_folder() as folder, Program([program, *kind.arguments], cwd=folder, terminal=kind.terminal) as running:
        exchange = Exchange(running, lines, seed, kind.reading_rate)
        faults: tuple[str, ...] = ()
        try:
            exchange.run(seconds)
        except Violation as violation:
            last = b"".join(exchange.tail)[-200:]
            again = f"PYTHONPATH=scripts .venv/bin/python -m lab.attack.stress {kind.name} --seed {seed} --seconds {seconds:g}"
            again += "" if program == PROGRAM else f" --program {program}"
            faults = (f"{kind.name}: {violation}; the last output is {last!r}; repeat with: {again}",)
    return PartResult(
        "stress",
        seconds=time.monotonic() - began,
        executions=lines.lines,
        bytes=exchange.bytes_in,
        faults=faults,
        figures={
            f"{kind.name}: peak memory, MiB": exchange.peak_memory,
            f"{kind.name}: growth, MiB": max(0, exchange.peak_memory - exchange.start_memory),
        },
    )


def run(task: PartTask) -> Generator[PartResult, None, None]:
    """Runs all kinds in turn until the time is up, each at least once."""
    end = time.monotonic() + task.seconds
    length = round(min(MAX_STRESS_SECONDS, max(MIN_STRESS_SECONDS, task.seconds / len(KINDS))), 1)
    peaks: dict[str, float] = {}
    sent = dict.fromkeys(KINDS, 0)
    spent = dict.fromkeys(KINDS, 0.0)
    number = faults = 0
    while number < len(KINDS) or time.monotonic() + length / 2 < end:
        kind = list(KINDS.values())[number % len(KINDS)]
        result = run_kind(kind, task.program, task.seed + number, length)
        for name, value in result.figures.items():
            peaks[name] = max(peaks.get(name, 0.0), value)
        sent[kind.name] += result.bytes
        spent[kind.name] += result.seconds
        rates = {f"{kind.name}: kB/s": sent[kind.name] / spent[kind.name] / 1000}
        yield PartResult(
            "stress", result.seconds, result.executions, result.bytes, faults=result.faults, figures={**peaks, **rates}
        )
        number += 1
        faults += len(result.faults)
        if faults >= MAX_FAULTS:
            yield PartResult("stress", notes=(f"ended after {faults} faults",))
            return


def main(given: Sequence[str] | None = None) -> int:
    """Makes one run; exit code 1 if it found a fault."""
    parser = argparse.ArgumentParser(prog="python -m lab.attack.stress", description="Stress the program once.")
    parser.add_argument("kind", choices=list(KINDS), help="the kind of run")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    parser.add_argument("--seconds", type=float, default=10.0, help="seconds of sending (default: 10)")
    parser.add_argument("--program", type=Path, default=PROGRAM, help="the program (default: target/release/emilia)")
    read = parser.parse_args(given)
    result = run_kind(KINDS[read.kind], read.program.resolve(), read.seed, read.seconds)
    print(f"{result.executions} lines, {result.bytes} bytes in {result.seconds:.1f} s")
    for name, value in result.figures.items():
        print(f"{name}: {value:g}")
    for fault in result.faults:
        print(fault)
    return 1 if result.faults else 0


if __name__ == "__main__":
    sys.exit(main())
