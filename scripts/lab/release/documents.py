"""The documents of the project as pages for a browser."""

import html
import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from lab.bootstrap import ROOT
from lab.release.archives import File

LEFT_OUT = ("lab.md", "search.md", "experiments.md", "design.md")
"""Documents for those who have the sources."""
PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; color: #222; background: #fff }}
pre, code {{ font: 0.9rem/1.4 monospace; background: #f2f2f2 }}
pre {{ padding: 0.7rem; overflow-x: auto }}
table {{ border-collapse: collapse }}
th, td {{ border: 1px solid #ccc; padding: 0.2rem 0.5rem; text-align: left; vertical-align: top }}
img {{ max-width: 100% }}
</style>
</head>
<body>
{body}</body>
</html>
"""
PARSER = MarkdownIt("commonmark", {"html": True}).enable("table")


def documents() -> dict[str, File]:
    """The documents for users as HTML, and the pictures that they show, by their paths. OSError."""
    sources = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "SECURITY.md", ROOT / "protocol.md"]
    sources += [path for path in sorted((ROOT / "docs").glob("*.md")) if path.name not in LEFT_OUT]
    names = {path.relative_to(ROOT).as_posix() for path in sources}
    files: dict[str, File] = {}
    for name in names:
        text, pictures = page(name, (ROOT / name).read_text(encoding="utf-8"), names)
        files[str(PurePosixPath(name).with_suffix(".html"))] = File(text.encode())
        files |= {picture: File((ROOT / picture).read_bytes()) for picture in pictures}
    return files


def page(name: str, text: str, names: Iterable[str]) -> tuple[str, set[str]]:
    """A document in Markdown as a page, and the pictures that it shows.

    Links lead to the pages of the documents with these names; those to other files of the sources become text.
    """
    tokens = PARSER.parse(text)
    title, pictures = name, set()
    folder = str(PurePosixPath(name).parent)
    for token, inner in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and inner:
            token.attrSet("id", anchor(inner.content))
            title = inner.content if token.tag == "h1" else title
        for child in token.children or []:
            if child.type == "image":
                pictures.add(normpath(f"{folder}/{child.attrs['src']}"))
            _lead(child, folder, set(names))
    body = PARSER.renderer.render(tokens, PARSER.options, {})
    return PAGE.format(title=html.escape(title), body=body), pictures


def anchor(heading: str) -> str:
    """The name of a heading in links, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def _lead(token: Token, folder: str, names: set[str]) -> None:
    """Makes a link lead to the page of a document."""
    target = str(token.attrs.get("href", "")) if token.type == "link_open" else ""
    if not target or target.startswith(("http:", "https:", "#")):
        return
    file, mark, place = target.partition("#")
    path = normpath(f"{folder}/{file}")
    if path in names:
        token.attrSet("href", relpath(str(Path(path).with_suffix(".html")), folder) + mark + place)
    else:
        token.attrs.pop("href")
