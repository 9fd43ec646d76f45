"""A worker process: it handles requests from a socket, one after another, and exits when the other end is closed.

The process runs in a separate session, so that Ctrl-C at a terminal reaches neither it nor its children. It ends with its parent.
Messages are pickled `Request`s and `Response`s.
"""

import contextlib
import json
import os
import pickle
import queue
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Collection, Iterable, Sequence
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


EXIT_TIMEOUT = 5.0
"""Seconds that a process has to exit when it is asked to, or after it was killed."""
START = "import json, sys; given = json.loads(sys.argv[1]); sys.path[:] = given.pop('path'); " + (
    "from lab.scheduler.process import serve; serve(**given)"
)


class ProcessEndedError(Exception):
    """The process has ended; the message says how."""


class Process:
    """A process that handles one request after another."""

    def __init__(self, cores: Sequence[int] = (), idle: float | None = None) -> None:
        """Starts it on these cores, or on any core if there are none. It exits after `idle` seconds without work. OSError."""
        ours, theirs = socket.socketpair()
        path = [entry or os.getcwd() for entry in sys.path]  # noqa: PTH109 - an entry of sys.path may be an empty string
        given = json.dumps({"descriptor": theirs.fileno(), "cores": list(cores), "idle": idle, "path": path})
        with ours, theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", START, given],
                stdin=subprocess.DEVNULL,
                stdout=2,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
            self.connection = Connection(ours.detach())

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it is still running."""
        return self._process.poll() is None

    def send(self, request: Request) -> None:
        """Sends a request. ProcessEndedError."""
        try:
            self.connection.send(request)
        except OSError:
            raise ProcessEndedError(self._describe_end()) from None

    def receive(self) -> Response:
        """Waits for the next response. ProcessEndedError."""
        try:
            response = self.connection.recv()
        except (EOFError, OSError):
            raise ProcessEndedError(self._describe_end()) from None
        assert isinstance(response, Response)
        return response

    def _describe_end(self) -> str:
        """How the process ended."""
        try:
            code = self._process.wait(EXIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            return "the worker process closed its connection"
        return f"the worker process {f'was killed by signal {-code}' if code < 0 else f'ended with code {code}'}"


def shut_down(processes: Iterable[Process]) -> None:
    """Asks idle processes to exit, and waits for them."""
    processes = list(processes)
    for process in processes:
        with contextlib.suppress(OSError):
            process.connection.send(None)
    for process in processes:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process._process.wait(EXIT_TIMEOUT)


def kill(processes: Iterable[Process]) -> None:
    """Kills processes; the engines that they started end with them."""
    processes = list(processes)
    for process in processes:
        process._process.kill()
    for process in processes:
        process._process.wait()
        process.connection.close()
