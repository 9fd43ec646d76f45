"""The results of a contest on disk: written game by game, never torn, taken up again after any end.

A file of JSON Lines, each an object with one key: `settings` in the first line, `run` wherever a runner began or went on, `game`
for every finished game, `end` when somebody said enough. A line is one write, flushed to the disk before anything else happens, so
a kill or a power cut loses at most the last line; what is left of it is cut off when the file is opened again. Knows neither how
games are played nor what they mean.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
from pathlib import Path
from typing import Any, Self

import msgspec

from lab.records import Conditions, Engine, Game, Half, Record, from_json, to_json

Scalar = str | int | float | bool | None
BEGINNING = b'{"settings":'
"""What every journal begins with."""


class Machine(Record, frozen=True):
    """Where a runner ran."""

    host: str = ""
    system: str = ""
    processor: str = ""
    cores: int = 0
    memory: int = 0
    """Bytes."""


class Run(Record, frozen=True):
    """One run of a contest, from its start until it ended or was ended. May differ from run to run."""

    began: str
    """UTC, ISO 8601."""
    concurrency: int = 1
    """Pairs played at a time; 0: as many as the cluster takes."""
    cores: tuple[tuple[int, ...], ...] = ()
    """The cores of each worker; empty if they were not pinned."""
    scheduler: str = ""
    """Address of the Dask scheduler; empty for this machine."""
    versions: dict[str, str] = {}  # noqa: RUF012 - msgspec copies it
    """Of Python and of what the lab is built with."""
    machine: Machine = Machine()


class Settings(Record, frozen=True):
    """What decides the games of a contest. A contest can go on only with the same ones."""

    kind: str
    """The script: "match", "sprt" ..."""
    engines: tuple[Engine, ...]
    conditions: Conditions
    seed: int
    openings: str = ""
    """The file, for a person."""
    openings_sha256: str = ""
    programs: dict[str, str] = {}  # noqa: RUF012 - msgspec copies it
    """SHA-256 of each engine's program file by the engine's name; left out where there is no such file on this machine."""
    plan: dict[str, Scalar] = {}  # noqa: RUF012 - msgspec copies it
    """What this kind of contest wants besides: `games`, `elo0` ..."""


class End(Record, frozen=True):
    """Somebody said enough."""

    tasks: int
    """The pairs that count are those with smaller numbers; games of later ones were in play when the decision fell."""
    reason: str


class Line(Record, frozen=True):
    """A line of the file: exactly one of these."""

    settings: Settings | None = None
    run: Run | None = None
    game: Game | None = None
    end: End | None = None


class Contents(msgspec.Struct):
    """What a journal says."""

    settings: Settings
    runs: list[Run]
    games: dict[tuple[int, Half], Game]
    """By task and half, in the order in which they were finished."""
    end: End | None = None

    def counted(self) -> list[Game]:
        """The games that count, by task and half."""
        tasks = float("inf") if self.end is None else self.end.tasks
        return [self.games[key] for key in sorted(self.games) if key[0] < tasks]


class JournalError(ValueError):
    """A file that is no journal, or not this contest's; the message names file and line."""


def already_exists(path: Path) -> JournalError:
    """What is said of a file that nobody wanted to go on with."""
    return JournalError(f"{path}: is there already; --resume goes on with it")


def read(path: Path) -> Contents:
    """The journal in this file, which may be growing: an unfinished last line is passed over. OSError, JournalError."""
    whole, _ = _split(path.read_bytes())
    contents = _parse(path, whole)
    if contents is None:
        raise JournalError(f"{path}: empty")
    return contents


