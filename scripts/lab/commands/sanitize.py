"""`scripts/sanitize`: runs workloads with a sanitizer build."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from lab import workload
from lab.bootstrap import ROOT
from lab.options.sanitize import parse
from lab.sanitizers import Sanitizer, SanitizerError, reports, sanitizer
from lab.terminal import complain, printable_lines

TESTS = ("board::", "kernels::", "eval::", "session::", "proof::", "fuzz::")
"""Modules of `tests/all.rs` that are run after the unit tests."""
TOO_LARGE = "a_table_that_the_memory_cannot_hold_is_made_smaller"
"""A test that asks for more memory than there is, which the sanitizers take for a fault."""


def main(given: Sequence[str] | None = None) -> int:
    """Builds and runs the workloads; the exit code."""
    read = parse(given)
    try:
        chosen = sanitizer(read.sanitizer)
    except SanitizerError as error:
        complain(f"sanitize: {error}")
        return 2
    try:
        chosen.build()
    except SanitizerError as error:
        complain(f"sanitize: {error}")
        return 1
    faults = 0
    for work in workload.ALL:
        if read.work is None or work.__name__ in read.work:
            faults += _run(chosen, work)
    if read.tests:
        faults += _test(chosen)
    print(f"{chosen.title}: {faults} faults" if faults else f"{chosen.title}: no faults")
    return 1 if faults else 0


def _run(chosen: Sanitizer, work: workload.Workload) -> int:
    """Runs a workload and prints its result; the number of faults."""
    with tempfile.TemporaryDirectory(prefix="sanitize-") as folder:
        prefix = Path(folder) / "report"
        began = time.monotonic()
        faults = []
        try:
            work(chosen.program, chosen.run_environment(prefix), Path(folder))
        except workload.WorkError as error:
            faults.append(str(error))
        faults += reports(prefix)
    return _report(work.__name__, faults, began)


def _test(chosen: Sanitizer) -> int:
    """Runs unit tests and integration tests; the number of faults."""
    with tempfile.TemporaryDirectory(prefix="sanitize-") as folder:
        prefix = Path(folder) / "report"
        began = time.monotonic()
        environment = {**chosen.build_environment(), **chosen.run_environment(prefix), **chosen.environment}
        faults = []
        for selection in (("--lib", "--"), ("--test", "all", "--", *TESTS)):
            command = chosen.command("test", *selection, "--skip", TOO_LARGE)
            code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
            faults += [f"{' '.join(selection)}: exit code {code}"] if code != 0 else []
        faults += reports(prefix)
    return _report("tests", faults, began)


def _report(name: str, faults: Sequence[str], began: float) -> int:
    """Prints the result of a workload; the number of faults."""
    print(f"{name}: {'failed' if faults else 'ok'} after {time.monotonic() - began:.0f} s", flush=True)
    for fault in faults:
        print(printable_lines(fault), flush=True)
    return len(faults)
