"""Release builds of Rust: flags by which two builds are the same, and the compiler for machines other than this one.

Imports the standard library only.
"""

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lab.bootstrap import ROOT

HOME = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
# Messages of panics have the paths of sources; those of this machine are nobody's business, and would differ between two builds.
PATHS = f"--remap-path-prefix={HOME / 'registry' / 'src'}=crates --remap-path-prefix={ROOT}=emilia"
DEBIAN = (Path("/usr/bin/cargo"), Path("/usr/bin/rustc"), Path("/usr/lib/rustlib/src/rust/library"))
"""The compiler that builds the standard library for any machine, from the packages cargo-web, rustc-web and rust-web-src."""


CRATES = ("emilia-core", "emilia", "emilia-analysis", "emilia-training", "emilia-cli", "emilia-python")
"""Those of the program and of the extension for Python."""


@dataclass(frozen=True)
class Cross:
    """A kind of machine other than this one, and what builds for it."""

    target: str
    """The compiler's name of it."""
    linker: str
    """A program in /usr/bin."""
    package: str
    """The Debian package with the linker."""
    parts: str = "std,panic_unwind"
    """The parts of the standard library that are built with the program."""
    flags: str = ""
    """For the compiler."""


AARCH64 = Cross("aarch64-unknown-linux-gnu", "aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu")
WINDOWS = Cross(
    "x86_64-pc-windows-gnu",
    "x86_64-w64-mingw32-gcc",
    "gcc-mingw-w64-x86-64-win32",
    # The linker would write the time of the build.
    flags="-C link-arg=-Wl,--no-insert-timestamp",
)


class MissingToolError(Exception):
    """A program that a build needs is not installed."""


def run(command: Sequence[str | Path], environment: Mapping[str, str] | None = None, folder: Path = ROOT) -> None:
    """Runs a command that must succeed. CalledProcessError."""
    print(f"  {' '.join(str(word) for word in command)}", flush=True)
    subprocess.run([str(word) for word in command], check=True, cwd=folder, env={**os.environ, **(environment or {})})


def cross_compiler(cross: Cross) -> tuple[str, dict[str, str]]:
    """Debian's cargo for another machine, and its environment. MissingToolError if it or the linker is not installed."""
    linker = Path("/usr/bin") / cross.linker
    if not all(path.exists() for path in (*DEBIAN, linker)):
        packages = f"cargo-web, rustc-web, rust-web-src and {cross.package}"
        raise MissingToolError(f"Rust cannot build for {cross.target}; it needs Debian's packages {packages}")
    cargo, rustc, _ = map(str, DEBIAN)
    environment = {"RUSTC": rustc, "RUSTC_BOOTSTRAP": "1", "CARGO_UNSTABLE_BUILD_STD": cross.parts}
    return cargo, environment | {f"CARGO_TARGET_{cross.target.upper().replace('-', '_')}_LINKER": str(linker)}


def for_processor(name: str) -> tuple[str, ...]:
    """Options of cargo that build the crates of Emilia for this processor; the environment must have RUSTC_BOOTSTRAP=1.

    The crates of others are built for every processor, so builds for several share them. So is the standard library, which starts
    the program: on a processor that lacks an instruction it comes as far as the message.
    """
    flags = json.dumps([f"-Ctarget-cpu={name}"])
    return (
        "-Zprofile-rustflags",
        *(word for crate in CRATES for word in ("--config", f"profile.release.package.{crate}.rustflags={flags}")),
    )
