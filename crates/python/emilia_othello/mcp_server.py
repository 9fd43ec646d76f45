"""The engine for assistants: a server of the Model Context Protocol over standard input and output.

    python -m emilia_othello.mcp_server

Its tools analyse, solve and explain positions, draw boards, look openings up and review games. Requests run side by side, each with
an engine of its own; one that is cancelled ends within milliseconds.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Annotated, ParamSpec, TypeVar

from mcp.server.mcpserver import Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from ._engine import Book
from ._files import read_game
from ._native import Board, __version__, opening_name
from ._results import Analysis, Limit, Line, Score
from .aio import AsyncEngine

INSTRUCTIONS = """\
Othello (Reversi). A position is given by the moves from the start ("f5d6c3"), by its squares, or by both. A score is the lead in \
discs at the end of the game, for the side named beside it. Tell the user how certain a score is: only "exact" is proved."""

P = ParamSpec("P")
R = TypeVar("R")

server = MCPServer("emilia-othello", title="Emilia", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
"""The server with its tools."""

_idle: list[AsyncEngine] = []
_book = Book()

Position = Annotated[
    str,
    Field(
        description='The squares row by row (X black, O white, - empty), a space, and the side to move: "---...--- X". '
        "Empty for the start."
    ),
]
Moves = Annotated[str, Field(description='Moves from the position, such as "f5d6c3". Passes may be left out.')]
Rules = Annotated[str, Field(description='The rules, if not those of Othello: "6x6", "10x10", "anti" (the fewest discs win).')]
Level = Annotated[
    int | None,
    Field(description="A playing strength, 1 to 60: plies in the midgame, and from how many empty squares endings are solved."),
]
Seconds = Annotated[float | None, Field(description="The most seconds.", gt=0)]


class Scored(BaseModel):
    """A score."""

    discs: float = Field(description="The lead in discs at the end of the game; of a bound, the bound.")
    certainty: str = Field(
        description='"exact", "at least" and "at most" are proved. "12@73%" is an estimate: 12 plies deep, each cut-off 73 % sure.'
    )


class LineFound(BaseModel):
    """A line of play."""

    score: Scored = Field(description="The score of its first move, for the side to move.")
    moves: str = Field(description="The best moves of both sides.")


class AnalysisFound(BaseModel):
    """The result of a search."""

    side_to_move: str
    score: Scored = Field(description="For the side to move.")
    lines: list[LineFound] = Field(description="The best first; none if the game is over.")
    nodes: int
    seconds: float


class Sentence(BaseModel):
    """A sentence about a position."""

    text: str
    squares: list[str] = Field(description="The squares to mark on the board.")


class ExplanationFound(BaseModel):
    """What separates moves."""

    side_to_move: str
    sentences: list[Sentence]


class OpeningMove(BaseModel):
    """A move of the book."""

    move: str
    score: Scored | None = Field(description="For the side to move; none if nothing was searched.")
    wins: int = Field(description="Games that the side to move won with it.")
    draws: int
    losses: int


class Opening(BaseModel):
    """What is known of an opening."""

    name: str | None
    side_to_move: str
    moves: list[OpeningMove] = Field(description="The moves of the book, the best first; none if it has not the position.")
    line: str = Field(description="The best line, as far as the book goes.")


class Fault(BaseModel):
    """A move that lost discs. Scores are those of its own side."""

    number: int = Field(description="The number of the move, passes not counted.")
    side: str
    move: str
    verdict: str
    loss: float = Field(description="Discs lost.")
    score: Scored = Field(description="The score of the move.")
    best: str
    best_score: Scored
    line: str = Field(description="The best line.")
    why: list[str]


class ReviewFound(BaseModel):
    """A judged game."""

    opening: str | None
    black_lost: float = Field(description="Discs that Black's moves lost in all.")
    white_lost: float
    end: Scored | None = Field(description="Black's score at the end of the game.")
    moves: int = Field(description="The number of moves, passes included.")
    faults: list[Fault] = Field(description="The inaccuracies, mistakes and blunders.")


def _tool(work: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]:
    """Makes a tool of a function. What is wrong with its arguments is told to the client."""

    @functools.wraps(work)
    async def answer(*arguments: P.args, **options: P.kwargs) -> R:
        try:
            return await work(*arguments, **options)
        except ValueError as error:
            raise ToolError(str(error)) from error

    annotations = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    server.add_tool(answer, annotations=annotations)
    return answer


@_tool
async def analyse(
    position: Position = "",
    moves: Moves = "",
    rules: Rules = "",
    level: Level = None,
    depth: Annotated[int | None, Field(description="Plies; in place of a level.")] = None,
    seconds: Seconds = None,
    lines: Annotated[int, Field(description="The number of moves to score.", ge=1, le=64)] = 1,
) -> AnalysisFound:
    """Searches a position: the best moves with their scores. Without level, depth and seconds it is level 21, about a second."""
    board = _board(position, moves, rules)
    async with _engine() as engine:
        return _analysis(board, await engine.analyse(board, Limit(level=level, depth=depth, time=seconds), lines=lines))


@_tool
async def solve(
    position: Position = "",
    moves: Moves = "",
    rules: Rules = "",
    seconds: Annotated[float, Field(description="The most seconds; then the score is an estimate or a bound.", gt=0)] = 60,
) -> AnalysisFound:
    """Proves the score of a position and a best move. 24 empty squares take about a second, 30 some minutes."""
    board = _board(position, moves, rules)
    async with _engine() as engine:
        return _analysis(board, await engine.analyse(board, Limit(exact=True, time=seconds)))


@_tool
async def explain(
    position: Position = "",
    moves: Moves = "",
    move: Annotated[str, Field(description="The move to compare with the best one; empty for the second best.")] = "",
    level: Level = 12,
) -> ExplanationFound:
    """Says in words why the best move of a position is better than another one. Othello on 8x8 only."""
    board = _board(position, moves, "")
    if move and not board.is_legal(move):
        raise ValueError(f"not a legal move: {move}")
    async with _engine() as engine:
        found = await engine.explain(board, move or None, limit=Limit(level=level))
    sentences = [Sentence(text=explanation.text, squares=list(explanation.squares)) for explanation in found]
    return ExplanationFound(side_to_move=board.turn, sentences=sentences)


@_tool
async def draw_board(
    position: Position = "",
    moves: Moves = "",
    rules: Rules = "",
    marks: Annotated[
        dict[str, str] | None,
        Field(description='Texts of at most five characters for squares: {"f5": "+2"}; "o" is a ring, "x" a cross.'),
    ] = None,
) -> list[str | Image]:
    """Draws a board as text (X black, O white, + legal moves) and as a picture."""
    board = _board(position, moves, rules)
    counts = f"{board.count('black')} black and {board.count('white')} white discs"
    picture = await asyncio.to_thread(board.png, marks)
    return [f"{board}\n{counts}", Image(data=picture, format="png")]


@_tool
async def opening(moves: Moves = "", position: Position = "") -> Opening:
    """Looks a position up in the opening book: the name of the opening, and the moves with their scores and results of games."""
    board = _board(position, moves, "")
    entry = _book.lookup(board)
    known = entry.moves if entry else ()
    return Opening(
        name=opening_name(board),
        side_to_move=board.turn,
        moves=[
            OpeningMove(
                move=move.move,
                score=_score(move.score) if move.score else None,
                wins=move.wins,
                draws=move.draws,
                losses=move.losses,
            )
            for move in known
        ],
        line=" ".join(entry.line) if entry else "",
    )


@_tool
async def review_game(
    game: Annotated[str, Field(description='The game in any notation: moves ("f5d6c3"), GGF, SGF, PGN, JSON of Othello Quest.')],
    level: Level = 8,
    why: Annotated[bool, Field(description="Whether to say in words why the best moves are better; Othello on 8x8 only.")] = True,
) -> ReviewFound:
    """Judges every move of a game: the discs that each side lost, and the faults with the best moves in their place."""
    async with _engine() as engine:
        found = await engine.review(record := read_game(game), Limit(level=level), explain=why)
    numbers = [sum(not move.is_pass for move in record.moves[: ply + 1]) for ply in range(len(record))]
    faults = [move for move in found.moves if move.verdict not in ("best", "good")]
    return ReviewFound(
        opening=found.opening,
        black_lost=round(found.loss("black"), 2),
        white_lost=round(found.loss("white"), 2),
        end=_score(found.end) if found.end else None,
        moves=len(record),
        faults=[
            Fault(
                number=numbers[move.ply],
                side=move.colour,
                move=move.move,
                verdict=move.verdict,
                loss=round(move.loss, 2),
                score=_score(move.after if move.colour == "black" else -move.after),
                best=move.best,
                best_score=_score(move.before if move.colour == "black" else -move.before),
                line=" ".join(move.line),
                why=[explanation.text for explanation in move.explanations],
            )
            for move in faults
        ],
    )


def main() -> None:
    """Serves until standard input ends."""
    server.run("stdio")


@asynccontextmanager
async def _engine() -> AsyncIterator[AsyncEngine]:
    """An engine that no other request uses."""
    engine = _idle.pop() if _idle else AsyncEngine()
    try:
        yield engine
    finally:
        _idle.append(engine)


def _board(position: str, moves: str, rules: str) -> Board:
    """The board after moves from a position."""
    return Board.from_moves(moves, rules=Board(position, rules=rules).rules) if position else Board.from_moves(moves, rules=rules)


def _score(score: Score) -> Scored:
    return Scored(discs=round(score.discs, 2), certainty=score.certainty)


def _line(line: Line) -> LineFound:
    return LineFound(score=_score(line.score), moves=" ".join(line.moves))


def _analysis(board: Board, found: Analysis) -> AnalysisFound:
    return AnalysisFound(
        side_to_move=board.turn,
        score=_score(found.score),
        lines=[_line(line) for line in found if line.moves],
        nodes=found.nodes,
        seconds=round(found.seconds, 2),
    )


if __name__ == "__main__":
    main()
