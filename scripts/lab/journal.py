"""The results of a contest on disk, written after each game, so that the contest can be resumed after any interruption.

A file of JSON Lines, each an object with one key: `settings` in the first line, `run` at each start of the runner, `game` for each
finished game, `end` when the stop rule ended the contest. A line is written at once and flushed to the disk before anything else
happens, so a kill or a power cut loses at most the last line. An incomplete last line is removed when the file is opened again.
Files with the key names of earlier versions can be read. Knows neither how games are played nor how they are evaluated.
"""

import contextlib
import errno
import fcntl
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import msgspec

from lab.records import Conditions, Engine, Game, Half, Record, from_json, to_json

Scalar = str | int | float | bool | None
BEGINNING = b'{"settings":'
"""The first bytes of every journal."""


class Machine(Record, frozen=True):
    """The computer of a runner."""

    host: str = ""
    system: str = ""
    processor: str = ""
    cores: int = 0
    memory: int = 0
    """Bytes."""


class Run(Record, frozen=True):
    """One run of a contest, from its start to its end or interruption."""

    began: str
    """UTC, ISO 8601."""
    concurrency: int = 1
    """Pairs played at a time; 0: decided by the cluster."""
    cores: tuple[tuple[int, ...], ...] = ()
    """The cores of each worker; empty if the workers were not pinned."""
    scheduler: str = ""
    """Address of the Dask scheduler; empty for this machine."""
    versions: dict[str, str] = {}  # noqa: RUF012 - msgspec copies it
    """Versions of Python and of the packages of the lab."""
    machine: Machine = Machine()


class Settings(Record, frozen=True):
    """The settings that determine the games. A contest can be resumed only with the same ones."""

    kind: str
    """The script: "match", "sprt" ..."""
    engines: tuple[Engine, ...]
    conditions: Conditions
    seed: int
    openings: str = ""
    """The name of the file."""
    openings_sha256: str = ""
    programs: dict[str, str] = {}  # noqa: RUF012 - msgspec copies it
    """SHA-256 of the program files by the names of the engines; without the engines whose file is not on this machine."""
    plan: dict[str, Scalar] = {}  # noqa: RUF012 - msgspec copies it
    """Further settings of this kind of contest: `games`, `elo0` ..."""


class End(Record, frozen=True):
    """The stop rule ended the contest."""

    tasks: int
    """Pairs with smaller numbers count. Later ones were being played when the contest ended."""
    reason: str


class Line(Record, frozen=True):
    """A line of the file: exactly one of these."""

    settings: Settings | None = None
    run: Run | None = None
    game: Game | None = None
    end: End | None = None


class Contents(msgspec.Struct):
    """The contents of a journal."""

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
    """A file that is not a journal, or of another contest; the message names file and line."""


def already_exists(path: Path) -> JournalError:
    """The error for an existing file without --resume."""
    return JournalError(f"{path}: already exists; use --resume")


def check_output(output: Path, sources: Sequence[Path] = (), beginning: bytes = b"") -> None:
    """ValueError if a command must not write this file.

    It is a journal or one of these files, or its folder does not exist, or it has something that does not begin like the output.
    """
    if not output.parent.is_dir():
        raise ValueError(f"{output}: the folder {output.parent} does not exist")
    if any(output.resolve() == source.resolve() for source in sources):
        raise ValueError(f"{output} is another file of this command and cannot be the output")
    if not output.is_file():
        return
    with output.open("rb") as file:
        content = file.read(max(len(BEGINNING), len(beginning)))
    if content.startswith(BEGINNING):
        raise ValueError(f"{output} has results and cannot be the output")
    if content and not content.startswith(beginning):
        raise ValueError(f"{output} exists and is not a file that this command writes")


def read(path: Path) -> Contents:
    """The journal in this file, which may be growing: an incomplete last line is ignored. OSError, JournalError."""
    lines, _ = _split(path.read_bytes())
    contents = _parse(path, lines)
    if contents is None:
        raise JournalError(f"{path}: empty")
    return contents


