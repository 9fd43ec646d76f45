"""The worker's side of a worker process: it handles requests from a socket and exits when the other end is closed.

`process` is the parent's side. Messages are pickled `Request`s and `Response`s.
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
"""An environment variable of a worker and of everything that it starts; its value is unique to the worker."""
STARTUP_GRACE = 1.0
"""Seconds after its start during which the environment of a process may still be empty."""
EXIT_TIMEOUT = 5.0
"""Seconds that a process has to exit when it is asked to, or after it was killed."""


@dataclass(frozen=True)
class Request:
    """A function and its argument."""

    work: Callable[[Any], Iterable[Any]]
    argument: Any


@dataclass(frozen=True)
class Response:
    """Part of the response to a request: any number of results, then `done` or `failed`."""

    kind: Literal["result", "done", "failed"]
    value: Any = None


def kill_marked(marks: Collection[str]) -> None:
    """Kills all processes of this user with these marks except the caller, and waits until they are dead.

    The mark also finds processes that changed their session or lost their parent.
    """
    deadline = time.monotonic() + EXIT_TIMEOUT
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
    """Whether this is another running process with one of these marks; None if it is too new to have an environment."""
    try:
        if process.pid == os.getpid() or process.status() == psutil.STATUS_ZOMBIE:
            return False
        environment = process.environ()
        if not environment and time.time() - process.create_time() < STARTUP_GRACE:
            return None
        return environment.get(MARK) in marks
    except (psutil.Error, OSError):
        return False


def _receive_requests(connection: Connection, inbox: queue.SimpleQueue[bytes]) -> None:
    """Queues the requests; at the end of the connection kills this process and everything that it started."""
    try:
        while True:
            inbox.put(connection.recv_bytes())
    except (EOFError, OSError):
        _exit_with_children()


def _exit_with_children() -> None:
    """Kills this process and everything that it started. A child does this, because this process could start more meanwhile."""
    worker = os.getpid()
    if os.fork() == 0:
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
        kill_marked([os.environ[MARK]])
        os._exit(0)
    signal.pause()


def serve(descriptor: int, cores: Collection[int], idle: float | None) -> None:
    """Handles requests until one is None or none has arrived for `idle` seconds, pinned to these cores if any."""
    os.set_inheritable(descriptor, False)
    if cores:
        os.sched_setaffinity(0, cores)
    connection = Connection(descriptor)
    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive_requests, args=(connection, inbox), daemon=True).start()
    while True:
        try:
            request: Request | None = pickle.loads(inbox.get(timeout=idle))
            if request is None:
                return
            for value in request.work(request.argument):
                connection.send(Response("result", value))
            connection.send(Response("done"))
        except queue.Empty:
            return
        except Exception as error:
            with contextlib.suppress(OSError):
                connection.send(Response("failed", _describe(error)))


def _describe(error: Exception) -> str:
    """An error and its origin on one line."""
    origin = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(origin.filename).name}, line {origin.lineno})"
