"""A script finds the environment that it needs, or says how to make it."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lab.bootstrap import NEEDED, ROOT, SETUP_HINT

SCRIPTS = [path for path in (ROOT / "scripts").iterdir() if path.is_file() and "lab.bootstrap import start" in path.read_text()]


def run_bare(script: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the copy of a script in a repository that holds nothing else, with a Python that has no packages."""
    scripts = folder / "scripts"
    (scripts / "lab").mkdir(parents=True)
    for name in ("lab/__init__.py", "lab/home.py", script):
        (scripts / name).write_bytes((ROOT / "scripts" / name).read_bytes())
    start = "import runpy, sys; del sys.argv[0]; sys.path.insert(0, '.'); runpy.run_path(sys.argv[0], run_name='__main__')"
    command = [sys.executable, "-I", "-S", "-c", start, script, *arguments]
    return subprocess.run(command, cwd=scripts, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_says_how_to_get_what_it_needs(script: Path, tmp_path: Path) -> None:
    """In one line."""
    ran = run_bare(script.name, tmp_path)
    assert ran.returncode == 2
    assert ran.stderr == f"{script.name}: needs the Python package {NEEDED[0]}; {SETUP_HINT}\n"


@pytest.mark.skipif(os.name == "nt", reason="needs a shell script")
def test_a_script_goes_on_in_the_environment(tmp_path: Path) -> None:
    """With its arguments, if this Python lacks a package."""
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    python.chmod(0o755)
    assert run_bare("match", tmp_path, "--games", "7 up").stdout == "match\n--games\n7 up\n"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_help_teaches(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With an example that begins with the script's name."""
    with pytest.raises(SystemExit) as ended:
        importlib.import_module(f"lab.commands.{script.name}").main(["--help"])
    assert ended.value.code == 0
    assert f"scripts/{script.name} " in capsys.readouterr().out.partition("\n\n")[2]
