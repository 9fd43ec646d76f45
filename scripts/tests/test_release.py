"""The packages of a release: archives, documents, licences, the smoke test; with `--release` all of it, twice."""

import gzip
import re
import subprocess
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from posixpath import normpath

import pytest
from conftest import needed

from lab.bootstrap import ROOT, load
from lab.proof.certificates import FAST_CHECKER
from lab.release import debian, dependencies, documents, packages, smoke
from lab.release.archives import File, Tree, write_deb, write_tar_xz, write_zip
from lab.release.dependencies import Dependency, LicenceError
from lab.release.smoke import Check, Runner, SmokeError

TIME = int(datetime(2026, 11, 30, 12, 34, 56, tzinfo=UTC).timestamp())
TREE = {"emilia/bin/emilia": File(b"program", is_program=True), "emilia/README.html": File(b"text" * 99), "emilia/a": File(b"")}


def sides(tree: Tree) -> list[Tree]:
    """The same files in both orders."""
    return [dict(tree.items()), dict(reversed(list(tree.items())))]


@pytest.mark.parametrize("write", [write_tar_xz, write_zip])
def test_an_archive_depends_on_files_and_time_only(tmp_path: Path, write: Callable[[Path, Tree, int], None]) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for path, tree in zip((first, second), sides(TREE), strict=True):
        write(path, tree, TIME)
    assert first.read_bytes() == second.read_bytes()
    write(second, TREE, TIME + 2)
    assert first.read_bytes() != second.read_bytes()


def test_a_tar_archive_has_sorted_files_of_root(tmp_path: Path) -> None:
    path = tmp_path / "a.tar.xz"
    write_tar_xz(path, TREE, TIME)
    with tarfile.open(path, "r:xz") as archive:
        entries = archive.getmembers()
        assert [entry.name for entry in entries] == sorted(TREE)
        for entry in entries:
            file = archive.extractfile(entry)
            assert file is not None
            assert file.read() == TREE[entry.name].content
            assert entry.mode == (0o755 if entry.name.endswith("/emilia") else 0o644)
            assert (entry.uid, entry.gid, entry.uname, entry.gname, entry.mtime) == (0, 0, "root", "root", TIME)


