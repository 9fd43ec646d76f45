"""Games of files."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from datetime import date
from os import PathLike
from pathlib import Path

from ._native import Game, games_in, wthor


class DroppedWarning(UserWarning):
    """Something of a file is not used."""


def read_game(text: str | bytes) -> Game:
    """The first game of text in any notation: GGF, SGF, PGN, transcripts, boards, OBF, JSON of Othello Quest.

    Raises:
        ValueError: if no notation is recognised, or the game is not legal.
    """
    games, faults, _ = games_in(_bytes(text), b"", b"")
    if not games:
        raise ValueError(faults[0] if faults else "there is no game")
    return games[0]


def read_games(source: str | PathLike[str] | bytes) -> list[Game]:
    """All games of a file in any notation, WTHOR (`.wtb`) among them, or of the bytes of one.

    The names of a WTHOR database are those of the files that end in `.jou` and `.trn` beside it. Games that cannot be read, and
    what is left out of the others, are reported by a `DroppedWarning`.

    Raises:
        OSError: if the file cannot be read.
        ValueError: if no notation is recognised.
    """
    players = tournaments = b""
    if not isinstance(source, bytes):
        path = Path(source)
        if path.suffix.lower() == ".wtb":
            players, tournaments = (_beside(path, suffix) for suffix in (".jou", ".trn"))
        source = path.read_bytes()
    games, faults, dropped = games_in(source, players, tournaments)
    for message in (*faults, *filter(None, [dropped])):
        warnings.warn(message, DroppedWarning, stacklevel=2)
    return games


def write_wthor(games: Iterable[Game], path: str | PathLike[str]) -> int:
    """Writes games as a WTHOR database: `path`, and the names beside it as `.jou` and `.trn`. Returns the number of games that it
    cannot hold: those of other boards or rules, and those without a result.

    Raises:
        OSError: if a file cannot be written.
    """
    today = date.today()
    *contents, left_out = wthor(list(games), [*divmod(today.year, 100), today.month, today.day])
    for suffix, content in zip((Path(path).suffix, ".jou", ".trn"), contents, strict=True):
        Path(path).with_suffix(suffix).write_bytes(content)
    return left_out


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _beside(path: Path, suffix: str) -> bytes:
    found = sorted(other for other in path.parent.iterdir() if other.suffix.lower() == suffix)
    return found[0].read_bytes() if found else b""
