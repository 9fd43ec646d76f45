"""Compares the program built with the portable kernels with the release build: both must search the same number of nodes.

`target-cpu=native` in .cargo/config.toml selects faster kernels on most machines. The tests compare all kernels call by call; this
check runs a program in which the portable ones are selected. It builds no tests, so it needs no further dependencies. The build
folder is separate, as other compiler flags would replace the dependencies of all other builds.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from lab.bootstrap import ROOT

FOLDER = ROOT / "target" / "portable"
NAME = "emilia.exe" if os.name == "nt" else "emilia"
ENVIRONMENT = {"RUSTFLAGS": "-C target-cpu=generic", "CARGO_PROFILE_DEV_DEBUG": "false", "CARGO_PROFILE_DEV_OPT_LEVEL": "1"}
"""The lowest level of optimization at which the comparison takes seconds: the build takes longer than the searches."""
COMMANDS = (("perft", "9"), ("bench", "--level", "4"))


def counts(program: Path, command: tuple[str, ...]) -> list[str]:
    """The numbers of nodes and paths that a command prints, without times. CalledProcessError."""
    output = subprocess.run([program, *command], check=True, capture_output=True, text=True).stdout
    return re.findall(r"\d+ (?:nodes|paths)", output)


def compare(program: Path, other: Path) -> list[str]:
    """The commands with different numbers in these programs, each with both. CalledProcessError."""
    differences = []
    for command in COMMANDS:
        found, expected = counts(program, command), counts(other, command)
        if found != expected or not found:
            differences.append(f"{' '.join(command)}: {found}, expected {expected}")
    return differences


def main() -> int:
    """Builds the program and compares it with target/release/emilia; the exit code."""
    command = ["cargo", "build", "--bin", "emilia", "--target-dir", str(FOLDER)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, **ENVIRONMENT}, check=True)
    differences = compare(FOLDER / "debug" / NAME, ROOT / "target" / "release" / NAME)
    print("\n".join(differences) or "the portable kernels search the same nodes")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
