"""Kills and failing writes at every change of every file that the program and the lab write.

A case is run once to count the changes. Each further run kills the program at another change, or makes the change fail. Afterwards
all data reported as written must be in the files, and no file may be incomplete.
"""

import argparse
import random
import sys
import time
from collections.abc import Generator, Iterator
from pathlib import Path

from lab.attack import preload
from lab.attack.cases import CASES, Case
from lab.attack.part import MAX_FAULTS, PartResult, PartTask, fresh_folder
from lab.attack.preload import FAILURES, KILLS
from lab.bootstrap import PROGRAM


def run(task: PartTask) -> Generator[PartResult, None, None]:
    """First every point of the quick cases, then random points of all cases until the end of the time."""
    reason = preload.missing_requirement()
    if reason is not None:
        yield PartResult("faults", notes=(f"skipped: {reason}",))
        return
    end = time.monotonic() + task.seconds
    faults = 0
    with fresh_folder() as home:
        for case, at, action in plan(task, home):
            if time.monotonic() > end or faults >= MAX_FAULTS:
                return
            step = attack(case, at, action)
            yield step
            faults += len(step.faults)


def plan(task: PartTask, home: Path) -> Iterator[tuple[Case, int, str]]:
    """Runs without end: the case, the number of the change, and the action there."""
    chance = random.Random(task.seed)
    counted: list[tuple[Case, tuple[str, ...]]] = []
    for kind in CASES:
        folder = home / kind.__name__
        folder.mkdir()
        case = kind(task.program, folder)
        calls = count(case)
        counted.append((case, calls))
        if not case.is_slow:
            yield from ((case, at, action) for at, action in points(calls))
    while True:
        for case, calls in counted:
            # The end of a file has more kinds of changes than its middle.
            at = chance.randint(1, len(calls)) if chance.random() < 0.5 else len(calls) - chance.randrange(min(12, len(calls)))
            yield case, at, chance.choice(KILLS + FAILURES)


def points(calls: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Every change with every action. Half a write applies to writes only; of equal changes in a row only the first are used."""
    for at, call in enumerate(calls, 1):
        if calls[max(0, at - 5) : at - 1] == (call,) * 4:
            continue
        yield from ((at, action) for action in KILLS + FAILURES if action != "half" or call == "write")


def count(case: Case) -> tuple[str, ...]:
    """The changes of files of a run without faults."""
    with fresh_folder() as folder:
        case.prepare(folder)
        return preload.run(case.command(), folder, case.stdin).calls


def attack(case: Case, at: int, action: str) -> PartResult:
    """One run with a kill or a failure, and the conditions that are not met."""
    began = time.monotonic()
    with fresh_folder() as folder:
        case.prepare(folder)
        ran = preload.run(case.command(), folder, case.stdin, at, action)
        broken = list(case.broken(folder, ran, action))
    call = ran.calls[at - 1] if at <= len(ran.calls) else "none"
    place = f"{case.name}, {action} at change {at} ({call})"
    again = f"repeat with: PYTHONPATH=scripts .venv/bin/python -m lab.attack.faults {case.name!r} {at} {action}"
    return PartResult(
        "faults",
        seconds=time.monotonic() - began,
        executions=1,
        kills=int(action in KILLS),
        failing_writes=int(action in FAILURES),
        faults=tuple(f"{place}: {sentence}; {again}" for sentence in broken),
    )


def main() -> int:
    """One run: the case, the number of the change and the action are the arguments; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m lab.attack.faults", description="Attack one case at one change of a file.")
    parser.add_argument("case", choices=[kind.name for kind in CASES])
    parser.add_argument("at", type=int, help="the number of the change, from 1")
    parser.add_argument("action", choices=KILLS + FAILURES)
    parser.add_argument("--program", type=Path, default=PROGRAM, help="the program to attack (default: target/release/emilia)")
    given = parser.parse_args()
    with fresh_folder() as home:
        kind = next(kind for kind in CASES if kind.name == given.case)
        step = attack(kind(given.program.resolve(), home), given.at, given.action)
    for fault in step.faults:
        print(fault)
    return 1 if step.faults else 0


if __name__ == "__main__":
    sys.exit(main())
