"""How single words are read: cards in every accepted spelling, strings, commentary.

Source: notation, sections 2 and 4.
"""

import json
import re
import unicodedata
from dataclasses import dataclass, field

from kozelnotation.cards.card import MASKS
from kozelnotation.diag.code import Code
from kozelnotation.syntax import codes


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a word: columns in code points, from 0."""

    code: Code
    start: int
    end: int
    args: dict[str, str | int] = field(default_factory=dict)
    variant: str = ""


STATEMENTS = frozenset(
    {
        *("deal", "dealer", "starter", "trumps", "deck", "hand", "trump", "stock", "gives"),
        *("missing", "shows", "draws", "exposed", "reveals"),
        *("captured", "points", "tricks", "penalty", "score", "carried", "pot"),
        *("loser", "drawn", "winner", "tie", "unfinished", "annulled"),
        *("player", "time", "ruling"),
    }
)
"""The words with which a statement begins."""

_SYMBOLS = dict(zip("♠♤♥♡♦♢♣♧SHDC", "sshhddccshdc", strict=True))
_RUSSIAN_RANKS = {"Т": "A", "К": "K", "Д": "Q", "В": "J"}
_RUSSIAN_SUITS = {"п": "s", "ч": "h", "б": "d", "т": "c", "к": "c"}
_SPANISH_RANKS = {"R": "K", "D": "Q", "V": "J"}
_SELECTORS = "\ufe0e\ufe0f"

_LOOK_ALIKES = dict(
    zip(
        "АВЕКМНОРСТХЅЈаеорсхѕһԁјʜΑΒΕΖΗΙΚΜΝΟΡΤΥΧοАＡＫＱＪ０１２３４５６７８９",
        "ABEKMHOPCTXSJaeopcxshdjHABEZHIKMNOPTYXoAAKQJ0123456789",
        strict=True,
    )
)
"""Letters of other scripts, and the ASCII letters for which eyes take them."""

_CARD_LIKE = re.compile(r"(?:10|[2-9AKQJ?])[shdcSHDC♠♥♦♣♤♡♢♧?][\ufe0e\ufe0f]?|\?")
_AMBIGUOUS_TEN = re.compile(r"[Tt][shdcSHDC♠♥♦♣♤♡♢♧?][\ufe0e\ufe0f]?")

MAX_COMMENTARY = 64 << 10
"""The longest commentary, in bytes of UTF-8."""
MAX_NUMBER = 9_999


def canonical_card(text: str, lang: str) -> str | None:
    """Return the canonical spelling of a card word, None if it is no card.

    ``lang`` is the text of the tag Lang: ``ru`` adds Cyrillic cards, ``es`` the
    ranks R D V. It never changes what ASCII text means.
    """
    word = text.rstrip(_SELECTORS)
    if word in MASKS:
        return word
    rank, suit = word[:-1], word[-1:]
    if lang == "ru":
        if suit in _RUSSIAN_SUITS and (rank in _RUSSIAN_RANKS or rank.isdigit() or rank == "?"):
            return _in_pack(_RUSSIAN_RANKS.get(rank, rank) + _RUSSIAN_SUITS[suit])
        if rank in _RUSSIAN_RANKS and suit == "?":
            return _RUSSIAN_RANKS[rank] + "?"
    if lang == "es" and rank in _SPANISH_RANKS:
        rank = _SPANISH_RANKS[rank]
    return _in_pack(rank + _SYMBOLS.get(suit, suit))


def _in_pack(word: str) -> str | None:
    return word if word in MASKS else None


def reads_as_card(text: str) -> bool:
    """Whether a text is a card in any accepted spelling of any language."""
    return any(canonical_card(text, lang) for lang in ("", "ru", "es"))


def look_alikes(text: str) -> tuple[str, str]:
    """Return the text with look-alike letters in ASCII, and the names of those letters."""
    names = [
        f"`{letter}` is {unicodedata.name(letter, 'an unnamed letter')}"
        for letter in dict.fromkeys(text)
        if letter in _LOOK_ALIKES
    ]
    return "".join(_LOOK_ALIKES.get(letter, letter) for letter in text), ", ".join(names)


def bad_card(word: str, start: int) -> Fault:
    """Say why a word that stands where a card should is not read as one."""
    end = start + len(word)
    args: dict[str, str | int] = {"word": word}
    if _AMBIGUOUS_TEN.fullmatch(word):
        args["suit"] = _SYMBOLS.get(word[1], word[1])
        return Fault(codes.AMBIGUOUS_TEN, start, end, args)
    meant, letters = look_alikes(word)
    if letters and (_CARD_LIKE.fullmatch(meant) or _AMBIGUOUS_TEN.fullmatch(meant)):
        intended = canonical_card(meant, "")
        args |= {"letters": letters, "meant": intended or meant}
        return Fault(codes.LOOK_ALIKE_LETTER, start, end, args, "" if intended else "ten")
    if is_glued(word):
        return Fault(codes.MISSING_BLANK, start, end, args)
    for lang in ("ru", "es"):
        if (meant := canonical_card(word, lang) or "") != "":
            args |= {"lang": lang, "meant": meant}
            return Fault(codes.BAD_CARD, start, end, args, "language")
    return Fault(codes.BAD_CARD, start, end, args)


def is_glued(word: str) -> bool:
    """Whether a word is two or more cards without a blank between them."""
    count, place = 0, 0
    while match := _CARD_LIKE.match(word, place):
        count, place = count + 1, match.end()
    return count > 1 and place == len(word)


def string(text: str, start: int) -> tuple[str, Fault | None]:
    """Return what a JSON string says, in NFC, with the fault of a bad escape."""
    try:
        value = json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        place = start + min(error.pos, len(text) - 1)
        bad = text[error.pos : error.pos + 2]
        return "", Fault(codes.BAD_ESCAPE, place, place + max(len(bad), 1), {"escape": bad})
    for letter in value:
        if "\ud800" <= letter <= "\udfff":
            shown = f"\\u{ord(letter):04x}"
            found = text.lower().find(shown)
            at = start + max(found, 0)
            return "", Fault(codes.BAD_ESCAPE, at, at + len(shown), {"escape": shown}, "surrogate")
    return unicodedata.normalize("NFC", value), None


_COMMENT_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def commentary(text: str, start: int) -> tuple[str, Fault | None]:
    """Return what a commentary ``{...}`` says, in NFC, with its fault."""
    if len(text) > MAX_COMMENTARY // 4 and len(text.encode()) > MAX_COMMENTARY:
        fault = Fault(
            codes.LIMIT_EXCEEDED, start, start + len(text), {"limit": MAX_COMMENTARY}, "commentary"
        )
        return "", fault
    for match in _COMMENT_ESCAPE.finditer(text):
        if match[1] not in "}\\":
            place = start + match.start()
            return "", Fault(codes.BAD_ESCAPE, place, place + 2, {"escape": match[0]})
    plain = _COMMENT_ESCAPE.sub(r"\1", text[1:-1])
    return unicodedata.normalize("NFC", plain), None


def number(text: str, start: int, *, signed: bool) -> tuple[int, Fault | None]:
    """Return a number, with the fault of a leading zero, a sign, or too many digits."""
    digits = text.lstrip("-")
    end = start + len(text)
    if len(digits) > 1 and digits.startswith("0"):
        return 0, Fault(codes.UNEXPECTED_TEXT, start, end, {"word": text[:12]}, "zero")
    if len(digits) > len(str(MAX_NUMBER)):
        return 0, Fault(codes.LIMIT_EXCEEDED, start, end, {"limit": MAX_NUMBER}, "number")
    if text.startswith("-") and (not signed or digits == "0"):
        return 0, Fault(codes.UNEXPECTED_TEXT, start, end, {"word": text}, "negative")
    return int(text), None


def is_name(text: str) -> bool:
    """Whether a text may be the name of a seat (notation, section 3)."""
    if not text or "a" <= text[0] <= "z" or not unicodedata.category(text[0]).startswith("L"):
        return False
    return all(letter == "_" or unicodedata.category(letter)[0] in "LNM" for letter in text)


_ONLY_COMMENTARY = re.compile(r"((?:[ \t]*\{(?:[^\\}]|\\.)*\})+)[ \t]*(?:;(.*))?")
_COMMENTARY = re.compile(r"\{(?:[^\\}]|\\.)*\}")


@dataclass(frozen=True, slots=True)
class CommentLine:
    """A line that holds nothing but commentary, and perhaps a remark."""

    comments: tuple[str, ...]
    remark: str | None
    fault: Fault | None
    """The first fault of the commentary."""


def comment_line(text: str) -> CommentLine | None:
    """Return what a line of nothing but commentary says, None for another line."""
    if not text.lstrip(" \t").startswith("{"):
        return None
    line = _ONLY_COMMENTARY.fullmatch(text)
    if line is None:
        return None
    read = [
        commentary(match[0], match.start()) for match in _COMMENTARY.finditer(text, 0, line.end(1))
    ]
    return CommentLine(
        tuple(comment for comment, _ in read),
        None if line[2] is None else line[2].strip(" \t"),
        next((fault for _, fault in read if fault is not None), None),
    )
