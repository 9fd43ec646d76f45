"""Tables of many players: points, Brightwell Quotient, ranks, crosstable.

Every game counts as a round: a tournament of 13 matchups, each a pair of games, has 26 rounds in the formula of the Brightwell
Quotient, and a bye counts as many games as a matchup has.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from lab.records import Game
from lab.rules import Colour

BYE_POINTS = 1.0
"""Points for each game of a bye."""


@dataclass(frozen=True)
class Quotient:
    """The parts of a Brightwell Quotient."""

    factor: int
    """The c of the formula."""
    discs: float
    """Own discs in the games against players who did not withdraw."""
    opponents: float
    """Points of the opponents in these games."""
    missing: int
    """Byes and games against players who withdrew."""
    substitute: float
    """Half the board and c times the own points, which each of these counts."""

    @property
    def value(self) -> float:
        """The quotient."""
        return self.discs + self.factor * self.opponents + self.missing * self.substitute


@dataclass(frozen=True)
class Standing:
    """A player's line in the table."""

    rank: int
    """From 1; shared by those with equal points and equal quotients."""
    name: str
    points: float
    quotient: Quotient
    won: int
    drawn: int
    lost: int
    byes: int
    """Number of games that were byes."""
    discs: int
    """Own minus the opponents' discs over all games."""
    withdrawn: bool

    @property
    def brightwell(self) -> float:
        """The Brightwell Quotient."""
        return self.quotient.value


@dataclass(frozen=True)
class _Side:
    """A game from the view of one of its players."""

    opponent: str
    points: float
    score: int


def _sides(games: Iterable[Game]) -> dict[str, list[_Side]]:
    """The games of every player."""
    found: dict[str, list[_Side]] = defaultdict(list)
    sides: tuple[Colour, Colour] = ("black", "white")
    for game in games:
        for colour in sides:
            name, opponent = (game.black, game.white) if colour == "black" else (game.white, game.black)
            found[name].append(_Side(opponent, game.points(colour), game.score if colour == "black" else -game.score))
    return found


def weight(squares: int, rounds: int) -> int:
    """The c of the Brightwell Quotient: the integer nearest to squares / rounds, the larger one if two are equally near."""
    return math.floor(squares / rounds + 0.5)


def standings(
    players: Sequence[str],
    games: Sequence[Game],
    rounds: int,
    byes: Mapping[str, int] | None = None,
    withdrawn: Collection[str] = (),
    squares: int = 64,
) -> list[Standing]:
    """The table, the best first: by points, then by Brightwell Quotient, then by name.

    `rounds` is the number of games of each player in the whole tournament, `byes` the number of games without an opponent.
    Games of players who are not listed count only for their opponents. ValueError if there are no rounds.
    """
    if rounds < 1:
        raise ValueError(f"a tournament has at least one round: {rounds}")
    bye_games = byes or {}
    sides = _sides(games)
    points = {name: sum(side.points for side in sides[name]) + BYE_POINTS * bye_games.get(name, 0) for name in {*sides, *players}}
    quotients = {
        name: _brightwell(name, sides[name], points, bye_games.get(name, 0), withdrawn, squares, rounds) for name in players
    }
    order = sorted(players, key=lambda name: (-points[name], -quotients[name].value, name))
    table: list[Standing] = []
    for place, name in enumerate(order, 1):
        ties = bool(table) and (table[-1].points, table[-1].brightwell) == (points[name], quotients[name].value)
        results = [side.points for side in sides[name]]
        table.append(
            Standing(
                rank=table[-1].rank if ties else place,
                name=name,
                points=points[name],
                quotient=quotients[name],
                won=results.count(1.0),
                drawn=results.count(0.5),
                lost=results.count(0.0),
                byes=bye_games.get(name, 0),
                discs=sum(side.score for side in sides[name]),
                withdrawn=name in withdrawn,
            )
        )
    return table


def _brightwell(
    name: str,
    sides: Sequence[_Side],
    points: Mapping[str, float],
    byes: int,
    withdrawn: Collection[str],
    squares: int,
    rounds: int,
) -> Quotient:
    """The Brightwell Quotient of a player, by the rules of the World Championship."""
    c = weight(squares, rounds)
    counted = [side for side in sides if side.opponent not in withdrawn]
    return Quotient(
        factor=c,
        discs=sum((squares + side.score) / 2 for side in counted),
        opponents=sum(points[side.opponent] for side in counted),
        missing=len(sides) - len(counted) + byes,
        substitute=squares / 2 + c * points[name],
    )


def crosstable(games: Iterable[Game]) -> dict[tuple[str, str], tuple[float, int]]:
    """Points and number of games of each player against each of its opponents."""
    cells: dict[tuple[str, str], tuple[float, int]] = {}
    for name, sides in _sides(games).items():
        for side in sides:
            points, number = cells.get((name, side.opponent), (0.0, 0))
            cells[name, side.opponent] = (points + side.points, number + 1)
    return cells
