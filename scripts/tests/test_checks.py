"""The checks of the project run in lanes, and report what failed."""

import os
import sys
from pathlib import Path

import pytest

from lab import package
from lab.bootstrap import ROOT
from lab.checks import SLOW_RUST_TESTS, Plan, Run, Step, full, quick


def step(name: str, code: str = "") -> Step:
    """A step that runs this code."""
    return Step(name, (sys.executable, "-S", "-E", "-c", code))


def test_all_steps_run_also_after_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    """The output of a failed step is printed, and the summary has a row for each step."""
    lanes = ((step("a", "print('hidden')"), step("b", "print('shown'); raise SystemExit(3)"), step("c")), (step("d"),))
    assert not Run(Plan(lanes)).run()
    printed = capsys.readouterr().out
    assert "exit code 3)\nshown\n-- end of: b" in printed
    assert "hidden" not in printed
    assert [line.split()[-2:] for line in printed.splitlines()[-5:-1]].count(["FAILED", "b"]) == 1
    assert printed.splitlines()[-1].endswith("1 failed")


def test_a_program_that_is_missing_is_a_failed_step(capsys: pytest.CaptureFixture[str]) -> None:
    """And does not end the run."""
    assert not Run(Plan(((Step("a", ("no-such-program",)), step("b")),))).run()
    assert "no-such-program" in capsys.readouterr().out


def test_a_lane_that_has_ended_takes_further_groups(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The steps of a group run in order, while another lane is busy."""
    log = tmp_path / "log"
    wait = f"import pathlib, time\nwhile not pathlib.Path({str(log)!r} + '.end').exists(): time.sleep(0.01)"
    groups = [[step(name, f"open({str(log)!r}, 'a').write({name!r})") for name in names] for names in ("ab", "cd")]
    groups.append([step("end", f"open({str(log)!r} + '.end', 'w')")])
    assert Run(Plan(((step("busy", wait),), (step("short"),)), groups)).run()
    assert log.read_text() == "abcd"
    assert capsys.readouterr().out.splitlines()[-1].endswith("all passed")


def test_the_modules_named_in_the_quick_plan_exist() -> None:
    """A renamed module would be tested again without notice."""
    modules = (ROOT / "tests" / "all.rs").read_text()
    for name in SLOW_RUST_TESTS:
        assert f"mod {name.removesuffix('::')};" in modules


@pytest.mark.skipif(os.name == "nt", reason="needs shell scripts")
def test_programs_are_compared_by_their_node_counts(tmp_path: Path) -> None:
    """Times may differ; no count at all is a difference too."""
    programs = {}
    for name, output in {"a": "7 paths, 0.1 s", "b": "7 paths, 0.2 s", "c": "8 paths, 0.1 s", "none": ""}.items():
        programs[name] = tmp_path / name
        programs[name].write_text(f"#!/bin/sh\necho '{output}'\n")
        programs[name].chmod(0o755)
    assert package.compare(programs["a"], programs["b"]) == []
    assert package.compare(programs["a"], programs["c"])[0] == "perft 8: ['7 paths'], expected ['8 paths']"
    assert len(package.compare(programs["none"], programs["none"])) == len(package.COMMANDS)


def test_every_step_of_a_plan_is_run_once() -> None:
    """No step is in two places."""
    for plan in (full(), quick()):
        names = [step.name for lane in (*plan.lanes, *plan.groups) for step in lane]
        assert len(set(names)) == len(names)
