"""Tables of tournaments, with the rules' own arithmetic worked out by hand."""

import random

import pytest

from lab.records import Game
from lab.standings import crosstable, standings, weight


def game(black: str, white: str, score: int) -> Game:
    return Game(0, 0, "", black, white, (), score)


def quotients(*args: object, **options: object) -> dict[str, float]:
    return {line.name: line.brightwell for line in standings(*args, **options)}  # type: ignore[arg-type]


THREE_ROUNDS = [
    game("A", "B", 16),  # 40-24
    game("C", "D", -20),  # 22-42
    game("A", "C", 0),  # 32-32
    game("D", "B", 64),  # 64-0, a wipe-out
    game("D", "A", 4),  # 34-30
    game("B", "C", -2),  # 31-33
]
"""Points: A 1.5, B 0, C 1.5, D 3."""


@pytest.mark.parametrize(
    ("squares", "rounds", "expected"), [(64, 13, 5), (64, 26, 2), (64, 3, 21), (100, 13, 8), (36, 13, 3), (36, 8, 5), (64, 200, 0)]
)
def test_the_weight_is_the_integer_nearest_to_squares_by_rounds(squares: int, rounds: int, expected: int) -> None:
    """64 / 13 = 4.92, 100 / 13 = 7.69, 36 / 8 = 4.5 ..."""
    assert weight(squares, rounds) == expected


def test_a_tournament_in_which_all_stay() -> None:
    """c = 21. A: 40 + 32 + 30 discs, opponents' points 0 + 1.5 + 3; B: 24 + 0 + 31, 1.5 + 3 + 1.5; C: 22 + 32 + 33, 3 + 1.5 + 0;
    D: 42 + 64 + 34, 1.5 + 0 + 1.5.
    """
    table = standings(["A", "B", "C", "D"], THREE_ROUNDS, rounds=3)
    assert [(line.rank, line.name, line.points, line.brightwell) for line in table] == [
        (1, "D", 3, 140 + 21 * 3),
        (2, "A", 1.5, 102 + 21 * 4.5),
        (3, "C", 1.5, 87 + 21 * 4.5),
        (4, "B", 0, 55 + 21 * 6),
    ]
    assert [(line.won, line.drawn, line.lost, line.discs) for line in table] == [
        (3, 0, 0, 88),
        (1, 1, 1, 12),
        (1, 1, 1, -18),
        (0, 0, 3, -82),
    ]


def test_games_against_withdrawn_players_count_half_the_board_and_own_points() -> None:
    """D withdraws. A: 40 + 32 discs, opponents 0 + 1.5, and 32 + 21 * 1.5 for the game against D."""
    found = quotients(["A", "B", "C", "D"], THREE_ROUNDS, 3, withdrawn={"D"})
    assert found["A"] == 72 + 21 * 1.5 + 32 + 21 * 1.5
    assert found["B"] == 24 + 31 + 21 * 3 + 32
    assert found["C"] == 32 + 33 + 21 * 1.5 + 32 + 21 * 1.5
    assert found["D"] == 140 + 21 * 3


def test_a_bye_is_a_point_and_counts_half_the_board_and_the_own_points() -> None:
    """Three players, three rounds, each with a bye; A won both, B beat C. Points 3, 2, 1; c = 21."""
    games = [game("A", "B", 2), game("C", "A", -6), game("B", "C", 10)]
    found = quotients(["A", "B", "C"], games, 3, {"A": 1, "B": 1, "C": 1})
    assert found == {
        "A": 33 + 35 + 21 * (2 + 1) + 32 + 21 * 3,
        "B": 31 + 37 + 21 * (3 + 1) + 32 + 21 * 2,
        "C": 29 + 27 + 21 * (3 + 2) + 32 + 21 * 1,
    }


def test_a_larger_board_has_more_squares_to_share() -> None:
    """100 squares, two rounds: c = 50; a win by 20 is 60-40, and half the board is 50."""
    found = quotients(["A", "B"], [game("A", "B", 20)], 2, {"A": 1, "B": 1}, squares=100)
    assert found == {"A": 60 + 50 * 1 + 50 + 50 * 2, "B": 40 + 50 * 2 + 50 + 50 * 1}


def test_players_equal_in_points_and_quotient_share_a_rank() -> None:
    games = [game("A", "B", 2), game("B", "A", 2), game("C", "A", -2), game("C", "B", -2)]
    assert [(line.rank, line.name) for line in standings(["C", "B", "A"], games, rounds=3)] == [(1, "A"), (1, "B"), (3, "C")]


@pytest.mark.parametrize("seed", range(5))
def test_in_every_tournament_the_sums_are_right(seed: int) -> None:
    chance = random.Random(seed)
    players = [f"p{number}" for number in range(7)]
    opponents = [chance.sample(players, 2) for _ in range(60)]
    games = [game(black, white, 2 * chance.randint(-32, 32)) for black, white in opponents]
    table = standings(players, games, rounds=20)
    assert sum(line.points for line in table) == 60
    assert sum(line.won for line in table) == sum(line.lost for line in table)
    assert sum(line.discs for line in table) == 0
    assert [line.points for line in table] == sorted((line.points for line in table), reverse=True)
    cells = crosstable(games)
    for (name, opponent), (points, number) in cells.items():
        assert cells[opponent, name] == (number - points, number)
    for line in table:
        assert sum(points for (name, _), (points, _) in cells.items() if name == line.name) == line.points
