"""Searches, proofs, reviews, explanations, books."""

import pickle
import threading
import time

import pytest

from emilia_othello import STRENGTHS, Analysis, Board, Book, Engine, Game, IllegalMoveError, Limit, Move, Score

# FFO #40 has 20 empty squares; these have less, and their scores are those of other solvers.
ENDING = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X"
PROOF = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"


@pytest.fixture
def engine() -> Engine:
    return Engine(hash=16, threads=1, seed=1)


def test_an_analysis_has_its_lines(engine: Engine) -> None:
    board = Board.from_moves("f5d6c3")
    analysis = engine.analyse(board, Limit(depth=6), lines=3)
    assert analysis.best in board.legal_moves
    assert (len(analysis.lines), analysis.line[0], analysis.score) == (3, analysis.best, analysis.lines[0].score)
    assert (analysis.score.depth, analysis.score.confidence, analysis.score.is_proved) == (6, 73, False)
    assert analysis.nodes > 0
    assert str(analysis).count("\n") == 2
    assert pickle.loads(pickle.dumps(analysis)) == eval(repr(analysis), {**globals(), **vars(__import__("emilia_othello"))})
    assert board == Board.from_moves("f5d6c3")


def test_a_proof_is_exact(engine: Engine) -> None:
    analysis = engine.solve(Board(ENDING))
    assert (analysis.score, analysis.score.is_exact) == (Score(0.0, "exact"), True)
    won = engine.analyse(Board(PROOF), Limit(win_loss_draw=True))
    assert (won.score.certainty, won.score.lower) == ("at least", 1) or won.score.lower
    assert engine.solve(Board(PROOF)).score == Score(18.0, "exact")


