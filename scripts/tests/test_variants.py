"""The rules of the variants: words and pictures, boards, and the moves and results of the program."""

import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fixtures import path_count

from lab.attack.program import Session
from lab.rules import START, Colour, Position, boards, other
from lab.variant_board import VariantBoard, start
from lab.variants import NAMES, OTHELLO, find, read

VARIANTS = {
    "4x4": 8,
    "6x6": 7,
    "10x10": 5,
    "4x5": 8,
    "octagon": 5,
    "parallel-6x6": 7,
    "rotated": 5,
    "reversi-1886": 6,
    "reversi-1893": 6,
    "reversi-may-flip": 5,
    "reversi-must-flip": 5,
    "one-line": 5,
    "quiet": 4,
    "supply-30": 5,
}
"""The depth to which the paths of a variant are counted here."""
OTHERS = (
    "6x6 anti",
    "10x8 first=white parallel",
    "supply=20",
    "5x7 supply=9 no-move=end",
    "6x6 supply=12 no-move=loss",
    "4x4 no-move=loss",
    "6x6 empty placement=pairs",
    "7x10 empty placement=pairs fourth=may-flip supply=30",
    "4x4 empty placement=alternate fourth=must-flip",
    "4x4 goal=fewest empties=nobody tie=black",
    "octagon no-move=loss",
    "reversi-1893 first=white",
    "4x4 one-line",
    "5x6 quiet",
    "10x9 quiet one-line",
    "one-line octagon goal=fewest supply=20",
    "6x6 empty placement=alternate fourth=may-flip quiet=yes lines=one",
)
"""Rules that are not in the catalogue."""
CROSS = """\
; a cross, won by the fewest discs
goal=fewest first=white
##..##
##..##
..OX..
..XO..
##..##
##..##
"""
Ask = Callable[[str], str]


def picture(words: str) -> str:
    return "/".join(find(words).picture)


def test_words_are_read_in_any_order() -> None:
    assert read("6x6  ANTI") == "6x6 anti"
    assert find("6x6 anti") == find("goal=fewest 6") == find("anti-6x6") == find("6x6 anti-6x6")
    assert picture("4x5") == "..../.OX./.XO./..../...."
    assert picture("5x5 rotated") == "...../.XO../.OX../...../....."
    assert picture("4x4 parallel") == "..../.OO./.XX./...."
    assert picture("cross") == "##....##/##....##/......../...OX.../...XO.../......../##....##/##....##"
    assert find("octagon").squares == 88
    assert find("reversi-1893 6x6") == find("6x6 reversi-1893")
    assert find("reversi-1893 6x6").conditions() == [
        "empties=nobody",
        "no-move=end",
        "placement=pairs",
        "supply=32",
    ]


@pytest.mark.parametrize("text", ["", "othello", "8x8", "8", "goal=most", "8x8 othello"])
def test_rules_of_othello_have_no_words(text: str) -> None:
    assert read(text) == ""
    assert start("") == START


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chess", "not a variant, .*: 'chess'"),
        ("3x3", "a board has 4 to 10 columns and rows, not 3"),
        ("6x", "'6x'"),
        ("goal=none", "goal is one of most, fewest, not 'none'"),
        ("goals=most", "not a condition of a game .*'goals'"),
        ("supply=0", "supply is a number of discs from 1 to 100, not '0'"),
        ("board=..../.ox./.xo./...", "all of the same length"),
        ("board=..../.ox./.xo./...?", r"not a square of a picture: '\?'"),
        ("6x6 board=..../.ox./.xo./....", "by a picture and by '6x6'"),
        ("octagon anti 6x6", "have 'octagon' and, which contradicts it, '6x6'"),
        ("4x4 rotated parallel", "have 'rotated' and, which contradicts it, 'parallel'"),
    ],
)
def test_other_words_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(text)


def test_a_file_has_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "cross.txt"
    path.write_text(CROSS)
    words = read(str(path))
    assert words == "goal=fewest first=white board=##..##/##..##/..OX../..XO../##..##/##..##"
    variant = find(words)
    assert (variant.squares, variant.discs, variant.first, variant.goal) == (20, 4, "white", "fewest")
    assert start(words).moves() == ["d2", "e3", "b4", "c5"]
    assert start(words).text() == "##--##/##--##/--OX--/--XO--/##--##/##--## O"
    path.write_text(f"{CROSS}6x6\n")
    with pytest.raises(ValueError, match=r"cross.txt: expected a row of the board, got '6x6'"):
        read(str(path))


def test_only_the_size_of_some_boards_differs_from_othello() -> None:
    sizes = {words: find(words).othello_size for words in ("6x6", "10", "4x5", "6x6 anti", "6x6 parallel", "octagon", "")}
    assert sizes == {"6x6": 6, "10": 10, "4x5": None, "6x6 anti": None, "6x6 parallel": None, "octagon": None, "": 8}


def test_the_plain_board_plays_othello_as_the_fast_one() -> None:
    chance = random.Random(1)
    for _ in range(20):
        fast, slow = START, VariantBoard.begin(OTHELLO)
        while fast.turn is not None:
            assert (fast.text(), fast.moves(), fast.turn, fast.empties()) == (slow.text(), slow.moves(), slow.turn, slow.empties())
            move = chance.choice(fast.moves())
            fast, slow = fast.play(move), slow.play(move)
        assert (slow.turn, slow.score(), slow.moves()) == (None, fast.score(), [])


