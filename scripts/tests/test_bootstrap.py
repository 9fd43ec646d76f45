"""A script starts in the environment that it needs, or says how to create it; its help needs no packages."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lab import bootstrap
from lab.bootstrap import NEEDED, ROOT, SETUP_HINT

SCRIPTS = [path for path in (ROOT / "scripts").iterdir() if path.is_file() and "import start" in path.read_text()]


def run_isolated(script: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the copy of a script in a repository without `.venv`, with a Python that has no packages."""
    scripts = folder / "scripts"
    scripts.mkdir()
    for name in ("lab/__init__.py", "lab/bootstrap.py", "lab/defaults.py", script):
        (scripts / name).parent.mkdir(exist_ok=True)
        (scripts / name).write_bytes((ROOT / "scripts" / name).read_bytes())
    shutil.copytree(ROOT / "scripts" / "lab" / "options", scripts / "lab" / "options")
    command = [sys.executable, "-I", "-S", script, *arguments]
    return subprocess.run(command, cwd=scripts, capture_output=True, text=True, check=False)


USUAL = {
    "attack": ["--minutes", "1", "--program", sys.executable],
    "book": ["extend", "my.book"],
    "default_book": ["games.txt"],
    "openings": ["out"],
    "regression": ["one", "two"],
    "report": ["in", "out"],
    "sanitize": ["thread"],
    "standings": ["in"],
    "training": ["in", "out"],
    "tune": ["folder"],
}
"""Arguments of the scripts that require some."""


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_without_packages_says_how_to_install_them(script: Path, tmp_path: Path) -> None:
    """In one line."""
    ran = run_isolated(script.name, tmp_path, *USUAL.get(script.name, []))
    assert ran.stderr == f"{script.name}: the Python package {NEEDED[0]} is not installed; {SETUP_HINT}\n"
    assert ran.returncode == 2


@pytest.mark.skipif(os.name == "nt", reason="needs a shell script")
def test_setup_prints_its_progress(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A failed installation is repeated by the next run, a complete one is not."""
    folder = tmp_path / ".venv"
    requirements = tmp_path / "requirements.txt"
    requirements.write_text("one==1\ntwo==2\n")

    def create(path: Path, **_: object) -> None:
        python = path / "bin" / "python"
        python.parent.mkdir(parents=True, exist_ok=True)
        python.write_text(f'#!/bin/sh\necho "pip: $*"\nexec test ! -e {tmp_path / "broken"}\n')
        python.chmod(0o755)

    monkeypatch.setattr("lab.bootstrap.venv.create", create)
    for name, value in {
        "VENV": folder,
        "PYTHON": folder / "bin" / "python",
        "REQUIREMENTS": requirements,
        "ROOT": tmp_path,
    }.items():
        monkeypatch.setattr(bootstrap, name, value)
    (tmp_path / "broken").touch()
    with pytest.raises(subprocess.CalledProcessError):
        bootstrap.create_venv()
    (tmp_path / "broken").unlink()
    capfd.readouterr()
    bootstrap.create_venv()
    lines = capfd.readouterr().out.splitlines()
    assert lines[0].startswith("creating .venv with Python 3.")
    assert lines[1].startswith("installing 2 packages ")
    assert lines[2].startswith("pip: -m pip install")
    assert lines[3] == ".venv is ready"
    bootstrap.create_venv()
    assert capfd.readouterr().out == ".venv is up to date\n"


def test_setup_names_the_package_that_debian_leaves_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without `ensurepip`, which is part of it, no environment can be created."""
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else find(name))
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    with pytest.raises(OSError, match="install the package python3-venv"):
        bootstrap.create_venv()
    assert not (tmp_path / ".venv").exists()


@pytest.mark.skipif(os.name == "nt", reason="needs a shell script")
def test_a_script_continues_in_the_environment(tmp_path: Path) -> None:
    """With its arguments, if this Python lacks a package."""
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    python.chmod(0o755)
    assert run_isolated("match", tmp_path, "--games", "7 up").stdout == "match\n--games\n7 up\n"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_help_needs_no_packages_and_has_an_example(script: Path, tmp_path: Path) -> None:
    """The example begins with the name of the script."""
    ran = run_isolated(script.name, tmp_path, "--help")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"scripts/{script.name} " in ran.stdout.partition("\n\n")[2]
