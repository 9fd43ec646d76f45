"""The checks of the project run in lanes, and report what failed."""

import sys
from pathlib import Path

import pytest

from lab.bootstrap import ROOT
from lab.checks import PORTABLE_TESTS, SLOW_RUST_TESTS, Plan, Run, Step, full, quick


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


def test_the_tests_named_in_the_plans_exist() -> None:
    """A module or test that was renamed would be left out silently."""
    modules = (ROOT / "tests" / "all.rs").read_text()
    for name in (*SLOW_RUST_TESTS, *PORTABLE_TESTS):
        module, _, test = name.partition("::")
        assert f"mod {module};" in modules
        assert not test or f"fn {test}(" in (ROOT / "tests" / f"{module}.rs").read_text()


def test_every_step_of_a_plan_is_run_once() -> None:
    """No step is in two places."""
    for plan in (full(), quick()):
        names = [step.name for lane in (*plan.lanes, *plan.groups) for step in lane]
        assert len(set(names)) == len(names)
