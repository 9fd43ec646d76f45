"""The packages of a release. Each kind is a function that makes its files; `KINDS` has them all."""

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lab import builds
from lab.bootstrap import ROOT
from lab.builds import MissingToolError, run
from lab.release import debian, smoke
from lab.release.archives import File, write_deb, write_tar_xz, write_zip
from lab.release.dependencies import bill_of_materials, dependencies, own_licences
from lab.release.documents import documents
from lab.release.interpreters import INTERPRETERS
from lab.release.programs import AARCH64, LINUX, WINDOWS, Machine
from lab.release.smoke import Runner
from lab.wheels import WHEELS, Licences, Wheel, build_wheels

COMPLETIONS = {"bash": "emilia.bash", "fish": "emilia.fish", "powershell": "_emilia.ps1", "zsh": "_emilia"}
"""The files of the completions by their shells, named as the shells expect them."""


@dataclass(frozen=True)
class Release:
    """What all packages share."""

    version: str
    time: int
    """Of its commit, in seconds since 1970: that of all files in its packages."""
    out: Path
    """Where the packages go."""


Kind = Callable[[Release], list[Path]]
"""Makes packages and tests them; their paths."""


def linux(release: Release) -> list[Path]:
    """The universal program for Linux on x86-64; also tested where there is nothing but its libraries."""
    made = _program_archive(release, LINUX)
    with smoke.bare_root(LINUX.program()) as (runner, program):
        print(f"testing {program} without anything else", flush=True)
        smoke.test(runner, program, smoke.checks())
    return [made]


def aarch64(release: Release) -> list[Path]:
    """The program for Linux on aarch64."""
    return [_program_archive(release, AARCH64)]


def windows(release: Release) -> list[Path]:
    """The program for Windows."""
    return [_program_archive(release, WINDOWS)]


def deb(release: Release) -> list[Path]:
    """The universal program for Debian and its relatives."""
    path = release.out / f"{debian.NAME}_{release.version}-1_amd64.deb"
    programs = (LINUX.program(), LINUX.checker())
    tree = {f"{debian.PROGRAMS}/{program.name}": File(program.read_bytes(), is_program=True) for program in programs}
    tree |= debian.manual(_manual(LINUX)) | debian.completions(
        {shell: _completions(LINUX)[name] for shell, name in COMPLETIONS.items()}
    )
    tree |= debian.documentation(release.version, release.time, documents() | _licences())
    write_deb(path, tree, debian.control(release.version, programs), release.time)
    with tempfile.TemporaryDirectory() as name:
        subprocess.run(("dpkg-deb", "--extract", path, name), check=True)
        _test(LINUX, Path(name) / debian.PROGRAMS, path)
    return [path]


def python(release: Release) -> list[Path]:
    """The packages for Python; each wheel is tested by the program in it and by the module."""
    made = build_wheels(release.out, release.time, {wheel: _wheel_licences(wheel) for wheel in WHEELS})
    for wheel, path in zip(WHEELS, made, strict=False):
        print(f"testing {path.name}", flush=True)
        with tempfile.TemporaryDirectory() as name, INTERPRETERS[wheel.name](path, Path(name)) as runner:
            smoke.test(runner, Path("-"), [smoke.module_check(wheel.kernels)])
            smoke.test(runner, Path(name) / "bin" / "emilia-othello", smoke.checks())
    return made


def _wheel_licences(wheel: Wheel) -> Licences:
    files = _licences() | (_windows_licences() if wheel.cross is builds.WINDOWS else {})
    return {name: file.content for name, file in files.items()}


def npm(release: Release) -> list[Path]:
    """The package for npm, from the module that scripts/web has built."""
    _install_page_packages()
    run(("node", "npm/build.mjs"), folder=ROOT / "web")
    packed = ("npm", "pack", "--silent", "--pack-destination", release.out)
    run(packed, folder=ROOT / "web" / "npm")
    return [release.out / f"emilia-othello-{release.version}.tgz"]


def crates(release: Release) -> list[Path]:
    """The crates for the registry; `scripts/test --all` checks what is in them."""
    folder = ROOT / "target"
    for old in (folder / "package").glob("*.crate"):
        old.unlink()
    others = (word for name in ("capi", "python", "web") for word in ("--exclude", f"emilia-{name}"))
    run(("cargo", "package", "--locked", "--workspace", *others, "--no-verify", "--target-dir", folder))
    return [Path(shutil.copy(path, release.out)) for path in sorted((folder / "package").glob(f"*-{release.version}.crate"))]


