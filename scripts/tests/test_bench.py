"""The node count that identifies the version of the search and the evaluation."""

from __future__ import annotations

import subprocess
from pathlib import Path

from lab.bootstrap import ROOT


def test_the_documentation_has_the_node_count_of_bench(emilia: Path) -> None:
    output = subprocess.run([emilia, "bench"], capture_output=True, text=True, check=True).stdout
    nodes, word, _ = output.splitlines()[-1].split(maxsplit=2)
    assert word == "nodes,"
    assert f"({nodes} now)" in (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
