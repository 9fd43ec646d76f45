"""A program under attack: its process, its streams and its memory."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
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
        """The running program."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Kills the program if it still runs."""
        self.process.kill()
        self.process.wait()
