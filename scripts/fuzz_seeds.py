#!/usr/bin/env python3
"""Writes the seeds of the corpus that follow the program: recorded sessions, games, saved solves and weights.

    python3 scripts/fuzz_seeds.py target/release/emilia

The same program writes the same seeds, except for the times in saved solves. Other files of the corpus are not changed: a text of
every notation, and `seed-session`, a session of each protocol, whose lines the stress of `scripts/attack` varies too.
"""

import argparse
import re
import struct
import subprocess
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from lab.bootstrap import ROOT

Seeds = Iterator[tuple[str, bytes]]
"""Inputs of a target, each with its name."""
GOLDEN = ROOT / "tests" / "golden"
CORPUS = ROOT / "fuzz" / "corpus"
MAX_SESSION_BYTES = 6000
"""Recorded sessions are cut to this many bytes: mutations of short inputs find as much."""


def joined(lines: Iterable[str]) -> bytes:
    """The lines of a session, as many as fit."""
    text = "".join(f"{line}\n" for line in lines).encode()
    return text if len(text) <= MAX_SESSION_BYTES else text[: text.rindex(b"\n", 0, MAX_SESSION_BYTES) + 1]


def recorded(kind: str) -> Seeds:
    """What the recorded program sent in the sessions of a kind."""
    for path in sorted(GOLDEN.glob(f"{kind}_*.txt")):
        yield path.stem, joined(re.findall(r"^ *[0-9.]+ > (.*)$", path.read_text(), re.MULTILINE))


def server_lines() -> Seeds:
    """The lines of the server in the recorded session of GGS, by scenario."""
    for scenario in (GOLDEN / "ggs_session.txt").read_text().split("\n=== ")[1:]:
        name, *lines = scenario.splitlines()
        yield name, joined(line[3:] for line in lines if line.startswith("S:"))


def console() -> Seeds:
    """Every example of the help."""
    words = (ROOT / "src" / "protocol" / "console" / "words.rs").read_text()
    yield "examples", joined(example for example in re.findall(r'example: "(.*)"', words) if example != "quit")


def weights() -> Seeds:
    """A file without a header whose numbers are all zero, and numbers to overwrite its numbers with."""
    file = (ROOT / "crates" / "emilia" / "data" / "weights.bin").read_bytes()
    (length,) = struct.unpack_from("<I", file, 20)
    numbers = len(zlib.decompress(file[24 + length :]))
    text = b"all zero"
    yield "zero", struct.pack("<I", len(text)) + text + zlib.compress(bytes(numbers), 9)
    yield "header", file[:24] + file[24 : 24 + length]
    for name, overlay in {"least": b"\x80", "most": b"\x7f", "mixed": bytes(range(256)), "not-a-number": b"\xff\xc0\x7f"}.items():
        yield name, b"numbers:" + overlay
    yield "written", b"written:\xff\xc0\x7f"


def books() -> Seeds:
    """The samples of books of other programs, and the content of a compact book with the start position alone."""
    for path in sorted((ROOT / "tests" / "book" / "samples").iterdir()):
        yield path.name, path.read_bytes()
    yield "compact", b"compact:\x01" + bytes([0, 1, 0, 0, 0])


def games(program: Path) -> Seeds:
    """A file of games and its parts."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "seed.games"
        command = [str(program), "selfplay", "--games", "3", "--level", "1", "--threads", "1", "--seed", "1", "--out", str(out)]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        file = out.read_bytes()
        text = subprocess.run([str(program), "games", "text", str(out)], check=True, capture_output=True).stdout
    yield "text", text
    yield from parts_of_games(file)


def parts_of_games(file: bytes) -> Seeds:
    """A file of games, and its one block unpacked."""
    (settings,) = struct.unpack_from("<I", file, 12)
    block = 20 + settings
    length, count = struct.unpack_from("<II", file, block)
    yield "file", file
    yield "unpacked", b"games:" + bytes([count]) + zlib.decompress(file[block + 16 : block + 16 + length])


def saves(program: Path) -> Seeds:
    """A saved solve and its parts, and one of a game by other rules."""
    problems = (ROOT / "data" / "problems" / "ffo-1-59.obf").read_text().splitlines()[:2]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "seed.save"
        (Path(folder) / "in.obf").write_text("\n".join([*problems, "no position"]) + "\n")
        options = ["--threads", "1", "--hash", "1", "--all-moves", "--events", "--save", out.name]
        # Messages in the state name the file as it is named here.
        subprocess.run([str(program), "solve", "in.obf", *options], cwd=folder, check=False, capture_output=True)
        game = ["--variant", "4x4 anti", "b1", "--nodes", "500", "--threads", "1", "--hash", "1", "--save", "game.save"]
        subprocess.run([str(program), "solve", *game], cwd=folder, check=True, capture_output=True)
        yield "game", (Path(folder) / "game.save").read_bytes()
        yield from parts_of_save(out.read_bytes())


def parts_of_save(file: bytes) -> Seeds:
    """A saved solve with a journal, its state, and a record of each kind."""
    (state, entries) = (struct.unpack_from("<Q", file, at)[0] for at in (12, 24))
    yield "file", file
    yield "state", b"state:" + zlib.decompress(file[36 : 36 + state])
    at = 36 + state + entries
    kinds: set[bytes] = set()
    while at < len(file):
        (length,) = struct.unpack_from("<I", file, at)
        record = file[at + 8 : at + 8 + length]
        kind = record[: record.index(b":")]
        if kind not in kinds:
            kinds.add(kind)
            yield f"record-{len(kinds)}", b"record:" + record
        at += 8 + length


def from_files() -> dict[str, Seeds]:
    """The seeds of each target that files of the repository give."""
    return {
        "nboard": recorded("nboard"),
        "gtp": recorded("quarry"),
        "ggs": server_lines(),
        "console": console(),
        "weights": weights(),
        "books": books(),
    }


def from_program(program: Path) -> dict[str, Seeds]:
    """Those that the program makes."""
    return {"games": games(program), "saves": saves(program)}


def main() -> None:
    """Writes the seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "program", type=Path, metavar="EMILIA", help="the engine, which makes the training games and the saved solve"
    )
    program = parser.parse_args().program.absolute()
    for target, seeds in (from_files() | from_program(program)).items():
        folder = CORPUS / target
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in seeds:
            (folder / f"seed-{name}").write_bytes(content)


if __name__ == "__main__":
    main()
