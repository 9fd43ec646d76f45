"""The bot of OpenSpiel: its own ways to play bots, and the rules of both sides compared."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="needs the extra openspiel")

import pyspiel
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
from open_spiel.python.bots.uniform_random import UniformRandomBot

from emilia_othello import PASS, Board, Engine, Limit, Move
from emilia_othello._arrays import PASS_ACTION, action_of
from emilia_othello.openspiel_bot import EmiliaBot, board_of

GAME = pyspiel.load_game("othello")
SEEDS = range(3)


def bot(limit: Limit = Limit(level=2), *, strength: str | None = None) -> EmiliaBot:
    return EmiliaBot(limit, strength=strength, engine=Engine(hash=1, threads=1, seed=1))


def test_rules_are_those_of_the_board() -> None:
    random, passes = np.random.default_rng(1), 0
    for _ in range(50):
        state, board = GAME.new_initial_state(), Board()
        while not state.is_terminal():
            actions = state.legal_actions()
            assert actions == [action_of(move) for move in board.legal_moves]
            assert state.current_player() == ("black", "white").index(board.turn)
            assert [state.action_to_string(action) for action in actions] == board.legal_moves
            action = random.choice(actions)
            passes += action == PASS_ACTION
            board.push(Move(state.action_to_string(action)))
            state.apply_action(action)
        result = board.result()
        assert result is not None
        assert state.returns() == [np.sign(result), -np.sign(result)]
        found = board_of(state)
        assert (found, found.move_stack) == (board, board.move_stack)
    assert passes > 0


def test_it_beats_a_random_bot_of_c() -> None:
    emilia = bot()
    for seed in SEEDS:
        assert pyspiel.evaluate_bots(GAME.new_initial_state(), [emilia, pyspiel.make_uniform_random_bot(1, seed)], seed) == [1, -1]
        assert pyspiel.evaluate_bots(GAME.new_initial_state(), [pyspiel.make_uniform_random_bot(0, seed), emilia], seed) == [-1, 1]


@pytest.mark.parametrize("strength", ["club", "master"])
def test_it_beats_a_random_bot_of_python(strength: str) -> None:
    random = np.random.RandomState(1)
    emilia = bot(strength=strength)
    for _ in SEEDS:
        assert evaluate_bots(GAME.new_initial_state(), [emilia, UniformRandomBot(1, random)], random) == [1, -1]
        assert evaluate_bots(GAME.new_initial_state(), [UniformRandomBot(0, random), emilia], random) == [-1, 1]


def test_a_bot_can_play_itself() -> None:
    emilia = bot()
    returns = evaluate_bots(GAME.new_initial_state(), [emilia, emilia], np.random)
    assert sum(returns) == 0


def test_a_seed_gives_the_same_game() -> None:
    games = []
    for _ in range(2):
        state, emilia = GAME.new_initial_state(), bot(strength="beginner")
        while not state.is_terminal():
            state.apply_action(emilia.step(state))
        games.append(state.history())
    assert games[0] == games[1]


def test_it_passes_and_ends() -> None:
    state = GAME.new_initial_state()
    random = np.random.default_rng(1)
    emilia, passes = bot(), 0
    while passes == 0:
        state = GAME.new_initial_state()
        while not state.is_terminal():
            if state.legal_actions() == [PASS_ACTION]:
                passes += 1
                assert emilia.step(state) == PASS_ACTION
                assert board_of(state).legal_moves == [PASS]
            state.apply_action(random.choice(state.legal_actions()))
    assert emilia.step(state) == pyspiel.INVALID_ACTION


def test_a_bot_may_restart() -> None:
    state, emilia = GAME.new_initial_state(), bot()
    emilia.restart()
    emilia.restart_at(state)
    assert emilia.step(state) in state.legal_actions()


def test_other_games_and_strengths_are_errors() -> None:
    with pytest.raises(ValueError, match="the bot plays othello, not tic_tac_toe"):
        bot().step(pyspiel.load_game("tic_tac_toe").new_initial_state())
    with pytest.raises(ValueError, match=r"a strength is one of .*, not 'god'"):
        EmiliaBot(strength="god")
