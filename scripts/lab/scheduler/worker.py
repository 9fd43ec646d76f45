"""The inside of a process that does work: it starts with a socket, and is gone when the other end of the socket is gone.

`process` is the outside. Messages are pickled; see `Order` and `Answer`.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import threading
import time
import traceback
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

import psutil

MARK = "EMILIA_LAB_WORKER"
"""A variable in the environment of a worker and of all that it starts, unique to it."""
YOUTH = 1.0
"""Seconds after its birth in which a process may show no environment because it is just being started."""
PATIENCE = 5.0
"""Seconds that a process has to end by itself without work, or after it was killed."""


@dataclass(frozen=True)
class Order:
    """Work for the worker."""

    work: Callable[[Any], Iterable[Any]]
    argument: Any


@dataclass(frozen=True)
class Answer:
    """What came of an order: any number of results, then one of the others."""

    kind: Literal["result", "done", "failed"]
    value: Any = None


def kill_marked(marks: Collection[str]) -> None:
    """Kills all processes of this user with these marks but the caller, and waits until they are dead.

    The mark finds even those that left their session or lost their parent.
    """
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        owned = {process: _is_marked(process, marks) for process in psutil.process_iter()}
        if not any(owned.values()) and None not in owned.values():
            return
        for process in owned:
            if owned[process]:
                with contextlib.suppress(psutil.Error):
                    process.kill()
        time.sleep(0.002)


def _is_marked(process: psutil.Process, marks: Collection[str]) -> bool | None:
    """Whether this is another process, alive, with one of these marks; None if it is so young that it has no environment yet."""
    try:
        if process.pid == os.getpid() or process.status() == psutil.STATUS_ZOMBIE:
            return False
        environment = process.environ()
        if not environment and time.time() - process.create_time() < YOUTH:
            return None
        return environment.get(MARK) in marks
    except (psutil.Error, OSError):
        return False


def _listen(connection: Connection, inbox: queue.SimpleQueue[bytes]) -> None:
    """Passes on the orders; when there can be no more, ends this process and all that it started, whatever it is doing."""
    try:
        while True:
            inbox.put(connection.recv_bytes())
    except (EOFError, OSError):
        _vanish()


def _vanish() -> None:
    """Ends this process and all that it started, through a child: as long as the process lives, it may start more."""
    worker = os.getpid()
    if os.fork() == 0:
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
        kill_marked([os.environ[MARK]])
        os._exit(0)
    signal.pause()


def serve(descriptor: int, cores: Collection[int], idle: float | None) -> None:
    """Does what it is ordered to through this socket until the order is None, or there was none for `idle` seconds.

    On these cores if any are given.
    """
    os.set_inheritable(descriptor, False)
    if cores:
        os.sched_setaffinity(0, cores)
    connection = Connection(descriptor)
    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(connection, inbox), daemon=True).start()
    while True:
        try:
            order: Order | None = pickle.loads(inbox.get(timeout=idle))
            if order is None:
                return
            for value in order.work(order.argument):
                connection.send(Answer("result", value))
            connection.send(Answer("done"))
        except queue.Empty:
            return
        except Exception as error:
            with contextlib.suppress(OSError):
                connection.send(Answer("failed", _told(error)))


def _told(error: Exception) -> str:
    """An error on one line, and where it comes from."""
    origin = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(origin.filename).name}, line {origin.lineno})"
