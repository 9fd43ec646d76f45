"""Proofs by many workers: what is proved is true, survives everything, and can be checked."""

import hashlib
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from proof_worker import answer, reaches

from lab.proof.certificates import Checker, Composer
from lab.proof.claims import Claim, Goal, Range
from lab.proof.driver import Driver, DriverError, Options
from lab.proof.positions import canonical, successors
from lab.proof.queries import Task
from lab.proof.simulated import Simulated
from lab.proof.state import Facts, State, StateError
from lab.rules import SQUARES, Board

SMALL = Board.parse("OXXXXXO-OXXXXOO-OXXXOXOOOXXOXOXOOXOXXXOO-XXXOXO---XOOXOX-OXXXX-- X")
"""Ten empty squares."""
TINY = Options(shortest=0.002, longest=0.05, verify=0.0)
"""Searches of a position with seven or eight empty squares are split."""

Answer = Callable[[str, Task], tuple[list[dict[str, Any]], float]]


def honest(_: str, task: Task) -> tuple[list[dict[str, Any]], float]:
    return answer(task)


def proved(
    folder: Path | None, claim: Claim, function: Answer = honest, options: Options = TINY, count: int = 3, **words: Any
) -> Driver:
    state = State(folder)
    state.claim([claim])
    driver = Driver(state, Simulated(function, count, **words), options, lambda _: None)
    driver.model.speed = 1e6
    try:
        driver.run()
    finally:
        state.commit()
        state.close()
    return driver


def true_score(board: Board) -> int:
    return max(discs for discs in range(-64, 66, 2) if reaches(board, Goal(1, discs)))


@pytest.fixture(scope="module")
def score() -> int:
    return true_score(SMALL)


def test_the_eight_views_are_one_position() -> None:
    draw = random.Random(1)
    for _ in range(50):
        cells = [draw.choice("XO-") for _ in SQUARES]
        views = []
        rows = [cells[at : at + 8] for at in range(0, 64, 8)]
        for _ in range(4):
            rows = [list(column) for column in zip(*rows[::-1], strict=True)]
            views += [rows, rows[::-1]]
        texts = {"".join(cell for row in view for cell in row) for view in views}
        assert len({canonical(Board.parse(f"{text} X")) for text in texts}) == 1
        assert canonical(Board.parse(f"{''.join(cells)} X")).text().split()[0] in texts


@pytest.mark.parametrize("words", ["exact", "wld", ">=-2", "<=4", "=0"])
def test_claims_end_where_nothing_is_open(words: str) -> None:
    for turn in "XO":
        board = Board.parse(f"{SMALL.text()[:64]} {turn}")
        claim = Claim(board, words)
        for truth in range(-64, 66, 2):
            known, steps = Range(), 0
            while goals := claim.goals(known, 10.0):
                goal = goals[0]
                known = known.within(goal.range if goal.sign * (truth - goal.discs) >= 0 else goal.opposite.range)
                steps += 1
            assert steps < 70
            assert all(goal.sign * (truth - goal.discs) >= 0 for goal in claim.proved(known))
            own = truth if board.turn == "black" else -truth
            expected = {">=-2": own >= -2, "<=4": own <= 4, "=0": own == 0}.get(words, True)
            assert claim.is_false(known) != expected
            if words == "exact":
                assert claim.result(known) == f"{own:+d}"
            if words == "wld":
                assert claim.result(known) == ("win" if own > 0 else "loss" if own < 0 else "draw")


@pytest.mark.parametrize("words", ["", "best", ">=65", ">=x", "=3", "> 4"])
def test_other_claims_are_refused(words: str) -> None:
    with pytest.raises(ValueError, match=r"expected|even"):
        Claim(SMALL, words)


def test_a_score_is_found_and_split_and_its_certificate_accepted(tmp_path: Path, score: int) -> None:
    driver = proved(tmp_path, Claim(SMALL, "exact"))
    assert driver.known(0) == Range(score, score)
    assert len(driver.state.facts.proofs) > 10
    assert {search.outcome for search in driver.state.facts.searches} >= {"true", "done"}


