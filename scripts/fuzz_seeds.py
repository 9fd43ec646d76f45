#!/usr/bin/env python3
"""Writes the seeds of the corpus: recorded sessions, problems, games and weights that the fuzz targets start from.

    python3 scripts/fuzz_seeds.py target/release/emilia

The same program writes the same seeds. Other files of the corpus are not changed.
"""

from __future__ import annotations

import argparse
import json
import re
import struct
import subprocess
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden"
CORPUS = ROOT / "fuzz" / "corpus"
MAX_SESSION_BYTES = 6000
"""Recorded sessions are cut to this many bytes: mutations of short inputs find as much."""

GTP = """\
protocol_version
1 name
list_commands
known_command undo
boardsize 8
clear_board
komi 0
play black d3
genmove white
reg_genmove black
undo
time_settings 300 10 5
time_left black 5 1
genmove black
showboard
set_game Othello
list_games
final_score
emilia-set level 2
emilia-hint 3
emilia-review
8 kata-analyze b 10 avoid b d3,c4 1 maxmoves 3 rootInfo true
lz-genmove_analyze w interval 5
emilia-analyze
emilia-position
emilia-setboard ---------------------------OX------XXX-------------------------- O
loadsgf game.sgf 3
set_level 1
17 emilia-gfx
emilia-dboard
emilia-sboard
emilia-variation
emilia-live_gfx 1
emilia-hint 4
genmove b
# interrupt
quit
"""
JSON = """\
{"id":"a","moves":"f5d6c3","analyzeTurns":[0,1,3],"priorities":[3,2,1],"level":6,"lines":3}
{"id":"b","moves":["f5",["W","d6"]],"exact":true,"time":0.5,"reportDuringSearchEvery":0.1,"allowMoves":["c3","c4"]}
{"id":"c","board":"---------------------------OX------XO---------------------------","side":"X","depth":5,"selectivity":99}
{"id":"d","board":"XO-------------------------------------------------------------- O","wld":true,"nodes":1000,"priority":-3}
{"id":"e","avoidMoves":["d3"],"explain":true,"komi":7.5}
{"id":"v","action":"query_version"}
{"id":"t","action":"terminate","terminateId":"a","turnNumbers":[1,3]}
{"id":"u","action":"terminate_all"}
{"id":"w","action":"clear_cache"}
"""
CONSOLE = """\
mode 3
f5d6c3
go
hint 3
set level 2
set handicap 10
analyze
mode 0
undo 2\t
solve\t
stop
redo
solve wld
new 6x6 anti
hint
new
time 0:05 1
go\t
f5
show
quit
"""
UGI = """\
ugi
setoption name Level value 2
setoption name Book value true
isready
uginewgame
isready
position startpos
query p1turn
go depth 2
position startpos moves f5 d6 c3
go p1time 60000 p2time 50000 p1inc 100 p2inc 200
position fen 8/8/8/3ox3/3xo3/8/8/8 x 0 1 moves f5
go infinite\t
isready
stop
go nodes 30 movetime 5
position fen 8/8/8/8/8/8/8/XO6 w
go infinite
position startpos
setoption name Variant value 6x6 anti
position startpos moves c2
go movetime 3
query result
query gameover
quit
"""
UCI = """\
uci
setoption name Level value 2
setoption name UCI_Variant value flipello
isready
ucinewgame
position startpos moves P@f4 P@d3 P@c6
go wtime 60000 btime 50000 winc 100 binc 200 movestogo 20
setoption name MultiPV value 3
go depth 2
setoption name MultiPV value 1
position fen 8/8/8/3PP3/3PP3/8/8/8[PPpp] w - - 0 1 moves d4d4
go movetime 3
position fen 8/8/8/8/8/8/8/pP6[Pp] b - - 0 1
go ponder nodes 30\t
ponderhit
go ponder
stop
go infinite
setoption name UCI_Variant value flipersi
position startpos moves P@d4 P@e4
go nodes 30
setoption name UCI_Variant value flipello10
position startpos moves P@f4
go infinite\t
isready
stop
quit
"""
XBOARD = """\
xboard
protover 2
accepted highlight
new
variant othello
level 40 0:30 0
post
hard
time 3000
usermove P@d3
ping 1
usermove @@@@
force
undo
sd 2
go\t
ping 2
?
usermove c5
setboard Pp6/8/8/8/8/8/8/P1ppP3[PPpp] w - - 0 1
go
setboard Pp6/8/8/8/8/8/8/PPppP3[Ppp] w - - 0 2
result 1-0 {White wins}
new
variant anti-6x6
st 1
playother
usermove b3
option Level=1
memory 1
cores 1
lift a1
put c2
setboard 8/8/8 w
quit
"""
CASSIO = """\
ENGINE-PROTOCOL init
ENGINE-PROTOCOL get-version
ENGINE-PROTOCOL new-position
ENGINE-PROTOCOL midgame-search ---------------------------OX------XO---------------------------X -64 64 21 73
ENGINE-PROTOCOL midgame-search ---------------------------OX------XO--------------------------- X -1.5 2.25 3 95\t

ENGINE-PROTOCOL get-search-infos
ENGINE-PROTOCOL stop
ENGINE-PROTOCOL endgame-search XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO--X -1 1 100
ENGINE-PROTOCOL endgame-search XO--------------------------------------------------------------O -64 64 100
ENGINE-PROTOCOL feed-hash ---------------------------OX------XO---------------------------X 0 2 20 73 D3c5
ENGINE-PROTOCOL empty-hash
nonsense
ENGINE-PROTOCOL quit
"""
GGS = """\
types = 8, 8a, s8, s8r14-24, 88r, 10kr, 4
main = 00:05 - 30:00
increment = 00:00 - 01:00
rating = 0 - 3000
rated = both
matches = 3
answer-seeks = yes
seek = s8r20 05:00//02:00
ask = 8 01:00,20/00:05,N2/01:00 mira # every minute
"""
NBOARD = """\
nboard 1
set depth 2
move F5
hint 2\t
ping 1
F6/1.25/0.5
go
nboard 2
set contempt 50
set time 5:00/12
undo
analyze\t
ping -3
learn
go
quit
"""


