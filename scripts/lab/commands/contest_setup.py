"""The parts that every contest needs: scheduler, journal, output files, exit codes."""

from __future__ import annotations

import argparse
import contextlib
import itertools
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import NoReturn

from rich.console import Console

from lab import openings
from lab.contest import ContestError, shuffled
from lab.display import shown
from lab.files import PAGE_BEGINNING, replace_text
from lab.journal import Journal, Run, Scalar, Settings, already_exists, check_output
from lab.machine import machine, now, programs, sha256, versions
from lab.notation import GGF_BEGINNING, to_ggf
from lab.options.common import OPENINGS
from lab.records import Conditions, Engine
from lab.scheduler import Failure, Result, Scheduler, SchedulerError
from lab.scheduler.local import Local, share_cores
from lab.standings import Standing
from lab.terminal import complain
from lab.variant_openings import default_plies, random_openings
from lab.variants import find
from lab.work import check_engine

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


@dataclass
class Contest:
    """A contest that is ready to begin."""

    console: Console
    scheduler: Scheduler
    journal: Journal
    path: Path
    """Of the journal."""
    openings: Iterator[str]
    """Without end, in the order in which they are played."""


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
        scheduler = _scheduler(given, stack, console)
        names = check_engines(engines, conditions, scheduler)
        for engine in engines:
            console.print(shown(f"{engine.name}: {names[engine.name]}"), highlight=False, soft_wrap=True, markup=False)
        run = Run(
            began=now(),
            concurrency=scheduler.concurrency,
            cores=tuple(tuple(cores) for cores in scheduler.cores) if isinstance(scheduler, Local) else (),
            scheduler=given.scheduler or "",
            versions={**versions(), **{f"engine {name}": reported for name, reported in names.items()}},
            machine=machine(),
        )
        journal = stack.enter_context(Journal(path, settings, run, given.resume))
        if conditions.variant:
            console.print(
                shown(f"variant: {conditions.variant}, openings of {source}"), highlight=False, soft_wrap=True, markup=False
            )
        console.print(shown(f"results: {path}"), highlight=False, soft_wrap=True, markup=False)
        yield Contest(console, scheduler, journal, path, lines)


def _check_outputs(given: argparse.Namespace, path: Path, kind: str) -> None:
    """ValueError if a file that is written at the end is one that is read, or has something else."""
    # a ladder changes a table in a file that exists
    table = f"{given.system} of ".encode() if kind == "tournament" else b""
    forms = [(given.ggf, GGF_BEGINNING), (given.report, PAGE_BEGINNING), (getattr(given, "table", None), table)]
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
        plies = given.opening_plies or default_plies(find(variant))
        random_lines = random_openings(variant, plies, given.seed)
        first = next(random_lines)  # too many moves are an error before the first game
        return itertools.chain([first], random_lines), f"{plies} random moves", ""
    path = given.openings or OPENINGS
    lines = [opening.transcript for opening in openings.read(path)]
    return _told(shuffled(lines, given.seed), len(set(lines)), console), str(path), sha256(path)


def _told(lines: Iterator[str], distinct: int, console: Console) -> Iterator[str]:
    """The openings; says when they begin to repeat."""
    yield from itertools.islice(lines, distinct)
    for opening in lines:
        if distinct:
            text = f"warning: the openings repeat after {distinct}; statistics take pairs of one opening for independent ones"
            console.print(shown(text), markup=False, highlight=False, soft_wrap=True)
            distinct = 0
        yield opening


def _scheduler(given: argparse.Namespace, stack: contextlib.ExitStack, console: Console) -> Scheduler:
    """The cluster, or processes on this machine with --threads cores each; without cores of their own if there are too few."""
    if given.scheduler:
        from lab.scheduler.cluster import Cluster  # takes half a second

        cluster = Cluster(given.scheduler)
        stack.callback(cluster.close)
        return cluster
    cores = given.cores or tuple(sorted(os.sched_getaffinity(0)))
    concurrency = given.concurrency or max(1, len(cores) // given.threads)
    try:
        return Local(concurrency, share_cores(cores, concurrency, given.threads))
    except ValueError as error:
        if given.cores:
            raise ValueError(f"--cores: {error}") from None
        console.print(
            shown(f"warning: {error}; the engines share them, so their times are not comparable"), markup=False, highlight=False
        )
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


def write_results(contest: Contest, given: argparse.Namespace, table: Sequence[Standing] = ()) -> None:
    """Writes the games as GGF and the report, if the options ask for them. OSError."""
    contents = contest.journal.contents
    if given.ggf:
        limits = {engine.name: engine.limit for engine in contents.settings.engines}
        games = [to_ggf(game, limits.get(game.black), limits.get(game.white)) for game in contents.counted()]
        replace_text(given.ggf, "".join(f"{game}\n" for game in games))
    if given.report:
        from lab.report import render  # takes a second

        replace_text(given.report, render(contents, table))


def run_command(kind: str, body: Callable[[], int]) -> int:
    """Runs a command; prints an error as one line and returns the exit code."""
    signal.signal(signal.SIGINT, _interrupt)
    try:
        return body()
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
