"""Text from outside - names, messages of engines, paths - where people read it.

Nothing of it moves the cursor of a terminal, hides, or changes the order of what stands around it.
"""

import re
import sys

HIDDEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffd\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Characters that do not show themselves."""
FORMULA = re.compile(r"[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""What a formula of a spreadsheet begins with."""


def printable(text: str) -> str:
    r"""The text on one line: what does not show itself becomes a visible escape, U+202E `\u{202e}`."""
    return HIDDEN.sub(lambda found: f"\\u{{{ord(found[0]):x}}}", text)


def printable_lines(text: str) -> str:
    """The same for a text of several lines."""
    return "\n".join(map(printable, text.split("\n")))


def printable_json(text: str) -> str:
    r"""The same for JSON, whose meaning stays: U+202E becomes `\u202e`. In JSON these characters stand in strings only."""
    return HIDDEN.sub(lambda found: found[0] if found[0] == "\n" else _units(found[0]), text)


def text_cell(text: str) -> str:
    """Text from outside as a cell of CSV, which no spreadsheet takes for a formula."""
    return f"'{text}" if FORMULA.match(text) else text


def complain(text: str) -> None:
    """Prints a message to standard error."""
    print(printable_lines(text), file=sys.stderr, flush=True)


def _units(letter: str) -> str:
    packed = letter.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{packed[at : at + 4]}" for at in range(0, len(packed), 4))
