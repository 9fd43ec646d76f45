"""`scripts/match` from its command line to its exit code."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from distributed import LocalCluster
from fake_engines import arguments, outputs
from test_scheduler import marked, wait_until

from lab.bootstrap import ROOT, load
from lab.journal import read
from lab.records import Fault

pytestmark = pytest.mark.slow

match, report = load("match"), load("report")
SCRIPT = ROOT / "scripts" / "match"


@pytest.fixture
def usual(tmp_path: Path) -> list[str]:
    return [*arguments("A"), *arguments("B"), "--games", "6", *outputs(tmp_path)]


def openings_and_colours(path: Path) -> list[tuple[int, int, str, str, str, int]]:
    return [(game.task, game.half, game.opening, game.black, game.white, game.score) for game in read(path).counted()]


def test_a_match_prints_its_result_and_writes_its_files(
    usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert match.main([*usual, "--ggf", str(tmp_path / "ggf"), "--report", str(tmp_path / "html")]) == 0
    games = read(tmp_path / "out").counted()
    assert [(game.task, game.half, game.black) for game in games] == [(n, h, "BA"[h == 0]) for n in range(3) for h in (0, 1)]
    assert len({game.opening for game in games}) == 3
    assert len((tmp_path / "ggf").read_text().splitlines()) == 6
    assert "A against B" in capsys.readouterr().out
    assert (tmp_path / "html").read_text().startswith("<!DOCTYPE html>")


def test_a_match_is_resumed(usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert match.main([*usual, "--resume"]) == 0
    before = openings_and_colours(tmp_path / "out")
    lines = (tmp_path / "out").read_bytes().splitlines(keepends=True)
    (tmp_path / "out").write_bytes(b"".join(lines[:5]) + lines[5][:40])
    assert match.main([*usual, "--resume"]) == 0
    assert (tmp_path / "out").read_bytes().startswith(b"".join(lines[:5]))
    assert openings_and_colours(tmp_path / "out") == before
    assert match.main([*usual, "--resume", "--games", "8"]) == 0
    assert openings_and_colours(tmp_path / "out")[:6] == before
    assert len(read(tmp_path / "out").games) == 8
    capsys.readouterr()
    assert match.main(usual) == 2
    assert "already exists; use --resume" in capsys.readouterr().err
    assert match.main([*usual, "--resume", "--seed", "5"]) == 2
    assert "the journal of another contest: seed was 1, is 5" in capsys.readouterr().err


def test_a_game_lost_by_a_fault_is_an_exit_code(usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    usual[3] = arguments("B", "crash")[1]
    assert match.main(usual) == 1
    assert [(game.fault, game.at_fault) for game in read(tmp_path / "out").counted()[:2]] == [
        (Fault.CRASH, "white"),
        (Fault.CRASH, "black"),
    ]
    assert "6 crash" in capsys.readouterr().out
    usual[3] = arguments("B", "resign")[1]
    (tmp_path / "out").unlink()
    assert match.main(usual) == 0


def test_no_output_replaces_another_file(usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed, engines, out = tmp_path / "typed", tmp_path / "engines.toml", str(tmp_path / "out")
    typed.write_text("round 1\nAnna 40-24 Boris\n")
    engines.write_text('[[engine]]\nname = "C"\ncommand = "c"\n')
    for words, message in [
        (["--report", str(typed)], "not a file that this command writes"),
        (["--ggf", str(typed)], "not a file that this command writes"),
        (["--engine", str(engines), "--report", str(engines)], ""),
        (["--report", out], "cannot be the output"),
        (["--ggf", str(tmp_path / "openings")], "cannot be the output"),
        (["--ggf", str(tmp_path / "other"), "--report", str(tmp_path / "other")], "cannot be the output"),
    ]:
        assert match.main([*usual, *words]) == 2
        assert message in capsys.readouterr().err
    assert typed.read_text().startswith("round 1")
    assert engines.read_text().startswith("[[engine]]")
    assert not (tmp_path / "out").exists()
    files = ["--report", str(tmp_path / "page"), "--ggf", str(tmp_path / "games")]
    assert match.main([*usual, *files]) == match.main([*usual, "--resume", *files]) == 0
    before = (tmp_path / "out").read_bytes()
    assert report.main([out, out]) == 1
    assert (tmp_path / "out").read_bytes() == before


def test_repeated_openings_are_told(usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert match.main(usual) == 0
    assert "openings repeat" not in capsys.readouterr().out
    assert match.main([*usual, "--resume", "--games", "10"]) == 0
    assert "warning: the openings repeat after 4;" in capsys.readouterr().out


def test_an_engine_that_does_not_start_is_an_error(usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    usual[3] = "name=B command=/no/program"
    assert match.main(usual) == 1
    assert "match: B does not start: " in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c_leaves_no_process(usual: list[str], tmp_path: Path, presses: int) -> None:
    usual[3] = arguments("B", "hang")[1]
    runner = subprocess.Popen(
        [sys.executable, str(SCRIPT), *usual],
        env={**os.environ, "TEST_CTRL_C": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: (tmp_path / "out").exists() and len(marked("TEST_CTRL_C")) > 3)
    for _ in range(presses):
        runner.send_signal(signal.SIGINT)
    _, err = runner.communicate()
    # A second press that comes while the interpreter is ending has its usual effect, for which a shell tells 130, too.
    assert runner.returncode == 130 or (presses == 2 and runner.returncode == -signal.SIGINT)
    assert presses == 2 or err == "match: interrupted; to continue, repeat the command with --out FILE --resume\n"
    wait_until(lambda: not marked("TEST_CTRL_C"))
    assert read(tmp_path / "out").games == {}


def test_a_cluster_plays_the_same_match(usual: list[str], tmp_path: Path, three_workers: LocalCluster) -> None:
    assert match.main(usual) == 0
    assert match.main([*usual, "--out", str(tmp_path / "far"), "--scheduler", three_workers.scheduler_address]) == 0
    assert openings_and_colours(tmp_path / "far") == openings_and_colours(tmp_path / "out")
    assert read(tmp_path / "far").runs[0].scheduler == three_workers.scheduler_address
