"""An attack as a whole: parts in turn, results on disk, the page, the exit code."""

import itertools
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from pages import assert_needs_nothing_else, text_of

from lab.attack import cargo
from lab.attack.cargo import Ran
from lab.attack.part import Part, PartResult, PartTask
from lab.bootstrap import load
from lab.journal import Machine
from lab.records import from_json

attack = load("attack")
AttackResult, main, render = attack.AttackResult, attack.main, attack.page
ODD = "<b>gtp</b>: wrote on stderr; repeat with: x < y"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program that only knows its version."""
    path = tmp_path / "program"
    path.write_text("#!/bin/sh\necho odd 1.2\n")
    path.chmod(0o755)
    return path


def result(*tallies: PartResult) -> Any:
    return AttackResult(
        "2026-01-01T00:00:00", "2026-01-01T02:00:00", 7, 2.0, "/a/b", "odd 1.2", "ab" * 32, Machine("here"), parts=tallies
    )


def test_the_page_shows_counts_and_faults_in_full() -> None:
    stress = PartResult("stress", 3600.0, 1_000_000, 7_200_000, faults=(ODD,), figures={"gtp: peak memory, MiB": 46.0})
    oracle = PartResult("oracle", 60.0, positions=12, comparisons=345, notes=("skipped: no & more",))
    page = render(result(stress, oracle))
    text = text_of(page)
    assert "1 fault in 1:01:00." in text
    assert "stress 1:00:00 1 000 000 7 200 000 2 000 1" in text
    assert "oracle 1:00 12 345 0" in text
    assert "total 1:01:00 1 000 000 7 200 000 12 345" in text
    assert "gtp: peak memory, MiB 46" in text
    assert "oracle: skipped: no &amp; more" in text
    assert "&lt;b&gt;gtp&lt;/b&gt;: wrote on stderr; repeat with: x &lt; y" in text
    assert "odd 1.2" in text
    assert "<b>" not in page
    assert_needs_nothing_else(page)


def steps(task: PartTask) -> Generator[PartResult, None, None]:
    yield PartResult("x", executions=1, figures={"seconds": task.seconds, "seed": task.seed})
    yield PartResult("x", executions=1)


def test_the_time_is_shared_out_and_what_is_left_goes_to_later_parts(program: Path) -> None:
    seen: list[str] = []
    begun = attack.begin(program, 90.0, 5)
    done = attack.run(begun, {"a": Part(1, steps), "b": Part(2, steps)}, lambda now: seen.append(now.parts[-1].name))
    assert [round(part.figures["seconds"]) for part in done.parts] == [30, 90]
    assert [(part.name, part.executions, part.figures["seed"]) for part in done.parts] == [("a", 2, 5), ("b", 2, 5)]
    assert seen == ["a"] * 3 + ["b"] * 3
    assert (done.version, done.interrupted) == ("odd 1.2", False)


def test_an_interruption_ends_the_part_and_keeps_what_was_done(program: Path) -> None:
    ended: list[str] = []

    def interrupted(_: PartTask) -> Generator[PartResult, None, None]:
        try:
            yield PartResult("x", executions=3)
            raise KeyboardInterrupt
        finally:
            ended.append("part")

    done = attack.run(attack.begin(program, 1.0, 5), {"a": Part(1, interrupted), "b": Part(1, steps)}, lambda _: None)
    assert [(part.name, part.executions) for part in done.parts] == [("a", 3)]
    assert done.interrupted
    assert ended == ["part"]


def test_a_part_that_fails_is_a_fault_and_the_next_one_runs(program: Path) -> None:
    def broken(_: PartTask) -> Generator[PartResult, None, None]:
        yield PartResult("x")
        raise FileNotFoundError("cargo")

    done = attack.run(attack.begin(program, 1.0, 5), {"a": Part(1, broken), "b": Part(1, steps)}, lambda _: None)
    assert [len(part.faults) for part in done.parts] == [1, 0]
    assert "cargo" in done.parts[0].faults[0]


COUNTED = PartResult("oracle", 1.0, positions=3, comparisons=9)
LINE = 'oracle: {"positions":3,"comparisons":9,"estimates":2,"faults":[]}'
"""What the oracle prints at its end."""


@pytest.mark.parametrize(
    ("output", "code", "wanted"),
    [
        (f"test x ... {LINE}\nok\n", 0, COUNTED),
        (LINE.replace("[]", '["false"]'), 101, COUNTED.plus(PartResult("", faults=("false",)))),
        ("error: no test target named `oracle`\n", 101, "ended with code 101 and without a result: error: no test target"),
        (f"{LINE}\npanicked\n", 101, "ended with code 101: "),
        ("", None, "took too long"),
    ],
)
def test_the_result_of_the_oracle_is_read(output: str, code: int | None, wanted: PartResult | str) -> None:
    found = cargo.judge_oracle(Ran(code, output), "AGAIN", 1.0)
    if isinstance(wanted, PartResult):
        assert found == wanted
    else:
        assert wanted in found.faults[0]
        assert found.faults[0].endswith("repeat with: AGAIN")


FUZZED = """\
#4194304 pulse cov: 1 ft: 1 corp: 1/1b lim: 4096 exec/s: 1398101 rss: 400Mb
stat::number_of_executed_units: 5000000
stat::average_exec_per_sec:     1250000
stat::peak_rss_mb:              421
"""
CRASHED = """\
thread '<unnamed>' panicked at fuzz_targets/gtp.rs:7:9:
found a
==11== ERROR: libFuzzer: deadly signal
SUMMARY: libFuzzer: deadly signal
artifact_prefix='/x/'; Test unit written to /x/crash-12ab
stat::number_of_executed_units: 77
"""


def test_the_output_of_a_fuzz_target_is_read() -> None:
    good = cargo.judge_fuzz("gtp", Ran(0, FUZZED), 4.0)
    assert (good.executions, good.faults) == (5_000_000, ())
    assert good.figures == {"gtp: executions": 5_000_000, "gtp: executions/s": 1_250_000, "gtp: peak memory, MiB": 421}
    bad = cargo.judge_fuzz("gtp", Ran(77, CRASHED), 4.0)
    assert bad.executions == 77
    (fault,) = bad.faults
    assert fault.startswith("gtp: thread '<unnamed>' panicked at fuzz_targets/gtp.rs:7:9: found a; repeat with: ")
    assert fault.endswith("RUSTC_BOOTSTRAP=1 cargo fuzz run gtp /x/crash-12ab")
    unbuilt = cargo.judge_fuzz("gtp", Ran(1, "error: could not compile\n"), 4.0)
    assert "cargo fuzz ended with code 1: error: could not compile" in unbuilt.faults[0]


def test_a_part_that_cannot_run_is_reported_as_skipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    task = PartTask(tmp_path, 1.0, 1)
    monkeypatch.setattr(cargo, "TEST", tmp_path / "oracle.rs")
    monkeypatch.setattr(cargo, "targets", lambda: [])
    assert [tally.notes for tally in itertools.chain(cargo.run_oracle(task), cargo.run_fuzz(task))] == [
        ("skipped: tests/oracle.rs is missing",),
        ("skipped: there are no targets in fuzz/fuzz_targets",),
    ]
    monkeypatch.setattr(cargo, "targets", lambda: ["gtp"])
    monkeypatch.setattr(cargo, "is_installed", lambda: False)
    assert "cargo-fuzz is not installed" in next(cargo.run_fuzz(task)).notes[0]


def test_the_script_writes_page_and_json(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faults: tuple[str, ...] = ()
    monkeypatch.setitem(attack.PARTS, "stress", Part(1, lambda _: (PartResult("stress", 1.0, 2, faults=faults) for _ in range(2))))
    out = tmp_path / "new" / "page.html"
    arguments = ["--minutes", "1", "--part", "stress", "--seed", "9", "--out", str(out), "--program", str(program)]
    assert main(arguments) == 0
    faults = ("late",)
    assert main(arguments) == 1
    kept = from_json(AttackResult, out.with_suffix(".json").read_bytes())
    assert (kept.seed, kept.version, kept.parts) == (9, "odd 1.2", (PartResult("stress", 2.0, 4, faults=("late", "late")),))
    assert "2 faults in 0:02." in text_of(out.read_text())
    # what is not of an attack stays
    for name in ("page.html", "page.json"):
        kept_text = out.with_name(name).read_text()
        out.with_name(name).write_text("notes")
        assert main(arguments) == 1
        assert out.with_name(name).read_text() == "notes"
        out.with_name(name).write_text(kept_text)
