"""A child process that reads and writes lines.

Knows nothing of protocols. Failures of the process are EngineErrors.
"""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil

from lab.engines.failure import EngineError
from lab.engines.lines import Line, Lines, Tail
from lab.records import Fault

MAX_ANSWER_BYTES = 16 * 1024 * 1024
"""Memory for the answer of an engine to one command, in bytes."""
EXIT_TIMEOUT = 0.5
"""Seconds in which a process must end after the end of its output, or after `quit`."""
GUARD = Path(__file__).with_name("guard.py")


@functools.cache
def guard_available() -> bool:
    """Whether this system can run the guard: Linux 5.3 or later."""
    if not sys.platform.startswith("linux") or not hasattr(os, "pidfd_open"):
        return False
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError:
        return False
    return True


class Process:
    """An engine's process.

    It ends with `close`, and on Linux also when this program ends or is killed. Its descendants end with it.
    """

    def __init__(
        self,
        program: tuple[str, ...],
        cores: tuple[int, ...] = (),
        directory: str | None = None,
        environment: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Starts it, on these cores if there are any and the system supports it. EngineError if that fails."""
        command = list(program)
        if guard_available():
            wanted = ",".join(str(core) for core in cores)
            command = [sys.executable, "-I", "-S", str(GUARD), str(os.getpid()), wanted, *command]
        try:
            self._process = subprocess.Popen(
                command,
                cwd=directory,
                env={**os.environ, **dict(environment)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise EngineError(Fault.NO_START, f"cannot start {program[0]!r}: {error}") from None
        if cores and not guard_available():
            with contextlib.suppress(psutil.Error, AttributeError):
                psutil.Process(self._process.pid).cpu_affinity(list(cores))
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._input = self._process.stdin
        self._lines = Lines(self._process.stdout)
        self._tail = Tail(self._process.stderr)
        self._received = 0

    def send(self, *lines: str) -> float:
        """Writes lines and returns the time before, by `time.monotonic`. EngineError if the process has closed its input."""
        self._received = 0
        # The engine may answer before this program runs again.
        sent = time.monotonic()
        try:
            self._input.write("".join(f"{line}\n" for line in lines).encode())
            self._input.flush()
        except (OSError, ValueError):
            raise EngineError(Fault.CRASH, f"{self.describe_end()} before {lines[-1]!r}") from None
        return sent

    def read(self, deadline: float, request: str) -> Line:
        """The next line. EngineError if none comes before the deadline. `request` is the command that it should answer."""
        try:
            line = self._lines.next_line(deadline)
        except TimeoutError:
            raise EngineError(Fault.HANG, f"no answer to {request!r}") from None
        if line is None:
            raise EngineError(Fault.CRASH, f"{self.describe_end()} after {request!r}")
        self._received += line.size()
        if not line.whole:
            raise EngineError(Fault.GARBAGE, f"a line without end to {request!r}: {line.text[:80]!r}")
        if self._received > MAX_ANSWER_BYTES:
            raise EngineError(Fault.GARBAGE, f"too much output to {request!r}, the last one {line.text[:80]!r}")
        return line

    def unexpected_line(self) -> str | None:
        """A line that is not empty and has arrived already, before a command was sent; None if there is none."""
        while True:
            try:
                line = self._lines.next_line(0.0)
            except TimeoutError:
                return None
            if line is None or line.text.strip():
                return line.text if line is not None else None

    def close_input(self) -> None:
        """Closes the input of the process."""
        with contextlib.suppress(OSError):
            self._input.close()

    def describe_end(self) -> str:
        """How the process ended, with its last line on stderr."""
        how, timeout = "closed its streams", 0.0
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(EXIT_TIMEOUT)
            timeout = EXIT_TIMEOUT
            how = f"exited with code {code}"
            if code < 0:
                how = f"killed by {signal.Signals(-code).name}"
        last = self._tail.last_line(timeout)
        return f"{how}{f' ({last[:120]!r})' if last else ''}"

    def close(self, *, quit_command: str | None = None) -> None:
        """Ends the process and its descendants. After a quit command it has some time to end by itself."""
        if quit_command is not None and self._process.poll() is None:
            with contextlib.suppress(EngineError):
                self.send(quit_command)
        self.close_input()
        if quit_command is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(EXIT_TIMEOUT)
        self._kill()
        self._lines.close()

    def _kill(self) -> None:
        if guard_available():
            self._process.terminate()
            try:
                self._process.wait(5 * EXIT_TIMEOUT)
            except subprocess.TimeoutExpired:
                self._process.kill()
        else:
            kill_tree(self._process.pid)
        self._process.wait()


def kill_tree(process: int) -> None:
    """Kills a process and its descendants, except those that lost their parent."""
    with contextlib.suppress(psutil.Error):
        root = psutil.Process(process)
        for one in [*root.children(recursive=True), root]:
            with contextlib.suppress(psutil.Error):
                one.kill()
