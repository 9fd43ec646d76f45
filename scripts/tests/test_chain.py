"""The whole chain from nothing to a match: games of self-play, weights trained on them, and a match with those weights."""

import subprocess
from pathlib import Path

from lab.bootstrap import load
from lab.journal import read

OPENINGS = "f5d6c3d3c4\nf5f6e6f4g5\n"


def run(program: Path, *arguments: str | Path) -> str:
    done = subprocess.run([program, *arguments], check=True, capture_output=True, text=True)
    return done.stdout + done.stderr


def test_from_self_play_to_weights_to_a_match(emilia: Path, tmp_path: Path) -> None:
    data, trained, weights = tmp_path / "data", tmp_path / "trained.bin", tmp_path / "weights.bin"
    data.mkdir()
    run(emilia, "selfplay", "--out", data / "toy.games", "--games", "600", "--level", "1", "--solve-from", "6")
    assert "epoch 1: mean error" in run(emilia, "train", "--data", data, "--out", trained, "--epochs", "1")
    files: list[str | Path] = ["--data", data / "toy.games", "--weights", trained, "--out", weights]
    output = run(emilia, "calibrate", *files, "--positions", "1200", "--depth", "4")
    assert "corrections of leaves" in output
    (tmp_path / "openings").write_text(OPENINGS)
    own = f"name=own command='{emilia} gtp --threads 1' level=2"
    toy = f"name=toy command='{emilia} gtp --threads 1 --weights {weights}' level=2"
    options = ["--games", "4", "--openings", str(tmp_path / "openings"), "--out", str(tmp_path / "out")]
    assert load("match").main(["--engine", own, "--engine", toy, *options]) == 0
    games = read(tmp_path / "out").counted()
    assert [game.fault for game in games] == [None] * 4
