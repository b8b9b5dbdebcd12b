"""Say in plain words what is wrong with a line that cannot be read.

Source: notation, sections 2 to 4.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from lark import Token

from kozelnotation.syntax import codes, words
from kozelnotation.syntax.words import Fault

_FIRST_WORD = re.compile(r"[ \t]*([^ \t{;\"(>:]+)")
_NUMBERED = re.compile(r"[0-9]+\.(?:\.\.)?")
_WORD_AT = re.compile(r"[^ \t{}();\":/>\[\]]+")
_TRAILING_WORD = re.compile(r"[^ \t{}();\":/>\[\]]+$")
_COMMENTARY = re.compile(r"\{(?:[^\\}]|\\.)*\}")
_WORDLIKE = frozenset({"INT", "CARD", "UNKNOWN", "SIDE", "WORD", "SUIT", "NAME"})


def token_place(token: Token) -> tuple[int, int]:
    """Return where a token starts and ends in its line, in code points."""
    start = token.start_pos or 0
    return start, start + len(token)


def early_fault(text: str) -> Fault | None:
    """Look at the first word of a line: only a statement, a tag or a number may stand there."""
    stripped = text.lstrip(" \t")
    start = len(text) - len(stripped)
    if stripped.startswith("{"):
        end = _comment_end(text, start)
        if end is None:
            return Fault(codes.UNCLOSED_GROUP, start, len(text), {"opening": "{"})
        return Fault(codes.UNEXPECTED_TEXT, start, end, {"word": "{...}"}, "early_commentary")
    if stripped.startswith(("[", "%kozel", "x-")):
        return None
    match = _FIRST_WORD.match(text)
    if match is None:
        return Fault(codes.UNKNOWN_STATEMENT, start, start + 1, {"word": stripped[:1]})
    word = match[1]
    if word in words.STATEMENTS or _NUMBERED.match(word):
        return None
    for keyword in sorted(words.STATEMENTS, key=len, reverse=True):
        rest = word[len(keyword) :]
        if word.startswith(keyword) and not rest[0].isascii():
            continue
        if word.startswith(keyword) and (rest[0].isdigit() or rest[0] in '?-."'):
            return None
    args: dict[str, str | int] = {"word": word}
    nearest = _nearest(word)
    if nearest is not None:
        args["nearest"] = nearest
    return Fault(
        codes.UNKNOWN_STATEMENT,
        start,
        start + len(word),
        args,
        "nearest" if nearest is not None else "",
    )


def _nearest(word: str) -> str | None:
    plain = words.look_alikes(word)[0].lower().rstrip(":")
    if plain in words.STATEMENTS:
        return plain
    for keyword in sorted(words.STATEMENTS):
        shorter, longer = sorted((plain, keyword), key=len)
        is_longer_by_one = len(keyword) > 3 and len(longer) - len(shorter) == 1
        if is_longer_by_one and any(
            longer[:cut] + longer[cut + 1 :] == shorter for cut in range(len(longer))
        ):
            return keyword
        if len(shorter) == len(longer) > 3:
            unlike = [at for at in range(len(plain)) if plain[at] != keyword[at]]
            if len(unlike) == 1 or (
                len(unlike) == 2
                and unlike[1] == unlike[0] + 1
                and plain[unlike[0]] == keyword[unlike[1]]
                and plain[unlike[1]] == keyword[unlike[0]]
            ):
                return keyword
    return None


def _comment_end(text: str, start: int) -> int | None:
    match = _COMMENTARY.match(text, start)
    return None if match is None else match.end()


def glued(tokens: Sequence[Token]) -> list[Fault]:
    """Find neighbouring words without a blank between them (notation, section 2)."""
    faults: list[Fault] = []
    for left, right in pairwise(tokens):
        if token_place(left)[1] != right.start_pos or right.type not in _WORDLIKE | {"STRING"}:
            continue
        if left.type in _WORDLIKE or str(left).isalpha():
            start, end = token_place(left)[0], token_place(right)[1]
            faults.append(Fault(codes.MISSING_BLANK, start, end, {"word": str(left) + str(right)}))
    return faults


def syntax_fault(text: str, place: int, tokens: Sequence[Token], accepted: set[str]) -> Fault:
    """Say in plain words why a line stops making sense at a place."""
    is_tag = text.lstrip(" \t").startswith("[")
    opening = next(
        (token for token in reversed(tokens) if str(token) in ("(", ")", "[", "]")), None
    )
    at = text[place : place + 1]
    if at == '"':
        return Fault(codes.UNCLOSED_STRING, place, len(text), {})
    if at == "{":
        return Fault(codes.UNCLOSED_GROUP, place, len(text), {"opening": "{"})
    word, start = _word_at(text, place)
    end = start + len(word)
    if is_tag:
        shown = word or at.strip()
        return Fault(
            codes.BAD_TAG, start, max(end, start + 1), {"word": shown}, "" if shown else "end"
        )
    takes_cards = "CARD" in accepted
    is_open = opening is not None and str(opening) == "(" and ")" not in text[place:]
    at_end = not text[place:].strip(" \t")
    if opening is not None and is_open and (at_end or not word or not takes_cards):
        begin = token_place(opening)[0]
        return Fault(codes.UNCLOSED_GROUP, begin, begin + 1, {"opening": "("})
    if place >= len(text.rstrip(" \t")) or at == ";":
        end = len(text[:place].rstrip(" \t"))
        return Fault(codes.UNEXPECTED_TEXT, end, end + 1, {"expected": _expected(accepted)}, "end")
    if takes_cards and word and word[0] not in "-." and _looks_like_card(word):
        return words.bad_card(word, start)
    if word and words.is_glued(word):
        return Fault(codes.MISSING_BLANK, start, end, {"word": word})
    shown = word or at
    return Fault(
        codes.UNEXPECTED_TEXT,
        start,
        max(end, start + 1),
        {"word": shown, "expected": _expected(accepted)},
    )


def _looks_like_card(word: str) -> bool:
    return len(word) <= 4 or words.is_glued(word)


def _word_at(text: str, place: int) -> tuple[str, int]:
    """Return the whole word around a place, and where it starts."""
    before = _TRAILING_WORD.search(text, 0, place)
    start = before.start() if before is not None else place
    match = _WORD_AT.match(text, start)
    return ("", place) if match is None else (match[0], start)


_EXPECTED = {
    "CARD": "a card",
    "SIDE_COLON": "a seat with a colon",
    "SIDE": "a seat",
    "INT": "a number",
    "STRING": "a text in quotes",
    "WORD": "the word that is declared",
    "SUIT": "a suit",
    "RPAR": "`)`",
    "MORETHAN": "`>`",
    "SLASH": "`/`",
    "NUMBERED": "a number with a dot",
    "STOCK": "`stock`",
    "$END": "the end of the line",
}


def _expected(accepted: set[str]) -> str:
    """Return the words for what may stand at a place, the most telling first."""
    return " or ".join(text for name, text in _EXPECTED.items() if name in accepted)
