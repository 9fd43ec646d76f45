"""Runs work on a Dask cluster.

The cluster's workers need this package at the same version and the engines at the same paths. Start them from copies of the
repository: `PYTHONPATH=scripts .venv/bin/dask worker tcp://HOST:8786`. Each of their threads starts a worker process, as the local
scheduler does, so that a killed worker takes its engines with it. Dask reassigns the work of lost workers
(`distributed.scheduler.allowed-failures` limits how often). The results of an argument arrive together.
"""

import contextlib
import functools
import hashlib
import pickle
import threading
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

from distributed import Client, Future, as_completed
from distributed.client import ClosedClientError

from lab.scheduler import TRIES, A, Done, Event, Failure, R, Result, SchedulerError, Started
from lab.scheduler.process import Process, ProcessEndedError, Request, kill

QUEUE_FACTOR = 1.5
"""Arguments queued per thread of the cluster: enough to keep every thread busy, few to discard when a contest stops early."""
IDLE = 30.0
"""Seconds after which an idle worker process ends with its engines: a cluster does not learn that a contest is over."""
CONNECT_TIMEOUT = "10s"
WORKER_TIMEOUT = 3.0
"""Seconds to wait for the first worker of a cluster that has none."""

_local = threading.local()


@functools.cache
def fingerprint() -> str:
    """A hash of all modules of this package."""
    package = Path(__file__).resolve().parent.parent
    files = sorted(package.rglob("*.py"))
    return hashlib.sha256(b"".join(f"{file.relative_to(package)}\n".encode() + file.read_bytes() for file in files)).hexdigest()


def collect(work: Callable[[A], Iterable[R]], argument: A, expected: str) -> list[R]:
    """Runs work in a thread of a cluster's worker and returns all results. RuntimeError if it fails or the versions differ."""
    if fingerprint() != expected:
        raise RuntimeError("the cluster's worker has another version of the lab")
    process = getattr(_local, "process", None)
    if process is None or not process.is_alive:
        process = _local.process = Process(idle=IDLE)
    try:
        process.send(Request(work, argument))
        results = []
        while (response := process.receive()).kind == "result":
            results.append(response.value)
    except ProcessEndedError as error:
        _local.process = None
        kill([process])
        raise RuntimeError(str(error)) from None
    if response.kind == "failed":
        raise RuntimeError(response.value)
    return results


def _make_task() -> Callable[[bytes], bytes]:
    """The function that is sent to the cluster: it calls `collect` with pickled arguments and pickles the results.

    A nested function is pickled by value. One that is pickled by name would end every worker that cannot import the name.
    """

    def task(packed: bytes) -> bytes:
        import pickle

        try:
            from lab.scheduler.cluster import collect
        except ImportError as error:
            raise RuntimeError(f"the cluster's worker cannot import the lab: {error}; start it with PYTHONPATH=scripts") from None
        return pickle.dumps(collect(*pickle.loads(packed)))

    return task


class Cluster:
    """A running Dask cluster."""

    def __init__(self, address: str) -> None:
        """Connects to it. SchedulerError if there is no scheduler at this address, or it has no worker."""
        try:
            self._client = Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise SchedulerError(f"no Dask scheduler at {address}: {error}") from None
        self._address = address
        try:
            self._client.wait_for_workers(1, timeout=WORKER_TIMEOUT)
        except TimeoutError:
            self._client.close()
            worker = f"PYTHONPATH=scripts .venv/bin/dask worker {address}"
            raise SchedulerError(f"the Dask scheduler at {address} has no workers; start one with `{worker}`") from None

    @property
    def concurrency(self) -> int:
        """0: it varies with the cluster."""
        return 0

    def close(self) -> None:
        """Disconnects; the cluster keeps running."""
        self._client.close()

    def run(self, work: Callable[[A], Iterable[R]], arguments: Iterable[A]) -> Generator[Event[R], None, None]:
        """See `Scheduler.run`. Work that has started when the generator is closed is finished by the cluster and discarded."""
        numbered = enumerate(arguments)
        numbers: dict[Any, int] = {}
        cluster_task = _make_task()
        completed = as_completed(loop=self._client.loop)
        try:
            while True:
                while len(numbers) < self._capacity() and (job := next(numbered, None)) is not None:
                    packed = pickle.dumps((work, job[1], fingerprint()))
                    future = self._client.submit(cluster_task, packed, pure=False, retries=TRIES - 1)
                    numbers[future.key] = job[0]
                    completed.add(future)
                    yield Started(job[0])
                if not numbers:
                    return
                future = next(completed)
                if future.status == "lost":
                    # The worker died before the result was fetched; another worker repeats the work.
                    completed.add(future)
                    continue
                yield from self._outcome(numbers.pop(future.key), future)
        except OSError as error:
            raise SchedulerError(f"the Dask scheduler at {self._address} is lost: {error}") from error
        finally:
            with contextlib.suppress(OSError, ClosedClientError):
                self._client.cancel([Future(key, client=self._client) for key in numbers], force=True)

    def _capacity(self) -> int:
        """The number of arguments that may be queued or running."""
        threads = sum(self._client.nthreads().values())
        return max(1, int(QUEUE_FACTOR * threads))

    def _outcome(self, number: int, future: Any) -> Generator[Event[Any], None, None]:  # noqa: ANN401 - Dask is not typed
        """The events of a future that has ended."""
        if future.status == "finished":
            for value in pickle.loads(future.result()):
                yield Result(number, value)
            yield Done(number)
        elif future.status == "error":
            yield Failure(number, " ".join(str(future.exception()).split()), final=True)
        else:
            raise SchedulerError(f"the Dask scheduler at {self._address} is lost ({future.status})")
