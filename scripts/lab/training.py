"""Reads files of training games, as `emilia selfplay` and `emilia games` write them.

Imports the standard library only. A file is a header, the settings as JSON, and blocks of games that are compressed separately;
`data/games.md` describes each byte. An incomplete last block is ignored.
"""

from __future__ import annotations

import itertools
import json
import struct
import sys
import zlib
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

MAGIC = b"EMILIA-G"
VERSION = 1
MAX_MOVES = 60
"""Most moves of a game."""
MAX_GAME_BYTES = 6 + 3 * MAX_MOVES
"""Most bytes of a game in a block that is expanded: its outline, and for each move a square and a score."""
MAX_BLOCK_GAMES = 1 << 16
"""Most games of a block."""
DISC = 128
"""Steps of a score to a disc."""


class Game(NamedTuple):
    """A game from the start of Othello."""

    random_plies: int
    """Number of random moves at the beginning."""
    moves: bytes
    """The squares, 0 for a1, 1 for b1 ... 63 for h8; passes are left out."""
    scores: tuple[int, ...]
    """The score of each move after the random ones, for the mover, in 1/128 disc; or empty."""
    exact_from: int
    """Index of the first move from which all scores are exact; the number of moves if none is."""
    score: int
    """Black's discs minus white's at the end, empty squares to the winner."""

    def transcript(self) -> str:
        """The moves as one word: `f5d6c3`."""
        return "".join("abcdefgh"[square % 8] + "12345678"[square // 8] for square in self.moves)

    def text(self) -> str:
        """The game in the format of `emilia games text`."""
        exact = self.exact_from - self.random_plies
        scores = ",".join(f"{'=' if number == exact else ''}{score}" for number, score in enumerate(self.scores))
        return f"{self.random_plies} {self.score} {self.transcript()} {scores}".rstrip()


def settings(path: Path) -> object:
    """The settings of the games of a file. OSError, or ValueError if it is not a file of games."""
    with path.open("rb") as file:
        return _settings(file, path)


def games(path: Path) -> Iterator[Game]:
    """The games of a file, to its last complete block. OSError, or ValueError with file and block if it is damaged."""
    with path.open("rb") as file:
        _settings(file, path)
        for number in itertools.count(1):
            place = f"{path}, block {number} at byte {file.tell()}"
            head = file.read(16)
            if len(head) < 16:
                return
            length, count, crc_of_packed, crc_of_head = struct.unpack("<4I", head)
            if zlib.crc32(head[:12]) != crc_of_head or not 1 <= count <= MAX_BLOCK_GAMES:
                raise ValueError(f"{place}: damaged head")
            packed = file.read(length)
            if len(packed) < length:
                return
            if zlib.crc32(packed) != crc_of_packed:
                raise ValueError(f"{place}: wrong checksum")
            try:
                yield from _unpack(_expanded(packed, count), count)
            except (zlib.error, ValueError) as error:
                raise ValueError(f"{place}: {error}") from None


def _settings(file: BinaryIO, path: Path) -> object:
    head = file.read(20)
    if not head.startswith(MAGIC):
        raise ValueError(f"{path}: not a file of training games: it begins with {head[:8]!r}")
    if len(head) < 20:
        raise ValueError(f"{path}: only {len(head)} bytes")
    version, length, crc = struct.unpack("<3I", head[8:])
    if version != VERSION:
        raise ValueError(f"{path}: training games of an unknown version: {version}")
    text = file.read(length)
    if len(text) < length or zlib.crc32(text) != crc:
        raise ValueError(f"{path}: damaged settings")
    found: object = json.loads(text)
    return found


def _expanded(packed: bytes, count: int) -> bytes:
    """The content of a block of `count` games, or its beginning if it is longer than these can be. zlib.error, ValueError."""
    expander = zlib.decompressobj()
    content = expander.decompress(packed, count * MAX_GAME_BYTES + 1)
    if not expander.eof:
        raise ValueError("the games do not fill their block")
    return content


def _unpack(column: bytes, count: int) -> list[Game]:
    """The games of an unpacked block: one column after the other."""
    outlines = list(zip(*(column[i * count : (i + 1) * count] for i in range(5)), strict=True))
    scored = [moves - random if is_scored else 0 for moves, random, is_scored, _, _ in outlines]
    rest = column[5 * count :]
    squares, scores = sum(outline[0] for outline in outlines), sum(scored)
    if len(rest) != squares + 2 * scores or min(scored, default=0) < 0 or max(rest[:squares], default=0) > 63:
        raise ValueError("the games do not fill their block")
    sums = _sums(rest[squares : squares + scores], rest[squares + scores :])
    found, at, score_at = [], 0, 0
    for (moves, random, _, exact, score), number in zip(outlines, scored, strict=True):
        if moves > MAX_MOVES or exact > moves:
            raise ValueError("a game has invalid lengths")
        values = _differences(sums[score_at : score_at + number])
        found.append(Game(random, rest[at : at + moves], values, exact, score - 256 if score > 127 else score))
        at, score_at = at + moves, score_at + number
    return found


def _sums(low: bytes, high: bytes) -> array[int]:
    """Signed numbers of 16 bits from their low and high bytes."""
    mixed = bytearray(2 * len(low))
    mixed[::2], mixed[1::2] = low, high
    sums = array("h", bytes(mixed))
    if sys.byteorder == "big":
        sums.byteswap()
    return sums


def _differences(sums: array[int]) -> tuple[int, ...]:
    """Scores from the sums of each and the one before it, modulo 2^16."""
    last, scores = 0, []
    for both in sums:
        last = (both - last + 0x8000 & 0xFFFF) - 0x8000
        scores.append(last)
    return tuple(scores)
