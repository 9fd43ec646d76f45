"""A tournament of engines, round by round: the tasks of the next round, and the standings.

The state is the games and the withdrawals. Each round follows from the earlier rounds and their results, so a tournament can be
resumed at any point. Knows no processes and no clocks.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from lab.files import replace_text
from lab.formatting import standings as standings_text
from lab.pairings import Round, round_robin, swiss_round
from lab.records import Conditions, Engine, Game, Task
from lab.standings import Standing, crosstable, standings
from lab.variants import find

System = Literal["round-robin", "swiss"]


class TournamentError(ValueError):
    """The games or the withdrawals cannot be those of this tournament."""


@dataclass
class Tournament:
    """The settings of a tournament, and its rounds so far."""

    engines: Sequence[Engine]
    openings: Sequence[str]
    """In the order in which they are used, then again from the first."""
    conditions: Conditions
    system: System
    rounds: int
    """Rounds of a Swiss; a round robin has one for each opponent."""
    pairs: int
    """Pairs of games in each matchup."""
    seed: int
    withdrawn: Mapping[str, int] = field(default_factory=dict)
    """The players that withdrew, each with the first round without it, from 1."""
    played: list[Round] = field(default_factory=list)

    def __post_init__(self) -> None:
        """ValueError for invalid settings."""
        self._by_name = {engine.name: engine for engine in self.engines}
        self._circle = round_robin([engine.name for engine in self.engines], self.seed)
        if self.system == "round-robin":
            self.rounds = len(self._circle)
        for what, value in (("round", self.rounds), ("pair in a matchup", self.pairs)):
            if value < 1:
                raise ValueError(f"a tournament has at least one {what}: {value}")

    def begin_round(self, games: Sequence[Game]) -> list[Task]:
        """Pairs the next round, given all games so far; its tasks.

        TournamentError if too few players are left, or if a game of this round does not fit the pairing.
        """
        first = self._matchup_count() * self.pairs
        next_round = self._paired(games)
        self.played.append(next_round)
        event = f"round {len(self.played)}"
        matchups = [matchup for matchup in next_round.matchups for _ in range(self.pairs)]
        tasks = [
            Task(at, self.openings[at % len(self.openings)], self._by_name[black], self._by_name[white], self.conditions, event)
            for at, (black, white) in enumerate(matchups, first)
        ]
        _check(tasks, games)
        return tasks

    def withdraw(self, withdrawn: Mapping[str, int]) -> None:
        """Sets the withdrawals. TournamentError if they change a round that is already paired."""
        for name, since in withdrawn.items():
            if name not in self.withdrawn and since <= len(self.played):
                raise TournamentError(f"{name!r} cannot withdraw from round {since}: round {len(self.played)} is already paired")
        self.withdrawn = dict(withdrawn)

    def over(self) -> bool:
        """Whether all rounds were paired."""
        return len(self.played) >= self.rounds

    def closed(self, games: Iterable[Game]) -> bool:
        """Whether there are games of later rounds, which were paired without the games missing in this one."""
        return any(game.task >= self._matchup_count() * self.pairs for game in games)

    def standings(self, games: Iterable[Game]) -> list[Standing]:
        """The table after these games."""
        names = [engine.name for engine in self.engines]
        byes = dict.fromkeys(names, 0)
        for round_ in self.played:
            for name in round_.byes:
                byes[name] += 2 * self.pairs
        out = {name for name, since in self.withdrawn.items() if since <= len(self.played)}
        return standings(
            names,
            list(games),
            rounds=2 * self.pairs * self.rounds,
            byes=byes,
            withdrawn=out,
            squares=find(self.conditions.variant).squares,
        )

    def text(self, games: Sequence[Game], width: int | None = None) -> str:
        """The table with the crosstable, narrowed to the width if there is one."""
        where = "after" if len(games) >= 2 * self.pairs * self._matchup_count() else "in"
        title = f"{self.system} of {len(self.engines)} engines {where} round {len(self.played)} of {self.rounds}"
        matchup = "a pair" if self.pairs == 1 else f"{self.pairs} pairs"
        return f"{title}; a matchup is {matchup} of games\n\n{standings_text(self.standings(games), crosstable(games), width)}"

    def _matchup_count(self) -> int:
        return sum(len(round_.matchups) for round_ in self.played)

    def _paired(self, games: Sequence[Game]) -> Round:
        """The next round."""
        number = len(self.played) + 1
        withdrawn = {name for name, since in self.withdrawn.items() if since <= number}
        if self.system == "swiss":
            # only earlier rounds count: this one may have games already
            before = [game for game in games if game.task < self._matchup_count() * self.pairs]
            points = {line.name: line.points for line in self.standings(before)}
            try:
                return swiss_round(list(self._by_name), self.played, points, self.seed, withdrawn)
            except ValueError as error:
                raise TournamentError(f"round {number}: {error}") from None
        planned = self._circle[number - 1]
        matchups = tuple(matchup for matchup in planned.matchups if not withdrawn & set(matchup))
        unpaired = [name for matchup in planned.matchups if withdrawn & set(matchup) for name in matchup]
        return Round(matchups, tuple(name for name in (*planned.byes, *unpaired) if name not in withdrawn))


def _check(tasks: Sequence[Task], games: Sequence[Game]) -> None:
    """TournamentError if a game with the number of one of these tasks has other players."""
    by_number = {task.number: task for task in tasks}
    for game in games:
        task = by_number.get(game.task)
        players = (game.black, game.white) if game.half == 0 else (game.white, game.black)
        if task is not None and (players, game.event) != ((task.first.name, task.second.name), task.event):
            raise TournamentError(
                f"pair {game.task} is {players[0]} against {players[1]} in {game.event!r}, expected {task.first.name} against "
                f"{task.second.name} in {task.event!r}: were the withdrawals changed?"
            )


def rounds_begun(games: Iterable[Game]) -> int:
    """The number of the last round that has a game, or 0."""
    numbers = (re.fullmatch(r"round (\d+)", game.event) for game in games)
    return max((int(found[1]) for found in numbers if found), default=0)


def withdrawals_file(journal: Path) -> Path:
    """The file with the withdrawals of the tournament in this journal."""
    return journal.with_name(f"{journal.name}.withdrawn")


def read_withdrawals(path: Path, players: Iterable[str]) -> dict[str, int]:
    """The withdrawals in a file with lines `ROUND NAME`; none if the file does not exist.

    TournamentError names file and line; OSError.
    """
    known = set(players)
    found: dict[str, int] = {}
    for number, line in enumerate(_lines(path), 1):
        words = line.split(maxsplit=1)
        if not words or line.startswith("#"):
            continue
        if len(words) != 2 or not words[0].isdecimal() or int(words[0]) < 1:
            raise TournamentError(f"{path}, line {number}: expected ROUND NAME, got {line!r}")
        name = words[1].strip()
        if name not in known:
            raise TournamentError(f"{path}, line {number}: the player {name!r} does not exist")
        if name in found:
            raise TournamentError(f"{path}, line {number}: {name!r} has already withdrawn")
        found[name] = int(words[0])
    return found


def _lines(path: Path) -> Iterator[str]:
    if path.exists():
        yield from path.read_text(encoding="utf-8").splitlines()


def withdraw(path: Path, name: str, since: int, players: Iterable[str]) -> None:
    """Adds a player to the file if it is not in it, in one step. TournamentError as `read_withdrawals`; OSError."""
    known = list(players)
    if name not in known:
        raise TournamentError(f"the player {name!r} does not exist")
    if name in read_withdrawals(path, known):
        return
    replace_text(path, "".join(f"{line}\n" for line in (*_lines(path), f"{since} {name}")))
