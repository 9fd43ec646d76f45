"""Options of fastchess for chess engines, translated into those of the lab where they mean the same.

Imports the standard library only, as `lab.options`.
"""

import argparse
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from typing import NoReturn

OPTION = re.compile(r"-[a-z]")
"""How an option of fastchess begins; those of the lab have two dashes."""
TIME_CONTROL = re.compile(r"(?:(?P<minutes>\d+):)?(?P<seconds>\d+(?:\.\d+)?)(?:\+(?P<increment>\d+(?:\.\d+)?))?")
"""`10+0.1` or `1:30+1`."""
SAME = {"cmd": "command", "name": "name", "dir": "directory", "st": "move_time", "nodes": "nodes", "plies": "depth"}
"""Words of an engine that have another name at most."""
ADJUDICATION = "games end by --agreed N or --adjudicate N, not by the estimates of an engine"
HINTS = {
    "-resign": ADJUDICATION,
    "-draw": ADJUDICATION,
    "-maxmoves": ADJUDICATION,
    "-tb": ADJUDICATION,
    "-config": "--out FILE --resume continues a contest",
    "-tournament": "scripts/tournament and scripts/gauntlet play more than two engines",
    "-noswap": "every opening is played with both colours",
    "-reverse": "every opening is played with both colours",
    "-variant": "--variant RULES plays variants of Othello",
}
"""What does the same as an option that has no translation."""

Words = dict[str, str]


def parse_args(parser: argparse.ArgumentParser, given: Sequence[str] | None, *, is_test: bool) -> argparse.Namespace:
    """The options on a command line, also in fastchess's form; `is_test` is true for a sequential test. Exits for misuse."""
    words = sys.argv[1:] if given is None else list(given)
    try:
        return parser.parse_args(translate(words, is_test=is_test))
    except ValueError as error:
        parser.error(str(error))


def translate(words: Sequence[str], *, is_test: bool) -> list[str]:
    """The words with the options of the lab in place of those of fastchess. ValueError for one that means nothing here."""
    own: list[str] = []
    engines: list[Words] = []
    each: Words = {}
    for option, values in _options(words):
        match option, values:
            case ("", _):
                own += values
            case "-engine", _:
                engines.append(_pairs(option, values))
            case "-each", _:
                each |= _pairs(option, values)
            case "-rounds", [number] if number.isdecimal():
                own += ["--max-pairs", number] if is_test else ["--games", str(2 * int(number))]
            case ("-games", ["2"]) | ("-repeat", []) | ("-recover", []) | ("-use-affinity", []):
                pass
            case "-games", _:
                raise ValueError("-games must be 2: every opening is played twice, with colours swapped")
            case "-concurrency", [number]:
                own += ["--concurrency", number]
            case "-use-affinity", [cores]:
                own += ["--cores", cores]
            case "-srand", [seed]:
                own += ["--seed", seed]
            case "-openings", _:
                own += ["--openings", _openings(_pairs(option, values))]
            case "-pgnout", [file] if "=" not in file:
                own += ["--pgn", file]
            case "-pgnout", _:
                own += ["--pgn", _only(option, _pairs(option, values), "file")]
            case "-sprt", _ if is_test:
                own += _sprt(_pairs(option, values))
            case "-sprt", _:
                raise ValueError("-sprt is an option of scripts/sprt")
            case _:
                _wrong(option, values)
    return [*_engines(engines, each), *own]


