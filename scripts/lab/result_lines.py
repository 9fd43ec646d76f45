"""One line of a file of results that people type.

Knows what a line says, not whether it fits the other lines. Upper and lower case, further blanks and the kind of dash do not
matter. Errors are ValueErrors that say what was expected.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lab.rules import Colour

MAX_ROUNDS = 999
MIN_SQUARES, MAX_SQUARES = 4, 400
MAX_NAME = 80
"""Characters of a name or a title."""
MAX_SHOWN = 60
"""Characters of a line that a message repeats."""

EXPECTED = "a line such as 'round 1', 'Anna 40-24 Boris', 'Anna - Boris', 'Anna bye' or 'withdrawn Anna'"
_DASH = "(?:[-\u2010-\u2015\u2212:]|--)"
_SCORE = re.compile(rf"(?P<one>.*?)(?<!\S)(?P<first>[0-9]+)\s*{_DASH}\s*(?P<second>[0-9]+)(?!\S)(?P<other>.*)")
_BETWEEN = re.compile(rf"\s+(?:{_DASH}|vs\.?|against)\s+", re.IGNORECASE)
_COLOUR = re.compile(r"(?P<name>.*\S)\s*\((?P<colour>black|b|white|w)\)", re.IGNORECASE)
_ON_TIME = re.compile(r"(?P<name>.*?\S)\s+(?:(?:lost\s+)?on\s+time|overstepped)", re.IGNORECASE)
_BYE = re.compile(rf"bye\s*:?\s+(?P<after>.+)|(?P<before>.*?\S)\s+(?:{_DASH}\s+)?bye", re.IGNORECASE)
_LEFT = re.compile(r"(?P<name>.*\S)\s+(?:withdrawn|withdraws|withdrew)", re.IGNORECASE)
_FROM = re.compile(r"(?P<name>.*\S)\s+from\s+(?:round\s+)?(?P<round>[0-9]+)(?:\s+on)?", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")


@dataclass(frozen=True)
class GameLine:
    """A game, or a pairing that has no result yet."""

    black: str
    white: str
    discs: tuple[int, int] | None = None
    """Black's and White's, as they were typed."""
    overstepped: str | None = None
    """The name of the player who lost on time."""


@dataclass(frozen=True)
class ByeLine:
    """A player without an opponent."""

    name: str


@dataclass(frozen=True)
class WithdrawalLine:
    """Players who left."""

    names: tuple[str, ...]
    since: int | None = None
    """The first round without them; None: the round in which the line stands."""


@dataclass(frozen=True)
class RoundLine:
    """The heading of a round."""

    number: int


@dataclass(frozen=True)
class SettingLine:
    """The title of the tournament, or its number of squares or of rounds."""

    name: str
    value: str


@dataclass(frozen=True)
class PlayersLine:
    """Names of players."""

    names: tuple[str, ...]


Statement = GameLine | ByeLine | WithdrawalLine | RoundLine | SettingLine | PlayersLine


def parse_line(line: str) -> Statement | None:
    """What a line says; None for a comment or an empty line. ValueError."""
    text = unicodedata.normalize("NFC", " ".join(_COMMENT.sub("", line).split()))
    if not text:
        return None
    if not text.isprintable():
        raise ValueError(f"expected printable text, got {shown(text)}")
    keyword, _, rest = text.partition(" ")
    rule = _KEYWORDS.get(keyword.casefold().rstrip(":"))
    return rule(rest.removeprefix(": ")) if rule else _result(text)


def shown(text: str) -> str:
    """The text in quotation marks, shortened for a message."""
    return repr(text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 3]}...")


def _result(text: str) -> Statement:
    """A game, a bye or a withdrawal without a keyword."""
    game, *faults = (part.strip() for part in re.split("[,;]", text))
    bye, left = _BYE.fullmatch(text), _LEFT.fullmatch(text)
    if _SCORE.fullmatch(game) is None and not faults and (bye or left):
        return WithdrawalLine((_name(left["name"]),)) if left else ByeLine(_name(bye["after"] or bye["before"] if bye else ""))
    return _game(game, faults, text)


def _game(game: str, faults: Sequence[str], text: str) -> GameLine:
    """A game: its names and score, and the parts behind commas."""
    found = _SCORE.fullmatch(game)
    names = (found["one"].strip(), found["other"].strip()) if found else ("", game)
    if not all(names):
        # 'Anna - Boris 40-24' has the score behind both names, 'Anna - Boris' has none
        names = _two_names("".join(names), text)
    (black, colour), (white, opposite) = _seat(names[0]), _seat(names[1])
    discs = (_discs(found["first"]), _discs(found["second"])) if found else None
    if colour and colour == opposite:
        raise ValueError(f"expected two colours, got {colour} twice")
    if colour == "white" or opposite == "black":
        black, white, discs = white, black, discs and (discs[1], discs[0])
    return GameLine(black, white, discs, _overstepped(faults))


def _discs(text: str) -> int:
    return _number(text, "discs", 0, MAX_SQUARES)


def _two_names(names: str, text: str) -> tuple[str, str]:
    parts = _BETWEEN.split(names)
    if len(parts) != 2:
        raise ValueError(f"expected {EXPECTED}, got {shown(text)}")
    return parts[0], parts[1]


def _overstepped(faults: Sequence[str]) -> str | None:
    """The player who lost on time, in the parts of a line behind the game."""
    if not faults:
        return None
    found = _ON_TIME.fullmatch(faults[0])
    if found is None or len(faults) > 1:
        raise ValueError(f"expected 'NAME on time' behind the comma, got {shown(', '.join(faults))}")
    return _seat(found["name"])[0]


def _seat(text: str) -> tuple[str, Colour | None]:
    """A name and its colour, if it is marked."""
    found = _COLOUR.fullmatch(text)
    if found is None:
        return _name(text), None
    return _name(found["name"]), "black" if found["colour"][0] in "bB" else "white"


def _name(text: str) -> str:
    """A name. ValueError if it cannot be one."""
    name = text.strip()
    if not any(map(str.isalnum, name)) or name.casefold() == "bye":
        raise ValueError(f"expected the name of a player, got {shown(name)}")
    if len(name) > MAX_NAME:
        raise ValueError(f"expected a name of at most {MAX_NAME} characters, got {shown(name)}")
    if _BETWEEN.search(name):
        raise ValueError(f"expected one name, got {shown(name)}")
    if _ON_TIME.fullmatch(name):
        raise ValueError(f"expected a comma before 'NAME on time', got {shown(name)}")
    return name


def _names(text: str) -> tuple[str, ...]:
    return tuple(_name(part) for part in re.split("[,;]", text) if part.strip())


def _number(text: str, what: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    digits = text.strip()
    # int() refuses a number of thousands of digits with an error of its own
    if not re.fullmatch("[0-9]{1,9}", digits) or not low <= int(digits) <= high:
        raise ValueError(f"expected {what} from {low} to {high}, got {shown(digits)}")
    return int(digits)


def _round(text: str) -> RoundLine:
    return RoundLine(_number(text.rstrip(" :."), "a round", 1, MAX_ROUNDS))


def _rounds(text: str) -> SettingLine:
    return SettingLine("rounds", str(_number(text, "a number of rounds", 1, MAX_ROUNDS)))


def _squares(text: str) -> SettingLine:
    """`64` or `8x8`."""
    sides = re.fullmatch(r"([0-9]{1,2})\s*[x\u00d7]\s*([0-9]{1,2})", text, re.IGNORECASE)
    number = str(int(sides[1]) * int(sides[2])) if sides else text
    return SettingLine("squares", str(_number(number, "a number of squares", MIN_SQUARES, MAX_SQUARES)))


def _players(text: str) -> PlayersLine:
    names = _names(text)
    if not names:
        raise ValueError("expected names with commas between them behind 'players'")
    return PlayersLine(names)


def _title(text: str) -> SettingLine:
    if not text or len(text) > MAX_NAME:
        raise ValueError(f"expected a title of at most {MAX_NAME} characters, got {shown(text)}")
    return SettingLine("title", text)


def _withdrawn(text: str) -> WithdrawalLine:
    found = _FROM.fullmatch(text)
    since = _number(found["round"], "a round", 1, MAX_ROUNDS) if found else None
    names = _names(found["name"] if found else text)
    if not names:
        raise ValueError("expected a name behind 'withdrawn'")
    return WithdrawalLine(names, since)


_KEYWORDS: dict[str, Callable[[str], Statement]] = {
    "round": _round,
    "rounds": _rounds,
    "squares": _squares,
    "board": _squares,
    "players": _players,
    "title": _title,
    "withdrawn": _withdrawn,
}
