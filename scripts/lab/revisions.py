"""Programs of other revisions: each commit is built once in a separate Git worktree and cached."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

PROGRAM = "emilia"


class BuildError(Exception):
    """A revision cannot be built."""


class RevisionError(ValueError):
    """The revision does not exist."""


@dataclass(frozen=True)
class Revision:
    """A commit and the name under which it was given."""

    name: str
    """A branch, a tag, `HEAD~3`, a hash."""
    commit: str
    """The full hash."""

    @property
    def title(self) -> str:
        """The name with the beginning of the hash."""
        short = self.commit[:8]
        return short if re.fullmatch("[0-9a-f]{7,40}", self.name) else f"{self.name} {short}"


class Builds:
    """The programs of the revisions of a repository, cached in a folder."""

    def __init__(self, repository: Path, folder: Path, report: Callable[[str], None]) -> None:
        """Caches them below `folder`; `report` is called at the start of each build."""
        self.repository, self.folder, self.report = repository, folder, report

    def find(self, name: str) -> Revision:
        """The commit of this name. RevisionError if there is none, BuildError without Git."""
        found = _run(["git", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"], self.repository)
        if found.returncode != 0:
            raise RevisionError(f"the revision {name!r} does not exist")
        return Revision(name, found.stdout.strip())

    def program(self, revision: Revision) -> Path:
        """The program of a revision, built if it is not in the cache. The file is created in one step."""
        program = self.folder / revision.commit / PROGRAM
        if not program.exists():
            self.report(f"building {revision.title}")
            source = self.folder / f"source-{revision.commit[:12]}"
            self._remove(source)
            try:
                self._check(["git", "worktree", "add", "--quiet", "--force", "--detach", str(source), revision.commit], revision)
                self._build(source, revision, program)
            finally:
                self._remove(source)
        return program

    def _build(self, source: Path, revision: Revision, program: Path) -> None:
        """Builds the worktree. All revisions share the build folder of the dependencies."""
        target = self.folder / "build"
        command = ["cargo", "build", "--release", "--locked", "--bin", PROGRAM, "--target-dir", str(target)]
        self._check(command, revision, source)
        program.parent.mkdir(parents=True, exist_ok=True)
        new = program.with_name(f"{PROGRAM}.new")
        shutil.copy2(target / "release" / PROGRAM, new)
        new.replace(program)

    def _remove(self, source: Path) -> None:
        """Removes a worktree, also one of an interrupted run."""
        _run(["git", "worktree", "remove", "--force", str(source)], self.repository)
        shutil.rmtree(source, ignore_errors=True)
        _run(["git", "worktree", "prune"], self.repository)

    def _check(self, command: Sequence[str], revision: Revision, where: Path | None = None) -> None:
        """Runs a command. BuildError with the end of its output if it fails."""
        done = _run(command, where or self.repository)
        if done.returncode != 0:
            output = "\n".join(done.stderr.strip().splitlines()[-20:])
            raise BuildError(f"{revision.title}: {command[0]} {command[1]} failed with code {done.returncode}\n{output}")


def _run(command: Sequence[str], where: Path) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise BuildError(f"the program {command[0]} does not exist") from None
