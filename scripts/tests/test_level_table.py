"""The level table of a document, with Elo."""

from pathlib import Path

import pytest

from lab.files import replace_text
from lab.level_table import with_ratings
from lab.ratings import Rating

README = """\
# Emilia

<!-- levels -->
| level | midgame |
| --- | --- |
| 1 | 1 ply |
| 2 | 2 |
| 20 to 24 | the level |
| 25 to 60 | the level |
<!-- /levels -->

| level | another table |
"""
MEASURED = {1: Rating("e 1", 0, 0, 40), 2: Rating("e 2", 151.4, 30.2, 80), 21: Rating("e 21", 1999.6, 99.6, 40)}


def test_a_column_is_added_and_nothing_else_is_touched() -> None:
    """Levels that were not measured have a dash."""
    assert (
        with_ratings(README, MEASURED, "Measured with care.")
        == """\
# Emilia

<!-- levels -->
| level | midgame | Elo |
| --- | --- | --- |
| 1 | 1 ply | 0 |
| 2 | 2 | +151 ± 30 |
| 20 to 24 | the level | +2000 ± 100 |
| 25 to 60 | the level | - |

Measured with care.
<!-- /levels -->

| level | another table |
"""
    )


def test_new_figures_take_the_place_of_old_ones() -> None:
    """Rows without new ones keep theirs; the note is replaced."""
    old = with_ratings(README, MEASURED, "Measured with care.")
    assert with_ratings(old, MEASURED, "Measured with care.") == old
    new = with_ratings(old, {2: Rating("e 2", -3, 4, 10)}, "Measured again.")
    assert "| 2 | 2 | -3 ± 4 |" in new
    assert "| 20 to 24 | the level | +2000 ± 100 |" in new
    assert "with care" not in new
    assert new.count("Elo") == 1


@pytest.mark.parametrize("text", ["", "<!-- levels -->\n<!-- /levels -->\n", README.replace("<!-- /levels -->", "")])
def test_a_text_without_a_table_of_levels_is_refused(text: str) -> None:
    """And not changed at another place."""
    with pytest.raises(ValueError, match="no table between <!-- levels --> and <!-- /levels -->"):
        with_ratings(text, MEASURED, "")


def test_the_documentation_has_the_table() -> None:
    """With one row for every level."""
    text = (Path(__file__).parents[2] / "docs" / "levels.md").read_text(encoding="utf-8")
    for level in range(1, 61):
        assert with_ratings(text, {level: Rating("e", 4321, 9, 40)}, "x").count("| +4321 ± 9 |") == 1, level


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    """And nothing is left lying about."""
    path = tmp_path / "file"
    replace_text(path, "old\n")
    replace_text(path, "new\n")
    assert path.read_text() == "new\n"
    assert list(tmp_path.iterdir()) == [path]
