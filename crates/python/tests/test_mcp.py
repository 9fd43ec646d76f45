"""The server of the Model Context Protocol, over standard input and output, with the client of its official library."""

from __future__ import annotations

import base64
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="needs the extra mcp")

import psutil
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, ImageContent, TextContent

import emilia_othello
from emilia_othello import Board, Engine, Game, Limit, __version__

PATIENCE = 300  # seconds, on a busy machine
PACKAGE = Path(emilia_othello.__file__).parents[1]
SERVER = StdioServerParameters(command=sys.executable, args=["-m", "emilia_othello.mcp_server"], env={"PYTHONPATH": str(PACKAGE)})
TOOLS = ["analyse", "draw_board", "explain", "opening", "review_game", "solve"]
BLUNDER = "f5d6c3d3c4f4f6f3e6e7d7g6g2"
ENDING = "e6f4e3d2d3e7f2c5d6g1b4c2f5g4d1a3b5b6g5f6c4f3e8h6h4d7b1h5f7f8c7b7g2c3b3b2g8c1h3e1d8a1a4g3a2c6a6"


@dataclass
class Session:
    """A client and its server."""

    portal: BlockingPortal
    client: Client

    def start(self, tool: str, **arguments: Any) -> Future[CallToolResult]:
        """Sends a request."""
        return self.portal.start_task_soon(self.client.call_tool, tool, arguments)

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured answer to a request."""
        result = self.start(tool, **arguments).result(PATIENCE)
        assert not result.is_error, result.content
        assert isinstance(result.structured_content, dict)
        return result.structured_content

    def error(self, tool: str, **arguments: Any) -> str:
        """The message that a wrong request gets."""
        result = self.start(tool, **arguments).result(PATIENCE)
        assert result.is_error
        assert isinstance(result.content[0], TextContent)
        return result.content[0].text


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(SERVER)) as client:
        yield Session(portal, client)


def test_every_tool_and_argument_is_described(session: Session) -> None:
    server = session.client.server_info
    assert server is not None
    assert server.version == __version__
    tools = session.portal.call(session.client.list_tools).tools
    assert sorted(tool.name for tool in tools) == TOOLS
    for tool in tools:
        assert tool.description
        assert all(argument["description"] for argument in tool.input_schema["properties"].values())


def test_analyse(session: Session) -> None:
    found = session.call("analyse", moves="f5d6c3", depth=6, lines=3)
    assert found["side_to_move"] == "white"
    assert found["score"]["certainty"].startswith("6@")
    assert [line["score"]["certainty"] for line in found["lines"]] == ["6@73%"] * 3
    board = Board.from_moves("f5d6c3")
    for line in found["lines"]:
        assert Board.from_moves("f5d6c3" + line["moves"].replace(" ", "")).ply > 3
        assert line["moves"].split()[0] in board.legal_moves


def test_moves_follow_a_position(session: Session) -> None:
    position = Board.from_moves("f5d6c3").obf()
    found = session.call("analyse", position=position, moves="d3c4", depth=3)
    assert found["side_to_move"] == "white"
    assert found["lines"] == session.call("analyse", moves="f5d6c3d3c4", depth=3)["lines"]


def test_other_rules(session: Session) -> None:
    found = session.call("analyse", moves="c2", rules="6x6", level=1)
    assert found["lines"][0]["moves"].split()[0] in Board.from_moves("c2", rules="6x6").legal_moves
    assert session.call("analyse", position="X" * 64 + " X", rules="anti")["score"] == {"discs": -64, "certainty": "exact"}


def test_solve_proves(session: Session) -> None:
    board = Board.from_moves(ENDING)
    expected = Engine().solve(board)
    found = session.call("solve", moves=ENDING)
    assert found["score"] == {"discs": expected.score.discs, "certainty": "exact"}
    assert found["lines"][0]["score"] == found["score"]
    board.push(found["lines"][0]["moves"].split()[0])
    assert -Engine().solve(board).score.discs == expected.score.discs


def test_solve_says_what_it_has_not_proved(session: Session) -> None:
    found = session.call("solve", seconds=0.2)
    assert found["score"]["certainty"] not in ("exact", "at least", "at most")


def test_explain(session: Session) -> None:
    found = session.call("explain", moves="f5f6e6f4e3", move="d7", level=6)
    assert found["side_to_move"] == "white"
    assert "d7" in found["sentences"][0]["text"]


def test_draw_board(session: Session) -> None:
    result = session.start("draw_board", moves="f5", marks={"d6": "+1"}).result(PATIENCE)
    text, picture = result.content
    assert isinstance(text, TextContent)
    assert text.text.endswith("white to move\n4 black and 1 white discs")
    assert isinstance(picture, ImageContent)
    assert picture.mime_type == "image/png"
    assert base64.b64decode(picture.data) == Board.from_moves("f5").png({"d6": "+1"})


def test_opening(session: Session) -> None:
    found = session.call("opening", moves="f5d6c3d3c4")
    assert found["name"] == "Tiger"
    assert found["moves"][0]["move"] in Board.from_moves("f5d6c3d3c4").legal_moves
    assert found["moves"][0]["score"]["certainty"]
    assert found["moves"][0]["wins"] > 0
    found = session.call("opening", moves=ENDING)
    assert (found["moves"], found["line"]) == ([], "")


def test_review_game(session: Session) -> None:
    found = session.call("review_game", game=BLUNDER, level=4)
    review = Engine().review(Game(BLUNDER), Limit(level=4))
    assert found["opening"] == review.opening
    assert found["moves"] == 13
    assert found["black_lost"] == pytest.approx(review.loss("black"), abs=0.01)
    assert found["white_lost"] == pytest.approx(review.loss("white"), abs=0.01)
    (fault,) = found["faults"]
    assert (fault["number"], fault["side"], fault["move"]) == (13, "black", "g2")
    assert fault["best_score"]["discs"] - fault["score"]["discs"] == pytest.approx(fault["loss"], abs=0.02)
    assert fault["line"].startswith(fault["best"])
    assert fault["why"]
    assert session.call("review_game", game=BLUNDER, level=4, why=False)["faults"][0]["why"] == []


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("analyse", {"moves": "f5f5"}, "move 2: there is already a disc on f5"),
        ("analyse", {"position": "XO"}, "expected 64 squares"),
        ("analyse", {"rules": "chess"}, '"chess"'),
        ("analyse", {"level": 61}, "a level is 1 to 60"),
        ("analyse", {"level": 3, "depth": 3}, "one is given at most"),
        ("analyse", {"lines": 0}, "greater than or equal to 1"),
        ("analyse", {"seconds": "soon"}, "valid number"),
        ("solve", {"seconds": -1}, "greater than 0"),
        ("explain", {"move": "a1"}, "not a legal move: a1"),
        ("draw_board", {"marks": {"z9": "o"}}, "z9"),
        ("draw_board", {"marks": {"a1": "too long"}}, "too long"),
        ("opening", {"moves": "?"}, "?"),
        ("review_game", {"game": "no game"}, "no"),
        ("review_game", {}, "game"),
    ],
)
def test_what_is_wrong_is_told(session: Session, tool: str, arguments: dict[str, Any], message: str) -> None:
    assert message in session.error(tool, **arguments)


def test_requests_run_side_by_side_and_can_be_cancelled(session: Session) -> None:
    server = psutil.Process().children()[0]
    long = [session.start("solve", seconds=600) for _ in range(2)]
    time.sleep(0.5)
    assert session.call("opening", moves="f5")["moves"]
    assert session.call("analyse", depth=4)["lines"]
    assert not any(request.done() for request in long)
    for request in long:
        request.cancel()
        with pytest.raises(CancelledError):
            request.result(PATIENCE)
    deadline, busy = time.monotonic() + PATIENCE, True
    while busy and time.monotonic() < deadline:
        before = server.cpu_times()
        time.sleep(1)
        busy = server.cpu_times()[:2] != before[:2]
    assert not busy
    assert session.call("analyse", depth=4)["lines"]


def test_the_server_ends_with_its_client() -> None:
    others = set(psutil.Process().children())
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(SERVER)) as client:
        request = portal.start_task_soon(client.call_tool, "solve", {"seconds": 600})
        time.sleep(0.5)
        (process,) = set(psutil.Process().children()) - others
        request.cancel()
    assert not process.is_running()
