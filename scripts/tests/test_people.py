"""Tournaments of people: tables worked out by hand, pairings, and the script."""

import csv
import io
import json
from pathlib import Path

import fixtures
import pytest
from pages import assert_needs_nothing_else, text_of

from lab import journal
from lab.bootstrap import load
from lab.journal import Contents, Scalar, Settings
from lab.records import Conditions, Game
from lab.result_reader import parse_results
from lab.results import Results
from lab.standings import Standing
from lab.tournament import Tournament, withdraw, withdrawals_file

script = load("standings")
journal_table, people_table, next_round = script.journal_table, script.people_table, script.next_round
main, render = script.main, script.page
as_csv, as_json, as_text = script.as_csv, script.as_json, script.as_text
CUP = """title Cup
rounds 3
round 1
Anna 40-24 Boris
Carla 33-31 Dora
Emil bye
round 2
Anna 30-34 Carla
Emil 20-44 Boris
Dora bye
round 3
withdrawn Dora
Boris 38-26 Carla
Anna 36-28 Emil
"""
"""Points: Anna, Boris and Carla 2, Dora and Emil 1; c = 21."""


def read(text: str) -> Results:
    return parse_results([("cup.txt", text.encode())])


def test_a_table_with_a_bye_a_withdrawal_and_ties() -> None:
    """Carla: 34 + 26 discs, opponents 2 + 2, and 32 + 21 * 2 for the game against Dora. Anna: 40 + 30 + 36, opponents 2 + 2 + 1.

    Boris: 24 + 44 + 38, opponents 2 + 1 + 2. Emil: 20 + 28, opponents 2 + 2, and 32 + 21 for the bye. Dora: 31, opponent 2, and
    32 + 21.
    """
    table = people_table(read(CUP))
    assert [(line.rank, line.name, line.points, line.brightwell, line.discs) for line in table.lines] == [
        (1, "Carla", 2, 60 + 21 * 4 + 74, 2 + 4 - 12),
        (2, "Anna", 2, 106 + 21 * 5, 16 - 4 + 8),
        (2, "Boris", 2, 106 + 21 * 5, -16 + 24 + 12),
        (4, "Emil", 1, 48 + 21 * 4 + 53, -24 - 8),
        (5, "Dora", 1, 31 + 21 * 2 + 53, -2),
    ]
    assert [line.name for line in table.lines if line.withdrawn] == ["Dora"]
    assert table.ties() == [
        "Carla, Anna and Boris have 2 points each.",
        "Carla: BQ 218 = 60 discs + 21 * 4 points of opponents + 1 * (32 + 21 * 2 own points) for byes and games against players "
        "who withdrew.",
        "Anna: BQ 211 = 106 discs + 21 * 5 points of opponents.",
        "Boris: BQ 211 = 106 discs + 21 * 5 points of opponents.",
        "Carla is first by the larger Brightwell Quotient.",
    ]


def test_a_table_after_an_earlier_round() -> None:
    """c is that of the whole tournament. Dora, who does not play the third round, counts as withdrawn after the second one, but not
    after the first.
    """
    first = people_table(read(CUP), 1)
    assert [(line.rank, line.name, line.points, line.brightwell) for line in first.lines] == [
        (1, "Emil", 1, 32 + 21),
        (2, "Anna", 1, 40),
        (3, "Carla", 1, 33),
        (4, "Dora", 0, 31 + 21),
        (5, "Boris", 0, 24 + 21),
    ]
    assert first.event == "after round 1 of 3"
    assert [line.name for line in people_table(read(CUP), 2).lines if line.withdrawn] == ["Dora"]
    with pytest.raises(ValueError, match="round 4 has no games; the last round with games is 3"):
        people_table(read(CUP), 4)


def test_a_round_that_is_only_paired_changes_no_table() -> None:
    paired = "round 4\nAnna - Boris\nEmil - Carla\nFritz bye\n"
    before, after = (
        read(CUP.replace("rounds 3", "players Fritz, Anna, Boris, Carla, Dora, Emil")),
        read(CUP.replace("rounds 3\n", "") + paired),
    )
    assert as_text(people_table(after)) == as_text(people_table(before))
    begun = read(CUP.replace("rounds 3\n", "") + paired.replace("Anna - Boris", "Anna 33-31 Boris"))
    assert people_table(begun).event == "after round 4"
    assert people_table(begun).lines[-1].points == 1
    assert "1 game without a result" in people_table(begun).notes


