"""The short form of the protocol storm: the program survives floods of lines in all protocols, and loses no answer.

`pytest scripts -k storm --storm-seconds 60` makes each flood a minute long; `scripts/attack --part storm` is the long form.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lab.attack.storm import KINDS, flood, main

SEED = 2026


@pytest.mark.skipif(os.name == "nt", reason="its streams can block")
@pytest.mark.parametrize("name", list(KINDS))
def test_the_program_survives_a_storm(name: str, emilia: Path, request: pytest.FixtureRequest) -> None:
    tally = flood(KINDS[name], emilia, SEED, float(request.config.getoption("--storm-seconds")))
    print(f"\n{tally.executions} lines, {tally.bytes} bytes in {tally.seconds:.1f} s; {tally.figures}")
    assert tally.faults == ()
    assert tally.bytes > 0


@pytest.mark.skipif(os.name == "nt", reason="its streams can block")
def test_a_fault_says_how_to_repeat_the_flood(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the arguments of the script itself."""
    program = tmp_path / "deaf"
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)
    assert main(["gtp", "--seed", "7", "--seconds", "0.5", "--program", str(program)]) == 1
    said = capsys.readouterr().out
    assert "gtp: ended in the middle of the flood with exit status 3" in said
    assert "-m lab.attack.storm gtp --seed 7 --seconds 0.5" in said
