"""Work functions without engines: results from a seed, and the failures of worker processes.

Its functions go from a task to its games as `lab.play.play_games` does, and are found by workers in other processes.
"""

import hashlib
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from lab.engines.process import guarded
from lab.records import Conditions, Engine, Game, Limit, Move, Task

A = Engine("A", ("a",), "gtp", Limit(level=1))
B = Engine("B", ("b",), "gtp", Limit(level=1))


def task(number: int, opening: str = "f5d6", event: str = "") -> Task:
    return Task(number, opening, A, B, Conditions(), event)


def place() -> str:
    return f"here:{os.getpid()}"


def play(task: Task) -> Iterator[Game]:
    """Games whose scores depend on the pair alone."""
    for half in task.halves:
        black, white = (task.first, task.second) if half == 0 else (task.second, task.first)
        seed = f"{task.number} {half} {task.opening} {black.name} {white.name}"
        score = 2 * random.Random(hashlib.sha256(seed.encode()).digest()).randint(-32, 32)
        moves = (*(Move(task.opening[at : at + 2]) for at in range(0, len(task.opening), 2)), Move("c3", 0.01, 1000, score / 2))
        yield Game(
            task.number, half, task.opening, black.name, white.name, moves, score, event=task.event, place=place()
        )  # fmt: skip


def play_slowly(task: Task) -> Iterator[Game]:
    """The same, some milliseconds later, with an engine that stays alive until it is killed."""
    engine = subprocess.Popen(guarded(["sleep", "600"]))
    for game in play(task):
        time.sleep(0.01)
        yield game
    engine.terminate()
    engine.wait()


def play_or_wait(task: Task) -> Iterator[Game]:
    """The same, but pair 1 waits for the file named by its event."""
    while task.number == 1 and not Path(task.event).exists():
        time.sleep(0.01)
    yield from play(task)


def hang_once(task: Task) -> Iterator[Game]:
    """Plays with an engine. Creates the file named by the pair's event and hangs after the first game, unless the file exists."""
    engine = subprocess.Popen(guarded(["sleep", "600"]))
    for game in play(task):
        yield game
        if not Path(task.event).exists():
            Path(task.event).touch()
            time.sleep(600)
    engine.terminate()
    engine.wait()


def die_once(task: Task) -> Iterator[Game]:
    """Kills its process between the games of pair 2 unless it did so before; the file named by the pair's event records that."""
    for game in play(task):
        yield game
        if task.number == 2 and not Path(task.event).exists():
            Path(task.event).touch()
            os.kill(os.getpid(), signal.SIGKILL)


def die_always(task: Task) -> Iterator[Game]:
    """Kills its process in pair 1."""
    if task.number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    yield from play(task)


def fail_always(task: Task) -> Iterator[Game]:
    """Raises an error in pair 1."""
    if task.number == 1:
        raise RuntimeError("the dog ate it")
    yield from play(task)


ATE = f"RuntimeError: the dog ate it (fake_player.py, line {fail_always.__code__.co_firstlineno + 3})"
