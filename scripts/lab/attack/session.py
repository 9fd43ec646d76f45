"""A program that is used line by line, with timeouts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from lab.attack.program import ANSWER_TIMEOUT, Program, Violation


class Session(Program):
    """A running program, all the lines it has written so far, and whether it has closed its output."""

    def __init__(self, command: Sequence[str | Path], *, cwd: Path | None = None, terminal: bool = False) -> None:
        """Starts the program; with `terminal` its input and output are a terminal in raw mode (Unix only)."""
        super().__init__(command, cwd=cwd, terminal=terminal)
        self.lines: list[bytes] = []
        self.changed = threading.Condition()
        self.is_over = False
        self.errors = b""
        self.readers = [threading.Thread(target=target, daemon=True) for target in (self._read, self._read_errors)]
        for reader in self.readers:
            reader.start()

    def _read(self) -> None:
        rest = b""
        try:
            while data := self.stdout.read(1 << 16):
                *lines, rest = (rest + data).split(b"\n")
                with self.changed:
                    self.lines += [line.rstrip(b"\r") for line in lines]
                    self.changed.notify_all()
        except OSError:
            pass  # a terminal reports its end in this way
        with self.changed:
            self.lines += [rest] if rest else []
            self.is_over = True
            self.changed.notify_all()

    def _read_errors(self) -> None:
        self.errors = self.stderr.read()

    def send(self, data: bytes) -> None:
        """Writes all of this at once. Violation if the program has ended."""
        try:
            while data:
                data = data[self.stdin.write(data) or 0 :]
        except OSError as error:
            last = self.lines[-5:]
            raise Violation(f"input closed: exit status {self.wait()}, {self.errors!r} after {last}") from error

    def until(self, holds: Callable[[bytes], bool], start: int = 0) -> int:
        """The number of the first line, from this one on, for which this holds. Violation if there is none in time."""
        end = time.monotonic() + ANSWER_TIMEOUT
        while True:
            with self.changed:
                news = self.lines[start:]
                if not news and (self.is_over or time.monotonic() > end):
                    what = "ended its output" if self.is_over else f"was silent for {ANSWER_TIMEOUT:.0f} s"
                    raise Violation(f"{self.process.args!r} {what} after {self.lines[-5:]}")
                if not news:
                    self.changed.wait(1)
            for line in news:
                if holds(line):
                    return start
                start += 1

    def wait(self) -> int:
        """The exit status of the program, which must end by itself now; its output is complete then."""
        code = self.process.wait(ANSWER_TIMEOUT)
        for reader in self.readers:
            reader.join(ANSWER_TIMEOUT)
        return code
