"""The file of openings, and the making of new ones."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lab.bootstrap import ROOT, load
from lab.notation import parse_transcript
from lab.openings import Opening, read
from lab.rules import SQUARES, canonical, replay

openings = load("openings")
Evaluator, main = openings.Evaluator, openings.main
PROJECT = ROOT / "data" / "openings.txt"
FEW = ["--lengths", "5:4", "7:8", "--levels", "3", "4", "--level-margin", "4", "--margin", "4"]
DISCS = 12
"""Of the largest positions of the book of the tests."""


def turned(moves: tuple[str, ...], view: int) -> list[str]:
    """The same moves on a board that is mirrored along a diagonal, the columns or the rows, as the bits of `view` say."""
    result = []
    for move in moves:
        column, row = "abcdefgh".index(move[0]), int(move[1]) - 1
        if view & 1:
            column, row = row, column
        if view & 2:
            column = 7 - column
        if view & 4:
            row = 7 - row
        result.append(SQUARES[8 * row + column])
    return result


@pytest.fixture(scope="module")
def book(emilia: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first moves of the embedded book, in text."""
    folder = tmp_path_factory.mktemp("book")
    whole, exported, beginning = folder / "whole.book", folder / "whole.txt", folder / "book.txt"
    subprocess.run(
        [emilia, "book", "import", whole, ROOT / "crates" / "emilia" / "data" / "book.bin"], check=True, stdout=subprocess.DEVNULL
    )
    subprocess.run([emilia, "book", "export", whole, exported], check=True, stdout=subprocess.DEVNULL)
    lines = exported.read_text().splitlines()
    kept = [line for line in lines if line.startswith(("emilia", "source")) or 64 - line[:64].count("-") <= DISCS]
    beginning.write_text("\n".join(kept) + "\n")
    return beginning


def make(out: Path, emilia: Path, book: Path, *options: str) -> list[Opening]:
    assert main([str(out), "--engine", str(emilia), "--book", str(book), *FEW, *options]) == 0
    return read(out)


@pytest.fixture(scope="module")
def few(emilia: Path, book: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Opening]:
    return make(tmp_path_factory.mktemp("few") / "new.txt", emilia, book)


def test_symmetric_positions_have_the_same_canonical_form() -> None:
    # two mirrors at once keep the start as it is, and so does the diagonal
    for opening in read(PROJECT)[:50]:
        moves = parse_transcript(opening.transcript)
        assert len({canonical(replay(turned(moves, view))) for view in (0, 1, 6, 7)}) == 1
        assert canonical(replay(moves)) != canonical(replay(moves[:-1]))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("f5d", "'d'"),
        ("f5f6 ahead", "'ahead'"),
        ("f5f5", "'f5'"),
        ("f9", "'f9'"),
        ("e6f4e3f6g5d6e7f5c5", "over"),
    ],
)
def test_an_opening_that_cannot_be_played_is_refused_with_its_line(tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "openings").write_text(f"# comment\n\nf5d6 -0.5\n{text}\n")
    with pytest.raises(ValueError, match=rf"openings, line 4: .*{re.escape(fault)}"):
        read(tmp_path / "openings")


def test_lines_of_a_book_have_its_values_and_begin_with_f5() -> None:
    games = ["(;GM[Othello]B[D3/-0.11]W[C5/0.25]B[F6/-1.50]W[F5/0.50];)", "(;GM[Othello]B[F5/-0.11]W[D6/0.20]B[C3/-1.00];)"]
    lines = list(openings.lines_of_book(games, (2, 3)))
    # the second game has mirror images of the first
    assert [("".join(line.moves), line.lead, line.score()) for line in lines] == [("f5d6", -0.25, -0.25), ("f5d6c3", -1.5, 1.5)]
    assert openings.from_f5(("d3", "c5", "f6")) == openings.from_f5(("c4", "e3", "f6")) == ("f5", "d6", "c3")
    assert all(replay(line.moves) == line.board for line in lines)


def test_the_openings_of_the_project_are_many_unlike_and_balanced() -> None:
    openings = read(PROJECT)
    lines = [parse_transcript(opening.transcript) for opening in openings]
    assert len(openings) == 2720
    assert {len(line) for line in lines} == {6, 8, 10, 12, 14}
    assert {len(line) for line in lines[:100]} >= {8, 10, 12, 14}
    assert len({canonical(replay(line)) for line in lines}) == len(openings)
    assert all(line[0] == "f5" for line in lines)
    assert all(opening.score is not None and abs(opening.score) <= 1.5 for opening in openings)


