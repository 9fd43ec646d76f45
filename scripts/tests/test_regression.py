"""Programs of other revisions, and the test between them."""

import os
import subprocess
from pathlib import Path

import pytest

from lab.bootstrap import load
from lab.engines.describe import read_engine
from lab.records import Limit

regression, sprt = load("regression"), load("sprt")
Builds, Revision = regression.Builds, regression.Revision
CARGO = """#!/bin/sh
# builds: the program is the source
while [ "$1" != --target-dir ]; do shift; done
echo built >> "$BUILT"
grep -q broken source && { echo "error: it is broken" >&2; exit 101; }
mkdir -p "$2/release" && cp source "$2/release/emilia"
"""


def git(folder: Path, *words: str) -> str:
    author = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org"]
    return subprocess.run(["git", *author, *words], cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of three commits, `one` and `two` and a broken one, and a Cargo for it."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "--quiet")
    for text in ("one", "two", "broken"):
        (folder / "source").write_text(text)
        git(folder, "add", "source")
        git(folder, "commit", "--quiet", "--message", text)
        git(folder, "tag", text)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "cargo").write_text(CARGO)
    (tmp_path / "bin" / "cargo").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("BUILT", str(tmp_path / "built"))
    return folder


def test_every_revision_has_a_program_of_its_own_built_once(repository: Path, tmp_path: Path) -> None:
    reported: list[str] = []
    for _ in range(2):
        builds = Builds(repository, repository / "target", reported.append)
        for name in ("one", "two", "broken~1"):
            assert builds.program(builds.find(name)).read_text() == name.replace("broken~1", "two")
    assert (tmp_path / "built").read_text().count("built") == 2
    assert len(reported) == 2
    assert len(git(repository, "worktree", "list").splitlines()) == 1


def test_the_remains_of_a_killed_build_do_not_matter(repository: Path) -> None:
    builds = Builds(repository, repository / "target", lambda _: None)
    one = builds.find("one")
    left = repository / "target" / f"source-{one.commit[:12]}"
    git(repository, "worktree", "add", "--quiet", "--detach", str(left), "two")
    program = repository / "target" / one.commit / "emilia.new"
    program.parent.mkdir()
    program.write_text("half of it")
    assert builds.program(one).read_text() == "one"
    assert not left.exists()


def test_a_failed_build_reports_the_reason_and_leaves_no_files(repository: Path) -> None:
    builds = Builds(repository, repository / "target", lambda _: None)
    broken = builds.find("broken")
    with pytest.raises(regression.BuildError, match=r"broken \w{8}: cargo build failed with code 101\nerror: it is broken"):
        builds.program(broken)
    assert not (repository / "target" / broken.commit).exists()
    assert len(git(repository, "worktree", "list").splitlines()) == 1


@pytest.mark.parametrize("name", ["nothing", "--help", "", "one two"])
def test_a_revision_that_is_none_is_named(repository: Path, name: str) -> None:
    with pytest.raises(regression.RevisionError, match=f"the revision '{name}' does not exist"):
        Builds(repository, repository / "target", lambda _: None).find(name)


def test_the_engine_is_described_as_it_is_read() -> None:
    revision = Revision("it's odd", "0123456789abcdef0123456789abcdef01234567")
    engine = read_engine(regression.description(revision, Path("/a folder/emilia"), "gtp --threads 1"), Limit(nodes=5))
    assert engine.name == "it's odd 01234567"
    assert engine.command == ("/a folder/emilia", "gtp", "--threads", "1")


def test_the_test_is_between_the_new_and_the_old_one(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(regression, "ROOT", repository)
    monkeypatch.setattr(regression, "FOLDER", tmp_path / "kept")
    asked: list[list[str]] = []

    def test(words: list[str]) -> int:
        asked.append(words)
        return 0

    monkeypatch.setattr(sprt, "main", test)
    git(repository, "tag", "\u202etwo", "two")
    assert regression.main(["one", "\u202etwo"]) == 0
    assert r"building \u{202e}two " in capsys.readouterr().out
    asked.clear()
    assert regression.main(["one", "two", "--nodes", "9", "--elo1", "5"]) == 0
    names = [read_engine(asked[0][at + 1], Limit(nodes=5)).name.split()[0] for at in (0, 2)]
    assert names == ["two", "one"]
    assert asked[0][4:8] == ["--nodes", "9", "--elo1", "5"]
    assert regression.main(["one", "one"]) == 2
    assert "same commit" in capsys.readouterr().err
    assert regression.main(["one", "broken"]) == 1
    assert "it is broken" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        regression.main(["one", "two", "--engine", "gtp-rhino"])


def test_the_programs_play_without_a_book_if_they_have_one(tmp_path: Path) -> None:
    for flags, words in (("--hash N --book N", "gtp --hash 1 --book 0"), ("--hash N", "gtp --hash 1")):
        program = tmp_path / "emilia"
        program.write_text(f"#!/bin/sh\necho '{flags} '\n")
        program.chmod(0o755)
        assert regression.without_book(program, "gtp --hash 1") == words
    assert regression.without_book(tmp_path / "none", "gtp") == "gtp"
    assert regression.without_book(program, "gtp --book 1") == "gtp --book 1"
