"""`scripts/sanitize`: the engine under a sanitizer, at real work."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from lab import workload
from lab.bootstrap import ROOT
from lab.commands import arguments
from lab.sanitizers import Sanitizer, SanitizerError, reports, sanitizer

DESCRIPTION = """\
Builds the engine with AddressSanitizer (memory errors, leaks) or ThreadSanitizer (data races) in a folder of its own below
target/sanitize, and has it work: endings solved by four threads, bench, games against itself, conversations whose searches are
interrupted, a solve that is saved and resumed. With --tests the tests of the library follow. Any report of the sanitizer, a
wrong exit code or a hang is a fault."""
EPILOG = """\
example:
  scripts/sanitize address
  scripts/sanitize thread --tests

exit codes: 0 no fault, 1 faults, 2 misuse, or something is missing that the sanitizer needs"""
TESTS = (
    "--lib",
    "--test",
    "board",
    "--test",
    "kernels",
    "--test",
    "eval",
    "--test",
    "session",
    "--test",
    "proof",
    "--test",
    "fuzz",
)
TOO_LARGE = "a_table_that_the_memory_cannot_hold_is_made_smaller"
"""A test that asks for more memory than there is, which the sanitizers take for a fault."""


def main(given: Sequence[str] | None = None) -> int:
    """Does what the command line asks for; the exit code."""
    names = [work.__name__ for work in workload.ALL]
    parser = arguments.parser("sanitize", DESCRIPTION, EPILOG)
    parser.add_argument("sanitizer", choices=["address", "thread"])
    parser.add_argument("--work", action="append", choices=names, metavar="NAME", help=f"only this work, one of {', '.join(names)}")
    parser.add_argument("--tests", action="store_true", help="run tests of the library, too")
    read = parser.parse_args(given)
    try:
        chosen = sanitizer(read.sanitizer)
    except SanitizerError as error:
        print(f"sanitize: {error}", file=sys.stderr)
        return 2
    try:
        chosen.build()
    except SanitizerError as error:
        print(f"sanitize: {error}", file=sys.stderr)
        return 1
    faults = 0
    for work in workload.ALL:
        if read.work is None or work.__name__ in read.work:
            faults += _watch(chosen, work)
    if read.tests:
        faults += _test(chosen)
    print(f"{chosen.title}: {faults} faults" if faults else f"{chosen.title}: no fault")
    return 1 if faults else 0


def _watch(chosen: Sanitizer, work: workload.Work) -> int:
    """Does a piece of work and tells how it went; the number of faults."""
    with tempfile.TemporaryDirectory(prefix="sanitize-") as folder:
        prefix = Path(folder) / "report"
        began = time.monotonic()
        faults = []
        try:
            work(chosen.program, chosen.run_environment(prefix), Path(folder))
        except workload.WorkError as error:
            faults.append(str(error))
        faults += reports(prefix)
    return _tell(work.__name__, faults, began)


def _test(chosen: Sanitizer) -> int:
    """Runs the tests; the number of faults."""
    with tempfile.TemporaryDirectory(prefix="sanitize-") as folder:
        prefix = Path(folder) / "report"
        began = time.monotonic()
        environment = {**chosen.build_environment(), **chosen.run_environment(prefix), **chosen.environment}
        code = subprocess.run(
            chosen.command("test", *TESTS, "--", "--skip", TOO_LARGE), cwd=ROOT, env=environment, check=False
        ).returncode
        faults = [*([f"exit code {code}"] if code != 0 else []), *reports(prefix)]
    return _tell("tests", faults, began)


def _tell(name: str, faults: Sequence[str], began: float) -> int:
    """Prints the result of a piece of work; the number of faults."""
    print(f"{name}: {'failed' if faults else 'ok'} after {time.monotonic() - began:.0f} s", flush=True)
    for fault in faults:
        print(fault, flush=True)
    return len(faults)
