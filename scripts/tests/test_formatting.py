"""Results as people read them."""

import itertools
from collections import Counter

import pytest

from lab import formatting
from lab.records import Fault, Game
from lab.sequential import Sprt
from lab.standings import crosstable, standings
from lab.statistics import EngineStats, Pair, summary


def test_tables_are_markdown_in_columns() -> None:
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
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")]


def test_a_table_hides_its_least_important_columns_until_it_fits() -> None:
    header, row = ("name", "a", "b", "c"), ("x", "1" * 10, "2" * 10, "3" * 10)
    whole = formatting.table(header, [row])
    assert formatting.table(header, [row], width=len(whole.splitlines()[0]), optional=("b", "a")) == whole
    narrow = formatting.table(header, [row], width=NARROW, optional=("b", "a"))
    assert rows_of(narrow)[0] == ["name", "a", "c"]
    assert narrow.splitlines()[-1] == "columns hidden: b"
    assert max(map(len, narrow.splitlines())) <= NARROW


def test_a_long_name_continues_in_the_next_row() -> None:
    table = formatting.table(("engine", "n"), [("Emilia, 100000 nodes a move, a build of today", "1" * 12)], width=NARROW)
    assert rows_of(table)[2:] == [["Emilia, 100000 nodes", "1" * 12], ["a move, a build of", ""], ["today", ""]]
    assert max(map(len, table.splitlines())) <= NARROW


@pytest.mark.parametrize("width", [NARROW, 60, 80])
def test_every_table_of_the_lab_fits_a_narrow_terminal(width: int) -> None:
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
    pairs = [Pair(0, "", "A", "B", (2, -4)), Pair(1, "", "A", "B", (0, 6))]
    lines = formatting.summary(summary(pairs, "A", "B"), unpaired=1)
    assert lines[0] == "A against B: 4 games; 1 without a partner not counted"
    assert lines[1].endswith("W 2  D 1  L 1   pairs [0 0 1 1 0]")
    assert lines[2].startswith("Elo +88.7 [")
    assert lines[3].startswith("discs +1.00 [")


def test_the_state_and_the_result_of_a_test() -> None:
    test = Sprt(0, 20)
    assert formatting.verdict(test, (0, 0, 0, 0, 0)) == "LLR +0.00 (-2.94, +2.94) for Elo 20 against 0: undecided after 0 pairs"
    assert formatting.verdict(test, (0, 0, 0, 0, 90)).endswith(": H1 accepted, 20 Elo, after 90 pairs (risk 0.05)")
    assert formatting.verdict(Sprt(0, 20, 0.05, 0.1, True), (90, 0, 0, 0, 0)).endswith(
        ": H0 accepted, 0 normalised Elo, after 90 pairs (risk 0.1)"
    )
