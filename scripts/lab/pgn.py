"""Games as PGN, with the tags from which programs such as Ordo and BayesElo rate the players.

`Black` and `White` name the colours of the discs, so Black moves first. `Result` has the point of White before that of Black, as
those programs read it: `1-0` says that White won.
"""

import textwrap
from collections.abc import Mapping

from lab.engines.gtp import BOARD_SQUARES
from lab.journal import Contents
from lab.notation import ending, turns
from lab.records import Fault, Game, Limit
from lab.variants import BLACK, OTHELLO, WHITE, Variant, find

BEGINNING = b'[Event "'
"""Of the text of a file."""
WIDTH = 79
"""Letters of a line of moves at most, as the standard asks."""
PASS = "@@@@"
"""As `emilia convert` writes it."""
TERMINATIONS = {
    Fault.NO_START: "abandoned",
    Fault.CRASH: "abandoned",
    Fault.HANG: "abandoned",
    Fault.ILLEGAL: "rules infraction",
    Fault.GARBAGE: "rules infraction",
    Fault.REFUSAL: "rules infraction",
    Fault.TIME: "time forfeit",
    Fault.RESIGNED: "normal",
}
"""The values of the tag `Termination` in the standard."""


def pgn(contents: Contents) -> str:
    """The games of a contest that count, in order, with an empty line behind each."""
    limits = {engine.name: engine.limit for engine in contents.settings.engines}
    return "".join(f"{to_pgn(game, contents.settings.kind, limits)}\n" for game in contents.counted())


def to_pgn(game: Game, kind: str, limits: Mapping[str, Limit]) -> str:
    """A game of this kind of contest: its tags, and the moves with passes. `limits` are those of the engines, by name."""
    result = "1/2-1/2" if game.score == 0 else "0-1" if game.score > 0 else "1-0"
    tags = {
        "Event": f"{kind} {game.event}".rstrip(),
        "Site": game.place or "?",
        "Date": game.began[:10].replace("-", ".") or "????.??.??",
        "Round": f"{game.task + 1}.{game.half + 1}",
        "White": game.white,
        "Black": game.black,
        "Result": result,
        "DiscDifference": f"{game.score:+d}",
        **_time_controls(limits.get(game.black), limits.get(game.white)),
        "Termination": TERMINATIONS[game.fault] if game.fault else "adjudication" if game.solved or game.agreed else "normal",
        **_rules(find(game.variant)),
    }
    head = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in tags.items())
    comment = "".join(f"{{{words.translate(str.maketrans('{}', '()'))}}}" for words in [ending(game)] if words)
    words = " ".join([*_numbered(game), *([comment] if comment else []), result])
    return f"{head}\n{textwrap.fill(words, WIDTH, break_long_words=False, break_on_hyphens=False)}\n"


def _numbered(game: Game) -> list[str]:
    """The moves and passes with their numbers. Where White begins, the first move is its `1...`."""
    words: list[str] = []
    shift = find(game.variant).first == "white"
    for ply, (_, move) in enumerate(turns(game.moves, game.variant), shift):
        number = f"{ply // 2 + 1}" + ("." if ply % 2 == 0 else "..." if not words else "")
        words += [number] if number.endswith(".") else []
        words.append(move.at if move else PASS)
    return words


def _time_controls(black: Limit | None, white: Limit | None) -> dict[str, str]:
    """One tag if the clocks are the same, otherwise one for each colour."""
    controls = [_time_control(limit) for limit in (black, white)]
    if controls[0] == controls[1]:
        return {"TimeControl": controls[0]}
    return {"BlackTimeControl": controls[0], "WhiteTimeControl": controls[1]}


def _time_control(limit: Limit | None) -> str:
    """Seconds of a game with the increment, `300+5`; `1/0.5` for half a second a move; `-` without a clock."""
    if limit is not None and limit.game_time is not None:
        return f"{limit.game_time:g}" + (f"+{limit.increment:g}" if limit.increment else "")
    return "-" if limit is None or limit.move_time is None else f"1/{limit.move_time:g}"


def _rules(rules: Variant) -> dict[str, str]:
    """The tags by which `emilia convert` knows a variant; none for Othello."""
    if rules == OTHELLO:
        return {}
    conditions = " ".join(rules.conditions())
    board = f"{'/'.join(rules.picture).translate(BOARD_SQUARES)} {BLACK if rules.first == 'black' else WHITE}"
    return {**({"Rules": conditions} if conditions else {}), "SetUp": "1", "FEN": board}


def _escape(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