def test_a_zip_archive_has_sorted_files_of_one_time(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    write_zip(path, TREE, TIME)
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == sorted(TREE)
        for entry in archive.infolist():
            assert archive.read(entry) == TREE[entry.filename].content
            assert entry.date_time == (2026, 11, 30, 12, 34, 56)
            assert entry.external_attr >> 16 & 0o777 == (0o755 if entry.filename.endswith("/emilia") else 0o644)


def test_a_debian_package_depends_on_files_and_time_only(tmp_path: Path) -> None:
    needed("dpkg-deb", "dpkg")
    control = "Package: emilia-othello\nVersion: 1-1\nArchitecture: amd64\nMaintainer: Anna <a@localhost>\nDescription: a test\n"
    first, second = tmp_path / "first.deb", tmp_path / "second.deb"
    for path, tree in zip((first, second), sides(TREE), strict=True):
        write_deb(path, tree, control, TIME)
    assert first.read_bytes() == second.read_bytes()
    listed = subprocess.run(("dpkg-deb", "--contents", first), check=True, capture_output=True, text=True).stdout.splitlines()
    rows = {words[5]: words[:2] for words in map(str.split, listed)}
    assert rows["./emilia/bin/emilia"] == ["-rwxr-xr-x", "root/root"]
    assert rows["./emilia/a"] == ["-rw-r--r--", "root/root"]
    assert rows["./emilia/"] == ["drwxr-xr-x", "root/root"]
    assert all("2026-11-30" in line for line in listed)
    size = subprocess.run(("dpkg-deb", "--field", first, "Installed-Size"), check=True, capture_output=True, text=True).stdout
    assert size == "2\n"


def test_no_link_of_the_documents_leads_nowhere() -> None:
    files = documents.documents()
    assert {"README.html", "protocol.html", "docs/nboard.html", "docs/nboard-engine.svg", "docs/page.png"} <= set(files)
    pages = {name: file.content.decode() for name, file in files.items() if name.endswith(".html")}
    faults = []
    for name, text in pages.items():
        for link in re.findall(r'(?:href|src)="([^"]*)"', text):
            target, _, place = link.partition("#")
            path = normpath(f"{Path(name).parent}/{target}") if target else name
            if not link.startswith(("http:", "https:")) and (path not in files or (place and f'id="{place}"' not in pages[path])):
                faults.append(f"{name}: {link}")
    assert faults == []


def test_a_document_becomes_a_page() -> None:
    text = "# A & B\n\n[b](b.md#c-d) [lab](lab.md) [out](https://x.org) ![p](p.png)\n\n## `c`: d\n\na | b\n--- | ---\n1 | 2\n"
    page, pictures = documents.page("docs/a.md", text, {"docs/a.md", "docs/b.md"})
    assert pictures == {"docs/p.png"}
    assert "<title>A &amp; B</title>" in page
    assert '<a href="b.html#c-d">b</a> <a>lab</a> <a href="https://x.org">out</a>' in page
    assert '<h2 id="c-d">' in page
    assert "<td>2</td>" in page


@pytest.mark.parametrize(
    ("licence", "expected"),
    [
        ("MIT", True),
        ("MIT OR GPL-3.0-only", True),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", True),
        ("GPL-3.0-only", False),
        ("MIT AND GPL-2.0-or-later", False),
        ("Apache-2.0 WITH LLVM-exception", False),
    ],
)
def test_a_licence_is_allowed_if_each_part_is(licence: str, expected: bool) -> None:
    assert dependencies.is_allowed(licence) is expected


def dependency(folder: Path, licence: str = "MIT", name: str = "one") -> Dependency:
    folder.mkdir(exist_ok=True)
    return Dependency("cargo", name, "1.2.3", licence, "00" * 32, folder)


def test_each_text_of_a_licence_is_there_once(tmp_path: Path) -> None:
    first, second = dependency(tmp_path / "a"), dependency(tmp_path / "b", "MIT OR Zlib", "two")
    for folder in (first.folder, second.folder):
        (folder / "LICENSE-MIT").write_text("Permission is granted\n")
    (second.folder / "COPYING").write_text("zlib\n")
    (second.folder / "README.md").write_text("no licence\n")
    text = dependencies.licence_texts([second, first])
    assert "one 1.2.3  MIT\ntwo 1.2.3  MIT OR Zlib\n" in text
    assert text.count("Permission is granted") == 1
    assert "\none 1.2.3, two 1.2.3\n" in text
    assert "\nzlib\n" in text
    assert "no licence" not in text


def test_a_licence_that_is_not_allowed_or_has_no_text_is_refused(tmp_path: Path) -> None:
    bare = dependency(tmp_path / "a")
    with pytest.raises(LicenceError, match=r"one 1\.2\.3 has no text"):
        dependencies.licence_texts([bare])
    with pytest.raises(LicenceError, match=r"one 1\.2\.3 is not allowed: GPL-3\.0-only"):
        dependencies.licence_texts([replace(bare, licence="GPL-3.0-only")])
    # The text of Apache-2.0 names no owner.
    other = dependency(tmp_path / "b", "Apache-2.0", "two")
    (other.folder / "LICENSE").write_text("Apache\n")
    text = dependencies.licence_texts([replace(bare, licence="MIT OR Apache-2.0"), other])
    assert "\none 1.2.3, two 1.2.3\n" in text


def test_the_bill_of_materials_is_that_of_the_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dependencies, "PAGE_PACKAGES", ())
    found = dependencies.dependencies()
    names = {each.name for each in found}
    assert {"redb", "clap_builder", "windows-sys", "wasm-bindgen", "pyo3"} <= names
    assert names.isdisjoint({"criterion", "proptest", "wgpu", "emilia", "emilia-core"})
    assert all(dependencies.is_allowed(each.licence) and each.sha256 for each in found)
    first = dependencies.bill_of_materials("1.2.3", TIME, found)
    assert first == dependencies.bill_of_materials("1.2.3", TIME, reversed(found))
    assert '"purl": "pkg:cargo/redb@' in first
    assert '"timestamp": "2026-11-30T12:34:56+00:00"' in first


def script(folder: Path, text: str) -> Path:
    program = folder / "program"
    program.write_text(f"#!/bin/sh\n{text}\n")
    program.chmod(0o755)
    return program


def test_a_wrong_answer_or_a_failure_is_found(tmp_path: Path) -> None:
    check = Check("echo", ("word",), "line\n", r"^word line$")
    smoke.test(Runner(), script(tmp_path, 'read line; echo "$1 $line"'), [check])
    with pytest.raises(SmokeError, match="expected '"):
        smoke.test(Runner(), script(tmp_path, 'echo "$1"'), [check])
    with pytest.raises(SmokeError, match="exit code 3\nout"):
        smoke.test(Runner(), script(tmp_path, "echo out; exit 3"), [check])


def test_the_program_passes_the_smoke_test(emilia: Path) -> None:
    smoke.test(Runner(), emilia, smoke.checks())


