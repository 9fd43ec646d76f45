"""The universal program: one for every x86-64 PC with Linux, with a copy for each x86-64 level.

`src/cli/processor.rs` describes its format. Imports the standard library only.
"""

import json
import struct
import zlib
from collections.abc import Mapping

from lab.bootstrap import ROOT
from lab.builds import PATHS, for_processor, run

MAGIC = b"EMILIA-U"
LEVELS = {1: "x86-64", 2: "x86-64-v2", 3: "x86-64-v3", 4: "x86-64-v4"}
"""The names of the x86-64 levels for the compiler."""
FOLDER = ROOT / "target" / "universal"
"""The folder of the builds."""
WEIGHTS = ROOT / "crates" / "emilia" / "data" / "weights.bin"


class UniversalError(Exception):
    """The programs do not fit together."""


def build() -> bytes:
    """The universal program. CalledProcessError, OSError, UniversalError."""
    programs = {level: _build(name) for level, name in LEVELS.items()}
    return pack(programs.pop(1), programs, WEIGHTS.read_bytes())


def pack(program: bytes, images: Mapping[int, bytes], weights: bytes) -> bytes:
    """Appends images, by their x86-64 level, to a program.

    The weights, which every program embeds, are left out of the images. UniversalError if a program does not embed them once.
    """
    if program.endswith(MAGIC):
        raise UniversalError("the program is a universal one already")
    parts, directory, start = [program], [], len(program)
    for level, image in sorted(images.items()):
        if image.count(weights) != 1:
            raise UniversalError(f"the program for level {level} does not embed the weights once")
        packed = zlib.compress(image.replace(weights, bytes(len(weights))), 9)
        place = {"start": start, "packed": len(packed), "length": len(image), "weights": image.index(weights)}
        directory.append({"level": level, **place})
        parts.append(packed)
        start += len(packed)
    text = json.dumps(directory).encode()
    return b"".join([*parts, text, struct.pack("<I", len(text)), MAGIC])


def _build(name: str) -> bytes:
    """The program for a level. CalledProcessError, OSError."""
    words = ("cargo", "build", "--release", "--package", "emilia-cli", "--target-dir", str(FOLDER), *for_processor(name))
    run(words, {"RUSTC_BOOTSTRAP": "1", "RUSTFLAGS": f"-C strip=symbols {PATHS}"})
    return (FOLDER / "release" / "emilia").read_bytes()
