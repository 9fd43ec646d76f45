"""Who meets whom, in many random tournaments."""

import itertools
import random
from collections import Counter

import pytest

from lab.pairings import Round, round_robin, swiss_round


def names(number: int) -> list[str]:
    return [f"p{at}" for at in range(number)]


def matchups(rounds: list[Round]) -> Counter[frozenset[str]]:
    return Counter(frozenset(matchup) for round_ in rounds for matchup in round_.matchups)


def present(round_: Round) -> list[str]:
    return sorted([name for matchup in round_.matchups for name in matchup] + list(round_.byes))


def first_minus_second(rounds: list[Round]) -> Counter[str]:
    """How much oftener each was the first in a matchup than the second."""
    balance: Counter[str] = Counter()
    for first, second in (matchup for round_ in rounds for matchup in round_.matchups):
        balance[first] += 1
        balance[second] -= 1
    return balance


@pytest.mark.parametrize("number", range(2, 16))
def test_in_a_round_robin_all_play_once_and_each_round_has_each_player_once(number: int) -> None:
    rounds = round_robin(names(number), seed=number)
    assert len(rounds) == number - 1 + number % 2
    assert matchups(rounds) == Counter(map(frozenset, itertools.combinations(names(number), 2)))
    assert all(present(round_) == sorted(names(number)) for round_ in rounds)
    assert Counter(name for round_ in rounds for name in round_.byes) == Counter(names(number) if number % 2 else [])
    assert all(abs(balance) <= 1 for balance in first_minus_second(rounds).values())


def swiss(number: int, seed: int, rounds: int, leave: float = 0.0) -> tuple[list[Round], list[dict[str, float]], list[set[str]]]:
    """A Swiss tournament with random results; in each round a player may leave. Rounds, points before each, who was gone."""
    chance = random.Random(f"{number}/{seed}")
    points = dict.fromkeys(names(number), 0.0)
    gone: set[str] = set()
    played: list[Round] = []
    before, left = [], []
    for _ in range(rounds):
        if chance.random() < leave and number - len(gone) > rounds + 2:
            gone.add(chance.choice([name for name in points if name not in gone]))
        before.append(dict(points))
        left.append(set(gone))
        played.append(swiss_round(names(number), played, points, seed, gone))
        for first, second in played[-1].matchups:
            result = chance.choice([0, 0.5, 1, 1.5, 2])
            points[first] += result
            points[second] += 2 - result
        for name in played[-1].byes:
            points[name] += 2
    return played, before, left


@pytest.mark.parametrize(("number", "rounds"), [(2, 1), (7, 3), (8, 4), (14, 7), (15, 7), (26, 13), (27, 13)])
@pytest.mark.parametrize("seed", range(3))
def test_a_swiss_repeats_no_pairing_with_twice_as_many_players_as_rounds(number: int, rounds: int, seed: int) -> None:
    played, _, gone = swiss(number, seed, rounds, leave=0.3 if number > 2 * rounds + 3 else 0.0)
    assert set(matchups(played).values()) == {1}
    byes = Counter(name for round_ in played for name in round_.byes)
    assert all(times == 1 for times in byes.values())
    for round_, left in zip(played, gone, strict=True):
        assert present(round_) == sorted(set(names(number)) - left)


@pytest.mark.parametrize("number", [5, 6])
def test_no_pairing_of_all_is_better(number: int) -> None:
    for seed in range(6):
        played, before, _ = swiss(number, seed, 7)
        for at, round_ in enumerate(played):
            assert cost(round_, played[:at], before[at]) == min(
                cost(other, played[:at], before[at]) for other in all_pairings(names(number))
            )


def cost(round_: Round, played: list[Round], points: dict[str, float]) -> tuple[int, float, float]:
    """What a pairing is judged by, the smaller the better."""
    met, byes = matchups(played), Counter(name for past in played for name in past.byes)
    again = sum(met[frozenset(matchup)] ** 2 for matchup in round_.matchups) + sum(byes[name] ** 2 for name in round_.byes)
    unequal = sum((points[first] - points[second]) ** 2 for first, second in round_.matchups)
    return again, sum(points[name] for name in round_.byes), unequal


def all_pairings(players: list[str]) -> list[Round]:
    """Every way to pair these players."""
    if len(players) % 2:
        rest = [(bye, [name for name in players if name != bye]) for bye in players]
        return [Round(found.matchups, (bye,)) for bye, others in rest for found in all_pairings(others)]
    if not players:
        return [Round(())]
    first, *others = players
    return [
        Round(((first, second), *found.matchups))
        for second in others
        for found in all_pairings([name for name in others if name != second])
    ]


def test_pairings_depend_on_the_seed_and_on_nothing_else() -> None:
    players = names(12)
    assert round_robin(players, 1) == round_robin(players[::-1], 1)
    assert round_robin(players, 1) != round_robin(players, 2)
    points = {name: at // 3 for at, name in enumerate(players)}
    assert swiss_round(players, [], points, 1) == swiss_round(players[::-1], [], points, 1)
    assert swiss_round(players, [], points, 1) != swiss_round(players, [], points, 2)


def test_an_invalid_tournament_is_refused() -> None:
    with pytest.raises(ValueError, match="needs two players: 1"):
        round_robin(["A"], 1)
    with pytest.raises(ValueError, match="two players are called 'A'"):
        round_robin(["A", "B", "A"], 1)
    with pytest.raises(ValueError, match="two players: 1 left"):
        swiss_round(["A", "B"], [], {}, 1, withdrawn={"B"})
