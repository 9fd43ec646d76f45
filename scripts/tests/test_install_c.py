"""The C library, installed: a program finds it by pkg-config and runs with the shared one and with the static one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import needed

from lab.bootstrap import ROOT, load

pytestmark = [pytest.mark.program, pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="for Linux")]

install_c = load("install_c")
EXAMPLE = ROOT / "crates" / "capi" / "examples" / "analyse.c"
PROOF = "proved: +18.00 (exact) "


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the library of the tests, which was moved after the installation."""
    folder = tmp_path_factory.mktemp("c")
    for _ in range(2):  # also over an older one
        assert install_c.main(["--prefix", str(folder / "first"), "--profile", "dev"]) == 0
    return (folder / "first").rename(folder / "moved")


def flags(prefix: Path, *options: str) -> list[str]:
    """What pkg-config says of the library."""
    command = [needed("pkg-config", "pkgconf"), *options, "emilia"]
    environment = {**os.environ, "PKG_CONFIG_PATH": str(prefix / "lib" / "pkgconfig")}
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.split()


def run(program: Path, prefix: Path, *options: str) -> str:
    """Compiles the example with these options of pkg-config; what it prints."""
    command: list[str | Path] = [needed("cc", "gcc"), "-Wall", "-Werror", EXAMPLE, *flags(prefix, *options), "-o", program]
    subprocess.run(command, check=True)
    environment = {**os.environ, "LD_LIBRARY_PATH": str(prefix / "lib")}
    return subprocess.run([program], env=environment, check=True, capture_output=True, text=True).stdout


def test_a_program_runs_with_the_shared_library(prefix: Path, tmp_path: Path) -> None:
    program = tmp_path / "analyse"
    assert PROOF in run(program, prefix, "--cflags", "--libs")
    # The program asks for the name that changes with the interface.
    (prefix / "lib" / "libemilia.so").rename(tmp_path / "libemilia.so")
    assert subprocess.run([program], env={"LD_LIBRARY_PATH": str(prefix / "lib")}, capture_output=True, check=False).returncode == 0
    (tmp_path / "libemilia.so").rename(prefix / "lib" / "libemilia.so")
    assert subprocess.run([program], env={}, capture_output=True, check=False).returncode == 127


def test_a_program_runs_with_the_static_library(prefix: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone"
    shutil.copytree(prefix, alone, ignore=shutil.ignore_patterns("*.so*"))
    assert PROOF in run(tmp_path / "analyse", alone, "--cflags", "--libs", "--static")


def test_the_version_is_that_of_the_library(prefix: Path) -> None:
    version = flags(prefix, "--modversion")
    assert [path.name for path in (prefix / "lib").glob("*.so.*.*")] == [f"libemilia.so.{version[0]}"]


def test_a_prefix_that_is_a_file_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(install_c, "build", lambda _: (tmp_path, ""))
    prefix = tmp_path / "file"
    prefix.touch()
    assert install_c.main(["--prefix", str(prefix)]) == 1
    assert str(prefix) in capsys.readouterr().err
