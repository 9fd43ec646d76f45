"""What every contest needs: engines and conditions of its options, scheduler, journal, output files, exit codes."""

import argparse
import contextlib
import itertools
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import NoReturn

import msgspec
from rich.console import Console

from lab import contest, formatting, openings, pgn
from lab.bootstrap import PROGRAM
from lab.contest import ContestError, Outcome, StopRule, never, shuffled
from lab.display import Display, Results, shown, terminal_width
from lab.engines.describe import read_engines
from lab.files import PAGE_BEGINNING, replace_text
from lab.journal import Journal, Run, Scalar, Settings, already_exists, check_output
from lab.machine import machine, now, programs, sha256, versions
from lab.notation import GGF_BEGINNING, to_ggf
from lab.options import OPENINGS
from lab.records import Conditions, Engine, Fault, Limit, Task
from lab.scheduler import Failure, Result, Scheduler, SchedulerError
from lab.scheduler.local import Local, share_cores
from lab.standings import Standing
from lab.statistics import engine_stats
from lab.terminal import complain
from lab.variants import find, read
from lab.work import check_engine

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


def engines_of(given: argparse.Namespace) -> tuple[Engine, ...]:
    """The engines. ValueError; OSError if a file cannot be read."""
    return read_engines(given.engine, msgspec.convert(given, Limit, from_attributes=True))


def pairs_of(given: argparse.Namespace) -> int:
    """The number of pairs for `--games`. ValueError if it is odd."""
    number, odd = divmod(given.games, 2)
    if odd:
        raise ValueError(f"--games must be even, got {given.games}: every opening is played twice")
    return int(number)


def conditions_of(given: argparse.Namespace) -> Conditions:
    """The conditions. ValueError if the solver does not exist, or for options that do not fit the variant; OSError."""
    variant = _variant(given)
    solver: tuple[str, ...] = ()
    if given.adjudicate:
        solver = tuple(shlex.split(given.solver)) if given.solver else (str(PROGRAM), "solve")
        if not given.solver and not PROGRAM.is_file():
            raise ValueError("--adjudicate needs a solver: build it with `cargo build --release` or set --solver")
    if given.agreed == 1:
        raise ValueError("--agreed must be at least 2: both engines report the score")
    return Conditions(given.tolerance, given.timeout, given.adjudicate, solver, given.time_loss, variant, given.agreed)


def _variant(given: argparse.Namespace) -> str:
    """The rules in words; empty for Othello."""
    try:
        words = read(given.variant) if given.variant else ""
    except ValueError as error:
        raise ValueError(f"--variant: {error}") from None
    if not words and given.opening_plies:
        raise ValueError("--opening-plies needs --variant: the openings of Othello are those of --openings")
    if words and given.openings:
        raise ValueError("--openings has games of Othello: the openings of --variant are random, see --opening-plies")
    if words and given.adjudicate:
        raise ValueError("--adjudicate solves Othello only: games of --variant are played to the end")
    if words and given.agreed:
        raise ValueError("--agreed knows the scores of Othello only: games of --variant are played to the end")
    return words


