"""The contests of several engines, and those that end by themselves, from the command line to the exit code."""

import errno
import os
from pathlib import Path
from types import ModuleType

import pytest
from fake_engines import arguments as engine
from fake_engines import outputs

from lab.bootstrap import load
from lab.journal import read
from lab.records import Limit

pytestmark = pytest.mark.slow

gauntlet, ladder, match, sprt, tournament = map(load, ("gauntlet", "ladder", "match", "sprt", "tournament"))


@pytest.fixture
def usual(tmp_path: Path) -> list[str]:
    return outputs(tmp_path)


def cut_off(path: Path, games: int) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    ends = [at for at, line in enumerate(lines, 1) if line.startswith(b'{"game"')]
    path.write_bytes(b"".join(lines[: ends[games - 1]]) + lines[-1][:20])


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_a_test_ends_by_itself_and_stays_ended(usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two equal engines that play every pair to a draw of one game each: two pairs are enough against 500 Elo."""
    arguments = [*engine("A"), *engine("B"), "--elo1", "500", *usual]
    assert sprt.main(arguments) == 0
    assert "A against B: 4 games" in (text := printed(capsys))
    assert "for Elo 500 against 0: H0 accepted, 0 Elo, after 2 pairs (risk 0.05)" in text
    ended = read(tmp_path / "out")
    assert ended.end is not None
    assert (ended.end.tasks, ended.end.reason) == (2, "H0 accepted")
    assert sprt.main([*arguments, "--resume"]) == 0
    assert "H0 accepted, 0 Elo, after 2 pairs" in printed(capsys)
    assert read(tmp_path / "out").games == ended.games


def test_an_undecided_test_is_resumed_with_more_pairs(usual: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [*engine("A"), *engine("B"), "--elo1", "500", *usual]
    assert sprt.main([*arguments, "--max-pairs", "1"]) == 0
    assert "undecided after 1 pair" in printed(capsys)
    assert sprt.main([*arguments, "--max-pairs", "9", "--resume"]) == 0
    assert "after 2 pairs" in printed(capsys)


def test_a_gauntlet_makes_a_table_for_each_limit(usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "words.nodes= words.depth="
    names = [*engine("A", more=words), *engine("B", more=words), *engine("C", more=words)]
    assert gauntlet.main([*names, "--equal", "nodes", "500", "--equal", "depth", "3", "--games", "4", *usual]) == 0
    text = printed(capsys)
    assert "A, 500 nodes a move against\n" in text
    assert "A, depth 3 against\n" in text
    contents = read(tmp_path / "out")
    assert {engine.limit for engine in contents.settings.engines} == {Limit(nodes=500), Limit(depth=3)}
    openings: dict[tuple[str, str], list[str]] = {}
    for game in contents.counted():
        if game.half == 0:
            openings.setdefault((game.black, game.white), []).append(game.opening)
    assert sorted(openings) == [(f"A, {limit}", f"{other}, {limit}") for limit in ("500 nodes a move", "depth 3") for other in "BC"]
    assert len({tuple(played) for played in openings.values()}) == 1


def test_a_ladder_writes_its_figures_into_the_table(usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "levels.md"
    page.write_text("<!-- levels -->\n| level | plies |\n| --- | --- |\n| 1 | 1 |\n| 2 | 2 |\n| 3 to 5 | 3 |\n<!-- /levels -->\n")
    assert ladder.main([*engine("T"), "--levels", "4", "1", "--games", "4", "--table", str(page), *usual]) == 0
    assert {engine.name: engine.limit for engine in read(tmp_path / "out").settings.engines} == {
        "T 1": Limit(level=1),
        "T 4": Limit(level=4),
    }
    rows = page.read_text().splitlines()
    assert rows[1:5] == ["| level | plies | Elo |", "| --- | --- | --- |", "| 1 | 1 | 0 |", "| 2 | 2 | - |"]
    assert rows[5].startswith("| 3 to 5 | 3 | +0 ± ")
    assert rows[7].startswith("Elo: above level 1, with 95 % errors; `scripts/ladder`, levels 1, 4, 4 games")
    assert "| level |" in printed(capsys)


def test_a_ladder_grows_by_that_of_other_levels(usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    openings, first, second = usual[:2], str(tmp_path / "first"), str(tmp_path / "second")
    page = tmp_path / "levels.md"
    page.write_text("<!-- levels -->\n| level |\n| --- |\n| 1 |\n| 2 |\n| 3 |\n<!-- /levels -->\n")
    more = ["--levels", "2", "3", "--games", "4", "--seed", "2", "--table", str(page)]
    assert ladder.main([*engine("T"), "--levels", "1", "3", "--games", "2", "--out", first, *openings]) == 0
    assert ladder.main([*engine("T"), *more, "--add", first, "--out", second, *openings]) == 0
    assert match.main([*engine("T"), *engine("U"), "--games", "2", "--out", str(tmp_path / "match"), *openings]) == 0
    rows = page.read_text().splitlines()
    assert rows[3] == "| 1 | 0 |"
    assert "| -" not in "".join(rows[4:6])
    assert "above level 1, " in rows[7]
    assert "levels 1, 3, 2 games of each" in rows[7]
    assert "; levels 2, 3, 4 games of each" in rows[7]
    for wrong, files, message in [
        ("T", [second], "seed 2 is used twice"),
        ("T", [first, first], "seed 1 is used twice"),
        ("U", [first], "not a ladder of this engine: T 1"),
        ("T", [str(tmp_path / "match")], "a match of 2 engines, not a ladder"),
        ("T", [str(page)], "line 1:"),
        ("T", [str(tmp_path / "none")], os.strerror(errno.ENOENT)),
    ]:
        assert ladder.main([*engine(wrong), *more, "--add", *files, "--out", str(tmp_path / "third"), *openings]) == 2
        assert message in capsys.readouterr().err


@pytest.mark.parametrize("system", ["swiss", "round-robin"])
def test_an_interrupted_tournament_is_resumed(
    usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], system: str
) -> None:
    field = [word for name in "ABC" for word in engine(name)]
    table, report = tmp_path / "table", tmp_path / "report"
    arguments = [*field, "--system", system, "--rounds", "2", "--table", str(table), *usual]
    assert tournament.main(arguments) == 0
    whole = table.read_text()
    assert whole.strip() in printed(capsys)
    cut_off(tmp_path / "out", 3)
    table.unlink()
    assert tournament.main([*arguments, "--resume", *(["--report", str(report)] if system == "swiss" else [])]) == 0
    assert table.read_text() == whole
    assert system != "swiss" or "Brightwell" in report.read_text()


def test_a_withdrawn_player_is_not_paired(usual: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [*(word for name in "ABCD" for word in engine(name)), "--rounds", "2", *usual]
    assert tournament.main(arguments) == 0
    cut_off(tmp_path / "out", 4)
    assert tournament.main([*arguments, "--resume", "--withdraw", "B"]) == 0
    assert "B (withdrawn)" in printed(capsys)
    assert (tmp_path / "out.withdrawn").read_text() == "2 B\n"
    games = read(tmp_path / "out").counted()
    assert [game.event for game in games if "B" in (game.black, game.white)] == ["round 1", "round 1"]
    (tmp_path / "out.withdrawn").write_text("1 B\n")
    assert tournament.main([*arguments, "--resume"]) == 2
    assert "were the withdrawals changed?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "engines", "arguments", "message"),
    [
        (sprt, "AB", "--elo0 5 --elo1 5", "elo0 must be less than elo1, both within 1000 of 0: 5, 5"),
        (sprt, "ABC", "", "a test needs two engines, --engine names 3"),
        (gauntlet, "A", "", "a gauntlet needs two engines or more, --engine names 1"),
        (gauntlet, "AB", "--equal time soon", "expected time SECONDS, nodes NUMBER or depth PLIES, got time soon"),
        (ladder, "AB", "", "a ladder needs one engine, --engine names 2"),
        (ladder, "A", "--levels 3", "a ladder needs two levels: [3]"),
        (ladder, "A", f"--table {__file__}", "no table between <!-- levels --> and <!-- /levels -->"),
        (tournament, "AB", "--withdraw X", "the player 'X' does not exist"),
        (match, "AB", "--games 7", "--games must be even, got 7: every opening is played twice"),
        (match, "ABC", "", "a match needs two engines, --engine names 3"),
        (match, "ABA", "", "two engines have the name 'A'"),
        (match, "AB", "--openings /nowhere", "'/nowhere'"),
        (match, "AB", "--scheduler tcp://127.0.0.1:9", "no Dask scheduler at tcp://127.0.0.1:9: "),
        (match, "AB", f"--cores {min(os.sched_getaffinity(0))}", "--cores: 2 workers with 1 cores each need 2, but there are 1"),
        (match, "AB", "--variant chess", "--variant: not a variant, a board such as 10x8"),
        (match, "AB", "--variant 6x6 --openings x", "the openings of --variant are random, see --opening-plies"),
        (match, "AB", "--variant 6x6 --adjudicate 8 --solver x", "--adjudicate solves Othello only"),
        (match, "AB", "--variant 6x6 --agreed 4", "--agreed knows the scores of Othello only"),
        (match, "AB", "--agreed 1", "--agreed must be at least 2"),
        (match, "AB", "--opening-plies 4", "--opening-plies needs --variant"),
        (match, "AB", "--variant 4x4 --opening-plies 12", "no game with 12 random moves and a move after them"),
    ],
)
def test_misuse_prints_one_line(
    usual: list[str],
    command: ModuleType,
    engines: str,
    arguments: str,
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And is exit code 2; a cluster that is missing is no misuse."""
    monkeypatch.setattr("lab.scheduler.cluster.CONNECT_TIMEOUT", "200ms")
    words = [word for name in engines for word in engine(name)]
    # Variants have openings of their own.
    options = usual[2:] if "--variant" in arguments else usual
    assert command.main([*words, *options, *arguments.split()]) == (1 if "--scheduler" in arguments else 2)
    text = capsys.readouterr().err
    assert text.startswith(f"{command.__name__.removeprefix('scripts.')}: ")
    assert message in text
    assert text.count("\n") == 1
    assert command is tournament or not (tmp_path / "out").exists()
