"""Pages in a browser, and their text."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import needed

from lab.bootstrap import ROOT

AXE = ROOT / "target" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
"""Where .ci/run puts the accessibility checker of npm."""


def chromium(page: str, folder: Path, width: int, height: int, *options: str) -> subprocess.CompletedProcess[str]:
    """Headless Chromium with the page at this address: `--dump-dom` prints its tree, `--screenshot=FILE` makes a picture."""
    program = needed("chromium", "chromium")
    command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder / 'profile'}"]
    command += [f"--window-size={width},{height}", *options, page]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)


DRIVE = """<script>(async () => {
  const errors = [], seen = [];
  addEventListener('error', (event) => errors.push(String(event.message)));
  addEventListener('securitypolicyviolation', (event) => errors.push(event.blockedURI));
  HELPERS
  STEPS
  const resources = performance.getEntriesByType('resource').map((entry) => entry.name);
  const overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const sections = [...document.querySelectorAll('section:not([hidden])')].map((part) => part.id);
  const result = { seen, errors, resources, overflow, sections };
  document.body.append(Object.assign(document.createElement('pre'), { id: 'result', textContent: JSON.stringify(result) }));
  parent.postMessage(JSON.stringify(result), '*');
})();</script>"""


def scripted(page: str, helpers: str, steps: str) -> str:
    before, after = page.rsplit("</body>", 1)
    return f"{before}{DRIVE.replace('HELPERS', helpers).replace('STEPS', steps)}</body>{after}"


def drive(page: str, folder: Path, helpers: str, steps: str, *options: str, width: int = 1200, fragment: str = "") -> Any:
    """What these steps of JavaScript put into `seen` on a page. It must cause neither errors nor requests."""
    (folder / "page.html").write_text(scripted(page, helpers, steps), encoding="utf-8")
    where = (folder / "page.html").as_uri() + fragment
    logging = ["--enable-logging=stderr", "--virtual-time-budget=60000"]
    done = chromium(where, folder, width, 1400, *logging, *options, "--dump-dom")
    found = re.search(r'<pre id="result">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found is not None, done.stderr
    result = json.loads(found.group(1).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
    assert (result["errors"], result["resources"]) == ([], [])
    assert [line for line in done.stderr.splitlines() if "CONSOLE" in line] == []
    return result


def drive_on_a_phone(page: str, folder: Path, helpers: str, steps: str, fragment: str = "") -> Any:
    """The same 390 pixels wide. Windows of Chromium are at least 500 pixels wide, so the page is in a frame."""
    (folder / "page.html").write_text(scripted(page, helpers, steps), encoding="utf-8")
    frame = f"""<body><script>onmessage = (event) => document.body.append(event.data)</script>
<iframe src="page.html{fragment}" width="390" height="900"></iframe></body>"""
    (folder / "frame.html").write_text(frame, encoding="utf-8")
    where = (folder / "frame.html").as_uri()
    tree = chromium(where, folder, 500, 1000, "--virtual-time-budget=20000", "--dump-dom").stdout
    found = re.search(r"</iframe>\s*(\{.*\})\s*</body>", tree, re.DOTALL)
    assert found is not None, tree
    return json.loads(found.group(1).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))


def assert_needs_nothing_else(page: str) -> None:
    """The page has no script, and names no other file."""
    assert "<script" not in page
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert not re.search(r"url\((?!#)|@import", page)


def accessible(page: str) -> str:
    """The page with the accessibility checker, which VIOLATIONS runs; without the checker the test is skipped."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm install --prefix target/axe axe-core")
    return page.replace("</head>", f"<script>{AXE.read_text(encoding='utf-8')}</script></head>")


VIOLATIONS = """const found = await axe.run(document);
seen.push(...found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`));"""
"""Puts what the accessibility checker finds into `seen`."""


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL).split())
