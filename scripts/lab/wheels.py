"""The wheels and the source distribution of the package for Python.

Imports the standard library only.
"""

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lab import builds
from lab.bootstrap import ROOT
from lab.builds import PATHS, Cross, cross_compiler, for_processor, run
from lab.environment import make_venv

PACKAGE = ROOT / "crates" / "python"
MODULES = Path("emilia_othello")
"""The folder of the extension module in a wheel."""
X86 = ("x86-64-v2", "x86-64-v3", "x86-64-v4")
LINUX = ("--zig", "--compatibility", "manylinux2014")
"""Options of maturin for the oldest systems: those with glibc 2.17."""


@dataclass(frozen=True)
class Wheel:
    """A kind of machine that a wheel is for."""

    name: str
    """As the archive of the program for this kind has."""
    processors: tuple[str, ...]
    """The compiler's names of them. The module of the first is always loaded, and says which others this processor can run."""
    module: str
    """The name of the file."""
    kernels: str
    """A regular expression for the kernels that it chooses from."""
    options: tuple[str, ...] = ()
    """For maturin."""
    cross: Cross | None = None
    """How to build for it on another machine; none for this machine."""


WHEELS = (
    Wheel("linux-x86_64", X86, "_emilia.abi3.so", "x86_v[34]|portable", LINUX),
    Wheel("linux-aarch64", ("generic",), "_emilia.abi3.so", "neon", LINUX, builds.AARCH64),
    Wheel("windows-x86_64", X86, "_emilia.pyd", "x86_v[34]|portable", cross=builds.WINDOWS),
)


Licences = Mapping[str, bytes]
"""Texts by the names of their files."""


def build_wheels(out: Path, time: int, wheels: Mapping[Wheel, Licences]) -> list[Path]:
    """Builds these wheels, with licences in them, and the source distribution; their paths, the latter the last.

    All files have this time in seconds since 1970. CalledProcessError, MissingToolError, OSError.
    """
    python = make_venv(ROOT / "target" / "python-venv", PACKAGE / "requirements.txt")
    # maturin finds zig by the Python of the path.
    environment = {"SOURCE_DATE_EPOCH": str(time), "PATH": os.pathsep.join((str(python.parent), os.environ["PATH"]))}
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out) as name:
        folder = Path(name)
        made = [_build(wheel, licences, python, folder / wheel.name, environment) for wheel, licences in wheels.items()]
        run((python, "-m", "maturin", "sdist", "--out", folder / "source"), environment, PACKAGE)
        made += (folder / "source").iterdir()
        return [path.replace(out / path.name) for path in made]


def _build(wheel: Wheel, licences: Licences, python: Path, folder: Path, environment: Mapping[str, str]) -> Path:
    """A wheel, in this folder."""
    own = {**environment, "RUSTC_BOOTSTRAP": "1", "CARGO_TARGET_DIR": str(ROOT / "target" / "wheel" / wheel.name)}
    command: list[str | Path] = [python, "-m", "maturin", "build", "--release", *wheel.options]
    flags = PATHS
    if wheel.cross:
        own["CARGO"], cross = cross_compiler(wheel.cross)
        # zig links for older systems than the linker of this one; maturin leaves a linker that is set alone.
        own |= {name: value for name, value in cross.items() if not (name.endswith("_LINKER") and "--zig" in wheel.options)}
        command += ["--target", wheel.cross.target]
        flags += f" {wheel.cross.flags}"
    own["RUSTFLAGS"] = flags
    unpacked: list[Path] = []
    for processor in wheel.processors:
        print(f"building for {wheel.name}, {processor}", flush=True)
        made = folder / processor
        run((*command, "--out", made, *for_processor(processor)), own, PACKAGE)
        (built,) = made.iterdir()
        run((python, "-m", "wheel", "unpack", "--dest", made, built), own, PACKAGE)
        built.unlink()
        unpacked += made.iterdir()
    base = unpacked[0]
    for processor, other in zip(wheel.processors[1:], unpacked[1:], strict=True):
        place = base / MODULES / f"_{processor.rpartition('-')[2]}" / wheel.module
        place.parent.mkdir()
        (other / MODULES / wheel.module).replace(place)
    _add(base, licences)
    run((python, "-m", "wheel", "pack", "--dest-dir", folder, base), own, PACKAGE)
    (packed,) = folder.glob("*.whl")
    return packed


def _add(unpacked: Path, licences: Licences) -> None:
    """Adds licences where installers look for them. OSError."""
    (metadata,) = unpacked.glob("*.dist-info/METADATA")
    folder = metadata.with_name("licenses")
    folder.mkdir()
    for name, text in licences.items():
        (folder / name).write_bytes(text)
    lines = "".join(f"License-File: {name}\n" for name in sorted(licences))
    head, description = metadata.read_text(encoding="utf-8").split("\n\n", 1)
    metadata.write_text(f"{head}\n{lines}\n{description}", encoding="utf-8")
