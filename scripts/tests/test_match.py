"""`scripts/match` from its command line to its exit code."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from distributed import LocalCluster
from fake_engines import COMMAND
from test_scheduler import marked, wait_until

from lab.bootstrap import ROOT
from lab.commands import match, report
from lab.journal import read
from lab.records import Fault

pytestmark = pytest.mark.slow

SCRIPT = ROOT / "scripts" / "match"
CORE = min(os.sched_getaffinity(0))
OPENINGS = "f5d6c3d3c4\nf5d6c4d3c3\nf5f6e6f4g5\nf5d6c5f4d3\n"


def fake(name: str, fault: str = "") -> str:
    """The tiny engine, as the command line describes it."""
    return f"name={name} command='{' '.join([*COMMAND, 'gtp', fault])}'"


@pytest.fixture
def usual(tmp_path: Path) -> list[str]:
    """Arguments of a short match between two tiny engines."""
    (tmp_path / "openings").write_text(OPENINGS)
    where = ["--openings", str(tmp_path / "openings"), "--out", str(tmp_path / "out")]
    return ["--engine", fake("A"), "--engine", fake("B"), "--games", "6", "--concurrency", "2", *where]


def openings_and_colours(path: Path) -> list[tuple[int, int, str, str, str, int]]:
    """The games of a match without times and places."""
    return [(game.task, game.half, game.opening, game.black, game.white, game.score) for game in read(path).counted()]


def test_a_match_prints_its_result_and_writes_its_files(
    usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All openings twice, the games on disk, as GGF and as a page."""
    assert match.main([*usual, "--ggf", str(tmp_path / "ggf"), "--report", str(tmp_path / "html")]) == 0
    games = read(tmp_path / "out").counted()
    assert [(game.task, game.half, game.black) for game in games] == [(n, h, "BA"[h == 0]) for n in range(3) for h in (0, 1)]
    assert len({game.opening for game in games}) == 3
    assert len((tmp_path / "ggf").read_text().splitlines()) == 6
    assert "A against B" in capsys.readouterr().out
    assert (tmp_path / "html").read_text().startswith("<!DOCTYPE html>")


