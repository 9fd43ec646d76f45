"""A tiny engine for the tests: plays the first legal move, with a fault that its arguments name.

    fault_engine.py gtp|nboard|ugi [FAULT [MOVE [COMMAND...]]]

The fault occurs at this move of the engine, from 1; some faults occur at the start. The commands are those for the rules of
variants that it lists in GTP: `emilia-variant`, `boardsize`, `my-rules`. The lines that the engine reads are written to
the file that FAULT_ENGINE_LOG names.
"""

import itertools
import os
import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lab.rules import START, Position
from lab.variant_board import start
from lab.variants import find

LISTED = "name list_commands time_settings time_left set_level"
NODES_A_MOVE = 250


def write(text: str) -> None:
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
    sys.stdout.flush()


def misbehave(fault: str) -> None:
    """The faults that all protocols share."""
    match fault:
        case "crash":
            print("a last line", file=sys.stderr)
            os._exit(3)
        case "signal":
            os.abort()
        case "hang":
            time.sleep(3600)
        case "late":
            time.sleep(0.6)
        case "stderr":
            for _ in range(64):
                sys.stderr.write(("x" * 1023 + "\n") * 128)
        case "closes-stdin":
            os.close(0)
        case "closes-stdout":
            os.close(1)
            time.sleep(3600)
        case "endless-line":
            for _ in itertools.count():
                write("x" * 65536)
        case "endless":
            for _ in itertools.count():
                write("status and so on\n" * 1000)


class Engine:
    """The board and the fault."""

    def __init__(self, fault: str, at: int, commands: list[str]) -> None:
        self.fault, self.at, self.commands = fault, at, commands
        self.board: Position = START
        self.moves = 0

    def play(self, at: str, colour: str | None = None) -> bool:
        """Plays a move; false if it is illegal, or this colour's turn has not come."""
        if colour not in (None, self.board.turn) or at.lower() not in self.board.moves():
            return False
        self.board = self.board.play(at.lower())
        return True

    def claim(self) -> int | None:
        """The score for the side to move that the engine says is proved from its move with the number on; black wins by 4."""
        lead = {"exact": 4, "exact-else": -4, "exact-odd": 3}.get(self.fault)
        if lead is None or self.moves < self.at:
            return None
        return lead if self.board.turn == "black" else -lead

    def due(self) -> str:
        self.moves += 1
        return self.fault if self.moves == self.at else ""

    def announced(self, word: str, passing: str) -> tuple[str, str]:
        """The first legal move, and the wrong answer that is due behind this word, or an empty one."""
        fault = self.due()
        misbehave(fault)
        move = self.board.moves()[0]
        wrong = {"illegal": "d4", "pass": passing, "garbage": "what?", "utf8": "\udcff\udcfe", "twice": f"{move}\n{word} {move}"}
        return move, f"{word} {wrong[fault]}" if fault in wrong else ""


class Gtp(Engine):
    """GTP, with deviations of several engines as further faults."""

    sticky = ""
    rules = ""
    last: str | None = None
    """The colour that moved last."""

    def answer_line(self, line: str) -> None:
        """Answers a line."""
        number, command = re.fullmatch(r"(\d*)\s*(.*)", line, re.DOTALL).groups()  # type: ignore[union-attr]
        if self.fault == "no-ids" and number:
            number, command = "", "unknown"
        self.sticky = number or self.sticky
        sign, text = self.answer(command.split())
        blank = " " if self.fault == "edax" else ""
        write(f"{sign}{blank}{self.sticky if self.fault == 'edax' else number} {text}\n\n")
        if command == "quit" or (self.fault == "leaves" and command.startswith("genmove")):
            sys.exit()

    def answer(self, words: list[str]) -> tuple[str, str]:
        """Sign and text of the answer to a command."""
        match words:
            case ["name"]:
                return "=", "Fake engine"
            case ["list_commands"]:
                listed = " ".join([LISTED, *self.commands, *(["emilia-nodes"] if self.fault == "nodes" else [])])
                listed += " emilia-genmove_analyze" if self.fault.startswith("exact") else ""
                return ("?", "unknown command") if self.fault == "no-list" else ("=", listed.replace(" ", "\n"))
            case ["emilia-nodes"] if self.fault == "nodes":
                return "=", str(NODES_A_MOVE * self.moves)
            case ["count"]:
                return ("=", "no search") if self.moves == 1 else ("=", str(self.moves))
            case [command, *rules] if command in self.commands and self.fault != "refuses":
                self.rules = " ".join(rules)
                self.board = start(self.rules)
                return "=", ""
            case ["emilia-setboard", rows, side] if "emilia-variant" in self.commands and self.fault != "no-board":
                picture = rows.translate(str.maketrans("~-", "#."))
                first = "black" if side == "X" else "white"
                self.board = start(f"{' '.join(find(self.rules).conditions())} first={first} board={picture}")
                return "=", ""
            case ["known_command", name]:
                return "=", str(name in LISTED.split()).lower()
            case ["boardsize", "8"] | ["set_level", _] | ["komi", _]:
                return "=", ""
            case ["time_settings" | "time_left", *rest]:
                return ("?", "syntax error") if self.fault == "whole-seconds" and "." in "".join(rest) else ("=", "")
            case ["clear_board"]:
                self.board, self.moves, self.last = start(self.rules), 0, None
                return "=", ""
            case ["play", colour, move]:
                return self.played(colour, move)
            case ["genmove", colour]:
                return self.genmove(colour)
            case ["emilia-genmove_analyze", colour]:
                return self.genmove_analyze(colour)
            case ["quit"]:
                return "=", ""
        return "?", "unknown command"

    def genmove_analyze(self, colour: str) -> tuple[str, str]:
        """The answer to `emilia-genmove_analyze`."""
        self.moves += 1
        move, claim = self.board.moves()[0].upper(), self.claim()
        assert self.play(move)
        self.last = colour
        found = f"info move {move} visits 9 score -1.00 certainty 4@73% loss 0.00 pv {move}\n"
        found += f"info move {move} visits 9 score {claim:+.2f} certainty exact loss 0.00 pv {move}\n" if claim is not None else ""
        return "=", f"\n{found}play {move}"

    def played(self, colour: str, move: str) -> tuple[str, str]:
        """The answer to `play`."""
        if self.fault == "refuses-moves":
            return "?", "illegal move"
        if move == "pass":
            # Boards of the lab have passed already.
            if self.fault == "no-pass" or self.board.turn in (None, colour) or self.last != self.board.turn:
                return "?", "illegal pass"
            self.last = None
            return "=", ""
        is_legal = self.play(move, colour)
        self.last = colour if is_legal else self.last
        return ("=", "") if is_legal else ("?", "illegal move")

    def genmove(self, colour: str) -> tuple[str, str]:
        """The answer to `genmove`."""
        fault = self.due()
        misbehave(fault)
        wrong = {
            "resign": ("=", "resign"),
            "illegal": ("=", "D4"),
            "pass": ("=", "PASS"),
            "error": ("?", "cannot think"),
            "garbage": ("=", "what?"),
            "chatter": ("thinking...\n=", "D3"),
            "utf8": ("=", "\udcff\udcfe"),
        }
        if fault in wrong:
            return wrong[fault]
        move = self.board.moves()[0]
        if not self.play(move, colour):
            return "?", "wrong color"
        self.last = colour
        return ("=", f"{move.upper()}\n\n={move}") if fault == "twice" else ("=", move.upper())


