"""The worker's side of a worker process: it handles requests from a socket and exits when the other end is closed.

`process` is the parent's side. Messages are pickled `Request`s and `Response`s.
"""

import contextlib
import os
import pickle
import queue
import threading
import traceback
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal


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


def _receive_requests(connection: Connection, inbox: queue.SimpleQueue[bytes]) -> None:
    """Queues the requests; at the end of the connection ends this process, and with it all engines, which have guards."""
    try:
        while True:
            inbox.put(connection.recv_bytes())
    except (EOFError, OSError):
        os._exit(1)


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
