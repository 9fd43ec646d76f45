"""Boards, moves and squares."""

import copy
import json
import pickle

import pytest

from emilia_othello import PASS, Board, Colour, IllegalMoveError, Move, Square, opening_name, variants

PASSES = "f5f6e6f4e3c5c4e7c6e2"


def perft(board: Board, depth: int) -> int:
    """The number of lines of play of this length."""
    if depth == 0 or board.is_game_over():
        return 1
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count


def test_a_new_board_is_the_start_of_othello() -> None:
    board = Board()
    assert board.turn is Colour.BLACK
    assert board.legal_moves == ["d3", "c4", "f5", "e6"]
    assert (board.count("black"), board.count(Colour.WHITE), board.empties, board.ply) == (2, 2, 60, 0)
    assert not board.is_game_over()
    assert board.result() is None
    assert board.winner() is None


def test_the_number_of_games_is_that_of_the_literature() -> None:
    # Numbers of lines by B. Delorme and others.
    assert [perft(Board(), depth) for depth in range(5)] == [1, 4, 12, 56, 244]


def test_moves_are_played_and_taken_back() -> None:
    board = Board()
    board.push("f5")
    board.push(Square.D6)
    board.push(Move("c3"))
    assert board.move_stack == ["f5", "d6", "c3"]
    assert board.peek() == "c3"
    assert [board.pop() for _ in range(3)] == ["c3", "d6", "f5"]
    assert board == Board()
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()


def test_moves_are_played_as_text() -> None:
    board = Board.from_moves("f5")
    board.push_moves("d6c3")
    assert board.move_stack == ["f5", "d6", "c3"]
    with pytest.raises(ValueError, match="a1"):
        board.push_moves("d3a1")
    assert board.peek() == "c3"
    assert str(board).endswith("white to move")
    assert board.rules == "othello"
    assert "---" in Board(board.obf()).rules


@pytest.mark.parametrize("move", ["a1", "pass", "d4", Square.H8])
def test_an_illegal_move_changes_nothing(move: str) -> None:
    board = Board.from_moves("f5d6")
    with pytest.raises(IllegalMoveError):
        board.push(move)
    assert board == Board.from_moves("f5d6")
    assert not board.is_legal(move)


@pytest.mark.parametrize("move", ["", "z9", "f5f", 64, -1, None, 1.5])
def test_what_is_no_move_is_refused(move: object) -> None:
    with pytest.raises(ValueError, match="not a move"):
        Board().push(move)  # type: ignore[arg-type]


def test_a_pass_is_a_move() -> None:
    board = Board("-XO----------------------------------------------------------OX- O")
    assert PASS.is_pass
    while not board.is_game_over():
        board.push(board.legal_moves[0])
    assert board.result() is not None
    forced = Board("OX--------------------------------------------------------------/ X".replace("/", ""))
    assert forced.legal_moves == [PASS]
    forced.push(PASS)
    assert forced.turn is Colour.WHITE


def test_the_end_of_a_game_has_a_result() -> None:
    board = Board.from_moves("e6f4e3f6g5d6e7f5c5")
    assert board.is_game_over()
    assert (board.result(), board.winner(), board.legal_moves) == (64, Colour.BLACK, [])


def test_equality_and_hash_are_those_of_the_position() -> None:
    one = Board.from_moves("f5d6")
    other = Board(one.obf())
    assert one.move_stack != other.move_stack
    assert one == other
    assert hash(one) == hash(other)
    assert Board() == Board("---------------------------OX------XO--------------------------- X")
    assert Board() != Board(rules="anti")
    assert Board() != object()
    assert len({Board(), Board(), Board.from_moves("f5")}) == 2


@pytest.mark.parametrize("rules", ["", *(name for name, _, _ in variants())])
def test_a_representation_and_a_pickle_come_back(rules: str) -> None:
    board = Board(rules=rules)
    for _ in range(7):
        again = eval(repr(board))
        assert again == board, repr(board)
        assert hash(again) == hash(board)
        unpickled = pickle.loads(pickle.dumps(board))
        assert (unpickled, unpickled.move_stack) == (board, board.move_stack)
        board.push(board.legal_moves[-1])


