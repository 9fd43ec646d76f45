"""Runs work in processes on this machine, each pinned to different cores."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

from lab.scheduler import TRIES, A, Done, Event, Failure, R, Result, SchedulerError, Started
from lab.scheduler.process import Process, ProcessEndedError, Request, kill, shut_down


def share_cores(cores: Sequence[int], concurrency: int, each: int) -> tuple[tuple[int, ...], ...]:
    """`concurrency` disjoint sets of `each` cores. ValueError if there are too few."""
    if len(cores) < concurrency * each:
        raise ValueError(f"{concurrency} workers with {each} cores each need {concurrency * each}, but there are {len(cores)}")
    return tuple(tuple(cores[at * each : (at + 1) * each]) for at in range(concurrency))


@dataclass
class _Job:
    """An argument and the number of attempts so far."""

    number: int
    argument: Any
    tries: int = 0


@dataclass
class _Slot:
    """A process, started when first needed, and its current job."""

    cores: Sequence[int]
    process: Process | None = None
    job: _Job | None = None


@dataclass
class Local:
    """Processes on this machine. A process that dies is replaced and its job repeated."""

    concurrency: int
    cores: Sequence[Sequence[int]] = ()
    """The cores of each process; empty: not pinned."""
    tries: int = TRIES
    _slots: list[_Slot] = field(init=False, default_factory=list)
    _retries: deque[_Job] = field(init=False, default_factory=deque)

    def run(self, work: Callable[[A], Iterable[R]], arguments: Iterable[A]) -> Generator[Event[R], None, None]:
        """See `Scheduler.run`."""
        self._slots = [_Slot(self.cores[at] if self.cores else ()) for at in range(self.concurrency)]
        self._retries.clear()
        jobs = (_Job(number, argument) for number, argument in enumerate(arguments))
        try:
            while True:
                for slot in self._slots:
                    if slot.job is None:
                        yield from self._start(slot, work, jobs)
                busy = {slot.process.connection: slot for slot in self._slots if slot.job and slot.process}
                if not busy and not self._retries:
                    break
                ready = wait(list(busy))
                for connection, slot in busy.items():
                    if connection in ready:
                        yield from self._receive(slot)
            shut_down(self._processes())
        finally:
            kill(self._processes())

    def _processes(self) -> list[Process]:
        """The processes that were started."""
        return [slot.process for slot in self._slots if slot.process]

    def _start(self, slot: _Slot, work: Callable[[A], Iterable[R]], jobs: Iterator[_Job]) -> Iterator[Event[R]]:
        """Gives an idle process its next job, if there is one."""
        job = self._retries.popleft() if self._retries else next(jobs, None)
        if job is None:
            return
        job.tries += 1
        slot.job = job
        yield Started(job.number)
        try:
            if slot.process is None:
                slot.process = Process(slot.cores)
            slot.process.send(Request(work, job.argument))
        except OSError as error:
            raise SchedulerError(f"no process can be started: {error}") from error
        except ProcessEndedError as error:
            yield self._fail(slot, str(error))

    def _receive(self, slot: _Slot) -> Iterator[Event[R]]:
        """Handles the next message of a process."""
        assert slot.process
        assert slot.job
        try:
            response = slot.process.receive()
        except ProcessEndedError as error:
            yield self._fail(slot, str(error))
            return
        if response.kind == "failed":
            yield self._fail(slot, response.value)
        elif response.kind == "result":
            yield Result(slot.job.number, response.value)
        else:
            job, slot.job = slot.job, None
            yield Done(job.number)

    def _fail(self, slot: _Slot, reason: str) -> Failure:
        """Handles a failure: kills the process and queues the job again unless it has no attempts left."""
        job, slot.job = slot.job, None
        assert job
        if slot.process:
            kill([slot.process])
            slot.process = None
        final = job.tries >= self.tries
        if not final:
            self._retries.append(job)
        return Failure(job.number, reason, final)
