"""A conversation with a program over pipes, or over a terminal, that never waits for ever."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO

# Longer than any answer takes, even on a busy machine: whoever waits so long has met a stall.
PATIENCE = 60.0


class Conversation:
    """A running program, what it has said so far, and whether it has ended."""

    def __init__(self, command: Sequence[str | Path], *, cwd: Path | None = None, terminal: bool = False) -> None:
        """Starts the program; with `terminal` its input and output are a terminal in raw mode (Unix only)."""
        self.lines: list[bytes] = []
        self.changed = threading.Condition()
        self.is_over = False
        environment = {name: value for name, value in os.environ.items() if name != "RUST_LOG"}
        words = [str(word) for word in command]
        errors = subprocess.PIPE
        if terminal:
            import pty
            import tty

            ours, theirs = pty.openpty()
            tty.setraw(theirs)
            self.process = subprocess.Popen(words, cwd=cwd, env=environment, stdin=theirs, stdout=theirs, stderr=errors)
            os.close(theirs)
            self.stdin: IO[bytes] = os.fdopen(ours, "wb", buffering=0, closefd=False)
            stdout: IO[bytes] = os.fdopen(ours, "rb")
        else:
            pipe = subprocess.PIPE
            self.process = subprocess.Popen(words, cwd=cwd, env=environment, stdin=pipe, stdout=pipe, stderr=errors, bufsize=0)
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.stdin, stdout = self.process.stdin, os.fdopen(os.dup(self.process.stdout.fileno()), "rb")
        assert self.process.stderr is not None
        self.complaints = b""
        self.readers = [threading.Thread(target=self._read, args=(stdout,)), threading.Thread(target=self._read_errors)]
        for reader in self.readers:
            reader.daemon = True
            reader.start()

    def _read(self, stdout: IO[bytes]) -> None:
        try:
            for line in stdout:
                with self.changed:
                    self.lines.append(line.rstrip(b"\r\n"))
                    self.changed.notify_all()
        except OSError:
            pass  # so a terminal says that nobody is on its other side
        with self.changed:
            self.is_over = True
            self.changed.notify_all()

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self.complaints = self.process.stderr.read()

    def send(self, data: bytes) -> None:
        """Writes all of this at once."""
        try:
            while data:
                data = data[self.stdin.write(data) or 0 :]
        except OSError as error:
            raise AssertionError(f"nobody reads: exit status {self.wait()}, {self.complaints!r} after {self.lines[-5:]}") from error

    def until(self, holds: Callable[[bytes], bool], start: int = 0) -> int:
        """The number of the first line, from this one on, for which this holds; the test fails if there is none in time."""
        end = time.monotonic() + PATIENCE
        while True:
            with self.changed:
                news = self.lines[start:]
                if not news and (self.is_over or time.monotonic() > end):
                    what = "said no more" if self.is_over else "stalled"
                    raise AssertionError(f"{self.process.args!r} {what} after {self.lines[-5:]}")
                if not news:
                    self.changed.wait(1)
            for line in news:
                if holds(line):
                    return start
                start += 1

    def wait(self) -> int:
        """The exit status of the program, which must end by itself now; what it said is complete then."""
        code = self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join(PATIENCE)
        return code

    def memory(self) -> int | None:
        """The most MiB of memory that the program has had, where the system tells."""
        status = Path(f"/proc/{self.process.pid}/status")
        if not status.exists():
            return None
        peaks = [line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM")]
        return int(peaks[0]) // 1024 if peaks else None

    def __enter__(self) -> Conversation:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