def bill(release: Release) -> list[Path]:
    """The list of what the packages contain."""
    _install_page_packages()
    path = release.out / f"emilia-{release.version}.cdx.json"
    path.write_text(bill_of_materials(release.version, release.time, dependencies()), encoding="utf-8")
    return [path]


KINDS: Mapping[str, Kind] = {
    LINUX.name: linux,
    AARCH64.name: aarch64,
    WINDOWS.name: windows,
    "deb": deb,
    "python": python,
    "npm": npm,
    "crates": crates,
    "sbom": bill,
}
"""All kinds of packages, by their names for `--only`."""


def write_checksums(release: Release, made: list[Path]) -> Path:
    """Writes the sums of the packages, as `sha256sum --check` reads them. OSError."""
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(made)]
    path = release.out / "SHA256SUMS"
    path.write_text("".join(lines), encoding="ascii")
    return path


def _program_archive(release: Release, machine: Machine) -> Path:
    """The archive of a program, made and tested."""
    name = f"emilia-{release.version}-{machine.name}"
    programs = (machine.program(), machine.checker())
    tree = {program.name: File(program.read_bytes(), is_program=True) for program in programs}
    tree |= documents() | _licences() | _page()
    is_windows = machine is WINDOWS
    for shell, file in COMPLETIONS.items():
        if not is_windows or shell == "powershell":
            tree[f"completions/{file}"] = _completions(machine)[file]
    tree |= _windows_licences() if is_windows else {f"man/{file}": page for file, page in _manual(machine).items()}
    path = release.out / f"{name}{'.zip' if is_windows else '.tar.xz'}"
    write = write_zip if is_windows else write_tar_xz
    write(path, {f"{name}/{file}": content for file, content in tree.items()}, release.time)
    with tempfile.TemporaryDirectory() as folder:
        shutil.unpack_archive(path, folder)
        _test(machine, Path(folder) / name, path)
    return path


def _test(machine: Machine, folder: Path, package: Path) -> None:
    """Tests the programs of a package, which lie in this folder."""
    print(f"testing {package.name}", flush=True)
    program, checker = (folder / path.name for path in (machine.program(), machine.checker()))
    with machine.runner() as runner:
        smoke.test(runner, program, smoke.checks())
        smoke.test_checker(runner, program, checker)


def _manual(machine: Machine) -> dict[str, File]:
    """The manual pages, as the program writes them, by their paths below a folder `man`."""
    with machine.runner() as runner, tempfile.TemporaryDirectory() as name:
        runner.run(machine.program(), "man", ".", folder=Path(name))
        return {f"man1/{path.name}": File(path.read_bytes()) for path in Path(name).iterdir()}


@cache
def _completions(machine: Machine) -> dict[str, File]:
    with machine.runner() as runner:
        return completions(runner, machine.program())


def completions(runner: Runner, program: Path) -> dict[str, File]:
    """The completions of all shells, as the program prints them, by the names of their files. SmokeError."""
    return {file: File(runner.run(program, "completions", shell).encode()) for shell, file in COMPLETIONS.items()}


def _page() -> dict[str, File]:
    """The page, with the weights: a folder for any server of static files."""
    files = [*(ROOT / "web" / "dist").iterdir(), ROOT / "crates" / "emilia" / "data" / "weights.bin"]
    return {f"page/{path.name}": File(path.read_bytes()) for path in files}


@cache
def _install_page_packages() -> None:
    """What the page is made of: the licences and the package for npm are there. CalledProcessError, MissingToolError."""
    if not shutil.which("npm"):
        raise MissingToolError("npm is not installed")
    run(("npm", "ci", "--silent", "--no-fund", "--no-audit"), folder=ROOT / "web")


def _licences() -> dict[str, File]:
    """Those of every package with a program, by the names of their files. LicenceError."""
    _install_page_packages()
    return own_licences()


def _windows_licences() -> dict[str, File]:
    """The licences of the C library and of the compiler's, which are in a program for Windows. OSError."""
    packages = {"MINGW-W64-LICENSES.txt": "mingw-w64-common", "GCC-LIBRARY-LICENSES.txt": "gcc-mingw-w64-base"}
    return {name: File(Path("/usr/share/doc", package, "copyright").read_bytes()) for name, package in packages.items()}
