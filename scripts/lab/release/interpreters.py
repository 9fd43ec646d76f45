"""Pythons of other machines, made of packages that the registries have; each runs on this machine and has a wheel installed."""

import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

from lab.bootstrap import ROOT
from lab.builds import MissingToolError, run
from lab.release import smoke
from lab.release.smoke import Runner

FOLDER = ROOT / "target" / "interpreters"
VERSION = "3.11"
"""Of the Python for other machines: the oldest one that the wheels are for."""
COMPILER = "x86_64-w64-mingw32-gcc"
DLL = f"python{VERSION.replace('.', '')}.dll"
START = f"""\
#include <windows.h>
int wmain(int count, wchar_t **arguments) {{
    HMODULE python = LoadLibraryA("{DLL}");
    int (*start)(int, wchar_t **) = python ? (int (*)(int, wchar_t **))GetProcAddress(python, "Py_Main") : 0;
    return start ? start(count, arguments) : 127;
}}
"""
"""Python for Windows without its library."""
Interpreter = Callable[[Path, Path], AbstractContextManager[Runner]]
"""A Python with a wheel, installed in an empty folder with NumPy."""


@contextmanager
def native(wheel: Path, site: Path) -> Iterator[Runner]:
    """This Python, without its own packages."""
    _install(wheel, site)
    yield Runner((sys.executable, "-S"), {"PYTHONPATH": str(site)})


@contextmanager
def aarch64(wheel: Path, site: Path) -> Iterator[Runner]:
    """Debian's Python for aarch64, under qemu."""
    _install(wheel, site, "--platform", "manylinux2014_aarch64")
    root = _debian()
    yield Runner(("qemu-aarch64", "-L", root, root / "usr" / "bin" / f"python{VERSION}"), {"PYTHONPATH": str(site)})


@contextmanager
def windows(wheel: Path, site: Path) -> Iterator[Runner]:
    """Python for Windows, under Wine."""
    # Wine 8 lacks functions that NumPy 2 calls.
    _install(wheel, site, "--platform", "win_amd64", "numpy<2")
    libraries = _windows()
    path = ";".join(f"Z:{folder}" for folder in (site, libraries, _debian() / "usr" / "lib" / f"python{VERSION}"))
    with smoke.wine() as runner:
        yield replace(
            runner,
            command=(*runner.command, libraries / "python.exe"),
            environment={**runner.environment, "PYTHONPATH": path, "PYTHONHOME": f"Z:{libraries}"},
        )


INTERPRETERS: Mapping[str, Interpreter] = {"linux-x86_64": native, "linux-aarch64": aarch64, "windows-x86_64": windows}
"""By the names of the wheels."""


def _install(wheel: Path, site: Path, *options: str) -> None:
    """Installs a wheel and NumPy in a folder, for the machine that the options name. CalledProcessError."""
    version = ("--python-version", VERSION, "--only-binary", ":all:") if options else ()
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-warn-conflicts")
    run((*pip, "--target", site, *version, *options, f"{wheel}[numpy]"))


def _debian() -> Path:
    """A folder with Debian's Python for aarch64, made at the first call. CalledProcessError, MissingToolError, OSError."""
    root = FOLDER / "debian-aarch64"
    if root.exists():
        return root
    if not Path("/usr/bin/apt-get").exists():
        raise MissingToolError("apt-get is not installed, so there is no Python for aarch64")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER) as name:
        folder = Path(name)
        for inner in ("lists/partial", "cache/archives/partial", "root"):
            (folder / inner).mkdir(parents=True)
        # As if nothing was installed: everything that it depends on comes with it.
        (folder / "status").touch()
        machine = {"APT::Architecture": "arm64", "APT::Architectures": "arm64", "APT::Sandbox::User": "root"}
        places = {"Dir::State": folder, "Dir::State::status": folder / "status", "Dir::Cache": folder / "cache"}
        options = [word for option, value in {**machine, **places}.items() for word in ("-o", f"{option}={value}")]
        run(("apt-get", "--quiet", "--quiet", *options, "update"))
        packages = (f"python{VERSION}", "libstdc++6")
        run(("apt-get", "--quiet", *options, "install", "--download-only", "--yes", "--no-install-recommends", *packages))
        for package in sorted((folder / "cache" / "archives").glob("*.deb")):
            subprocess.run(("dpkg", "-x", package, folder / "root"), check=True)
        (folder / "root").rename(root)
    return root


def _windows() -> Path:
    """A folder with Python for Windows, made at the first call. CalledProcessError, OSError.

    Its libraries are those that Panda3D has for its programs. What starts them is made here, and so is `python3.dll`, by which a
    module for many versions finds the functions of this one.
    """
    made = FOLDER / "windows-x86_64"
    if made.exists():
        return made
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER) as name:
        folder, libraries = Path(name), Path(name) / "libraries"
        target = ("--platform", "win_amd64", "--python-version", VERSION, "--only-binary", ":all:")
        download = ("-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", *target, "--dest", folder)
        run((sys.executable, *download, "panda3d==1.10.15"))
        (wheel,) = folder.glob("*.whl")
        libraries.mkdir()
        with zipfile.ZipFile(wheel) as archive:
            for entry in archive.infolist():
                if entry.filename.startswith("deploy_libs/") and entry.filename.endswith((".dll", ".pyd")):
                    (libraries / Path(entry.filename).name).write_bytes(archive.read(entry))
        # A module does not look in the path for it.
        smoke.write_random_library(libraries)
        start, names = folder / "python.c", folder / "python3.def"
        start.write_text(START)
        run((COMPILER, "-municode", "-o", libraries / "python.exe", start))
        exports = subprocess.run(("objdump", "-p", libraries / DLL), check=True, capture_output=True, text=True).stdout
        found = re.findall(r"^\s+\[ *\d+\] (\w+)$", exports, re.MULTILINE)
        names.write_text("EXPORTS\n" + "".join(f"{name} = {DLL.removesuffix('.dll')}.{name}\n" for name in found))
        run((COMPILER, "-shared", "-o", libraries / "python3.dll", names))
        libraries.rename(made)
    return made
