"""Fixtures and options that several tests use."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import LocalCluster

from lab.bootstrap import PROGRAM, ROOT

RUN = "EMILIA_TEST_RUN"
"""A variable in the environment of all processes that these tests start."""

os.environ[RUN] = str(os.getpid())


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options for longer runs."""
    parser.addoption("--stress-seconds", type=float, default=1.0, metavar="S", help="length of each stress run (default: 1)")
    parser.addoption("--pings", type=int, default=40, metavar="N", help="questions asked during searches (default: 40)")
    parser.addoption("--release", action="store_true", help="make all packages of a release twice, which takes about two hours")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of the program are marked: the other ones run without a build, as in `scripts/test --quick`."""
    for item in items:
        if "emilia" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.program)
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def emilia() -> Path:
    if not PROGRAM.exists():
        subprocess.run(["cargo", "build", "--release"], cwd=ROOT, check=True)
    return PROGRAM


@pytest.fixture(scope="session")
def gtp_rhino() -> str:
    return needed("gtp-rhino", "grhino")


def needed(program: str, package: str) -> str:
    """The path of this program; without it the test is skipped."""
    path = shutil.which(program, path=os.environ.get("PATH", os.defpath) + os.pathsep + "/usr/games")
    if path is None:
        pytest.skip(f"{program} is not installed (Debian package {package})")
    return path


@pytest.fixture(scope="session")
def three_workers() -> Iterator[LocalCluster]:
    with LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as workers:
        yield workers