def test_limits() -> None:
    engine = Engine(hash=16, threads=1)
    began = time.monotonic()
    assert engine.analyse(Board(), Limit(time=0.2)).best
    assert time.monotonic() - began < 10
    assert engine.analyse(Board(), Limit(nodes=10_000)).nodes < 100_000
    for limit in (
        Limit(level=0),
        Limit(level=61),
        Limit(time=-1),
        Limit(time=float("nan")),
        Limit(level=3, depth=3),
        Limit(depth=3, confidence=0),
        Limit(exact=True, win_loss_draw=True),
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - each has its own text
            engine.analyse(Board(), limit)


def test_the_end_of_the_game_has_no_move(engine: Engine) -> None:
    over = Board.from_moves("e6f4e3f6g5d6e7f5c5")
    assert engine.analyse(over).best is None
    assert engine.play(over).move is None


def test_iterations_are_reported(engine: Engine) -> None:
    depths: list[int | None] = []
    engine.analyse(Board(), Limit(depth=5), report=lambda found: depths.append(found.score.depth))
    assert depths == [1, 2, 3, 4, 5]


def test_an_error_of_a_report_ends_the_search(engine: Engine) -> None:
    def fail(_: Analysis) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        engine.analyse(Board(), Limit(depth=40), report=fail)
    assert engine.analyse(Board(), Limit(depth=2)).best


def test_a_stream_of_iterations(engine: Engine) -> None:
    with engine.analysis(Board(), Limit(depth=60)) as stream:
        for found in stream:
            if found.score.depth == 6:
                break
    result = stream.result()
    assert (result.score.depth or 0) >= 5
    assert [found.score.depth for found in engine.analysis(Board(), Limit(depth=3))] == [1, 2, 3]
    stream = engine.analysis(Board(), Limit(level=99))
    with pytest.raises(ValueError, match="level"):
        stream.result()
    with pytest.raises(ValueError, match="level"):
        list(stream)


def test_a_forgotten_stream_ends(engine: Engine) -> None:
    engine.analysis(Board(), Limit(depth=60))
    assert engine.analyse(Board(), Limit(depth=2)).best


def test_another_thread_stops_a_search(engine: Engine) -> None:
    timer = threading.Timer(0.2, engine.stop)
    timer.start()
    analysis = engine.analyse(Board(), Limit(depth=60))
    timer.join()
    assert analysis.best
    assert not analysis.score.is_exact


def test_moves_are_played_from_the_book_and_without(engine: Engine) -> None:
    assert engine.play(Board()).from_book
    choice = Engine(hash=16, threads=1, book=False).play(Board(), Limit(level=2))
    assert (choice.move in Board().legal_moves, choice.from_book) == (True, False)
    weak = engine.play(Board(), strength="beginner")
    assert weak.move in Board().legal_moves
    assert next(iter(STRENGTHS)) == "beginner"
    with pytest.raises(ValueError, match="its own limit"):
        engine.play(Board(), Limit(level=3), strength="club")
    with pytest.raises(ValueError, match="beginner"):
        engine.play(Board(), strength="godlike")


def test_people_are_asked_by_their_rating(engine: Engine) -> None:
    chances = engine.people(Board.from_moves("f5d6c3d3c4"), 1200)
    assert set(chances) == set(Board.from_moves("f5d6c3d3c4").legal_moves)
    assert sum(chances.values()) == pytest.approx(1.0, abs=1e-4)
    assert list(chances.values()) == sorted(chances.values(), reverse=True)
    assert engine.people(Board.from_moves("f5d6c3d3c4"), 2100) != chances
    with pytest.raises(ValueError, match="800 to 2200"):
        engine.people(Board(), 700)
    with pytest.raises(ValueError, match="8x8"):
        engine.people(Board(rules="6x6"))


def test_random_play_follows_from_the_seed() -> None:
    def game(seed: int) -> str:
        board, engine = Board(), Engine(hash=1, threads=1, seed=seed)
        while board.ply < 12:
            choice = engine.play(board, Limit(level=1), handicap=5.0)
            assert choice.move
            board.push(choice.move)
        return board.transcript()

    assert game(3) == game(3)
    assert len({game(seed) for seed in range(5)}) > 1


def test_a_review(engine: Engine) -> None:
    game = Game("f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3")
    plies: list[int] = []
    review = engine.review(game, Limit(level=4), explain=True, report=plies.append)
    assert plies == list(range(15, -1, -1))
    assert review.is_complete
    assert [move.move for move in review.moves] == game.moves
    assert all(move.loss >= 0 for move in review.moves)
    assert review.loss("black") == pytest.approx(sum(move.loss for move in review.moves[::2]))
    row = review.to_dicts()[0]
    assert (row["move"], row["colour"], row["ply"]) == ("f5", "black", 0)
    assert all(isinstance(value, (int, float, str)) for value in row.values())
    assert engine.review(game.board(), Limit(level=4)).moves[0].move == "f5"


def test_explanations(engine: Engine) -> None:
    board = Board(PROOF)
    found = engine.explain(board, limit=Limit(level=6))
    assert found
    assert found[0].move in board.legal_moves
    worst = engine.analyse(board, Limit(level=6), lines=60).lines[-1].move
    assert worst
    assert engine.explain(board, worst, limit=Limit(level=6))
    with pytest.raises(IllegalMoveError):
        engine.explain(board, "a1" if "a1" not in board.legal_moves else "b1")
    with pytest.raises(ValueError, match="8x8"):
        engine.explain(Board(rules="6x6"))


def test_other_rules_are_searched_and_solved(engine: Engine) -> None:
    small = Board(rules="4x4")
    assert engine.solve(small).score.is_exact
    assert engine.analyse(Board(rules="anti"), Limit(depth=3)).best
    assert isinstance(engine.evaluate(Board(rules="10x10")), float)


def test_scores() -> None:
    assert -Score(2.0, "at least") == Score(-2.0, "at most")
    assert (float(Score(1.5, "12@73%")), str(Score(1.5, "12@73%"))) == (1.5, "+1.50 (12@73%)")
    assert (f"{Score(1.5, 'exact'):+.1f}", f"{Score(1.5, 'exact')}") == ("+1.5", "+1.50 (exact)")
    assert (Score(2.0, "at most").upper, Score(2.0, "at most").lower) == (2, None)
    assert (Score(2.0, "exact").depth, Score(2.0, "exact").lower) == (None, 2)


def test_the_book() -> None:
    book = Book()
    entry = book.lookup(Board.from_moves("f5"))
    assert entry
    assert entry.moves[0].move in ("d6", "f6", "f4")
    assert entry.moves[0].games > 0
    assert entry.line[0] == entry.moves[0].move
    assert Board() in book
    assert book.lookup(Board(rules="6x6")) is None
    assert Board() in pickle.loads(pickle.dumps(book))
    with pytest.raises(ValueError):  # noqa: PT011 - the text is that of the system
        Book("/nonexistent/book")


def test_files_of_weights_are_checked() -> None:
    with pytest.raises(FileNotFoundError):
        Engine(weights="/nonexistent")
    with pytest.raises(ValueError, match=r".+"):
        Engine(weights=__file__)


def test_too_many_threads_are_refused() -> None:
    for threads in (257, 10**6):
        with pytest.raises(ValueError, match="threads are 0 to 256"):
            Engine(threads=threads)


def test_an_engine_is_a_context_manager_and_shows_its_options() -> None:
    with Engine(hash=2, threads=1) as engine:
        assert repr(engine) == "Engine(hash=2, threads=1)"
        engine.clear()
        assert isinstance(engine.analyse(Board(), Limit(depth=1)).best, Move)
