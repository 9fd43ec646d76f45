"""Builds the universal program: one for every PC that runs the copy for the processor at hand.

Imports the standard library only, so that it needs no packages.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from lab.bootstrap import ROOT
from lab.universal import UniversalError, pack

LEVELS = {1: "x86-64", 2: "x86-64-v2", 3: "x86-64-v3", 4: "x86-64-v4"}
"""The names of the x86-64 levels for the compiler."""
FOLDER = ROOT / "target" / "universal"


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(
        prog="scripts/universal",
        description="Builds one program for every x86-64 PC with Linux. It has a copy for each level of processors inside "
        "and runs the fastest that the processor allows. Takes four release builds.",
        epilog="example: scripts/universal --out emilia; exit code: 0 done, 1 a build failed, 2 misuse",
    )
    parser.add_argument(
        "--out", type=Path, default=FOLDER / "emilia", help="the program to write (default: target/universal/emilia)"
    )
    out: Path = parser.parse_args(arguments).out
    try:
        programs = {level: _build(level) for level in LEVELS}
        weights = (ROOT / "data" / "weights.bin").read_bytes()
        universal = pack(programs.pop(1), programs, weights)
        temporary = out.with_name(f"{out.name}.new")
        temporary.write_bytes(universal)
        temporary.chmod(0o755)
        temporary.replace(out)
    except (OSError, UniversalError, subprocess.CalledProcessError) as error:
        print(f"universal: {error}", file=sys.stderr)
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
