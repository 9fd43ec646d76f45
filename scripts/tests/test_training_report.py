"""The page of a training: what it says, and what is refused."""

import gzip
import re
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pages import assert_needs_nothing_else, text_of

from lab.bootstrap import load

training = load("training")
Set, Source, Stage = training.Set, training.Source, training.Stage
main, plots, read, render = training.main, training.plots, training.read, training.render
ODD = "<b>Odd & $name$"
HUMAN = "WTHOR held out, final"
GAME = (
    "1977 34 41 24 f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8"
    "g8h4h6e2d1c1a3a6a5e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1\n"
)
"""A game of people, as the trainer reads it."""


@pytest.fixture
def found() -> Any:
    """What a training with two sets of games and two of solved positions found."""
    games = [
        Set(name, 100 + stage, 9 - stage / 2, 11 - stage / 2, (-1) ** stage * 0.25, (4 * stage, 4 * stage + 3))
        for name in (HUMAN, ODD)
        for stage in range(15)
    ]
    solved = [Set("hard-20.obf, exact", 276, 4.9849, 6.5, -0.4321), Set("24 empties, exact", 12345, 5.19, 7, 0.0)]
    stages = tuple(Stage((4 * stage, 4 * stage + 4), 1000 * stage, 8 - stage / 2) for stage in range(15))
    learnt = training.TrainingData("emilia 0.1.0", 65_012_345, (Source("own.games", 65_012_000), Source("a&b.gz", 345)))
    return training.Training(learnt, stages, (6.5, 6.25), (*solved, *games))


def written(found: Any, path: Path) -> Path:
    path.write_bytes(msgspec.json.encode(found))
    return path


def test_the_tables_contain_the_results(found: Any) -> None:
    text = text_of(render(found)).replace("\N{EN DASH}", "-").replace("\N{MINUS SIGN}", "-")
    assert "Trained with 65 012 345 positions; mean error in the last of 2 epochs 6.250 discs." in text
    assert "hard-20.obf 276 4.985 6.500 -0.432 24 empties 12 345 5.190 7.000 +0.000" in text
    assert "0-3 100 9.000 11.000 +0.250 4-7 101 8.500 10.500 -0.250" in text
    assert "own.games 65 012 000 a&amp;b.gz 345" in text
    assert "56-60 14 000 1.000" in text


def test_each_result_has_a_plot(found: Any) -> None:
    drawn = list(plots(found))
    titles = ["Mean error over the game", "Bias over the game", "Error of the net by epoch", "Mean error against exact scores"]
    assert [plot.title for plot in drawn] == titles
    error, bias, _, solved = (plot.svg for plot in drawn)
    assert all(f">{name}<" in svg for svg in (error, bias) for name in (HUMAN, "&lt;b&gt;Odd &amp; $name$"))
    assert ">linear part, training data<" in error
    assert all(f">{words}<" in solved for words in ("hard-20.obf", "4.98", "24 empties", "5.19"))


def test_the_page_needs_nothing_but_itself_and_no_id_stands_twice(found: Any) -> None:
    page = render(found)
    assert_needs_nothing_else(page)
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(set(ids)) == len(ids)
    assert "<b>Odd" not in page


def test_the_script_makes_a_page_of_what_the_program_writes(emilia: Path, tmp_path: Path) -> None:
    (tmp_path / "wthor.txt.gz").write_bytes(gzip.compress(30 * GAME.encode()))
    report, page = tmp_path / "report.json", tmp_path / "page.html"
    options = ["--data", str(tmp_path), "--out", str(tmp_path / "weights.bin"), "--report", str(report)]
    subprocess.run([str(emilia), "train", *options], check=True, capture_output=True)
    found = read(report)
    assert found.training.sources == (Source("wthor.txt.gz", 30 * 60),)
    assert (len(found.stages), len(found.epochs)) == (15, 3)
    assert main([str(report), str(page)]) == 0
    assert page.read_text() == render(found)
    assert page.read_text().count("<svg") == 2
    assert main([str(report), str(page)]) == 0, "a page is made anew"
    for other in (report, tmp_path / "wthor.txt.gz"):
        before = other.read_bytes()
        assert main([str(report), str(other)]) == 1
        assert other.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "Input data was truncated"),
        ("[" * 100_000, "not a report of a training"),
        ('{"tempo": 0.5}', "missing required field `training`"),
        ('{"epochs": [null]}', "Expected `float`, got `null` - at `$.epochs[0]`"),
        ('{"sets": [{"name": "a\\nb"}]}', "$.sets[0].name"),
    ],
)
def test_an_invalid_report_is_refused_in_one_line(
    text: str, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "report.json").write_text(text)
    assert main([str(tmp_path / "report.json"), str(tmp_path / "page.html")]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"training: {tmp_path / 'report.json'}: not a report of a training: ")
    assert fault in said
    assert said.count("\n") == 1
    assert not (tmp_path / "page.html").exists()
