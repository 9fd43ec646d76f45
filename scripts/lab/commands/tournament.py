"""`scripts/tournament`: a tournament of many engines."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

from lab.commands import arguments, contest_setup
from lab.commands.conclusion import conclude
from lab.contest import Outcome, play
from lab.display import Display, terminal_width
from lab.files import replace_text
from lab.journal import Scalar
from lab.options.tournament import parse
from lab.records import Task
from lab.statistics import Pair
from lab.tournament import Tournament, read_withdrawals, rounds_begun, withdraw, withdrawals_file


def main(given: Sequence[str] | None = None) -> int:
    """Plays a tournament; the exit code."""
    read = parse(given)
    return contest_setup.run_command("tournament", lambda: play_tournament(read))


def play_tournament(given: argparse.Namespace) -> int:
    """Plays it; the exit code."""
    engines = arguments.engines(given)
    names = [engine.name for engine in engines]
    conditions = arguments.conditions(given)
    # an invalid tournament is an error before any engine is started
    contest = Tournament(engines, (), conditions, given.system, given.rounds, given.pairs, given.seed)
    plan: dict[str, Scalar] = {"system": contest.system, "rounds": contest.rounds, "pairs": contest.pairs}
    with contest_setup.prepare("tournament", given, engines, conditions, plan) as ready:
        contest.openings = list(itertools.islice(ready.openings, max(1, contest.pairs * contest.rounds * (len(engines) // 2))))
        withdrawals = withdrawals_file(ready.path)
        for name in given.withdraw:
            withdraw(withdrawals, name, rounds_begun(ready.journal.contents.counted()) + 1, names)
        outcome = Outcome()

        def text(_: Sequence[Pair] = (), width: int | None = None) -> list[str]:
            return contest.text(ready.journal.contents.counted(), width).splitlines()

        total = 2 * contest.pairs * contest.rounds * (len(engines) // 2)
        with Display(ready.console, f"{contest.system} of {len(engines)}", text, total) as display:
            for tasks in groups(contest, ready, withdrawals):
                played = play(tasks, ready.scheduler, ready.journal, display)
                outcome.pairs += played.pairs
                outcome.games += played.games
                outcome.failed |= played.failed
                if given.table:
                    replace_text(given.table, "\n".join(text()) + "\n")
        lines = text(width=terminal_width(ready.console))
        return conclude(ready, given, outcome, lines, contest.standings(ready.journal.contents.counted()))


def groups(contest: Tournament, ready: contest_setup.Contest, withdrawals: Path) -> Iterator[Iterator[Task]]:
    """The tasks that can be played without waiting for results: those of a round of a Swiss, all those of a round robin."""

    def next_round() -> Iterator[Task]:
        contest.withdraw(read_withdrawals(withdrawals, [engine.name for engine in contest.engines]))
        games = ready.journal.contents.counted()
        tasks = contest.begin_round(games)
        played = {(game.task, game.half) for game in games}
        closed = contest.system == "swiss" and contest.closed(games)
        return iter([task for task in tasks if not closed or all((task.number, half) in played for half in task.halves)])

    if contest.system == "swiss":
        while not contest.over():
            yield next_round()
    else:
        yield itertools.chain.from_iterable(next_round() for _ in range(contest.rounds))