def test_a_first_place_can_be_shared() -> None:
    """A and B have 33 + 31 and 31 + 33 discs."""
    table = people_table(read("round 1\nA 33-31 B\nround 2\nB 33-31 A\n"))
    assert table.ties()[-2:] == [
        "A and B share the first place, also by the Brightwell Quotient.",
        "A against B: 1 of 2 points.",
    ]
    assert [line.rank for line in table.lines] == [1, 1]
    assert people_table(read("round 1\nA 33-31 B\n")).ties() == []


def test_the_forms_have_the_same_table() -> None:
    table = people_table(read(f"{CUP}round 1\nFritz 30-20 Gerd\n"))
    text, page = as_text(table), render(table)
    rows = list(csv.reader(io.StringIO(as_csv(table))))
    data = json.loads(as_json(table))
    for place, line in enumerate(table.lines):
        cells = [cell.strip() for cell in text.splitlines()[4 + place].strip("|").split("|")]
        assert cells[0] == rows[1 + place][0] == str(data["table"][place]["rank"]) == str(line.rank)
        assert cells[3] == rows[1 + place][3] == f"{data['table'][place]['brightwell']:g}" == f"{line.brightwell:g}"
        assert cells[9:] == rows[1 + place][10:]
        assert line.name in rows[0]
        assert sum(cell["points"] for cell in data["table"][place]["opponents"]) == line.points - line.byes
    note = "round 1: Fritz 30-20 Gerd counts as 44-20: the empty squares go to the winner"
    assert note in text
    assert data["notes"] == [note]
    for part in (note, table.formula(), *table.ties()):
        assert part in text_of(page)
    assert_needs_nothing_else(page)


def test_names_are_text_in_a_page() -> None:
    page = render(people_table(read("title <b>\nround 1\n<i>A</i> & B 33-31 C\n")))
    assert "<i>A" not in page
    assert "&lt;i&gt;A&lt;/i&gt; &amp; B" in page


def test_a_pairing_can_be_completed_round_by_round() -> None:
    names = [f"Player {number}" for number in range(1, 13)]
    text = f"rounds 5\nplayers {', '.join(names)}"
    for number in range(1, 6):
        text += next_round(read(text), seed=1)
        assert len(read(text).open(0)) == 0
        open_games = [game for game in read(text).games if game.discs is None]
        assert len(open_games) == 6
        for at, game in enumerate(open_games):
            text = text.replace(
                f"{game.black} - {game.white}", f"{game.black} {30 + at + number}-{34 - at - number} {game.white}", 1
            )
    found = read(text)
    assert not found.warnings
    assert len({frozenset((game.black, game.white)) for game in found.games}) == 30
    for name in names:
        black = sum(game.black == name for game in found.games)
        assert abs(black - sum(game.white == name for game in found.games)) <= 3
    with pytest.raises(ValueError, match="the last of 5 rounds is played"):
        next_round(found, seed=1)


def test_a_pairing_follows_the_rules_of_the_swiss() -> None:
    late = "rounds 4\n" + CUP.replace("rounds 3\n", "")
    assert "round 4\n" in next_round(read(late), seed=1)
    assert "Dora" not in next_round(read(late), seed=1)
    three = "players Anna, Boris, Carla\nround 1\nAnna 40-24 Boris\nCarla bye\n"
    assert "Boris bye" in next_round(read(three), seed=1)
    again = "players Anna, Boris\nround 1\nAnna 40-24 Boris\n"
    assert "Boris - Anna  # they meet again" in next_round(read(again), seed=1)
    assert next_round(read("players Anna, Boris\n"), 1) == next_round(read(again), 1, 0).replace("  # they meet again", "")
    with pytest.raises(ValueError, match="line 3: the next round cannot be paired"):
        next_round(read("players Anna, Boris\nround 1\nAnna - Boris\n"), 1)
    with pytest.raises(ValueError, match="a tournament needs two players: 1"):
        next_round(read("players Anna\n"), 1)


def test_the_script_prints_and_writes_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "cup.txt").write_text(CUP)
    outs = [tmp_path / f"out.{suffix}" for suffix in ("txt", "csv", "json", "html")]
    options = [word for out in outs for word in ("--out", str(out))]
    assert main([str(tmp_path / "cup.txt"), "--form", "csv", *options]) == 0
    assert capsys.readouterr().out == outs[1].read_text() == as_csv(people_table(read(CUP)))
    assert outs[0].read_text() == as_text(people_table(read(CUP)))
    assert outs[3].read_text() == render(people_table(read(CUP)))
    assert main([str(tmp_path / "cup.txt"), "--pair", "--after", "2"]) == 0
    assert capsys.readouterr().out == next_round(read(CUP), 1, 2)


