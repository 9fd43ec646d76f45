"""Work on this machine: so many processes, each with cores of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

from lab.scheduler import TRIES, A, Done, Event, Failure, R, Result, SchedulerError, Started
from lab.scheduler.process import Process, ProcessEndedError, kill, retire
from lab.scheduler.worker import Order


def share_cores(cores: Sequence[int], concurrency: int, each: int) -> tuple[tuple[int, ...], ...]:
    """So many sets of `each` cores, none of them in two sets; ValueError if there are too few."""
    if len(cores) < concurrency * each:
        raise ValueError(f"{concurrency} at a time with {each} cores each need {concurrency * each} cores, there are {len(cores)}")
    return tuple(tuple(cores[at * each : (at + 1) * each]) for at in range(concurrency))


@dataclass
class _Job:
    """An argument and how often it was tried."""

    number: int
    argument: Any
    tries: int = 0


@dataclass
class _Slot:
    """A process, started when there is work for it, and what it works on."""

    cores: Sequence[int]
    process: Process | None = None
    job: _Job | None = None


@dataclass
class Local:
    """Processes on this machine. One that dies is replaced, and its work tried again."""

    concurrency: int
    cores: Sequence[Sequence[int]] = ()
    """The cores of each process; none: wherever the system puts them."""
    tries: int = TRIES
    _places: list[_Slot] = field(init=False, default_factory=list)
    _again: deque[_Job] = field(init=False, default_factory=deque)

    def run(self, work: Callable[[A], Iterable[R]], arguments: Iterable[A]) -> Generator[Event[R], None, None]:
        """See `Scheduler.run`."""
        self._places = [_Slot(self.cores[at] if self.cores else ()) for at in range(self.concurrency)]
        self._again.clear()
        jobs = (_Job(number, argument) for number, argument in enumerate(arguments))
        try:
            while True:
                for place in self._places:
                    if place.job is None:
                        yield from self._start(place, work, jobs)
                busy = {place.process.connection: place for place in self._places if place.job and place.process}
                if not busy and not self._again:
                    break
                ready = wait(list(busy))
                for connection, place in busy.items():
                    if connection in ready:
                        yield from self._hear(place)
            retire(self._processes())
        finally:
            kill(self._processes())

    def _processes(self) -> list[Process]:
        """Those that were started."""
        return [place.process for place in self._places if place.process]

    def _start(self, place: _Slot, work: Callable[[A], Iterable[R]], jobs: Iterator[_Job]) -> Iterator[Event[R]]:
        """Gives a free process its next job, if there is one."""
        job = self._again.popleft() if self._again else next(jobs, None)
        if job is None:
            return
        job.tries += 1
        place.job = job
        yield Started(job.number)
        try:
            if place.process is None:
                place.process = Process(place.cores)
            place.process.order(Order(work, job.argument))
        except OSError as error:
            raise SchedulerError(f"no process can be started: {error}") from error
        except ProcessEndedError as death:
            yield self._accident(place, str(death))

    def _hear(self, place: _Slot) -> Iterator[Event[R]]:
        """What a process has to say."""
        assert place.process
        assert place.job
        try:
            answer = place.process.hear()
        except ProcessEndedError as death:
            yield self._accident(place, str(death))
            return
        if answer.kind == "failed":
            yield self._accident(place, answer.value)
        elif answer.kind == "result":
            yield Result(place.job.number, answer.value)
        else:
            job, place.job = place.job, None
            yield Done(job.number)

    def _accident(self, place: _Slot, reason: str) -> Failure:
        """Clears up after an accident: a new process next time, and the job again if it was not tried too often."""
        job, place.job = place.job, None
        assert job
        if place.process:
            kill([place.process])
            place.process = None
        final = job.tries >= self.tries
        if not final:
            self._again.append(job)
        return Failure(job.number, reason, final)
