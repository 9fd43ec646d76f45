"""The text of pages."""

import re


def text_of(page: str) -> str:
    """The text of a page, on one line."""
    return " ".join(re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL).split())
