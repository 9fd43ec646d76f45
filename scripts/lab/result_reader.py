"""Reads files of results that people type, and finds what cannot be right in them.

All errors are found, not only the first. Lines of a round may stand in any order, and a round may be continued anywhere.
"""

import difflib
import itertools
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from lab.result_lines import (
    ByeLine,
    GameLine,
    PlayersLine,
    RoundLine,
    SettingLine,
    Statement,
    WithdrawalLine,
    parse_line,
)
from lab.results import Place, Problem, Result, Results
from lab.rules import Colour

T = TypeVar("T", bound=Statement)
ALIKE = 0.8
"""From this share of common letters on, two names are taken for two spellings of one."""


class ResultsError(ValueError):
    """Files with errors."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        """All errors, in the order of the lines."""
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def parse_results(files: Sequence[tuple[str, bytes]]) -> Results:
    """The results in files with these names and contents. ResultsError."""
    return _Reader(files).results()


@dataclass(frozen=True)
class _Entry:
    """A line that could be read."""

    place: Place
    round: int | None
    """The round under whose heading it stands."""
    statement: Statement


@dataclass
class _Reader:
    """The lines of all files, and the problems found so far."""

    files: Sequence[tuple[str, bytes]]
    errors: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    entries: list[_Entry] = field(default_factory=list)
    spellings: dict[str, str] = field(default_factory=dict)
    """How a name is printed, by `_key`."""
    listed: dict[str, Place] = field(default_factory=dict)
    """Where the names of `players` lines stand, by `_key`."""

    def results(self) -> Results:
        """What the lines say, if none is wrong. ResultsError."""
        for number, (name, content) in enumerate(self.files):
            self._parse(number, name, content)
        self._spell()
        title = self._setting("title", "title")
        squares, rounds = (self._setting(name, f"number of {name}") for name in ("squares", "rounds"))
        planned = int(rounds) if rounds else None
        withdrawn = self._withdrawn()
        size = int(squares or 64)
        games = [game for entry, line in self._all(GameLine) if (game := self._game(entry, line, size))]
        byes = [
            (entry.round, known) for entry, line in self._all(ByeLine) if (known := self._known(entry, line.name)) and entry.round
        ]
        self._check_rounds(planned)
        self._check_once(withdrawn)
        if not self.spellings and not self.errors:
            self._error(Place(0, 1, self.files[0][0]), "expected results, or a line 'players' with names")
        if self.errors:
            raise ResultsError(sorted(set(self.errors)))
        results = Results(
            title=title or "",
            squares=size,
            planned=planned,
            players=sorted(self.spellings.values()),
            games=games,
            byes=byes,
            withdrawn=withdrawn,
        )
        self._warn(results)
        return Results(**{**vars(results), "warnings": sorted(self.warnings)})

    def _parse(self, number: int, name: str, content: bytes) -> None:
        """Reads the lines of a file."""
        current: int | None = None
        for at, raw in enumerate(re.split(rb"\r\n|\r|\n", content.removeprefix(b"\xef\xbb\xbf")), 1):
            place = Place(number, at, name)
            try:
                statement = parse_line(raw.decode())
            except UnicodeDecodeError:
                self._error(place, "expected text in UTF-8; save the file in this encoding")
                continue
            except ValueError as error:
                self._error(place, str(error))
                continue
            if isinstance(statement, RoundLine):
                current = statement.number
            elif isinstance(statement, GameLine | ByeLine) and current is None:
                self._error(place, "expected a line 'round 1' before the first result")
            if statement is not None:
                self.entries.append(_Entry(place, current, statement))

    def _all(self, kind: type[T]) -> Iterator[tuple[_Entry, T]]:
        """The lines of a kind."""
        for entry in self.entries:
            if isinstance(entry.statement, kind):
                yield entry, entry.statement

    def _error(self, place: Place, text: str) -> None:
        self.errors.append(Problem(place, text))

    def _spell(self) -> None:
        """Collects the names: the spelling of a `players` line, else the most frequent one."""
        for entry, line in self._all(PlayersLine):
            for name in line.names:
                if _key(name) in self.listed:
                    self._error(entry.place, f"expected each player once: {name!r} stands in {self.listed[_key(name)]} already")
                else:
                    self.listed[_key(name)], self.spellings[_key(name)] = entry.place, name
        if not self.listed:
            uses = self._uses()
            self.spellings = {key: min(found, key=lambda name: (-found[name], name)) for key, found in uses.items()}

    def _uses(self) -> dict[str, Counter[str]]:
        """The spellings of each player in games and byes, by `_key`."""
        uses: dict[str, Counter[str]] = defaultdict(Counter)
        for entry in self.entries:
            for name in _players(entry.statement):
                uses[_key(name)][name] += 1
        return uses

    def _known(self, entry: _Entry, name: str) -> str | None:
        """The name as it is printed; None, and an error, if it is no player."""
        known = self.spellings.get(_key(name))
        if known is None:
            near = [other for other in self.spellings.values() if any(similar((name, other)))]
            hint = f"; did you mean {near[0]!r}?" if near else ""
            where = "in a line 'players'" if self.listed else "in a game or a bye"
            self._error(entry.place, f"expected a player, got {name!r}, who does not stand {where}{hint}")
        return known

    def _setting(self, name: str, what: str) -> str | None:
        """The value of a setting, or None; an error if there are several."""
        found: str | None = None
        for entry, line in self._all(SettingLine):
            if line.name == name and found not in (None, line.value):
                self._error(entry.place, f"expected one {what}, got {line.value!r} after {found!r}")
            elif line.name == name:
                found = line.value
        return found

    def _withdrawn(self) -> dict[str, int]:
        """The first round without each player who withdrew."""
        found: dict[str, int] = {}
        for entry, line in self._all(WithdrawalLine):
            for typed in line.names:
                name = self._known(entry, typed)
                if name in found:
                    self._error(entry.place, f"expected one withdrawal of {name}, who already withdrew from round {found[name]} on")
                elif name:
                    found[name] = line.since or entry.round or 1
        return found

    def _game(self, entry: _Entry, line: GameLine, squares: int) -> Result | None:
        """The game of a line; None, and an error, if it cannot be one."""
        before = len(self.errors)
        black, white = self._known(entry, line.black), self._known(entry, line.white)
        if black and black == white:
            self._error(entry.place, f"expected two players, got {black} twice")
        if line.discs is not None:
            if sum(line.discs) > squares:
                self._error(entry.place, f"expected at most {squares} discs, got {line.discs[0]} + {line.discs[1]}")
            elif not any(line.discs):
                self._error(entry.place, "expected a score with discs, got 0-0; a game without a result is 'Anna - Boris'")
        overstepped: Colour | None = None
        if line.overstepped is not None and black and white:
            colours: dict[str, Colour] = {_key(white): "white", _key(black): "black"}
            overstepped = colours.get(_key(line.overstepped))
            if overstepped is None:
                self._error(entry.place, f"expected {black} or {white} before 'on time', got {line.overstepped!r}")
        if len(self.errors) > before or not black or not white or entry.round is None:
            return None
        return Result(entry.round, black, white, line.discs, overstepped, entry.place)

    def _check_rounds(self, planned: int | None) -> None:
        """No round is later than the last one."""
        for entry in self.entries:
            number = entry.statement.number if isinstance(entry.statement, RoundLine) else None
            number = entry.statement.since if isinstance(entry.statement, WithdrawalLine) else number
            if planned and number and number > planned:
                self._error(entry.place, f"expected a round from 1 to {planned}, the number of rounds, got {number}")

    def _check_once(self, withdrawn: dict[str, int]) -> None:
        """A player has one game or bye in a round, and none after a withdrawal."""
        seen: dict[tuple[int, str], Place] = {}
        for entry in self.entries:
            for name in {self.spellings.get(_key(typed), "") for typed in _players(entry.statement)} - {""}:
                if entry.round is None:
                    continue
                first = seen.setdefault((entry.round, name), entry.place)
                if first != entry.place:
                    self._error(entry.place, f"expected {name} once in round {entry.round}, as in {first}")
                if entry.round >= withdrawn.get(name, entry.round + 1):
                    self._error(
                        entry.place, f"expected no game of {name} in round {entry.round}: withdrawn from round {withdrawn[name]} on"
                    )

    def _warn(self, results: Results) -> None:
        """Finds what is possible but probably wrong."""
        first: dict[str, Place] = {}
        headings: dict[int, Place] = {}
        for entry in self.entries:
            for name in _players(entry.statement):
                first.setdefault(self.spellings[_key(name)], entry.place)
            if entry.round is not None:
                headings.setdefault(entry.round, entry.place)
        if not self.listed:
            self._warn_of_names(results.players, first)
        self._warn_of_absence(results, headings)
        self._warn_of_games(results)

    def _warn_of_names(self, players: Sequence[str], first: dict[str, Place]) -> None:
        """Names that are probably two spellings of one; `first` is where each stands first."""
        uses = self._uses()
        for pair in similar(players):
            rare, usual = sorted(pair, key=lambda name: (uses[_key(name)].total(), -first[name].number, -first[name].line))
            text = f"{rare!r} looks like {usual!r}: misspelt? If these are two players, list all players in a line 'players'"
            self.warnings.append(Problem(first[rare], text))

    def _warn_of_absence(self, results: Results, headings: dict[int, Place]) -> None:
        """Rounds without results, and players without a game; `headings` is where each round begins."""
        empty: list[str] = []
        for number, round_ in enumerate(results.pairings(results.last), 1):
            present = {name for matchup in round_.matchups for name in matchup} | set(round_.byes)
            gone = {name for name, since in results.withdrawn.items() if since <= number}
            missing = [name for name in results.players if name not in present | gone]
            if not present:
                empty.append(str(number))
            elif missing:
                text = f"round {number} has no game, bye or withdrawal of {', '.join(missing)}"
                self.warnings.append(Problem(headings[number], text))
        if empty:
            self.warnings.append(Problem(headings[results.last], f"no results before this round in round {', '.join(empty)}"))

    def _warn_of_games(self, results: Results) -> None:
        """Players who meet again, and games without a result."""
        met: dict[frozenset[str], Result] = {}
        for game in results.until(results.last):
            earlier = met.setdefault(frozenset((game.black, game.white)), game)
            if earlier is not game:
                text = f"{game.black} and {game.white} already met in round {earlier.round}, in {earlier.place}"
                self.warnings.append(Problem(game.place, text))
        for game in results.open(results.last):
            self.warnings.append(Problem(game.place, f"{game.black} - {game.white} has no result yet and does not count"))


def _key(name: str) -> str:
    """The same for all spellings of a name that differ in upper and lower case only."""
    return name.casefold()


def _players(statement: Statement) -> tuple[str, ...]:
    """The names in a game or a bye."""
    if isinstance(statement, GameLine):
        return statement.black, statement.white
    return (statement.name,) if isinstance(statement, ByeLine) else ()


def similar(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The pairs of names that are probably two spellings of one; names that differ by a digit are two players."""
    for one, other in itertools.combinations(sorted(names), 2):
        plain, theirs = _plain(one), _plain(other)
        if re.findall(r"\d", plain) == re.findall(r"\d", theirs) and difflib.SequenceMatcher(None, plain, theirs).ratio() >= ALIKE:
            yield one, other


def _plain(name: str) -> str:
    """The name in small letters without accents."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(letter))
