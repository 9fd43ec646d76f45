"""The wheel and the source distribution of the package for Python.

Imports the standard library only.
"""

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from lab.bootstrap import ROOT
from lab.builds import PATHS, run
from lab.environment import make_venv

PACKAGE = ROOT / "crates" / "python"
MODULE = Path("emilia_othello", "_emilia.abi3.so")
LEVELS = (2, 3, 4)
"""The x86-64 levels; the module of the first one is always loaded, and says which of the others the processor can run."""
COMPATIBILITY = "manylinux2014"
"""The oldest systems: those with glibc 2.17."""


def build_wheels(out: Path, time: int) -> list[Path]:
    """Builds both; their paths. All files have this time in seconds since 1970. CalledProcessError, OSError."""
    python = make_venv(ROOT / "target" / "python-venv", PACKAGE / "requirements.txt")
    # maturin finds zig by the Python of the path.
    environment = {"SOURCE_DATE_EPOCH": str(time), "PATH": os.pathsep.join((str(python.parent), os.environ["PATH"]))}
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out) as name:
        folder = Path(name)
        made = folder / "made"
        run((python, "-m", "maturin", "sdist", "--out", made), environment, PACKAGE)
        unpacked = {level: _build(python, level, folder, environment) for level in LEVELS}
        base = unpacked[LEVELS[0]]
        for level in LEVELS[1:]:
            place = base / MODULE.parent / f"_v{level}" / MODULE.name
            place.parent.mkdir()
            (unpacked[level] / MODULE).replace(place)
        run((python, "-m", "wheel", "pack", "--dest-dir", made, base), environment, PACKAGE)
        return [path.replace(out / path.name) for path in sorted(made.iterdir())]


def _build(python: Path, level: int, folder: Path, environment: Mapping[str, str]) -> Path:
    """The unpacked wheel for a level."""
    print(f"building for x86-64-v{level}", flush=True)
    made = folder / f"v{level}"
    own = {
        **environment,
        "RUSTFLAGS": f"-C target-cpu=x86-64-v{level} {PATHS}",
        "CARGO_TARGET_DIR": str(ROOT / "target" / "wheel" / f"v{level}"),
    }
    command: Sequence[str | Path] = ("build", "--release", "--zig", "--compatibility", COMPATIBILITY, "--out", made)
    run((python, "-m", "maturin", *command), own, PACKAGE)
    (wheel,) = made.glob("*.whl")
    run((python, "-m", "wheel", "unpack", "--dest", made, wheel), own, PACKAGE)
    (unpacked,) = (path for path in made.iterdir() if path.is_dir())
    return unpacked


def install(wheel: Path, folder: Path) -> Path:
    """Installs a wheel in a new environment in this folder; the program that it has. CalledProcessError, OSError."""
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{wheel}\n", encoding="utf-8")
    return make_venv(folder / "venv", requirements).with_name("emilia-othello")
