"""Transcripts and GGF, read and written."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from lab.records import Fault, Game, Limit, Move
from lab.rules import START, Colour, Position, boards, other
from lab.variant_board import start as start_of
from lab.variants import BLACK, EMPTY, Variant, find

PASSES: Final = ("pass", "pa", "ps", "--")
SQUARE: Final = r"[a-j](?:10|[1-9])"
"""The pattern of a square of any board, in lower case."""
MOVE: Final = rf"{SQUARE}(?:x{SQUARE})?"
"""The pattern of a move that is no pass; where it chooses a line, with the square at the end of the line."""
_WORD = re.compile(rf"{MOVE}|pass|pa|ps|--|\S\S?")
OCTAGON: Final = find("octagon")


def parse_transcript(text: str, start: Position = START) -> tuple[str, ...]:
    """The moves of a transcript such as `f5d6c3`, in lower case and without the passes.

    Upper and lower case, blanks between the moves, and forced passes as `pass`, `PA`, `PS` or `--` are accepted. ValueError names
    the first invalid move.
    """
    moves: list[str] = []
    board, passable = start, False
    for number, word in enumerate(_WORD.findall(text.lower()), 1):
        if word.partition("x")[0] in board.squares:
            try:
                after = board.play(word)
            except ValueError as error:
                raise ValueError(f"move {number}: {error}") from None
            board, passable = after, after.turn == board.turn
            moves.append(word)
        elif word not in PASSES:
            raise ValueError(f"move {number}: expected a square, got {word!r}")
        elif passable:
            passable = False
        elif board.turn is not None:
            raise ValueError(f"move {number}: pass, but there is a legal move")
    return tuple(moves)


def transcript(moves: Iterable[Move | str]) -> str:
    """The moves as one word without passes: `f5d6c3`."""
    return "".join(move if isinstance(move, str) else move.at for move in moves)


def turns(moves: Sequence[Move], variant: str = "") -> Iterator[tuple[Colour, Move | None]]:
    """The moves of a game with their colours; None for each forced pass between them. ValueError if one is illegal."""
    rules = find(variant)
    last: Colour | None = None
    for ply, (board, move) in enumerate(zip(boards((move.at for move in moves), start_of(variant)), moves, strict=False)):
        assert board.turn is not None
        if board.turn == last and not rules.is_second_disc(ply):
            yield other(last), None
        yield board.turn, move
        last = board.turn


def ending(game: Game) -> str:
    """How a game ended before its last move, in words; empty if it was played out."""
    words = [f"{game.at_fault} lost: {game.fault}", game.detail] if game.fault else []
    words += ["solved"] if game.solved else ["both engines report this exact score"] if game.agreed else []
    return "; ".join(filter(None, words))


GGF_BEGINNING = b"(;GM[Othello]"
"""Of the text of a record."""


def ggf_time(seconds: float) -> str:
    """Seconds in GGF: `5:00`, `0:00.500`."""
    minutes, rest = divmod(round(seconds, 3), 60)
    return f"{minutes:.0f}:{rest:06.3f}".removesuffix(".000")


def ggf_move(move: Move) -> str:
    """A move with its score and seconds, where they are known: `F5/1.50/0.34`, `F5//0.34`, `F5`."""
    score = "" if move.score is None else f"{move.score:.2f}"
    seconds = "" if move.seconds is None else f"{move.seconds:.3f}"
    return "/".join([move.at.upper(), score, seconds]).rstrip("/")


def ggf_record(
    black: str,
    white: str,
    moves: Sequence[Move],
    *,
    result: str = "?",
    date: str = "",
    tags: Iterable[str] = (),
    variant: str = "",
) -> str:
    """A game in GGF on one line. The moves must be legal; passes are added. `tags` are further tags, such as `TI[5:00]`."""
    rules = find(variant)
    parts = ["GM[Othello]", "PC[Emilia]", *([f"DT[{_escape(date)}]"] if date else [])]
    parts += [f"PB[{_escape(black)}]", f"PW[{_escape(white)}]", f"RE[{result}]", *tags, *_ggf_rules(rules)]
    parts += [f"{_tag(colour)}[{ggf_move(move) if move else 'PA'}]" for colour, move in turns(moves, variant)]
    return f"(;{''.join(parts)};)"


def _ggf_rules(rules: Variant) -> list[str]:
    """The tags of a variant: the board with its type, and the conditions."""
    is_whole_square = rules.columns == rules.rows and rules.squares == len(rules.start)
    size = str(rules.columns) if is_whole_square else f"{rules.columns}x{rules.rows}"
    if len(rules.start) == len(OCTAGON.start) and rules.cut_off == OCTAGON.cut_off:
        size = "88"
    board = ("" if is_whole_square else "/").join(rules.picture).replace(EMPTY, "-").replace(BLACK, "*")
    others = " ".join(rules.conditions("goal"))
    return [
        f"TY[{size}{'a' if rules.goal == 'fewest' else ''}]",
        *([f"RU[{others}]"] if others else []),
        f"BO[{size} {board} {'*' if rules.first == 'black' else 'O'}]",
    ]


def ggf_limit(limit: Limit) -> str | None:
    """The clock of a limit for `TI`: main time, increment and no grace, `5:00/0:03/0:00`; None without a game time."""
    return None if limit.game_time is None else "/".join(map(ggf_time, (limit.game_time, limit.increment, 0.0)))


def to_ggf(game: Game, black: Limit | None = None, white: Limit | None = None) -> str:
    """A finished game in GGF on one line, with the clocks if they are given.

    A fault is described in `CO`; `RE` has a letter for the end if GGF has one (r: resigned, t: time, s: agreed score).
    """
    letter = {Fault.RESIGNED: ":r", Fault.TIME: ":t"}.get(game.fault, "") if game.fault else ":s" if game.agreed else ""
    date = game.began.replace("T", " ").replace("+00:00", " GMT")
    tags = [f"{tag}[{time}]" for tag, limit in (("TB", black), ("TW", white)) if limit and (time := ggf_limit(limit))]
    if words := ending(game):
        tags.append(f"CO[{_escape(words)}]")
    result = f"{game.score:+d}{letter}"
    return ggf_record(game.black, game.white, game.moves, result=result, date=date, tags=tags, variant=game.variant)


def _tag(colour: Colour) -> str:
    return "B" if colour == "black" else "W"


def _escape(text: str) -> str:
    """Escapes text for a tag, on one line."""
    return " ".join(text.split()).replace("\\", "\\\\").replace("]", "\\]")
