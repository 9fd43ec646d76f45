"""The examples of the README run."""

import re
from pathlib import Path

import pytest

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(README[: README.index(example)].count("\n")))
def test_an_example_runs(example: str) -> None:
    exec(compile(example, "README.md", "exec"), {"__name__": "example"})
