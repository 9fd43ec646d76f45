"""The packages for the Rust registry are small enough for it, and their program searches as that of the repository."""

import re
import subprocess
import tarfile
from pathlib import Path

import pytest

from lab.bootstrap import ROOT

MOST_BYTES = 10 * 1024 * 1024
"""The limit of the registry."""
PORTABLE = ROOT / "target" / "portable" / "debug" / "emilia"
"""The program with the kernels for every PC; `scripts/test --all` builds it before these tests run."""
SOLVE = ("solve", "-", "--json", "--threads", "1", "--hash", "16")


@pytest.mark.program
def test_the_packages_are_small_and_build_from_their_own_files(tmp_path: Path) -> None:
    """Each is checked with the others of the packages in the place of those in the registry, which it may not have yet."""
    command = ["cargo", "package", "--workspace", "--no-verify"]
    for name in ("web", "capi", "python"):
        command += ["--exclude", f"emilia-{name}"]
    command += ["--allow-dirty", "--offline", "--target-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    packages = list((tmp_path / "package").glob("*.crate"))
    assert len(packages) == 6
    assert all(package.stat().st_size < MOST_BYTES for package in packages)
    for package in packages:
        with tarfile.open(package) as archive:
            archive.extractall(tmp_path, filter="data")
    folders = {package.stem.rpartition("-")[0]: tmp_path / package.stem for package in packages}
    patches = [word for name, folder in folders.items() for word in ("--config", f'patch.crates-io.{name}.path="{folder}"')]
    for program in ("emilia-cli", "emilia-check"):
        command = ["cargo", "check", "--offline", "--manifest-path", str(folders[program] / "Cargo.toml"), *patches]
        # The folder of the lints has the dependencies.
        done = subprocess.run(
            [*command, "--target-dir", str(ROOT / "target" / "lints")], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr


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
