"""A GTP engine whose strength depends on a number: the nearer `sense` is to 70, the more of its moves are thoughtful."""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fixtures import thoughtful

from lab.rules import START

OPTIONS = {"sense": 20, "colour": 3}
LISTED = ("quit", "name", "version", "protocol_version", "list_commands", "boardsize", "clear_board", "play", "genmove",
          "emilia-options", "emilia-set", "emilia-level")  # fmt: skip


def answer(words: list[str]) -> str:
    """The answer to a command."""
    global board
    match words:
        case ["name"]:
            return "Tunable"
        case ["list_commands"]:
            return "\n".join(LISTED)
        case ["clear_board"]:
            board = START
        case ["play", _, at] if at.lower() != "pass":
            board = board.play(at.lower())
        case ["genmove", _]:
            chance = random.Random(f"{board} {OPTIONS}")
            is_thoughtful = chance.random() < 1 - abs(OPTIONS["sense"] - 70) / 60
            at = thoughtful(board) if is_thoughtful else chance.choice(board.moves())
            board = board.play(at)
            return at
        case ["emilia-options"]:
            return (
                "sense 20 (a number from 0 to 100, default 20) How sensible.\ncolour 3 (a number from 0 to 9, default 3) Nothing."
            )
        case ["emilia-set", name, value]:
            OPTIONS[name] = int(value)
    return ""


board = START
for line in sys.stdin:
    words = line.split()
    number = words.pop(0) if words[0].isdecimal() else ""
    print(f"={number} {answer(words)}\n", flush=True)
    if words == ["quit"]:
        break
