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
    ending: str
    """Of the files of programs."""
    build: Callable[[], bytes]
    build_checker: Callable[[], bytes]
    runner: Callable[[], AbstractContextManager[Runner]]

    def program(self) -> Path:
        """The engine, built at the first call. CalledProcessError, MissingToolError, OSError, UniversalError."""
        return _built(BUILDS / self.name / f"emilia{self.ending}", self.build)

    def checker(self) -> Path:
        """The checker of proofs, built at the first call. CalledProcessError, MissingToolError, OSError."""
        return _built(BUILDS / self.name / f"emilia-check{self.ending}", self.build_checker)


@cache
def _built(path: Path, build: Callable[[], bytes]) -> Path:
    print(f"building {path.name} for {path.parent.name}", flush=True)
    content = build()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(0o755)
    return path


def _cross_build(cross: Cross, package: str, program: str, *options: str) -> bytes:
    """The program of a package for another machine. CalledProcessError, MissingToolError, OSError."""
    cargo, environment = cross_compiler(cross)
    target = ("--target", cross.target, "--target-dir", str(BUILDS))
    words = (cargo, "build", "--release", "--package", package, *target, *options)
    run(words, environment | {"RUSTFLAGS": f"-C strip=symbols {PATHS} {cross.flags}"})
    return (BUILDS / cross.target / "release" / program).read_bytes()


def _build_aarch64() -> bytes:
    return _cross_build(builds.AARCH64, "emilia-cli", "emilia")


def _build_windows() -> bytes:
    """For x86-64-v3, which PCs have since about 2014."""
    return _cross_build(builds.WINDOWS, "emilia-cli", "emilia.exe", *for_processor("x86-64-v3"))


def _build_checker() -> bytes:
    """For every PC: a check takes little time."""
    words = ("cargo", "build", "--release", "--package", "emilia-check", "--target-dir", BUILDS)
    run(words, {"RUSTFLAGS": f"-C strip=symbols {PATHS}"})
    return (BUILDS / "release" / "emilia-check").read_bytes()


def _build_aarch64_checker() -> bytes:
    return _cross_build(builds.AARCH64, "emilia-check", "emilia-check")


def _build_windows_checker() -> bytes:
    return _cross_build(builds.WINDOWS, "emilia-check", "emilia-check.exe")


LINUX = Machine("linux-x86_64", "", universal.build, _build_checker, smoke.native)
AARCH64 = Machine("linux-aarch64", "", _build_aarch64, _build_aarch64_checker, smoke.aarch64)
WINDOWS = Machine("windows-x86_64", ".exe", _build_windows, _build_windows_checker, smoke.wine)
