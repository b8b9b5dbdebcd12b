"""Small phrases that the tellers of all games use."""

from collections.abc import Sequence

from kozelnotation.syntax import nodes
from kozelnotation.verdict.report import Totals

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def number_word(number: int) -> str:
    """Return a number as a word, from ten on in figures."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def labelled(word: str, text: str | None) -> str | None:
    """Return a text with a word before it, None if there is no text."""
    return None if text is None else f"{word} {text}"


def listed(names: Sequence[str]) -> str:
    """Return names as a list that is read aloud: ``N, E and S``."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def totals(values: Totals) -> str:
    """Return a number for each side, ``?`` for one that is not known."""
    return ", ".join(f"{side} {'?' if value is None else value}" for side, value in values.items())


def card_words(cards: nodes.Cards) -> str:
    """Return cards as they are written."""
    return cards.value if isinstance(cards, nodes.Blank) else " ".join(c.text for c in cards)
