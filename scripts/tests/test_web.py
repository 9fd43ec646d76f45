"""The page and the package for npm: their own tests, what is committed of them, and what people do on the page, in Chromium."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import needed

from lab.bootstrap import ROOT

WEB = ROOT / "web"
WEIGHTS = ROOT / "crates" / "emilia" / "data" / "weights.bin"


@pytest.fixture(scope="module")
def npm() -> None:
    """Where .ci/run installs the packages of the page."""
    needed("node", "nodejs")
    if not (WEB / "node_modules").is_dir():
        pytest.skip("the packages of the page are not installed: npm ci --prefix web")


def run(*command: str, folder: Path = WEB, **environment: str) -> str:
    """The output of a command that must succeed."""
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-6000:]}{done.stderr[-3000:]}"
    return done.stdout


@pytest.mark.usefixtures("npm")
def test_types_and_units() -> None:
    """As the compiler and Node see them."""
    run("npm", "run", "--silent", "check")
    run("npm", "test", "--silent")


@pytest.mark.usefixtures("npm")
def test_the_page_of_the_program_is_that_of_the_sources(tmp_path: Path) -> None:
    """After a change, `scripts/web` builds it anew."""
    run("node", "build.mjs", "page", str(tmp_path))
    built = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    committed = {path.name: path.read_bytes() for path in (WEB / "dist").iterdir() if path.name != WEIGHTS.name}
    assert sorted(built) == sorted(committed)
    assert [name for name in built if built[name] != committed[name]] == []


@pytest.fixture(scope="module")
def package(npm: None) -> Path:
    """The package for npm, built."""
    run("node", "npm/build.mjs")
    return WEB / "npm"


def test_the_package_under_node(package: Path) -> None:
    """Also the example of its README."""
    run("node", "--test", "test/package.test.mjs", folder=package)


def test_the_package_in_a_page(package: Path) -> None:
    """In Chromium."""
    needed("chromium", "chromium")
    run("node", "--experimental-websocket", "--test", "test/browser.test.mjs", folder=package)


@pytest.mark.usefixtures("npm")
def test_people_use_the_page_without_a_server(tmp_path: Path) -> None:
    """The engine is WebAssembly, also after the server is gone."""
    needed("chromium", "chromium")
    site = tmp_path / "site"
    shutil.copytree(WEB / "dist", site)
    shutil.copy(WEIGHTS, site)
    # What does not depend on the engine is tried with the program, which is faster.
    flows = ("hint", "set up and solved", "before the weights", "without the server")
    print(run("node", "--experimental-websocket", "test/flows.mjs", *flows, EMILIA_SITE=str(site)))


@pytest.fixture
def served(emilia: Path) -> Iterator[str]:
    """The address of `emilia serve`."""
    with subprocess.Popen([emilia, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        yield found[0]
        server.terminate()


@pytest.mark.usefixtures("npm")
def test_people_use_the_page_of_the_program(served: str) -> None:
    """The engine is the program."""
    needed("chromium", "chromium")
    print(run("node", "--experimental-websocket", "test/flows.mjs", EMILIA_PAGE=served))
