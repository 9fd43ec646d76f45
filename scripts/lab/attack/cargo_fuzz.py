"""The fuzz targets in fuzz/, driven by cargo-fuzz and libFuzzer."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Generator
from pathlib import Path

from lab.attack.command import Ran
from lab.attack.command import run as run_command
from lab.attack.result import PartResult
from lab.attack.work import PartTask, fresh_folder
from lab.bootstrap import ROOT

FUZZ = ROOT / "fuzz"
ENVIRONMENT = {"RUSTC_BOOTSTRAP": "1"}
"""cargo-fuzz needs flags that are not stable yet."""


def targets(folder: Path = FUZZ) -> list[str]:
    """The names of all fuzz targets."""
    return sorted(path.stem for path in (folder / "fuzz_targets").glob("*.rs"))


def is_installed() -> bool:
    """Whether `cargo fuzz` can be run."""
    if shutil.which("cargo") is None:
        return False
    return subprocess.run(["cargo", "fuzz", "--version"], cwd=ROOT, capture_output=True, check=False).returncode == 0


def run(task: PartTask) -> Generator[PartResult, None, None]:
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
        yield judge(name, ran, time.monotonic() - began)


def judge(name: str, ran: Ran, seconds: float) -> PartResult:
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