def sent(session: Path) -> bytes:
    """The lines that the recorded program sent, cut at the end of a line."""
    lines = re.findall(r"^ *[0-9.]+ > (.*)$", session.read_text(), re.MULTILINE)
    kept = "\n".join(lines).encode() + b"\n"
    return kept if len(kept) <= MAX_SESSION_BYTES else kept[: kept.rindex(b"\n", 0, MAX_SESSION_BYTES) + 1]


def sessions(kind: str) -> Iterator[tuple[str, bytes]]:
    """The recorded sessions of a kind, each with its name."""
    for path in sorted(GOLDEN.glob(f"{kind}_*.txt")):
        yield path.stem, sent(path)


def server_lines() -> Iterator[tuple[str, bytes]]:
    """The lines of the server in the recorded session of GGS, by scenario, and a configuration."""
    for scenario in (GOLDEN / "ggs_session.txt").read_text().split("\n=== ")[1:]:
        name, *lines = scenario.splitlines()
        kept = "\n".join(line[3:] for line in lines if line.startswith("S:")).encode() + b"\n"
        yield name, kept if len(kept) <= MAX_SESSION_BYTES else kept[: kept.rindex(b"\n", 0, MAX_SESSION_BYTES) + 1]
    yield "config", GGS.encode()


def notations() -> Iterator[tuple[str, bytes]]:
    """A text of every notation."""
    records = re.findall(r"set game (\(;.*;\))$", (GOLDEN / "nboard_02_full_game_engine_white.txt").read_text(), re.MULTILINE)
    game = max(records, key=len)
    yield "ggf", game.encode()
    moves = re.findall(r"[BW]\[([A-H][1-8])", game)
    transcript = "".join(moves).lower()
    yield "transcript", transcript.encode()
    yield "transcript-numbered", " ".join(f"{number}. {move}" for number, move in enumerate(moves[:20], 1)).encode()
    yield "transcript-pass", b"f5 d6 pass c3 -- d3 pa c4 ps"
    nodes = "".join(f";{'BW'[ply % 2]}[{move.lower()}]" for ply, move in enumerate(moves[:20]))
    yield "sgf", f"(;FF[4]GM[2]SZ[8]PB[one\\]]PW[two]BR[1500]RE[B+12]TM[300]KM[6.5]C[note]{nodes}(;B[d1])(;B[e1];W[]))".encode()
    yield "sgf-set-up", b"(;GM[2]SZ[10]RU[fewest discs]AB[ee][ff]AW[d5:e5]AE[a1]PL[W];W[dd];B[tt])"
    start = b"BO[6 ------ ------ --XO-- --OX-- ------ ------ *]"
    yield "ggf-other", b"(;GM[Othello]RE[-4.0:r]RB[1800,5]TB[15:00/12/5:00]TW[1:00:00]TY[s6r14a]KM[0]" + start + b";)"
    problems = (ROOT / "data" / "problems" / "ffo-1-59.obf").read_text().splitlines()
    yield "obf", "\n".join([*problems[:3], "% comment"]).encode()
    yield "times", b"15:00/12/5:00 30 5:00//2:00 1:00:00.5 0.05,3 5:00/12,25/1:00,1"
    yield "move-notes", b"F5 F5/1.50 F5//0.05 PA/-2.0/1.5E-4 d3/1,5 pass"
    yield "wthor", wthor(moves)
    yield from exports(moves)