def test_neither_side_is_ahead_in_the_openings_of_the_project() -> None:
    openings = read(PROJECT)
    leads = [
        (
            len(opening.transcript) // 2,
            (opening.score or 0) * (1 if replay(parse_transcript(opening.transcript)).turn == "black" else -1),
        )
        for opening in openings
    ]
    for length in (6, 8, 10, 12, 14):
        of_length = [lead for moves, lead in leads if moves == length]
        assert sum(lead > 0 for lead in of_length) <= len(of_length) / 2 <= sum(lead >= 0 for lead in of_length)
    assert abs(sum(lead for _, lead in leads) / len(leads)) < 0.1


def test_the_openings_of_the_project_are_balanced(emilia: Path, tmp_path: Path) -> None:
    openings = read(PROJECT)[::20]
    positions = [replay(parse_transcript(opening.transcript)).text() for opening in openings]
    for opening, answer in zip(
        openings, Evaluator(str(emilia), ["--level", "10"], tmp_path / "kept").evaluate(positions), strict=True
    ):
        assert abs(answer.score) < 6, opening


def test_new_openings_are_unlike_and_balanced(few: list[Opening], emilia: Path, tmp_path: Path) -> None:
    assert sorted(len(opening.transcript) // 2 for opening in few) == [5] * 4 + [7] * 8
    positions = [replay(parse_transcript(opening.transcript)) for opening in few]
    assert len({canonical(position) for position in positions}) == len(few)
    for level in (3, 4):
        answers = Evaluator(str(emilia), ["--level", str(level)], tmp_path / f"{level}").evaluate(
            [board.text() for board in positions]
        )
        assert all(abs(answer.score) <= 4 for answer in answers)
    for length in (5, 7):
        scores = [opening.score or 0 for opening in few if len(opening.transcript) == 2 * length]
        assert sum(score > 0 for score in scores) == len(scores) / 2, "as many good for the one side as for the other"


def test_how_many_are_judged_at_once_changes_nothing_and_the_seed_changes_the_order(
    few: list[Opening], emilia: Path, book: Path, tmp_path: Path
) -> None:
    assert make(tmp_path / "three", emilia, book, "--concurrency", "3") == few
    other = make(tmp_path / "other", emilia, book, "--seed", "2")
    assert other != few
    assert {opening.transcript for opening in other} == {opening.transcript for opening in few}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "three"]


def test_a_killed_run_is_resumed_with_the_same_result(few: list[Opening], emilia: Path, book: Path, tmp_path: Path) -> None:
    words = [str(tmp_path / "out"), "--engine", str(emilia), "--book", str(book), *FEW]
    command = [sys.executable, str(ROOT / "scripts" / "openings"), *words]
    answers = tmp_path / "out.level3.answers"
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and (not answers.exists() or answers.read_bytes().count(b"\n") < 3):
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
    before = answers.read_bytes()
    answers.write_bytes(before + b'{"position":"torn')
    assert make(tmp_path / "out", emilia, book) == few
    assert not answers.exists()


def test_a_book_that_cannot_be_read_is_named(emilia: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "no.book").write_text("nonsense")
    assert main([str(tmp_path / "out"), "--engine", str(emilia), "--book", str(tmp_path / "no.book"), *FEW]) == 1
    assert "no.book" in capsys.readouterr().err


def test_an_answer_that_is_kept_is_not_searched_again(emilia: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    start, second = (replay(moves).text() for moves in ((), ("f5",)))
    first = Evaluator(str(emilia), ["--level", "2"], kept).evaluate([start])
    size = kept.stat().st_size
    evaluator = Evaluator(str(emilia), ["--level", "2"], kept)
    assert evaluator.evaluate([start, start]) == first * 2
    assert kept.stat().st_size == size
    assert [answer.position for answer in evaluator.evaluate([second, start])] == [second, start]
    with pytest.raises(openings.EvaluatorError, match="other arguments"):
        Evaluator(str(emilia), ["--level", "3"], kept)


@pytest.mark.parametrize(
    ("program", "options", "fault"),
    [
        ("no-such-program", [], "the program no-such-program does not exist"),
        ("", ["--levels", "99"], "99"),
        ("false", [], "false: "),
    ],
)
def test_a_judge_that_cannot_judge_is_named(
    program: str, options: list[str], fault: str, emilia: Path, book: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--engine", program or str(emilia), "--book", str(book)]
    assert main([str(tmp_path / "out"), *words, *FEW, *options]) == 1
    assert fault in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
