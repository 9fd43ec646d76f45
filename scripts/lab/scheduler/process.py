"""The parent's side of a worker process: starts it, exchanges messages with it, and kills it.

The process runs in a separate session, so that Ctrl-C at a terminal reaches neither it nor its children. It ends with its parent.
"""

import contextlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterable, Sequence
from multiprocessing.connection import Connection

from lab.scheduler.worker import Request, Response

EXIT_TIMEOUT = 5.0
"""Seconds that a process has to exit when it is asked to, or after it was killed."""
START = "import json, sys; given = json.loads(sys.argv[1]); sys.path[:] = given.pop('path'); " + (
    "from lab.scheduler.worker import serve; serve(**given)"
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
