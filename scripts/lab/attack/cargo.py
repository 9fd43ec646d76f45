"""Long forms of tests that Cargo runs: the comparison with an independent search (tests/oracle.rs), and the fuzz targets."""

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from lab.attack.part import MAX_FAULTS, PartResult, PartTask, fresh_folder
from lab.bootstrap import ROOT
from lab.records import Record, from_json

BUILD_SECONDS = 1800.0
"""Seconds allowed for building, in addition to the time of the run."""
TEST = ROOT / "tests" / "oracle.rs"
STEP = 300.0
"""Seconds of a step at most: an interruption loses no more."""
MARK = "oracle: "
"""The beginning of the line with the result."""
SEEDS = 1_000_000
"""Number of seeds of a step: the test uses consecutive seeds."""
FUZZ = ROOT / "fuzz"
ENVIRONMENT = {"RUSTC_BOOTSTRAP": "1"}
"""cargo-fuzz needs flags that are not stable yet."""


class Ran(NamedTuple):
    """A command that has ended."""

    code: int | None
    """None if it was killed at the timeout."""
    output: str
    """stdout and stderr."""

    def last_lines(self) -> str:
        """The last lines of the output."""
        lines = [line.strip() for line in self.output.splitlines() if line.strip()]
        return " / ".join(lines[-4:])[-500:]


def run_command(words: Sequence[str], seconds: float, environment: Mapping[str, str]) -> Ran:
    """Runs a command in the repository for this time and the time of a build. Its processes end with this call."""
    with subprocess.Popen(
        words,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=seconds + BUILD_SECONDS)
        except subprocess.TimeoutExpired:
            kill(process)
            return Ran(None, process.communicate()[0])
        except BaseException:
            kill(process)
            raise
    return Ran(process.returncode, output)


def kill(process: subprocess.Popen[str]) -> None:
    """Kills a process and its group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


class OracleResult(Record, frozen=True):
    """The result of the test."""

    positions: int
    comparisons: int
    faults: tuple[str, ...] = ()


def run_oracle(task: PartTask) -> Generator[PartResult, None, None]:
    """Runs the long form of the test, each step with another seed."""
    if not TEST.exists():
        yield PartResult("oracle", notes=("skipped: tests/oracle.rs is missing",))
        return
    end = time.monotonic() + task.seconds
    number = faults = 0
    while (number == 0 or time.monotonic() + 1 < end) and faults < MAX_FAULTS:
        began = time.monotonic()
        seconds = max(1, round(min(STEP, end - began)))
        seed = task.seed + number * SEEDS
        environment = {
            "EMILIA_ORACLE_SECONDS": str(seconds),
            "EMILIA_ORACLE_SEED": str(seed),
            "EMILIA_BINARY": str(task.program),
        }
        words = ["cargo", "test", "--release", "--test", "all", "oracle::the_long_form", "--", "--nocapture"]
        ran = run_command(words, seconds, environment)
        again = f"EMILIA_ORACLE_SECONDS={seconds} EMILIA_ORACLE_SEED={seed} {' '.join(words)}"
        step = judge_oracle(ran, again, time.monotonic() - began)
        yield step
        faults += len(step.faults)
        number += 1


def judge_oracle(ran: Ran, again: str, seconds: float) -> PartResult:
    """The result of one run of the test; `again` is the command that repeats it."""
    results = [line.partition(MARK)[2] for line in ran.output.splitlines() if MARK in line]
    try:
        found = from_json(OracleResult, results[-1])
    except (IndexError, ValueError):
        how = "took too long" if ran.code is None else f"ended with code {ran.code} and without a result"
        return PartResult("oracle", seconds, faults=(f"the test {how}: {ran.last_lines()}; repeat with: {again}",))
    faults = found.faults
    if ran.code != 0 and not faults:
        faults = (f"the test ended with code {ran.code}: {ran.last_lines()}; repeat with: {again}",)
    return PartResult("oracle", seconds, positions=found.positions, comparisons=found.comparisons, faults=faults)


def targets(folder: Path = FUZZ) -> list[str]:
    """The names of all fuzz targets."""
    return sorted(path.stem for path in (folder / "fuzz_targets").glob("*.rs"))


def is_installed() -> bool:
    """Whether `cargo fuzz` can be run."""
    if shutil.which("cargo") is None:
        return False
    return subprocess.run(["cargo", "fuzz", "--version"], cwd=ROOT, capture_output=True, check=False).returncode == 0


def run_fuzz(task: PartTask) -> Generator[PartResult, None, None]:
    """Runs every target once, for an equal share of the time."""
    names = targets()
    if not names:
        yield PartResult("fuzz", notes=("skipped: there are no targets in fuzz/fuzz_targets",))
        return
    if not is_installed():
        yield PartResult("fuzz", notes=("skipped: cargo-fuzz is not installed; `cargo install cargo-fuzz` installs it",))
        return
    end = time.monotonic() + task.seconds
    for number, name in enumerate(names):
        began = time.monotonic()
        seconds = max(1, round((end - began) / (len(names) - number)))
        with fresh_folder() as folder:
            # New inputs go into the first folder, so that the corpus of the repository stays as it is.
            corpus = [str(folder), *(str(path) for path in [FUZZ / "corpus" / name] if path.is_dir())]
            limits = [f"-max_total_time={seconds}", f"-seed={task.seed % 2**31 or 1}", "-timeout=60", "-print_final_stats=1"]
            ran = run_command(["cargo", "fuzz", "run", name, *corpus, "--", *limits], seconds, ENVIRONMENT)
        yield judge_fuzz(name, ran, time.monotonic() - began)


def judge_fuzz(name: str, ran: Ran, seconds: float) -> PartResult:
    """The result of one run of a target."""
    statistics = {name: int(value) for name, value in re.findall(r"stat::(\w+):\s*(\d+)", ran.output)}
    inputs = re.findall(r"Test unit written to (\S+)", ran.output)
    # The message of a panic is on the line after its location.
    summaries = re.findall(r"(?m)^.*panicked at .*\n.*|^SUMMARY: .*$", ran.output)
    faults: tuple[str, ...] = ()
    if inputs:
        what = " ".join(summaries[0].split()) if summaries else "failed"
        faults = tuple(
            f"{name}: {what}; repeat with: RUSTC_BOOTSTRAP=1 cargo fuzz run {name} {shlex.quote(path)}" for path in inputs
        )
    elif ran.code != 0 or not statistics:
        how = "took too long" if ran.code is None else f"ended with code {ran.code}"
        faults = (f"{name}: cargo fuzz {how}: {ran.last_lines()}; repeat with: RUSTC_BOOTSTRAP=1 cargo fuzz run {name}",)
    reported = {"executions/s": "average_exec_per_sec", "peak memory, MiB": "peak_rss_mb"}
    figures = {f"{name}: {words}": float(statistics[key]) for words, key in reported.items() if key in statistics}
    executions = statistics.get("number_of_executed_units", 0)
    return PartResult("fuzz", seconds, executions=executions, faults=faults, figures={f"{name}: executions": executions, **figures})
