"""The response time of `ping` and `stop` while all threads search."""

import random
import time
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import NamedTuple

import psutil

from lab.attack.part import MAX_FAULTS, PartResult, PartTask, fresh_folder
from lab.attack.program import Session, Violation
from lab.attack.random_lines import SQUARES_AT_START, game, ggf
from lab.notation import transcript

LIMIT = 50.0
"""Milliseconds: 99.9 % of the answers must be faster on an idle machine."""
MIN_ANSWERS = 1000
"""Number of answers from which on the limit applies."""
STEP = 200
"""Answers of a step: one program, one kind of question."""
MAX_DELAY = 0.04
"""Seconds between a request and the question at most."""
SHARES = (50.0, 90.0, 99.0, 99.9)
"""The percentiles that are reported."""


class Question(NamedTuple):
    """A line that must be answered at once, also during a search."""

    name: str
    arguments: tuple[str, ...]
    terminal: bool
    text: str
    """The line, with the number that the answer repeats."""
    answer: str
    """The line of the answer or, at a terminal, a part of it."""


PING = Question("ping", ("nboard", "--level", "60", "--hash", "64", "--book", "0"), False, "ping {}", "pong {}")
# At a terminal the end of a search prints nothing; the answer to the next line follows it.
STOP = Question("stop", ("console", "--level", "60", "--hash", "64", "--book", "0"), True, "stop\nafter-stop-{}", '"after-stop-{}"')
QUESTIONS = (PING, STOP)


def load(question: Question, chance: random.Random) -> bytes:
    """Lines that make the program search, deep and on all threads."""
    moves = game(chance)[:50]
    if question.terminal:
        search = chance.choice(["go", "hint 4", "hint 64", "solve", "analyze"])
        played = f"{transcript(moves)}\n" if moves else ""
        return f"new\n{played}{search}\n".encode()
    search = chance.choice(["go", "hint 4", "hint 64", "analyze"])
    board = ggf(moves) if moves else f"(;GM[Othello]TY[8]BO[8 {SQUARES_AT_START} *];)"
    return f"set game {board}\n{chance.choice(['', 'set depth 60', 'move d6'])}\n{search}\n".encode()


def measure(question: Question, program: Path, threads: int, chance: random.Random, count: int) -> list[float]:
    """The response times of `count` answers, in milliseconds. Violation."""
    waits: list[float] = []
    command: list[str | Path] = [program, *question.arguments, "--threads", str(threads)]
    with fresh_folder() as folder, Session(command, cwd=folder, terminal=question.terminal) as session:
        ask(session, question, 0)  # the program has started after this answer
        for number in range(1, count + 1):
            session.send(load(question, chance))
            time.sleep(chance.random() * MAX_DELAY)
            waits.append(ask(session, question, number))
        session.quit()
    return waits


def ask(session: Session, question: Question, number: int) -> float:
    """Sends a question; the milliseconds until the answer. Violation."""
    answer = question.answer.format(number)
    asked = time.monotonic()
    session.ask(question.text.format(number), lambda line: answer in line if question.terminal else line == answer)
    return 1000 * (time.monotonic() - asked)


def percentile(waits: Sequence[float], share: float) -> float:
    """The wait that this share of them, in per cent, does not exceed."""
    ordered = sorted(waits)
    return ordered[max(0, -int(-len(ordered) * share // 100) - 1)]


def figures(name: str, waits: Sequence[float]) -> dict[str, float]:
    """The percentiles of the waits, and the longest one."""
    found = {f"{name}: p{share:g}, ms": percentile(waits, share) for share in SHARES}
    return {**found, f"{name}: longest, ms": max(waits), f"{name}: answers": len(waits)}


def too_late(name: str, waits: Sequence[float], others: float) -> str | None:
    """A fault if the answers are too slow; `others` is the share of the processor that other programs used before."""
    late = percentile(waits, 99.9)
    if len(waits) < MIN_ANSWERS or late <= LIMIT:
        return None
    return (
        f"{name} under load: 99.9 % of {len(waits)} answers take up to {late:.1f} ms, the limit is {LIMIT:g} ms"
        f" (before, other programs used {others:.0f} % of the processor); repeat with: scripts/attack --part latency --minutes 10"
    )


def run(task: PartTask) -> Generator[PartResult, None, None]:
    """Measures both questions in turn until the end of the time, then checks the percentiles."""
    end = time.monotonic() + task.seconds
    others = psutil.cpu_percent(interval=1.0)
    threads = psutil.cpu_count() or 1
    waits: dict[str, list[float]] = {question.name: [] for question in QUESTIONS}
    number = faults = 0
    while (number < len(QUESTIONS) or time.monotonic() < end) and faults < MAX_FAULTS:
        question = QUESTIONS[number % len(QUESTIONS)]
        began = time.monotonic()
        found: tuple[str, ...] = ()
        try:
            waits[question.name] += measure(question, task.program, threads, random.Random(task.seed + number), STEP)
        except Violation as violation:
            found = (f"{question.name}: {violation}; repeat with: scripts/attack --part latency --seed {task.seed + number}",)
            faults += 1
        seconds = time.monotonic() - began
        shown = figures(question.name, waits[question.name]) if waits[question.name] else {}
        yield PartResult("latency", seconds, executions=STEP, faults=found, figures={"other programs before, %": others, **shown})
        number += 1
    late = [too_late(name, found, others) for name, found in waits.items() if found]
    yield PartResult("latency", faults=tuple(fault for fault in late if fault))
