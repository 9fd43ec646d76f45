"""The environment of Gymnasium: its own checks, opponents, rewards, and illegal actions."""

from __future__ import annotations

import copy
from typing import Any, cast

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="needs the extra gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env

from emilia_othello import STRENGTHS, Board, Colour, IllegalMoveError, Limit, Move, gymnasium_env
from emilia_othello._arrays import PASS_ACTION, action_of, move_of
from emilia_othello.gymnasium_env import Opponent, OthelloEnv, Side

BLACK_PASSES = Board("OOOOOXOOOOOOXXOOOXOOXXOOOXXOOXOOOXOOXOOOOOOOOXOOOOXXXXX-OXXXXXX- X")


def first(board: Board) -> Move:
    """An opponent that plays the first legal move."""
    return board.legal_moves[0]


def play(env: OthelloEnv, seed: int) -> tuple[list[Move], float, dict[str, Any]]:
    """An episode of random moves: all moves, the last reward and information."""
    _, info = env.reset(seed=seed)
    random, reward, terminated = np.random.default_rng(seed), 0.0, False
    while not terminated:
        assert reward == 0
        assert (env.action_masks() == info["action_mask"]).all()
        assert [move_of(action) for action in np.flatnonzero(info["action_mask"])] == env.board.legal_moves
        _, reward, terminated, truncated, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
        assert not truncated
    return env.board.move_stack, reward, info


@pytest.mark.parametrize("opponent", ["random", "beginner", Limit(depth=1), first])
@pytest.mark.parametrize("colour", ["black", "random"])
@pytest.mark.filterwarnings("error")
def test_is_an_environment_of_gymnasium(opponent: Opponent, colour: Side) -> None:
    check_env(gymnasium.make(gymnasium_env.ENV_ID, opponent=opponent, colour=colour).unwrapped)


def test_render_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pygame", reason="pictures need pygame-ce")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    kinds: dict[str, Any] = {"ansi": str, "rgb_array": np.ndarray, "human": type(None)}
    for mode in OthelloEnv.metadata["render_modes"]:
        env = gymnasium.make(gymnasium_env.ENV_ID, render_mode=mode)
        env.reset()
        assert isinstance(env.render(), kinds[mode])
        env.close()


@pytest.mark.parametrize("opponent", ["random", "beginner", Limit(level=1), first])
@pytest.mark.parametrize("colour", ["black", "white"])
def test_episodes_follow_the_rules(opponent: Opponent, colour: Side) -> None:
    env = OthelloEnv(opponent, colour)
    for seed in range(3):
        moves, reward, info = play(env, seed)
        board = Board()
        for move in moves:
            board.push(move)
        result = board.result()
        assert result is not None
        assert info["lead"] == (result if colour == "black" else -result)
        assert reward == np.sign(info["lead"])


def test_passes_are_actions() -> None:
    env = OthelloEnv(first, "black")
    _, info = env.reset(options={"board": BLACK_PASSES})
    assert np.flatnonzero(info["action_mask"]).tolist() == [PASS_ACTION]
    _, _, terminated, _, _ = env.step(PASS_ACTION)
    assert not terminated
    assert env.board.move_stack == ["pass", "h7"]


def test_an_opponent_is_not_asked_for_a_pass() -> None:
    def choose(board: Board) -> Move:
        raise AssertionError(board)

    env = OthelloEnv(choose, "white")
    env.reset(options={"board": BLACK_PASSES})
    assert env.board.move_stack == ["pass"]


@pytest.mark.parametrize("opponent", ["random", "beginner", Limit(level=1)])
def test_seeds_decide_everything(opponent: Opponent) -> None:
    one, other = (OthelloEnv(opponent, "random") for _ in range(2))
    games = [play(one, seed)[0] for seed in (1, 2, 1)]
    assert games[0] == games[2] != games[1]
    assert play(other, 1)[0] == games[0]


def test_a_random_colour_is_either() -> None:
    env = OthelloEnv(colour="random")
    env.reset(seed=1)
    colours = {env.colour for _ in range(20) if env.reset()}
    assert colours == set(Colour)


def test_the_reward_may_be_the_discs() -> None:
    _, reward, info = play(OthelloEnv(reward="discs"), 1)
    assert info["lead"] not in (0, 64, -64)
    assert reward == info["lead"] / 64


@pytest.mark.parametrize("action", [0, PASS_ACTION, 65, -1])
def test_an_illegal_action_loses(action: int) -> None:
    env = OthelloEnv()
    env.reset()
    _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info["illegal_action"] == action
    assert env.board == Board()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(action_of(Move("f5")))
    assert "illegal_action" not in env.reset()[1]


def test_an_illegal_move_of_an_opponent_is_an_error() -> None:
    env = OthelloEnv(lambda board: Move("a1"))
    env.reset()
    with pytest.raises(IllegalMoveError):
        env.step(action_of(Move("f5")))


def test_a_board_may_be_given() -> None:
    env = OthelloEnv(first, "black")
    board = Board.from_moves("f5")
    env.reset(options={"board": board})
    assert env.board.move_stack == ["f5", "f4"]
    assert board.move_stack == ["f5"]
    with pytest.raises(ValueError, match="over before the agent"):
        env.reset(options={"board": Board("OX-" + "-" * 61 + " O")})


def test_arguments_are_checked() -> None:
    for opponent in ("randon", 3):
        with pytest.raises(ValueError, match=f"an opponent is one of random, {next(iter(STRENGTHS))}, .*, not {opponent!r}"):
            OthelloEnv(cast(Any, opponent))
    with pytest.raises(ValueError, match="a colour is one of black, white, random, not 'red'"):
        OthelloEnv(colour=cast(Any, "red"))


def test_a_copy_goes_on_by_itself() -> None:
    env = OthelloEnv("beginner")
    env.reset(seed=1)
    other = copy.deepcopy(env)
    other.step(action_of(Move("f5")))
    assert env.board == Board()
    assert other.board.ply == 2


def test_several_at_once() -> None:
    environments = gymnasium.make_vec(gymnasium_env.ENV_ID, num_envs=3, vectorization_mode="sync", opponent="beginner")
    observations, info = environments.reset(seed=1)
    assert observations.shape == (3, 8, 8, 2)
    assert info["action_mask"].shape == (3, 65)
