"""What other people's work is in the packages: its licences, and a bill of materials (SBOM) in the form CycloneDX."""

import json
import re
import subprocess
import tomllib
import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from license_expression import AND, OR, get_spdx_licensing  # type: ignore[import-untyped]
from packageurl import PackageURL

from lab.bootstrap import ROOT
from lab.release.archives import File

MACHINES = ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-pc-windows-gnu")
PARTS = {
    "emilia-cli": MACHINES,
    "emilia-check": MACHINES,
    "emilia-python": MACHINES,
    "emilia-web": ("wasm32-unknown-unknown",),
}
"""The crates of the packages, with the targets that they are built for."""
PAGE_PACKAGES = ("preact",)
"""The packages of npm that are in the script of the page."""
ALLOWED = {"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "MIT", "MPL-2.0", "Unicode-3.0", "Unlicense", "Zlib"}
"""Licences that allow the work in a program under any licence, if their text comes with it, and for MPL-2.0 where its source is."""
UNOWNED = ("Apache-2.0", "BSL-1.0")
"""Licences whose texts name no owner."""
TEXTS = re.compile(r"(?i)(un)?licen[cs]e|copying|notice|copyright")
"""How the names of the files with the texts begin."""


class LicenceError(Exception):
    """A dependency may not be in the packages, or the text of its licence is missing."""


@dataclass(frozen=True, order=True)
class Dependency:
    """A package of someone else whose code is in the packages of the release."""

    kind: str
    """`cargo` or `npm`."""
    name: str
    version: str
    licence: str
    """An SPDX expression."""
    sha256: str
    """Of the archive in the registry; empty for npm."""
    folder: Path
    """With the texts of the licences."""

    @property
    def title(self) -> str:
        """Its name and version."""
        return f"{self.name} {self.version}"

    def texts(self) -> dict[str, str]:
        """The texts of its licences by the names of their files. OSError."""
        paths = (path for path in sorted(self.folder.iterdir()) if path.is_file() and TEXTS.match(path.name))
        return {path.name: path.read_text(encoding="utf-8", errors="replace").strip() for path in paths}


def dependencies() -> list[Dependency]:
    """All of them, sorted. CalledProcessError, OSError."""
    words = ("cargo", "metadata", "--format-version", "1", "--locked")
    packages = json.loads(subprocess.run(words, cwd=ROOT, check=True, capture_output=True).stdout)["packages"]
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    sums = {(package["name"], package["version"]): package.get("checksum", "") for package in lock}
    used = _used()
    found = [_crate(package, sums) for package in packages if package["source"] and (package["name"], package["version"]) in used]
    return sorted([*found, *map(_page_package, PAGE_PACKAGES)])


def _used() -> set[tuple[str, str]]:
    """Names and versions of the crates that are compiled into the packages."""
    found: set[tuple[str, str]] = set()
    for package, targets in PARTS.items():
        for target in targets:
            tree = ("cargo", "tree", "--locked", "--edges", "normal", "--prefix", "none", "--format", "{p}")
            words = (*tree, "--package", package, "--target", target)
            lines = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
            found |= {(name, version.removeprefix("v")) for name, version, *_ in map(str.split, lines)}
    return found


def _crate(package: Mapping[str, Any], sums: Mapping[tuple[str, str], str]) -> Dependency:
    name, version = package["name"], package["version"]
    # The form with a slash is older than SPDX.
    licence = (package["license"] or "").replace("/", " OR ")
    return Dependency("cargo", name, version, licence, sums[name, version], Path(package["manifest_path"]).parent)


def _page_package(name: str) -> Dependency:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    package = lock[f"node_modules/{name}"]
    return Dependency("npm", name, package["version"], package["license"], "", ROOT / "web" / "node_modules" / name)


def is_allowed(licence: str) -> bool:
    """Whether this SPDX expression lets the work be in the packages. ExpressionError."""
    return _is_allowed(get_spdx_licensing().parse(licence, validate=True))


def _is_allowed(expression: object) -> bool:
    if isinstance(expression, AND):
        return all(_is_allowed(part) for part in expression.args)
    if isinstance(expression, OR):
        return any(_is_allowed(part) for part in expression.args)
    return getattr(expression, "key", "") in ALLOWED


def licence_texts(found: Iterable[Dependency]) -> str:
    """The licences of all dependencies: a list, then each text once, with those that it belongs to.

    Raises:
        LicenceError: if a licence is not allowed, or a package has no text.
    """
    found = sorted(found)
    owners: dict[str, list[str]] = defaultdict(list)
    for dependency in found:
        if not is_allowed(dependency.licence):
            raise LicenceError(f"the licence of {dependency.title} is not allowed: {dependency.licence}")
        texts = dependency.texts() or _standard_texts(dependency, found)
        if not texts:
            raise LicenceError(f"{dependency.title} has no text of its licence: {dependency.folder}")
        for text in texts.values():
            owners[text].append(dependency.title)
    width = max(len(dependency.title) for dependency in found)
    rows = [f"{dependency.title:{width}}  {dependency.licence}" for dependency in found]
    rule = "-" * 80
    parts = [f"{rule}\n{', '.join(titles)}\n{rule}\n\n{text}\n" for text, titles in owners.items()]
    return HEAD + "\n".join(rows) + "\n\n" + "\n".join(parts)


HEAD = """\
The work of others in the packages of Emilia, and its licences. Where a licence names several with "OR", each may be chosen.
The sources of the crates are on https://crates.io, by their names and versions.

"""


def _standard_texts(dependency: Dependency, found: Iterable[Dependency]) -> dict[str, str]:
    """The text of a licence that names no owner, from another package: for those that come without a text."""
    chosen = [licence for licence in UNOWNED if licence in dependency.licence.split(" OR ")]
    return next((texts for other in found if other.licence in chosen and (texts := other.texts())), {})


def bill_of_materials(version: str, time: int, found: Iterable[Dependency]) -> str:
    """The SBOM of this version, of a time in seconds since 1970. LicenceError if it is not as its schema says."""
    licences = LicenseFactory()
    own = Component(name="emilia", version=version, type=ComponentType.APPLICATION, bom_ref=f"emilia@{version}")
    own.licenses.add(licences.make_from_string("MIT OR Apache-2.0"))
    # By the name of what it describes, not at random.
    bom = Bom(serial_number=uuid.uuid5(uuid.NAMESPACE_URL, f"pkg:cargo/emilia-cli@{version}?time={time}"))
    bom.metadata.component, bom.metadata.timestamp = own, datetime.fromtimestamp(time, UTC)
    components = []
    for dependency in found:
        purl = PackageURL(dependency.kind, name=dependency.name, version=dependency.version)
        component = Component(
            name=dependency.name, version=dependency.version, type=ComponentType.LIBRARY, purl=purl, bom_ref=str(purl)
        )
        component.licenses.add(licences.make_from_string(dependency.licence))
        if dependency.sha256:
            component.hashes.add(HashType(alg=HashAlgorithm.SHA_256, content=dependency.sha256))
        bom.components.add(component)
        components.append(component)
    bom.register_dependency(own, components)
    text = JsonV1Dot6(bom).output_as_string(indent=1)
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if fault:
        raise LicenceError(f"the bill of materials is not valid: {fault}")
    return text + "\n"


@cache
def own_licences() -> dict[str, File]:
    """The licences of Emilia, of its dependencies and of Rust's standard library, by the names of their files.

    Raises:
        LicenceError: if one is missing.
    """
    files = {name: File((ROOT / name).read_bytes()) for name in ("LICENSE", "LICENSE-APACHE", "LICENSE-MIT")}
    files["THIRD-PARTY-LICENSES.txt"] = File(licence_texts(dependencies()).encode())
    sysroot = subprocess.run(("rustc", "--print", "sysroot"), cwd=ROOT, check=True, capture_output=True, text=True).stdout
    library = Path(sysroot.strip()) / "share" / "doc" / "rust" / "COPYRIGHT-library.html"
    if not library.is_file():
        raise LicenceError(f"the licences of Rust's standard library are missing: {library}")
    return files | {"RUST-LIBRARY-LICENSES.html": File(library.read_bytes())}
