"""A child process that reads and writes lines, in bounded memory.

Knows nothing of protocols. Failures of the process are EngineErrors.
"""

import collections
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, NamedTuple

from lab.records import Fault

MAX_DETAIL_LENGTH = 300


class EngineError(Exception):
    """An engine broke the rules, its protocol or its limits, or has ended."""

    def __init__(self, fault: Fault, detail: str) -> None:
        """The fault and a description, which is cut if it is long."""
        detail = " ".join(detail.split())
        self.fault = fault
        self.detail = detail if len(detail) <= MAX_DETAIL_LENGTH else detail[: MAX_DETAIL_LENGTH - 3] + "..."
        super().__init__(f"{fault}: {self.detail}")


MAX_LINE_BYTES = 16 * 1024
"""Bytes; a longer line is cut."""
MAX_BUFFERED_BYTES = 1024 * 1024
"""Bytes of lines that wait in memory; beyond them the process has to wait."""
CHUNK = 64 * 1024


class Line(NamedTuple):
    """A line without its end."""

    text: str
    at: float
    """When it arrived, by `time.monotonic`."""
    whole: bool = True
    """False for the beginning of a line that is too long; its rest is dropped."""

    def size(self) -> int:
        """About how many bytes of memory it takes."""
        return 100 + len(self.text)


class Lines:
    """The lines of a stream, read by a thread that ends with the stream or with `close`."""

    def __init__(self, stream: IO[bytes]) -> None:
        """Begins to read. The thread closes the stream when it ends."""
        self._stream = stream
        self._lines: collections.deque[Line] = collections.deque()
        self._waiting = 0
        self._ended = False
        self._closed = False
        self._change = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def next_line(self, deadline: float) -> Line | None:
        """Waits for the next line; None at the end of the stream. TimeoutError at the deadline."""
        with self._change:
            if not self._change.wait_for(lambda: self._lines or self._ended, max(0.0, deadline - time.monotonic())):
                raise TimeoutError
            if not self._lines:
                return None
            line = self._lines.popleft()
            self._waiting -= line.size()
            self._change.notify_all()
            return line

    def close(self) -> None:
        """Ends the thread, even if the process still writes."""
        with self._change:
            self._closed = True
            self._lines.clear()
            self._waiting = 0
            self._change.notify_all()

    def _read(self) -> None:
        rest, dropping = b"", False
        with self._stream:
            while chunk := self._chunk():
                at = time.monotonic()
                *whole, rest = (rest + chunk).split(b"\n")
                if dropping and whole:
                    del whole[0]
                    dropping = False
                found = [Line(_text(line), at, len(line) <= MAX_LINE_BYTES) for line in whole]
                if len(rest) > MAX_LINE_BYTES or dropping:
                    if not dropping:
                        found.append(Line(_text(rest), at, whole=False))
                    rest, dropping = b"", True
                if found and not self._put(found):
                    return
            self._put([Line(_text(rest), time.monotonic())] if rest else [], ended=True)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._stream.fileno(), CHUNK)
        except OSError:
            return b""

    def _put(self, lines: list[Line], *, ended: bool = False) -> bool:
        """Adds lines to the queue; false if it was closed."""
        with self._change:
            self._change.wait_for(lambda: self._waiting < MAX_BUFFERED_BYTES or self._closed)
            if not self._closed:
                self._lines += lines
                self._waiting += sum(line.size() for line in lines)
                self._ended = ended
                self._change.notify_all()
            return not self._closed


class Tail:
    """The end of a stream; earlier text is dropped."""

    SIZE = 4096

    def __init__(self, stream: IO[bytes]) -> None:
        """Begins to read, in a thread that ends with the stream."""
        self._stream = stream
        self._kept = b""
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with self._stream:
            while True:
                try:
                    chunk = os.read(self._stream.fileno(), CHUNK)
                except OSError:
                    return
                if not chunk:
                    return
                self._kept = (self._kept + chunk)[-self.SIZE :]

    def last_line(self, timeout: float) -> str:
        """The last line that is not empty, after the end of the stream or `timeout` seconds."""
        self._thread.join(timeout)
        return next((line for line in reversed(_text(self._kept, self.SIZE).splitlines()) if line.strip()), "")


def _text(line: bytes, most: int = MAX_LINE_BYTES) -> str:
    return line[:most].decode("utf-8", errors="replace").rstrip("\r")


MAX_ANSWER_BYTES = 16 * 1024 * 1024
"""Memory for the answer of an engine to one command, in bytes."""
EXIT_TIMEOUT = 0.5
"""Seconds in which a process must end after the end of its output, or after `quit`."""
GUARD = Path(__file__).with_name("guard.py")


def guarded(command: Sequence[str], cores: Sequence[int] = ()) -> list[str]:
    """The command of a guard that runs this command on these cores, or on any if there are none.

    It ends the program with all of its descendants when this process ends.
    """
    return [sys.executable, "-I", "-S", str(GUARD), str(os.getpid()), ",".join(map(str, cores)), *command]


class Process:
    """An engine's process.

    It ends with `close`, and also when this program ends or is killed. Its descendants end with it.
    """

    def __init__(
        self,
        program: tuple[str, ...],
        cores: tuple[int, ...] = (),
        directory: str | None = None,
        environment: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Starts it, on these cores if there are any. EngineError if that fails."""
        try:
            self._process = subprocess.Popen(
                guarded(program, cores),
                cwd=directory,
                env={**os.environ, **dict(environment)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise EngineError(Fault.NO_START, f"cannot start {program[0]!r}: {error}") from None
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
        self._process.terminate()
        try:
            self._process.wait(5 * EXIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._process.wait()
