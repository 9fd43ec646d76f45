"""The recipe of the embedded book."""

from pathlib import Path

import pytest

from lab.bootstrap import load

pytestmark = pytest.mark.program


def test_the_recipe_makes_a_compact_book_and_continues(
    emilia: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.txt").write_text("f5d6c3d3c4\nf5f6e6f4\n")
    Path("openings.txt").write_text("f5d6c5\n")
    words = ["games.txt", "--program", str(emilia), "--book", "my.book", "--out", "book.bin", "--openings", "openings.txt"]
    words += ["--level", "1", "--min-games", "1", "--size", "30", "--deepen", "2"]
    assert load("default_book").main(words) == 0
    first = Path("book.bin").read_bytes()
    assert first.startswith(b"EMILIA-B")
    assert "30 positions, " in capfd.readouterr().out
    assert load("default_book").main(words) == 0
    assert Path("book.bin").read_bytes() == first
    assert load("default_book").main(["missing.txt", *words[1:]]) == 1
