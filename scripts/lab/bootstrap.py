"""Where the lab lives, and the virtual environment that it runs in.

Imports the standard library alone: it is what a script has before it has anything else.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
"""The repository."""
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
REQUIREMENTS = ROOT / "scripts" / "requirements.txt"
NEEDED = ("distributed", "jinja2", "matplotlib", "msgspec", "networkx", "numpy", "optuna", "psutil", "rich", "scipy")
"""What the commands import."""
SETUP_HINT = "`python3 scripts/setup` makes .venv with all that is needed"


def prepare() -> None:
    """Makes the virtual environment, or brings it up to date with the requirements. CalledProcessError."""
    stamp = VENV / "requirements.sha256"
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    venv.create(VENV, with_pip=True, clear=True)
    install = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", str(REQUIREMENTS)]
    subprocess.run(install, cwd=ROOT, check=True)
    stamp.write_text(wanted)


def start(command: str) -> None:
    """Runs a command of the lab with the arguments of this program, in `.venv` if this Python lacks a package; does not return."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        if PYTHON.is_file() and Path(sys.prefix) != VENV:
            os.execv(PYTHON, [str(PYTHON), *sys.argv])
        print(f"{command}: needs the Python package {missing[0]}; {SETUP_HINT}", file=sys.stderr)
        sys.exit(2)
    sys.exit(importlib.import_module(f"lab.commands.{command}").main())
