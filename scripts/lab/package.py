"""Builds the package for the registry, from its own files alone and with the portable kernels (`build`), and compares its program
with that of the repository (`compare`): both must search the same number of nodes.

`target-cpu=native` in .cargo/config.toml selects faster kernels on most machines. The tests compare all kernels call by call; this
check runs a program in which the portable ones are selected. The build folder is separate, as other compiler flags would replace
the dependencies of all other builds. Without a fixed folder `cargo package` would compile the dependencies each time.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

from lab.bootstrap import PROGRAM, ROOT

FOLDER = ROOT / "target" / "package-build"
ENVIRONMENT = {
    "CARGO_TARGET_DIR": str(FOLDER),
    "RUSTFLAGS": "-C target-cpu=generic",
    "CARGO_PROFILE_DEV_DEBUG": "false",
    "CARGO_PROFILE_DEV_OPT_LEVEL": "0",
    "CARGO_INCREMENTAL": "0",
}
"""Without optimization: the build takes longer than the comparison."""
PROBLEMS = ROOT / "data" / "problems" / "exact-6-16.obf"
SOLVE = ("solve", "-", "--json", "--threads", "1", "--hash", "16")
COMMANDS = (("perft", "8"), (*SOLVE, "--depth", "8"), SOLVE)
"""Move generation, the midgame search and the endgame search."""


def counts(program: Path, command: tuple[str, ...]) -> list[str]:
    """The numbers of nodes or paths that a command prints; its input are some of the problems. CalledProcessError."""
    problems = "\n".join(PROBLEMS.read_text(encoding="ascii").splitlines()[::40])
    output = subprocess.run([program, *command], input=problems, check=True, capture_output=True, text=True).stdout
    return re.findall(r'"nodes":\d+|\d+ paths', output)


def compare(program: Path, other: Path) -> list[str]:
    """The commands with different numbers in these programs, each with both. CalledProcessError."""
    differences = []
    for command in COMMANDS:
        found, expected = counts(program, command), counts(other, command)
        if found != expected or not found:
            differences.append(f"{' '.join(command)}: {found}, expected {expected}")
    return differences


def main(task: str) -> int:
    """Builds the package, or compares its program with that of the repository; the exit code."""
    if task == "build":
        command, environment = ("cargo", "package", "--workspace", "--allow-dirty"), {**os.environ, **ENVIRONMENT}
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    differences = compare(FOLDER / "debug" / PROGRAM.name, PROGRAM)
    print("\n".join(differences) or "the node counts are equal")
    return 1 if differences else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=("build", "compare"))
    sys.exit(main(parser.parse_args().task))
