"""Othello for one agent that learns, against the engine or another opponent: an environment of Gymnasium.

    >>> import gymnasium
    >>> from emilia_othello import gymnasium_env
    >>> env = gymnasium.make(gymnasium_env.ENV_ID, opponent="beginner", colour="random")
    >>> observation, info = env.reset(seed=1)
    >>> terminated = False
    >>> while not terminated:
    ...     observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

- Actions: 0 to 63 are the squares row by row from a1, 64 is a pass, which must be played if there is no other move.
- Observation: the discs of the agent and of its opponent, 1 for each, with the indices row, column, side.
- Info: `"action_mask"` has 1 for each legal action, and `"lead"` the agent's lead in discs after the end, 0 before. The method
  `action_masks` has the mask as sb3-contrib's MaskablePPO asks for it.
- Reward: at the end 1 for a win, 0 for a draw, -1 for a loss; or the lead in discs / 64, where empty squares count for the winner.
- An illegal action ends the episode with the reward -1; `info["illegal_action"]` is the action.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, get_args

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from . import _arrays
from ._engine import STRENGTHS, Engine
from ._names import PASS, Colour, Move
from ._native import Board
from ._results import Limit

Opponent: TypeAlias = Limit | str | Callable[[Board], Move]
Side: TypeAlias = Literal["black", "white", "random"]

ENV_ID = "emilia_othello/Othello-v0"
"""The name in the registry of Gymnasium."""
ILLEGAL_REWARD = -1.0
"""The reward of an illegal action."""
_HASH = 16
"""MiB of the transposition table of the engine."""


class OthelloEnv(gymnasium.Env[_arrays.Planes, int | np.int64]):
    """The environment.

    Args:
        opponent: `"random"` for random legal moves; a name of `STRENGTHS` or a `Limit` for the engine, with one thread and its
            book; or a function that chooses a move of a board, which is not called for passes. Except for time limits and
            functions, the same seed of `reset` gives the same opponent.
        colour: the agent's colour; `"random"` for another one each episode.
        render_mode: `"human"` for a window, `"ansi"` for text, `"rgb_array"` for an array.
        reward: `"result"` for 1, 0 or -1, `"discs"` for the lead in discs / 64.

    Raises:
        ValueError: if an argument is none of these.
    """

    metadata: dict[str, Any] = {"render_modes": _arrays.RENDER_MODES, "render_fps": _arrays.RENDER_FPS}  # noqa: RUF012

    def __init__(
        self,
        opponent: Opponent = "random",
        colour: Side = "black",
        render_mode: str | None = None,
        reward: _arrays.Reward = "result",
    ) -> None:
        _arrays.check_arguments(render_mode, reward)
        if colour not in get_args(Side):
            raise ValueError(f"a colour is one of {', '.join(get_args(Side))}, not {colour!r}")
        if not isinstance(opponent, Limit) and not callable(opponent) and opponent not in (names := ("random", *STRENGTHS)):
            raise ValueError(f"an opponent is one of {', '.join(names)}, a limit or a function, not {opponent!r}")
        self.observation_space = spaces.Box(0, 1, (8, 8, 2), np.int8)
        self.action_space = spaces.Discrete(_arrays.ACTIONS)
        self.opponent = opponent
        self.render_mode = render_mode
        self.reward: _arrays.Reward = reward
        self.board = Board()
        """The position, and the moves that led to it."""
        self.colour = Colour.BLACK
        """The agent's colour in this episode."""
        self._side: Side = colour
        self._engine: Engine | None = None
        self._has_ended = False

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Whether each action is legal."""
        return _arrays.action_mask(self.board).astype(np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[_arrays.Planes, dict[str, Any]]:
        """Starts an episode. If the agent is not the first to move, its opponent has moved.

        Args:
            seed: of the opponent, and of the agent's colour if that is random.
            options: `"board"` may have the `Board` where the game begins.

        Raises:
            ValueError: if the board is not an 8x8 board of Othello, or the game is over before the agent can move.
        """
        super().reset(seed=seed)
        self.board = _arrays.start(options)
        if seed is not None:
            self._engine = None
        self.colour = list(Colour)[self.np_random.integers(2)] if self._side == "random" else Colour(self._side)
        if self.board.turn != self.colour:
            self._reply()
        if self.board.is_game_over():
            raise ValueError("the game is over before the agent can move")
        self._has_ended = False
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: int | np.int64) -> tuple[_arrays.Planes, float, bool, bool, dict[str, Any]]:
        """Plays a move of the agent, and one of its opponent.

        Raises:
            ResetNeeded: after the end of the episode.
        """
        if self._has_ended:
            raise gymnasium.error.ResetNeeded("the episode has ended")
        if not self.action_space.contains(action) or not self.action_masks()[action]:
            self._has_ended = True
            return self._observation(), ILLEGAL_REWARD, True, False, {**self._info(), "illegal_action": action}
        self.board.push(_arrays.move_of(action))
        if not self.board.is_game_over():
            self._reply()
        self._has_ended = self.board.is_game_over()
        if self.render_mode == "human":
            self.render()
        return self._observation(), _arrays.reward(self.board, self.colour, self.reward), self._has_ended, False, self._info()

    def render(self) -> Any:
        """Shows the board in the render mode."""
        return _arrays.render(self.board, self.render_mode)

    def close(self) -> None:
        """Closes the window."""
        _arrays.close(self.render_mode)

    def _observation(self) -> _arrays.Planes:
        return _arrays.planes(self.board, self.colour)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": _arrays.action_mask(self.board), "lead": _arrays.lead(self.board, self.colour)}

    def _reply(self) -> None:
        """Plays a move of the opponent."""
        moves = self.board.legal_moves
        self.board.push(PASS if moves == [PASS] else self._choice(moves))

    def _choice(self, moves: list[Move]) -> Move:
        """The move that the opponent chooses among those that are legal."""
        if callable(self.opponent):
            return self.opponent(self.board.copy())
        if self.opponent == "random":
            return moves[self.np_random.integers(len(moves))]
        if self._engine is None:
            self._engine = Engine(hash=_HASH, threads=1, seed=int(self.np_random.integers(2**63)))
        if isinstance(self.opponent, Limit):
            chosen = self._engine.play(self.board, self.opponent)
        else:
            chosen = self._engine.play(self.board, strength=self.opponent)
        assert chosen.move is not None
        return chosen.move


gymnasium.register(ENV_ID, f"{__name__}:{OthelloEnv.__name__}")
