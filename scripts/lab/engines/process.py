"""A child process that talks in lines.

Knows nothing of protocols. What a process does wrong becomes an EngineError here.
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
"""Memory for what an engine says to one question, in bytes."""
EXIT_TIMEOUT = 0.5
"""Seconds for a process to end once its output has ended, and for one that is told to quit."""
GUARD = Path(__file__).with_name("guard.py")


@functools.cache
def guard_available() -> bool:
    """Whether this system has what the guard needs: Linux 5.3."""
    if not sys.platform.startswith("linux") or not hasattr(os, "pidfd_open"):
        return False
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError:
        return False
    return True


class Process:
    """An engine's process.

    It ends with `close`, and on Linux also with this program, whatever kills that; its descendants end with it.
    """

    def __init__(
        self,
        program: tuple[str, ...],
        cores: tuple[int, ...] = (),
        directory: str | None = None,
        environment: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Starts it, confined to these cores if there are any and the system can; EngineError if that fails."""
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
        self._chatter = 0

    def send(self, *lines: str) -> float:
        """Writes lines; when that was done, as `time.monotonic` has it. EngineError if nobody reads them."""
        self._chatter = 0
        try:
            self._input.write("".join(f"{line}\n" for line in lines).encode())
            self._input.flush()
        except (OSError, ValueError):
            raise EngineError(Fault.CRASH, f"{self.end()} before {lines[-1]!r}") from None
        return time.monotonic()

    def read(self, deadline: float, asked: str) -> Line:
        """The next line; EngineError if it does not come until then, or is none. `asked` is what it should answer."""
        try:
            line = self._lines.take(deadline)
        except TimeoutError:
            raise EngineError(Fault.HANG, f"no answer to {asked!r}") from None
        if line is None:
            raise EngineError(Fault.CRASH, f"{self.end()} after {asked!r}")
        self._chatter += line.size()
        if not line.whole:
            raise EngineError(Fault.GARBAGE, f"a line without end to {asked!r}: {line.text[:80]!r}")
        if self._chatter > MAX_ANSWER_BYTES:
            raise EngineError(Fault.GARBAGE, f"too much output to {asked!r}, the last one {line.text[:80]!r}")
        return line

    def unasked(self) -> str | None:
        """A line that has come without a question and is not empty, if there is one."""
        while True:
            try:
                line = self._lines.take(0.0)
            except TimeoutError:
                return None
            if line is None or line.text.strip():
                return line.text if line is not None else None

    def close_input(self) -> None:
        """Tells the process that nothing more will come."""
        with contextlib.suppress(OSError):
            self._input.close()

    def end(self) -> str:
        """How the process ended, with its last words on stderr, for a person."""
        how, patience = "closed its streams", 0.0
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(EXIT_TIMEOUT)
            patience = EXIT_TIMEOUT
            how = f"exited with code {code}"
            if code < 0:
                how = f"killed by {signal.Signals(-code).name}"
        last = self._tail.last_line(patience)
        return f"{how}{f' ({last[:120]!r})' if last else ''}"

    def close(self, *, farewell: str | None = None) -> None:
        """Ends the process and its descendants; with a farewell it may first end by itself."""
        if farewell is not None and self._process.poll() is None:
            with contextlib.suppress(EngineError):
                self.send(farewell)
        self.close_input()
        if farewell is not None:
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
    """Kills a process and its descendants, as far as they are still its descendants."""
    with contextlib.suppress(psutil.Error):
        root = psutil.Process(process)
        for one in [*root.children(recursive=True), root]:
            with contextlib.suppress(psutil.Error):
                one.kill()
