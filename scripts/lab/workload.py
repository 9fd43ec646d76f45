"""Workloads for a build with a sanitizer, in which the threads of the engine share data.

A workload is a function of the path of the program, its environment and a folder for its files. It raises a WorkError if the
program fails.
"""

from __future__ import annotations

import random
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from lab.bootstrap import ROOT
from lab.engines.lines import Lines

PROBLEMS = ROOT / "data" / "problems"
TIMEOUT = 600.0
"""Seconds for one run of the program. A sanitizer makes it 5 to 50 times slower."""
THREADS = ("--threads", "4", "--hash", "8")
NO_BOOK = ("--book", "0")
"""So that moves are searched."""
SEED = 15

Workload = Callable[[Path, dict[str, str], Path], None]


class WorkError(Exception):
    """The program failed."""


def run(program: Path, environment: dict[str, str], *arguments: str, text: str | None = None) -> str:
    """Runs the program to its end and gives its output. WorkError."""
    try:
        done = subprocess.run([program, *arguments], env=environment, input=text, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        raise WorkError(f"{' '.join(arguments)}: no end within {TIMEOUT:.0f} s") from None
    if done.returncode != 0:
        raise WorkError(f"{' '.join(arguments)}: exit code {done.returncode}: {done.stderr.strip()[-300:]}")
    return done.stdout


def solve(program: Path, environment: dict[str, str], folder: Path) -> None:
    """Endings solved by four threads that share a small table, one position at a time and several at once."""
    problems = (PROBLEMS / "exact-6-16.obf").read_text().splitlines()
    chosen = folder / "problems.obf"
    chosen.write_text("\n".join(problems[::20]) + "\n")
    run(program, environment, "solve", *THREADS, str(chosen))
    run(program, environment, "solve", *THREADS, "--all-moves", "--jobs", "2", "--wld", str(chosen))


def bench(program: Path, environment: dict[str, str], folder: Path) -> None:
    """Midgame searches with splitting and a shared table."""
    run(program, environment, "bench", *THREADS, "--level", "7")


def selfplay(program: Path, environment: dict[str, str], folder: Path) -> None:
    """Games on all threads, written to one file."""
    out = str(folder / "a.games")
    for games in ("20", "30"):
        run(program, environment, "selfplay", "--threads", "4", "--level", "3", "--games", games, "--out", out)
    run(program, environment, "games", "text", out)


def gtp(program: Path, environment: dict[str, str], folder: Path) -> None:
    """A game with pondering and a clock, in which threads and table change; then the end of the input during a search."""
    moves = ["genmove b", "genmove w", "emilia-set threads 3", "emilia-hint 3", "emilia-set hash 4", "time_left b 2 0", "undo"]
    lines = ["emilia-set ponder 1", "time_settings 5 0 0", *moves * 4, "emilia-set movetime 300", "genmove b"]
    answers = run(program, environment, "gtp", *THREADS, *NO_BOOK, text="\n".join(lines) + "\n")
    if answers.count("\n\n") != len(lines):
        raise WorkError(f"gtp: {answers.count(chr(10) * 2)} answers to {len(lines)} commands")


def nboard(program: Path, environment: dict[str, str], folder: Path) -> None:
    """Searches that are interrupted at random times."""
    chance = random.Random(SEED)
    commands = ["hint 4", "go", "analyze", "hint 1", "go", "set depth 30", "move f5", "undo", "set contempt 20"]
    with subprocess.Popen(
        [program, "nboard", *THREADS, *NO_BOOK],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        answers = Lines(process.stdout)
        try:
            for number in range(40):
                process.stdin.write(f"{chance.choice(commands)}\n{chance.choice(commands)}\n".encode())
                process.stdin.flush()
                time.sleep(chance.uniform(0, 0.2))
                process.stdin.write(f"ping {number}\n".encode())
                process.stdin.flush()
                await_line(answers, f"pong {number}")
            process.stdin.write(b"hint 1\nquit\n")
            process.stdin.close()
            if process.wait(TIMEOUT) != 0:
                raise WorkError(f"nboard: exit code {process.returncode}")
        except (OSError, TimeoutError, subprocess.TimeoutExpired) as error:
            raise WorkError(f"nboard: {error!r}") from None
        finally:
            process.kill()
            answers.close()


def await_line(answers: Lines, wanted: str) -> None:
    """Takes lines up to this one. TimeoutError, WorkError if the program ends before."""
    deadline = time.monotonic() + TIMEOUT
    while (line := answers.next_line(deadline)) is not None:
        if line.text == wanted:
            return
    raise WorkError(f"no {wanted!r}: the program ended")


def interrupted_solve(program: Path, environment: dict[str, str], folder: Path) -> None:
    """A solve that is saved, interrupted with Ctrl-C at random times and resumed."""
    chance = random.Random(SEED)
    problem = (PROBLEMS / "exact-18-20.obf").read_text().splitlines()[0]
    save = str(folder / "solve.save")
    command = [str(program), "solve", *THREADS, "--save", save, "--save-every", "1"]
    for number in range(4):
        words = [*command, "--resume", save] if number else [*command, "--", problem]
        with subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(chance.uniform(1, 6))
            process.send_signal(signal.SIGINT)
            try:
                process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                process.kill()
                raise WorkError("solve: Ctrl-C did not end it") from None


ALL: tuple[Workload, ...] = (solve, bench, selfplay, gtp, nboard, interrupted_solve)
"""All workloads."""
