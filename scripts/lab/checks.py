"""The checks of the whole project, run in two lanes at the same time.

Imports the standard library only, so that it runs before `.venv` exists.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from lab.bootstrap import PYTHON, ROOT, TESTED


@dataclass(frozen=True)
class Step:
    """A command that must succeed."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    after: str = ""
    """The name of a step of another lane that must have ended."""


@dataclass(frozen=True)
class Result:
    """The result of a step."""

    step: Step
    seconds: float
    passed: bool
    skipped: tuple[str, ...] = ()
    """The lines of the output that say which tests were skipped, and why."""


Lane = Sequence[Step]
"""Steps that run one after another."""
Plan = Sequence[Lane]
"""Lanes that run at the same time."""


def _cargo(*arguments: str, **environment: str) -> Step:
    return Step(f"cargo {' '.join(arguments)}", ("cargo", *arguments), environment)


def _python(module: str, *arguments: str, **environment: str) -> Step:
    return Step(f"{module} {' '.join(arguments)}", (str(PYTHON), "-m", module, *arguments), environment)


# Lints and documentation need the dependencies checked, not built, so one folder serves them. It is not that of the tests, so that
# none of them waits for the tests to be compiled.
LINTS = {"CARGO_TARGET_DIR": str(ROOT / "target" / "lints")}
# What a user leaves out: everything of the library, the book alone, `emilia serve`. All features are linted with the tests.
FEATURE_SETS = (
    ("--package", "emilia", "--no-default-features"),
    ("--package", "emilia", "--no-default-features", "--features", "book"),
    ("--package", "emilia-cli", "--no-default-features", "--features", "weights"),
)
FEATURES = tuple(_cargo("clippy", *features, "--", "-D", "warnings", **LINTS) for features in FEATURE_SETS)


def _oldest() -> tuple[Step, ...]:
    """The libraries with the compiler that the workspace names as the oldest, where rustup has it."""
    version = re.search(r'rust-version = "(.*)"', (ROOT / "Cargo.toml").read_text())
    toolchains = (
        subprocess.run(("rustup", "toolchain", "list"), capture_output=True, text=True, check=False)
        if shutil.which("rustup")
        else None
    )
    if not version or not toolchains or f"{version[1]}-" not in toolchains.stdout:
        return ()
    libraries = ("emilia", "emilia-analysis", "emilia-training")
    packages = [word for library in libraries for word in ("--package", library)]
    return (_cargo(f"+{version[1]}", "check", *packages, "--features", "emilia/book", **LINTS),)


MEMORY = Path("/dev/shm")
"""Where Linux has a file system in memory."""
MEMORY_NEEDED = 4 << 30
"""Free bytes that the file system in memory must have. The tests keep less than half a GiB there."""
PROGRAM = {"EMILIA_PROGRAM": str(TESTED)}
"""The environment of the tests of the program. A release build takes longer than the tests would save by it."""
PACKAGE, COMPARE = (_python("lab.package", task, PYTHONPATH=str(ROOT / "scripts"), **PROGRAM) for task in ("build", "compare"))

SKIPPED = re.compile(r"skipped: |SKIPPED \[")
"""How a line begins with which the tests of the crate or pytest (`-rs`) say that a test was skipped."""

FORMAT = _cargo("fmt", "--all", "--check")
SCRIPTS = tuple(sorted(str(path) for path in (ROOT / "scripts").iterdir() if path.is_file() and not path.suffix))
PYTHON_CHECKS = (
    Step("scripts/setup", (sys.executable, "scripts/setup")),
    _python("ruff", "check", "scripts"),
    _python("ruff", "format", "--check", "scripts"),
    # mypy does not find the scripts, whose names have no ending.
    replace(_python("mypy", "--config-file", "scripts/pyproject.toml", "scripts", *SCRIPTS), name="mypy scripts"),
    _python("pytest", "scripts", "-m", "not program"),
)


def usual() -> Plan:
    """What a contributor needs: formats, lints, the tests of Rust but the ignored ones, and those of Python without the program."""
    rust = (
        FORMAT,
        _cargo("test", "--workspace", "--lib", "--bins", "--tests"),
        _cargo("test", "--workspace", "--doc"),
    )
    return (rust, (*PYTHON_CHECKS, _cargo("clippy", "--workspace", "--all-targets", "--", "-D", "warnings", **LINTS)))


def full() -> Plan:
    """Every check.

    Cargo locks a build folder during a build. The first lane builds the program and the tests; the second has other work until the
    program is built, in other build folders. Clippy and the tests run once, with features that add code and tests and remove none.
    The ignored tests build the library for other processors, read its documentation, or run for minutes.
    """
    build = _cargo("build", "--features", "gpu")
    rust = (
        FORMAT,
        _cargo("clippy", "--workspace", "--all-targets", "--features", "gpu,tune", "--", "-D", "warnings", **LINTS),
        build,
        _cargo("test", "--workspace", "--features", "gpu", "--lib", "--bins", "--tests", "--", "--include-ignored"),
        _cargo("test", "--workspace", "--features", "gpu", "--doc"),
        _cargo("doc", "--workspace", "--no-deps", "--document-private-items", RUSTDOCFLAGS="-D warnings", **LINTS),
    )
    python = (
        *PYTHON_CHECKS,
        PACKAGE,
        *FEATURES,
        *_oldest(),
        replace(COMPARE, after=build.name),
        replace(_python("pytest", "scripts", "-m", "program", **PROGRAM), after=build.name),
    )
    return (rust, python)


