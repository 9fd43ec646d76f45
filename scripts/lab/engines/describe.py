"""Engines described on the command line or in a TOML file."""

import os
import shlex
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec

from lab.records import Engine, Limit, Protocol

_Count = Annotated[int, msgspec.Meta(ge=0, le=2**62)]
_Seconds = Annotated[float, msgspec.Meta(gt=0, le=1e6)]
_Kind = Literal["option", "level", "depth", "nodes", "move_time", "game_time", "nodes_searched", "variant"]
_Line = Annotated[str, msgspec.Meta(pattern=r"^[^\r\n]*$")]


class _Description(msgspec.Struct, forbid_unknown_fields=True):
    """An engine in a TOML file."""

    command: _Line | list[str]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f]*$")] | None = None
    protocol: Protocol | None = None
    directory: str | None = None
    environment: dict[str, str] = {}
    options: dict[str, _Line | int | float | bool] = {}
    commands: list[_Line] = []
    words: dict[_Kind, _Line] = {}
    level: _Count | None = None
    depth: _Count | None = None
    nodes: _Count | None = None
    move_time: _Seconds | None = None
    game_time: _Seconds | None = None
    increment: Annotated[float, msgspec.Meta(ge=0, le=1e6)] = 0.0


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """A TOML file."""

    engine: Annotated[list[dict[str, object]], msgspec.Meta(min_length=1)]


def read_engines(texts: Iterable[str], limit: Limit) -> tuple[Engine, ...]:
    """The engines of these descriptions, in their order. ValueError for an invalid description, or two engines with one name.

    `limit` is the limit of engines that set none. OSError if a file cannot be read.
    """
    engines: list[Engine] = []
    for text in texts:
        engines += read_file(Path(text), limit) if text.endswith(".toml") else [read_engine(text, limit)]
    names = [engine.name for engine in engines]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"two engines have the name {twice!r}")
    return tuple(engines)


def read_engine(text: str, limit: Limit) -> Engine:
    """The engine in a description of words KEY=VALUE, or in a command line, whose first word has no `=`."""
    try:
        words = shlex.split(text)
        is_command = bool(words) and "=" not in words[0]
        return _engine({"command": words} if is_command else _fields(words), limit)
    except ValueError as error:
        raise ValueError(f"engine {text!r}: {error}") from None


def read_file(path: Path, limit: Limit) -> tuple[Engine, ...]:
    """The engines of a TOML file; ValueError names the file and the engine."""
    where = str(path)
    try:
        engines = []
        for number, table in enumerate(msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File).engine, 1):
            where = f"{path}: engine {number}"
            engines.append(_engine(table, limit))
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    return tuple(engines)


def _fields(words: Iterable[str]) -> dict[str, object]:
    """The words KEY=VALUE and GROUP.KEY=VALUE in the structure of a TOML file."""
    plain: dict[str, object] = {}
    tables: dict[str, dict[str, str]] = {}
    commands: list[str] = []
    for word in words:
        key, sign, value = word.partition("=")
        group, dot, name = key.partition(".")
        if not sign:
            raise ValueError(f"expected KEY=VALUE, got {word!r}")
        if key == "commands":
            commands.append(value)
            continue
        target: dict[str, object] | dict[str, str] = tables.setdefault(group, {}) if dot else plain
        if (name if dot else key) in target:
            raise ValueError(f"{key} is set twice")
        target[name if dot else key] = value
    both = next((group for group in tables if group in plain), None)
    if both is not None:
        raise ValueError(f"{both} needs a name, as in {both}.NAME=VALUE")
    return {**plain, **tables, **({"commands": commands} if commands else {})}


def _engine(fields: dict[str, object], limit: Limit) -> Engine:
    read = msgspec.convert(fields, _Description, strict=False)
    command = tuple(shlex.split(read.command) if isinstance(read.command, str) else read.command)
    if not command or any("\0" in word for word in command):
        raise ValueError(f"no command: {read.command!r}")
    own = msgspec.convert(read, Limit, from_attributes=True)
    return Engine(
        name=read.name or os.path.basename(command[0]),  # noqa: PTH119
        command=command,
        protocol=read.protocol or _protocol(command),
        limit=limit if own == Limit() else own,
        directory=read.directory,
        environment=tuple(read.environment.items()),
        options=tuple((name, _text(value)) for name, value in read.options.items()),
        commands=tuple(read.commands),
        words=tuple(read.words.items()),
    )


def _protocol(command: tuple[str, ...]) -> Protocol:
    """The protocol that is a word of the command; GTP without one."""
    return next((protocol for protocol in get_args(Protocol) if protocol in command[1:]), "gtp")


def _text(value: str | float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