@pytest.mark.parametrize(
    ("words", "score"),
    [
        ("board=XXXX/XXXX/OOOO/OOOO", 0),
        ("board=XXXX/XXXX/OOOO/OOOO tie=white", -1),
        ("board=XXXX/XXXX/OOOO/OOOO tie=black goal=fewest", 1),
        ("board=XXX./X#../..../....", 15),
        ("board=XXX./X#../..../.... goal=fewest", -15),
        ("board=XXX./X#../..../.... empties=nobody", 4),
        ("board=XXX./X#../..../.... no-move=loss", -15),
        ("board=XXX./X#../..../.... no-move=loss first=white", 15),
        ("board=XXX./X#../..../.... no-move=loss supply=4", 15),
        ("board=XXX./X#../..../.... no-move=end", 15),
    ],
)
def test_a_finished_board_has_a_score(words: str, score: int) -> None:
    board = start(words)
    assert (board.turn, board.score()) == (None, score)


def test_illegal_moves_are_refused() -> None:
    for at in ("a1", "c3", "pass", "g7", ""):
        with pytest.raises(ValueError, match="illegal move"):
            start("6x6").play(at)
    with pytest.raises(ValueError, match="move 2: illegal move: 'c2'"):
        list(boards(("c2", "c2"), start("6x6")))


def test_a_placement_of_pairs_has_turns_of_two_moves() -> None:
    turns = [board.turn for board in boards(("d4", "e4", "d5", "e5"), start("reversi-1893"))]
    assert turns == ["black", "black", "white", "white", "black"]
    assert [find("reversi-1893").is_second_disc(ply) for ply in range(5)] == [False, True, False, True, False]


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_the_paths_are_those_of_the_program(emilia: Path, name: str) -> None:
    for plies in range(1, VARIANTS[name] + 1):
        line = subprocess.run([emilia, "perft", str(plies), "--variant", name], capture_output=True, text=True, check=True).stdout
        assert line.split()[2] == str(path_count(start(name), plies)), f"{name} at depth {plies}"


@pytest.fixture(scope="module")
def ask(emilia: Path) -> Iterator[Ask]:
    """A conversation with the program in GTP: the text of an answer, which is no error."""
    with Session([emilia, "gtp"]) as program:

        def answer(command: str) -> str:
            lines = program.ask(command, lambda line: not line)[:-1]
            assert lines[0].startswith("="), f"{lines} to {command!r}"
            return "\n".join(lines)[1:].strip()

        # Who has chosen a game has the letters of the board: others have those of GTP, without i.
        answer("set_game othello")
        yield answer
        program.quit()


def catalogue(emilia: Path) -> list[str]:
    lines = subprocess.run([emilia, "variants"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [line.split()[0] for line in lines]


def legal(ask: Ask, turn: Colour) -> list[str]:
    """The program's moves, after a pass of the other side where it has to pass."""
    moves = ask("gogui-rules_legal_moves").lower().split()
    if moves == ["pass"]:
        ask(f"play {other(turn)} pass")
        moves = ask("gogui-rules_legal_moves").lower().split()
    return sorted(moves)


def result(board: Position) -> str:
    """The result in the words of GTP, where an equal number of discs is 0 also if the rules name a winner."""
    assert isinstance(board, VariantBoard)
    is_tie = board.loser is None and board.discs.count("X") == board.discs.count("O")
    return "0" if is_tie else f"{'B' if board.score() > 0 else 'W'}+{abs(board.score())}"


def play_random_games(ask: Ask, words: str, games: int) -> None:
    """Compares moves, boards and results in games of random moves."""
    chance = random.Random(words)
    ask(f"emilia-variant {words or 'othello'}")
    for _ in range(games):
        ask("clear_board")
        board: Position = VariantBoard.begin(find(words))
        while board.turn is not None:
            assert legal(ask, board.turn) == sorted(board.moves()), f"{words}: {board.text()}"
            assert ask("emilia-position").replace("~", "#") == board.text()
            move = chance.choice(board.moves())
            ask(f"play {board.turn} {move}")
            board = board.play(move)
        assert ask("gogui-rules_legal_moves") == "", f"{words}: {board.text()}"
        assert ask("final_score") == result(board), f"{words}: {board.text()}"


def test_random_games_of_the_catalogue_are_those_of_the_program(emilia: Path, ask: Ask) -> None:
    names = catalogue(emilia)
    assert len(names) == 32
    assert set(NAMES) <= set(names)
    for name in names:
        play_random_games(ask, read(name), 4)


@pytest.mark.parametrize("words", OTHERS)
def test_random_games_by_other_rules_are_those_of_the_program(ask: Ask, words: str) -> None:
    play_random_games(ask, words, 8)


def test_both_read_the_same_boards(emilia: Path, tmp_path: Path, ask: Ask) -> None:
    for words in OTHERS:
        ask(f"emilia-variant {words}")
        assert ask("emilia-position").replace("~", "#").split()[0] == start(words).text().split()[0]
    (tmp_path / "cross.txt").write_text(CROSS)
    said = subprocess.run([emilia, "perft", "6", "--variant", tmp_path / "cross.txt"], capture_output=True, text=True, check=True)
    assert said.stdout.split()[2] == str(path_count(start(read(str(tmp_path / "cross.txt"))), 6))