class Journal:
    """A journal to be written; the file is locked while it is open."""

    def __init__(self, path: Path, settings: Settings, run: Run, resume: bool) -> None:
        """Creates the file, or with `resume` continues an existing one.

        OSError. JournalError if the file exists without `resume`, is damaged, of another contest, or in use.
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
        """Locks the file, removes an incomplete last line, and appends the line of this run."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise JournalError(f"{self._path}: another runner is writing to it") from None
        text = self._path.read_bytes()
        lines, length = _split(text)
        contents = _parse(self._path, lines)
        if contents is None and not (text.startswith(BEGINNING) or BEGINNING.startswith(text)):
            raise JournalError(f"{self._path}: not a journal")
        if contents is not None:
            different = differences(contents.settings, settings)
            if different:
                raise JournalError(f"{self._path}: the journal of another contest: {'; '.join(different)}")
        os.ftruncate(self._file, length)
        if contents is None:
            self._write(Line(settings=settings))
            contents = Contents(settings, [], {})
        self._write(Line(run=run))
        contents.runs.append(run)
        return contents

    def _write(self, line: Line) -> None:
        """Appends a line and waits until it is on disk. OSError."""
        text = to_json(line) + b"\n"
        length = os.fstat(self._file).st_size
        try:
            if os.write(self._file, text) != len(text):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file)
        except OSError as error:
            # No line may follow an incomplete one.
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, length)
            raise OSError(error.errno, error.strerror, str(self._path)) from None

    def add(self, game: Game) -> bool:
        """Adds a finished game; false, without an effect, if the journal has it already."""
        key = (game.task, game.half)
        if key in self.contents.games:
            return False
        self._write(Line(game=game))
        self.contents.games[key] = game
        return True

    def end(self, end: End) -> None:
        """Writes that the contest has ended, if the journal does not say so already."""
        if self.contents.end != end:
            self._write(Line(end=end))
            self.contents.end = end

    def close(self) -> None:
        """Closes the file."""
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _split(text: bytes) -> tuple[list[bytes], int]:
    """The complete lines and their length in bytes; an incomplete line may follow."""
    length = text.rfind(b"\n") + 1
    return text[:length].split(b"\n")[:-1], length


def _parse(path: Path, lines: list[bytes]) -> Contents | None:
    """The contents of these lines; None if there are none. JournalError names the invalid line."""
    contents: Contents | None = None
    for number, text in enumerate(lines, 1):
        try:
            line = _read_line(text)
            if contents is None:
                if line.settings is None:
                    raise ValueError("the first line holds no settings")
                contents = Contents(line.settings, [], {})
            else:
                _add_line(contents, line)
        except ValueError as error:
            raise JournalError(f"{path}, line {number}: {error}") from None
    return contents


OLD_KEYS = {"settings": {"conditions": {"patience": "timeout"}}, "game": {"guilty": "at_fault"}}
"""Keys of journals that earlier versions wrote, with their present names."""


def _read_line(text: bytes) -> Line:
    """A line of the present or an earlier version. ValueError."""
    if b'"patience"' in text or b'"guilty"' in text:
        line = msgspec.json.decode(text)
        if isinstance(line, dict):
            _rename(line, OLD_KEYS)
        return msgspec.convert(line, Line)
    return from_json(Line, text)


def _rename(record: dict[str, Any], names: dict[str, Any]) -> None:
    """Renames keys in place: a name replaces the key, a dict is for the record at this key."""
    for key, name in names.items():
        if isinstance(name, str) and key in record:
            record[name] = record.pop(key)
        elif isinstance(name, dict) and isinstance(record.get(key), dict):
            _rename(record[key], name)


def _add_line(contents: Contents, line: Line) -> None:
    """Adds a later line; ValueError if it is out of place."""
    if line.run is not None:
        contents.runs.append(line.run)
    elif line.game is not None:
        key = (line.game.task, line.game.half)
        if key in contents.games:
            raise ValueError(f"game {key[1]} of pair {key[0]} a second time")
        contents.games[key] = line.game
    elif line.end is not None:
        contents.end = line.end
    else:
        raise ValueError("neither a run, a game nor an end")


def differences(old: Settings, new: Settings) -> list[str]:
    """The differences, as `engines[1].limit.depth was 4, is 5`."""
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
