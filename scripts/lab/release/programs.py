"""The programs of the archives: how each is built, and how it runs on this machine."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lab import builds, universal
from lab.bootstrap import ROOT
from lab.builds import PATHS, Cross, cross_compiler, for_processor, run
from lab.release import smoke
from lab.release.smoke import Runner

BUILDS = ROOT / "target" / "release-builds"
"""The folder of the builds for other machines."""


@dataclass(frozen=True)
class Machine:
    """A kind of machine that a program is for."""

    name: str
    program: str
    """The name of the file."""
    build: Callable[[], bytes]
    runner: Callable[[], AbstractContextManager[Runner]]

    def path(self) -> Path:
        """The program, built at the first call. CalledProcessError, MissingToolError, OSError, UniversalError."""
        return _built(self)


@cache
def _built(machine: Machine) -> Path:
    path = BUILDS / machine.name / machine.program
    print(f"building the program for {machine.name}", flush=True)
    content = machine.build()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(0o755)
    return path


def _cross_build(cross: Cross, program: str, *options: str) -> bytes:
    """A program for another machine. CalledProcessError, MissingToolError, OSError."""
    cargo, environment = cross_compiler(cross)
    target = ("--target", cross.target, "--target-dir", str(BUILDS))
    words = (cargo, "build", "--release", "--package", "emilia-cli", *target, *options)
    run(words, environment | {"RUSTFLAGS": f"-C strip=symbols {PATHS} {cross.flags}"})
    return (BUILDS / cross.target / "release" / program).read_bytes()


def _build_aarch64() -> bytes:
    return _cross_build(builds.AARCH64, "emilia")


def _build_windows() -> bytes:
    """For x86-64-v3, which PCs have since about 2014."""
    return _cross_build(builds.WINDOWS, "emilia.exe", *for_processor("x86-64-v3"))


LINUX = Machine("linux-x86_64", "emilia", universal.build, smoke.native)
AARCH64 = Machine("linux-aarch64", "emilia", _build_aarch64, smoke.aarch64)
WINDOWS = Machine("windows-x86_64", "emilia.exe", _build_windows, smoke.wine)
