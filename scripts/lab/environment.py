"""Virtual environments with pinned packages."""

import hashlib
import importlib.util
import os
import subprocess
import sys
import venv
from pathlib import Path

from .bootstrap import ROOT


def make_venv(folder: Path, requirements: Path) -> Path:
    """Creates a virtual environment, or installs it anew if its requirements have changed; its Python.

    Raises:
        OSError: if this Python cannot create one.
        CalledProcessError: if a package cannot be installed.
    """
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    name = os.path.relpath(folder, ROOT)
    stamp = folder / "requirements.sha256"
    wanted = hashlib.sha256(requirements.read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == wanted:
        print(f"{name} is up to date", flush=True)
        return python
    if importlib.util.find_spec("ensurepip") is None:
        raise OSError("this Python cannot create environments; install the package python3-venv")
    packages = len(requirements.read_text(encoding="utf-8").split())
    print(f"creating {name} with Python {sys.version.split()[0]}", flush=True)
    venv.create(folder, with_pip=True, clear=True)
    print(f"installing {packages} packages and what they depend on; this takes about a minute", flush=True)
    install = [str(python), "-m", "pip", "install", "--disable-pip-version-check", "-r", str(requirements)]
    subprocess.run(install, cwd=ROOT, check=True)
    stamp.write_text(wanted)
    print(f"{name} is ready", flush=True)
    return python
