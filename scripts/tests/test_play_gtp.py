"""Whole matches against a tiny engine that can misbehave."""

import subprocess
import sys
from pathlib import Path

import pytest

from play_gtp import Board, parse_transcript

SCRIPTS = Path(__file__).resolve().parent.parent
FAKE = f"{sys.executable} {SCRIPTS / 'tests' / 'fake_engine.py'}"


def match(tmp_path: Path, a: str, b: str, *options: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Plays a match from two openings and gives what the script said and the games it wrote."""
    (tmp_path / "openings.txt").write_text("f5d6\nf5f6\n")
    command = [sys.executable, str(SCRIPTS / "play_gtp.py"), "--engine-a", a, "--engine-b", b, "--timeout", "5"]
    command += ["--openings", str(tmp_path / "openings.txt"), "--transcripts", str(tmp_path / "games.txt"), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    games = tmp_path / "games.txt"
    return done, games.read_text().splitlines() if games.exists() else []


def test_every_opening_is_played_twice_with_the_colours_swapped(tmp_path: Path) -> None:
    done, games = match(tmp_path, FAKE, FAKE)
    assert done.returncode == 0, done.stderr
    assert [game.split()[0][:4] for game in games] == ["f5d6", "f5d6", "f5f6", "f5f6"]
    assert [game.split()[2] for game in games] == ["A=black", "A=white", "A=black", "A=white"]
    assert "4 games" in done.stdout
    assert "mean disc difference +0.00" in done.stdout, "the same engine on both sides"
    assert "protocol errors: 0" in done.stdout


def test_a_written_game_is_a_whole_game_with_its_score(tmp_path: Path) -> None:
    _, games = match(tmp_path, FAKE, FAKE, "--games", "1")
    moves, score, _ = games[0].split()
    board = Board()
    for square in parse_transcript(moves):
        assert board.pass_over()
        assert board.play(square)
    assert not board.pass_over()
    assert board.score() == int(score)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("illegal", "illegal move: 'a1'"),
        ("pass", "illegal move: 'pass'"),
        ("error", "error: '? cannot think'"),
        ("chatter", "no GTP: 'thinking...'"),
        ("crash", "crash: gone after 'genmove"),
        ("hang", "hang: no answer to 'genmove"),
    ],
)
def test_a_fault_loses_the_game_and_is_reported_and_the_match_goes_on(tmp_path: Path, fault: str, words: str) -> None:
    done, games = match(tmp_path, FAKE, f"{FAKE} {fault}", "--games", "2", "--timeout", "1")
    assert done.returncode == 1
    assert "2 games: A won 2, drew 0, lost 0; mean disc difference +64.00" in done.stdout
    assert "protocol errors: 2" in done.stdout
    assert f"white: {words}" in games[0]
    assert f"black: {words}" in games[1]


def test_to_resign_loses_the_game_but_is_no_fault(tmp_path: Path) -> None:
    done, _ = match(tmp_path, f"{FAKE} resign", FAKE, "--games", "1")
    assert done.returncode == 0
    assert "A won 0, drew 0, lost 1; mean disc difference -64.00" in done.stdout


def test_misuse_is_told_from_a_fault(tmp_path: Path) -> None:
    assert match(tmp_path, "no-such-engine", FAKE)[0].returncode == 2
    assert match(tmp_path, FAKE, FAKE, "--openings", str(tmp_path / "missing"))[0].returncode == 2
