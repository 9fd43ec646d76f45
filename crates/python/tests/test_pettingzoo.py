"""The environment of PettingZoo: its own tests, the rules, rewards, and illegal actions."""

from __future__ import annotations

import pickle
from typing import Any, cast, get_args

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="needs the extra pettingzoo")

import pettingzoo
from pettingzoo.test.api_test import api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import seed_test

from emilia_othello import PASS, Board, Colour, IllegalMoveError, Move, pettingzoo_env
from emilia_othello._arrays import PASS_ACTION, Reward, action_of, move_of


@pytest.mark.parametrize("reward", get_args(Reward))
def test_is_an_environment_of_pettingzoo(reward: Reward) -> None:
    api_test(pettingzoo_env.env(reward=reward), num_cycles=300)


def test_seeds() -> None:
    seed_test(pettingzoo_env.env, num_cycles=100)


def test_render_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pygame", reason="pictures need pygame-ce")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    render_test(cast(Any, pettingzoo_env.env))


def test_the_registry_has_it() -> None:
    env = pettingzoo.make("aec", pettingzoo_env.ENV_ID, render_mode="ansi")
    assert isinstance(env.unwrapped, pettingzoo_env.OthelloAEC)
    assert env.unwrapped.render_mode == "ansi"


def test_text_has_the_side_to_move() -> None:
    env = pettingzoo_env.env(render_mode="ansi")
    env.reset()
    env.step(action_of(Move("f5")))
    text = env.render()
    assert isinstance(text, str)
    assert text.endswith("white to move\n")


def test_actions_are_squares_and_a_pass() -> None:
    assert [move_of(0), move_of(7), move_of(63), move_of(PASS_ACTION)] == ["a1", "h1", "h8", PASS]
    assert [action_of(move_of(np.int64(action))) for action in range(65)] == list(range(65))
    with pytest.raises(ValueError, match="65"):
        move_of(65)


def test_observations_are_those_of_the_agent() -> None:
    env = pettingzoo_env.env()
    env.reset()
    env.step(action_of(Move("f5")))
    black, white = env.observe("black"), env.observe("white")
    assert black is not None
    assert white is not None
    assert np.argwhere(white["observation"][..., 0]).tolist() == [[3, 3]]
    assert np.argwhere(white["observation"][..., 1]).tolist() == [[3, 4], [4, 3], [4, 4], [4, 5]]
    assert (black["observation"] == white["observation"][..., ::-1]).all()
    assert [move_of(action) for action in np.flatnonzero(white["action_mask"])] == ["f4", "d6", "f6"]
    assert not black["action_mask"].any()


def test_random_games_follow_the_rules() -> None:
    random, passes = np.random.default_rng(1), 0
    env = pettingzoo_env.env()
    for _ in range(100):
        env.reset()
        board = Board()
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            assert not truncation
            assert observation is not None
            assert observation["observation"].sum(axis=(0, 1)).tolist() == [
                board.count(colour) for colour in (Colour(agent), Colour(agent).other)
            ]
            if termination:
                result = board.result()
                assert result is not None
                assert reward == np.sign(result if agent == "black" else -result)
                env.step(None)
                continue
            assert agent == board.turn
            assert reward == 0
            actions = np.flatnonzero(observation["action_mask"])
            assert [move_of(action) for action in actions] == board.legal_moves
            action = random.choice(actions)
            passes += action == PASS_ACTION
            env.step(action)
            board.push(move_of(action))
        assert board.is_game_over()
    assert passes > 0


@pytest.mark.parametrize(("reward", "black"), [("result", 1.0), ("discs", 1.0)])
def test_a_win_without_a_disc_of_the_loser(reward: Reward, black: float) -> None:
    assert end("XOO-" + "-" * 60 + " X", "d1", reward) == {"black": black, "white": -black}


@pytest.mark.parametrize(("reward", "black"), [("result", -1.0), ("discs", -16 / 64)])
def test_rewards_at_the_end(reward: Reward, black: float) -> None:
    # White turns g8 and f8: 24 discs of Black, 40 of White.
    assert end("X" * 24 + "O" * 37 + "XX- O", "h8", reward) == {"black": black, "white": -black}


def end(position: str, move: str, reward: Reward) -> dict[str, float]:
    """The rewards after the last move of a game."""
    env = pettingzoo_env.env(reward=reward)
    env.reset(options={"board": Board(position)})
    env.step(action_of(Move(move)))
    assert all(env.terminations.values())
    return env.rewards


def test_a_board_may_be_given() -> None:
    env = pettingzoo_env.env()
    board = Board.from_moves("f5")
    env.reset(options={"board": board})
    assert env.agent_selection == "white"
    env.step(action_of(Move("d6")))
    assert board == Board.from_moves("f5")
    for other in (Board(rules="6x6"), Board(rules="anti"), Board("X" * 64 + " X")):
        with pytest.raises(ValueError, match="board"):
            env.reset(options={"board": other})


def test_an_illegal_action_ends_the_game() -> None:
    env = pettingzoo_env.env()
    env.reset()
    env.step(action_of(Move("f5")))
    env.step(0)
    assert all(env.terminations.values())
    rewards = {}
    for agent in env.agent_iter():
        rewards[agent] = env.last()[1]
        env.step(None)
    assert rewards == {"black": 0, "white": -1}


def test_an_illegal_action_of_the_bare_environment_is_an_error() -> None:
    env = pettingzoo_env.OthelloAEC()
    env.reset()
    with pytest.raises(IllegalMoveError):
        env.step(PASS_ACTION)


def test_arguments_are_checked() -> None:
    with pytest.raises(ValueError, match="a render mode is one of human, ansi, rgb_array, not 'ascii'"):
        pettingzoo_env.env(render_mode="ascii")
    with pytest.raises(ValueError, match="a reward is one of result, discs, not 'score'"):
        pettingzoo_env.env(reward="score")


def test_pickle_keeps_the_game() -> None:
    env = pettingzoo_env.OthelloAEC()
    env.reset()
    env.step(action_of(Move("f5")))
    other = pickle.loads(pickle.dumps(env))
    assert other.board == env.board
    assert other.agent_selection == "white"
