"""Files of training games, read by Python as Rust wrote them."""

import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from lab.rules import SQUARES, replay
from lab.training import DISC, Game, games, settings

BLOCK = 256
"""Games of a block, as the engine writes it."""


@pytest.fixture(scope="module")
def played(emilia: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of some blocks."""
    path = tmp_path_factory.mktemp("games") / "played.games"
    command = "selfplay --games 600 --level 1 --solve-from 6 --random 0:50 --out"
    subprocess.run([str(emilia), *command.split(), str(path)], check=True, capture_output=True)
    return path


def test_the_games_are_those_that_the_engine_reads(played: Path, emilia: Path) -> None:
    text = subprocess.run([emilia, "games", "text", played], check=True, capture_output=True, text=True).stdout
    assert [game.text() for game in games(played)] == text.splitlines()


def test_games_without_scores_are_read(played: Path, emilia: Path, tmp_path: Path) -> None:
    lines = [" ".join(game.text().split()[:3]) for game in games(played)]
    (tmp_path / "lines").write_text("\n".join(lines))
    subprocess.run([emilia, "games", "import", tmp_path / "out", tmp_path / "lines"], check=True)
    assert [game.text() for game in games(tmp_path / "out")] == lines
    assert settings(tmp_path / "out") == {"imported": ["lines"]}


def test_the_scores_of_the_games_are_right(played: Path) -> None:
    for game in list(games(played))[::10]:
        moves = [SQUARES[square] for square in game.moves]
        board = replay(moves)
        assert board.turn is None
        assert board.score() == game.score
        assert len(game.scores) == len(moves) - game.random_plies
        exact = game.scores[game.exact_from - game.random_plies :]
        assert all(abs(score) == DISC * abs(game.score) for score in exact)


def test_the_settings_of_the_games_are_read(played: Path) -> None:
    found = settings(played)
    assert isinstance(found, dict)
    assert (found["level"], found["solve_from"], found["random"]) == (1, 6, [[0, 50]])


def test_a_file_that_breaks_off_is_read_to_its_last_whole_block(played: Path, tmp_path: Path) -> None:
    whole, torn = played.read_bytes(), tmp_path / "torn"
    expected: list[Game] = list(games(played))
    counts = []
    for length in range(len(whole) * 3 // 10, len(whole), 997):
        torn.write_bytes(whole[:length])
        found = list(games(torn))
        assert found == expected[: len(found)]
        assert len(found) % BLOCK == 0
        counts.append(len(found))
    assert counts == sorted(counts)
    assert {BLOCK, 2 * BLOCK} <= set(counts)
    assert any(a < b for a, b in pairwise(counts))


def test_a_damaged_file_is_refused_with_file_and_block(played: Path, tmp_path: Path) -> None:
    whole, damaged = played.read_bytes(), tmp_path / "damaged"
    for at in range(3, len(whole), 1499):
        damaged.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        with pytest.raises(ValueError, match="damaged"):
            list(games(damaged))
    damaged.write_bytes(whole[:-1] + bytes([whole[-1] ^ 4]))
    with pytest.raises(ValueError, match=r"damaged, block 3 at byte .*: wrong checksum"):
        list(games(damaged))


@pytest.mark.parametrize("content", [b"", b"f5d6", b"EMILIA-G", b"EMILIA-G\2\0\0\0\0\0\0\0\0\0\0\0"])
def test_an_invalid_file_of_games_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "other").write_bytes(content)
    with pytest.raises(ValueError, match="other: "):
        settings(tmp_path / "other")
