"""The standings of a contest of engines from its journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from lab.journal import Contents
from lab.standings import crosstable, standings
from lab.table import Table, counted
from lab.tournament import Tournament, rounds_begun
from lab.variants import find


def journal_table(contents: Contents, withdrawn: Mapping[str, int], after: int | None = None) -> Table:
    """The standings of all games, or of those up to a round of a tournament.

    `withdrawn` has the first round without each engine that withdrew. ValueError if there is no round of this number, or if the
    games are not those of the tournament.
    """
    games = contents.counted()
    settings = contents.settings
    squares = find(settings.conditions.variant).squares
    if settings.kind != "tournament":
        if after is not None:
            raise ValueError(f"a {settings.kind} has no rounds; only a tournament has")
        names = [engine.name for engine in settings.engines]
        played = Counter(name for game in games for name in (game.black, game.white))
        rounds = max([1, *played.values()])
        lines = standings(names, games, rounds, squares=squares)
        return Table(settings.kind, f"after {counted(len(games), 'game')}", lines, crosstable(games), squares, rounds)
    begun = rounds_begun(games)
    upto = begun if after is None else after
    if upto > begun:
        raise ValueError(f"round {upto} has no results; the last round with results is {begun}")
    plan = settings.plan
    # the openings do not matter for the standings; the rounds need one
    contest = Tournament(
        settings.engines,
        [""],
        settings.conditions,
        "round-robin" if plan.get("system") == "round-robin" else "swiss",
        int(plan.get("rounds") or 1),
        int(plan.get("pairs") or 1),
        settings.seed,
        withdrawn,
    )
    while len(contest.played) < upto:
        contest.begin_round(games)
    matchups = sum(len(round_.matchups) for round_ in contest.played) * contest.pairs
    counted_games = [game for game in games if game.task < matchups]
    rounds = 2 * contest.pairs * contest.rounds
    event = f"after round {upto} of {contest.rounds}"
    return Table(settings.kind, event, contest.standings(counted_games), crosstable(counted_games), squares, rounds)