def test_no_file_is_overwritten_unless_this_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results, out, other = (tmp_path / name for name in ("cup.txt", "out.txt", "other.csv"))
    results.write_text(CUP)
    out.write_text("old")
    arguments = [str(results), "--out", str(other), "--out", str(out)]
    assert main(arguments) == 1
    assert capsys.readouterr() == ("", f"standings: {out} already exists; use --overwrite to replace it\n")
    assert (out.read_text(), other.exists()) == ("old", False)
    assert main([*arguments, "--overwrite"]) == 0
    assert out.read_text() == as_text(people_table(read(CUP)))
    assert main([str(results), "--out", str(results), "--overwrite"]) == 1
    assert "cannot be the output" in capsys.readouterr().err
    assert results.read_text() == CUP
    assert main([str(results), "--out", str(tmp_path / "no" / "x.csv")]) == 1
    assert "the folder" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main([str(results), "--out", "x.pdf"])
    assert "expected a file that ends in .txt, .csv, .json, .html, got 'x.pdf'" in capsys.readouterr().err


def test_the_script_lists_errors_and_warnings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cup, out = tmp_path / "cup.txt", tmp_path / "out.html"
    cup.write_text("round 1\nA 40-25 B\nC 1-2\n")
    assert main([str(cup), "--out", str(out)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert [line.startswith(f"{cup}, line {number}: ") for number, line in enumerate(lines[:2], 2)] == [True, True]
    assert lines[2] == "standings: 2 errors"
    assert not out.exists()
    cup.write_text("round 1\nA - B\n")
    assert main([str(cup)]) == 0
    assert capsys.readouterr().err == f"warning: {cup}, line 2: A - B has no result yet and does not count\n"
    assert main([str(tmp_path / "missing.txt")]) == 1
    assert "missing.txt" in capsys.readouterr().err


def test_a_journal_of_any_contest_has_standings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each of the three plays four games, so c is 16."""
    path = tmp_path / "a.jsonl"
    fixtures.write_journal(path, fixtures.contest({"A": 0.8, "B": 0.5, "C": 0.2}, 1, "gauntlet"))
    assert main([str(path)]) == 0
    text = capsys.readouterr().out
    assert text.startswith("gauntlet: after 6 games\n")
    assert "16 is the integer nearest to 64 squares / 4 rounds" in text
    assert main([str(path), "--after", "1"]) == 1
    assert "a gauntlet has no rounds; only a tournament has" in capsys.readouterr().err
    assert main([str(path), "--pair"]) == 1
    assert "expected no other file and no --pair" in capsys.readouterr().err


def test_a_journal_of_a_tournament_has_the_standings_of_the_tournament(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engines = fixtures.engines(["A", "B", "C", "D", "E"])
    contest = Tournament(engines, fixtures.OPENINGS, Conditions(), "swiss", 3, 1, 7, {"E": 3})
    games: list[Game] = []
    second: list[Standing] = []
    while not contest.over():
        for task in contest.begin_round(games):
            names = (task.first.name, task.second.name)
            games += [
                Game(task.number, half, task.opening, names[half], names[1 - half], (), 2 * task.number - 4, event=task.event)
                for half in task.halves
            ]
        second = second if contest.over() else contest.standings(games)
    plan: dict[str, Scalar] = {"system": "swiss", "rounds": 3, "pairs": 1}
    settings = Settings("tournament", engines, Conditions(), 7, plan=plan)
    path = tmp_path / "a.jsonl"
    fixtures.write_journal(path, Contents(settings, [], {(game.task, game.half): game for game in games}))
    withdraw(withdrawals_file(path), "E", 3, "ABCDE")
    contents = journal.read(path)
    assert journal_table(contents, {"E": 3}).lines == contest.standings(games)
    assert journal_table(contents, {"E": 3}, 2).lines == second
    assert main([str(path)]) == 0
    assert capsys.readouterr().out == as_text(journal_table(contents, {"E": 3}))
    with pytest.raises(ValueError, match="round 4 has no results"):
        journal_table(contents, {"E": 3}, 4)
