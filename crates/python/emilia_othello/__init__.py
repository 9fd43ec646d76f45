"""The Othello (Reversi) engine Emilia: boards and games, searches, proofs, reviews, batches over NumPy arrays.

    >>> from emilia_othello import Board, Engine, Limit
    >>> board = Board.from_moves("f5d6c3")
    >>> analysis = Engine().analyse(board, Limit(depth=8))
    >>> analysis.best in board.legal_moves
    True

`batch` has functions for many positions at once (needs NumPy), `aio` the engine for asyncio; `pettingzoo_env`, `gymnasium_env`,
`openspiel_bot` and `mcp_server` need the extras of these names.
"""

from ._engine import STRENGTHS, AnalysisStream, Book, Engine
from ._files import DroppedWarning, read_game, read_games, write_games, write_wthor
from ._names import PASS, Colour, Move, Square
from ._native import KERNELS, Board, Game, IllegalMoveError, __version__, opening_name, variants
from ._results import Analysis, BookEntry, BookMove, Choice, Explanation, Limit, Line, Review, ReviewedMove, Score, Variation

__all__ = [
    "KERNELS",
    "PASS",
    "STRENGTHS",
    "Analysis",
    "AnalysisStream",
    "Board",
    "Book",
    "BookEntry",
    "BookMove",
    "Choice",
    "Colour",
    "DroppedWarning",
    "Engine",
    "Explanation",
    "Game",
    "IllegalMoveError",
    "Limit",
    "Line",
    "Move",
    "Review",
    "ReviewedMove",
    "Score",
    "Square",
    "Variation",
    "__version__",
    "opening_name",
    "read_game",
    "read_games",
    "variants",
    "write_games",
    "write_wthor",
]
