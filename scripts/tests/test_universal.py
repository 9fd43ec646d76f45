"""The format of a universal program, and the command that builds one."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from lab.bootstrap import ROOT
from lab.commands import universal
from lab.universal import MAGIC, UniversalError, pack

WEIGHTS = bytes(range(7, 207))
PORTABLE = ROOT / "target" / "portable" / "debug" / "emilia"
"""The program for every PC; `python -m lab.portable` builds it before these tests run."""
LEVEL = 3
"""A level above that of the program; the machine must have it."""

needs_portable = pytest.mark.skipif(
    sys.platform != "linux" or not PORTABLE.exists() or " avx2 " not in Path("/proc/cpuinfo").read_text(encoding="utf-8"),
    reason="needs Linux, a processor of level 3, and the portable program",
)


def universal_program(folder: Path, images: dict[int, str]) -> Path:
    """A real universal program; its images are the programs at these paths, with the weights appended."""
    weights = (ROOT / "data" / "weights.bin").read_bytes()
    contents = {level: Path(path).read_bytes() + weights for level, path in images.items()}
    program = folder / "emilia"
    program.write_bytes(pack(PORTABLE.read_bytes(), contents, weights))
    program.chmod(0o755)
    return program


def run(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the program."""
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.slow
@needs_portable
def test_it_becomes_the_best_image_that_the_processor_can_run(tmp_path: Path) -> None:
    """With the same arguments."""
    program = universal_program(tmp_path, {LEVEL - 1: "/bin/false", LEVEL: "/bin/echo", 5: "/bin/false"})
    result = run(program, "-n", "of", "this level")
    assert (result.returncode, result.stdout, result.stderr) == (0, "of this level", "")


@pytest.mark.slow
@needs_portable
def test_a_damaged_image_or_directory_leaves_the_slower_program(tmp_path: Path) -> None:
    """With a message; without its end it is a plain program."""
    program = universal_program(tmp_path, {LEVEL: "/bin/echo"})
    whole = program.read_bytes()
    first, directory = PORTABLE.stat().st_size, whole.rindex(b'[{"level":')
    for place in (first, first + 500, directory, directory + 4, len(whole) - 12):
        program.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        result = run(program, "--version")
        assert result.stdout.startswith("emilia "), place
        assert "cannot use the faster copy" in result.stderr, place
    program.write_bytes(whole[:-1])
    result = run(program, "--version")
    assert result.stdout.startswith("emilia ")
    assert not result.stderr


def test_each_image_unpacks_to_its_program_with_the_weights_left_out() -> None:
    """The weights are put back from the program itself."""
    programs = {4: b"four" + WEIGHTS + b"!", 3: b"three" + WEIGHTS}
    packed = pack(b"base" + WEIGHTS, programs, WEIGHTS)
    assert packed.startswith(b"base" + WEIGHTS)
    assert packed.endswith(MAGIC)
    (length,) = struct.unpack("<I", packed[-12:-8])
    directory = json.loads(packed[-12 - length : -12])
    assert [row["level"] for row in directory] == [3, 4]
    for row in directory:
        image = bytearray(zlib.decompress(packed[row["start"] : row["start"] + row["packed"]]))
        place = slice(row["weights"], row["weights"] + len(WEIGHTS))
        assert image[place] == bytes(len(WEIGHTS))
        image[place] = WEIGHTS
        assert image == programs[row["level"]]
        assert row["length"] == len(image)


@pytest.mark.parametrize("image", [b"no weights", WEIGHTS * 2])
def test_an_image_must_embed_the_weights_once(image: bytes) -> None:
    """Otherwise they could not be put back."""
    with pytest.raises(UniversalError, match="level 3 does not embed the weights once"):
        pack(b"base", {3: image}, WEIGHTS)


def test_a_universal_program_is_not_packed_again() -> None:
    """Its images would run in the place of the new ones."""
    once = pack(b"base", {2: WEIGHTS}, WEIGHTS)
    with pytest.raises(UniversalError, match="a universal one already"):
        pack(once, {2: WEIGHTS}, WEIGHTS)


def test_the_command_builds_each_level(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And replaces the old program at once."""
    weights = (ROOT / "data" / "weights.bin").read_bytes()
    flags: list[str] = []

    def build(command: Sequence[str], *, cwd: Path, env: dict[str, str], check: bool) -> None:
        assert cwd == ROOT
        assert check
        flags.append(env["RUSTFLAGS"])
        program = Path(command[-1]) / "release" / "emilia"
        program.parent.mkdir(parents=True)
        program.write_bytes(env["RUSTFLAGS"].encode() + weights)

    monkeypatch.setattr(universal, "FOLDER", tmp_path / "builds")
    monkeypatch.setattr(subprocess, "run", build)
    out = tmp_path / "emilia"
    out.write_text("old")
    assert universal.main(["--out", str(out)]) == 0
    assert flags == [f"-C target-cpu={name}" for name in ("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4")]
    assert out.read_bytes().startswith(b"-C target-cpu=x86-64" + weights)
    assert out.stat().st_mode & 0o111
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["emilia"]


def test_a_failed_build_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And leaves the old program."""

    def fail(*_: object, **__: object) -> None:
        raise subprocess.CalledProcessError(101, "cargo")

    monkeypatch.setattr(subprocess, "run", fail)
    out = tmp_path / "emilia"
    out.write_text("old")
    assert universal.main(["--out", str(out)]) == 1
    assert "universal: " in capsys.readouterr().err
    assert out.read_text() == "old"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("qemu-x86_64") is None, reason="needs qemu-x86_64")
@pytest.mark.parametrize(("model", "level"), [("qemu64", "x86-64"), ("Nehalem", "x86-64-v2"), ("Haswell", "x86-64-v3")])
def test_the_release_build_names_what_an_older_processor_lacks(emilia: Path, model: str, level: str) -> None:
    """The compiler must not use the missing instructions before the message; a build for the processor or an older one starts."""
    command: list[str | Path] = ["qemu-x86_64", "-cpu", model, emilia, "--version"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if result.returncode == 0:
        assert result.stdout.startswith("emilia ")
    else:
        assert (result.returncode, result.stdout) == (1, "")
        assert "emilia: this build is for another processor; this one lacks " in result.stderr
        assert f'target-cpu={level}"' in result.stderr
