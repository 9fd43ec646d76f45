"""The checks of the project run in lanes, and report what failed."""

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lab.bootstrap import ROOT, load

checks = load("test")
Run, Step, full, usual = checks.Run, checks.Step, checks.full, checks.usual


def step(name: str, code: str = "") -> Any:
    """A step that runs this code."""
    return Step(name, (sys.executable, "-S", "-E", "-c", code))


def test_all_steps_run_also_after_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    """The output of a failed step is printed, and the summary has a row for each step."""
    lanes = ((step("a", "print('hidden')"), step("b", "print('shown'); raise SystemExit(3)"), step("c")), (step("d"),))
    assert not Run(lanes).run()
    printed = capsys.readouterr().out
    assert "exit code 3)\nshown\n-- end of: b" in printed
    assert "hidden" not in printed
    assert [line.split()[-2:] for line in printed.splitlines()[-5:-1]].count(["FAILED", "b"]) == 1
    assert printed.splitlines()[-1].endswith("1 failed")
    assert "-- the last lines of: b\nshown\n" in printed


def test_skipped_tests_are_named_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    """With their reasons, although the steps passed; their other output stays hidden."""
    rust = step("tests", "print('skipped: wasm: needs node\\ntest a ... ok')")
    python = step("pytest", "print('SKIPPED [1] scripts/tests/test_a.py:5: b is not installed')")
    assert Run(((rust, python),)).run()
    end = capsys.readouterr().out.splitlines()[-3:]
    assert end[:2] == ["tests: skipped: wasm: needs node", "pytest: SKIPPED [1] scripts/tests/test_a.py:5: b is not installed"]


def test_a_program_that_is_missing_is_a_failed_step(capsys: pytest.CaptureFixture[str]) -> None:
    """And does not end the run."""
    assert not Run(((Step("a", ("no-such-program",)), step("b")),)).run()
    assert "no-such-program" in capsys.readouterr().out


def test_the_steps_of_a_lane_run_in_order_beside_another_lane(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first lane waits for the last step of the second one."""
    log = tmp_path / "log"
    wait = f"import pathlib, time\nwhile not pathlib.Path({str(log)!r} + '.end').exists(): time.sleep(0.01)"
    steps = [step(name, f"open({str(log)!r}, 'a').write({name!r})") for name in "abcd"]
    assert Run(((step("busy", wait),), (*steps, step("end", f"open({str(log)!r} + '.end', 'w')")))).run()
    assert log.read_text() == "abcd"
    assert capsys.readouterr().out.splitlines()[-1].endswith("all passed")


def test_a_step_waits_for_another_lane(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also if that step fails."""
    log = tmp_path / "log"
    write = f"import time\ntime.sleep({{}}); open({str(log)!r}, 'a').write({{!r}})"
    waiting = replace(step("b", write.format(0, "b")), after="a")
    assert not Run(((waiting,), (step("a", write.format(0.2, "a") + "; raise SystemExit(1)"),))).run()
    assert log.read_text() == "ab"
    assert capsys.readouterr().out.splitlines()[-1].endswith("1 failed")


@pytest.mark.parametrize("chosen", [False, True])
def test_temporary_files_are_where_the_user_wants_them_and_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, chosen: bool
) -> None:
    """They may be in memory if the user says nothing."""
    log = tmp_path / "log"
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    if not chosen:
        monkeypatch.delenv("TMPDIR")
    code = f"import tempfile\nmade = tempfile.mkdtemp()\nopen(made + '/file', 'w')\nopen({str(log)!r}, 'w').write(made)"
    assert Run(((step("a", code),),)).run()
    made = Path(log.read_text())
    assert not made.exists()
    assert not made.parent.exists(), "the folder of the run"
    assert (made.parent.parent == tmp_path) is chosen
    assert capsys.readouterr().out.splitlines()[-1].endswith("all passed")


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_a_terminated_run_ends_its_steps_and_leaves_no_files(tmp_path: Path) -> None:
    """As one that is interrupted; but a shell may have its background processes ignore interrupts."""
    begun = tmp_path / "begun"
    # It takes a moment to end, and the run waits for it.
    slow_end = "signal.signal(signal.SIGTERM, lambda *_: (time.sleep(0.5), os._exit(0)))"
    imports = "import os, pathlib, signal, time"
    sleep = step("sleep", f"{imports}; {slow_end}; pathlib.Path({str(begun)!r}).write_text(str(os.getpid())); time.sleep(60)")
    module = "from lab.bootstrap import load; test = load('test')"
    script = f"{module}; raise SystemExit(0 if test.Run(((test.{sleep!r},),)).run() else 1)"
    with subprocess.Popen([sys.executable, "-c", script], cwd=ROOT / "scripts", env={**os.environ, "TMPDIR": str(tmp_path)}) as run:
        while not (begun.exists() and begun.read_text()):
            time.sleep(0.01)
        run.terminate()
        assert run.wait(30) == 1
    with pytest.raises(ProcessLookupError):
        os.kill(int(begun.read_text()), 0)
    assert [path.name for path in tmp_path.iterdir()] == ["begun"]


def test_memory_is_used_only_if_it_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the usual folder."""
    monkeypatch.delenv("TMPDIR", raising=False)
    monkeypatch.setattr(checks, "MEMORY_NEEDED", 1 << 60)
    assert checks._fast_folder() is None
    monkeypatch.setattr(checks, "MEMORY", Path("/missing"))
    assert checks._fast_folder() is None


def test_every_step_of_a_plan_is_run_once() -> None:
    """No step is in two places, or waits for one that is not in the plan."""
    for plan in (full(), usual()):
        names = [step.name for lane in plan for step in lane]
        assert len(set(names)) == len(names)
        assert {step.after for lane in plan for step in lane} <= {"", *names}
