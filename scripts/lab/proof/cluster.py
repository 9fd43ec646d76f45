"""Workers that are those of a Dask cluster.

They need this package at the same version, and the program at the given path. Start them from copies of the repository, with one
task at a time: `PYTHONPATH=scripts .venv/bin/dask worker tcp://HOST:8786 --nworkers 1 --nthreads 8`. The threads are those of the
program.
"""

import contextlib
import pickle
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from distributed import Client, Future
from distributed.client import ClosedClientError

from lab.proof.local import command_of
from lab.proof.queries import Task
from lab.proof.session import Session
from lab.proof.workers import Answered, Event, Lost, WorkersError
from lab.scheduler.cluster import CONNECT_TIMEOUT, WORKER_TIMEOUT, fingerprint

HASH = 1024
"""MiB of the table of a worker, if nobody says how much."""
LOOK = 1.0
"""Seconds between two looks at the workers of the cluster."""
PATIENCE = 60.0
"""Seconds without any worker after which the proof stops."""


class Remote:
    """The program of a worker of the cluster, in that process. Jobs are answered one after another."""

    def __init__(self) -> None:
        """Starts nothing yet."""
        self._one_job = threading.Lock()
        self._command: list[str] = []
        self._session: Session | None = None
        self._running: Session | None = None
        self._results: queue.SimpleQueue[tuple[int, list[dict[str, Any]]] | str] = queue.SimpleQueue()

    def run(self, command: list[str], tasks: Sequence[Task]) -> list[tuple[int, list[dict[str, Any]]]]:
        """The answers to tasks. RuntimeError if the program ends."""
        with self._one_job:
            is_separate = all(task.kind == "verify" for task in tasks)
            if is_separate or self._session is None or self._command != command:
                self._results = queue.SimpleQueue()
                session = Session(command, (), lambda *answer: self._results.put(answer), self._results.put)
                if not is_separate:
                    self._close()
                    self._session, self._command = session, command
            else:
                session = self._session
            self._running = session
            session.start(tasks)
            found: list[tuple[int, list[dict[str, Any]]]] = []
            while len(found) < len(tasks):
                result = self._results.get()
                if isinstance(result, str):
                    self._close()
                    raise RuntimeError(result)
                found.append(result)
            if is_separate:
                session.close()
                self._close()
            return found

    def cancel(self, numbers: Sequence[int]) -> None:
        """Ends the searches of tasks."""
        if (session := self._running) is not None:
            session.cancel(numbers)

    def _close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


REMOTE = Remote()
"""That of this process."""


def _make(name: str) -> Callable[[bytes], Any]:
    """A function for the cluster that calls a method of `REMOTE` there. A nested function is pickled by value."""

    def call(packed: bytes) -> Any:  # noqa: ANN401 - what the method returns
        import pickle

        try:
            from lab.proof.cluster import REMOTE
            from lab.scheduler.cluster import fingerprint
        except ImportError as error:
            raise RuntimeError(f"the cluster's worker cannot import the lab: {error}; start it with PYTHONPATH=scripts") from None
        expected, arguments = pickle.loads(packed)
        if fingerprint() != expected:
            raise RuntimeError("the cluster's worker has another version of the lab")
        return getattr(REMOTE, name)(*arguments)

    return call


@dataclass
class _Job:
    """What a worker does."""

    future: Future[Any]
    numbers: set[int]


