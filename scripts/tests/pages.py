"""Pages in a browser, and their text."""

import re
import subprocess
from pathlib import Path

from conftest import needed


def chromium(page: str, folder: Path, width: int, height: int, *options: str) -> subprocess.CompletedProcess[str]:
    """Headless Chromium with the page at this address: `--dump-dom` prints its tree, `--screenshot=FILE` makes a picture."""
    program = needed("chromium", "chromium")
    command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder / 'profile'}"]
    command += [f"--window-size={width},{height}", *options, page]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)


def text_of(page: str) -> str:
    """The text of a page, on one line."""
    return " ".join(re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL).split())
