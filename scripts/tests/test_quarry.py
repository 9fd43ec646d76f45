"""Whole games in a real GUI."""

import subprocess
from pathlib import Path

import pytest
import quarry_game
from conftest import needed
from quarry_game import Player

TIMEOUT = 300.0
"""Seconds; a game takes about three on an idle machine."""


def answer(command: list[str], question: str) -> str:
    done = subprocess.run(command, input=f"{question}\nquit\n", capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.splitlines()[0].removeprefix("=").strip()


def player(*command: str) -> Player:
    return Player(answer(list(command), "name"), answer(list(command), "version"), list(command))


@pytest.mark.parametrize(("sides", "size"), [(["black"], 8), (["white"], 8), (["black", "white"], 6), (["black", "white"], 10)])
def test_a_game_in_quarry_is_played_to_its_end(emilia: Path, gtp_rhino: str, tmp_path: Path, sides: list[str], size: int) -> None:
    """Against GRhino, or against itself on boards that only it knows."""
    for program, package in quarry_game.PACKAGES.items():
        needed(program, package)
    ours, theirs = player(str(emilia), "--level", "4", "gtp"), player(gtp_rhino, "-l", "1", "-b", "0")
    black, white = (ours if side in sides else theirs for side in ("black", "white"))
    logs = quarry_game.play(tmp_path, black, white, TIMEOUT, size)

    for side in sides:
        log = logs[side]
        assert len(log.answers) == len(log.commands), "every command has its answer"
        assert all(answer.startswith("=") for answer in log.answers), "and none is an error"
        said = dict(zip(log.commands, log.answers, strict=True))
        assert (said["name"], said["version"], said["list_games"]) == ("= Emilia", f"= {ours.version}", "= Othello")
        assert said["set_game Othello"] == said[f"boardsize {size}"] == said["clear_board"] == "=", "the answers are in order"
        assert quarry_game.is_over(log.moves, size), "the game is whole"
        assert log.status == "0", "the engine ended when its window was closed"
        assert (tmp_path / f"{side}.log.err").read_text() == ""
    assert logs["black"].moves == logs["white"].moves, "both engines saw the same game"
