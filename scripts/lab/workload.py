"""Work for a program that is watched by a sanitizer: every way in which threads of the engine meet.

Each piece of work is a function of the program's path, its environment and a folder for its files. It raises a WorkError if the
program does not do what it was asked to.
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
PATIENCE = 600.0
"""Seconds for one run of the program. A sanitizer makes it 5 to 50 times slower."""
THREADS = ("--threads", "4", "--hash", "8")
SEED = 15

Work = Callable[[Path, dict[str, str], Path], None]


class WorkError(Exception):
    """The program did not do what it was asked to."""


def run(program: Path, environment: dict[str, str], *arguments: str, text: str | None = None) -> str:
    """Runs the program to its end and gives its output. WorkError."""
    try:
        done = subprocess.run([program, *arguments], env=environment, input=text, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise WorkError(f"{' '.join(arguments)}: no end within {PATIENCE:.0f} s") from None
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
    """The midgame, whose searches meet in the table and cut each other off."""
    run(program, environment, "bench", *THREADS, "--level", "7")


def selfplay(program: Path, environment: dict[str, str], folder: Path) -> None:
    """Games on all threads, and the file that they are written to."""
    out = str(folder / "a.games")
    for games in ("20", "30"):
        run(program, environment, "selfplay", "--threads", "4", "--level", "3", "--games", games, "--out", out)
    run(program, environment, "games", "text", out)


def gtp(program: Path, environment: dict[str, str], folder: Path) -> None:
    """A game with pondering and a clock, in which threads and table change; then the end of the input in the midst of a search."""
    moves = ["genmove b", "genmove w", "emilia-set threads 3", "emilia-hint 3", "emilia-set hash 4", "time_left b 2 0", "undo"]
    lines = ["emilia-set ponder 1", "time_settings 5 0 0", *moves * 4, "emilia-set movetime 300", "genmove b"]
    answers = run(program, environment, "gtp", *THREADS, text="\n".join(lines) + "\n")
    if answers.count("\n\n") != len(lines):
        raise WorkError(f"gtp: {answers.count(chr(10) * 2)} answers to {len(lines)} commands")


def nboard(program: Path, environment: dict[str, str], folder: Path) -> None:
    """Searches that are interrupted at random times."""
    chance = random.Random(SEED)
    orders = ["hint 4", "go", "analyze", "hint 1", "go", "set depth 30", "move f5", "undo", "set contempt 20"]
    with subprocess.Popen(
        [program, "nboard", *THREADS], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        answers = Lines(process.stdout)
        try:
            for number in range(40):
                process.stdin.write(f"{chance.choice(orders)}\n{chance.choice(orders)}\n".encode())
                process.stdin.flush()
                time.sleep(chance.uniform(0, 0.2))
                process.stdin.write(f"ping {number}\n".encode())
                process.stdin.flush()
                await_line(answers, f"pong {number}")
            process.stdin.write(b"hint 1\nquit\n")
            process.stdin.close()
            if process.wait(PATIENCE) != 0:
                raise WorkError(f"nboard: exit code {process.returncode}")
        except (OSError, TimeoutError, subprocess.TimeoutExpired) as error:
            raise WorkError(f"nboard: {error!r}") from None
        finally:
            process.kill()
            answers.close()


def await_line(answers: Lines, wanted: str) -> None:
    """Takes lines up to this one. TimeoutError, WorkError if the program ends before."""
    deadline = time.monotonic() + PATIENCE
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
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                raise WorkError("solve: Ctrl-C does not end it") from None


ALL: tuple[Work, ...] = (solve, bench, selfplay, gtp, nboard, interrupted_solve)
"""All kinds of work."""