def test_a_match_is_resumed(usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also with more games; not without --resume, nor with other settings."""
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
    """Resigning is not a fault."""
    usual[3] = fake("B", "crash")
    assert match.main(usual) == 1
    assert [(game.fault, game.at_fault) for game in read(tmp_path / "out").counted()[:2]] == [
        (Fault.CRASH, "white"),
        (Fault.CRASH, "black"),
    ]
    assert "6 crash" in capsys.readouterr().out
    usual[3] = fake("B", "resign")
    (tmp_path / "out").unlink()
    assert match.main(usual) == 0


def test_no_output_replaces_a_file_of_another_kind(usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Such as the results of a tournament that somebody typed."""
    typed = tmp_path / "typed"
    typed.write_text("round 1\nAnna 40-24 Boris\n")
    for option in ("--report", "--ggf"):
        assert match.main([*usual, option, str(typed)]) == 2
        assert "not a file that this command writes" in capsys.readouterr().err
    assert typed.read_text().startswith("round 1")
    outputs = ["--report", str(tmp_path / "page"), "--ggf", str(tmp_path / "games")]
    assert match.main([*usual, *outputs]) == 0
    assert match.main([*usual, "--resume", *outputs]) == 0


def test_engines_are_no_output(usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file that describes them would be lost."""
    engines = tmp_path / "engines.toml"
    engines.write_text('[[engine]]\nname = "B"\ncommand = "b"\n')
    assert match.main([*usual[:2], "--engine", str(engines), *usual[4:], "--report", str(engines)]) == 2
    assert "another file of this command" in capsys.readouterr().err
    assert engines.read_text().startswith("[[engine]]")


def test_no_output_replaces_the_journal(usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nor another journal, nor the openings, nor another output."""
    out, other = str(tmp_path / "out"), str(tmp_path / "other")
    for arguments in (
        ["--report", out],
        ["--ggf", out],
        ["--ggf", str(tmp_path / "openings")],
        ["--ggf", other, "--report", other],
    ):
        assert match.main([*usual, *arguments]) == 2
        assert "cannot be the output" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    assert match.main(usual) == 0
    before = (tmp_path / "out").read_bytes()
    capsys.readouterr()
    assert report.main([out, out]) == 1
    assert "cannot be the output" in capsys.readouterr().err
    assert (tmp_path / "out").read_bytes() == before


def test_repeated_openings_are_told(usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As soon as one is played again."""
    assert match.main(usual) == 0
    assert "openings repeat" not in capsys.readouterr().out
    assert match.main([*usual, "--resume", "--games", "10"]) == 0
    assert "warning: the openings repeat after 4;" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--games", "7"], 2, "match: --games must be even, got 7: every opening is played twice\n"),
        (["--engine", fake("C")], 2, "match: a match needs two engines, --engine names 3\n"),
        (["--engine", fake("A")], 2, "match: two engines have the name 'A'\n"),
        (["--engine", "depth=x"], 2, r"match: engine 'depth=x': .*\n"),
        (["--openings", "/nowhere"], 2, r"match: .*'/nowhere'\n"),
        (["--increment", "1"], 2, "match: an increment needs a game time\n"),
        (["--report", "/nowhere/x"], 2, "match: /nowhere/x: the folder /nowhere does not exist\n"),
        (["--scheduler", "tcp://127.0.0.1:9"], 1, r"match: no Dask scheduler at tcp://127.0.0.1:9: .*\n"),
        (
            ["--cores", str(min(os.sched_getaffinity(0)))],
            2,
            "match: --cores: 2 workers with 1 cores each need 2, but there are 1\n",
        ),
    ],
)
def test_misuse_prints_one_line(
    usual: list[str],
    arguments: list[str],
    code: int,
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before anything is played."""
    monkeypatch.setattr("lab.scheduler.cluster.CONNECT_TIMEOUT", "200ms")
    assert match.main([*usual, *arguments]) == code
    assert re.fullmatch(message, capsys.readouterr().err)


@pytest.mark.parametrize(
    "argument", [["--games", "-2"], ["--cores", "999999"], ["--cores", "a"], ["--move-time", "nan"], ["--seed", ""]]
)
def test_invalid_arguments_are_refused(argument: list[str]) -> None:
    """By the parser, which names them."""
    with pytest.raises(SystemExit) as ended:
        match.main(argument)
    assert ended.value.code == 2


def test_an_engine_that_does_not_start_is_an_error(usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before the first game; no file is written."""
    usual[3] = "name=B command=/no/program"
    assert match.main(usual) == 1
    assert "match: B does not start: " in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def start(arguments: list[str], family: str) -> subprocess.Popen[str]:
    """Starts the script in a new session; its processes are marked with this variable."""
    return subprocess.Popen(
        [sys.executable, str(SCRIPT), *arguments],
        env={**os.environ, family: "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c_leaves_no_process(usual: list[str], tmp_path: Path, presses: int) -> None:
    """Even if an engine hangs."""
    usual[3] = fake("B", "hang")
    runner = start(usual, "TEST_CTRL_C")
    wait_until(lambda: (tmp_path / "out").exists() and len(marked("TEST_CTRL_C")) > 3)
    for _ in range(presses):
        runner.send_signal(signal.SIGINT)
    _, err = runner.communicate()
    assert runner.returncode == 130
    assert presses == 2 or err == "match: interrupted; to continue, repeat the command with --out FILE --resume\n"
    wait_until(lambda: not marked("TEST_CTRL_C"))
    assert read(tmp_path / "out").games == {}


def test_a_cluster_plays_the_same_match(usual: list[str], tmp_path: Path, three_workers: LocalCluster) -> None:
    """The same openings, colours and results, in a file of the same form."""
    assert match.main(usual) == 0
    assert match.main([*usual, "--out", str(tmp_path / "far"), "--scheduler", three_workers.scheduler_address]) == 0
    assert openings_and_colours(tmp_path / "far") == openings_and_colours(tmp_path / "out")
    assert read(tmp_path / "far").runs[0].scheduler == three_workers.scheduler_address


def test_emilia_against_rhino(request: pytest.FixtureRequest, emilia: Path, gtp_rhino: str, tmp_path: Path) -> None:
    """Both protocols in one match: no fault, and no process left."""
    games = request.config.getoption("--match-games")
    (tmp_path / "openings").write_text(OPENINGS)
    arguments = ["--engine", f"name=Emilia command='{emilia} nboard --threads 1' level=2", "--engine", f"{gtp_rhino} -b 0"]
    where = ["--openings", str(tmp_path / "openings"), "--out", str(tmp_path / "out")]
    runner = start([*arguments, *where, "--games", str(games), "--concurrency", "2"], "TEST_RHINO")
    _, err = runner.communicate()
    assert (runner.returncode, err) == (0, "")
    played = read(tmp_path / "out").counted()
    assert len(played) == games
    assert not [game for game in played if game.fault]
    assert not marked("TEST_RHINO")
