"""The wheels of the package for Python: which are built, and what is in them; `scripts/release` tests them."""

import shutil
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from lab import wheels
from lab.bootstrap import ROOT, load
from lab.builds import MissingToolError
from lab.release.interpreters import INTERPRETERS

BY_NAME = {wheel.name: wheel for wheel in wheels.WHEELS}


def test_every_wheel_has_a_python_that_tests_it() -> None:
    assert list(INTERPRETERS) == list(BY_NAME)


class Builder:
    """Stands for maturin and for the package wheel: its modules are the words and the environment that they were built with."""

    def __init__(self) -> None:
        self.environments: list[Mapping[str, str]] = []

    def run(self, command: Sequence[str | Path], environment: Mapping[str, str] | None = None, folder: Path = ROOT) -> None:
        words = [str(word) for word in command[3:]]
        out = Path(words[words.index("--dest") + 1]) if "--dest" in words else None
        match words[0]:
            case "sdist":
                out = Path(words[2])
                out.mkdir()
                (out / "emilia_othello-1.tar.gz").touch()
            case "build":
                assert environment is not None
                assert folder == wheels.PACKAGE
                self.environments.append(environment)
                out = Path(words[words.index("--out") + 1])
                out.mkdir(parents=True)
                name = "_emilia.pyd" if "x86_64-pc-windows-gnu" in words else "_emilia.abi3.so"
                with zipfile.ZipFile(out / "emilia_othello-1-a.whl", "w") as archive:
                    archive.writestr(f"emilia_othello/{name}", " ".join(words))
                    archive.writestr("emilia_othello-1.dist-info/METADATA", "Name: emilia-othello\n\nA\n\nREADME\n")
            case "unpack":
                assert out
                shutil.unpack_archive(words[-1], out / "emilia_othello-1", "zip")
            case "pack":
                shutil.make_archive(words[2] + "/packed", "zip", words[-1])
                Path(words[2], "packed.zip").rename(Path(words[2], "emilia_othello-1-a.whl"))


@pytest.fixture
def builder(monkeypatch: pytest.MonkeyPatch) -> Builder:
    """Takes the place of the programs that build."""
    made = Builder()
    monkeypatch.setattr(wheels, "run", made.run)
    monkeypatch.setattr(wheels, "make_venv", lambda *_: Path(sys.executable))
    monkeypatch.setattr(wheels, "cross_compiler", lambda cross: (f"cargo for {cross.target}", {"RUSTC": cross.linker}))
    return made


def modules(path: Path) -> dict[str, str]:
    """The modules of a wheel by their places in the package."""
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if name.startswith("emilia_othello/") and not name.endswith("/")]
        return {name.removeprefix("emilia_othello/"): archive.read(name).decode() for name in names}


@pytest.mark.parametrize("name", ["linux-x86_64", "windows-x86_64"])
def test_a_wheel_for_x86_has_a_module_for_each_level(builder: Builder, tmp_path: Path, name: str) -> None:
    module = BY_NAME[name].module
    wheel, source = wheels.build_wheels(tmp_path, 1, {BY_NAME[name]: {}})
    assert source.name == "emilia_othello-1.tar.gz"
    found = modules(wheel)
    for folder, processor in {"": "x86-64-v2", "_v3/": "x86-64-v3", "_v4/": "x86-64-v4"}.items():
        assert f'emilia-python.rustflags=["-Ctarget-cpu={processor}"]' in found.pop(f"{folder}{module}")
    assert found == {}
    assert sorted(tmp_path.iterdir()) == sorted([wheel, source])


def test_a_wheel_for_another_machine_is_built_by_its_compiler(builder: Builder, tmp_path: Path) -> None:
    wheel, _ = wheels.build_wheels(tmp_path, 1, {BY_NAME["linux-aarch64"]: {}})
    (words,) = modules(wheel).values()
    assert "--zig --compatibility manylinux2014 --target aarch64-unknown-linux-gnu" in words
    (environment,) = builder.environments
    assert environment["CARGO"] == "cargo for aarch64-unknown-linux-gnu"
    assert environment["RUSTC"] == "aarch64-linux-gnu-gcc"
    assert environment["SOURCE_DATE_EPOCH"] == "1"


def test_a_wheel_has_its_licences(builder: Builder, tmp_path: Path) -> None:
    wheel, _ = wheels.build_wheels(tmp_path, 1, {BY_NAME["linux-aarch64"]: {"MIT.txt": b"granted", "A.txt": b"terms"}})
    with zipfile.ZipFile(wheel) as archive:
        texts = {name.rpartition("/")[2]: archive.read(name).decode() for name in archive.namelist() if "dist-info" in name}
    assert texts["MIT.txt"] == "granted"
    assert texts["METADATA"] == "Name: emilia-othello\nLicense-File: A.txt\nLicense-File: MIT.txt\n\nA\n\nREADME\n"


def test_the_command_builds_the_wheels_that_are_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = load("wheel")
    built: list[str] = []

    def build(out: Path, time: int, chosen: Mapping[wheels.Wheel, wheels.Licences]) -> list[Path]:
        assert time > 0
        built.extend(wheel.name for wheel in chosen)
        return []

    monkeypatch.setattr(command, "build_wheels", build)
    assert command.main(["--out", str(tmp_path), "--only", "windows-x86_64", "linux-x86_64"]) == 0
    assert command.main(["--out", str(tmp_path)]) == 0
    assert built == ["linux-x86_64", "windows-x86_64", *BY_NAME]

    def fail(*_: object) -> list[Path]:
        raise MissingToolError("no compiler")

    monkeypatch.setattr(command, "build_wheels", fail)
    assert command.main(["--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err.endswith("wheel: no compiler\n")
