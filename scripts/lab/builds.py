"""Release builds of Rust: flags by which two builds are the same, and the compiler for machines other than this one.

Imports the standard library only.
"""

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from lab.bootstrap import ROOT

HOME = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
# Messages of panics have the paths of sources; those of this machine are nobody's business, and would differ between two builds.
PATHS = f"--remap-path-prefix={HOME / 'registry' / 'src'}=crates --remap-path-prefix={ROOT}=emilia"
DEBIAN = (Path("/usr/bin/cargo"), Path("/usr/bin/rustc"), Path("/usr/lib/rustlib/src/rust/library"))
"""The compiler that builds the standard library for any machine, from the packages cargo-web, rustc-web and rust-web-src."""


CRATES = ("emilia-core", "emilia", "emilia-analysis", "emilia-training", "emilia-cli")
"""Those of the program."""


class MissingToolError(Exception):
    """A program that a build needs is not installed."""


def run(command: Sequence[str | Path], environment: Mapping[str, str] | None = None, folder: Path = ROOT) -> None:
    """Runs a command that must succeed. CalledProcessError."""
    print(f"  {' '.join(str(word) for word in command)}", flush=True)
    subprocess.run([str(word) for word in command], check=True, cwd=folder, env={**os.environ, **(environment or {})})


def cross_compiler(target: str, linker: Path, package: str, parts: str) -> tuple[str, dict[str, str]]:
    """Debian's cargo for another machine, and its environment.

    Builds these parts of the standard library, such as `std,panic_abort`, with the program.

    Raises:
        MissingToolError: if the compiler or the linker, which this Debian package has, is not installed.
    """
    if not all(path.exists() for path in (*DEBIAN, linker)):
        raise MissingToolError(
            f"Rust cannot build for {target}; it needs Debian's packages cargo-web, rustc-web, rust-web-src and {package}"
        )
    cargo, rustc, _ = map(str, DEBIAN)
    environment = {"RUSTC": rustc, "RUSTC_BOOTSTRAP": "1", "CARGO_UNSTABLE_BUILD_STD": parts}
    return cargo, environment | {f"CARGO_TARGET_{target.upper().replace('-', '_')}_LINKER": str(linker)}


def for_processor(name: str) -> tuple[str, ...]:
    """Options of cargo that build the crates of the program for this processor; the environment must have RUSTC_BOOTSTRAP=1.

    The crates of others are built for every processor, so builds for several share them. So is the standard library, which starts
    the program: on a processor that lacks an instruction it comes as far as the message.
    """
    flags = json.dumps([f"-Ctarget-cpu={name}"])
    return (
        "-Zprofile-rustflags",
        *(word for crate in CRATES for word in ("--config", f"profile.release.package.{crate}.rustflags={flags}")),
    )
