"""What workers are asked, and what their answers say. Nothing is believed that is not well formed.

A task is one or two queries of the JSON protocol (protocol.md).
"""

import base64
import binascii
import math
import re
import zlib
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from lab.proof.claims import MOST, Goal
from lab.rules import Board

Kind = Literal["prove", "verify", "look", "estimate"]
LOOK_DEPTH = 12
"""Plies of the searches that score all moves of a position."""
CERTIFICATE = re.compile(rb"Emilia proof 1 ([0-9a-f]{8})\n")
BOUND = re.compile(r"(at-least|at-most) (-?\d{1,3}) ")
MOST_HEADER = 256
"""Letters of the lines of a certificate before its first bound."""
MOST_CERTIFICATE = 1 << 28
"""Bytes of a certificate, as the checkers have it."""
PIECE = 1 << 16


class NonsenseError(Exception):
    """The answer is none that a program without faults gives."""


class Task(NamedTuple):
    """Something for a worker."""

    number: int
    kind: Kind
    board: Board
    goal: Goal | None
    """What is to be decided; of a look, what decides its order."""
    nodes: int
    """Nodes after which the search is cut off; of a look, those of its second search, or 0 if there is none."""
    seconds: float
    """Seconds after which the search is cut off."""
    certificate: int | None = None
    """The empty squares that the certificate leaves to the checker; None if none is needed."""


@dataclass(frozen=True)
class Result:
    """What a worker found."""

    nodes: int = 0
    seconds: float = 0.0
    proved: Goal | None = None
    """The goal of the task or its opposite; None if the search was cut off."""
    certificate: bytes | None = None
    score: float | None = None
    """An estimated score for black."""
    moves: dict[str, float] | None = None
    """Estimated scores for black of all moves."""


def queries(task: Task) -> list[dict[str, Any]]:
    """The queries of a task. Their `id` begins with its number."""
    board = {"board": task.board.text()}
    limits = {"time": task.seconds, "nodes": task.nodes}
    window = dict(zip(("alpha", "beta"), task.goal.window, strict=True)) if task.goal else {}
    match task.kind:
        case "look":
            asked: list[dict[str, Any]] = [{**board, "depth": LOOK_DEPTH, "lines": 64}]
            if task.nodes > 0:
                asked.append({**board, **limits, **window, "exact": True})
        case "estimate":
            asked = [{**board, **limits, "exact": True}]
        case _:
            asked = [{**board, **limits, **window, "exact": True}]
            if task.certificate is not None:
                asked[0]["certificate"] = task.certificate
    return [{"id": f"{task.number}.{at}", **query} for at, query in enumerate(asked)]


def read(task: Task, answers: list[dict[str, Any]]) -> Result:
    """What the last answers to the queries say, in their order. NonsenseError."""
    for answer in answers:
        if "error" in answer or "nonsense" in answer:
            raise NonsenseError(str(answer.get("error", answer.get("nonsense")))[:200])
    if any(answer.get("noResults") is True for answer in answers):
        return Result(seconds=sum(_number(answer, "time", 0, 1e9) for answer in answers if "time" in answer))
    nodes = sum(int(_number(answer, "nodes", 0, 1e18)) for answer in answers)
    seconds = sum(_number(answer, "time", 0, 1e9) for answer in answers)
    if task.kind == "look":
        return Result(nodes, seconds, moves=_moves(task, answers))
    (answer,) = answers
    score = _number(answer, "score", -MOST, MOST)
    if task.kind == "estimate":
        return Result(nodes, seconds, score=score)
    assert task.goal is not None
    proved = _proved(task.goal, answer, score)
    if proved is None or task.certificate is None:
        return Result(nodes, seconds, proved)
    packed = answer.get("certificate")
    if packed is None:
        if "certificateError" in answer:
            raise NonsenseError(f"proved, but without a certificate: {answer['certificateError']}"[:200])
        return Result(nodes, seconds)
    return Result(nodes, seconds, proved, _certificate(task, proved, packed))


def _number(answer: dict[str, Any], name: str, least: float, most: float) -> float:
    value = answer.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or not least <= value <= most:
        raise NonsenseError(f"{name}: {value!r}"[:200])
    return value


