"""Who meets whom on a ladder, and the level table of a document, with Elo."""

from lab.bootstrap import load
from lab.ratings import Rating
from lab.records import Engine, Limit

script = load("ladder")
with_ratings = script.with_ratings
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
    old = with_ratings(README, MEASURED, "Measured with care.")
    assert with_ratings(old, MEASURED, "Measured with care.") == old
    new = with_ratings(old, {2: Rating("e 2", -3, 4, 10)}, "Measured again.")
    assert "| 2 | 2 | -3 ± 4 |" in new
    assert "| 20 to 24 | the level | +2000 ± 100 |" in new
    assert "with care" not in new
    assert new.count("Elo") == 1


def test_each_level_plays_the_next_two() -> None:
    engines = script.rungs(Engine("e", ("x",), "gtp", Limit()), [8, 1, 4, 2, 2])
    assert list(engines) == [1, 2, 4, 8]
    met = [(matchup.first.limit.level, matchup.second.limit.level) for matchup in script.ladder(list(engines.values()))]
    assert met == [(2, 1), (4, 1), (4, 2), (8, 2), (8, 4)]
