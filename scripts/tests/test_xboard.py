"""Whole games in XBoard, which knows no Othello: the engine defines the variant."""

from pathlib import Path

import pytest
import xboard_game
from conftest import needed

from lab.variant_board import VariantBoard
from lab.variants import find

TIMEOUT = 60.0
"""Seconds; a game takes about three on an idle machine."""


def result(moves: list[str], variant: str) -> str:
    """The result of a game with these moves, as XBoard has it; AssertionError if one is illegal, or the game is not over."""
    board = VariantBoard.begin(find(variant))
    for ply, move in enumerate(moves):
        assert board.turn is not None, "a move after the end"
        is_due = board.turn[0] == "bw"[ply % 2]
        assert (move == "@@@@") != is_due, f"{move} is a pass that is not due, or a move in the place of one"
        if is_due:
            board = board.play(move.removeprefix("P@"))
    assert board.turn is None, "the game is not over"
    lead = board.score()
    return "1-0" if lead > 0 else "0-1" if lead < 0 else "1/2-1/2"


@pytest.mark.parametrize("variant", ["othello", "anti-6x6"])
def test_a_game_in_xboard_is_played_to_its_end(emilia: Path, tmp_path: Path, variant: str) -> None:
    for program, package in xboard_game.PACKAGES.items():
        needed(program, package)
    logs, record = xboard_game.play(tmp_path, [str(emilia), "xboard", "--level", "2"], variant, TIMEOUT)

    for log in logs.values():
        assert log.heard[-1] == "quit", "the match came to its end"
        assert "rejected highlight" not in log.heard
        assert not [line for line in log.said if line.startswith(("Illegal", "Error", "tellusererror"))]
    moves = [(said, side) for side in ("first", "second") for said in logs[side].said if said.startswith("move ")]
    played = {side: [said.removeprefix("move ") for said, other in moves if other == side] for side in logs}
    white, black = played["first"], played["second"]
    in_turn = [move for pair in zip(white, [*black, ""], strict=False) for move in pair if move]
    claim = result(in_turn, variant)
    assert f'[Result "{claim}"]' in record, "XBoard accepts the claim"
    assert f'[Variant "{variant}"]' in record
    assert record.count("P@") == sum(move != "@@@@" for move in in_turn)
