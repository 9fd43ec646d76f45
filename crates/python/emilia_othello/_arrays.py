"""What the environments for learning share: moves as numbers, boards as arrays and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any, Literal, SupportsInt, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from ._names import PASS, Colour, Move, Square
from ._native import Board

Planes: TypeAlias = npt.NDArray[np.int8]
Reward: TypeAlias = Literal["result", "discs"]
"""1, 0 or -1 for the winner, a draw, the loser; or the lead in discs / 64."""

PASS_ACTION = 64
"""The action that is a pass; those before it are the squares row by row from a1."""
ACTIONS = 65
"""The number of actions."""
RENDER_MODES = ["human", "ansi", "rgb_array"]
RENDER_FPS = 4
_WIDTH = 360


def action_of(move: Move) -> int:
    """The number of a move."""
    return PASS_ACTION if move.is_pass else int(move.square)


def move_of(action: SupportsInt) -> Move:
    """The move of a number.

    Raises:
        ValueError: if it is not 0 to 64.
    """
    number = int(action)
    return PASS if number == PASS_ACTION else Move(Square(number))


def action_mask(board: Board) -> Planes:
    """1 for each action that is legal, 0 for the others."""
    mask = np.zeros(ACTIONS, np.int8)
    mask[[action_of(move) for move in board.legal_moves]] = 1
    return mask


def planes(board: Board, colour: Colour) -> Planes:
    """The discs of a colour and of the other one, 1 for each: indices are row, column, and 0 or 1 for the side."""
    sides = np.array([board.bitboard(side) for side in (colour, colour.other)], "<u8")
    bits = np.unpackbits(sides.view(np.uint8), bitorder="little").reshape(2, 8, 8)
    return np.ascontiguousarray(np.moveaxis(bits, 0, 2), np.int8)


def lead(board: Board, colour: Colour) -> int:
    """The final score of a colour in discs; 0 before the end."""
    score = board.result() or 0
    return score if colour is Colour.BLACK else -score


def reward(board: Board, colour: Colour, kind: Reward) -> float:
    """The reward of a colour at the end; 0 before."""
    score = lead(board, colour)
    return score / 64 if kind == "discs" else float(np.sign(score))


def start(options: Mapping[str, Any] | None) -> Board:
    """The board where a game begins: a copy of the option `board`, or that of Othello.

    Raises:
        ValueError: if it is not an 8x8 board of Othello, or the game is over.
    """
    board: Board | None = (options or {}).get("board")
    if board is None:
        return Board()
    _ = board.own  # raises for other boards
    if board.is_game_over():
        raise ValueError("the game is over on the board")
    return board.copy()


def check_arguments(render_mode: str | None, reward: str) -> None:
    """Checks the arguments of an environment.

    Raises:
        ValueError: if there is no such render mode or reward.
    """
    if render_mode not in (None, *RENDER_MODES):
        raise ValueError(f"a render mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
    if reward not in get_args(Reward):
        raise ValueError(f"a reward is one of {', '.join(get_args(Reward))}, not {reward!r}")


def render(board: Board, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """The board as a mode of `RENDER_MODES` has it: in a window, as text, or as an array of rows, columns and colours."""
    if mode is None:
        from gymnasium import logger  # The bot for OpenSpiel does without.

        logger.warn("The environment was made without a render mode.")
        return None
    if mode == "ansi":
        return f"{board}\n"
    import pygame  # Only pictures need it, and it prints a line.

    marks = {move: "o" for move in board.move_stack[-1:] if not move.is_pass}
    picture = pygame.image.load(BytesIO(board.png(marks, width=_WIDTH)))
    if mode == "rgb_array":
        return np.moveaxis(pygame.surfarray.array3d(picture), 0, 1)
    pygame.display.init()
    window = pygame.display.get_surface()
    if window is None:
        window = pygame.display.set_mode(picture.get_size())
        pygame.display.set_caption("Othello")
    window.blit(picture, (0, 0))
    pygame.display.flip()
    pygame.event.pump()
    pygame.time.wait(1000 // RENDER_FPS)
    return None


def close(mode: str | None) -> None:
    """Closes the window."""
    if mode == "human":
        import pygame

        pygame.display.quit()
