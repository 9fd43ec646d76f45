"""Work handed to processes, results handed back as they come.

Knows nothing of games: the work is a function and its argument, both of which can be pickled, and what the function yields are the
results. `local` has this machine's cores, `cluster` a Dask cluster; both do the same work in the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

A = TypeVar("A")
R = TypeVar("R")

TRIES = 3
"""How often an argument is tried whose process dies or whose function fails."""


@dataclass(frozen=True)
class Started:
    """An argument was given to a process, perhaps not for the first time."""

    number: int
    """Of the argument, from 0, in the order in which the arguments came."""


@dataclass(frozen=True)
class Result(Generic[R]):
    """The function yielded something. After an accident it is called again from the start, and results come again."""

    number: int
    value: R


@dataclass(frozen=True)
class Done:
    """The function returned."""

    number: int


@dataclass(frozen=True)
class Failure:
    """The process died, or the function failed."""

    number: int
    reason: str
    final: bool
    """Whether the argument is given up; else it is tried again."""


Event = Started | Result[R] | Done | Failure


class SchedulerError(Exception):
    """Nothing can be done at all: no such cluster, or no process can be started."""


class Scheduler(Protocol):
    """Processes that do work."""

    @property
    def concurrency(self) -> int:
        """How many arguments are worked on at a time; 0 if that changes by itself."""

    def run(self, work: Callable[[A], Iterable[R]], arguments: Iterable[A]) -> Generator[Event[R], None, None]:
        """Does the work for every argument, in any order.

        Takes an argument only when a process is free, or nearly so, and ends what is running when it is closed. SchedulerError.
        """
