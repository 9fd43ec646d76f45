"""Results as people read them."""

import itertools
import math
from collections import Counter

import pytest

from lab import formatting
from lab.engine_stats import EngineStats
from lab.records import Fault, Game
from lab.sequential import Sprt
from lab.standings import crosstable, standings
from lab.statistics import Estimate, Pair, summary


@pytest.mark.parametrize(
    ("value", "text"), [(1.25, "+1.2"), (-3, "-3.0"), (0, "+0.0"), (-0.04, "+0.0"), (math.inf, "+inf"), (-math.inf, "-inf")]
)
def test_differences_have_a_sign(value: float, text: str) -> None:
    """And zero has no sign."""
    assert formatting.signed(value) == text


def test_figures_have_their_intervals() -> None:
    """In their units."""
    assert formatting.interval(Estimate(12.67, -0.09, math.inf)) == "+12.7 [-0.1, +inf]"
    assert formatting.share(Estimate(0.5182, 0.4999, 0.5365)) == "51.8 % [50.0, 53.6]"
    assert (formatting.number(1234567), formatting.number(0.1236, 3), formatting.number(None)) == ("1 234 567", "0.124", "-")


def test_tables_are_markdown_in_columns() -> None:
    """Names to the left, figures to the right; a bar in a name would be a new column."""
    assert formatting.table(("name", "n"), [("a|b", "1"), ("c", "1000")]).splitlines() == [
        "| name |    n |",
        "| ---- | ---: |",
        "| a/b  |    1 |",
        "| c    | 1000 |",
    ]
    assert len(set(map(len, formatting.table(("a", "b"), [("1", "2")]).splitlines()))) == 1


NARROW = 40
"""Columns of a phone."""


def rows_of(text: str) -> list[list[str]]:
    """The cells of a table."""
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")]


def test_a_table_hides_its_least_important_columns_until_it_fits() -> None:
    """And names them; a table that fits is unchanged."""
    header, row = ("name", "a", "b", "c"), ("x", "1" * 10, "2" * 10, "3" * 10)
    whole = formatting.table(header, [row])
    assert formatting.table(header, [row], width=len(whole.splitlines()[0]), optional=("b", "a")) == whole
    narrow = formatting.table(header, [row], width=NARROW, optional=("b", "a"))
    assert rows_of(narrow)[0] == ["name", "a", "c"]
    assert narrow.splitlines()[-1] == "columns hidden: b"
    assert max(map(len, narrow.splitlines())) <= NARROW


def test_a_long_name_continues_in_the_next_row() -> None:
    """When no more columns can be hidden."""
    table = formatting.table(("engine", "n"), [("Emilia, 100000 nodes a move, a build of today", "1" * 12)], width=NARROW)
    assert rows_of(table)[2:] == [["Emilia, 100000 nodes", "1" * 12], ["a move, a build of", ""], ["today", ""]]
    assert max(map(len, table.splitlines())) <= NARROW


@pytest.mark.parametrize("width", [NARROW, 60, 80])
def test_every_table_of_the_lab_fits_a_narrow_terminal(width: int) -> None:
    """The most important columns stay."""
    pairs = [Pair(n, "", "Emilia, 100000 nodes a move", name, (20, 41)) for n, name in enumerate(["Rhino", "Neural Reversi"] * 50)]
    results = [summary(pairs, pairs[0].first, name) for name in ("Rhino", "Neural Reversi")]
    versus = formatting.versus(results, width)
    stats = EngineStats(
        games=4000, moves=10**5, seconds=5e5, longest=1.5, counted_moves=9, nodes=10**9, counted_seconds=10,
        faults=Counter({Fault.CRASH: 2}),
    )  # fmt: skip
    engines = formatting.engine_table({"Emilia, 100000 nodes a move": stats}, width)
    names = [f"Player {number}" for number in range(12)]
    games = [Game(n, 0, "", first, second, (), 2) for n, (first, second) in enumerate(itertools.pairwise(names))]
    table = formatting.standings(standings(names, games, rounds=2), crosstable(games), width)
    for text, columns in (
        (versus, {"opponent", "Elo"}),
        (engines, {"engine", "nodes/move", "faults"}),
        (table, {"player", "points"}),
    ):
        assert max(map(len, text.splitlines())) <= width
        assert columns <= set(rows_of(text)[0])


def test_two_engines_in_four_lines() -> None:
    """Games, points, Elo, discs."""
    pairs = [Pair(0, "", "A", "B", (2, -4)), Pair(1, "", "A", "B", (0, 6))]
    lines = formatting.summary(summary(pairs, "A", "B"), unpaired=1)
    assert lines[0] == "A against B: 4 games; 1 without a partner not counted"
    assert lines[1].endswith("W 2  D 1  L 1   pairs [0 0 1 1 0]")
    assert lines[2].startswith("Elo +88.7 [")
    assert lines[3].startswith("discs +1.00 [")


def test_the_state_and_the_result_of_a_test() -> None:
    """With both hypotheses, the bounds and the risk."""
    test = Sprt(0, 20)
    assert formatting.verdict(test, (0, 0, 0, 0, 0)) == "LLR +0.00 (-2.94, +2.94) for Elo 20 against 0: undecided after 0 pairs"
    assert formatting.verdict(test, (0, 0, 0, 0, 90)).endswith(": H1 accepted, 20 Elo, after 90 pairs (risk 0.05)")
    assert formatting.verdict(Sprt(0, 20, 0.05, 0.1, True), (90, 0, 0, 0, 0)).endswith(
        ": H0 accepted, 0 normalised Elo, after 90 pairs (risk 0.1)"
    )


def test_a_row_for_each_engine() -> None:
    """Against many, and what each spent."""
    pairs = [Pair(0, "", "A", "B", (2, 4)), Pair(1, "", "A", "C", (-2, -4))]
    rows = formatting.versus([summary(pairs, "A", name) for name in "BC"]).splitlines()
    assert [row.split("|")[1].strip() for row in rows[2:]] == ["B", "C"]
    assert "100.0 %" in rows[2]
    spent = EngineStats(games=4, moves=10, seconds=5, longest=1.5, faults=Counter({Fault.CRASH: 2}))
    row = formatting.engine_table({"A": spent}).splitlines()[2]
    assert row == "| A      |     4 |  0.500 |   1.500 |          - |       - | 2 crash |"


def test_the_table_of_a_tournament_has_everybody_against_everybody() -> None:
    """What the row has of the column; blank where they have not met."""
    games = [Game(0, 0, "", "A", "B", (), 2), Game(0, 1, "", "B", "A", (), 0)]
    table = formatting.standings(standings(["A", "B", "C"], games, rounds=4, withdrawn={"C"}), crosstable(games))
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table.splitlines()]
    assert [row[-3:] for row in cells[2:]] == [["x", "1.5", ""], ["0.5", "x", ""], ["", "", "x"]]
    assert [row[:3] for row in cells[2:]] == [["1", "A", "1.5"], ["2", "B", "0.5"], ["3", "C (withdrawn)", "0"]]
