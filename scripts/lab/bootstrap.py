"""Paths of the repository, and the virtual environment of the lab.

Imports the standard library only: the scripts use it before `.venv` exists.
"""

import importlib.util
import os
import sys
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent.parent
"""The repository."""
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
NAME = "emilia.exe" if os.name == "nt" else "emilia"
PROGRAM = Path(os.environ.get("EMILIA_PROGRAM") or TARGET / "release" / NAME)
"""The release build, unless the variable names another program."""
TESTED = TARGET / "debug" / NAME
"""The build of the tests, with checks of overflow and assertions."""
NEEDED = (
    "cyclonedx",
    "distributed",
    "jinja2",
    "markdown_it",
    "matplotlib",
    "msgspec",
    "networkx",
    "numpy",
    "optuna",
    "psutil",
    "rich",
    "scipy",
)
"""Packages that the commands import."""
SETUP_HINT = "run `python3 scripts/setup`, which installs the packages in .venv"


def need_packages(command: str, parse: Callable[[], object]) -> None:
    """Makes sure that the packages of the lab can be imported; called by a script after its options and before these imports.

    Continues in `.venv` if this Python lacks a package. Without `.venv`, `--help` and errors in the options are still printed.
    """
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        if PYTHON.is_file() and Path(sys.prefix) != VENV:
            os.execv(PYTHON, [str(PYTHON), *sys.argv])
        parse()
        print(f"{command}: the Python package {missing[0]} is not installed; {SETUP_HINT}", file=sys.stderr)
        sys.exit(2)


def load(name: str) -> ModuleType:
    """A script as a module: the other scripts and the tests call its `main`."""
    module = f"scripts.{name}"
    if module not in sys.modules:
        loader = SourceFileLoader(module, str(ROOT / "scripts" / name))
        spec = importlib.util.spec_from_loader(module, loader)
        assert spec is not None
        sys.modules[module] = importlib.util.module_from_spec(spec)
        loader.exec_module(sys.modules[module])
    return sys.modules[module]