def exports(moves: list[str]) -> Iterator[tuple[str, bytes]]:
    """The first moves as players keep them and servers export them."""
    plain = [move.lower() for move in moves[:20]]
    entries = [{"t": 1000 + 10 * number, "m": move} for number, move in enumerate(plain)]
    players = [{"id": "one", "name": "One", "oldR": 1500, "newR": 1510}, {"id": "two", "name": "Two", "oldR": 1600.5}]
    record = {
        "id": "x1",
        "gtype": "reversi1",
        "players": players,
        "tcb": 60000,
        "created": "2026-01-02T03:04:05Z",
        "finished": False,
    }
    quest = {**record, "position": {"moves": [*entries, {"s": "RESIGN"}]}}
    yield "quest", json.dumps({"name": "player", "args": [quest]}).encode()
    yield "quest-list", json.dumps([quest, {**quest, "gtype": "go9"}, {"position": {"moves": [{"m": "-"}]}}]).encode()
    pairs = [f"{number}. {plain[2 * number - 2].upper()} {plain[2 * number - 1]}" for number in range(1, 11)]
    yield "playok", " ".join(pairs).removeprefix("1. ").encode()
    tags = '[Event "?"]\n[Site "Server"]\n[Black "One"]\n[White "Two"]\n[BlackElo "1500"]\n[TimeControl "300+5"]\n\n'
    yield "pgn", (tags + " ".join(pairs) + " {note} (1. d3) 33-31\n\n").encode() * 2
    board = "-" * 27 + "OX------XO" + "-" * 27
    address = "https://example.org/hamlite.htm"
    yield "hamlite", f"{address}?kifu={''.join(plain)}&ai=off\n{address}?start_board={board}&start_color=black&kifu=f5f6".encode()
    yield "list", f"1) One - Two: {''.join(plain)} 33-31\n2) Two - One: {''.join(plain[:8])}\n".encode()
    yield "board-moves", f"{board} X {''.join(plain)}\n{board} X; f5 d6 c3;\n{board} X; F5:+2;\n".encode()
    rows = "\n".join(f"{row + 1} {' '.join(board[8 * row : 8 * row + 8])}" for row in range(8))
    yield "board-drawn", f"  a b c d e f g h\n{rows}\nblack to move\n{' '.join(plain)}".encode()
    squares = {move: number for number, move in enumerate(plain, 1)} | {"d4": "O", "e4": "X", "d5": "X", "e5": "O"}
    grid = [" ".join(f"{squares.get(f'{column}{row}', '--'):>2}" for column in "abcdefgh") for row in range(1, 9)]
    yield "sheet", ("Black: One\nResult: 33-31\n\n" + "\n".join(grid)).encode()
    yield "mistakes", b"f5 6d c? d3 c4 c4 x4 g5 f6 ?? e6 d7"


def wthor(moves: list[str]) -> bytes:
    """A file of the WTHOR database with one game."""
    places = [10 * int(move[1]) + "ABCDEFGH".index(move[0]) + 1 for move in moves]
    head = struct.pack("<4BIHHBBBB", 20, 26, 11, 22, 1, 0, 2026, 8, 0, 22, 0)
    return head + struct.pack("<HHHBB60s", 1, 2, 3, 40, 38, bytes(places))


