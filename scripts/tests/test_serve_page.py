"""The page of `emilia serve` in Chromium, driven over its debugging port, with the real server behind it."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import re
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import needed
from pages import AXE
from tornado.websocket import WebSocketClientConnection, websocket_connect

pytestmark = [pytest.mark.program, pytest.mark.slow]
TOKEN = "a-made-up-token-1234"

WAIT = """if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done));
const until = async (holds) => {
  for (let step = 0; step < 1200; step += 1) { if (holds()) return; await new Promise((done) => setTimeout(done, 25)); }
  throw new Error('it does not happen');
};
const squares = () => [...document.querySelectorAll('button.square')];
const count = () => document.querySelectorAll('.disc').length;
const turn = () => document.getElementById('turn').textContent;
const set = (id, value) => {
  const field = document.getElementById(id);
  if (field.type === 'checkbox') field.checked = value; else field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
};
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


def serve(emilia: Path, *options: str, token: str = "") -> subprocess.Popen[str]:
    environment = {**os.environ, "EMILIA_SERVE_TOKEN": token} if token else None
    command = [str(emilia), "serve", "--port", "0", "--hash", "8", "--level", "2", *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


async def talk(socket: WebSocketClientConnection, numbers: Iterator[int], method: str, **parameters: object) -> Any:  # noqa: ANN401 - JSON
    """Sends a command to the browser; its result."""
    number = next(numbers)
    await socket.write_message(json.dumps({"id": number, "method": method, "params": parameters}))
    while True:
        message = json.loads(await socket.read_message() or "{}")
        if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
            raise AssertionError(message)
        if message.get("id") == number:
            return message["result"]


def drive(browser: int, server: subprocess.Popen[str], *steps: str) -> list[Any]:
    """The values of these steps, each the body of an asynchronous function in the page. Errors of the page are errors."""

    async def run() -> list[Any]:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        with urllib.request.urlopen(f"http://127.0.0.1:{browser}/json/list") as answer:
            page = next(page for page in json.load(answer) if page["type"] == "page")
        socket = await websocket_connect(page["webSocketDebuggerUrl"])
        numbers, values = itertools.count(1), []
        for domain in ("Runtime", "Log", "Page"):
            await talk(socket, numbers, f"{domain}.enable")
        await talk(socket, numbers, "Page.navigate", url=address)
        for step in steps:
            code = f"(async () => {{ {WAIT} {step} }})()"
            result = await talk(socket, numbers, "Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
            assert "exceptionDetails" not in result, result
            values.append(result["result"].get("value"))
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
