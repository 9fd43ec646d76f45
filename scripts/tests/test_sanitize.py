"""What the sanitizers report, and the work that they watch. No sanitizer is built here."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lab import sanitizers, workload
from lab.commands import sanitize
from lab.sanitizers import Sanitizer, SanitizerError

FAKE = Sanitizer("address", "AddressSanitizer", "cargo", (), {}, {"ASAN_OPTIONS": "detect_leaks=1"})


def reporting(program: Path, environment: dict[str, str], folder: Path) -> None:
    """Leaves a report where the run-time library would."""
    options = dict(option.split("=", 1) for option in environment["ASAN_OPTIONS"].split(":"))
    assert options["detect_leaks"] == "1"
    Path(options["log_path"] + ".17").write_text("ERROR: AddressSanitizer: heap-buffer-overflow")


def failing(program: Path, environment: dict[str, str], folder: Path) -> None:
    """Does not do what it should."""
    raise workload.WorkError("solve: exit code 66")


def test_reports_and_failures_are_faults(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(workload, "ALL", (reporting, failing))
    monkeypatch.setattr(sanitize, "sanitizer", lambda name: FAKE)
    monkeypatch.setattr(Sanitizer, "build", lambda self: None)
    assert sanitize.main(["address"]) == 1
    said = capsys.readouterr().out
    assert "reporting: failed" in said
    assert "heap-buffer-overflow" in said
    assert "solve: exit code 66" in said
    assert said.endswith("AddressSanitizer: 2 faults\n")


def test_what_is_missing_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sanitizers, "SOURCES", Path("/nowhere"))
    assert sanitize.main(["thread"]) == 2
    assert "apt-get install" in capsys.readouterr().err


def test_the_kernels_that_are_used_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("address", "thread"):
        try:
            flags = sanitizers.sanitizer(name).environment["RUSTFLAGS"]
        except SanitizerError as error:
            pytest.skip(str(error))
        assert f"-Zsanitizer={name}" in flags
        assert "-Ctarget-cpu=native" in flags


@pytest.mark.parametrize("work", [workload.selfplay, workload.gtp, workload.nboard], ids=lambda work: work.__name__)
def test_the_engine_does_the_work(work: workload.Workload, emilia: Path, tmp_path: Path) -> None:
    work(emilia, dict(os.environ), tmp_path)


def test_work_that_goes_wrong_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(workload.WorkError, match="exit code 1"):
        workload.bench(Path("/bin/false"), dict(os.environ), tmp_path)
