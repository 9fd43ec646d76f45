"""Serves the page of a contest or of a proof on this machine while it runs. Reads its file only, from a process of its own."""

import os
import threading
import time
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import escape

from lab import journal
from lab.report import render

HOST = "127.0.0.1"
INTERVAL = 5.0
"""Seconds between the beginnings of two renderings at least; more if a rendering takes long."""
LARGEST_SHARE = 0.2
"""Share of the time of one core that renderings take at most."""
CLIENT_TIMEOUT = 10.0
"""Seconds after which a client that neither sends nor reads is left."""
NICENESS = 10
"""Renderings yield to the engines."""
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
}


class Page(NamedTuple):
    """A rendering."""

    version: str
    """Of the file; another one where it has grown."""
    text: str
    status: HTTPStatus = HTTPStatus.OK


Renderer = Callable[[Path], str]
"""Makes the page of a file. OSError or ValueError if there is none yet."""


def contest_page(path: Path) -> str:
    """The page of the contest of this journal. OSError, ValueError."""
    return render(journal.read(path))


class LivePage:
    """The page of a file, rendered when it is asked for and the file has changed. Threads may share it."""

    def __init__(
        self,
        path: Path,
        clock: Callable[[], float] = time.monotonic,
        work: Callable[[], float] = time.thread_time,
        page: Renderer = contest_page,
    ) -> None:
        """The page of this file, which need not exist yet. `clock` counts seconds, `work` those of a core for this thread."""
        self._path = path
        self._renderer = page
        self._clock = clock
        self._work = work
        self._rendering = threading.Lock()
        self._page: Page | None = None
        self._due = 0.0
        """When the next rendering may begin."""

    def version(self) -> str:
        """The version of the page that `page` gives now."""
        page = self._page
        return page.version if page and self._clock() < self._due else self._found()

    def page(self) -> Page:
        """The newest page; while another thread renders it, the one before."""
        # Only the first page is waited for.
        if self._rendering.acquire(blocking=self._page is None):
            try:
                if self._page is None or self._page.version != self.version():
                    self._render()
            finally:
                self._rendering.release()
        assert self._page is not None
        return self._page

    def _found(self) -> str:
        """The version of the file."""
        try:
            found = self._path.stat()
        except OSError:
            return "none"
        return f"{found.st_size}-{found.st_mtime_ns}"

    def _render(self) -> None:
        began, worked = self._clock(), self._work()
        version = self._found()
        try:
            self._page = Page(version, _with_reload(self._renderer(self._path), version))
        except (OSError, ValueError) as error:
            text = f"<!DOCTYPE html>\n<title>No results</title>\n<body>\n<p>{escape(error)}</p>\n</body>\n"
            self._page = Page(version, _with_reload(text, version), HTTPStatus.SERVICE_UNAVAILABLE)
        self._due = began + max(INTERVAL, (self._work() - worked) / LARGEST_SHARE)


def _with_reload(page: str, version: str) -> str:
    """The page with the script that loads it again when there is another version."""
    script = RELOAD.replace("VERSION", htmlsafe_json_dumps(version))
    return page.replace("</body>", f"<script>{script}</script>\n</body>")


RELOAD = """
const details = () => [...document.querySelectorAll("details")];
const open = JSON.parse(sessionStorage.getItem("open") ?? "[]");
details().forEach((part, at) => { part.open = open.includes(at); });
setInterval(async () => {
  try {
    const answer = await fetch("version");
    if (!answer.ok || await answer.text() === VERSION) return;
    sessionStorage.setItem("open", JSON.stringify(details().flatMap((part, at) => part.open ? [at] : [])));
    location.reload();
  } catch {}
}, 2000);
"""
"""Asks every two seconds for the version; parts of the page that are open stay so. Without an answer the page stays as it is."""


def server(path: Path, port: int, page: Renderer = contest_page) -> ThreadingHTTPServer:
    """A server of the page of this file, at a free port for 0; `serve_forever` runs it. OSError."""
    live = LivePage(path, page=page)

    class Handler(BaseHTTPRequestHandler):
        timeout = CLIENT_TIMEOUT

        def do_GET(self) -> None:
            # A page from elsewhere must not read this one through a name of its own for this machine.
            host = self.headers.get("Host", "").partition(":")[0]
            if host not in (HOST, "localhost"):
                self.send_error(HTTPStatus.FORBIDDEN)
            elif self.path == "/":
                page = live.page()
                self._send(page.status, "text/html", page.text)
            elif self.path == "/version":
                self._send(HTTPStatus.OK, "text/plain", live.version())
            else:
                self.send_error(HTTPStatus.NOT_FOUND)

        def _send(self, status: HTTPStatus, kind: str, text: str) -> None:
            content = text.encode()
            self.send_response(status)
            for name, value in {**HEADERS, "Content-Type": f"{kind}; charset=utf-8", "Content-Length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Requests are not logged."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """A client that left is no error of the server."""

    return Server((HOST, port), Handler)


def serve(path: Path, port: int, page: Renderer = contest_page) -> None:
    """Serves the page until Ctrl-C, and prints its address. OSError if the port is taken."""
    with server(path, port, page) as running:
        os.nice(NICENESS)
        print(f"http://{HOST}:{running.server_port}/ shows {path}; Ctrl-C ends it", flush=True)
        running.serve_forever()
