"""The outside of a process that does work: starting it, ordering, hearing, and leaving nothing of it behind.

The process has a session of its own, so that Ctrl-C at a terminal reaches neither it nor what it starts; it dies with its parent.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import uuid
from collections.abc import Iterable, Sequence
from multiprocessing.connection import Connection

from lab.scheduler.worker import MARK, PATIENCE, Answer, Order, kill_marked

START = "import json, sys; given = json.loads(sys.argv[1]); sys.path[:] = given.pop('path'); " + (
    "from lab.scheduler.worker import serve; serve(**given)"
)


class ProcessEndedError(Exception):
    """The process is gone; the message says how."""


class Process:
    """A process that does one order after the other."""

    def __init__(self, cores: Sequence[int] = (), idle: float | None = None) -> None:
        """Starts it, on these cores if any are given; it ends by itself after so many seconds without work. OSError."""
        ours, theirs = socket.socketpair()
        self.mark = uuid.uuid4().hex
        path = [entry or os.getcwd() for entry in sys.path]  # noqa: PTH109 - a word on sys.path, not a path to work with
        given = json.dumps({"descriptor": theirs.fileno(), "cores": list(cores), "idle": idle, "path": path})
        with ours, theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", START, given],
                env={**os.environ, MARK: self.mark},
                stdin=subprocess.DEVNULL,
                stdout=2,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
            self.connection = Connection(ours.detach())

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    @property
    def lives(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def order(self, order: Order) -> None:
        """Asks for work. ProcessEndedError."""
        try:
            self.connection.send(order)
        except OSError:
            raise ProcessEndedError(self._how()) from None

    def hear(self) -> Answer:
        """Waits for the next answer. ProcessEndedError."""
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            raise ProcessEndedError(self._how()) from None
        assert isinstance(answer, Answer)
        return answer

    def _how(self) -> str:
        """How it ended."""
        try:
            code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return "the worker process no longer listens"
        return f"the worker process {f'was killed by signal {-code}' if code < 0 else f'ended with code {code}'}"


def retire(processes: Iterable[Process]) -> None:
    """Lets processes without work end by themselves, and waits for them a while."""
    processes = list(processes)
    for process in processes:
        with contextlib.suppress(OSError):
            process.connection.send(None)
    for process in processes:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process._process.wait(PATIENCE)


def kill(processes: Iterable[Process]) -> None:
    """Ends processes and all that they started, now."""
    processes = list(processes)
    for process in processes:
        process._process.kill()
    for process in processes:
        process._process.wait()
        process.connection.close()
    kill_marked([process.mark for process in processes])