class Cluster:
    """The workers of a Dask cluster; they may come and go."""

    def __init__(self, address: str, program: str, hash_size: int | None) -> None:
        """Connects to it. WorkersError if there is no scheduler at this address, or it has no worker."""
        try:
            self._client = Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
            self._client.wait_for_workers(1, timeout=WORKER_TIMEOUT)
        except TimeoutError:
            raise WorkersError(f"the Dask scheduler at {address} does not answer, or has no workers") from None
        except (OSError, ValueError, TypeError) as error:
            raise WorkersError(f"no Dask scheduler at {address}: {error}") from None
        self._address = address
        self._program = program
        self._hash = hash_size or HASH
        self._jobs: dict[str, _Job] = {}
        self._done: queue.SimpleQueue[str] = queue.SimpleQueue()
        """The workers whose job has ended."""
        self._threads: dict[str, int] = {}
        """Of each worker."""
        self._looked = 0.0
        self._last_seen = time.monotonic()
        self._look()

    @property
    def threads(self) -> int:
        """Cores of a worker: the mean."""
        return max(1, round(sum(self._threads.values()) / max(1, len(self._threads))))

    def clock(self) -> float:
        """See `Workers`."""
        return time.monotonic()

    def names(self) -> Sequence[str]:
        """See `Workers`."""
        return list(self._threads)

    def idle(self) -> Sequence[str]:
        """See `Workers`."""
        return [name for name in self._threads if name not in self._jobs]

    def start(self, worker: str, tasks: Sequence[Task]) -> None:
        """See `Workers`."""
        size = self._hash // 2 if all(task.kind == "verify" for task in tasks) else self._hash
        packed = pickle.dumps((fingerprint(), (command_of(self._program, self._threads[worker], size), tasks)))
        future = self._client.submit(_make("run"), packed, workers=[worker], allow_other_workers=False, pure=False)
        self._jobs[worker] = _Job(future, {task.number for task in tasks})
        future.add_done_callback(lambda _: self._done.put(worker))

    def cancel(self, worker: str, numbers: Sequence[int]) -> None:
        """See `Workers`."""
        # Dask does not interrupt what runs: this function runs beside it.
        packed = pickle.dumps((fingerprint(), (list(numbers),)))
        with contextlib.suppress(OSError, ValueError):
            self._client.run(_make("cancel"), packed, workers=[worker])

    def restart(self, worker: str) -> None:
        """See `Workers`. The process is started again by its nanny."""
        with contextlib.suppress(OSError, ValueError, TimeoutError):
            self._client.restart_workers([worker], timeout=WORKER_TIMEOUT, raise_for_error=False)

    def wait(self, seconds: float) -> list[Event]:
        """See `Workers`."""
        found: list[Event] = []
        with contextlib.suppress(queue.Empty):
            worker = self._done.get(timeout=min(seconds, LOOK))
            while True:
                found += self._outcome(worker)
                worker = self._done.get_nowait()
        if time.monotonic() > self._looked + LOOK:
            found += self._look()
        return found

    def _outcome(self, worker: str) -> list[Event]:
        """The answers of the job that has ended."""
        job = self._jobs.get(worker)
        if job is None or not job.future.done():
            return []
        del self._jobs[worker]
        if job.future.status != "finished":
            reason = job.future.exception() if job.future.status == "error" else job.future.status
            return [Lost(worker, " ".join(str(reason).split()))]
        return [Answered(worker, number, answers) for number, answers in job.future.result()]

    def _look(self) -> list[Event]:
        """Notes which workers there are; those that are gone are lost."""
        now = self._looked = time.monotonic()
        try:
            self._threads = dict(self._client.nthreads())
        except (OSError, TimeoutError, ClosedClientError) as error:
            raise WorkersError(f"the Dask scheduler at {self._address} is lost: {error}") from None
        if self._threads:
            self._last_seen = now
        elif now > self._last_seen + PATIENCE:
            raise WorkersError(f"the Dask scheduler at {self._address} has no workers")
        gone = [worker for worker in self._jobs if worker not in self._threads]
        for worker in gone:
            self._client.cancel([self._jobs.pop(worker).future], force=True)
        return [Lost(worker, "the worker left the cluster") for worker in gone]

    def close(self) -> None:
        """Disconnects; the cluster keeps running."""
        with contextlib.suppress(OSError, ClosedClientError):
            self._client.cancel([job.future for job in self._jobs.values()], force=True)
            self._client.close()
