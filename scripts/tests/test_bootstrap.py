"""A script starts in the environment that it needs, or says how to create it; its help needs no packages."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from lab import environment
from lab.bootstrap import NEEDED, ROOT, SETUP_HINT
from lab.environment import make_venv

SCRIPTS = [path.name for path in (ROOT / "scripts").iterdir() if path.is_file() and "import new_parser" in path.read_text()]


def run_isolated(script: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the copy of a script in a repository without `.venv`, with a Python that has no packages."""
    for original in (*(ROOT / "scripts" / "lab").rglob("*.py"), ROOT / "scripts" / script):
        path = folder / original.relative_to(ROOT)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(original.read_bytes())
    command = [sys.executable, "-E", "-S", script, *arguments]
    return subprocess.run(command, cwd=folder / "scripts", capture_output=True, text=True, check=False)


@pytest.mark.parametrize("script", SCRIPTS)
def test_help_needs_no_packages(script: str, tmp_path: Path) -> None:
    ran = run_isolated(script, tmp_path, "--help")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"\n  scripts/{script} " in ran.stdout.partition("example:")[2]


def test_a_script_without_packages_says_how_to_install_them(tmp_path: Path) -> None:
    ran = run_isolated("match", tmp_path)
    assert ran.stderr == f"match: the Python package {NEEDED[0]} is not installed; {SETUP_HINT}\n"
    assert ran.returncode == 2


def test_a_script_continues_in_the_environment(tmp_path: Path) -> None:
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    python.chmod(0o755)
    assert run_isolated("match", tmp_path, "--games", "7 up").stdout == "match\n--games\n7 up\n"


def test_setup_prints_its_progress(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / ".venv"
    requirements = tmp_path / "requirements.txt"
    requirements.write_text("one==1\ntwo==2\n")

    def create(path: Path, **_: object) -> None:
        python = path / "bin" / "python"
        python.parent.mkdir(parents=True, exist_ok=True)
        python.write_text(f'#!/bin/sh\necho "pip: $*"\nexec test ! -e {tmp_path / "broken"}\n')
        python.chmod(0o755)

    monkeypatch.setattr("venv.create", create)
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    (tmp_path / "broken").touch()
    with pytest.raises(subprocess.CalledProcessError):
        make_venv(folder, requirements)
    (tmp_path / "broken").unlink()
    capfd.readouterr()
    make_venv(folder, requirements)
    lines = capfd.readouterr().out.splitlines()
    assert lines[0].startswith("creating .venv with Python 3.")
    assert lines[1].startswith("installing 2 packages ")
    assert lines[2].startswith("pip: -m pip install")
    assert lines[3] == ".venv is ready"
    make_venv(folder, requirements)
    assert capfd.readouterr().out == ".venv is up to date\n"


def test_setup_names_the_package_that_debian_leaves_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else find(name))
    requirements = tmp_path / "requirements.txt"
    requirements.touch()
    with pytest.raises(OSError, match="install the package python3-venv"):
        make_venv(tmp_path / ".venv", requirements)
    assert not (tmp_path / ".venv").exists()
