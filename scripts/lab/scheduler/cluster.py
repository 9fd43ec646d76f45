"""Work on a cluster, through Dask.

The cluster's workers need this package at the same version and the engines at the same paths. Start them from copies of the
repository: `PYTHONPATH=scripts .venv/bin/dask worker tcp://HOST:8786`. Each of their threads has a process as the local scheduler
has, so that a killed worker takes its engines with it. Lost workers are Dask's business: it gives their work to others
(`distributed.scheduler.allowed-failures` says how often). Results come when all of an argument's are there.
"""

from __future__ import annotations

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
from lab.scheduler.process import Process, ProcessEndedError, kill
from lab.scheduler.worker import Order

SPARE = 1.5
"""Arguments handed out for each thread of the cluster, so that none waits and little is in vain when somebody says enough."""
IDLE = 30.0
"""Seconds after which a process without work ends, and its engines with it: nobody tells a cluster that a contest is over."""
WELCOME = "10s"
"""How long a cluster has to answer the first time."""

_here = threading.local()


@functools.cache
def fingerprint() -> str:
    """A word that changes when any module of this package does."""
    package = Path(__file__).resolve().parent.parent
    files = sorted(package.rglob("*.py"))
    return hashlib.sha256(b"".join(f"{file.relative_to(package)}\n".encode() + file.read_bytes() for file in files)).hexdigest()


def collect(work: Callable[[A], Iterable[R]], argument: A, wanted: str) -> list[R]:
    """Does work within a thread of the cluster; all results. RuntimeError if it fails, or if the lab here is another."""
    if fingerprint() != wanted:
        raise RuntimeError("this worker of the cluster has another version of the lab")
    process = getattr(_here, "process", None)
    if process is None or not process.lives:
        process = _here.process = Process(idle=IDLE)
    try:
        process.order(Order(work, argument))
        results = []
        while (answer := process.hear()).kind == "result":
            results.append(answer.value)
    except ProcessEndedError as death:
        _here.process = None
        kill([process])
        raise RuntimeError(str(death)) from None
    if answer.kind == "failed":
        raise RuntimeError(answer.value)
    return results


def _errand() -> Callable[[bytes], bytes]:
    """What travels to the cluster: a function that calls `collect` with pickled arguments and pickles the results.

    As it stands within another one, it is sent whole. A function that is sent by its name ends every worker of a cluster that
    does not know the name, whoever else needs it.
    """

    def errand(packed: bytes) -> bytes:
        import pickle

        try:
            from lab.scheduler.cluster import collect
        except ImportError as error:
            raise RuntimeError(
                f"a worker of the cluster cannot import the lab: {error}; start it with PYTHONPATH=scripts"
            ) from None
        return pickle.dumps(collect(*pickle.loads(packed)))

    return errand


class Cluster:
    """A Dask cluster that is there already."""

    def __init__(self, address: str) -> None:
        """Joins it; SchedulerError if nobody answers at this address."""
        try:
            self._client = Client(address, timeout=WELCOME, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise SchedulerError(f"no Dask scheduler at {address}: {error}") from None
        self._address = address

    @property
    def concurrency(self) -> int:
        """Changes with the cluster."""
        return 0

    def close(self) -> None:
        """Leaves the cluster to others."""
        self._client.close()

    def run(self, work: Callable[[A], Iterable[R]], arguments: Iterable[A]) -> Generator[Event[R], None, None]:
        """See `Scheduler.run`. Work that has begun when the generator is closed is finished by the cluster, for nobody."""
        numbered = enumerate(arguments)
        numbers: dict[Any, int] = {}
        errand = _errand()
        completed = as_completed(loop=self._client.loop)
        try:
            while True:
                while len(numbers) < self._room() and (job := next(numbered, None)) is not None:
                    packed = pickle.dumps((work, job[1], fingerprint()))
                    future = self._client.submit(errand, packed, pure=False, retries=TRIES - 1)
                    numbers[future.key] = job[0]
                    completed.add(future)
                    yield Started(job[0])
                if not numbers:
                    return
                future = next(completed)
                if future.status == "lost":
                    # Its worker died with the result before we had it; another one does the work again.
                    completed.add(future)
                    continue
                yield from self._outcome(numbers.pop(future.key), future)
        except OSError as error:
            raise SchedulerError(f"the Dask scheduler at {self._address} is gone: {error}") from error
        finally:
            with contextlib.suppress(OSError, ClosedClientError):
                self._client.cancel([Future(key, client=self._client) for key in numbers], force=True)

    def _room(self) -> int:
        """How many arguments may be out at a time."""
        threads = sum(self._client.nthreads().values())
        return max(1, int(SPARE * threads))

    def _outcome(self, number: int, future: Any) -> Generator[Event[Any], None, None]:  # noqa: ANN401 - Dask is not typed
        """The events of a future that is no longer running."""
        if future.status == "finished":
            for value in pickle.loads(future.result()):
                yield Result(number, value)
            yield Done(number)
        elif future.status == "error":
            yield Failure(number, " ".join(str(future.exception()).split()), final=True)
        else:
            raise SchedulerError(f"the Dask scheduler at {self._address} is gone ({future.status})")
