"""Pairs asked for, played, kept and watched until somebody says enough.

Whoever watches, and whoever may say enough, sees the pairs in the order in which they were asked for, not in that in which they
happen to end. So a contest of engines that always play the same has the same result at any concurrency, and after any interruption.
"""

from __future__ import annotations

import itertools
import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from lab.journal import End, Journal
from lab.records import Game, Task
from lab.scheduler import Event, Failure, Result, Scheduler, Started
from lab.statistics import Pair, pair_up
from lab.work import play_pair

Work = Callable[[Task], Iterable[Game]]
StopRule = Callable[[Pair], str | None]
"""Called once for every pair, in the order of the tasks; why the contest is over, or None."""

PATIENCE = 3
"""So many pairs given up one after the other end the contest: something is wrong that more pairs will not cure."""


class ContestError(Exception):
    """The contest cannot go on."""


class Observer(Protocol):
    """Somebody who is told what happens."""

    def began(self, task: Task) -> None:
        """A pair is being played; said again if it has to be tried again."""

    def finished(self, game: Game) -> None:
        """A game is over and on disk."""

    def counted(self, pair: Pair, games: Sequence[Game]) -> None:
        """Both games of the next pair in order are there, now or since an earlier run."""

    def accident(self, task: Task, reason: str, final: bool) -> None:
        """A pair could not be played, and is given up or tried again."""


@dataclass
class Outcome:
    """How a contest went."""

    pairs: list[Pair] = field(default_factory=list)
    """Those that count, in the order of the tasks."""
    games: list[Game] = field(default_factory=list)
    """Theirs, in the same order."""
    given_up: dict[int, str] = field(default_factory=dict)
    """Why, by the number of the task."""
    reason: str | None = None
    """What the stop rule said; None if there were no more tasks."""


def never(_: Pair) -> None:
    """The stop rule of a contest that is over when its tasks are."""


def shuffled(openings: Sequence[str], seed: int) -> Iterator[str]:
    """Openings without end, each once before any repeats, in an order that the seed decides anew for every round."""
    distinct = list(dict.fromkeys(openings))
    for lap in itertools.count():
        yield from random.Random(f"{seed} {lap}").sample(distinct, len(distinct))


def play(
    tasks: Iterable[Task],
    scheduler: Scheduler,
    journal: Journal,
    watcher: Observer,
    stop: StopRule = never,
    work: Work = play_pair,
) -> Outcome:
    """Plays all games of these tasks that are not in the journal, until there are no more or the stop rule has a reason.

    A journal that has its end already is only counted. SchedulerError, ContestError, OSError from the journal.
    """
    if journal.contents.end is not None:
        tasks = _kept(tasks, journal, journal.contents.end)
    course = _ContestRun(journal, watcher, stop)
    with closing(scheduler.run(work, course.wanted(tasks))) as events:
        for event in events:
            course.hear(event)
            if course.outcome.reason is not None:
                break
    if course.outcome.reason is not None:
        journal.end(End(course.outcome.pairs[-1].number + 1, course.outcome.reason))
    return course.outcome


def _kept(tasks: Iterable[Task], journal: Journal, end: End) -> Iterator[Task]:
    """The tasks before the end whose games are all there."""
    before = itertools.takewhile(lambda task: task.number < end.tasks, tasks)
    return (task for task in before if all((task.number, half) in journal.contents.games for half in task.halves))


class _ContestRun:
    """A contest while it is played."""

    def __init__(self, journal: Journal, watcher: Observer, stop: StopRule) -> None:
        self.outcome = Outcome()
        self._journal = journal
        self._watcher = watcher
        self._stop = stop
        self._waiting: deque[Task] = deque()
        """Tasks that are not counted yet, in order."""
        self._given: list[Task] = []
        """Those that were handed to the scheduler, by its numbers."""
        self._failures = 0
        """Pairs given up since the last game."""

    def wanted(self, tasks: Iterable[Task]) -> Iterator[Task]:
        """The tasks with the games that are still missing; ends when the stop rule has a reason."""
        for task in tasks:
            self._waiting.append(task)
            missing = tuple(half for half in task.halves if (task.number, half) not in self._journal.contents.games)
            if missing:
                self._given.append(msgspec.structs.replace(task, halves=missing))
                yield self._given[-1]
            else:
                self._advance()
            if self.outcome.reason is not None:
                return

    def hear(self, event: Event[Game]) -> None:
        """Keeps and passes on what the scheduler says."""
        task = self._given[event.number]
        if isinstance(event, Started):
            self._watcher.began(task)
        elif isinstance(event, Result):
            self._failures = 0
            if self._journal.add(event.value):
                self._watcher.finished(event.value)
                self._advance()
        elif isinstance(event, Failure):
            self._watcher.accident(task, event.reason, event.final)
            if event.final:
                self._give_up(task, event.reason)

    def _give_up(self, task: Task, reason: str) -> None:
        """Goes on without a pair."""
        self.outcome.given_up[task.number] = reason
        self._failures += 1
        if self._failures == PATIENCE:
            raise ContestError(f"{PATIENCE} pairs one after the other could not be played, the last one because: {reason}")
        self._advance()

    def _advance(self) -> None:
        """Counts the pairs whose turn it is, up to the first that is still being played, or to the end of the contest."""
        games = self._journal.contents.games
        while self._waiting and self.outcome.reason is None:
            task = self._waiting[0]
            played = [games[task.number, half] for half in task.halves if (task.number, half) in games]
            if len(played) == len(task.halves):
                self._count(played)
            elif task.number not in self.outcome.given_up:
                return
            self._waiting.popleft()

    def _count(self, games: list[Game]) -> None:
        """Counts a pair."""
        (pair,), _ = pair_up(games)
        self.outcome.pairs.append(pair)
        self.outcome.games += games
        self._watcher.counted(pair, games)
        self.outcome.reason = self._stop(pair)
