"""A tiny GTP engine that plays the first legal move of any variant.

    variant_engine.py [WORD ...]

The words are the commands for the rules that it lists: `emilia-variant`, `boardsize`, `my-rules`. `illegal` makes each move one
on a square that is taken, `refuses` makes these commands errors, and `no-board` that for a board. The lines that it reads are
written to the file that FAULT_ENGINE_LOG names.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lab.rules import Position
from lab.variant_board import start
from lab.variants import find

LISTED = ("quit", "name", "list_commands", "clear_board", "play", "genmove")
RULES = ("emilia-variant", "boardsize", "my-rules")
OTHER_NAMES = str.maketrans("~-", "#.")
"""The squares of a picture, by the characters of `emilia-setboard`."""


class Engine:
    """The rules and the board."""

    def __init__(self, words: list[str]) -> None:
        """The words of the command line."""
        self.words = words
        self.rules = ""
        self.board: Position = start("")
        self.last: str | None = None

    def answer(self, words: list[str]) -> str:
        """The answer to a command; ValueError for an error."""
        match words:
            case ["name"]:
                return "Variants"
            case ["list_commands"]:
                return "\n".join([*LISTED, *(word for word in self.words if word in RULES)])
            case [command, *rules] if command in self.words and "refuses" not in self.words:
                self.rules = " ".join(rules)
                self.board = start(self.rules)
            case ["clear_board"]:
                self.board, self.last = start(self.rules), None
            case ["emilia-setboard", rows, side] if "no-board" not in self.words:
                conditions = " ".join(find(self.rules).conditions())
                first = "black" if side == "X" else "white"
                self.board = start(f"{conditions} first={first} board={rows.translate(OTHER_NAMES)}")
            case ["play", colour, "pass"]:
                # Boards of the lab have passed already.
                if self.board.turn in (None, colour) or self.last != self.board.turn:
                    raise ValueError("illegal pass")
                self.last = None
            case ["play", colour, at]:
                self.play(colour, at.lower())
            case ["genmove", colour]:
                at = self.board.moves()[0]
                self.play(colour, at)
                return "c3" if "illegal" in self.words else at.upper()
            case ["quit"]:
                return ""
            case _:
                raise ValueError("unknown command")
        return ""

    def play(self, colour: str, at: str) -> None:
        """Plays a move of this colour, whose turn it is."""
        if self.board.turn != colour:
            raise ValueError("not the turn of this colour")
        self.board, self.last = self.board.play(at), colour


def main() -> None:
    """Answers until `quit`."""
    engine = Engine(sys.argv[1:])
    for line in sys.stdin:
        if log := os.environ.get("FAULT_ENGINE_LOG"):
            with Path(log).open("a") as file:
                file.write(line)
        number, *words = line.split() if line[:1].isdigit() else ("", *line.split())
        try:
            print(f"={number} {engine.answer(words)}\n", flush=True)
        except ValueError as error:
            print(f"?{number} {error}\n", flush=True)
        if words == ["quit"]:
            return


main()
