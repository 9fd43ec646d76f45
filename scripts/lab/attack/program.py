"""A program under attack: its process, its streams and its memory."""

import os
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Self

ANSWER_TIMEOUT = 60.0
"""Seconds after which a silent program counts as hung. Answers are faster even on a busy machine."""


class Violation(Exception):  # noqa: N818 - an error of the program, not of the lab
    """The program violated its specification; the message says how."""


class Program:
    """A running program; it is killed at the end of the `with` statement."""

    def __init__(self, command: Sequence[str | Path], *, cwd: Path | None = None, terminal: bool = False) -> None:
        """Starts the program; with `terminal` its input and output are a terminal in raw mode (Unix only)."""
        environment = {name: value for name, value in os.environ.items() if name != "RUST_LOG"}
        if terminal:
            # Without line editing the output is plain text.
            environment["TERM"] = "dumb"
        words = [str(word) for word in command]
        pipe = subprocess.PIPE
        # In a new session, Ctrl-C at the terminal of the lab does not reach the program.
        alone = os.name != "nt"
        if terminal:
            import pty
            import tty

            ours, theirs = pty.openpty()
            tty.setraw(theirs)
            self.process = subprocess.Popen(
                words, cwd=cwd, env=environment, stdin=theirs, stdout=theirs, stderr=pipe, bufsize=0, start_new_session=alone
            )
            os.close(theirs)
            self.stdin: IO[bytes] = os.fdopen(os.dup(ours), "wb", buffering=0)
            self.stdout: IO[bytes] = os.fdopen(ours, "rb", buffering=0)
        else:
            self.process = subprocess.Popen(
                words, cwd=cwd, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=alone
            )
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.stdin, self.stdout = self.process.stdin, self.process.stdout
        assert self.process.stderr is not None
        self.stderr: IO[bytes] = self.process.stderr

    def memory(self, kind: str = "VmHWM") -> int | None:
        """MiB of memory, if the system reports it: the peak ("VmHWM") or the present use ("VmRSS")."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        except OSError:
            return None
        sizes = [line.split()[1] for line in status.splitlines() if line.startswith(kind)]
        return int(sizes[0]) // 1024 if sizes else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()


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

    def ask(self, text: str, is_last: Callable[[str], bool]) -> list[str]:
        """Sends lines; the answer up to the first line for which this holds. Violation if there is none in time."""
        start = len(self.lines)
        self.send(f"{text}\n".encode())
        end = self.until(lambda line: is_last(line.decode()), start)
        return [line.decode() for line in self.lines[start : end + 1]]

    def quit(self) -> None:
        """Sends `quit`. Violation if the program does not end without an error."""
        self.send(b"quit\n")
        code = self.wait()
        if code != 0 or self.errors:
            raise Violation(f"exit status {code} after quit, {self.errors[:300]!r} on stderr")

    def wait(self) -> int:
        """The exit status of the program, which must end by itself now; its output is complete then."""
        code = self.process.wait(ANSWER_TIMEOUT)
        for reader in self.readers:
            reader.join(ANSWER_TIMEOUT)
        return code
