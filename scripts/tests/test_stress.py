"""The short form of the protocol stress: the program survives floods of lines in all protocols, and loses no answer.

`pytest scripts -k stress --stress-seconds 60` makes each run a minute long; `scripts/attack --part stress` is the long form.
"""

import os
from pathlib import Path

import pytest

from lab.attack.stress import KINDS, main, run_kind

pytestmark = pytest.mark.skipif(os.name == "nt", reason="its streams can block")
SEED = 2026


@pytest.mark.parametrize("name", list(KINDS))
def test_the_program_survives(name: str, emilia: Path, request: pytest.FixtureRequest) -> None:
    result = run_kind(KINDS[name], emilia, SEED, float(request.config.getoption("--stress-seconds")))
    print(f"\n{result.executions} lines, {result.bytes} bytes in {result.seconds:.1f} s; {result.figures}")
    assert result.faults == ()
    assert result.bytes > 0


def test_a_fault_contains_the_command_that_repeats_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "silent"
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)
    assert main(["gtp", "--seed", "7", "--seconds", "0.5", "--program", str(program)]) == 1
    said = capsys.readouterr().out
    assert "gtp: ended during the run with exit status 3" in said
    assert "-m lab.attack.stress gtp --seed 7 --seconds 0.5" in said