class Journal:
    """A journal that is being written; the file is locked as long as it is open."""

    def __init__(self, path: Path, settings: Settings, run: Run, resume: bool) -> None:
        """Begins a file; with `resume` goes on with one if it is there.

        OSError. JournalError if the file is there and should not be, is damaged, of another contest, or in use.
        """
        self._path = path
        try:
            flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
            self._file = os.open(path, flags if resume else flags | os.O_EXCL, 0o666)
        except FileExistsError:
            raise already_exists(path) from None
        try:
            self.contents = self._begin(settings, run)
        except BaseException:
            os.close(self._file)
            raise

    def _begin(self, settings: Settings, run: Run) -> Contents:
        """Locks the file, cuts off a torn line, and notes that this run begins."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise JournalError(f"{self._path}: another runner is writing to it") from None
        text = self._path.read_bytes()
        whole, length = _split(text)
        contents = _parse(self._path, whole)
        if contents is None and not (text.startswith(BEGINNING) or BEGINNING.startswith(text)):
            raise JournalError(f"{self._path}: no journal")
        if contents is not None:
            different = differences(contents.settings, settings)
            if different:
                raise JournalError(f"{self._path}: is of another contest: {'; '.join(different)}")
        os.ftruncate(self._file, length)
        if contents is None:
            self._write(Line(settings=settings))
            contents = Contents(settings, [], {})
        self._write(Line(run=run))
        contents.runs.append(run)
        return contents

    def _write(self, line: Line) -> None:
        """Appends a line and waits until it is on the disk. OSError."""
        text = to_json(line) + b"\n"
        length = os.fstat(self._file).st_size
        try:
            if os.write(self._file, text) != len(text):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file)
        except OSError as error:
            # Half a line must not have another one behind it.
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, length)
            raise OSError(error.errno, error.strerror, str(self._path)) from None

    def add(self, game: Game) -> bool:
        """Keeps a finished game; false, and nothing happens, if it is there already."""
        key = (game.task, game.half)
        if key in self.contents.games:
            return False
        self._write(Line(game=game))
        self.contents.games[key] = game
        return True

    def end(self, end: End) -> None:
        """Notes that the contest is over; once is enough."""
        if self.contents.end != end:
            self._write(Line(end=end))
            self.contents.end = end

    def close(self) -> None:
        """Lets go of the file."""
        os.close(self._file)

    def __enter__(self) -> Self:
        """The journal itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Lets go of the file."""
        self.close()


def _split(text: bytes) -> tuple[list[bytes], int]:
    """The finished lines, and their length in bytes; what follows them is the rest of a write that was cut off."""
    length = text.rfind(b"\n") + 1
    return text[:length].split(b"\n")[:-1], length


def _parse(path: Path, lines: list[bytes]) -> Contents | None:
    """What these lines say; None if there are none. JournalError names the line that is wrong."""
    contents: Contents | None = None
    for number, text in enumerate(lines, 1):
        try:
            line = from_json(Line, text)
            if contents is None:
                if line.settings is None:
                    raise ValueError("the first line holds no settings")
                contents = Contents(line.settings, [], {})
            else:
                _take(contents, line)
        except ValueError as error:
            raise JournalError(f"{path}, line {number}: {error}") from None
    return contents


def _take(contents: Contents, line: Line) -> None:
    """Adds a later line; ValueError if it does not belong there."""
    if line.run is not None:
        contents.runs.append(line.run)
    elif line.game is not None:
        key = (line.game.task, line.game.half)
        if key in contents.games:
            raise ValueError(f"game {key[1]} of pair {key[0]} for the second time")
        contents.games[key] = line.game
    elif line.end is not None:
        contents.end = line.end
    else:
        raise ValueError("neither a run, a game nor an end")


def differences(old: Settings, new: Settings) -> list[str]:
    """What differs, as `engines[1].limit.depth was 4, is 5`; empty if nothing does."""
    return _compare("", msgspec.to_builtins(old), msgspec.to_builtins(new))


def _compare(name: str, old: Any, new: Any) -> list[str]:  # noqa: ANN401 - any JSON
    """The places below `name` where two values made of dicts, lists and scalars differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        names = [*old, *(key for key in new if key not in old)]
        return [d for key in names for d in _compare(f"{name}.{key}".lstrip("."), old.get(key), new.get(key))]
    if isinstance(old, list | tuple) and isinstance(new, list | tuple) and len(old) == len(new):
        return [d for at in range(len(old)) for d in _compare(f"{name}[{at}]", old[at], new[at])]
    if old == new:
        return []
    return [f"{name} was {_shown(old)}, is {_shown(new)}"]


def _shown(value: object) -> str:
    """A value in a message."""
    return "not set" if value is None else msgspec.json.encode(value).decode()
