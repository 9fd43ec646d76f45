"""The format of a universal program, and the command that builds one."""

import json
import platform
import re
import shutil
import struct
import subprocess
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from test_package import PORTABLE

from lab import universal
from lab.bootstrap import ROOT, load

pytestmark = [pytest.mark.program, pytest.mark.slow]

WEIGHTS = bytes(range(7, 207))
LEVEL = 3
"""A level above that of the program; the machine must have it."""
PURPOSE = "Emilia plays, analyses and solves Othello."
"""The first line of the help."""
MARK = PURPOSE[::-1]
"""The same in the copy that should run."""

needs_portable = pytest.mark.skipif(
    sys.platform != "linux" or not PORTABLE.exists() or " avx2 " not in Path("/proc/cpuinfo").read_text(encoding="utf-8"),
    reason="needs Linux, a processor of level 3, and the portable program",
)


def universal_program(folder: Path, emilia: Path, levels: Sequence[int] = (LEVEL,)) -> Path:
    """A real universal program. Its image of `LEVEL` is this program with another help; images of other levels cannot run."""
    weights = (ROOT / "crates" / "emilia" / "data" / "weights.bin").read_bytes()
    marked = emilia.read_bytes().replace(PURPOSE.encode(), MARK.encode())
    images = {level: marked if level == LEVEL else weights for level in levels}
    program = folder / "emilia"
    program.write_bytes(universal.pack(PORTABLE.read_bytes(), images, weights))
    program.chmod(0o755)
    return program


def run(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60, check=False)


@needs_portable
def test_it_becomes_the_best_image_that_the_processor_can_run(tmp_path: Path, emilia: Path) -> None:
    program = universal_program(tmp_path, emilia, (LEVEL - 1, LEVEL, 5))
    result = run(program, "--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(MARK)
    result = run(program, "bench", "two words")
    assert result.returncode == 2
    assert "'two words'" in result.stderr


@needs_portable
def test_a_damaged_image_or_directory_leaves_the_slower_program(tmp_path: Path, emilia: Path) -> None:
    program = universal_program(tmp_path, emilia)
    whole = program.read_bytes()
    first, directory = PORTABLE.stat().st_size, whole.rindex(b'[{"level":')
    for place in (first, first + 500, directory, directory + 4, len(whole) - 12):
        program.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        result = run(program, "--help")
        assert result.stdout.startswith(PURPOSE), place
        assert "cannot start the faster copy" in result.stderr, place
    program.write_bytes(whole[:-1])
    result = run(program, "--help")
    assert result.stdout.startswith(PURPOSE)
    assert not result.stderr


def test_each_image_unpacks_to_its_program_with_the_weights_left_out() -> None:
    programs = {4: b"four" + WEIGHTS + b"!", 3: b"three" + WEIGHTS}
    packed = universal.pack(b"base" + WEIGHTS, programs, WEIGHTS)
    assert packed.startswith(b"base" + WEIGHTS)
    assert packed.endswith(universal.MAGIC)
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
    with pytest.raises(universal.UniversalError, match="level 3 does not embed the weights once"):
        universal.pack(b"base", {3: image}, WEIGHTS)


def test_a_universal_program_is_not_packed_again() -> None:
    once = universal.pack(b"base", {2: WEIGHTS}, WEIGHTS)
    with pytest.raises(universal.UniversalError, match="a universal one already"):
        universal.pack(once, {2: WEIGHTS}, WEIGHTS)


def test_the_command_builds_each_level(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    weights = (ROOT / "crates" / "emilia" / "data" / "weights.bin").read_bytes()
    built: list[str] = []

    def build(command: Sequence[str], environment: dict[str, str]) -> None:
        assert "target-cpu" not in environment["RUSTFLAGS"], "only the crates of the program are for a processor"
        built.append(re.findall(r'emilia-core\.rustflags=\["-Ctarget-cpu=([^"]*)', " ".join(command))[0])
        program = tmp_path / "builds" / "release" / "emilia"
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_bytes(built[-1].encode() + weights)

    monkeypatch.setattr(universal, "FOLDER", tmp_path / "builds")
    monkeypatch.setattr(universal, "run", build)
    out = tmp_path / "emilia"
    out.write_text("old")
    assert load("universal").main(["--out", str(out)]) == 0
    assert built == ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"]
    assert out.read_bytes().startswith(b"x86-64" + weights)
    assert out.stat().st_mode & 0o111
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["emilia"]


MARKS = {"sse4.2": 2, "avx2": 3, "avx512f": 4}
"""Instructions that only builds for these levels and higher ones use."""


def start_on(model: str, emilia: Path) -> tuple[list[str], str]:
    """Starts the program on a processor that qemu imitates; the instructions that it misses, and its message."""
    command: list[str | Path] = ["qemu-x86_64", "-cpu", model, emilia, "--version"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if result.returncode == 0:
        assert result.stdout.startswith("emilia ")
        return [], ""
    assert (result.returncode, result.stdout) == (1, ""), result.stderr
    # Warnings of qemu may come first.
    _, refusal, rest = result.stderr.partition("emilia: this build is for another processor; this one lacks ")
    assert refusal, result.stderr
    missing, _, message = rest.partition("\n")
    return missing.split(), message


@pytest.mark.skipif(
    shutil.which("qemu-x86_64") is None or platform.machine() != "x86_64", reason="needs qemu-x86_64 and a build for x86-64"
)
@pytest.mark.parametrize(("model", "level"), [("qemu64", 1), ("Nehalem", 2), ("Haswell", 3)])
def test_the_release_build_names_what_an_older_processor_lacks(emilia: Path, model: str, level: int) -> None:
    """The compiler must not use the missing instructions before the message. `tests/processor.rs` tests the dev profile.

    A native build may use instructions beyond its level, so it may refuse a processor of the same level.
    """
    used, _ = start_on("qemu64", emilia)
    built_for = max((known for mark, known in MARKS.items() if mark in used), default=1)
    missing, message = start_on(model, emilia)
    if missing:
        assert set(missing) <= set(used)
        assert f'target-cpu={universal.LEVELS[level]}"' in message
    else:
        assert level >= built_for
