"""Othello for two agents that learn: an environment of PettingZoo, as its classic games are.

    >>> from emilia_othello import pettingzoo_env
    >>> env = pettingzoo_env.env()  # or pettingzoo.make("aec", "emilia_othello/Othello-v0")
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     env.step(None if termination or truncation else env.action_space(agent).sample(observation["action_mask"]))

The agents are `"black"` and `"white"`. They move in turn: an agent that has no other move must pass.

- Actions: 0 to 63 are the squares row by row from a1, 64 is a pass.
- Observation: a dictionary. `"observation"` has the discs of the agent and of its opponent, 1 for each, with the indices row,
  column, side. `"action_mask"` has 1 for each legal action, and only zeros for the agent whose turn it is not.
- Rewards: at the end 1 for a win, 0 for a draw, -1 for a loss; or the lead in discs / 64, where empty squares count for the winner.
- An illegal action ends the game: -1 for the agent, 0 for the other one.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pettingzoo
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import _arrays
from ._names import Colour
from ._native import Board

Observation: TypeAlias = dict[str, _arrays.Planes]

ENV_ID = "emilia_othello/Othello-v0"
"""The name in the registry of PettingZoo."""
ILLEGAL_REWARD = -1.0
"""The reward of an illegal action."""


def env(**arguments: Any) -> AECEnv[str, Observation, int | None]:
    """The environment, with the wrappers of PettingZoo that check its use. The arguments are those of `OthelloAEC`."""
    raw = OthelloAEC(**arguments)
    legal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


class OthelloAEC(AECEnv[str, Observation, int | None]):
    """The environment without wrappers. An illegal action raises `IllegalMoveError`.

    Args:
        render_mode: `"human"` for a window, `"ansi"` for text, `"rgb_array"` for an array.
        reward: `"result"` for 1, 0 or -1, `"discs"` for the lead in discs / 64.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  that of PettingZoo
        "name": "othello_v0",
        "render_modes": _arrays.RENDER_MODES,
        "render_fps": _arrays.RENDER_FPS,
        "is_parallelizable": False,
    }

    def __init__(self, render_mode: str | None = None, reward: _arrays.Reward = "result") -> None:
        _arrays.check_arguments(render_mode, reward)
        self.render_mode = render_mode
        self.reward: _arrays.Reward = reward
        self.board = Board()
        """The position, and the moves that led to it."""
        self.possible_agents = [str(colour) for colour in Colour]
        self.observation_spaces = {agent: _observation_space() for agent in self.possible_agents}
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(_arrays.ACTIONS) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game.

        Args:
            seed: without effect, as nothing is random.
            options: `"board"` may have the `Board` where the game begins; its side to move is the first agent.

        Raises:
            ValueError: if the board is not an 8x8 board of Othello, or the game is over on it.
        """
        self.board = _arrays.start(options)
        self.agents = self.possible_agents[:]
        self.agent_selection = str(self.board.turn)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent sees."""
        is_on_move = agent == self.agent_selection and not self.board.is_game_over()
        mask = _arrays.action_mask(self.board) if is_on_move else np.zeros(_arrays.ACTIONS, np.int8)
        return {"observation": _arrays.planes(self.board, Colour(agent)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays the move of the agent whose turn it is; None for an agent after the end.

        Raises:
            IllegalMoveError: if the move is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or action is None:
            self._was_dead_step(action)
            return
        self.board.push(_arrays.move_of(action))
        self._cumulative_rewards[agent] = 0.0
        if self.board.is_game_over():
            self.rewards = {agent: _arrays.reward(self.board, Colour(agent), self.reward) for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self.agent_selection = str(Colour(agent).other)
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Shows the board in the render mode."""
        return _arrays.render(self.board, self.render_mode)

    def close(self) -> None:
        """Closes the window."""
        _arrays.close(self.render_mode)


def _observation_space() -> spaces.Space[Any]:
    bits: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0, 1, (8, 8, 2), np.int8),
        "action_mask": spaces.Box(0, 1, (_arrays.ACTIONS,), np.int8),
    }
    return spaces.Dict(bits)


pettingzoo.register("aec", ENV_ID, env)
