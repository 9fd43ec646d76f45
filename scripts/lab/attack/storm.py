"""The protocol storm: floods the program with valid lines, spoilt lines and noise, in all its protocols.

`python -m lab.attack.storm NAME --seed N --seconds S` runs one flood again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import NamedTuple

from lab.attack.exchange import Exchange
from lab.attack.flood import FLOODS
from lab.attack.fuzz import Language
from lab.attack.program import Program, Violation
from lab.attack.tally import Tally
from lab.attack.work import MOST_FAULTS, PROGRAM, Work, fresh_folder

LONGEST_FLOOD = 120.0
"""Seconds. A flood starts a new program with new lines."""
SHORTEST_FLOOD = 3.0
SLOW = 64 * 1024
"""Bytes per second that a slow reader takes."""


class Kind(NamedTuple):
    """A way to flood the program."""

    name: str
    language: Language
    arguments: tuple[str, ...]
    searches: float = 1.0
    """The share of searches, in multiples of the normal one."""
    terminal: bool = False
    reading_rate: float | None = None
    """Bytes per second at which the output is read; None for as fast as it comes."""
    repeated: bytes = b""
    """The only line that is sent; empty for random ones."""


# GTP and scripts wait for every answer, so searches are short there, and without them much more text gets through.
GTP = ("gtp", "--level", "60", "--movetime", "20", "--hash", "16")
SCRIPT = ("console", "--level", "60", "--movetime", "10", "--hash", "16")
NBOARD = ("nboard", "--level", "60", "--hash", "64")
TERMINAL = ("console", "--level", "60", "--hash", "64")
KINDS = {
    kind.name: kind
    for kind in (
        Kind("gtp", "gtp", GTP, searches=0.0),
        Kind("gtp-searching", "gtp", GTP),
        Kind("gtp-unread", "gtp", GTP, reading_rate=SLOW, repeated=b"name\n"),
        Kind("nboard", "nboard", NBOARD, searches=0.0),
        Kind("nboard-searching", "nboard", NBOARD),
        Kind("nboard-unread", "nboard", NBOARD, reading_rate=SLOW, repeated=b"nboard 2\n"),
        Kind("script", "console", SCRIPT, searches=0.0),
        Kind("script-searching", "console", SCRIPT),
        Kind("script-unread", "console", SCRIPT, reading_rate=SLOW, repeated=b"version\n"),
        Kind("terminal", "console", TERMINAL, searches=0.0, terminal=True),
        Kind("terminal-searching", "console", TERMINAL, searches=15.0, terminal=True),
    )
}
"""All floods by name. "unread" are clients that send much faster than they read."""


def flood(kind: Kind, program: Path, seed: int, seconds: float) -> Tally:
    """Floods the program once, in a folder that is removed afterwards."""
    began = time.monotonic()
    lines = FLOODS[kind.language](kind.language, seed, kind.searches, kind.repeated)
    with fresh_folder() as folder, Program([program, *kind.arguments], cwd=folder, terminal=kind.terminal) as running:
        exchange = Exchange(running, lines, seed, kind.reading_rate)
        faults: tuple[str, ...] = ()
        try:
            exchange.run(seconds)
        except Violation as violation:
            last = b"".join(exchange.tail)[-200:]
            again = f"PYTHONPATH=scripts .venv/bin/python -m lab.attack.storm {kind.name} --seed {seed} --seconds {seconds:g}"
            again += "" if program == PROGRAM else f" --program {program}"
            faults = (f"{kind.name}: {violation}; the last output is {last!r}; repeat with: {again}",)
    return Tally(
        "storm",
        seconds=time.monotonic() - began,
        executions=lines.lines,
        bytes=exchange.bytes_in,
        faults=faults,
        figures={
            f"{kind.name}: peak memory, MiB": exchange.peak_memory,
            f"{kind.name}: growth, MiB": max(0, exchange.peak_memory - exchange.start_memory),
        },
    )


def run(work: Work) -> Generator[Tally, None, None]:
    """Floods of all kinds in turn until the time is over, each kind at least once."""
    end = time.monotonic() + work.seconds
    length = round(min(LONGEST_FLOOD, max(SHORTEST_FLOOD, work.seconds / len(KINDS))), 1)
    peaks: dict[str, float] = {}
    sent = dict.fromkeys(KINDS, 0)
    spent = dict.fromkeys(KINDS, 0.0)
    number = faults = 0
    while number < len(KINDS) or time.monotonic() + length / 2 < end:
        kind = list(KINDS.values())[number % len(KINDS)]
        tally = flood(kind, work.program, work.seed + number, length)
        for name, value in tally.figures.items():
            peaks[name] = max(peaks.get(name, 0.0), value)
        sent[kind.name] += tally.bytes
        spent[kind.name] += tally.seconds
        rates = {f"{kind.name}: kB/s": sent[kind.name] / spent[kind.name] / 1000}
        yield Tally("storm", tally.seconds, tally.executions, tally.bytes, faults=tally.faults, figures={**peaks, **rates})
        number += 1
        faults += len(tally.faults)
        if faults >= MOST_FAULTS:
            yield Tally("storm", notes=(f"ended after {faults} faults",))
            return


def main(given: Sequence[str] | None = None) -> int:
    """Runs one flood; exit code 1 if it found a fault."""
    parser = argparse.ArgumentParser(prog="python -m lab.attack.storm", description="Flood the program once.")
    parser.add_argument("kind", choices=list(KINDS), help="how the program is flooded")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long lines are sent (default: 10)")
    parser.add_argument("--program", type=Path, default=PROGRAM, help="the program (default: target/release/emilia)")
    read = parser.parse_args(given)
    tally = flood(KINDS[read.kind], read.program.resolve(), read.seed, read.seconds)
    print(f"{tally.executions} lines, {tally.bytes} bytes in {tally.seconds:.1f} s")
    for name, value in tally.figures.items():
        print(f"{name}: {value:g}")
    for fault in tally.faults:
        print(fault)
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
