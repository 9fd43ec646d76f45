"""Commands of Cargo that run for a long time."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lab.bootstrap import ROOT

BUILD_SECONDS = 1800.0
"""Seconds allowed for building, in addition to the time of the run."""


class Ran(NamedTuple):
    """A command that has ended."""

    code: int | None
    """None if it was killed at the timeout."""
    output: str
    """stdout and stderr."""

    def last_lines(self) -> str:
        """The last lines of the output."""
        lines = [line.strip() for line in self.output.splitlines() if line.strip()]
        return " / ".join(lines[-4:])[-500:]


def run(words: Sequence[str], seconds: float, environment: Mapping[str, str]) -> Ran:
    """Runs a command in the repository for this time and the time of a build. Its processes end with this call."""
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
            output, _ = process.communicate(timeout=seconds + BUILD_SECONDS)
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
