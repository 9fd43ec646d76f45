"""What the sanitizers report, and the work that they watch. No sanitizer is built here."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.bootstrap import load

sanitize = load("sanitize")
FAKE = sanitize.Sanitizer("address", "AddressSanitizer", "cargo", (), {}, {"ASAN_OPTIONS": "detect_leaks=1"})


def reporting(program: Path, environment: dict[str, str], folder: Path) -> None:
    options = dict(option.split("=", 1) for option in environment["ASAN_OPTIONS"].split(":"))
    assert options["detect_leaks"] == "1"
    Path(options["log_path"] + ".17").write_text("ERROR: AddressSanitizer: heap-buffer-overflow")


def failing(program: Path, environment: dict[str, str], folder: Path) -> None:
    raise sanitize.WorkError("solve: exit code 66")


def test_reports_and_failures_are_faults(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sanitize, "ALL", (reporting, failing))
    monkeypatch.setattr(sanitize, "sanitizer", lambda name: FAKE)
    monkeypatch.setattr(sanitize.Sanitizer, "build", lambda self: None)
    assert sanitize.main(["address"]) == 1
    said = capsys.readouterr().out
    assert "reporting: failed" in said
    assert "heap-buffer-overflow" in said
    assert "solve: exit code 66" in said
    assert said.endswith("AddressSanitizer: 2 faults\n")


def test_what_is_missing_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sanitize, "SOURCES", Path("/nowhere"))
    assert sanitize.main(["thread"]) == 2
    assert "apt-get install" in capsys.readouterr().err


@pytest.mark.parametrize("work", [sanitize.selfplay, sanitize.gtp, sanitize.nboard], ids=lambda work: work.__name__)
def test_the_engine_does_the_work(work: Callable[..., None], emilia: Path, tmp_path: Path) -> None:
    work(emilia, dict(os.environ), tmp_path)
