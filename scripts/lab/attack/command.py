"""Commands of Cargo that run for a long time."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lab.bootstrap import ROOT

BUILDING = 1800.0
"""Seconds that a command may need for building, beyond the time it is asked to run."""


class Ran(NamedTuple):
    """A command that has ended."""

    code: int | None
    """None if it was killed because it took too long."""
    output: str
    """stdout and stderr."""

    def last_lines(self) -> str:
        """The end of the output, for a person."""
        lines = [line.strip() for line in self.output.splitlines() if line.strip()]
        return " / ".join(lines[-4:])[-500:]


def run(words: Sequence[str], seconds: float, environment: Mapping[str, str]) -> Ran:
    """Runs a command in the repository for so long and the time for building; it and its children never outlive this call."""
    with subprocess.Popen(
        words,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=seconds + BUILDING)
        except subprocess.TimeoutExpired:
            kill(process)
            return Ran(None, process.communicate()[0])
        except BaseException:
            kill(process)
            raise
    return Ran(process.returncode, output)


def kill(process: subprocess.Popen[str]) -> None:
    """Kills a process and its group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
