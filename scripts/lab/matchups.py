"""Which engines meet under which limits, opening by opening: one against many, and a ladder of levels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from lab.records import Conditions, Engine, Limit, Task

NEIGHBOURS = 2
"""A level meets so many of those above it."""


@dataclass(frozen=True)
class Matchup:
    """Two engines that play pairs of games."""

    first: Engine
    second: Engine
    event: str = ""
    """What sets this matchup apart from others of the two, such as their common limit."""


def equal_limit(kind: str, amount: str) -> tuple[str, Limit]:
    """A limit that all engines shall have, and its name: of "time 0.1", "nodes 100000", "depth 8". ValueError if it is none."""
    try:
        if kind == "time" and 0 < (seconds := float(amount)) < 1e6:
            return f"{seconds:g} s a move", Limit(move_time=seconds)
        if kind == "nodes" and int(amount) > 0:
            return f"{int(amount)} nodes a move", Limit(nodes=int(amount))
        if kind == "depth" and int(amount) > 0:
            return f"depth {int(amount)}", Limit(depth=int(amount))
    except ValueError:
        pass
    raise ValueError(f"no limit for all: {kind} {amount}; use time SECONDS, nodes NUMBER or depth PLIES")


def gauntlet(hero: Engine, opponents: Iterable[Engine], limits: Mapping[str, Limit] | None = None) -> list[Matchup]:
    """One engine against each of the others, with their own limits or, by its name, with each of these for both.

    An engine under a limit has the limit in its name: it is another player under another one.
    """
    others = list(opponents)
    if not limits:
        return [Matchup(hero, other) for other in others]
    return [
        Matchup(_limited(hero, name, limit), _limited(other, name, limit), name)
        for name, limit in limits.items()
        for other in others
    ]


def _limited(engine: Engine, name: str, limit: Limit) -> Engine:
    return msgspec.structs.replace(engine, name=f"{engine.name}, {name}", limit=limit)


def rungs(engine: Engine, levels: Iterable[int]) -> dict[int, Engine]:
    """The engine at each of these levels, from the lowest up. ValueError if there are less than two."""
    ordered = sorted(set(levels))
    if len(ordered) < 2:
        raise ValueError(f"a ladder needs two levels: {ordered}")
    return {level: msgspec.structs.replace(engine, name=f"{engine.name} {level}", limit=Limit(level=level)) for level in ordered}


def ladder(engines: Sequence[Engine]) -> list[Matchup]:
    """Each rung against the next two above it: near ones say most, and the second holds the ladder together."""
    return [Matchup(upper, lower) for at, lower in enumerate(engines) for upper in engines[at + 1 : at + 1 + NEIGHBOURS]]


def tasks(matchups: Sequence[Matchup], openings: Iterable[str], conditions: Conditions) -> Iterator[Task]:
    """A pair of games for each matchup from the first opening, then from the second: at any time all have played nearly as much."""
    turns = ((opening, matchup) for opening in openings for matchup in matchups)
    for number, (opening, matchup) in enumerate(turns):
        yield Task(number, opening, matchup.first, matchup.second, conditions, matchup.event)
