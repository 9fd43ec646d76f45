"""Runs programs with a preloaded library that counts their changes of files, and makes one of them fail or kill the program.

The library is shim.rs.
"""

import atexit
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).with_name("shim.rs")
KILLS = ("kill", "half")
"""Actions that end the program: before the call, or after half of the bytes of a write."""
FAILURES = ("full", "once", "error")
"""Actions after which the program continues: a disk that stays full, a disk that is full once, an error of the device."""
TIMEOUT = 120.0
"""Seconds; commands of an attack are faster even on a busy machine."""


class Ran(NamedTuple):
    """A command that has ended."""

    code: int
    """Negative: the signal that killed it."""
    stdout: str
    stderr: str
    calls: tuple[str, ...] = ()
    """The changes of files, in their order."""


def missing_requirement() -> str | None:
    """Why the library cannot be preloaded here; None if it can."""
    if not sys.platform.startswith("linux"):
        return "only Linux can preload the library that makes writes fail"
    return None if shutil.which("rustc") else "rustc is missing"


@functools.cache
def library() -> Path:
    """The preloaded library, built for this process. CalledProcessError."""
    folder = tempfile.TemporaryDirectory(prefix="emilia-shim-")
    atexit.register(folder.cleanup)
    path = Path(folder.name) / "shim.so"
    command = ["rustc", "--edition", "2024", "--crate-type", "cdylib", "-C", "panic=abort", "-O", str(SOURCE), "-o", str(path)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return path


def run(command: Sequence[str | Path], folder: Path, stdin: str = "", at: int = 0, action: str = "") -> Ran:
    """Runs a command in a folder and counts its changes of files there; `action` happens at the one with number `at`, from 1.

    subprocess.TimeoutExpired if it does not end.
    """
    with tempfile.NamedTemporaryFile(prefix="emilia-calls-") as log:
        variables = {
            "LD_PRELOAD": str(library()),
            "FAULT_FOLDER": str(folder.resolve()),
            "FAULT_LOG": log.name,
            "FAULT_AT": str(at),
            "FAULT_ACTION": action,
        }
        ran = run_undisturbed(command, folder, stdin, variables)
        calls = tuple(Path(log.name).read_text(encoding="ascii").split())
    return ran._replace(calls=calls)


def run_undisturbed(command: Sequence[str | Path], folder: Path, stdin: str = "", variables: dict[str, str] | None = None) -> Ran:
    """Runs a command in a folder without faults. subprocess.TimeoutExpired."""
    environment = {name: value for name, value in os.environ.items() if name != "RUST_LOG"} | (variables or {})
    words = [str(word) for word in command]
    ran = subprocess.run(
        words,
        cwd=folder,
        env=environment,
        input=stdin.encode(),
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout.decode(errors="replace"), ran.stderr.decode(errors="replace"))
