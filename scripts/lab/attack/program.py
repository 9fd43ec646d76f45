"""A program under attack: its process, its streams and its memory."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Self

PATIENCE = 60.0
"""Seconds. No answer takes so long, even on a busy machine: a program that is silent for this time has stalled."""


class Violation(Exception):  # noqa: N818 - the error is the program's, not the lab's
    """The program broke a promise; the message says which."""


class Program:
    """A running program; it is killed at the end of the `with` statement."""

    def __init__(self, command: Sequence[str | Path], *, cwd: Path | None = None, terminal: bool = False) -> None:
        """Starts the program; with `terminal` its input and output are a terminal in raw mode (Unix only)."""
        environment = {name: value for name, value in os.environ.items() if name != "RUST_LOG"}
        words = [str(word) for word in command]
        pipe = subprocess.PIPE
        # In a session of its own, Ctrl-C at the lab's terminal does not end the program before the lab does.
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
        """MiB of memory, where the system tells: the most so far ("VmHWM") or what it has now ("VmRSS")."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        except OSError:
            return None
        sizes = [line.split()[1] for line in status.splitlines() if line.startswith(kind)]
        return int(sizes[0]) // 1024 if sizes else None

    def __enter__(self) -> Self:
        """Nothing: the program runs already."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Kills the program if it still runs."""
        self.process.kill()
        self.process.wait()
