"""`scripts/ladder`: the Elo of the levels of an engine."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from lab import formatting, journal
from lab.commands import arguments, contest_setup
from lab.commands.conclusion import conclude
from lab.contest import play
from lab.display import Display, terminal_width
from lab.files import replace_text
from lab.level_table import with_ratings
from lab.machine import now
from lab.matchups import ladder, rungs, tasks
from lab.options.ladder import parse
from lab.ratings import Rating, ratings
from lab.records import Engine
from lab.statistics import Pair, pair_up


@dataclass(frozen=True)
class Ladder:
    """The games of a ladder."""

    engines: Mapping[int, Engine]
    """By level, from the lowest up."""
    pairs: Sequence[Pair]
    description: str
    """Its levels, games and day."""


def main(given: Sequence[str] | None = None) -> int:
    """Plays a ladder; the exit code."""
    read = parse(given)
    return contest_setup.run_command("ladder", lambda: play_ladder(read))


def play_ladder(given: argparse.Namespace) -> int:
    """Plays it; the exit code."""
    named = arguments.engines(given)
    if len(named) != 1:
        raise ValueError(f"a ladder needs one engine, --engine names {len(named)}")
    pairs = arguments.pairs(given)
    conditions = arguments.conditions(given)
    if given.table and conditions.variant:
        raise ValueError(f"{given.table} has the levels of Othello: --table cannot be used with --variant")
    if given.table:
        write(given.table, {}, dry=True)  # a missing table is an error before the first game
    engines = rungs(named[0], given.levels)
    older = earlier(given.add, named[0], given.seed, conditions.variant)
    matchups = ladder(list(engines.values()))
    description = describe(list(engines), 2 * pairs, now())

    def ladders(played: Sequence[Pair]) -> list[Ladder]:
        return [*older, Ladder(engines, played, description)]

    with contest_setup.prepare("ladder", given, tuple(engines.values()), conditions, {}) as ready:
        pairs_to_play = tasks(matchups, ready.openings, conditions)
        total = len(matchups) * pairs
        title = f"{named[0].name}, {len(engines)} levels"
        with Display(ready.console, title, lambda played, width: results(ladders(played), width), 2 * total) as display:
            outcome = play(itertools.islice(pairs_to_play, total), ready.scheduler, ready.journal, display)
        code = conclude(ready, given, outcome, results(ladders(outcome.pairs), terminal_width(ready.console)))
    if given.table:
        write(given.table, rated(ladders(outcome.pairs)), footnote(ladders(outcome.pairs)))
    return code


def earlier(paths: Sequence[Path], engine: Engine, seed: int, variant: str = "") -> list[Ladder]:
    """The ladders in these journals. ValueError if one is of another engine or variant or has the seed of another."""
    found = []
    seeds = {seed}
    for path in paths:
        contents = journal.read(path)
        settings = contents.settings
        if settings.kind != "ladder" or not settings.engines:
            raise ValueError(f"{path}: a {settings.kind} of {len(settings.engines)} engines, not a ladder")
        if settings.conditions.variant != variant:
            raise ValueError(f"{path}: a ladder of {settings.conditions.variant or 'Othello'}, not of {variant or 'Othello'}")
        if settings.seed in seeds:
            raise ValueError(f"{path}: seed {settings.seed} is used twice: the same games would count twice")
        seeds.add(settings.seed)
        levels = {theirs.limit.level: theirs for theirs in settings.engines if theirs.limit.level is not None}
        expected = rungs(msgspec.structs.replace(engine, command=settings.engines[0].command), levels)
        if tuple(expected.values()) != settings.engines:
            raise ValueError(f"{path}: not a ladder of this engine: {settings.engines[0].name}")
        pairs, _ = pair_up(contents.counted())
        if not (pairs and contents.runs):
            raise ValueError(f"{path}: no games yet")
        games = 2 * len(pairs) // len(ladder(settings.engines))
        found.append(Ladder(expected, pairs, describe(list(expected), games, contents.runs[0].began)))
    return found


def write(path: Path, found: Mapping[int, Rating], note: str = "", dry: bool = False) -> None:
    """Writes the Elo into the table of levels in this file; `dry` only checks the table. ValueError names the file; OSError."""
    try:
        text = with_ratings(path.read_text(encoding="utf-8"), found, note)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if not dry:
        replace_text(path, text)


def rated(ladders: Sequence[Ladder]) -> dict[int, Rating]:
    """The Elo of each level from all games of these ladders."""
    level = {engine.name: number for one in ladders for number, engine in one.engines.items()}
    lowest = min(level, key=lambda name: level[name])
    pairs = [pair for one in ladders for pair in one.pairs]
    return {level[rating.name]: rating for rating in ratings(pairs, lowest)}


def results(ladders: Sequence[Ladder], width: int | None) -> list[str]:
    """A row for each level."""
    found = sorted(rated(ladders).items())
    rows = [(str(level), formatting.signed(rating.elo, 0), f"{rating.error:.0f}", str(rating.games)) for level, rating in found]
    return formatting.table(("level", "Elo", "±", "games"), rows, width=width, optional=["games"]).splitlines()


def describe(levels: Sequence[int], games: int, when: str) -> str:
    """The levels of a ladder, the games of each two that met, and the day."""
    return f"levels {', '.join(map(str, levels))}, {games} games of each with the next two above it, {when[:10]}"


def footnote(ladders: Sequence[Ladder]) -> str:
    """How the Elo was measured, for the line below the table."""
    lowest = min(level for one in ladders for level in one.engines)
    return f"Elo: above level {lowest}, with 95 % errors; `scripts/ladder`, {'; '.join(one.description for one in ladders)}."