def test_a_copy_is_another_board() -> None:
    board = Board.from_moves("f5")
    for copied in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        copied.push("d6")
        assert copied.pop() == "d6"
        assert copied.pop() == "f5"
    assert board.move_stack == ["f5"]


def test_bitboards_have_a1_first() -> None:
    board = Board()
    assert board.own == 1 << Square.E4 | 1 << Square.D5
    assert board.opp == board.bitboard("white")
    assert Board.from_bitboards(board.own, board.opp) == board
    assert Board.from_bitboards(board.own, board.opp, "white").turn == "white"
    with pytest.raises(ValueError, match="both sides"):
        Board.from_bitboards(1, 1)
    with pytest.raises(ValueError, match="8x8"):
        _ = Board(rules="6x6").own
    assert Board(rules="6x6").bitboard("black").bit_count() == 2


def test_cells_and_colours() -> None:
    cells = Board().cells()
    assert (len(cells), cells.count(1), cells.count(2), cells[Square.E4]) == (64, 2, 2, 1)
    assert Board().colour_at("d4") is Colour.WHITE
    assert Board().colour_at(Square.A1) is None
    octagon = Board(rules="octagon").cells()
    assert octagon.count(3) > 0
    with pytest.raises(ValueError, match="no square"):
        Board().colour_at("pass")


def test_notations() -> None:
    board = Board.from_moves("f5d6c3")
    assert Board.from_obf(board.obf()) == board
    assert Board(board.obf()) == board
    for capitals in Colour:
        assert Board.from_fen(board.fen(capitals=capitals), capitals=capitals) == board
    assert board.transcript() == "f5d6c3"
    for text in ("", "nonsense", "8/8/8 w"):
        with pytest.raises(ValueError):  # noqa: PT011 - the text is that of the reader
            Board.from_fen(text)
        with pytest.raises(ValueError):  # noqa: PT011
            Board.from_obf(text)


def test_symmetric_positions_have_one_canonical_form() -> None:
    assert len({Board.from_moves(move).canonical() for move in ("f5", "d3", "c4", "e6")}) == 1


def test_pictures() -> None:
    board = Board.from_moves("f5d6")
    assert board._repr_svg_().startswith("<svg")
    assert "+2" in board.svg({"c5": "+2", Square.C3: "x"}, green=False)
    assert board.png(width=100).startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="mark"):
        board.svg({"c5": "too long"})
    with pytest.raises(ValueError, match="0"):
        board.png(width=0)


def test_openings_have_names() -> None:
    assert opening_name(Board.from_moves("f5d6c3d3c4")) == "Tiger"
    assert opening_name(Board(rules="6x6")) is None


def test_a_move_is_text() -> None:
    move = Move("F5")
    assert (move, move.square, repr(move), json.dumps([move])) == ("f5", Square.F5, "Move('f5')", '["f5"]')
    assert Move(Square.A1) == "a1"
    assert Move(63) == "h8"
    keys: dict[str, int] = {move: 1}
    assert keys["f5"] == 1
    assert pickle.loads(pickle.dumps(move)) == move
    assert isinstance(Board().legal_moves[0], Move)
    for text in ("", "x", "k1"):
        with pytest.raises(ValueError, match="not a move"):
            Move(text)
    with pytest.raises(ValueError, match="64"):
        Move(64)
    with pytest.raises(ValueError, match="not a square"):
        _ = PASS.square


def test_squares_and_colours() -> None:
    assert (Square.F5.column, Square.F5.row, int(Square.H8)) == (5, 4, 63)
    assert Colour.BLACK.other is Colour.WHITE
    name: str = Colour.WHITE
    assert name == "white"


def test_rules_that_cannot_be_are_refused() -> None:
    for rules in ("3x3", "nonsense", "goal=most goal=fewest"):
        with pytest.raises(ValueError):  # noqa: PT011 - the text is that of the reader
            Board(rules=rules)