@dataclass
class Contest:
    """A contest that is ready to begin."""

    given: argparse.Namespace
    console: Console
    scheduler: Scheduler
    journal: Journal
    path: Path
    """Of the journal."""
    openings: Iterator[str]
    """Without end, in the order in which they are played."""
    outcome: Outcome = field(default_factory=Outcome)
    """What was played."""

    def print(self, text: str) -> None:
        """Prints lines, which a file or a pipe gets whole."""
        self.console.print(shown(text), highlight=False, soft_wrap=True, markup=False)

    def play(self, title: str, results: Results, tasks: Iterable[Task], games: int | None, stop: StopRule = never) -> int:
        """Plays a contest of these tasks with its progress on the console, and concludes it; the exit code."""
        with Display(self.console, title, results, games) as display:
            self.outcome = contest.play(tasks, self.scheduler, self.journal, display, stop)
        return self.conclude(results(self.outcome.pairs, terminal_width(self.console)))

    def conclude(self, lines: Sequence[str], table: Sequence[Standing] = ()) -> int:
        """Prints these lines, the failed pairs and the statistics of the engines, and writes the files of the options.

        The exit code. `table` is the table of a tournament, for the report. OSError.
        """
        missing = [f"pair {number} could not be played: {reason}" for number, reason in sorted(self.outcome.failed.items())]
        width = terminal_width(self.console)
        text = "\n".join(["", *lines, *missing, "", formatting.engine_table(engine_stats(self.outcome.games), width)])
        self.console.print(shown(text), highlight=False, soft_wrap=width is None, markup=False)
        contents = self.journal.contents
        if self.given.ggf:
            limits = {engine.name: engine.limit for engine in contents.settings.engines}
            games = [to_ggf(game, limits.get(game.black), limits.get(game.white)) for game in contents.counted()]
            replace_text(self.given.ggf, "".join(f"{game}\n" for game in games))
        if self.given.pgn:
            replace_text(self.given.pgn, pgn.pgn(contents))
        if self.given.report:
            from lab.report import render  # takes a second

            replace_text(self.given.report, render(contents, table))
        faults = any(game.fault not in (None, Fault.RESIGNED) for game in self.outcome.games)
        return int(bool(self.outcome.failed) or faults)


@contextlib.contextmanager
def prepare(
    kind: str, given: argparse.Namespace, engines: Sequence[Engine], conditions: Conditions, plan: dict[str, Scalar]
) -> Iterator[Contest]:
    """A contest of this kind between these engines, after a start of each engine.

    ValueError, OSError, SchedulerError, or ContestError if an engine does not start.
    """
    console = Console()
    lines, source, source_sha256 = _openings(given, conditions.variant, console)
    settings = Settings(
        kind=kind,
        engines=tuple(engines),
        conditions=conditions,
        seed=given.seed,
        openings=source,
        openings_sha256=source_sha256,
        programs=programs(engines),
        plan=plan,
    )
    path = given.out or Path(f"{kind}-{now()[:19].replace(':', '')}.jsonl")
    if path.exists() and not given.resume:
        raise already_exists(path)
    _check_outputs(given, path, kind)
    with contextlib.ExitStack() as stack:
        scheduler = scheduler_at(given.scheduler, stack) if given.scheduler else _local(given, console)
        names = check_engines(engines, conditions, scheduler)
        run = Run(
            began=now(),
            concurrency=scheduler.concurrency,
            cores=tuple(tuple(cores) for cores in scheduler.cores) if isinstance(scheduler, Local) else (),
            scheduler=given.scheduler or "",
            versions={**versions(), **{f"engine {name}": reported for name, reported in names.items()}},
            machine=machine(),
        )
        journal = stack.enter_context(Journal(path, settings, run, given.resume))
        ready = Contest(given, console, scheduler, journal, path, lines)
        for engine in engines:
            ready.print(f"{engine.name}: {names[engine.name]}")
        if conditions.variant:
            ready.print(f"variant: {conditions.variant}, openings of {source}")
        ready.print(f"results: {path}")
        yield ready


def _check_outputs(given: argparse.Namespace, path: Path, kind: str) -> None:
    """ValueError if a file that is written at the end is one that is read, or has something else."""
    # a ladder changes a table in a file that exists
    table = f"{given.system} of ".encode() if kind == "tournament" else b""
    forms = [(given.ggf, GGF_BEGINNING), (given.pgn, pgn.BEGINNING), (given.report, PAGE_BEGINNING)]
    forms.append((getattr(given, "table", None), table))
    sources = [path, given.openings or OPENINGS, *(Path(text) for text in given.engine if text.endswith(".toml"))]
    if given.variant:
        sources.append(Path(given.variant))
    for output, beginning in forms:
        if output:
            check_output(output, sources, beginning)
            sources.append(output)


