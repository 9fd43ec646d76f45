"""Runs parts one after another in a given time and collects their results."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from lab.attack.result import AttackResult, PartResult
from lab.attack.work import Part, PartTask
from lab.machine import machine, now, sha256

Watch = Callable[[AttackResult], None]
"""Called after every step; the last part of the result is the running one."""


def begin(program: Path, seconds: float, seed: int) -> AttackResult:
    """The result of an attack that has not begun. OSError or ValueError if the program cannot be run."""
    ran = subprocess.run([str(program), "--version"], capture_output=True, text=True, check=False, timeout=60)
    lines = ran.stdout.splitlines()
    if ran.returncode != 0 or not lines:
        raise ValueError(f"{program} --version ended with code {ran.returncode}: {ran.stderr.strip()[:200]!r}")
    return AttackResult(
        began=now(),
        ended=now(),
        seed=seed,
        hours=seconds / 3600,
        program=str(program),
        version=lines[0],
        sha256=sha256(program),
        machine=machine(),
    )


def run(result: AttackResult, parts: Mapping[str, Part], watch: Watch) -> AttackResult:
    """Runs the parts, each for its share of the remaining time; the result so far if Ctrl-C interrupts it."""
    end = time.monotonic() + 3600 * result.hours
    shares = sum(part.share for part in parts.values())
    for name, part in parts.items():
        seconds = max(1.0, (end - time.monotonic()) * part.share / shares)
        shares -= part.share
        done, part_result = result.parts, PartResult(name)
        result = updated(result, (*done, part_result))
        steps = part.run(PartTask(Path(result.program), seconds, result.seed))
        try:
            watch(result)
            for step in steps:
                part_result = part_result.plus(step)
                result = updated(result, (*done, part_result))
                watch(result)
        except KeyboardInterrupt:
            part_result = part_result.plus(PartResult(name, notes=("interrupted: the step that was running is not counted",)))
            return msgspec.structs.replace(updated(result, (*done, part_result)), interrupted=True)
        except (OSError, subprocess.SubprocessError, EOFError) as error:
            # The other parts must still run, and this one must count as failed.
            part_result = part_result.plus(PartResult(name, faults=(f"the part failed: {error!r}; repeat with: --part {name}",)))
            result = updated(result, (*done, part_result))
            watch(result)
        finally:
            steps.close()
    return result


def updated(result: AttackResult, parts: tuple[PartResult, ...]) -> AttackResult:
    """The result with these parts, at this time."""
    return msgspec.structs.replace(result, ended=now(), parts=parts)
