"""The packages for the Rust registry are small enough for it."""

import subprocess
from pathlib import Path

from lab.bootstrap import ROOT

MOST_BYTES = 10 * 1024 * 1024
"""The limit of the registry."""


def test_the_packages_are_within_the_limit_of_the_registry(tmp_path: Path) -> None:
    command = ["cargo", "package", "--workspace", "--no-verify", "--allow-dirty", "--offline", "--target-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    packages = list((tmp_path / "package").glob("*.crate"))
    assert len(packages) == 5
    assert all(package.stat().st_size < MOST_BYTES for package in packages)