def _openings(given: argparse.Namespace, variant: str, console: Console) -> tuple[Iterator[str], str, str]:
    """The openings without end, where they come from, and the hash of their file."""
    if variant:
        plies = given.opening_plies or openings.default_plies(find(variant))
        random_lines = openings.random_openings(variant, plies, given.seed)
        first = next(random_lines)  # too many moves are an error before the first game
        return itertools.chain([first], random_lines), f"{plies} random moves", ""
    path = given.openings or OPENINGS
    lines = [opening.transcript for opening in openings.read(path)]
    return _told(shuffled(lines, given.seed), len(set(lines)), console), str(path), sha256(path)


def _told(lines: Iterator[str], distinct: int, console: Console) -> Iterator[str]:
    """The openings; says when they begin to repeat."""
    yield from itertools.islice(lines, distinct)
    text = f"warning: the openings repeat after {distinct}; statistics take pairs of one opening for independent ones"
    for number, opening in enumerate(lines):
        if number == 0:
            console.print(shown(text), markup=False, highlight=False, soft_wrap=True)
        yield opening


def scheduler_at(address: str, stack: contextlib.ExitStack) -> Scheduler:
    """The cluster at this address. SchedulerError."""
    from lab.scheduler.cluster import Cluster  # takes half a second

    return stack.enter_context(contextlib.closing(Cluster(address)))


def _local(given: argparse.Namespace, console: Console) -> Scheduler:
    """Processes on this machine with --threads cores each; without cores of their own if there are too few."""
    cores = given.cores or tuple(sorted(os.sched_getaffinity(0)))
    concurrency = given.concurrency or max(1, len(cores) // given.threads)
    try:
        return Local(concurrency, share_cores(cores, concurrency, given.threads))
    except ValueError as error:
        if given.cores:
            raise ValueError(f"--cores: {error}") from None
        text = f"warning: {error}; the engines share them, so their times are not comparable"
        console.print(shown(text), markup=False, highlight=False)
        return Local(concurrency)


def check_engines(engines: Sequence[Engine], conditions: Conditions, scheduler: Scheduler) -> dict[str, str]:
    """Starts every engine once with the scheduler; the names that they report, by their names here. ContestError if one fails."""
    if isinstance(scheduler, Local):
        scheduler = Local(min(scheduler.concurrency, len(engines)), tries=1)
    names = {}
    with contextlib.closing(scheduler.run(check_engine, [(engine, conditions) for engine in engines])) as events:
        for event in events:
            name = engines[event.number].name
            if isinstance(event, Result):
                names[name], error = event.value
                if error:
                    raise ContestError(error)
            elif isinstance(event, Failure) and event.final:
                raise ContestError(f"{name} does not start: {event.reason}")
    return names


def run_command(kind: str, play: Callable[[argparse.Namespace], int], given: argparse.Namespace) -> int:
    """Plays a contest with these options; prints an error as one line and returns the exit code."""
    signal.signal(signal.SIGINT, _interrupt)
    try:
        return play(given)
    except KeyboardInterrupt:
        complain(f"{kind}: interrupted; to continue, repeat the command with --out FILE --resume")
        return INTERRUPTED
    except (ContestError, SchedulerError) as error:
        complain(f"{kind}: {error}")
        return 1
    except (OSError, ValueError) as error:
        complain(f"{kind}: {error}")
        return 2


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """The first Ctrl-C ends the games and all processes in order; the second exits at once, and the workers end by themselves."""
    signal.signal(signal.SIGINT, _exit)
    raise KeyboardInterrupt


def _exit(number: int, frame: FrameType | None) -> NoReturn:
    """Shows the cursor of the terminal again and exits."""
    if sys.stdout.isatty():
        sys.stdout.write("\x1b[?25h")
        sys.stdout.flush()
    os._exit(INTERRUPTED)
