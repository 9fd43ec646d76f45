"""The comparison of the program's results with an independent search, in tests/oracle.rs."""

from __future__ import annotations

import time
from collections.abc import Generator

from lab.attack.command import Ran
from lab.attack.command import run as run_command
from lab.attack.result import PartResult
from lab.attack.work import MAX_FAULTS, PartTask
from lab.bootstrap import ROOT
from lab.records import Record, from_json

TEST = ROOT / "tests" / "oracle.rs"
STEP = 300.0
"""Seconds of a step at most: an interruption loses no more."""
MARK = "oracle: "
"""The beginning of the line with the result."""
SEEDS = 1_000_000
"""Number of seeds of a step: the test uses consecutive seeds."""


class OracleResult(Record, frozen=True):
    """The result of the test."""

    positions: int
    comparisons: int
    faults: tuple[str, ...] = ()


def run(task: PartTask) -> Generator[PartResult, None, None]:
    """Runs the long form of the test, each step with another seed."""
    if not TEST.exists():
        yield PartResult("oracle", notes=("skipped: tests/oracle.rs is missing",))
        return
    end = time.monotonic() + task.seconds
    number = faults = 0
    while (number == 0 or time.monotonic() + 1 < end) and faults < MAX_FAULTS:
        began = time.monotonic()
        seconds = max(1, round(min(STEP, end - began)))
        seed = task.seed + number * SEEDS
        environment = {
            "EMILIA_ORACLE_SECONDS": str(seconds),
            "EMILIA_ORACLE_SEED": str(seed),
            "EMILIA_BINARY": str(task.program),
        }
        words = ["cargo", "test", "--release", "--test", "all", "oracle::the_long_form", "--", "--nocapture"]
        ran = run_command(words, seconds, environment)
        again = f"EMILIA_ORACLE_SECONDS={seconds} EMILIA_ORACLE_SEED={seed} {' '.join(words)}"
        step = judge(ran, again, time.monotonic() - began)
        yield step
        faults += len(step.faults)
        number += 1


def judge(ran: Ran, again: str, seconds: float) -> PartResult:
    """The result of one run of the test; `again` is the command that repeats it."""
    results = [line.partition(MARK)[2] for line in ran.output.splitlines() if MARK in line]
    try:
        found = from_json(OracleResult, results[-1])
    except (IndexError, ValueError):
        how = "took too long" if ran.code is None else f"ended with code {ran.code} and without a result"
        return PartResult("oracle", seconds, faults=(f"the test {how}: {ran.last_lines()}; repeat with: {again}",))
    faults = found.faults
    if ran.code != 0 and not faults:
        faults = (f"the test ended with code {ran.code}: {ran.last_lines()}; repeat with: {again}",)
    return PartResult("oracle", seconds, positions=found.positions, comparisons=found.comparisons, faults=faults)
