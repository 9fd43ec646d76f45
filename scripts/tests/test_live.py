"""The page of a running contest: what browsers on this machine get, when it is rendered, and that nobody blocks it."""

import http.client
import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import fixtures
import pytest
from pages import assert_needs_nothing_else, chromium

from lab.bootstrap import ROOT, load
from lab.journal import Line
from lab.records import to_json
from lab.report import live

pytestmark = pytest.mark.slow

report = load("report")
CONTENTS = fixtures.contest({"A": 0.7, "B": 0.3}, 3)
GAMES = list(CONTENTS.games.values())


def write(path: Path, games: int) -> None:
    """A journal with this many games."""
    fixtures.write_journal(path, type(CONTENTS)(CONTENTS.settings, CONTENTS.runs, dict(list(CONTENTS.games.items())[:games])))


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    with live.server(tmp_path / "out", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def get(port: int, path: str = "/", host: str = "localhost:1") -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers={"Host": host})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def test_the_page_follows_the_journal(port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "INTERVAL", 0.0)
    monkeypatch.setattr(live, "LARGEST_SHARE", 1e9)
    status, page = get(port)
    assert (status, "No such file" in page) == (503, True)
    versions = {get(port, "/version")[1]}
    for games in (2, 4):
        write(tmp_path / "out", games)
        with (tmp_path / "out").open("ab") as file:
            file.write(to_json(Line(game=GAMES[games]))[:99])  # being written
        versions.add(get(port, "/version")[1])
        status, page = get(port)
        assert (status, re.findall(r"All (\d+) games", page)) == (200, [str(games)])
        assert f'=== "{get(port, "/version")[1]}"' in page
    assert len(versions) == 3
    assert_needs_nothing_else(re.sub("<script>.*?</script>", "", page, flags=re.DOTALL))
    (tmp_path / "out").write_text("<b>\n")
    status, page = get(port)
    assert (status, "line 1" in page, "<b>" in page) == (503, True, False)


def test_the_page_is_rendered_at_most_every_few_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, work = itertools.count(100.0, 0.001), [0.0]
    offset = [0.0]
    rendered: list[int] = []

    def render(contents: object) -> str:
        rendered.append(len(contents.games))  # type: ignore[attr-defined]
        work[0] += 2.0 if len(rendered) == 2 else 0.0
        return "<body></body>"

    monkeypatch.setattr(live, "render", render)
    page = live.LivePage(tmp_path / "out", lambda: next(now) + offset[0], lambda: work[0])
    write(tmp_path / "out", 1)
    first = page.page()
    write(tmp_path / "out", 2)
    assert page.version() == first.version
    assert page.page() == first
    offset[0] += live.INTERVAL
    assert page.version() != first.version
    assert page.page() != first
    assert rendered == [1, 2]
    write(tmp_path / "out", 3)
    offset[0] += 9.9
    page.page()
    assert rendered == [1, 2], "the second rendering took 2 s of a core, so the third waits 10 s"
    offset[0] += 0.1
    for _ in range(3):
        page.page()
    assert rendered == [1, 2, 3]


def test_while_a_page_is_rendered_the_one_before_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "INTERVAL", 0.0)
    go_on = threading.Event()
    go_on.set()

    def render(_: object) -> str:
        go_on.wait(30)
        return "<body></body>"

    monkeypatch.setattr(live, "render", render)
    write(tmp_path / "out", 1)
    page = live.LivePage(tmp_path / "out")
    first = page.page()
    time.sleep(0.1)  # beyond the time of the rendering
    go_on.clear()
    write(tmp_path / "out", 2)
    slow = threading.Thread(target=page.page)
    slow.start()
    while not page._rendering.locked():
        time.sleep(0.001)
    assert page.page() == first
    go_on.set()
    slow.join()
    assert page.page() != first


def test_a_browser_loads_the_page_again_when_there_are_more_games(
    port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = itertools.count()
    version = live.LivePage.version

    def grow(page: live.LivePage) -> str:
        write(tmp_path / "out", 2 if next(asked) < 3 else 4)
        return version(page)

    monkeypatch.setattr(live, "INTERVAL", 0.0)
    monkeypatch.setattr(live, "LARGEST_SHARE", 1e9)
    monkeypatch.setattr(live.LivePage, "version", grow)
    monkeypatch.setattr(live.LivePage, "_found", lambda page: str(page._path.stat().st_size))
    write(tmp_path / "out", 2)
    seen = chromium(f"http://127.0.0.1:{port}/", tmp_path, 1200, 1400, "--virtual-time-budget=20000", "--dump-dom").stdout
    assert "All 4 games" in seen


def test_slow_clients_block_nobody(port: int, tmp_path: Path) -> None:
    write(tmp_path / "out", 2)
    assert get(port)[0] == 200
    clients = []
    for text in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost:1\r\n\r\n"):
        for _ in range(10):
            client = socket.create_connection(("127.0.0.1", port))
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            client.sendall(text)
            clients.append(client)
    began = time.monotonic()
    assert get(port)[0] == 200
    assert time.monotonic() - began < 5
    for client in clients:
        client.close()


@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        ("/", "127.0.0.1:8000", 200),
        ("/", "localhost", 200),
        ("/out", "localhost:1", 404),
        ("/../out", "localhost:1", 404),
        ("/", "evil.example:80", 403),
    ],
)
def test_only_the_page_is_served_and_only_under_the_names_of_this_machine(
    port: int, tmp_path: Path, path: str, host: str, status: int
) -> None:
    write(tmp_path / "out", 2)
    assert get(port, path, host)[0] == status


def test_the_script_prints_the_address_and_ends_by_ctrl_c(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "out", 2)
    command = [sys.executable, str(ROOT / "scripts" / "report"), str(tmp_path / "out"), "--serve", "0"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A run in the background of a shell ignores Ctrl-C, and so do its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline()
            port = int(re.match(r"http://127\.0\.0\.1:(\d+)/ shows ", address)[1])  # type: ignore[index]
            assert get(port)[0] == 200
            assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(os.getpriority(os.PRIO_PROCESS, 0) + live.NICENESS, 19)
            assert report.main([str(tmp_path / "out"), "--serve", str(port)]) == 1
            assert "Address already in use" in capsys.readouterr().err
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 130
            assert process.stderr is not None
            assert process.stderr.read() == ""
        finally:
            process.kill()
    for words in ([], ["page.html", "--serve", "0"], ["--serve", "70000"]):
        with pytest.raises(SystemExit) as error:
            report.parse([str(tmp_path / "out"), *words])
        assert error.value.code == 2
