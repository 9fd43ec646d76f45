"""Games and files."""

import copy
import pickle
from pathlib import Path

import pytest

from emilia_othello import (
    Board,
    DroppedWarning,
    Game,
    IllegalMoveError,
    Move,
    Variation,
    read_game,
    read_games,
    write_games,
    write_wthor,
)

MOVES = "f5d6c3d3c4f4c5b3c2e6"


def test_a_game_comes_back_from_every_notation() -> None:
    game = Game(MOVES)
    game.black, game.white, game.event, game.date, game.place = "Rose", "a ] b \\", "Cup", "2024-05-01", "Paris"
    game.result = 4
    game.comments = [(2, "the second move")]
    for form in ("ggf", "sgf", "pgn"):
        again = read_game(game.to_text(form))
        assert (again.moves, again.black, again.white, again.event, again.result) == (
            game.moves,
            "Rose",
            "a ] b \\",
            "Cup",
            4,
        ), form
    assert read_game(game.to_text("transcript")).moves == game.moves
    assert Board.from_obf(game.to_text("obf")) == game.board()
    with pytest.raises(ValueError, match="form"):
        game.to_text("gif")


def test_tags_are_kept() -> None:
    game = read_game(
        "(;GM[Othello]PC[here]PB[a]PW[b]RB[1800]RW[1750.5]TY[8]RE[2]BO[8 "
        + "-" * 27
        + "O*------*O"
        + "-" * 27
        + " *]B[F5/1.5/2]W[D6];)"
    )
    assert (game.black_rating, game.white_rating, game.place, game.result, game.ending) == (1800, 1750.5, "here", 2, "played")
    assert game.notes == [(1.5, 2.0), (None, None)]
    game.black_rating = None
    game.resign("white")
    assert (game.result, game.ending) == (64, "resigned")
    with pytest.raises(ValueError, match="number"):
        game.result = float("nan")


def test_boards_along_a_game() -> None:
    game = Game(MOVES)
    assert game.board(0) == Board()
    assert game.board(1) == Board.from_moves("f5")
    assert game.board().move_stack == game.moves
    assert len(game) == len(game.moves) == 10
    assert game.opening
    with pytest.raises(IndexError):
        game.board(11)
    assert Game.from_board(game.board()) == game


def test_moves_with_notes() -> None:
    game = Game()
    game.push("f5", eval=0.5, seconds=2.5)
    assert game.notes == [(0.5, 2.5)]
    with pytest.raises(IllegalMoveError):
        game.push("a1")
    assert game.pop() == "f5"
    with pytest.raises(IndexError):
        game.pop()


def test_variations_are_read_written_and_pickled() -> None:
    game = read_game("(;GM[2];B[f5](;W[d6];B[c3])(;W[f6];B[e6]C[why not]))")
    assert game.variations == [Variation(1, [Move("f6"), Move("e6")], [(2, "why not")])]
    game.variations += [Variation(2, [Move("c4")], [])]
    assert read_game(game.to_text("sgf")).variations == [game.variations[1], game.variations[0]]
    again = pickle.loads(pickle.dumps(game))
    assert (again, again.variations) == (game, game.variations)
    with pytest.raises(IllegalMoveError):
        game.variations = [Variation(1, [Move("a1")], [])]
    for wrong in (Variation(3, [Move("d3")], []), Variation(99, [Move("d3")], []), Variation(1, [], [])):
        with pytest.raises(ValueError, match="place of a move"):
            game.variations = [wrong]


def test_pickles_copies_and_representations() -> None:
    game = Game(MOVES, rules="anti")
    game.black = 'it\'s "me"'
    for again in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game), eval(repr(game))):
        assert again == game
        assert hash(again) == hash(game)
    assert game != Game(MOVES)
    assert str(Game(MOVES)) == MOVES
    assert bool(Game())


def test_files_are_read_whole_and_faults_are_told(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3\nf5a1\nf5f6\n")
    with pytest.warns(DroppedWarning, match="game 2"):
        games = read_games(path)
    assert [str(game) for game in games] == ["f5d6c3", "f5f6"]
    with pytest.raises(ValueError, match="neither GGF"):
        read_games(b"nothing of the kind")
    with pytest.raises(ValueError):  # noqa: PT011 - the text is that of the reader
        read_game("f5a1")
    with pytest.raises(FileNotFoundError):
        read_games(tmp_path / "none")


@pytest.mark.parametrize("ending", ["ggf", "sgf", "pgn", "txt"])
def test_games_are_written_and_read(ending: str, tmp_path: Path) -> None:
    games = [Game(MOVES), Game("f5f6"), Game("f5d6", rules="othello")]
    path = tmp_path / f"games.{ending}"
    path.write_text("an older file")
    write_games(games, path)
    assert read_games(path) == games
    assert [other.name for other in tmp_path.iterdir()] == [path.name]
    with pytest.raises(ValueError, match="ends in"):
        write_games(games, tmp_path / "games.gif")


def test_wthor_is_written_and_read_with_its_names(tmp_path: Path) -> None:
    whole = Board()
    while not whole.is_game_over():
        whole.push(whole.legal_moves[0])
    game = Game.from_board(whole)
    game.black, game.white = "Rose", "Brightwell"
    path = tmp_path / "games.wtb"
    assert write_wthor([game, Game(rules="6x6")], path) == 1
    (again,) = read_games(path)
    assert (again.moves, again.black, again.white, again.result) == (game.moves, "Rose", "Brightwell", game.result)
