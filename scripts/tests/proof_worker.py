"""A worker for the tests of proofs: it solves small positions by the search of the checker, and leaves their proof to it."""

import base64
import json
import os
import sys
import time
import zlib
from typing import Any

import check_proof
from lab.proof.claims import Goal
from lab.proof.queries import Task, queries
from lab.rules import Board

TURNED = check_proof.turned_on(8, (1 << 64) - 1, False, False)
SPEED = 1e6
"""Nodes a second that it says."""


def reaches(board: Board, goal: Goal) -> bool:
    """Whether the bound is true."""
    own, other = (board.white, board.black) if board.turn == "white" else (board.black, board.white)
    discs = -goal.discs if board.turn == "white" else goal.discs
    least = (goal.sign > 0) == (board.turn != "white")
    check = check_proof.Check((1 << 64) - 1, TURNED, 1, 0, 0, iter(()), check_proof.NONE, {})
    return check.reaches(own, other, ~(own | other) & (1 << 64) - 1, discs if least else discs + 1) == least


def certificate(board: Board, goal: Goal) -> bytes:
    """A file in which all is left to the checker."""
    black = board.turn != "white"
    bound = f"{'at-least' if (goal.sign > 0) == black else 'at-most'} {goal.discs if black else -goal.discs}"
    packed = zlib.compress(f"{board.text()}\nmost\n{board.empties()}\n{bound} \n".encode())
    return b"Emilia proof 1 %08x\n" % zlib.crc32(packed) + packed


def nodes_of(board: Board) -> int:
    """The nodes that it says: a factor of 3 for each empty square."""
    return int(3 ** board.empties())


def score_of(board: Board) -> int:
    """A poor estimate: the difference of the discs."""
    return board.black.bit_count() - board.white.bit_count()


def answer_query(query: dict[str, Any], *, lies: bool = False) -> dict[str, Any]:
    """The answer to a query of a task."""
    board = Board.parse(query["board"])
    moves = board.moves()
    infos = [{"move": move, "score": score_of(board.play(move)), "certainty": "1@73%"} for move in moves]
    answer: dict[str, Any] = {"id": query["id"], "isDuringSearch": False, "moveInfos": infos, "score": score_of(board)}
    answer |= {"certainty": "1@73%", "nodes": 1000, "time": 0.001}
    if "alpha" not in query or "depth" in query:
        return answer
    nodes = nodes_of(board)
    if nodes > query["nodes"]:
        return answer | {"nodes": query["nodes"], "time": query["nodes"] / SPEED}
    low = Goal(1, query["beta"] + query["beta"] % 2)
    goal = low if reaches(board, low) != lies else low.opposite
    answer |= {"score": goal.discs, "certainty": "at least" if goal.sign > 0 else "at most", "nodes": nodes, "time": nodes / SPEED}
    if "certificate" in query:
        answer["certificate"] = base64.b64encode(certificate(board, goal)).decode()
    return answer


def answer(task: Task, *, lies: bool = False) -> tuple[list[dict[str, Any]], float]:
    """The answers to a task and their seconds, for simulated workers."""
    answers = [answer_query(query, lies=lies) for query in queries(task)]
    return answers, sum(float(found["time"]) for found in answers)


def main() -> None:
    """Speaks as `emilia json`. `PROOF_LIES` makes it lie, `PROOF_SECONDS` think before each answer."""
    seconds = float(os.environ.get("PROOF_SECONDS", "0"))
    for line in sys.stdin:
        query = json.loads(line)
        time.sleep(seconds)
        found = query if "action" in query else answer_query(query, lies="PROOF_LIES" in os.environ)
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