def test_the_program_needs_only_the_libraries_of_its_package(emilia: Path) -> None:
    needed("unshare", "util-linux")
    if subprocess.run(("unshare", "--map-root-user", "true"), capture_output=True, check=False).returncode:
        pytest.skip("this user may not have namespaces")
    with smoke.bare_root(emilia) as (runner, program):
        smoke.test(runner, program, smoke.checks()[:3])
        with pytest.raises(SmokeError, match="exit code 127"):
            runner.run(Path("/bin/sh"), "-c", "true")


def test_a_checker_must_accept_a_proof_and_refuse_a_damaged_one(emilia: Path, tmp_path: Path) -> None:
    smoke.test_checker(Runner(), emilia, FAST_CHECKER)
    for answer, message in [("-28", "accepts a damaged proof"), ("-26", "expected -28")]:
        believer = tmp_path / "checker"
        believer.write_text(f"#!/bin/sh\necho {answer}\n")
        believer.chmod(0o755)
        with pytest.raises(SmokeError, match=message):
            smoke.test_checker(Runner(), emilia, believer)


def test_the_debian_package_names_the_libraries_of_its_program(emilia: Path) -> None:
    needed("objdump", "binutils")
    assert re.search(r"^Depends: libc6 \(>= 2\.\d\d\), libgcc-s1$", debian.control("1.2.3", [emilia]), re.MULTILINE)


def test_the_debian_package_has_its_documents_and_licences() -> None:
    files = debian.documentation("1.2.3", TIME, {"README.html": File(b"page"), "LICENSE-MIT": File(b"licence")})
    texts = {Path(name).name: file.content for name, file in files.items()}
    assert set(texts) == {"README.html", "changelog.gz", "changelog.Debian.gz", "copyright"}
    assert texts["copyright"].count(b"Permission is hereby granted") == 1
    assert gzip.decompress(texts["changelog.Debian.gz"]).startswith(b"emilia-othello (1.2.3-1) ")
    assert b"30 Nov 2026 12:34:56 +0000" in gzip.decompress(texts["changelog.Debian.gz"])


def test_bash_reads_the_completions(emilia: Path, tmp_path: Path) -> None:
    completions = packages.completions(Runner(), emilia)
    assert set(completions) == {"emilia.bash", "emilia.fish", "_emilia.ps1", "_emilia"}
    path = tmp_path / "emilia.bash"
    path.write_bytes(completions["emilia.bash"].content)
    words = f'source {path}; COMP_WORDS=(emilia sol); COMP_CWORD=1; _emilia emilia sol emilia; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run((needed("bash", "bash"), "-c", words), check=True, capture_output=True, text=True)
    assert done.stdout == "solve\n"


def test_the_command_knows_every_kind() -> None:
    assert tuple(packages.KINDS) == load("release").KINDS


def test_the_sums_are_those_of_the_packages(tmp_path: Path) -> None:
    made = [tmp_path / "b.deb", tmp_path / "a.zip"]
    for path in made:
        path.write_text(path.name)
    release = packages.Release("1.2.3", TIME, tmp_path)
    assert packages.write_checksums(release, made).read_text().splitlines()[0].endswith("  a.zip")
    subprocess.run(("sha256sum", "--check", "--strict", "SHA256SUMS"), cwd=tmp_path, check=True, capture_output=True)


def test_a_checkout_with_changes_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    release = load("release")
    monkeypatch.setattr(release, "_git", lambda *words: " M README.md" if words[0] == "status" else "1")
    assert release.main(["--out", str(tmp_path / "out")]) == 1
    assert "not committed" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.fixture(scope="module")
def clones(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two clean checkouts; with `--release` only."""
    if not request.config.getoption("--release"):
        pytest.skip("takes about two hours; run it with --release, and with -k for one kind of package")
    made = [tmp_path_factory.mktemp(name) / "emilia" for name in ("one", "another")]
    for clone in made:
        subprocess.run(("git", "clone", "--quiet", ROOT, clone), check=True)
        subprocess.run(("python3", "scripts/setup"), cwd=clone, check=True)
    return made


@pytest.mark.parametrize("kind", packages.KINDS)
def test_two_releases_have_the_same_bytes(clones: list[Path], kind: str) -> None:
    outs = []
    for clone in clones:
        out = clone.with_name(kind)
        subprocess.run((clone / "scripts" / "release", "--only", kind, "--out", out), cwd=clone, check=True)
        outs.append({path.name: path.read_bytes() for path in out.iterdir()})
    assert sorted(outs[0]) == sorted(outs[1])
    assert [name for name in outs[0] if outs[0][name] != outs[1][name]] == []
