"""The format of a universal program: the program for every PC with copies for newer processors appended.

`src/cli/processor.rs` reads it, and describes it. Imports the standard library only.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping

MAGIC = b"EMILIA-U"


class UniversalError(Exception):
    """The programs do not fit together."""


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
