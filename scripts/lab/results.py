"""The results of a tournament of people, and the scores on record.

Knows nothing of files; `result_reader` makes `Results` of what people type.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lab.pairings import Round
from lab.records import Game
from lab.rules import Colour, smallest_win


@dataclass(frozen=True, order=True)
class Place:
    """A line of a file."""

    number: int
    """Of the file, from 0, in the order in which the files are read."""
    line: int
    file: str

    def __str__(self) -> str:
        """For a message."""
        return f"{self.file}, line {self.line}"


@dataclass(frozen=True, order=True)
class Problem:
    """An error or a warning."""

    place: Place
    text: str

    def __str__(self) -> str:
        """For a message."""
        return f"{self.place}: {self.text}"


@dataclass(frozen=True)
class Result:
    """A game as it was typed."""

    round: int
    black: str
    white: str
    discs: tuple[int, int] | None
    """Black's and White's; None if they were not typed."""
    overstepped: Colour | None
    """The colour that lost on time."""
    place: Place

    def score(self, squares: int) -> int | None:
        """Black's lead on record; None without a result."""
        if self.discs is None and self.overstepped is None:
            return None
        score = 0 if self.discs is None else _final(*self.discs, squares)
        if self.overstepped == "white":
            return max(score, smallest_win(squares))
        if self.overstepped == "black":
            return min(score, -smallest_win(squares))
        return score

    def note(self, squares: int) -> str:
        """Why the score on record differs from the typed one; empty if it does not."""
        score = self.score(squares)
        if score is None or (self.overstepped is None and self.discs is not None and sum(self.discs) == squares):
            return ""
        typed = "-" if self.discs is None else f"{self.discs[0]}-{self.discs[1]}"
        if self.overstepped:
            reason = f"{self.black if self.overstepped == 'black' else self.white} lost on time"
        else:
            reason = "the empty squares go to the winner" if score else "the empty squares are shared in a draw"
        recorded = f"{(squares + score) / 2:g}-{(squares - score) / 2:g}"
        return f"round {self.round}: {self.black} {typed} {self.white} counts as {recorded}: {reason}"


def _final(black: int, white: int, squares: int) -> int:
    """Black's lead at the end of a game; the empty squares go to the winner."""
    lead, empties = black - white, squares - black - white
    return lead + empties if lead > 0 else lead - empties if lead < 0 else 0


@dataclass(frozen=True)
class Results:
    """All that was typed, without errors."""

    title: str
    squares: int
    planned: int | None
    """Rounds of the whole tournament; None if the files do not say."""
    players: Sequence[str]
    games: Sequence[Result]
    byes: Sequence[tuple[int, str]]
    """Rounds and players."""
    withdrawn: Mapping[str, int]
    """The first round without each of these players."""
    warnings: Sequence[Problem] = field(default=())

    @property
    def last(self) -> int:
        """The last round with a game or a bye, or 0."""
        rounds = [game.round for game in self.games] + [number for number, _ in self.byes]
        return max(rounds, default=0)

    @property
    def last_begun(self) -> int:
        """The last round with a result, or 0. A round that is only paired does not count, nor do its byes."""
        scored = {game.round for game in self.games if game.score(self.squares) is not None}
        paired = {game.round for game in self.games} - scored
        return max(scored | {number for number, _ in self.byes} - paired, default=0)

    @property
    def rounds(self) -> int:
        """Rounds for the Brightwell Quotient: the planned ones, else those that were played; at least 1."""
        return self.planned or max(1, self.last_begun)

    def until(self, after: int) -> list[Result]:
        """The games up to a round, in an order that does not depend on that of the lines."""
        return sorted((game for game in self.games if game.round <= after), key=lambda game: (game.round, game.black, game.white))

    def counted(self, after: int) -> list[Game]:
        """The games with a result up to a round."""
        scores = [(game, game.score(self.squares)) for game in self.until(after)]
        return [
            Game(number, 0, "", game.black, game.white, (), score, event=f"round {game.round}")
            for number, (game, score) in enumerate(scores)
            if score is not None
        ]

    def open(self, after: int) -> list[Result]:
        """The games up to a round that have no result."""
        return [game for game in self.until(after) if game.score(self.squares) is None]

    def bye_counts(self, after: int) -> dict[str, int]:
        """The number of byes of each player up to a round."""
        counts = dict.fromkeys(self.players, 0)
        for number, name in self.byes:
            counts[name] += number <= after
        return counts

    def gone(self, after: int) -> set[str]:
        """The players who do not play the round after this one."""
        return {name for name, since in self.withdrawn.items() if since <= after + 1}

    def pairings(self, after: int) -> list[Round]:
        """Who met whom in each round up to this one."""
        games = self.until(after)
        return [
            Round(
                tuple((game.black, game.white) for game in games if game.round == number),
                tuple(sorted(name for in_round, name in self.byes if in_round == number)),
            )
            for number in range(1, after + 1)
        ]
