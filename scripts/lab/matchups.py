"""The matchups of a gauntlet, one engine against many, and of a ladder of levels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from lab.records import Conditions, Engine, Limit, Task

NEIGHBOURS = 2
"""Number of higher levels that a level plays against."""


@dataclass(frozen=True)
class Matchup:
    """Two engines that play pairs of games."""

    first: Engine
    second: Engine
    event: str = ""
    """Distinguishes this matchup from others of the two engines, for example by the common limit."""


def equal_limit(kind: str, amount: str) -> tuple[str, Limit]:
    """The name and the limit of "time 0.1", "nodes 100000" or "depth 8". ValueError for anything else."""
    try:
        if kind == "time" and 0 < (seconds := float(amount)) < 1e6:
            return f"{seconds:g} s a move", Limit(move_time=seconds)
        if kind == "nodes" and int(amount) > 0:
            return f"{int(amount)} nodes a move", Limit(nodes=int(amount))
        if kind == "depth" and int(amount) > 0:
            return f"depth {int(amount)}", Limit(depth=int(amount))
    except ValueError:
        pass
    raise ValueError(f"expected time SECONDS, nodes NUMBER or depth PLIES, got {kind} {amount}")


def gauntlet(champion: Engine, opponents: Iterable[Engine], limits: Mapping[str, Limit] | None = None) -> list[Matchup]:
    """One engine against each of the others, with their own limits, or with each of these limits for both engines.

    The name of an engine then contains the limit, as its strength depends on it.
    """
    others = list(opponents)
    if not limits:
        return [Matchup(champion, other) for other in others]
    return [
        Matchup(_limited(champion, name, limit), _limited(other, name, limit), name)
        for name, limit in limits.items()
        for other in others
    ]


def _limited(engine: Engine, name: str, limit: Limit) -> Engine:
    return msgspec.structs.replace(engine, name=f"{engine.name}, {name}", limit=limit)


def rungs(engine: Engine, levels: Iterable[int]) -> dict[int, Engine]:
    """The engine at each of these levels, from the lowest up. ValueError for fewer than two."""
    ordered = sorted(set(levels))
    if len(ordered) < 2:
        raise ValueError(f"a ladder needs two levels: {ordered}")
    return {level: msgspec.structs.replace(engine, name=f"{engine.name} {level}", limit=Limit(level=level)) for level in ordered}


def ladder(engines: Sequence[Engine]) -> list[Matchup]:
    """Each level against the next two above it: close levels give the most information, and the second connects the ladder."""
    return [Matchup(upper, lower) for at, lower in enumerate(engines) for upper in engines[at + 1 : at + 1 + NEIGHBOURS]]


def tasks(matchups: Sequence[Matchup], openings: Iterable[str], conditions: Conditions) -> Iterator[Task]:
    """A pair of games for each matchup from the first opening, then from the second, so that all progress equally."""
    turns = ((opening, matchup) for opening in openings for matchup in matchups)
    for number, (opening, matchup) in enumerate(turns):
        yield Task(number, opening, matchup.first, matchup.second, conditions, matchup.event)
