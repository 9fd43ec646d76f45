"""Distributes work to processes and yields their results as they arrive.

The work is a function and its arguments, all of which must be picklable; what the function yields are the results. `local` uses the
cores of this machine, `cluster` a Dask cluster. Both have the interface `Scheduler`.
"""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

A = TypeVar("A")
R = TypeVar("R")

TRIES = 3
"""Attempts per argument if its process dies or its function fails."""


@dataclass(frozen=True)
class Started:
    """An argument was given to a process; repeated for each attempt."""

    number: int
    """Index of the argument, from 0."""


@dataclass(frozen=True)
class Result(Generic[R]):
    """A value that the function yielded. After a failure the function is called again and repeats its results."""

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
    """Whether this was the last attempt."""


Event = Started | Result[R] | Done | Failure


class SchedulerError(Exception):
    """No work is possible: the cluster cannot be used, or no process can be started."""


class Scheduler(Protocol):
    """Runs work in processes."""

    @property
    def concurrency(self) -> int:
        """Arguments processed at a time; 0 if it varies."""

    def run(self, work: Callable[[A], Iterable[R]], arguments: Iterable[A]) -> Generator[Event[R], None, None]:
        """Calls the function for every argument, in any order.

        Takes an argument only when a process is idle or soon will be, and stops running work when it is closed. SchedulerError.
        """
