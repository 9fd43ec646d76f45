"""`scripts/universal`: builds one program for every PC, which runs the copy for the processor at hand.

Imports the standard library only, so that it needs no packages.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from lab.bootstrap import ROOT
from lab.options.universal import OUT, parse
from lab.terminal import complain
from lab.universal import UniversalError, pack

LEVELS = {1: "x86-64", 2: "x86-64-v2", 3: "x86-64-v3", 4: "x86-64-v4"}
"""The names of the x86-64 levels for the compiler."""
FOLDER = OUT.parent
"""The folder of the builds."""


def main(given: Sequence[str] | None = None) -> int:
    """The exit code."""
    out: Path = parse(given).out
    try:
        programs = {level: _build(level) for level in LEVELS}
        weights = (ROOT / "data" / "weights.bin").read_bytes()
        universal = pack(programs.pop(1), programs, weights)
        temporary = out.with_name(f"{out.name}.new")
        temporary.write_bytes(universal)
        temporary.chmod(0o755)
        temporary.replace(out)
    except (OSError, UniversalError, subprocess.CalledProcessError) as error:
        complain(f"universal: {error}")
        return 1
    print(f"{out}: {len(universal) / 1e6:.1f} MB")
    return 0


def _build(level: int) -> bytes:
    """The program for a level. CalledProcessError, OSError."""
    folder = FOLDER / LEVELS[level]
    print(f"building for {LEVELS[level]}", flush=True)
    environment = {**os.environ, "RUSTFLAGS": f"-C target-cpu={LEVELS[level]}"}
    subprocess.run(["cargo", "build", "--release", "--target-dir", str(folder)], cwd=ROOT, env=environment, check=True)
    return (folder / "release" / "emilia").read_bytes()
