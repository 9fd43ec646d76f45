"""Contests of variants: the rules that engines hear, the games, and the errors before the first game."""

import itertools
import subprocess
from pathlib import Path
from typing import Any

import fixtures
import pytest
from fake_engines import arguments, fake
from test_variants import CROSS

from lab.bootstrap import load
from lab.engines.pool import EnginePool
from lab.engines.process import EngineError
from lab.journal import Journal, JournalError, Run, read
from lab.notation import to_ggf, transcript
from lab.openings import default_plies, random_openings
from lab.options import LEAST_LOSS
from lab.play import play_games
from lab.records import Conditions, Engine, Fault, Game, Limit, Task, to_json
from lab.report import render
from lab.report.view import view
from lab.rules import boards
from lab.statistics import mean_discs, pair_up
from lab.variant_board import start
from lab.variants import find
from lab.variants import read as read_rules

pytestmark = pytest.mark.slow

gauntlet, ladder, match, report = map(load, ("gauntlet", "ladder", "match", "report"))
regression, sprt, standings, tournament = map(load, ("regression", "sprt", "standings", "tournament"))
PICTURE = "goal=fewest first=white board=##..##/##..##/..OX../..XO../##..##/##..##"


def player(*rules: str, **described: Any) -> Engine:
    """The tiny engine with these commands for variants."""
    return fake("gtp", rules=rules, **{"name": " ".join(rules) or "none", **described})


def pair(first: Engine, second: Engine, variant: str, opening: str = "") -> list[Game]:
    with EnginePool() as pool:
        return list(play_games(Task(0, opening, first, second, Conditions(variant=variant)), pool))


BOTH = [*arguments("A", "none", "emilia-variant"), *arguments("B", "none", "emilia-variant"), "--concurrency", "1"]


