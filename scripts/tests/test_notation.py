"""Games as text."""

import random
import subprocess
from pathlib import Path

import msgspec
import pytest
from fixtures import play_out

from lab.notation import parse_transcript, to_ggf, transcript
from lab.records import Fault, Game, Limit, Move
from lab.rules import START, replay


def random_game(seed: int) -> tuple[str, ...]:
    return tuple(play_out(random.Random(seed)))


def with_passes(moves: tuple[str, ...], word: str) -> str:
    """A transcript in which the passes stand; at the end both sides pass."""
    text, board = "", START
    for move in moves:
        after = board.play(move)
        text += move + (word if after.turn == board.turn else "")
        board = after
    return text + 2 * word


def game(moves: tuple[str, ...], **changes: object) -> Game:
    fields = {"task": 0, "half": 0, "opening": "", "black": "A", "white": "B", "score": replay(moves).score(), **changes}
    return Game(moves=tuple(Move(at) for at in moves), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("word", ["", "pass", "PA", "ps", "--", " Pass\n"])
def test_a_transcript_may_hold_its_passes_or_not(word: str) -> None:
    passes = 0
    for seed in range(12):
        moves = random_game(seed)
        text = with_passes(moves, word)
        passes += len(text) - 2 * len(moves) - 2 * len(word)
        assert parse_transcript(text) == moves
        assert parse_transcript(text.upper()) == moves
        assert transcript(moves) == "".join(moves)
    assert passes > 0 or not word


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("f5d", "move 2: expected a square, got 'd'"),
        ("f5i9", "move 2: expected a square, got 'i9'"),
        ("f9", "move 1: expected a square, got 'f9'"),
        ("f5d6f5", "move 3: illegal move: 'f5'"),
        ("f5pass", "move 2: pass, but there is a legal move"),
        ("e6f4e3f6g5d6e7f5c5a1", "move 10: illegal move: 'a1'"),
    ],
)
def test_what_cannot_be_played_is_named_with_its_number(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_transcript(text)


def test_a_game_in_ggf_is_read_by_the_engine_as_it_was_played(emilia: Path, tmp_path: Path) -> None:
    for seed in range(8):
        moves = random_game(seed)
        path = tmp_path / f"{seed}.ggf"
        path.write_text(to_ggf(game(moves, black="[a]\\b]", white="two words"), Limit(game_time=60)) + "\n")
        commands = f"load {path}\ntranscript\nggf\nquit\n"
        said = subprocess.run([emilia, "console"], input=commands, capture_output=True, text=True, check=True, timeout=60).stdout
        assert "".join(moves) in said.split()
        assert "PB[[a\\]\\\\b\\]]PW[two words]" in said
        assert "TB[1:00" in said
        assert f"RE[{replay(moves).score()}]" in said.replace("+", "")


def test_notes_results_and_reasons_stand_in_the_ggf() -> None:
    played = game(("f5",), score=64, fault=Fault.TIME, at_fault="white", detail="3 s]", began="2026-11-21T09:24:20+00:00")
    text = to_ggf(played)
    assert text.startswith(
        "(;GM[Othello]PC[Emilia]DT[2026-11-21 09:24:20 GMT]PB[A]PW[B]RE[+64:t]CO[white lost: time; 3 s\\]]TY[8]BO[8 ---"
    )
    assert text.endswith("-O*------*O--------------------------- *]B[F5];)")
    noted = msgspec.structs.replace(game(("f5", "d6", "c3")), moves=NOTED)
    assert to_ggf(noted).endswith("B[F5]W[D6/-1.50/0.250]B[C3//1.000];)")
    assert "RE[+64:r]" in to_ggf(game(("f5",), score=64, fault=Fault.RESIGNED, at_fault="white"))
    assert "RE[-64]CO[black lost: crash]" in to_ggf(game(("f5",), score=-64, fault=Fault.CRASH, at_fault="black"))


NOTED = (Move("f5"), Move("d6", 0.25, 1000, -1.5), Move("c3", 1.0))