class NBoard(Engine):
    """NBoard's protocol."""

    def answer_line(self, line: str) -> None:
        """Answers a line."""
        match line.split():
            case ["nboard", _]:
                write("set myname Fake\n")
            case ["ping", number]:
                time.sleep(0.05 if self.fault == "late-pong" else 0.0)
                write(f"what is this\npong {number}\n")
            case ["set", "game", *_]:
                self.board, self.moves = START, 0
            case ["move", move]:
                at = move.split("/")[0]
                if at != "PA" and not self.play(at):
                    write(f"status illegal {at}\n")
            case ["go"]:
                self.go()
            case ["quit"]:
                sys.exit()

    def go(self) -> None:
        """The answer to `go`."""
        move, answer = self.announced("===", "PA")
        if (claim := self.claim()) is not None:
            write("status Thinking, depth 100%\n")
            answer = f"=== {move}/{claim:.2f}/0.0"
        forms = (f"=== {move} -1.00 0.0", f"=== {move.upper()}/-1.00/0.03", f"  === {move.upper()}", f"==={move}//0.5")
        write(f"status thinking\nnodestats {self.moves} 0.01\n{answer or forms[self.moves % 4]}\n")


class Ugi(Engine):
    """UGI."""

    def answer_line(self, line: str) -> None:
        """Answers a line."""
        match line.split():
            case ["ugi"]:
                options = "" if self.fault == "no-level" else "option name Level type spin default 1 min 1 max 60\n"
                write(f"Welcome\nid name Fake engine\nid author nobody\n{options}ugiok\n")
            case ["isready"]:
                write("info string ready\nreadyok\n")
            case ["uginewgame"]:
                self.moves = 0
            case ["position", "startpos", *rest]:
                self.board = START
                for at in rest[1:]:
                    if at != "pass" and not self.play(at):
                        write(f"info string illegal {at}\n")
            case ["go", *_]:
                self.go()
            case ["quit"]:
                sys.exit()

    def go(self) -> None:
        """The answer to `go`."""
        move, answer = self.announced("bestmove", "pass")
        answer = f"bestmove {move} ponder {move}" if self.fault == "ponders" and self.moves == self.at else answer
        claim = self.claim()
        bound = " lowerbound" if self.moves == 2 and claim is None else ""
        write(f"info depth 1 time 0 nodes 1 score cp 300 pv {move}\ninfo string nodes 7\n")
        score, certainty = (-100, "1@73%") if claim is None else (100 * claim, "exact")
        write(f"info string {certainty}\ninfo depth 1 nodes {self.moves} nps 9 score cp {score}{bound} pv {move}\n")
        write(f"{answer or f'bestmove {move}'}\n")


def note(line: str) -> None:
    if log := os.environ.get("FAULT_ENGINE_LOG"):
        with Path(log).open("a") as file:
            file.write(line)


def main() -> None:
    """Answers until the input ends."""
    language, fault, at, *commands = (*sys.argv[1:], "", "", "")[: max(3, len(sys.argv) - 1)]
    kinds: dict[str, type[Gtp | NBoard | Ugi]] = {"gtp": Gtp, "nboard": NBoard, "ugi": Ugi}
    engine = kinds[language](fault, int(at or 1), commands)
    if fault == "dies":
        sys.exit("no weights")
    if fault == "banner":
        write("Welcome to Fake 1.0\n\n")
    try:
        for line in sys.stdin:
            if fault == "mute":
                time.sleep(3600)
            note(line)
            engine.answer_line(line.strip())
    except OSError:
        time.sleep(3600)


main()
