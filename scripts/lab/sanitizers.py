"""Builds of the engine with a sanitizer: the compiler, its flags and the packages that they need."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lab.bootstrap import ROOT

TRIPLE = "x86_64-unknown-linux-gnu"
FOLDER = ROOT / "target" / "sanitize"
KERNELS = "-Ctarget-cpu=native"
"""RUSTFLAGS replaces the flags in .cargo/config.toml; without this the portable kernels would be checked instead."""
DEBIAN = Path("/usr/bin")
SOURCES = Path("/usr/lib/rustlib/src/rust/library")
PACKAGES = "rustc-web cargo-web rust-web-src clang-22 libclang-rt-22-dev llvm"


class SanitizerError(Exception):
    """A requirement of a sanitizer is missing, or a build fails."""


@dataclass(frozen=True)
class Sanitizer:
    """A sanitizer with its compiler."""

    name: str
    """The name on the command line."""
    title: str
    cargo: str
    flags: tuple[str, ...]
    """Flags of cargo."""
    environment: dict[str, str]
    """Environment of the build."""
    options: dict[str, str] = field(default_factory=dict)
    """The variable that the run-time library reads, and its value without the path of the reports."""

    @property
    def folder(self) -> Path:
        """Its build folder."""
        return FOLDER / self.name

    @property
    def program(self) -> Path:
        """The engine."""
        return self.folder / TRIPLE / "debug" / "emilia"

    def build(self) -> None:
        """Builds the engine in the dev profile, whose checks stay on. SanitizerError."""
        if subprocess.run(self.command("build"), cwd=ROOT, env=self.build_environment(), check=False).returncode != 0:
            raise SanitizerError(f"{self.title}: the build failed")

    def command(self, verb: str, *arguments: str) -> list[str]:
        """A command of cargo."""
        return [self.cargo, verb, *self.flags, "--target", TRIPLE, "--target-dir", str(self.folder), *arguments]

    def build_environment(self) -> dict[str, str]:
        """The environment of cargo."""
        return {**os.environ, **self.environment, "RUSTC_BOOTSTRAP": "1"}

    def run_environment(self, reports: Path) -> dict[str, str]:
        """The environment of the program; reports are files whose names begin with this path."""
        options = {variable: f"{value}:log_path={reports}" for variable, value in self.options.items()}
        return {**os.environ, **options}


def sanitizer(name: str) -> Sanitizer:
    """The sanitizer of this name, `address` or `thread`. SanitizerError if it cannot be used here."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        raise SanitizerError("the sanitizers are supported on x86-64 Linux only")
    return _address() if name == "address" else _thread()


def _address() -> Sanitizer:
    """AddressSanitizer with its search for leaks: the run-time library comes with Rust's own toolchain."""
    cargo = shutil.which("cargo")
    if cargo is None:
        raise SanitizerError("cargo is missing; install Rust from https://rustup.rs")
    environment = {"RUSTFLAGS": f"-Zsanitizer=address {KERNELS}"}
    options = {"ASAN_OPTIONS": "detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1"}
    return Sanitizer("address", "AddressSanitizer", cargo, (), environment, options)


def _thread() -> Sanitizer:
    """ThreadSanitizer with a standard library built with it: Debian's compiler, which comes with the sources.

    Rust's own toolchain has no library of this kind, and without one the sanitizer reports races in rayon that do not exist.
    """
    found = [DEBIAN / "rustc", DEBIAN / "cargo", SOURCES]
    clang = _newest("clang", "/usr/bin")
    if clang is None or not all(path.exists() for path in found):
        raise SanitizerError(
            f"ThreadSanitizer needs Debian's compiler and its sources: apt-get install --no-install-recommends {PACKAGES}"
        )
    environment = {
        "RUSTC": str(DEBIAN / "rustc"),
        "RUSTDOC": str(DEBIAN / "rustdoc"),
        f"CARGO_TARGET_{TRIPLE.upper().replace('-', '_')}_LINKER": clang,
        "RUSTFLAGS": f"-Zsanitizer=thread -Zexternal-clangrt -Clink-arg=-fsanitize=thread {KERNELS}",
    }
    options = "halt_on_error=1:history_size=4:second_deadlock_stack=1"
    if symbolizer := shutil.which("llvm-symbolizer"):
        options += f":external_symbolizer_path={symbolizer}"
    return Sanitizer("thread", "ThreadSanitizer", str(DEBIAN / "cargo"), ("-Zbuild-std",), environment, {"TSAN_OPTIONS": options})


def _newest(program: str, folder: str) -> str | None:
    """The program with the highest version behind its name, `clang-22`."""
    found = [path for path in Path(folder).glob(f"{program}-*") if path.name[len(program) + 1 :].isdigit()]
    return str(max(found, key=lambda path: int(path.name[len(program) + 1 :]))) if found else None


def reports(prefix: Path) -> Sequence[str]:
    """The reports of the sanitizer with this path, one for each process."""
    return [path.read_text(errors="replace") for path in sorted(prefix.parent.glob(f"{prefix.name}*"))]
