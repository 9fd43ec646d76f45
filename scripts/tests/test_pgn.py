"""PGN: what programs that rate players make of its tags, and what `emilia convert` reads in it."""

import math
import random
import re
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

import fixtures
import pytest
from test_notation import game

from lab.bootstrap import load
from lab.pgn import pgn, to_pgn
from lab.ratings import ratings
from lab.records import Fault, Game, Limit
from lab.standings import crosstable
from lab.statistics import pair_up

report = load("report")
POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
"""Of White: what Ordo and BayesElo take from `Result`."""


def headers(text: str) -> list[dict[str, str]]:
    """The tags of each game; a program that rates players reads no more."""
    games = [re.findall(r'^\[(\w+) "(.*)"\]$', part, re.MULTILINE) for part in re.split(r"\n(?=\[Event )", text)]
    return [dict(tags) for tags in games]


def elo_of_headers(games: list[dict[str, str]]) -> dict[str, float]:
    """The strengths with which the logistic formula expects the points of each player, a draw being half a win; the first has 0."""
    results = Counter((game["White"], game["Black"], game["Result"]) for game in games)
    names = sorted({name for white, black, _ in results for name in (white, black)})
    strength = dict.fromkeys(names, 1.0)
    for _ in range(2000):
        points: defaultdict[str, float] = defaultdict(float)
        weight: defaultdict[str, float] = defaultdict(float)
        for (white, black, result), times in results.items():
            points[white] += times * POINTS[result]
            points[black] += times * (1 - POINTS[result])
            for name in (white, black):
                weight[name] += times / (strength[white] + strength[black])
        strength = {name: points[name] / weight[name] for name in names}
    return {name: 400 * math.log10(strength[name] / strength[names[0]]) for name in names}


def test_the_headers_alone_give_the_results_and_ratings_of_the_lab() -> None:
    chance = random.Random(1)
    strength = {"A": 0, "B": 1, 'C "the \\ third"': 2}
    contents = fixtures.contest(dict.fromkeys(strength, 0.5), 0, "tournament")
    for task in range(300):
        first, second = chance.sample(list(strength), 2)
        for half, (black, white) in ((0, (first, second)), (1, (second, first))):
            score = 2 * round(chance.gauss(6 * (strength[black] - strength[white]) + 3, 10))
            contents.games[task, half] = Game(task, half, "", black, white, (), score)  # type: ignore[arg-type, index]
    read = headers(pgn(contents))
    unescaped = [{name: re.sub(r"\\(.)", r"\1", value) for name, value in tags.items()} for tags in read]
    games = contents.counted()
    points: defaultdict[tuple[str, str], float] = defaultdict(float)
    for tags in unescaped:
        points[tags["White"], tags["Black"]] += POINTS[tags["Result"]]
        points[tags["Black"], tags["White"]] += 1 - POINTS[tags["Result"]]
    assert points == {key: cell[0] for key, cell in crosstable(games).items()}
    ours = {rating.name: rating.elo for rating in ratings(pair_up(games)[0], "A")}
    assert max(ours.values()) > 100
    assert elo_of_headers(unescaped) == pytest.approx(ours, abs=3)


def test_a_game_has_the_tags_of_the_standard_its_discs_and_its_end() -> None:
    moves = ("f5", "d6", "c3")
    limits = {"A": Limit(game_time=300, increment=0.5), "B": Limit(move_time=0.1), "C": Limit(game_time=300, increment=0.5)}
    detail = "0.412 s {late}"
    lost = game(
        moves, score=64, fault=Fault.TIME, at_fault="white", detail=detail, began="2026-11-21T09:24:20+00:00", place="here:7"
    )
    assert to_pgn(lost, "match", limits) == (
        '[Event "match"]\n[Site "here:7"]\n[Date "2026.11.21"]\n[Round "1.1"]\n[White "B"]\n[Black "A"]\n[Result "0-1"]\n'
        '[DiscDifference "+64"]\n[BlackTimeControl "300+0.5"]\n[WhiteTimeControl "1/0.1"]\n[Termination "time forfeit"]\n\n'
        "1. f5 d6 2. c3 {white lost: time; 0.412 s (late)} 0-1\n"
    )
    (tags,) = headers(to_pgn(game(moves, white="C", score=-2, solved=True), "sprt", limits))
    assert (tags["Result"], tags["TimeControl"], tags["Termination"]) == ("1-0", "300+0.5", "adjudication")
    (tags,) = headers(to_pgn(game(moves, score=0, event="round 2"), "tournament", {}))
    assert (tags["Event"], tags["Result"], tags["TimeControl"]) == ("tournament round 2", "1/2-1/2", "-")
    (tags,) = headers(to_pgn(game(moves, score=-64, fault=Fault.RESIGNED, at_fault="black"), "match", {}))
    assert (tags["Result"], tags["Termination"]) == ("1-0", "normal")


@pytest.mark.parametrize("variant", ["", "6x6 anti", "octagon", "5x7 first=white supply=20"])
def test_the_program_reads_the_games_as_they_were_played(variant: str, emilia: Path, tmp_path: Path) -> None:
    contents = fixtures.contest({"A": 0.5, "B {b}": 0.5}, 1 if variant else 8, variant=variant)
    text = pgn(contents)
    assert max(map(len, text.splitlines())) <= 79 or variant
    assert variant or "@@@@" in text
    (tmp_path / "games.pgn").write_text(text)
    command = [str(emilia), "convert", str(tmp_path / "games.pgn"), "-", "--form"]
    read = subprocess.run([*command, "ggf"], capture_output=True, text=True, check=True, timeout=60)
    assert re.fullmatch(r"emilia: \S+: left out \d+ unusable values \(first: line 9\)\n", read.stderr)  # a clock of a move
    records = read.stdout.splitlines()
    for played, record in zip(contents.counted(), records, strict=True):
        assert re.findall(r"\b[bw]\[([a-j]\d+)", record.lower()) == [move.at for move in played.moves]
        assert f"PB[{played.black}]PW[{played.white}]" in record
        if not played.fault and not variant:
            assert f"RE[{played.score}]" in record.replace("+", "")


def test_a_report_with_the_ending_pgn_has_the_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    contents = fixtures.contest({"A": 0.5, "B": 0.5}, 2)
    fixtures.write_journal(tmp_path / "out.jsonl", contents)
    for _ in range(2):
        assert report.main([str(tmp_path / "out.jsonl"), str(tmp_path / "games.PGN")]) == 0
    assert (tmp_path / "games.PGN").read_text() == pgn(contents)
    (tmp_path / "other.pgn").write_text("1. f5\n")
    assert report.main([str(tmp_path / "out.jsonl"), str(tmp_path / "other.pgn")]) == 1
    assert "not a file that this command writes" in capsys.readouterr().err
