"""The referee's rules against the engine's counts and known games. `test_variants` compares them with a second implementation."""

import subprocess
from pathlib import Path

import pytest
from fixtures import path_count

from lab.notation import parse_transcript
from lab.rules import SQUARES, START, Board, boards, replay


@pytest.mark.parametrize(("depth", "paths"), list(enumerate([1, 4, 12, 56, 244, 1396, 8200])))
def test_the_number_of_paths_is_the_published_one(depth: int, paths: int) -> None:
    assert path_count(START, depth) == paths


@pytest.mark.parametrize("passes", ["counted", "free"])
def test_the_engine_counts_as_many_paths(emilia: Path, passes: str) -> None:
    said = subprocess.run([emilia, "perft", "7", "--passes", passes], capture_output=True, text=True, check=True).stdout
    assert int(said.split()[2]) == path_count(START, 7, passes_count=passes == "counted"), said


def test_every_square_that_is_no_move_is_refused() -> None:
    for board in boards(parse_transcript("f5d6c3d3c4f4")):
        for square in set(SQUARES) - set(board.moves()) | {"", "a9", "F5", "pass"}:
            with pytest.raises(ValueError, match="illegal move"):
                board.play(square)
    with pytest.raises(ValueError, match="move 2: illegal move: 'a1'"):
        replay(["f5", "a1", "d6"])


def test_the_shortest_game_is_a_wipe_out_that_counts_all_squares() -> None:
    board = replay(parse_transcript("e6f4e3f6g5d6e7f5c5"))
    assert board.turn is None
    assert board.black.bit_count() == 13
    assert board.score() == 64


def test_the_last_move_can_flip_eighteen_discs_and_draw() -> None:
    picture = """
        X X X X X X O X
        O O O O O O O O
        O O O O O O O X
        O O O O O O O X
        O O O O O O O X
        O O O O O O O X
        O O O O O O O X
        - O O O O O O X
    """
    board = Board.parse("".join(picture.split()) + " X")
    after = board.play("a8")
    assert board.white.bit_count() - after.white.bit_count() == 18
    assert after.turn is None
    assert after.score() == 0


def test_who_cannot_move_is_passed_over() -> None:
    board = Board.parse("XO------------------------------------------------------XO------ X").play("c1")
    assert (board.turn, board.moves()) == ("black", ["c8"])
    assert board.play("c8").turn is None
    assert Board.parse("XO" + "-" * 62 + " O").turn == "black", "also at once"


@pytest.mark.parametrize(("squares", "score"), [("XO" * 32, 0), ("X" * 33 + "O" * 31, 2), ("XX-" + "O" * 61, -60), ("-" * 64, 0)])
def test_empty_squares_go_to_the_winner(squares: str, score: int) -> None:
    assert Board.parse(squares + " X").score() == score


def test_a_board_is_read_back_as_it_was_written() -> None:
    for board in boards(parse_transcript("f5d6c3d3c4f4")):
        assert Board.parse(board.text()) == Board.parse(board.text() + ";") == board
    for text in ("", "X", "-" * 64, "-" * 63 + " X", "?" + "-" * 63 + " X", "-" * 64 + " black"):
        with pytest.raises(ValueError, match="expected 64 squares and the side to move"):
            Board.parse(text)
