"""The notebook of the examples runs, and has no outputs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import emilia_othello

PACKAGE = Path(emilia_othello.__file__).parents[1]
NOTEBOOK = Path(__file__).parents[1] / "examples" / "othello_with_python.ipynb"


def test_it_runs() -> None:
    for package in ("nbmake", "numpy", "pandas", "sklearn"):
        pytest.importorskip(package, reason=f"needs {package}")
    command = [sys.executable, "-m", "pytest", "--nbmake", "-p", "no:cacheprovider", str(NOTEBOOK)]
    # Several threads make the products of small matrices slow on a machine that does other things, too.
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(PACKAGE)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_it_has_no_outputs() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert code
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