def _fast_folder() -> Path | None:
    """Where temporary files go: into memory, as on a disk the tests of books wait a minute for it. None is the usual folder.

    The memory is not used if TMPDIR names a folder, or if it has too little room or does not run programs.
    """
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK | os.X_OK):
        return None
    status = os.statvfs(MEMORY)
    is_large = status.f_bavail * status.f_frsize >= MEMORY_NEEDED
    return MEMORY if is_large and not status.f_flag & os.ST_NOEXEC else None


class Run:
    """Runs a plan and prints the start and the result of each step, and the whole output of a step that failed."""

    def __init__(self, plan: Plan) -> None:
        """Prepares a run of this plan."""
        self._plan = plan
        self._results: list[Result] = []
        self._ended = {step.name: threading.Event() for lane in plan for step in lane}
        self._lock = threading.Lock()
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._interrupted = False

    def run(self) -> bool:
        """Runs all steps, also after a failure, and prints a summary; whether all passed."""
        began = time.monotonic()
        # A run that is terminated ends as one that is interrupted, so that no file is left in memory.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with tempfile.TemporaryDirectory(prefix="emilia-", dir=_fast_folder(), ignore_cleanup_errors=True) as folder:
            # The Vulkan loader and lavapipe complain on stderr without the second.
            environment = {**os.environ, "TMPDIR": folder, "XDG_RUNTIME_DIR": os.environ.get("XDG_RUNTIME_DIR", folder)}
            threads = [threading.Thread(target=self._run_lane, args=(lane, environment)) for lane in self._plan]
            for thread in threads:
                thread.start()
            try:
                for thread in threads:
                    thread.join()
            except KeyboardInterrupt:
                self._interrupt()
                for thread in threads:
                    thread.join()
        print(f"\n{self._summary(time.monotonic() - began)}", flush=True)
        return not self._interrupted and all(result.passed for result in self._results)

    def _run_lane(self, lane: Lane, environment: Mapping[str, str]) -> None:
        """Runs the steps of a lane until the run is interrupted."""
        for step in lane:
            if step.after:
                self._ended[step.after].wait()
            if not self._interrupted:
                self._run_step(step, environment)
            self._ended[step.name].set()

    def _run_step(self, step: Step, environment: Mapping[str, str]) -> None:
        self._print(f"start   {step.name}")
        began = time.monotonic()
        with tempfile.TemporaryFile() as output:
            code = self._call(step, environment, output.fileno())
            output.seek(0)
            text = output.read().decode(errors="replace")
        seconds = time.monotonic() - began
        skipped = tuple(line for line in text.splitlines() if SKIPPED.match(line))
        self._results.append(Result(step, seconds, code == 0, skipped))
        if code == 0:
            self._print(f"ok      {step.name}  ({seconds:.0f} s)")
        else:
            self._print(f"FAILED  {step.name}  ({seconds:.0f} s, exit code {code})\n{text.rstrip()}\n-- end of: {step.name}")

    def _call(self, step: Step, environment: Mapping[str, str], output: int) -> int:
        """Runs the command in a new session, so that all its processes can be stopped; its exit code."""
        try:
            process = subprocess.Popen(
                step.command,
                cwd=ROOT,
                env={**environment, **step.environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=os.name != "nt",
            )
        except OSError as error:
            os.write(output, f"{error}\n".encode())
            return 127
        with self._lock:
            self._processes.add(process)
        try:
            return process.wait()
        finally:
            with self._lock:
                self._processes.discard(process)

    def _interrupt(self) -> None:
        """Stops the running steps; no further step starts."""
        self._interrupted = True
        for ended in self._ended.values():
            ended.set()
        with self._lock:
            for process in self._processes:
                if os.name == "nt":
                    process.terminate()
                else:
                    os.killpg(process.pid, signal.SIGTERM)

    def _print(self, text: str) -> None:
        with self._lock:
            print(text, flush=True)

    def _summary(self, seconds: float) -> str:
        """A row for each step that ran, and the total."""
        rows = [(f"{result.seconds:6.0f} s", "ok" if result.passed else "FAILED", result.step.name) for result in self._results]
        failed = sum(not result.passed for result in self._results)
        end = "interrupted" if self._interrupted else f"{failed} failed" if failed else "all passed"
        lines = [f"{time:>8}  {how:<6}  {name}" for time, how, name in rows]
        skipped = [f"{result.step.name}: {line}" for result in self._results for line in result.skipped]
        return "\n".join([*lines, *skipped, f"{seconds:6.0f} s  {end}"])
