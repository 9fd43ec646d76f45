"""The referee's rules against a plain second implementation, the engine's counts, and known games."""

import random
import subprocess
from pathlib import Path

import pytest
from plain_board import PlainBoard

from lab.notation import parse_transcript
from lab.rules import SQUARES, START, Board, boards, replay

ROTATED = Board.parse("-" * 27 + "XO" + "-" * 6 + "OX" + "-" * 27 + " X")


def perft(board: Board, depth: int, *, passes_count: bool) -> int:
    """Paths of a given length; the end of a game is the end of a path."""
    if depth <= 0 or board.turn is None:
        return 1
    paths = 0
    for move in board.moves():
        after = board.play(move)
        passed = passes_count and after.turn == board.turn
        paths += perft(after, depth - 1 - passed, passes_count=passes_count)
    return paths


def plain(board: Board) -> PlainBoard:
    """The same position on the other board."""
    squares, turn = board.text().split()
    return PlainBoard(squares, turn)


@pytest.mark.parametrize(("depth", "paths"), list(enumerate([1, 4, 12, 56, 244, 1396, 8200])))
def test_the_number_of_paths_is_the_published_one(depth: int, paths: int) -> None:
    assert perft(START, depth, passes_count=True) == paths


@pytest.mark.parametrize("passes", ["counted", "free"])
@pytest.mark.parametrize("depth", [1, 4, 7])
def test_the_engine_counts_as_many_paths(emilia: Path, depth: int, passes: str) -> None:
    said = subprocess.run([emilia, "perft", str(depth), "--passes", passes], capture_output=True, text=True, check=True).stdout
    assert int(said.split()[2]) == perft(START, depth, passes_count=passes == "counted"), said


def test_random_games_are_the_same_on_a_board_that_is_walked_square_by_square() -> None:
    chance = random.Random(1)
    passes = endings = 0
    for _ in range(40):
        board, oracle = START, PlainBoard()
        while board.turn is not None:
            if not oracle.moves():
                oracle = oracle.passed()
                passes += 1
            assert board.text() == f"{oracle.discs} {oracle.turn}"
            assert board.moves() == [SQUARES[square] for square in oracle.moves()]
            assert board.empties() == oracle.discs.count("-")
            move = chance.choice(board.moves())
            board, oracle = board.play(move), oracle.after(SQUARES.index(move))
        assert not oracle.moves()
        assert not oracle.passed().moves()
        assert board.score() == oracle.score()
        endings += board.empties() > 0
    assert passes > 10
    assert endings > 0, "games that end with empty squares are among them"


def test_every_square_that_is_no_move_is_refused_and_changes_nothing() -> None:
    for board in boards(parse_transcript("f5d6c3d3c4f4")):
        for square in set(SQUARES) - set(board.moves()) | {"", "a9", "F5", "pass"}:
            with pytest.raises(ValueError, match="illegal move"):
                board.play(square)


def test_the_start_position() -> None:
    assert START.moves() == ["d3", "c4", "f5", "e6"]
    assert replay(["d3"]).moves() == ["c3", "e3", "c5"]
    assert set(replay(["d3", "c3"]).moves()) == {"b3", "c4", "e6", "f5"}


def test_the_shortest_game_is_a_wipe_out_that_counts_all_squares() -> None:
    board = replay(parse_transcript("e6f4e3f6g5d6e7f5c5"))
    assert board.turn is None
    assert board.black.bit_count() == 13
    assert board.score() == 64


def test_an_opening_from_the_rotated_start() -> None:
    board = replay(["c5", "c6", "d6", "e6", "f6", "c4", "b6", "e7", "f3", "e3"], ROTATED)
    assert (board.white.bit_count(), board.black.bit_count()) == (9, 5)


def test_the_last_move_can_flip_eighteen_discs_and_draw() -> None:
    """The board is symmetric about the diagonal from a8 to h1."""
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
    assert board.turn == "black"
    assert board.moves() == ["c8"]
    assert board.play("c8").turn is None
    assert Board.parse("XO" + "-" * 62 + " O").turn == "black", "also at once"


@pytest.mark.parametrize(("squares", "score"), [("XO" * 32, 0), ("X" * 33 + "O" * 31, 2), ("XX-" + "O" * 61, -60), ("-" * 64, 0)])
def test_empty_squares_go_to_the_winner(squares: str, score: int) -> None:
    board = Board.parse(squares + " X")
    assert board.score() == score == plain(board).score()


def test_a_board_is_read_back_as_it_was_written() -> None:
    for board in boards(parse_transcript("f5d6c3d3c4f4")):
        assert Board.parse(board.text()) == board
        assert Board.parse(board.text() + ";") == board


@pytest.mark.parametrize("text", ["", "X", "-" * 64, "-" * 63 + " X", "?" + "-" * 63 + " X", "-" * 64 + " black"])
def test_an_invalid_board_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected 64 squares and the side to move"):
        Board.parse(text)


def test_a_replay_names_the_move_that_is_illegal() -> None:
    with pytest.raises(ValueError, match="move 2: illegal move: 'a1'"):
        replay(["f5", "a1", "d6"])
