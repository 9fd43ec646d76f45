"""A description of this machine and of the software of the lab."""

import datetime
import hashlib
import os
import platform
import shutil
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

import psutil

from lab.journal import Machine
from lab.records import Engine

PACKAGES = ("distributed", "msgspec", "numpy", "rich", "scipy")


def now() -> str:
    """The time, UTC, ISO 8601, to the second."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def machine() -> Machine:
    """The computer this runs on."""
    return Machine(
        host=platform.node(),
        system=f"{platform.system()} {platform.release()}",
        processor=_processor(),
        cores=os.cpu_count() or 0,
        memory=psutil.virtual_memory().total,
    )


def _processor() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def versions() -> dict[str, str]:
    """The versions of Python and of the packages that results depend on."""
    return {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}}


def sha256(path: Path) -> str:
    """The SHA-256 of a file, hexadecimal. OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def programs(engines: Iterable[Engine]) -> dict[str, str]:
    """The SHA-256 of each engine's program file by the engine's name; engines whose program is not on this machine are left out."""
    found = {}
    for engine in engines:
        beside = Path(engine.directory or ".") / engine.command[0]
        path = shutil.which(engine.command[0]) or (str(beside) if beside.is_file() else None)
        if path is not None:
            found[engine.name] = sha256(Path(path))
    return found
