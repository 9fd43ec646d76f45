"""Names that are probably two spellings of one."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterable, Iterator

MIN_LETTERS = 4
"""Shorter names often differ by one letter: Jan and Jon."""
_TRANSCRIBED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"})


def similar(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The pairs of names that differ by one letter, by two letters in the other order, or only by umlauts and accents.

    Names that differ by a digit do not count: `Player 1` and `Player 2` are two players.
    """
    plain = {name: _plain(name) for name in sorted(names)}
    for one, other in itertools.combinations(plain, 2):
        if _close(plain[one], plain[other]) or _close(_bare(one), _bare(other)):
            yield one, other


def _plain(name: str) -> str:
    """The name in small letters, with umlauts transcribed and without accents."""
    return _bare(name.casefold().translate(_TRANSCRIBED))


def _bare(name: str) -> str:
    """The name in small letters without accents."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def _close(one: str, other: str) -> bool:
    """Whether one letter makes the one into the other."""
    if one == other:
        return True
    if abs(len(one) - len(other)) > 1 or max(len(one), len(other)) < MIN_LETTERS:
        return False
    start = next(
        (at for at, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs), min(len(one), len(other))
    )
    mine, theirs = one[start:], other[start:]
    if any(character.isdigit() for character in (mine[:1], theirs[:1])):
        return False
    swapped = mine[1:2] + mine[:1] + mine[2:]
    return theirs in (swapped, mine[1:]) or mine == theirs[1:] or mine[1:] == theirs[1:]
