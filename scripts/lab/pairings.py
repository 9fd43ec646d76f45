"""Pairings of a round robin and of a Swiss; the same seed gives the same pairings.

Knows names and points, not games. A matchup is a pair of games with colours swapped, so both players have each colour once. The
number of first games with black is balanced too.
"""

import itertools
import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import networkx


@dataclass(frozen=True)
class Round:
    """The matchups of a round."""

    matchups: tuple[tuple[str, str], ...]
    """The first player of each has black in the first game."""
    byes: tuple[str, ...] = ()
    """The players without an opponent."""


def round_robin(players: Sequence[str], seed: int) -> list[Round]:
    """Every player once against every other, by the circle method with random seats.

    ValueError for fewer than two players or equal names.

    The first player keeps its seat, all others move by one seat a round. The number of matchups in which players
    come first differs by at most one.
    """
    seats: list[str | None] = list(_shuffled(players, seed))
    if len(seats) % 2:
        seats.insert(0, None)
    rounds = []
    for number in range(len(seats) - 1):
        places = [seats[0], *seats[1 + number :], *seats[1 : 1 + number]]
        matchups, byes = [], []
        for place in range(len(places) // 2):
            one, other = places[place], places[-1 - place]
            if one is None or other is None:
                byes += [name for name in (one, other) if name is not None]
            else:
                # the fixed player alternates by round, the others by place
                matchups.append((one, other) if (number if place == 0 else place) % 2 == 0 else (other, one))
        rounds.append(Round(tuple(matchups), tuple(byes)))
    return rounds


def swiss_round(
    players: Sequence[str],
    played: Sequence[Round],
    points: Mapping[str, float],
    seed: int,
    withdrawn: Collection[str] = (),
) -> Round:
    """The next round of a Swiss for the players that have not withdrawn. ValueError for fewer than two or for equal names.

    In this order of importance: repeated opponents and repeated byes are as rare as possible; the bye goes to a player with as few
    points as possible; the sum of the squared differences in points of opponents is smallest; the rest is random. The result is one
    maximum weight matching.
    """
    present = [name for name in _shuffled(players, f"{seed}/{len(played)}") if name not in withdrawn]
    if len(present) < 2:
        raise ValueError(f"a round needs two players: {len(present)} left")
    met = Counter(frozenset(matchup) for round_ in played for matchup in round_.matchups)
    byes = Counter(name for round_ in played for name in round_.byes)
    doubled = {name: round(2 * points.get(name, 0.0)) for name in present}
    fewest, most = min(doubled.values()), max(doubled.values())
    # each criterion outweighs the sum of all later ones
    lot = len(present) ** 3
    unequal = lot
    high_bye = unequal * (len(present) * (most - fewest) ** 2 + 1)
    again = high_bye * (most - fewest + 1)
    graph: networkx.Graph[int] = networkx.Graph()
    lots = random.Random(f"{seed}/{len(played)}/lots")
    for one, other in itertools.combinations(range(len(present)), 2):
        gap = doubled[present[one]] - doubled[present[other]]
        repeats = met[frozenset((present[one], present[other]))]
        graph.add_edge(one, other, weight=-(again * repeats**2 + unequal * gap**2 + lots.randrange(len(present) ** 2)))
    if len(present) % 2:
        for one, name in enumerate(present):
            cost = again * byes[name] ** 2 + high_bye * (doubled[name] - fewest) + lots.randrange(len(present) ** 2)
            graph.add_edge(one, len(present), weight=-cost)
    return _round(networkx.max_weight_matching(graph, maxcardinality=True), present, played)


def _round(matching: Collection[tuple[int, int]], present: Sequence[str], played: Sequence[Round]) -> Round:
    """A matching as a round; the player that was first less often is first."""
    was_first = Counter(first for round_ in played for first, _ in round_.matchups)
    was_second = Counter(second for round_ in played for _, second in round_.matchups)
    matchups, byes = [], []
    for one, other in sorted(sorted(edge) for edge in matching):
        if other == len(present):
            byes.append(present[one])
            continue
        pair = sorted((present[one], present[other]), key=lambda name: was_first[name] - was_second[name])
        matchups.append((pair[0], pair[1]))
    return Round(tuple(matchups), tuple(byes))


def _shuffled(players: Sequence[str], seed: int | str) -> list[str]:
    """The players in random order."""
    twice = [name for name, number in Counter(players).items() if number > 1]
    if twice:
        raise ValueError(f"two players are called {twice[0]!r}")
    if len(players) < 2:
        raise ValueError(f"a tournament needs two players: {len(players)}")
    return random.Random(seed).sample(sorted(players), len(players))
