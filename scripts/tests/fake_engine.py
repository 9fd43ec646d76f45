"""A tiny GTP engine for the tests: plays the first legal move, and misbehaves in the way its argument names."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from play_gtp import BLACK, SQUARES, WHITE, Board

COLOURS = {"black": BLACK, "white": WHITE}


def answer(board: Board, words: list[str], fault: str) -> str:
    """The reply to one command."""
    match words:
        case ["name"]:
            return "= Fake"
        case ["version"]:
            return "= 1"
        case ["boardsize", "8"]:
            return "="
        case ["clear_board"]:
            board.__init__()
            return "="
        case ["play", colour, square]:
            board.turn = COLOURS[colour]
            return "=" if board.play(SQUARES.index(square.lower())) else "? illegal move"
        case ["genmove", colour]:
            board.turn = COLOURS[colour]
            if fault == "resign":
                return "= resign"
            if sum(disc != "-" for disc in board.discs) > 8:
                misbehave(fault)
                if fault == "illegal":
                    return "= A1"
                if fault == "pass":
                    return "= PASS"
                if fault == "error":
                    return "? cannot think"
                if fault == "chatter":
                    return "thinking...\n= D3"
            square = board.moves()[0]
            board.play(square)
            return f"= {SQUARES[square].upper()}"
        case ["quit"]:
            print("=\n", flush=True)
            sys.exit()
    return "? unknown command"


def misbehave(fault: str) -> None:
    """The faults that leave no answer."""
    if fault == "crash":
        sys.exit(3)
    if fault == "hang":
        time.sleep(60)


def main() -> None:
    """Answers until the input ends."""
    board = Board()
    for line in sys.stdin:
        print(answer(board, line.split(), "".join(sys.argv[1:])) + "\n", flush=True)


main()
