"""Games of files."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from datetime import date
from os import PathLike, fsync
from pathlib import Path
from tempfile import NamedTemporaryFile

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
        _replace(Path(path).with_suffix(suffix), content)
    return left_out


_FORMS = {".ggf": "ggf", ".sgf": "sgf", ".pgn": "pgn", ".txt": "transcript"}


def write_games(games: Iterable[Game], path: str | PathLike[str]) -> None:
    """Writes games to a file in the notation of its ending: `.ggf`, `.sgf`, `.pgn`, or `.txt` for moves alone. Only GGF keeps the
    values and times beside moves, only SGF variations.

    Raises:
        OSError: if the file cannot be written.
        ValueError: if the ending is another one.
    """
    form = _FORMS.get(Path(path).suffix.lower())
    if form is None:
        raise ValueError(f"a file of games ends in {', '.join(_FORMS)}, not {Path(path).suffix!r}")
    _replace(Path(path), "".join(f"{game.to_text(form).rstrip()}\n" for game in games).encode())


def _replace(path: Path, content: bytes) -> None:
    """Writes a file that is the old one or the new one at any moment."""
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}", delete=False) as file:
        try:
            file.write(content)
            file.flush()
            fsync(file.fileno())
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _beside(path: Path, suffix: str) -> bytes:
    found = sorted(other for other in path.parent.iterdir() if other.suffix.lower() == suffix)
    return found[0].read_bytes() if found else b""