def console() -> Iterator[tuple[str, bytes]]:
    """Every example of the help, and a session."""
    words = (ROOT / "src" / "protocol" / "console" / "words.rs").read_text()
    examples = [example for example in re.findall(r'example: "(.*)"', words) if example != "quit"]
    yield "examples", "\n".join(examples).encode() + b"\n"
    yield "session", CONSOLE.encode()


def weights() -> Iterator[tuple[str, bytes]]:
    """A file without a header whose numbers are all zero, and numbers to overwrite its numbers with."""
    file = (ROOT / "data" / "weights.bin").read_bytes()
    (length,) = struct.unpack_from("<I", file, 20)
    numbers = len(zlib.decompress(file[24 + length :]))
    text = b"all zero"
    yield "zero", struct.pack("<I", len(text)) + text + zlib.compress(bytes(numbers), 9)
    yield "header", file[:24] + file[24 : 24 + length]
    for name, overlay in {"least": b"\x80", "most": b"\x7f", "mixed": bytes(range(256)), "not-a-number": b"\xff\xc0\x7f"}.items():
        yield name, b"numbers:" + overlay
    yield "written", b"written:\xff\xc0\x7f"


def games(program: Path) -> Iterator[tuple[str, bytes]]:
    """A file of games, its one block unpacked, and its games as text."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "seed.games"
        command = [str(program), "selfplay", "--games", "3", "--level", "1", "--threads", "1", "--seed", "1", "--out", str(out)]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        file = out.read_bytes()
        text = subprocess.run([str(program), "games", "text", str(out)], check=True, capture_output=True).stdout
    (settings,) = struct.unpack_from("<I", file, 12)
    block = 20 + settings
    length, count = struct.unpack_from("<II", file, block)
    yield "file", file
    yield "unpacked", b"games:" + bytes([count]) + zlib.decompress(file[block + 16 : block + 16 + length])
    yield "text", text


def saves(program: Path) -> Iterator[tuple[str, bytes]]:
    """A saved solve with a journal, its state, and a record of each kind."""
    problems = (ROOT / "data" / "problems" / "ffo-1-59.obf").read_text().splitlines()[:2]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "seed.save"
        positions = Path(folder) / "in.obf"
        positions.write_text("\n".join([*problems, "no position"]) + "\n")
        command = [
            str(program),
            "solve",
            str(positions),
            "--threads",
            "1",
            "--hash",
            "1",
            "--all-moves",
            "--events",
            "--save",
            str(out),
        ]
        subprocess.run(command, check=False, capture_output=True)
        file = out.read_bytes()
    (state, entries) = (struct.unpack_from("<Q", file, at)[0] for at in (12, 24))
    yield "file", file
    yield "state", b"state:" + zlib.decompress(file[36 : 36 + state])
    at = 36 + state + entries
    kinds: set[bytes] = set()
    while at < len(file):
        (length,) = struct.unpack_from("<I", file, at)
        record = file[at + 8 : at + 8 + length]
        kind = record[: record.index(b":")]
        if kind not in kinds:
            kinds.add(kind)
            yield f"record-{len(kinds)}", b"record:" + record
        at += 8 + length


def main() -> None:
    """Writes the seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "program", type=Path, metavar="EMILIA", help="the engine, which makes the training games and the saved solve"
    )
    program = parser.parse_args().program
    seeds = {
        "notations": notations(),
        "nboard": [*sessions("nboard"), ("session", NBOARD.encode())],
        "gtp": [*sessions("quarry"), ("session", GTP.encode())],
        "ugi": [("session", UGI.encode())],
        "uci": [("session", UCI.encode())],
        "xboard": [("session", XBOARD.encode())],
        "cassio": [("session", CASSIO.encode())],
        "json": [("session", JSON.encode())],
        "ggs": server_lines(),
        "console": console(),
        "weights": weights(),
        "games": games(program.absolute()),
        "saves": saves(program.absolute()),
    }
    for target, inputs in seeds.items():
        folder = CORPUS / target
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in inputs:
            (folder / f"seed-{name}").write_bytes(content)


if __name__ == "__main__":
    main()
