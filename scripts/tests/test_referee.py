"""The referee's rules against published numbers and known games."""

from pathlib import Path

import pytest

from make_openings import score, views
from play_gtp import SQUARES, Board, Engine, parse_transcript, read_openings, replay, transcript

OPENINGS = Path(__file__).resolve().parents[2] / "data" / "openings.txt"


def perft(board: Board, depth: int) -> int:
    """Paths of so many moves; a pass counts as a move, the end of the game does not."""
    if depth == 0:
        return 1
    moves = board.moves()
    if not moves:
        passed = board.copy()
        return perft(passed, depth - 1) if passed.pass_over() else 1
    count = 0
    for move in moves:
        after = board.copy()
        after.play(move)
        count += perft(after, depth - 1)
    return count


@pytest.mark.parametrize(("depth", "paths"), list(enumerate([1, 4, 12, 56, 244, 1396, 8200])))
def test_the_number_of_paths_is_the_published_one(depth: int, paths: int) -> None:
    assert perft(Board(), depth) == paths


def test_black_begins_on_four_squares() -> None:
    assert [SQUARES[move] for move in Board().moves()] == ["d3", "c4", "f5", "e6"]


def test_the_shortest_game_is_a_wipe_out_that_counts_all_squares() -> None:
    board = Board()
    for square in parse_transcript("e6f4e3f6g5d6e7f5c5"):
        assert board.play(square)
    assert not board.pass_over()
    assert board.score() == 64


def test_an_illegal_move_changes_nothing() -> None:
    board = Board()
    assert not board.play(SQUARES.index("a1"))
    assert not board.play(SQUARES.index("d4"))
    assert board == Board()


def test_a_transcript_is_read_back_as_it_was_written() -> None:
    assert transcript(parse_transcript("F5d6C3")) == "f5d6c3"


@pytest.mark.parametrize("text", ["f5d", "f9", "d4", "f5f5", "a1", "e6f4e3f6g5d6e7f5c5"])
def test_openings_that_cannot_be_played_are_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        replay(parse_transcript(text))
    (tmp_path / "openings").write_text(f"# comment\n\nf5d6\n{text}\n")
    with pytest.raises(ValueError, match="line 4"):
        read_openings(tmp_path / "openings")


def test_the_openings_of_the_project_are_ten_of_each_length_and_all_unlike() -> None:
    openings = read_openings(OPENINGS)
    assert sorted(len(opening) for opening in openings) == [length for length in (6, 8, 10, 12) for _ in range(10)]
    assert len({min(views(replay(opening).discs)) for opening in openings}) == len(openings)


def test_a_quick_look_finds_the_openings_of_the_project_balanced(emilia: Path) -> None:
    engine = Engine(f"{emilia} gtp --hash 16", timeout=60)
    for moves in read_openings(OPENINGS):
        board = Board()
        played = []
        for move in moves:
            played.append((board.turn, move))
            board.play(move)
        assert abs(score(engine, played, 12)) < 5, transcript(moves)
    engine.close()
