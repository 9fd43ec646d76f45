"""Whole games over UCI. The referee is `pyffish`, the rules of Fairy-Stockfish as a module."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lab.attack.program import Session

SOLVED = 8
"""The empty squares from which on the program plays both sides to the end, with proofs."""

SIX = f"""[flipello6:flipello]
maxRank = 6
maxFile = f
startFen = 6/6/2pP2/2Pp2/6/6[{"P" * 32}{"p" * 32}] w - - 0 1
enclosingDropStart = c3 d3 c4 d4
"""
"""The variant that Fairy-Stockfish has in a file."""

VARIANTS = ["flipello", "flipello10", "flipello6", "flipersi"]


@pytest.fixture(scope="module")
def rules() -> Any:
    """The module, with all variants."""
    module = pytest.importorskip("pyffish", reason="pyffish is not installed (scripts/requirements.txt)")
    module.load_variant_config(SIX)
    return module


@pytest.fixture
def engine(emilia: Path) -> Iterator[Session]:
    """A conversation."""
    with Session([emilia, "uci", "--threads", "1", "--hash", "8", "--level", "4"]) as engine:
        yield engine
        engine.quit()


def ask(engine: Session, lines: str, word: str) -> list[str]:
    """The answer to these lines up to a line that begins with this word."""
    return engine.ask(lines, lambda line: line.split(" ")[0] == word)


def discs(fen: str) -> tuple[int, int]:
    """White's and black's, without those in the hand."""
    board = fen.partition("[")[0]
    return board.count("P"), board.count("p")


def empties(fen: str) -> int:
    """The empty squares."""
    return len(fen.split("/")) ** 2 - sum(discs(fen))


def check_lines(rules: Any, variant: str, fen: str, answer: list[str]) -> str:
    """The move, after a check that every move of the answer is legal."""
    variations = [line.partition(" pv ")[2].split() for line in answer if " pv " in line]
    best = answer[-1].removeprefix("bestmove ").split(" ponder ")
    for moves in [*variations, best]:
        for ply, move in enumerate(moves):
            assert move in rules.legal_moves(variant, fen, moves[:ply]), f"{fen}: {moves}"
    return best[0]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", [1, 2])
def test_games_are_those_of_fairy_stockfish(rules: Any, engine: Session, variant: str, seed: int) -> None:
    chance = random.Random(f"{variant} {seed}")
    assert f"var {variant}" in "".join(ask(engine, "uci", "uciok"))
    ask(engine, f"setoption name UCI_Variant value {variant}\nsetoption name MultiPV value {seed}\nucinewgame\nisready", "readyok")
    start = rules.start_fen(variant)
    moves: list[str] = []
    score = None
    while legal := rules.legal_moves(variant, start, moves):
        fen = rules.get_fen(variant, start, moves)
        is_solved = empties(fen) <= SOLVED
        if not is_solved and len(moves) % 2 != seed % 2:
            moves.append(chance.choice(legal))
            continue
        position = chance.choice([f"startpos moves {' '.join(moves)}".removesuffix(" moves "), f"fen {fen}"])
        go = "depth 60" if is_solved else chance.choice(["depth 2", "nodes 300", "movetime 5", "wtime 900 btime 900 winc 9 binc 9"])
        answer = ask(engine, f"position {position}\ngo {go}", "bestmove")
        moves.append(check_lines(rules, variant, fen, answer))
        if score is None and is_solved and "info string exact" in answer:
            last = [line for line in answer if " score cp " in line][-1].split(" ")
            sign = 1 if " w " in fen else -1
            score = sign * int(last[last.index("cp") + 1])
    end = rules.get_fen(variant, start, moves)
    white, black = discs(end)
    if score is None:
        assert empties(end) > 0, f"{moves}: no end was proved"
    else:
        assert (score > 0) - (score < 0) == (white > black) - (white < black), f"{moves}: {score}"
    final = ask(engine, f"position startpos moves {' '.join(moves)}\ngo depth 2", "bestmove")[-1]
    assert final == "bestmove (none)", moves