@pytest.mark.parametrize("difference", [-2, 0, 2, 20])
def test_a_bound_is_proved_or_refuted(score: int, difference: int) -> None:
    for sign in (">=", "<="):
        claim = Claim(SMALL, f"{sign}{score + difference}")
        driver = proved(None, claim)
        assert claim.is_false(driver.known(0)) == (difference > 0 if sign == ">=" else difference < 0)


def test_lost_workers_change_nothing(tmp_path: Path, score: int) -> None:
    driver = proved(tmp_path, Claim(SMALL, "exact"), failures=3600 * 20.0)
    assert driver.waste["lost"] > 0
    assert driver.known(0) == Range(score, score)


class KilledError(Exception):
    """In place of a kill of the driver."""


def test_what_was_proved_before_a_kill_is_not_proved_again(tmp_path: Path, score: int) -> None:
    known: set[tuple[Board, Goal | None]] = set()
    draw = random.Random(3)

    def killing(_: str, task: Task) -> tuple[list[dict[str, Any]], float]:
        assert task.kind != "prove" or (task.board, task.goal) not in known
        if draw.random() < 0.05:
            raise KilledError
        return answer(task)

    kills = 0
    while True:
        try:
            driver = proved(tmp_path, Claim(SMALL, "exact"), killing)
            break
        except KilledError:
            kills += 1
            state = State(tmp_path)
            known = {(proof.board, proof.goal) for proof in state.facts.proofs.values()}
            state.close()
    assert kills > 5
    assert driver.known(0) == Range(score, score)


@pytest.mark.parametrize("rate", [0.3, 1.0])
def test_a_liar_is_found_and_what_it_said_is_proved_again(tmp_path: Path, score: int, rate: float) -> None:
    """One of three workers claims the opposite of what is true. Another one repeats a share of its proofs; checks decide."""
    checker = Checker(2)

    def lying(worker: str, task: Task) -> tuple[list[dict[str, Any]], float]:
        return answer(task, lies=worker == "simulated-2")

    state = State(tmp_path)
    state.claim([Claim(SMALL, "exact")])
    options = Options(shortest=0.002, longest=0.05, verify=rate, check_all=False)
    driver = Driver(state, Simulated(lying, 3), options, lambda _: None, checker)
    driver.model.speed = 1e6
    driver.run()
    checker.close()
    assert [worker for worker, _ in state.facts.distrusted] == ["simulated-2"]
    assert driver.known(0) == Range(score, score)
    assert not [proof for proof in state.facts.proofs.values() if proof.worker == "simulated-2" and not proof.verified]
    state.close()


def test_a_lie_without_certificates_stops_the_proof_when_nobody_can_decide() -> None:
    def lying(worker: str, task: Task) -> tuple[list[dict[str, Any]], float]:
        return answer(task, lies=worker == "simulated-2")

    with pytest.raises(DriverError, match="trusted"):
        proved(None, Claim(SMALL, "exact"), lying, Options(certificate=None, shortest=0.002, longest=0.05, verify=1.0), count=2)


def test_another_claim_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    state = State(tmp_path)
    state.claim([Claim(SMALL, "exact")])
    with pytest.raises(StateError, match="another claim"):
        state.claim([Claim(SMALL, "wld")])
    with pytest.raises(StateError, match="another program"):
        State(tmp_path)
    state.close()


def test_the_composed_certificate_names_its_parts(tmp_path: Path, score: int) -> None:
    driver = proved(tmp_path, Claim(SMALL, "exact"))
    content = Composer(driver.state.facts, 2).compose(SMALL, [Goal(1, score), Goal(-1, score)])
    assert content.startswith(b"Emilia proof 2 ")
    parts = {proof.file: proof.sha256 for proof in driver.state.facts.proofs.values()}
    for name, digest in parts.items():
        assert name
        assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() == digest


def test_a_certificate_of_what_is_not_proved_is_refused() -> None:
    with pytest.raises(StateError, match="not proved"):
        Composer(Facts(), 2).compose(SMALL, [Goal(1, 0)])


def test_the_moves_of_a_position_are_its_successors() -> None:
    assert set(successors(SMALL)) == set(SMALL.moves())
