"""The contents of the page of a contest: numbers and words."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from lab import formatting
from lab.bootstrap import ROOT
from lab.journal import Contents
from lab.notation import parse_transcript, transcript
from lab.ratings import Rating, ratings
from lab.records import Engine, Game, Limit
from lab.rules import Board, boards, canonical
from lab.sequential import Sprt, Verdict
from lab.standings import crosstable
from lab.statistics import EngineStats, Estimate, Pair, Summary, engine_stats, pair_up, summary
from lab.variant_board import start
from lab.variants import CUT_OFF, find

OPENING_NAMES = ROOT / "crates" / "core" / "data" / "opening-names.tsv"
"""Name, moves, and the number of catalogues that agree, with a line of headings."""


@dataclass(frozen=True)
class Test:
    """A sequential test and its state."""

    sprt: Sprt
    ratio: float
    verdict: Verdict

    @property
    def outcome(self) -> str:
        """The verdict in two words."""
        accepted = {Verdict.H0: self.sprt.elo0, Verdict.H1: self.sprt.elo1}.get(self.verdict)
        return "open" if accepted is None else f"{accepted:g} accepted"

    def words(self) -> str:
        """The verdict in a sentence."""
        elo0, elo1 = f"{self.sprt.elo0:g}", f"{self.sprt.elo1:g}"
        unit = "normalised Elo" if self.sprt.normalised else "Elo"
        return {
            Verdict.H1: f"The test accepts {elo1} {unit} against {elo0}.",
            Verdict.H0: f"The test accepts {elo0} {unit} against {elo1}.",
            Verdict.OPEN: f"The test between {elo0} and {elo1} {unit} has not ended.",
        }[self.verdict]


@dataclass(frozen=True)
class ColourResult:
    """Wins, draws and losses of the first engine, and the mean disc difference."""

    name: str
    won: int
    drawn: int
    lost: int
    discs: float


@dataclass(frozen=True)
class OpeningRow:
    """The results of the first engine from an opening."""

    opening: str
    name: str
    """The name of the opening; empty if it has none."""
    pairs: int
    points: float
    black: float
    """The mean disc difference of its games with black."""
    white: float


@dataclass(frozen=True)
class View:
    """The data of the page."""

    contents: Contents
    games: Sequence[Game]
    pairs: Sequence[Pair]
    names: Sequence[str]
    """The engines, the first engine of the settings first."""
    duel: Summary | None
    """The statistics of a contest of two engines; None with more."""
    duels: Sequence[Summary]
    """The statistics of each pairing."""
    ratings: Sequence[Rating]
    cells: dict[tuple[str, str], tuple[float, int]]
    test: Test | None
    engine_stats: dict[str, EngineStats]
    pace: dict[str, dict[int, list[float]]]
    """The seconds of each engine's moves, by the number of the move in the game."""
    openings: Sequence[OpeningRow]
    """The best for the first engine first."""

    @property
    def variant(self) -> str:
        """The rules in words; empty for Othello."""
        return self.contents.settings.conditions.variant

    @property
    def start(self) -> str:
        """The board at the start, a line for each row."""
        return "\n".join(" ".join(row).replace(CUT_OFF, " ") for row in find(self.variant).picture)

    @property
    def faults(self) -> list[Game]:
        """The games that ended with a fault."""
        return [game for game in self.games if game.fault]

    @property
    def title(self) -> str:
        """The contest in a line."""
        if self.duel is None:
            return f"{len(self.names)} engines, {len(self.games)} games"
        mine = self.duel.won + self.duel.drawn / 2
        theirs = self.duel.lost + self.duel.drawn / 2
        return f"{self.duel.first} {formatting.points(mine)} : {formatting.points(theirs)} {self.duel.second}"

    @property
    def lead(self) -> str:
        """The result in a sentence or two."""
        if self.duel is None:
            best = self.ratings[0] if self.ratings else None
            return (
                f"{best.name} leads, {best.elo:.0f} Elo above {self.names[0]}."
                if best and best.elo > 0
                else f"{self.names[0]} leads."
            )
        first, second, share = self.duel.first, self.duel.second, self.duel.score
        if not self.duel.pairs:
            words = "No pair of games is complete yet."
        elif share.low > 0.5:
            words = f"{first} is stronger."
        elif share.high < 0.5:
            words = f"{second} is stronger."
        else:
            reach = f"{percent(share.low)} to {percent(share.high)}"
            words = f"The difference is not significant: the 95 % interval of the score of {first} is {reach}."
        return f"{words} {self.test.words()}" if self.test else words

    @property
    def order(self) -> list[str]:
        """The engines, the best share of the points first."""
        return sorted(self.names, key=lambda name: (-self.sum(name)[0] / max(1, self.sum(name)[1]), name))

    def sum(self, name: str) -> tuple[float, int]:
        """All points of an engine, and its number of games."""
        cells = [cell for (one, _), cell in self.cells.items() if one == name]
        return sum(cell[0] for cell in cells), sum(cell[1] for cell in cells)

    def rating(self, name: str) -> Rating | None:
        """Its rating; None if no chain of games connects it with the first engine."""
        return next((rating for rating in self.ratings if rating.name == name), None)

    def tallies(self) -> list[ColourResult]:
        """The first engine's results: with either colour and together."""
        name = self.names[0]
        black = [game.score for game in self.games if game.black == name]
        white = [-game.score for game in self.games if game.white == name]
        return [_tally("with black", black), _tally("with white", white), _tally("together", black + white)]


