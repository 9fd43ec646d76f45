"""Plays pairs of games, stores them in the journal and reports them, until the tasks or the stop rule end the contest.

The display and the stop rule see the pairs in the order of the tasks, not in the order in which they finish. So a contest of
deterministic engines has the same result at any concurrency, and after any interruption.
"""

import itertools
import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

import msgspec

from lab.display import Display
from lab.journal import End, Journal
from lab.records import Conditions, Engine, Game, Task
from lab.scheduler import Event, Failure, Result, Scheduler, Started
from lab.statistics import Pair, pair_up
from lab.work import play_pair

PlayTask = Callable[[Task], Iterable[Game]]
StopRule = Callable[[Pair], str | None]
"""Called once for every pair, in the order of the tasks; the reason to end the contest, or None."""

MAX_FAILED_IN_A_ROW = 3
"""The contest ends after this many failed pairs in a row: further pairs would fail too."""


class ContestError(Exception):
    """The contest cannot continue."""


@dataclass(frozen=True)
class Matchup:
    """Two engines that play pairs of games."""

    first: Engine
    second: Engine
    event: str = ""
    """Distinguishes this matchup from others of the two engines, for example by the common limit."""


@dataclass
class Outcome:
    """The result of a contest."""

    pairs: list[Pair] = field(default_factory=list)
    """Those that count, in the order of the tasks."""
    games: list[Game] = field(default_factory=list)
    """Theirs, in the same order."""
    failed: dict[int, str] = field(default_factory=dict)
    """The tasks that could not be played, with the reason."""
    reason: str | None = None
    """The reason that the stop rule gave; None if the tasks ended first."""


def never(_: Pair) -> None:
    """The stop rule of a contest that ends with its tasks."""


def shuffled(openings: Sequence[str], seed: int) -> Iterator[str]:
    """Openings without end: all of them in random order, then all again in another order. The seed determines the orders."""
    distinct = list(dict.fromkeys(openings))
    for lap in itertools.count():
        yield from random.Random(f"{seed} {lap}").sample(distinct, len(distinct))


def tasks_of(matchups: Sequence[Matchup], openings: Iterable[str], conditions: Conditions) -> Iterator[Task]:
    """A pair of games for each matchup from the first opening, then from the second, so that all progress equally."""
    turns = ((opening, matchup) for opening in openings for matchup in matchups)
    for number, (opening, matchup) in enumerate(turns):
        yield Task(number, opening, matchup.first, matchup.second, conditions, matchup.event)


def play(
    tasks: Iterable[Task],
    scheduler: Scheduler,
    journal: Journal,
    display: Display,
    stop: StopRule = never,
    play_task: PlayTask = play_pair,
) -> Outcome:
    """Plays the games of these tasks that are not in the journal, until the tasks or the stop rule end the contest.

    A finished journal is only counted. SchedulerError, ContestError, OSError from the journal.
    """
    if journal.contents.end is not None:
        tasks = _complete(tasks, journal, journal.contents.end)
    contest = _ContestRun(journal, display, stop)
    with closing(scheduler.run(play_task, contest.tasks_to_play(tasks))) as events:
        for event in events:
            contest.handle(event)
            if contest.outcome.reason is not None:
                break
    if contest.outcome.reason is not None:
        journal.end(End(contest.outcome.pairs[-1].number + 1, contest.outcome.reason))
    return contest.outcome


def _complete(tasks: Iterable[Task], journal: Journal, end: End) -> Iterator[Task]:
    """The tasks before the end whose games are all in the journal."""
    before = itertools.takewhile(lambda task: task.number < end.tasks, tasks)
    return (task for task in before if all((task.number, half) in journal.contents.games for half in task.halves))


class _ContestRun:
    """A contest while it is played."""

    def __init__(self, journal: Journal, display: Display, stop: StopRule) -> None:
        self.outcome = Outcome()
        self._journal = journal
        self._display = display
        self._stop = stop
        self._waiting: deque[Task] = deque()
        """Tasks that are not counted yet, in order."""
        self._scheduled: list[Task] = []
        """The tasks given to the scheduler, by its numbers."""
        self._failures = 0
        """Failed pairs since the last game."""

    def tasks_to_play(self, tasks: Iterable[Task]) -> Iterator[Task]:
        """The tasks with their missing games; ends when the stop rule ends the contest."""
        for task in tasks:
            self._waiting.append(task)
            missing = tuple(half for half in task.halves if (task.number, half) not in self._journal.contents.games)
            if missing:
                self._scheduled.append(msgspec.structs.replace(task, halves=missing))
                yield self._scheduled[-1]
            else:
                self._advance()
            if self.outcome.reason is not None:
                return

    def handle(self, event: Event[Game]) -> None:
        """Stores the results of an event and reports it to the display."""
        task = self._scheduled[event.number]
        if isinstance(event, Started):
            self._display.began(task)
        elif isinstance(event, Result):
            self._failures = 0
            if self._journal.add(event.value):
                self._display.finished(event.value)
                self._advance()
        elif isinstance(event, Failure):
            self._display.failed(task, event.reason, event.final)
            if event.final:
                self._skip(task, event.reason)

    def _skip(self, task: Task, reason: str) -> None:
        """Continues without a pair."""
        self.outcome.failed[task.number] = reason
        self._failures += 1
        if self._failures == MAX_FAILED_IN_A_ROW:
            raise ContestError(f"{MAX_FAILED_IN_A_ROW} pairs in a row could not be played, the last one because: {reason}")
        self._advance()

    def _advance(self) -> None:
        """Counts finished pairs in order, up to the first that is still being played, or to the end of the contest."""
        games = self._journal.contents.games
        while self._waiting and self.outcome.reason is None:
            task = self._waiting[0]
            played = [games[task.number, half] for half in task.halves if (task.number, half) in games]
            if len(played) == len(task.halves):
                self._count(played)
            elif task.number not in self.outcome.failed:
                return
            self._waiting.popleft()

    def _count(self, games: list[Game]) -> None:
        """Counts a pair."""
        (pair,), _ = pair_up(games)
        self.outcome.pairs.append(pair)
        self.outcome.games += games
        self._display.counted(pair, games)
        self.outcome.reason = self._stop(pair)