@pytest.mark.parametrize("variant", ["6x6", "anti-4x4", "reversi-1893", "octagon", "5x7 first=white supply=14", PICTURE])
def test_a_pair_is_played_by_the_rules(variant: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    opening = next(random_openings(variant, default_plies(find(variant)), 1))
    games = pair(player("emilia-variant", log=log), player("emilia-variant", name="other"), variant, opening)
    for game in games:
        assert (game.fault, game.detail, game.variant) == (None, "", variant)
        *_, last = boards((move.at for move in game.moves), start(variant))
        assert (last.turn, last.score()) == (None, game.score)
        assert transcript(game.moves).startswith(opening)
    lines = [line.lstrip("0123456789 ") for line in log.read_text().splitlines()]
    words = "goal=fewest" if "board=" in variant else variant
    assert lines[2] == f"emilia-variant {words}"
    boards_sent = {line for line in lines if line.startswith("emilia-setboard")}
    assert boards_sent == ({"emilia-setboard ~~--~~/~~--~~/--OX--/--XO--/~~--~~/~~--~~ O"} if "board=" in variant else set())


def test_passes_are_sent_where_a_side_has_to_pass(tmp_path: Path) -> None:
    for variant, has_passes in (("4x4", True), ("reversi-1893", False)):
        log = tmp_path / variant
        for opening in itertools.islice(random_openings(variant, 4, 1), 3):
            games = pair(player("emilia-variant", log=log), player("emilia-variant", name="other"), variant, opening)
            assert [game.fault for game in games] == [None, None]
        assert (" pass\n" in log.read_text()) == has_passes


def test_the_size_alone_is_sent_to_engines_without_the_command(tmp_path: Path) -> None:
    log = tmp_path / "log"
    games = pair(player("boardsize", log=log), player("emilia-variant"), "6x6")
    assert [game.fault for game in games] == [None, None]
    assert "boardsize 6\n" in log.read_text()
    assert "boardsize 8\n" not in log.read_text()


def test_a_picture_of_a_board_of_othello_needs_its_size_alone() -> None:
    variant = "board=..../.ox./.xo./...."
    assert [game.fault for game in pair(player("boardsize"), player("emilia-variant"), variant)] == [None, None]


def test_an_engine_may_need_another_command_or_none() -> None:
    own = player("my-rules", name="own", words=(("variant", "my-rules {value}"),))
    with EnginePool() as pool:
        for variant in ("6x6 anti", PICTURE):
            assert pool.check(own, Conditions(variant=variant)) == "Fake engine"
        assert pool.check(player(name="fixed", words=(("variant", ""),)), Conditions(variant="6x6 anti")) == "Fake engine"
        assert pool.check(fake("nboard", words=(("variant", ""),)), Conditions(variant="6x6")) == "Fake"


def test_an_engine_that_plays_two_variants_has_two_processes() -> None:
    engine = player("emilia-variant")
    with EnginePool() as pool:
        first = pool.player(engine, 0, Conditions(variant="6x6"))
        assert pool.player(engine, 0, Conditions(variant="4x4")) is not first
        assert pool.player(engine, 0, Conditions(variant="6x6")) is first


def test_a_fault_loses_all_squares_of_the_board() -> None:
    games = pair(player("emilia-variant", fault="illegal", name="bad"), player("emilia-variant"), "6x6")
    assert [(game.fault, game.score) for game in games] == [(Fault.ILLEGAL, -36), (Fault.ILLEGAL, 36)]
    outside = pair(fake("gtp", "garbage", name="bad", words=(("variant", ""),)), player("emilia-variant"), "octagon")
    assert [game.score for game in outside] == [-88, 88]


def test_a_game_is_lost_on_time_by_the_least_difference_of_the_board() -> None:
    bad = fake("gtp", "hang", name="bad", limit=Limit(move_time=0.1), words=(("move_time", ""), ("variant", "")))
    for variant, loss in (("10x10", 2), ("7x7", 1)):
        conditions = Conditions(variant=variant, time_loss=LEAST_LOSS)
        with EnginePool() as pool:
            game = next(play_games(Task(0, "", bad, player("emilia-variant"), conditions), pool))
        assert (game.fault, game.score) == (Fault.TIME, -loss)


def test_openings_are_random_and_the_seed_determines_them() -> None:
    first = list(itertools.islice(random_openings("6x6", 6, 1), 100))
    assert first == list(itertools.islice(random_openings("6x6", 6, 1), 100))
    assert first != list(itertools.islice(random_openings("6x6", 6, 2), 100))
    assert {len(opening) for opening in first} == {12}
    assert len({_after(opening, "6x6") for opening in first}) == 100
    few = list(itertools.islice(random_openings("4x4", 1, 1), 6))
    assert len(set(few[:4])) == 4, "then they repeat"
    assert set(few) == {"b1", "a2", "d3", "c4"}


def _after(opening: str, variant: str) -> str:
    moves = [opening[at : at + 2] for at in range(0, len(opening), 2)]
    *_, last = boards(moves, start(variant))
    return last.text()


@pytest.mark.parametrize(
    ("variant", "engine", "message"),
    [
        ("6x6 anti", fake("gtp", rules=["boardsize"]), "has no command for the variant '6x6 anti'; define `words.variant`"),
        ("octagon", fake("gtp"), "has no command for the variant 'octagon'; define `words.variant`"),
        ("10x10", fake("nboard"), "has no command for the variant '10x10'; define `words.variant`"),
        ("6x6", fake("gtp"), "refuses 'boardsize 6': 'unknown command'"),
        ("octagon", fake("gtp", "refuses", rules=["emilia-variant"]), "refuses 'emilia-variant octagon': 'unknown command'"),
        (
            "board=..../.ox./.xo./...#",
            fake("gtp", "no-board", rules=["emilia-variant"]),
            "refuses 'emilia-setboard ----/-OX-/-XO-/---~ X': 'unknown command'",
        ),
    ],
)
def test_an_engine_that_does_not_know_the_variant_is_an_error_before_the_first_game(
    variant: str, engine: Engine, message: str
) -> None:
    with EnginePool() as pool, pytest.raises(EngineError) as error:
        pool.check(engine, Conditions(variant=variant))
    assert (error.value.fault, error.value.detail) == (Fault.REFUSAL, f"fake {message}")


def test_a_match_is_resumed_with_the_same_variant_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    usual = [*BOTH, "--out", str(out), "--resume"]
    files = ["--ggf", str(tmp_path / "ggf"), "--report", str(tmp_path / "html")]
    assert match.main([*usual, "--variant", "anti 4X4", "--games", "4", *files]) == 0
    assert "variant: anti 4x4, openings of 3 random moves" in capsys.readouterr().out
    contents = read(out)
    assert contents.settings.conditions.variant == "anti 4x4"
    assert contents.settings.openings == "3 random moves"
    assert {game.variant for game in contents.counted()} == {"anti 4x4"}
    assert (tmp_path / "ggf").read_text().count("TY[4a]BO[4 -----O*--*O----- *]") == 4
    assert match.main([*usual, "--variant", "6x6", "--games", "6"]) == 2
    assert 'conditions.variant was "anti 4x4", is "6x6"' in capsys.readouterr().err
    assert match.main([*usual, "--variant", "anti 4x4", "--opening-plies", "2", "--games", "6"]) == 2
    assert 'openings was "3 random moves", is "2 random moves"' in capsys.readouterr().err
    assert match.main([*usual, "--variant", "anti 4x4", "--games", "6"]) == 0
    assert list(read(out).games.values())[:4] == contents.counted()


def test_a_journal_without_the_field_is_one_of_othello(tmp_path: Path) -> None:
    othello = fixtures.contest({"A": 0.5, "B": 0.5}, 1)
    assert b"variant" not in to_json(othello.settings)
    assert not any(b"variant" in to_json(game) for game in othello.counted())
    path = tmp_path / "journal"
    fixtures.write_journal(path, othello)
    assert read(path).settings.conditions.variant == ""
    other = fixtures.contest({"A": 0.5, "B": 0.5}, 1, variant="6x6")
    with pytest.raises(JournalError, match=r'conditions\.variant was not set, is "6x6"'):
        Journal(path, other.settings, Run(""), resume=True)


def test_a_report_names_the_variant_and_draws_its_board(tmp_path: Path) -> None:
    contents = fixtures.contest({"A": 0.9, "B": 0.1}, 4, variant="cross goal=fewest")
    page = render(contents)
    assert "match · cross goal=fewest · 2026-11-21" in page
    assert "<pre>    . . . .    \n    . . . .    \n. . . . . . . .\n. . . O X . . .\n" in page
    assert {row.name for row in view(contents).openings} == {""}
    assert view(contents).pace["A"]
    assert "cross" not in render(fixtures.contest({"A": 0.9, "B": 0.1}, 1))
    fixtures.write_journal(tmp_path / "j", contents)
    assert report.main([str(tmp_path / "j"), str(tmp_path / "page.html")]) == 0


def test_the_range_of_disc_differences_is_that_of_the_board() -> None:
    games = [Game(0, half, "", "AB"[half], "BA"[half], (), score, variant="10x10") for half, score in ((0, 80), (1, -80))]  # type: ignore[arg-type]
    (pair,), _ = pair_up(games)
    estimate = mean_discs([pair])
    assert (estimate.low, estimate.value, estimate.high) == (-100, 80, 100)
    assert pair.seen_by("B").most == 100


def test_a_ladder_of_a_variant_has_no_table_of_levels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "levels.md"
    table.write_text("<!-- levels -->\n| level | a |\n| --- | --- |\n| 1 | x |\n<!-- /levels -->\n")
    engine = arguments("A", "none", "emilia-variant", more="words.level=")
    usual = [*engine, "--levels", "1", "2", "--games", "2", "--concurrency", "1"]
    before = table.read_text()
    assert ladder.main([*usual, "--variant", "4x4", "--table", str(table)]) == 2
    assert capsys.readouterr().err == f"ladder: {table} has the levels of Othello: --table cannot be used with --variant\n"
    assert table.read_text() == before
    assert ladder.main([*usual, "--variant", "4x4", "--out", str(tmp_path / "older")]) == 0
    capsys.readouterr()
    more = [*usual, "--seed", "2", "--add", str(tmp_path / "older")]
    assert ladder.main([*more, "--variant", "4x5", "--out", str(tmp_path / "a")]) == 2
    assert "older: a ladder of 4x4, not of 4x5" in capsys.readouterr().err
    assert ladder.main([*more, "--variant", "4x4", "--out", str(tmp_path / "b")]) == 0


def test_every_contest_takes_a_variant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variant = ["--variant", "4x4"]
    assert sprt.main([*BOTH, *variant, "--max-pairs", "2", "--out", str(tmp_path / "sprt")]) == 0
    assert gauntlet.main([*BOTH, *variant, "--games", "2", "--out", str(tmp_path / "gauntlet")]) == 0
    words = [*BOTH, *arguments("C", "none", "emilia-variant"), *variant, "--rounds", "2", "--table", str(tmp_path / "table")]
    assert tournament.main([*words, "--out", str(tmp_path / "cup")]) == 0
    for name in ("sprt", "gauntlet", "cup"):
        contents = read(tmp_path / name)
        assert contents.settings.conditions.variant == "4x4"
        assert all(game.variant == "4x4" and game.fault is None for game in contents.counted())
    assert sum(float(line.split("|")[4]) for line in (tmp_path / "table").read_text().splitlines()[4:]) > 0
    capsys.readouterr()
    assert standings.main([str(tmp_path / "cup")]) == 0
    assert "16 squares" in capsys.readouterr().out
    assert regression.parse(["a", "b", *variant]).others == variant


def emilia_players(emilia: Path) -> tuple[Engine, Engine]:
    """The program in both protocols."""
    options = ("--hash", "16", "--threads", "1", "--book", "0")
    return (
        Engine("gtp", (str(emilia), "gtp", *options), "gtp", Limit(level=1)),
        Engine("nboard", (str(emilia), "nboard", *options), "nboard", Limit(level=1)),
    )


def test_emilia_plays_the_catalogue_in_both_protocols_and_reads_the_games(emilia: Path, tmp_path: Path) -> None:
    lines = subprocess.run([emilia, "variants"], capture_output=True, text=True, check=True).stdout.splitlines()
    (tmp_path / "cross.txt").write_text(CROSS)
    rules = [read_rules(name) for name in (*(line.split()[0] for line in lines), str(tmp_path / "cross.txt"))]
    for variant in rules:
        opening = next(random_openings(variant, default_plies(find(variant)), 1))
        game = pair(*emilia_players(emilia), variant, opening)[0]
        assert (game.fault, game.detail) == (None, ""), variant
        (tmp_path / "game.ggf").write_text(to_ggf(game) + "\n")
        commands = f"load {tmp_path / 'game.ggf'}\nobf\nquit\n"
        said = subprocess.run([emilia, "console"], input=commands, capture_output=True, text=True, check=True).stdout
        *_, last = boards((move.at for move in game.moves), start(variant))
        assert f"{last.text().split()[0]} ".replace("#", "~") in said, variant


def test_emilia_may_have_the_rules_on_its_command_line(emilia: Path) -> None:
    command = (str(emilia), "gtp", "--hash", "16", "--threads", "1", "--variant", "6x6 anti")
    fixed = Engine("fixed", command, "gtp", Limit(level=1), words=(("variant", ""),))
    assert [game.fault for game in pair(fixed, emilia_players(emilia)[1], "6x6 anti")] == [None, None]
