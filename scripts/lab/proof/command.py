"""What `scripts/prove` does with its options."""

import argparse
import contextlib
import os
import random
import re
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil

from lab.files import PAGE_BEGINNING, replace_text
from lab.journal import check_output
from lab.notation import parse_transcript
from lab.proof import report, simulation
from lab.proof.certificates import Checker, Composer, write
from lab.proof.claims import Claim, Goal
from lab.proof.cluster import Cluster
from lab.proof.driver import Driver, DriverError, Options
from lab.proof.local import Local
from lab.proof.positions import canonical
from lab.proof.state import FILE, Facts, State, StateError
from lab.proof.workers import Workers, WorkersError
from lab.report.live import serve
from lab.rules import Board, replay
from lab.runner import INTERRUPTED
from lab.scheduler.local import share_cores
from lab.terminal import complain

ROOT_FILE = "root.proof"
LEAST_HASH = 16
MOST_HASH = 4096
"""MiB of the table of a worker, if nobody says how much."""
MOST_FINISH = 16
"""Empty squares that a checker finishes at most."""


def run(given: argparse.Namespace) -> int:
    """Does what the options ask for; the exit code."""
    try:
        if given.status is not None:
            return _status(given)
        if given.simulate is not None:
            return _simulate(given)
        claims = _sample(given) if given.spot else [Claim(_position(given.position), given.claim)]
        return _prove(given, claims)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (StateError, WorkersError, DriverError, OSError) as error:
        complain(f"prove: {error}")
        return 1
    except ValueError as error:
        complain(f"prove: {error}")
        return 2


def _position(words: Sequence[str]) -> Board:
    """A position, or the one after moves. ValueError."""
    text = " ".join(words)
    board = Board.parse(text) if re.match(r"[XO-]{64}", text) else replay(parse_transcript(text))
    if board.turn is None:
        raise ValueError("the game is over there")
    return board


def _sample(given: argparse.Namespace) -> list[Claim]:
    """A random sample of the claims of a file. ValueError, OSError."""
    claims = []
    for number, line in enumerate(given.spot.read_text(encoding="utf-8").splitlines(), 1):
        if (text := re.split("[%#]", line)[0].strip()) == "":
            continue
        if (found := re.fullmatch(r"([XO-]{64} ?[XO])[ ;,]*(.*)", text)) is None:
            raise ValueError(f"{given.spot}, line {number}: expected 64 squares, the side to move and a claim, got {line[:90]!r}")
        try:
            claims.append(Claim(Board.parse(f"{found[1][:64]} {found[1][-1]}"), found[2].replace(" ", "")))
        except ValueError as error:
            raise ValueError(f"{given.spot}, line {number}: {error}") from None
    if given.sample and given.sample < len(claims):
        claims = random.Random(given.seed).sample(claims, given.sample)
    return claims


def _prove(given: argparse.Namespace, claims: Sequence[Claim]) -> int:
    """Proves claims and writes the certificates and the results; the exit code."""
    if given.page:
        check_output(given.page, [given.out / FILE], PAGE_BEGINNING)
    with contextlib.ExitStack() as stack:
        state = State(given.out)
        stack.callback(state.close)
        state.claim(claims)
        workers = _workers(given)
        stack.callback(workers.close)
        checker = None
        if given.check != "none" and not given.no_certificates:
            checker = Checker(os.cpu_count() or 1)
            stack.callback(checker.close)
        driver = Driver(state, workers, _options(given), lambda line: print(line, flush=True), checker)
        with _saved(state):
            driver.run()
        state.commit()
        results = report.results(state.facts, [driver.known(number) for number in range(len(claims))])
        if not given.no_certificates:
            _compose(driver, given.out, given.checker_empties)
        if given.page:
            replace_text(given.page, report.page(state.facts, given.out))
    print(report.table(results) if given.spot else report.sentence(results[0]))
    if not given.no_certificates:
        print(f"certificates: {given.out / ROOT_FILE if len(claims) == 1 else given.out / 'claim-*.proof'}")
    return 0 if all(result.is_true for result in results) else 1


@contextlib.contextmanager
def _saved(state: State) -> Iterator[None]:
    """Commits what was found before an interruption."""
    try:
        yield
    except (KeyboardInterrupt, WorkersError, DriverError):
        state.commit()
        raise


def _compose(driver: Driver, folder: Path, finish: int) -> None:
    """Writes the certificates of the claims."""
    facts = driver.state.facts
    for number, claim in enumerate(facts.claims):
        name = ROOT_FILE if len(facts.claims) == 1 else f"claim-{number + 1}.proof"
        write(folder / name, Composer(facts, finish).compose(claim.board, claim.proved(driver.known(number))))


def _options(given: argparse.Namespace) -> Options:
    return Options(
        certificate=None if given.no_certificates else given.checker_empties,
        shortest=given.shortest,
        longest=given.longest,
        verify=given.verify,
        check_all=given.check == "all",
        seed=given.seed,
    )


def _workers(given: argparse.Namespace) -> Workers:
    """The workers of the options. ValueError, WorkersError."""
    if given.scheduler:
        return Cluster(given.scheduler, given.program, given.hash)
    if shutil.which(given.program) is None:
        raise ValueError(f"{given.program} is missing: build it with `cargo build --release` or set --program")
    cores = sorted(os.sched_getaffinity(0))
    count = given.workers or max(1, len(cores) // (given.threads or 1))
    threads = given.threads or max(1, len(cores) // count)
    size = given.hash or min(max(psutil.virtual_memory().available // 4 // count >> 20, LEAST_HASH), MOST_HASH)
    pinned = share_cores(cores, count, threads) if count * threads <= len(cores) else ()
    return Local(given.program, count, threads, size, pinned)


def _status(given: argparse.Namespace) -> int:
    """Shows a proof."""

    def page(path: Path) -> str:
        return report.page(_facts(path.parent), path.parent)

    if given.serve is not None:
        serve(given.status / FILE, given.serve, page)
        return 0
    if given.page:
        check_output(given.page, [given.status / FILE], PAGE_BEGINNING)
        replace_text(given.page, page(given.status / FILE))
    print(report.text(_facts(given.status), time.time()))
    return 0


def _facts(folder: Path) -> Facts:
    """What is known of the proof in this folder. StateError."""
    if not (folder / FILE).is_file():
        raise StateError(f"{folder}: there is no proof")
    state = State(folder, write=False)
    state.close()
    return state.facts


def _simulate(given: argparse.Namespace) -> int:
    """Simulates a proof."""
    claim = Claim(_position(given.position), given.claim)
    facts = _facts(given.state) if given.state else Facts()
    score = facts.estimates.get(canonical(claim.board), 0.0)
    if not claim.needs_estimate:
        score = float(Goal.parse(given.claim, claim.board.turn).discs)
    print(simulation.HEADER)
    for row in simulation.rows(claim, score, facts, given.simulate, _options(given), given.latency, given.failures):
        print(row, flush=True)
    return 0