def _proved(goal: Goal, answer: dict[str, Any], score: float) -> Goal | None:
    """What the answer claims of the goal; None if it is an estimate."""
    certainty = answer.get("certainty")
    if not isinstance(certainty, str):
        raise NonsenseError(f"certainty: {certainty!r}"[:200])
    if certainty not in ("exact", "at least", "at most"):
        return None
    if score % 2:
        raise NonsenseError(f"a final score of {score}")
    for claimed in (goal, goal.opposite):
        sign = claimed.sign
        if certainty in ("exact", "at least" if sign > 0 else "at most") and sign * (score - claimed.discs) >= 0:
            return claimed
    return None


def _moves(task: Task, answers: list[dict[str, Any]]) -> dict[str, float]:
    """The scores of the moves: those of the first search, none better for the side to move than the best one of the second."""
    infos = answers[0].get("moveInfos")
    if not isinstance(infos, list) or not all(isinstance(info, dict) for info in infos):
        raise NonsenseError(f"moveInfos: {infos!r}"[:200])
    scores = {str(info.get("move")): _number(info, "score", -MOST, MOST) for info in infos}
    if sorted(scores) != sorted(task.board.moves()):
        raise NonsenseError(f"not the legal moves: {sorted(scores)}"[:200])
    if len(answers) > 1:
        deeper = answers[1].get("moveInfos")
        best = deeper[0].get("move") if isinstance(deeper, list) and deeper and isinstance(deeper[0], dict) else None
        if best in scores:
            score, sign = _number(answers[1], "score", -MOST, MOST), -1 if task.board.turn == "white" else 1
            others = {move: sign * min(sign * found, sign * score - 1) for move, found in scores.items()}
            return {**others, str(best): score}
    return scores


def _certificate(task: Task, proved: Goal, packed: object) -> bytes:
    """The certificate, which must be of this position and name this bound; whether it is right is for a checker to say."""
    if not isinstance(packed, str) or len(packed) > MOST_CERTIFICATE * 4 // 3:
        raise NonsenseError("a certificate that is no text, or is too long")
    try:
        content = base64.b64decode(packed, validate=True)
    except binascii.Error as error:
        raise NonsenseError(f"a certificate that is no base64: {error}") from None
    header = CERTIFICATE.match(content)
    if header is None or int(header[1], 16) != zlib.crc32(content[header.end() :]):
        raise NonsenseError("a certificate that is damaged")
    if not any(_is_as_strong(bound, proved) for bound in _named_bounds(task.board, content[header.end() :])):
        raise NonsenseError(f"a certificate of another bound than {proved.words(task.board.turn)}")
    return content


def _named_bounds(board: Board, packed: bytes) -> list[Goal]:
    """The bounds that a certificate names. NonsenseError if it is of another position."""
    expander, found, line, length, number = zlib.decompressobj(), [], b"", 0, 0
    expected = (board.text().encode(), b"most")
    try:
        for at in range(0, len(packed), PIECE):
            length += len(text := expander.decompress(packed[at : at + PIECE], MOST_CERTIFICATE))
            if length > MOST_CERTIFICATE * 8:
                raise NonsenseError("a certificate that is too long")
            # Only the beginnings of the lines are of interest.
            first, *rest = text.split(b"\n")
            line = (line + first)[:MOST_HEADER]
            for after in rest:
                if number < len(expected) and line != expected[number]:
                    raise NonsenseError(f"a certificate of another position: {line!r}")
                if bound := BOUND.match(line.decode("ascii", "replace")):
                    least, discs = bound[1] == "at-least", int(bound[2])
                    found.append(Goal.parse(f"{'>=' if least else '<='}{discs}", board.turn))
                line, number = after[:MOST_HEADER], number + 1
    except (zlib.error, ValueError) as error:
        raise NonsenseError(f"a certificate that is damaged: {error}") from None
    return found


def _is_as_strong(bound: Goal, other: Goal) -> bool:
    """Whether the other bound follows from this one."""
    return bound.sign == other.sign and bound.sign * (bound.discs - other.discs) >= 0
