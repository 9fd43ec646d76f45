"""The packages for the Rust registry are small enough for it, and their program searches as that of the repository."""

import re
import subprocess
from pathlib import Path

import pytest

from lab.bootstrap import ROOT

MOST_BYTES = 10 * 1024 * 1024
"""The limit of the registry."""
PORTABLE = ROOT / "target" / "package-build" / "debug" / "emilia"
"""The program with the kernels for every PC; `scripts/test --all` builds it from the packages before these tests run."""
SOLVE = ("solve", "-", "--json", "--threads", "1", "--hash", "16")


def test_the_packages_are_within_the_limit_of_the_registry(tmp_path: Path) -> None:
    command = ["cargo", "package", "--workspace", "--no-verify"]
    for name in ("web", "capi", "python"):
        command += ["--exclude", f"emilia-{name}"]
    command += ["--allow-dirty", "--offline", "--target-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    packages = list((tmp_path / "package").glob("*.crate"))
    assert len(packages) == 6
    assert all(package.stat().st_size < MOST_BYTES for package in packages)


@pytest.mark.skipif(not PORTABLE.exists(), reason="the portable program is not built")
@pytest.mark.parametrize("command", [("perft", "8"), (*SOLVE, "--depth", "8"), SOLVE], ids=["moves", "midgame", "endgame"])
def test_the_portable_kernels_search_as_many_nodes(command: tuple[str, ...], emilia: Path) -> None:
    """Other tests compare all kernels call by call; here a program selects the portable ones."""
    problems = "\n".join((ROOT / "data" / "problems" / "exact-6-16.obf").read_text(encoding="ascii").splitlines()[::40])
    counts = []
    for program in (emilia, PORTABLE):
        output = subprocess.run([program, *command], input=problems, check=True, capture_output=True, text=True).stdout
        counts.append(re.findall(r'"nodes":\d+|\d+ paths', output))
    assert counts[0] == counts[1] != []
