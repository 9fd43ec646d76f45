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
    """What an engine answers to one GTP command."""
    done = subprocess.run(command, input=f"{question}\nquit\n", capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.splitlines()[0].removeprefix("=").strip()


def player(*command: str) -> Player:
    """An engine with the name and the version that it gives itself."""
    return Player(answer(list(command), "name"), answer(list(command), "version"), list(command))


@pytest.mark.parametrize("colour", ["black", "white"])
def test_a_game_in_quarry_is_played_to_its_end(emilia: Path, gtp_rhino: str, tmp_path: Path, colour: str) -> None:
    for program, package in quarry_game.PACKAGES.items():
        needed(program, package)
    ours, theirs = player(str(emilia), "--level", "4", "gtp"), player(gtp_rhino, "-l", "1", "-b", "0")
    black, white = (ours, theirs) if colour == "black" else (theirs, ours)
    logs = quarry_game.play(tmp_path, black, white, TIMEOUT)

    log = logs[colour]
    assert len(log.answers) == len(log.commands), "every command has its answer"
    assert all(answer.startswith("=") for answer in log.answers), "and none is an error"
    said = dict(zip(log.commands, log.answers, strict=True))
    assert (said["name"], said["version"]) == ("= Emilia", f"= {ours.version}")
    assert said["list_games"] == "= Othello"
    assert said["set_game Othello"] == said["boardsize 8"] == said["clear_board"] == "=", "the answers are in order"
    assert quarry_game.is_over(log.moves), "the game is whole"
    assert logs["black"].moves == logs["white"].moves, "both engines saw the same game"
    assert log.status == "0", "the engine ended when its window was closed"
    assert (tmp_path / f"{colour}.log.err").read_text() == ""


@pytest.mark.parametrize("size", [6, 10])
def test_quarry_plays_its_other_sizes(emilia: Path, tmp_path: Path, size: int) -> None:
    for program, package in quarry_game.PACKAGES.items():
        needed(program, package)
    ours = player(str(emilia), "--level", "4", "gtp")
    logs = quarry_game.play(tmp_path, ours, ours, TIMEOUT, size)

    for log in logs.values():
        assert len(log.answers) == len(log.commands), "every command has its answer"
        assert all(answer.startswith("=") for answer in log.answers), "and none is an error"
        assert f"boardsize {size}" in log.commands
        assert quarry_game.is_over(log.moves, size), "the game is whole"
        assert log.status == "0", "the engine ended when its window was closed"
    assert logs["black"].moves == logs["white"].moves, "both engines saw the same game"
