"""Colours of a terminal. Nothing depends on colour alone."""

import re
from dataclasses import dataclass

_CODES = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "good": "1;32",
    "strong": "1",
    "frame": "34",
}


@dataclass(frozen=True, slots=True)
class Paint:
    """Whether to use colours, and suit symbols instead of letters in sentences."""

    color: bool = False
    symbols: bool = False

    def apply(self, style: str, text: str) -> str:
        """Return a text in a style."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.color and text else text

    def suits(self, text: str) -> str:
        """Return a sentence with its cards as people see them."""
        return pretty(text) if self.symbols else text


_CARD = re.compile(r"(?<![A-Za-z0-9])(10|[6-9AKQJ])([shdc])(?![A-Za-z0-9])")
_SYMBOLS = dict(zip("shdc", "♠♥♦♣", strict=True))


def pretty(text: str) -> str:
    """Return a text with suit letters of cards as symbols."""
    return _CARD.sub(lambda match: match[1] + _SYMBOLS[match[2]], text)
