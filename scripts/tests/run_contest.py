"""A contest without engines, played in a process that the test interrupts."""

import itertools
import os
import signal
from pathlib import Path

import fake_player
from rich.console import Console

from lab.contest import Matchup, play, shuffled, tasks_of
from lab.display import Display
from lab.journal import Journal, Run, Settings
from lab.records import Conditions, Task
from lab.scheduler.local import Local

OPENINGS = ["f5d6c3", "f5d6c4", "f5f6e6", "f5f4e3", "f5d6c5"]
SETTINGS = Settings("match", (fake_player.A, fake_player.B), Conditions(), seed=1)
FAMILY = "TEST_FAMILY"


def tasks(number: int) -> list[Task]:
    ordered = tasks_of([Matchup(fake_player.A, fake_player.B)], shuffled(OPENINGS, 1), Conditions())
    return list(itertools.islice(ordered, number))


def run(path: Path, number: int) -> None:
    """Plays this many pairs into this file, or continues it. All its processes have FAMILY in their environment."""
    os.environ[FAMILY] = "1"
    # A shell that runs the tests in the background makes its programs ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    display = Display(Console(quiet=True), "", lambda pairs, width: [])
    with Journal(path, SETTINGS, Run(""), resume=True) as journal:
        play(tasks(number), Local(2), journal, display, play_task=fake_player.play_slowly)
