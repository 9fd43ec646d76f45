"""A contest of fakes, to be played in a process that is interrupted."""

import itertools
import os
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
    """So many pairs."""
    ordered = matchups.tasks([Matchup(fake_player.A, fake_player.B)], shuffled(OPENINGS, 1), Conditions())
    return list(itertools.islice(ordered, number))


class NullObserver:
    """A watcher that does not look."""

    def began(self, task: Task) -> None:
        """Passed over."""

    def finished(self, game: Game) -> None:
        """Passed over."""

    def counted(self, pair: Pair, games: object) -> None:
        """Passed over."""

    def accident(self, task: Task, reason: str, final: bool) -> None:
        """Passed over."""


def run(path: Path, number: int) -> None:
    """Plays so many pairs into this file, or goes on. All processes that this one starts have FAMILY in their environment."""
    os.environ[FAMILY] = "1"
    with Journal(path, SETTINGS, Run(""), resume=True) as journal:
        play(tasks(number), Local(2), journal, NullObserver(), work=fake_player.play_slowly)
