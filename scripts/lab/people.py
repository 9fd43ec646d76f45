"""The standings of a tournament of people, and the pairing of its next round."""

from __future__ import annotations

from lab.pairings import swiss_round
from lab.results import Results
from lab.standings import crosstable, standings
from lab.table import Table, counted


def people_table(results: Results, after: int | None = None) -> Table:
    """The standings after a round, or after the last one with a result. ValueError if there is no round of this number."""
    upto = _round(results, results.last_begun if after is None else after)
    games = results.counted(upto)
    lines = standings(results.players, games, results.rounds, results.bye_counts(upto), results.gone(upto), squares=results.squares)
    missing = results.open(upto)
    notes = [note for game in results.until(upto) if (note := game.note(results.squares))]
    if missing:
        notes.append(f"{counted(len(missing), 'game')} without a result")
    if results.planned is None:
        notes.append("the files have no line 'rounds N', so the Brightwell Quotient is that of the rounds so far")
    event = f"after round {upto}" + (f" of {results.planned}" if results.planned else "") if upto else "before the first round"
    return Table(results.title, event, lines, crosstable(games), results.squares, results.rounds, notes)


def next_round(results: Results, seed: int, after: int | None = None) -> str:
    """The pairing of the round after this one as a part of a file of results.

    ValueError if fewer than two players are left, a result is missing, or the tournament is over.
    """
    upto = _round(results, results.last if after is None else after)
    if missing := results.open(upto):
        raise ValueError(f"{min(game.place for game in missing)}: the next round cannot be paired without the score of this game")
    if results.planned and upto >= results.planned:
        raise ValueError(f"the last of {counted(results.planned, 'round')} is played")
    points = {line.name: line.points for line in people_table(results, upto).lines}
    played = results.pairings(upto)
    found = swiss_round(results.players, played, points, seed, results.gone(upto))
    met = {frozenset(matchup) for round_ in played for matchup in round_.matchups}
    lines = [f"round {upto + 1}", "# Black - White; write the discs on both sides of the dash, such as 40-24"]
    # the leaders first, as in the table
    strength = {matchup: sorted((points[name] for name in matchup), reverse=True) for matchup in found.matchups}
    order = sorted(sorted(found.matchups), key=strength.__getitem__, reverse=True)
    for black, white in order:
        again = "  # they meet again" if frozenset((black, white)) in met else ""
        lines.append(f"{black} - {white}{again}")
    lines += [f"{name} bye" for name in found.byes]
    # an empty line first: the file to which this is appended may lack the end of its last line
    return "\n".join(["", *lines, ""])


def _round(results: Results, number: int) -> int:
    """This round. ValueError if the files do not have it."""
    if number > results.last:
        raise ValueError(f"round {number} has no games; the last round with games is {results.last}")
    return number