def _options(words: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The options of fastchess with their values; other words, each with what follows it, have an empty option."""
    option, values = "", list[str]()
    for word in words:
        if OPTION.match(word) and word != "-h":
            yield option, values
            option, values = word, []
        elif word.startswith("--"):
            yield option, values
            option, values = "", [word]
        else:
            values.append(word)
    yield option, values


def _wrong(option: str, values: Sequence[str]) -> NoReturn:
    hint = next((hint for name, hint in HINTS.items() if option.startswith(name)), "docs/lab.md lists the options that do")
    raise ValueError(f"{' '.join([option, *values])} means nothing here: {hint}")


def _pairs(option: str, values: Sequence[str]) -> Words:
    """The words KEY=VALUE behind an option."""
    found: Words = {}
    for word in values:
        key, sign, value = word.partition("=")
        if not sign or key in found:
            raise ValueError(f"{option}: {key} is set twice" if sign else f"{option}: expected KEY=VALUE, got {word!r}")
        found[key] = value
    return found


def _only(option: str, pairs: Words, *keys: str) -> str:
    """The value of the first of these keys, which must be there. ValueError for a key that is none of them."""
    other = next((key for key in pairs if key not in keys), None)
    if other is not None or keys[0] not in pairs:
        raise ValueError(f"{option}: {other}={pairs[other]} means nothing here" if other else f"{option} needs {keys[0]}=")
    return pairs[keys[0]]


def _openings(pairs: Words) -> str:
    """The file of openings, which the lab plays in random order."""
    if pairs.get("order") != "random":
        raise ValueError("-openings needs order=random: the seed determines the order")
    if "format" in pairs:
        raise ValueError(
            "-openings: format= means nothing here: the file has transcripts, as `emilia convert BOOK FILE.txt` writes"
        )
    return _only("-openings", pairs, "file", "order")


def _sprt(pairs: Words) -> list[str]:
    """The options of a test. Without a model the figures are normalised Elo, as in fastchess."""
    scales = {"logistic": [], "normalized": ["--normalised"]}
    model = pairs.pop("model", "normalized")
    if model not in scales:
        raise ValueError(f"-sprt: expected model=logistic or model=normalized, got {model!r}")
    _only("-sprt", pairs, "elo0", "elo1", "alpha", "beta")
    # One word each: a number may begin with a dash.
    return [*(f"--{key}={value}" for key, value in pairs.items()), *scales[model]]


def _engines(engines: Sequence[Words], each: Words) -> list[str]:
    """The options for the engines, with the words that hold for all of them."""
    if each and not engines:
        raise ValueError("-each needs -engine: engines of --engine have their own words")
    found: list[str] = []
    margins = set[str]()
    for engine in engines:
        twice = next((key for key in engine if key in each and each[key] != engine[key]), None)
        if twice:
            raise ValueError(f"{twice}= is set by -engine and otherwise by -each")
        both = {**each, **engine}
        margins.add(both.pop("timemargin", ""))
        found += ["--engine", shlex.join(_engine(both))]
    if len(margins) > 1:
        raise ValueError("timemargin= must be the same for all engines: set it by -each")
    margin = "".join(margins)
    if margin and not margin.isdecimal():
        raise ValueError(f"expected timemargin=MILLISECONDS, got {margin!r}")
    return [*found, *(["--tolerance", f"{int(margin) / 1000:g}"] if margin else [])]


def _engine(words: Words) -> Iterator[str]:
    """An engine as `--engine` has it, word by word."""
    if "cmd" not in words:
        raise ValueError("-engine needs cmd=")
    arguments = words.get("args", "")
    for key, value in words.items():
        if key == "cmd":
            # The command is a path, which may have blanks.
            yield f"command={f'{shlex.quote(value)} {arguments}'.rstrip()}"
        elif key in SAME:
            yield f"{SAME[key]}={value}"
        elif key.startswith("option."):
            yield f"options.{key.removeprefix('option.')}={value}"
        elif key == "tc":
            yield from _clock(value)
        elif key == "proto" and value in ("gtp", "nboard", "ugi"):
            yield f"protocol={value}"
        elif (key, value) != ("restart", "off") and key != "args":
            hint = ": expected gtp, nboard or ugi" if key == "proto" else ""
            raise ValueError(f"-engine: {key}={value} means nothing here{hint}")


def _clock(text: str) -> Iterator[str]:
    """The time of a game and its increment in seconds; nothing for `inf`."""
    if text == "inf":
        return
    found = TIME_CONTROL.fullmatch(text)
    if found is None:
        raise ValueError(f"expected tc=[MINUTES:]SECONDS[+INCREMENT], got {text!r}")
    yield f"game_time={60 * int(found['minutes'] or 0) + float(found['seconds']):g}"
    if found["increment"]:
        yield f"increment={found['increment']}"
