"""A contest without engines, played in a process that the test interrupts."""

import itertools
import os
import signal
from pathlib import Path

import fake_player

from lab import matchups
from lab.contest import play, shuffled
from lab.journal import Journal, Run, Settings
from lab.matchups import Matchup
from lab.records import Conditions, Game, Task
from lab.scheduler.local import Local
from lab.statistics import Pair

OPENINGS = ["f5d6c3", "f5d6c4", "f5f6e6", "f5f4e3", "f5d6c5"]
SETTINGS = Settings("match", (fake_player.A, fake_player.B), Conditions(), seed=1)
FAMILY = "TEST_FAMILY"


def tasks(number: int) -> list[Task]:
    """This many pairs."""
    ordered = matchups.tasks([Matchup(fake_player.A, fake_player.B)], shuffled(OPENINGS, 1), Conditions())
    return list(itertools.islice(ordered, number))


class NullObserver:
    """An observer without effects."""

    def began(self, task: Task) -> None:
        """No effect."""

    def finished(self, game: Game) -> None:
        """No effect."""

    def counted(self, pair: Pair, games: object) -> None:
        """No effect."""

    def failed(self, task: Task, reason: str, final: bool) -> None:
        """No effect."""


def run(path: Path, number: int) -> None:
    """Plays this many pairs into this file, or continues it. All its processes have FAMILY in their environment."""
    os.environ[FAMILY] = "1"
    # A shell that runs the tests in the background makes its programs ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with Journal(path, SETTINGS, Run(""), resume=True) as journal:
        play(tasks(number), Local(2), journal, NullObserver(), play_task=fake_player.play_slowly)
