"""The page of `emilia serve` in Chromium, driven over its debugging port, with the real server behind it."""

import asyncio
import itertools
import json
import os
import re
import socket as sockets
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from conftest import needed
from pages import AXE
from tornado.websocket import WebSocketClientConnection, websocket_connect

pytestmark = [pytest.mark.program, pytest.mark.slow]
TOKEN = "a-made-up-token-1234"
BEFORE_PASS = "f5f4e3d6f3g5f6g3e6d3g4e7h6g6h4h5f7g8d8h7h8e8f8g7"
"""Black is to move; after h3 White must pass, and Black has the move g2 among others."""

WAIT = """if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done));
const until = async (holds) => {
  for (let step = 0; step < 1200; step += 1) { if (holds()) return; await new Promise((done) => setTimeout(done, 25)); }
  throw new Error('it does not happen');
};
const squares = () => [...document.querySelectorAll('.square[aria-disabled="false"]')];
const count = () => document.querySelectorAll('.disc').length;
const turn = () => document.getElementById('turn').textContent;
const set = (id, value) => {
  const field = document.getElementById(id);
  if (field.type === 'checkbox') field.checked = value; else field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
};
const load = (text) => { document.getElementById('transcript').value = text; document.getElementById('paste').requestSubmit(); };
const read = (id) => document.getElementById(id).textContent.trim();
const last = () => [...document.querySelectorAll('.last')].map((square) => square.dataset.at);
const play = (at) => squares().find((square) => square.dataset.at === at).click();
const isConnected = () => document.getElementById('lead').textContent.startsWith('Play');
"""


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[int]:
    """Headless Chromium; its debugging port."""
    command = [needed("chromium", "chromium"), "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"]
    command += ["--remote-allow-origins=*", "--window-size=1100,900", f"--user-data-dir={tmp_path / 'profile'}", "about:blank"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        found = next(match for line in process.stderr if (match := re.search(r"127\.0\.0\.1:(\d+)", line)))
        yield int(found[1])
        process.kill()


class Hold(NamedTuple):
    """A press of the mouse on an element, so long that answers come meanwhile."""

    selector: str
    seconds: float


def serve(emilia: Path, *options: str, token: str = "", port: int = 0) -> subprocess.Popen[str]:
    environment = {**os.environ, "EMILIA_SERVE_TOKEN": token} if token else None
    command = [str(emilia), "serve", "--port", str(port), "--hash", "8", "--level", "2", *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


async def talk(socket: WebSocketClientConnection, numbers: Iterator[int], method: str, **parameters: object) -> Any:
    """Sends a command to the browser; its result."""
    number = next(numbers)
    await socket.write_message(json.dumps({"id": number, "method": method, "params": parameters}))
    while True:
        message = json.loads(await socket.read_message() or "{}")
        if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
            raise AssertionError(message)
        if message.get("id") == number:
            return message["result"]


async def evaluate(socket: WebSocketClientConnection, numbers: Iterator[int], step: str) -> Any:
    code = f"(async () => {{ {WAIT} {step} }})()"
    result = await talk(socket, numbers, "Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
    assert "exceptionDetails" not in result, result
    return result["result"].get("value")


async def hold(socket: WebSocketClientConnection, numbers: Iterator[int], step: Hold) -> None:
    middle = "return [box.x + box.width / 2, box.y + box.height / 2];"
    x, y = await evaluate(
        socket, numbers, f"const box = document.querySelector('{step.selector}').getBoundingClientRect(); {middle}"
    )
    mouse = {"x": x, "y": y, "button": "left", "clickCount": 1}
    await talk(socket, numbers, "Input.dispatchMouseEvent", type="mousePressed", **mouse)
    await asyncio.sleep(step.seconds)
    await talk(socket, numbers, "Input.dispatchMouseEvent", type="mouseReleased", **mouse)


def drive(
    browser: int, server: subprocess.Popen[str], *steps: str | Hold | Callable[[], None], is_reachable: bool = True
) -> list[Any]:
    """The values of the steps that are texts, each the body of an asynchronous function in the page.

    Errors of the page are errors, without those of the network if the server is not always reachable.
    """

    async def run() -> list[Any]:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        with urllib.request.urlopen(f"http://127.0.0.1:{browser}/json/list") as answer:
            page = next(page for page in json.load(answer) if page["type"] == "page")
        socket = await websocket_connect(page["webSocketDebuggerUrl"])
        numbers, values = itertools.count(1), []
        for domain in ("Runtime", "Page", *(["Log"] if is_reachable else [])):
            await talk(socket, numbers, f"{domain}.enable")
        await talk(socket, numbers, "Page.navigate", url=address)
        for step in steps:
            if isinstance(step, str):
                values.append(await evaluate(socket, numbers, step))
            elif isinstance(step, Hold):
                await hold(socket, numbers, step)
            else:
                await asyncio.to_thread(step)
        socket.close()
        return values

    try:
        return asyncio.run(asyncio.wait_for(run(), 120))
    finally:
        server.kill()
        server.wait()


def test_a_whole_game_is_played_and_taken_back(browser: int, emilia: Path) -> None:
    whole, result, back, forward = drive(
        browser,
        serve(emilia),
        """await until(isConnected); set('level', '1');
        for (let move = 0; move < 70 && !turn().startsWith('The game is over'); move += 1) {
          await until(() => squares().length || turn().startsWith('The game is over'));
          squares()[0]?.click();
        }
        return count();""",
        "return turn();",
        "document.getElementById('back').click(); return [count(), squares().length > 0];",
        "while (!document.getElementById('forward').disabled) document.getElementById('forward').click(); return turn();",
    )
    assert re.fullmatch(r"The game is over: (a draw|(Black|White) wins), \d+.\d+", result)
    assert forward == result
    assert whole > 8
    assert back[0] < whole
    assert back[1]


def test_the_values_of_the_moves_are_shown(browser: int, emilia: Path) -> None:
    values, line, fault, moves = drive(
        browser,
        serve(emilia),
        """await until(isConnected); set('side', '0'); set('values', true);
        document.getElementById('transcript').value = 'F5 d6 c3'; document.getElementById('paste').requestSubmit();
        await until(() => squares().length && squares().every((square) => /^[+-]?\\d/.test(square.textContent)));
        return squares().map((square) => square.textContent);""",
        "return document.getElementById('line').textContent;",
        """document.getElementById('transcript').value = 'f5f5'; document.getElementById('paste').requestSubmit();
        return document.getElementById('fault').textContent;""",
        "return document.getElementById('moves').textContent.trim();",
    )
    assert len(values) > 3
    assert line.startswith("Best line: ")
    assert fault == "not legal: f5"
    assert moves == "f5 d6 c3"


def test_the_token_is_asked_for(browser: int, emilia: Path) -> None:
    asked, let_in = drive(
        browser,
        serve(emilia, token=TOKEN),
        "return [!document.getElementById('entrance').hidden, document.getElementById('lead').textContent];",
        f"""document.getElementById('token').value = '{TOKEN}'; document.getElementById('entrance').requestSubmit();
        await until(isConnected); return document.getElementById('entrance').hidden;""",
    )
    assert asked == [True, "The server asks for a token."]
    assert let_in


def test_a_forced_pass_of_the_person_is_told_with_the_move_before_it(browser: int, emilia: Path) -> None:
    during, line, last, moves = drive(
        browser,
        serve(emilia),
        f"""await until(isConnected); set('side', '2'); set('level', '5'); set('values', true);
        const seen = [];
        new MutationObserver(() => {{ if (read('moves').endsWith('pass')) seen.push([read('line'), last()]); }}).observe(
          document.getElementById('moves'), {{ childList: true }});
        load('{BEFORE_PASS}'); await until(() => squares().length && turn().startsWith('White')); return seen;""",
        "return read('line');",
        "return last();",
        "return read('moves').split(' ').slice(24);",
    )
    after_pass = r"h3: Black leads by \d+(\.\d+)? \([^)]+\)\. White has no move and passes"
    assert during
    assert all(re.match(after_pass, text) and marked == ["h3"] for text, marked in during)
    assert moves[:2] == ["h3", "pass"]
    assert re.match(after_pass + rf"\. {moves[2]}: ", line)
    assert last == [moves[2]]


def test_a_forced_pass_of_the_engine_is_told_until_the_next_move(browser: int, emilia: Path) -> None:
    told, later = drive(
        browser,
        serve(emilia),
        f"""await until(isConnected); set('side', '0'); load('{BEFORE_PASS}'); set('side', '1');
        play('h3');
        await until(() => squares().length); return [read('line'), last(), turn()];""",
        "set('side', '0'); squares()[0].click(); return read('line');",
    )
    assert told[:2] == ["White has no move and passes", ["h3"]]
    assert told[2].startswith("Black to move")
    assert later == ""


def test_transcripts_are_read_and_their_passes_checked(browser: int, emilia: Path) -> None:
    faults, moves, divided, until_next = drive(
        browser,
        serve(emilia),
        f"""await until(isConnected); set('side', '0');
        return ['f5 pass d6', '--', '{BEFORE_PASS} h3 pass pass', '{BEFORE_PASS} h3 a1 pass', 'e6f4e3f6g5d6e7f5c5 pass'].map(
          (text) => {{ load(text); return [read('fault'), read('moves')]; }});""",
        f"""return ['h3', 'h3pass', 'h3g2', 'h3--g2', '25. h3 ps 26) g2'].map(
          (end) => {{
            load('{BEFORE_PASS}' + end);
            return [read('fault'), read('moves').split(' ').slice(24).join(' '), last()];
          }});""",
        """return ['f5,d6,c3', 'f5 - d6; c3.', '1.f5/d6 2) c3'].map(
          (text) => { load(text); return [read('fault'), read('moves')]; });""",
        """load('f5f5'); const faults = [read('fault')]; squares()[0].click(); faults.push(read('fault'));
        load('f5f5'); faults.push(read('fault')); document.getElementById('back').click(); faults.push(read('fault'));
        return faults;""",
    )
    assert divided == [["", "f5 d6 c3"]] * 3
    assert until_next == ["not legal: f5", ""] * 2, "a fault is shown until the next move or step"
    assert faults == [
        ["move 2: white cannot pass: there are legal moves", ""],
        ["move 1: black cannot pass: there are legal moves", ""],
        ["move 27: black cannot pass: there are legal moves", ""],
        ["not legal: a1", ""],
        ["not legal: pass", ""],
    ]
    assert moves == [["", "h3 pass", ["h3"]], ["", "h3 pass", ["h3"]], *[["", "h3 pass g2", ["g2"]]] * 3]


def test_a_click_outlives_the_answers_during_a_search(browser: int, emilia: Path) -> None:
    drawn, moves = drive(
        browser,
        serve(emilia),
        """await until(isConnected); set('side', '0'); set('level', '40'); set('values', true);
        await until(() => squares().every((square) => square.textContent)); globalThis.drawn = 0;
        new MutationObserver(() => { globalThis.drawn += 1; }).observe(document.getElementById('moves'), { childList: true });""",
        Hold('[data-at="f5"]', 2.0),
        "return globalThis.drawn;",
        "return read('moves');",
    )[1:]
    assert drawn > 0, "no answer came during the click"
    assert moves == "f5"


def test_bounds_are_those_of_the_side_that_they_name(browser: int, emilia: Path) -> None:
    made = [(score, certainty) for score in (-28, 28, 0) for certainty in ("at least", "at most")]
    black, white = drive(
        browser,
        serve(emilia),
        f"""await until(isConnected); set('side', '0');
        const parse = JSON.parse, seen = [];
        for (const moves of ['', 'f5']) {{
          load(moves);
          for (const [score, certainty] of {json.dumps(made)}) {{
            const move = moves ? 'd6' : 'f5', known = {{ score, certainty }};
            JSON.parse = (text) => ({{ ...parse(text), ...known, moveInfos: [{{ move, ...known, loss: 0, pv: [move] }}] }});
            set('values', false); set('values', true); await until(() => read('value'));
            const square = squares().find((square) => square.dataset.at === move);
            seen.push([read('value'), square.textContent, square.ariaLabel]);
          }}
        }}
        JSON.parse = parse;
        return [seen.slice(0, 6), seen.slice(6)];""",
    )[0]
    assert black == [
        ["White leads by at most 28, proved", "≥-28", "play f5, at least -28"],
        ["White leads by at least 28, proved", "≤-28", "play f5, at most -28"],
        ["Black leads by at least 28, proved", "≥+28", "play f5, at least +28"],
        ["Black leads by at most 28, proved", "≤+28", "play f5, at most +28"],
        ["Black is at least even, proved", "≥0", "play f5, at least 0"],
        ["White is at least even, proved", "≤0", "play f5, at most 0"],
    ]
    assert [(text, mark) for text, mark, _ in white] == [
        ("White leads by at most 28, proved", "≤+28"),
        ("White leads by at least 28, proved", "≥+28"),
        ("Black leads by at least 28, proved", "≤-28"),
        ("Black leads by at most 28, proved", "≥-28"),
        ("Black is at least even, proved", "≤0"),
        ("White is at least even, proved", "≥0"),
    ]


def test_the_board_is_played_by_keys(browser: int, emilia: Path) -> None:
    focus, counts = drive(
        browser,
        serve(emilia),
        """await until(isConnected); set('side', '0');
        const square = squares().find(({ dataset }) => dataset.at === 'f5'); square.focus(); square.click();
        return [document.activeElement.dataset.at, square.ariaLabel];""",
        """const press = (id, key, altKey) => {
          document.getElementById(id).dispatchEvent(new KeyboardEvent('keydown', { key, altKey, bubbles: true }));
          return count();
        };
        return [count(), press('values', 'ArrowLeft', true), press('values', 'ArrowLeft'), press('transcript', 'ArrowRight')];""",
    )
    assert focus == ["f5", "f5, black"]
    assert counts == [5, 5, 4, 4]


def test_a_token_is_asked_for_when_the_server_comes_back_with_one(browser: int, emilia: Path) -> None:
    with sockets.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    servers = [serve(emilia, port=port)]

    def restart() -> None:
        servers[0].kill()
        servers[0].wait()
        servers.append(serve(emilia, token=TOKEN, port=port))

    connect = "document.getElementById('token').value = '{}'; document.getElementById('entrance').requestSubmit();"
    try:
        asked, wrong, let_in = drive(
            browser,
            servers[0],
            "await until(isConnected);",
            restart,
            "await until(() => !document.getElementById('entrance').hidden); return read('lead');",
            f"{connect.format('another-token-1234')} await until(() => read('lead').includes('wrong')); return read('lead');",
            f"{connect.format(TOKEN)} await until(isConnected); return document.getElementById('entrance').hidden;",
            is_reachable=False,
        )[1:]
    finally:
        for server in servers:
            server.kill()
            server.wait()
    assert asked == "The server asks for a token."
    assert wrong == "This token is wrong. The server asks for another one."
    assert let_in


@pytest.mark.parametrize("width", [390, 1100])
def test_the_page_is_accessible_and_fits(browser: int, emilia: Path, width: int) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed; .ci/run installs it")
    (result,) = drive(
        browser,
        serve(emilia),
        f"""{AXE.read_text(encoding="utf-8")}
        await until(isConnected); document.body.style.maxWidth = '{width}px';
        const found = await axe.run();
        const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
        return [found.violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.html)), wide];""",
    )
    assert result == [[], 0]
