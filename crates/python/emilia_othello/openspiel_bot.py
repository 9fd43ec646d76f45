"""The engine as a bot of OpenSpiel, for its game `othello`.

    >>> import pyspiel
    >>> from emilia_othello.openspiel_bot import EmiliaBot
    >>> game = pyspiel.load_game("othello")
    >>> bots = [EmiliaBot(strength="club"), pyspiel.make_uniform_random_bot(1, 1)]
    >>> returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)

OpenSpiel numbers the squares row by row from a1, and a pass is 64.
"""

from __future__ import annotations

import pyspiel

from ._arrays import action_of, move_of
from ._engine import STRENGTHS, Engine
from ._native import Board
from ._results import Limit


def board_of(state: pyspiel.State) -> Board:
    """The board of a state of OpenSpiel, with the moves that led to it.

    Raises:
        ValueError: if its game is not `othello`.
    """
    name = state.get_game().get_type().short_name
    if name != "othello":
        raise ValueError(f"the bot plays othello, not {name}")
    board = Board()
    for action in state.history():
        board.push(move_of(action))
    return board


class EmiliaBot(pyspiel.Bot):  # type: ignore[misc]  # no types
    """A bot for either side. It keeps nothing of a game, so that one bot can play several, and both sides.

    Args:
        limit: what ends the search of a move.
        strength: a name of `STRENGTHS` in place of the limit.
        engine: the engine; a new one with one thread if there is none. With a seed it plays the same games again.

    Raises:
        ValueError: if there is no strength of this name.
    """

    def __init__(self, limit: Limit = Limit(), *, strength: str | None = None, engine: Engine | None = None) -> None:
        super().__init__()
        if strength not in (None, *STRENGTHS):
            raise ValueError(f"a strength is one of {', '.join(STRENGTHS)}, not {strength!r}")
        self._limit, self._strength = limit, strength
        self._engine = engine or Engine(threads=1)

    def restart(self) -> None:
        """Does nothing: there is nothing of an earlier game."""

    def restart_at(self, state: pyspiel.State) -> None:
        """Does nothing: `step` sees the state."""

    def step(self, state: pyspiel.State) -> int:
        """The action that the engine chooses; `pyspiel.INVALID_ACTION` if the game is over.

        Raises:
            ValueError: if the game of the state is not `othello`, or the limit contradicts itself.
        """
        move = self._engine.play(board_of(state), None if self._strength else self._limit, strength=self._strength).move
        return pyspiel.INVALID_ACTION if move is None else action_of(move)
