"""The interface of workers, so that the driver knows neither processes nor machines nor whether time is real."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from lab.proof.queries import Task


@dataclass(frozen=True)
class Answered:
    """A worker has answered all queries of a task."""

    worker: str
    number: int
    answers: list[dict[str, Any]]


@dataclass(frozen=True)
class Lost:
    """A worker has ended, and what it was given is not answered. It may come back."""

    worker: str
    reason: str


Event = Answered | Lost


class WorkersError(Exception):
    """No work is possible."""


class Workers(Protocol):
    """Some workers. Each has one job at a time: some tasks, which it answers one after another."""

    @property
    def threads(self) -> int:
        """Cores of a worker."""

    def clock(self) -> float:
        """Seconds, from any beginning."""

    def names(self) -> Sequence[str]:
        """Those that there are now. WorkersError if there is none and will be none."""

    def idle(self) -> Sequence[str]:
        """Those without a job."""

    def start(self, worker: str, tasks: Sequence[Task]) -> None:
        """Gives tasks to an idle worker. Those of a verification are answered by a program with a table of another size."""

    def cancel(self, worker: str, numbers: Sequence[int]) -> None:
        """Asks for the answers to these tasks now, finished or not."""

    def restart(self, worker: str) -> None:
        """Ends the program of a worker that hangs; `wait` tells that it is lost."""

    def wait(self, seconds: float) -> list[Event]:
        """What has happened, after this time at the latest. WorkersError."""

    def close(self) -> None:
        """Ends all work."""
