"""Batches against boards and engines, one position at a time."""

import numpy as np
import pytest

from emilia_othello import Board, Engine, Limit, Square, batch


@pytest.fixture(scope="module")
def positions() -> tuple[batch.Boards, batch.Boards]:
    return batch.random_positions(60, empties=(5, 50), seed=7)


def board(own: np.uint64, opp: np.uint64) -> Board:
    return Board.from_bitboards(int(own), int(opp))


def test_evaluations_are_those_of_an_engine(positions: tuple[batch.Boards, batch.Boards]) -> None:
    engine = Engine(hash=1, threads=1)
    expected = [engine.evaluate(board(own, opp)) for own, opp in zip(*positions, strict=True)]
    np.testing.assert_array_equal(batch.evaluate(*positions), np.array(expected, np.float32))
    np.testing.assert_array_equal(batch.evaluate(*positions, engine=engine, threads=1), np.array(expected, np.float32))


def test_legal_moves_are_those_of_a_board(positions: tuple[batch.Boards, batch.Boards]) -> None:
    for own, opp, moves in zip(*positions, batch.legal_moves(*positions), strict=True):
        legal = [move for move in board(own, opp).legal_moves if not move.is_pass]
        assert sum(1 << move.square for move in legal) == int(moves)


def test_symmetries_have_one_canonical_form(positions: tuple[batch.Boards, batch.Boards]) -> None:
    own, opp = batch.symmetries(*positions)
    assert own.shape == (60, 8)
    for row in range(60):
        forms = {board(own[row, n], opp[row, n]).canonical() for n in range(8)}
        assert forms == {board(positions[0][row], positions[1][row]).canonical()}
        assert int(positions[0][row]) in own[row]


def test_solutions_are_those_of_an_engine() -> None:
    own, opp = batch.random_positions(40, empties=8, seed=3)
    seen: list[tuple[int, int]] = []
    scores, moves = batch.solve(own, opp, progress=lambda done, count: seen.append((done, count)))
    engine = Engine(hash=1, threads=1)
    for index in range(40):
        position = board(own[index], opp[index])
        assert float(engine.solve(position).score) == scores[index]
        if moves[index] == batch.NO_MOVE:
            assert position.legal_moves == ["pass"]
            continue
        position.push(Square(int(moves[index])))
        assert -float(engine.solve(position).score) * (1 if position.turn == "white" else -1) == scores[index]
    assert (40, 40) in seen


def test_a_position_that_is_over_has_its_score() -> None:
    scores, moves = batch.solve(np.array([0b11], np.uint64), np.array([0], np.uint64))
    assert (scores[0], moves[0]) == (64, batch.NO_MOVE)


def test_analyses_say_how_sure_they_are(positions: tuple[batch.Boards, batch.Boards]) -> None:
    found = batch.analyse(*positions, Limit(depth=3))
    estimates = found.kinds == batch.ESTIMATE
    assert estimates.any()
    assert (found.depths[estimates] <= 3).all()
    assert (found.confidences[estimates] == 73).all()
    exact = batch.analyse(*batch.random_positions(5, empties=6, seed=1), Limit(exact=True))
    assert (exact.kinds == batch.EXACT).all()
    with pytest.raises(ValueError, match="level"):
        batch.analyse(*positions, Limit(level=0))


def test_features_are_numbers_in_base_three(positions: tuple[batch.Boards, batch.Boards]) -> None:
    features = batch.features(*positions)
    assert features.shape == (60, batch.FEATURES)
    assert features.max() < 3**10
    empty = batch.features([0], [0])
    assert not empty.any()


def test_patterns_are_the_squares_of_the_features(positions: tuple[batch.Boards, batch.Boards]) -> None:
    patterns, planes = batch.patterns(), batch.planes(*positions).reshape(60, 2, 64)
    assert len(patterns) == batch.FEATURES
    contents = planes[:, 0].astype(int) + 2 * planes[:, 1]
    for column, squares in enumerate(patterns):
        powers = 3 ** np.arange(len(squares))
        np.testing.assert_array_equal(contents[:, squares] @ powers, batch.features(*positions)[:, column])


def test_planes_are_boards() -> None:
    planes = batch.planes(*batch.from_boards([Board()]))
    assert planes.shape == (1, 2, 8, 8)
    assert (planes[0, 0, 3, 4], planes[0, 1, 3, 3], planes.sum()) == (1, 1, 4)


def test_random_positions_follow_from_the_seed() -> None:
    one = batch.random_positions(500, empties=20, seed=5)
    other = batch.random_positions(500, empties=20, seed=5, threads=1)
    np.testing.assert_array_equal(one, other)
    assert not np.array_equal(one, batch.random_positions(500, empties=20, seed=6))
    assert not (one[0] & one[1]).any()
    assert {64 - int(own | opp).bit_count() for own, opp in zip(*one, strict=True)} == {20}
    with pytest.raises(ValueError, match="0 to 60"):
        batch.random_positions(1, empties=61, seed=0)


def test_shapes_are_kept_and_other_arrays_are_copied() -> None:
    own, opp = batch.random_positions(12, empties=30, seed=2)
    shaped = batch.evaluate(own.reshape(3, 4), opp.reshape(3, 4))
    np.testing.assert_array_equal(shaped.ravel(), batch.evaluate(own, opp))
    np.testing.assert_array_equal(batch.evaluate(own[::2], opp[::2]), batch.evaluate(own, opp)[::2])
    np.testing.assert_array_equal(batch.evaluate(list(own), list(opp)), batch.evaluate(own, opp))
    assert batch.evaluate([], []).shape == (0,)


def test_wrong_arrays_are_refused() -> None:
    with pytest.raises(ValueError, match="position 1: a square has discs of both sides"):
        batch.evaluate([1, 3], [2, 2])
    with pytest.raises(ValueError, match="threads are 0 to 256"):
        batch.evaluate([1], [2], threads=257)
    with pytest.raises(ValueError, match="2 own and 1 opposing"):
        batch.evaluate([1, 2], [4])


def test_an_error_of_the_progress_ends_the_batch() -> None:
    own, opp = batch.random_positions(200, empties=10, seed=1)

    def fail(done: int, count: int) -> None:
        raise RuntimeError(f"{done} of {count}")

    with pytest.raises(RuntimeError, match="of 200"):
        batch.solve(own, opp, progress=fail)


def test_boards_become_arrays() -> None:
    own, opp = batch.from_boards([Board(), Board.from_moves("f5")])
    assert (int(own[0]), int(opp[1])) == (Board().own, Board.from_moves("f5").opp)
    assert batch.from_boards([])[0].shape == (0,)
    assert batch.to_boards(own[:1], opp[:1]) == [Board()]