def view(contents: Contents) -> View:
    """Computes the contents. Games without their partner count in the tallies, not in the estimates."""
    games = contents.counted()
    used = engine_stats(games)
    pairs, _ = pair_up(games)
    names = [engine.name for engine in contents.settings.engines]
    names += sorted({name for game in games for name in (game.black, game.white)} - set(names))
    met = dict.fromkeys(tuple(sorted((pair.first, pair.second), key=names.index)) for pair in pairs)
    duel = summary(pairs, names[0], names[1]) if len(names) == 2 else None
    return View(
        contents=contents,
        games=games,
        pairs=pairs,
        names=names,
        duel=duel,
        duels=[summary(pairs, first, second) for first, second in met],
        ratings=ratings(pairs, names[0]) if len(names) > 2 else [],
        cells=crosstable(games),
        test=_test(contents, duel),
        engine_stats={name: used.get(name, EngineStats()) for name in names},
        pace=_pace(names, games),
        openings=_openings(pairs, names[0], contents.settings.conditions.variant),
    )


def percent(share: float, digits: int = 1) -> str:
    """A share from 0 to 1 in percent."""
    return f"{100 * share:.{digits}f} %"


def signed(number: float, digits: int = 0) -> str:
    """A difference with its sign, with a minus sign instead of a hyphen."""
    return formatting.signed(number, digits).replace("-", "\N{MINUS SIGN}").replace("inf", "∞")


def interval(estimate: Estimate, digits: int = 0) -> str:
    """The ends of an interval: `+3 to +12`."""
    return f"{signed(estimate.low, digits)} to {signed(estimate.high, digits)}"


def limit_words(limit: Limit) -> str:
    """A limit in words: `level 4, 0.02 s per move`."""
    words = [f"{name} {value:,}" for name in ("depth", "level", "nodes") if (value := getattr(limit, name)) is not None]
    if limit.move_time is not None:
        words.append(f"{limit.move_time:g} s per move")
    if limit.game_time is not None:
        words.append(f"{limit.game_time:g} s per game" + (f" and {limit.increment:g} s per move" if limit.increment else ""))
    return ", ".join(words) or "set by its command"


def engine_words(engine: Engine) -> list[tuple[str, str]]:
    """The settings of an engine in rows."""
    rows = [("command", " ".join(engine.command)), ("protocol", engine.protocol.upper()), ("limit", limit_words(engine.limit))]
    rows += [("directory", engine.directory)] if engine.directory else []
    rows += [(f"option {name}", value) for name, value in engine.options]
    rows += [("environment", f"{name}={value}") for name, value in engine.environment]
    rows += [("command sent", line) for line in engine.commands]
    return rows


def shown(game: Game) -> str:
    """The moves of a game."""
    return transcript(game.moves)


def _tally(name: str, scores: Sequence[int]) -> ColourResult:
    won, drawn = sum(score > 0 for score in scores), sum(score == 0 for score in scores)
    return ColourResult(name, won, drawn, len(scores) - won - drawn, float(np.mean(scores)) if scores else 0.0)


def _test(contents: Contents, duel: Summary | None) -> Test | None:
    """The sequential test of the contest, if it is one."""
    plan = contents.settings.plan
    if duel is None or "elo0" not in plan:
        return None
    numbers = {name: float(value) for name in ("elo0", "elo1", "alpha", "beta") if (value := plan.get(name)) is not None}
    sprt = Sprt(**numbers, normalised=bool(plan.get("normalised")))
    return Test(sprt, sprt.log_ratio(duel.counts), sprt.verdict(duel.counts))


def _pace(names: Sequence[str], games: Sequence[Game]) -> dict[str, dict[int, list[float]]]:
    """The seconds of each engine by the number of the move."""
    found: dict[str, dict[int, list[float]]] = {name: defaultdict(list) for name in names}
    for game in games:
        played = boards((move.at for move in game.moves), start(game.variant))
        for number, (board, move) in enumerate(zip(played, game.moves, strict=False), 1):
            if move.seconds is not None:
                found[game.black if board.turn == "black" else game.white][number].append(move.seconds)
    return found


def _openings(pairs: Sequence[Pair], name: str, variant: str) -> list[OpeningRow]:
    """The pairs of an engine by opening. Openings of variants have no names."""
    found: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        if name in (pair.first, pair.second):
            found[pair.opening].append(pair.seen_by(name))
    rows = [
        OpeningRow(
            opening,
            "" if variant else name_of(parse_transcript(opening)),
            len(theirs),
            sum(pair.points for pair in theirs),
            *np.mean([pair.scores for pair in theirs], axis=0),
        )
        for opening, theirs in found.items()
    ]
    return sorted(rows, key=lambda row: (-row.black - row.white, row.opening))


@cache
def _names() -> dict[str, str]:
    """The names of openings by position: of several the one on which most catalogues agree."""
    found: dict[str, tuple[int, str]] = {}
    for line in OPENING_NAMES.read_text(encoding="utf-8").splitlines()[1:]:
        name, moves, sources = line.split("\t")[:3]
        *_, last = boards(parse_transcript(moves))
        key = canonical(last)
        if key not in found or found[key][0] < int(sources):
            found[key] = (int(sources), name)
    return {key: name for key, (_, name) in found.items()}


def name_of(moves: Iterable[str]) -> str:
    """The name of the last position of these moves that has one; empty if none has. ValueError if a move is illegal."""
    positions: list[Board] = list(boards(moves))
    return next((_names()[key] for key in map(canonical, reversed(positions)) if key in _names()), "")
