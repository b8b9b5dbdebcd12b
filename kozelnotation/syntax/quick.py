"""Read the lines of usual form without Lark; whatever is not is left to the grammar.

A line that is read here gives the same nodes as the grammar gives, which a test holds
against generated and damaged lines. Only ASCII lines in canonical spacing, without
commentary, remarks or escapes, are read; nothing is reported here.

Source: notation, section 7; the grammar beside it.
"""

import re
import unicodedata

from kozelnotation.syntax.nodes import (
    CardList,
    Cards,
    CardWord,
    Claim,
    DealLine,
    Drawing,
    Draws,
    FormatLine,
    Group,
    Laid,
    Line,
    Name,
    Number,
    Play,
    SeatCards,
    Shows,
    SideValue,
    Statement,
    Tag,
    Trick,
    Values,
    Who,
)

_CARD = r"(?:(?:10|[2-9AKQJ])[shdc?]|\?[shdc]?)"
_CARDS = rf"{_CARD}(?: {_CARD})*"
_GROUP = rf"(?:{_CARD}|\({_CARDS}\))"
_NAME = r"[A-Z][A-Za-z0-9_]*"
_SIDE = rf"{_NAME}(?:\+{_NAME})*"
_NUMBER = r"(?:0|[1-9][0-9]{0,3})"
_SIGNED = rf"(?:{_NUMBER}|-[1-9][0-9]{{0,3}}|\?)"

_TRICK = re.compile(
    rf"({_NUMBER})(\.\.\.|\.) ((?:{_NAME}: {_GROUP}(?: {_GROUP})*)"
    rf"(?:  {_NAME}: {_GROUP}(?: {_GROUP})*)*)(?:  > ({_SIDE})(?: ({_NUMBER}))?)?"
)
_PLAY = re.compile(rf"({_NAME}): ({_GROUP}(?: {_GROUP})*)")
_DRAWS = re.compile(rf"draws {_NAME}: {_CARDS}(?:  {_NAME}: {_CARDS})*")
_DRAWING = re.compile(rf"({_NAME}): ({_CARDS})")
_VALUES = re.compile(
    rf"(points|tricks|penalty|score|carried) {_SIDE}: {_SIGNED}(?:  {_SIDE}: {_SIGNED})*"
)
_VALUE = re.compile(rf"({_SIDE}): ({_SIGNED})")
_LIST = re.compile(rf"(deck|stock) ({_CARDS})")
_TRUMP = re.compile(rf"trump ({_CARD})")
_SEAT_CARDS = re.compile(rf"(hand|captured) ({_SIDE}): ({_CARDS})")
_SHOWS = re.compile(rf"shows ({_NAME}): (Moskva|Molodka|Aces) ({_CARDS})")
_WHO = re.compile(rf"(dealer|winner) ({_SIDE}|\?)")
_DEAL = re.compile(rf"deal ({_NUMBER})")
_FORMAT = re.compile(r"%kozel ([1-9][0-9]{0,8})")
_TAG = re.compile(rf'\[([A-Za-z][A-Za-z0-9_]*)(?: ({_SIDE}))? "([^"\\\x00-\x1f\x7f-\x9f]*)"\]')
_WORD = re.compile(r"\(|\)|[^ ()]+")


def quick_line(text: str) -> Line | None:
    """Return the statement of a line of usual form, None for every other line."""
    statement = _statement(text)
    return None if statement is None else Line(statement, start=0, end=len(text))


def _statement(text: str) -> Statement | None:
    first = text[:1]
    if first.isdigit():
        match = _TRICK.fullmatch(text)
        return None if match is None else _trick(match)
    if first == "[":
        return _tag(text)
    if first == "%":
        match = _FORMAT.fullmatch(text)
        return None if match is None else FormatLine(int(match[1]))
    return _by_word(text)


def _by_word(text: str) -> Statement | None:
    match text.partition(" ")[0]:
        case "draws" if match := _DRAWS.fullmatch(text):
            return _draws(text)
        case "deck" | "stock" if match := _LIST.fullmatch(text):
            cards = _cards(text, match.start(2))
            return CardList(match[1], cards, match.start(2), match.end(2))
        case "hand" | "captured" if match := _SEAT_CARDS.fullmatch(text):
            name = Name(match[2], match.start(2), match.end(2))
            return SeatCards(
                match[1], name, _cards(text, match.start(3)), match.start(3), match.end(3)
            )
        case "trump" if match := _TRUMP.fullmatch(text):
            return CardList("trump", _cards(text, 6), 6, len(text))
        case "deal" if match := _DEAL.fullmatch(text):
            return DealLine(Number(int(match[1]), match.start(1), match.end(1)))
        case "dealer" | "winner" if match := _WHO.fullmatch(text):
            start, end = match.span(2)
            who = None if match[2] == "?" else Name(match[2], start, end)
            return Who(match[1], who, start, end)
        case "points" | "tricks" | "penalty" | "score" | "carried" if _VALUES.fullmatch(text):
            return _values(text)
        case "shows" if match := _SHOWS.fullmatch(text):
            name = Name(match[1], match.start(1), match.end(1))
            return Shows(name, match[2], _cards(text, match.start(3)), match.start(2), match.end(2))
        case _:
            return None


def _cards(text: str, start: int, end: int | None = None) -> tuple[CardWord, ...]:
    """Return the cards of a stretch of text, one blank between them."""
    cards = []
    for word in text[start:end].split(" "):
        cards.append(CardWord(word, start, start + len(word)))
        start += len(word) + 1
    return tuple(cards)


def _trick(match: re.Match[str]) -> Trick:
    text = match.string
    plays = [_play(play, text) for play in _PLAY.finditer(text, match.start(3), match.end(3))]
    claim = None
    if match[4] is not None:
        who = Name(match[4], match.start(4), match.end(4))
        points = None
        if match[5] is not None:
            points = Number(int(match[5]), match.start(5), match.end(5))
        end = who.end if points is None else points.end
        claim = Claim(who, points, who.start, end)
    number = Number(int(match[1]), 0, match.end(2))
    return Trick(number, len(match[2]) == 3, tuple(plays), claim)


def _play(match: re.Match[str], text: str) -> Play:
    start, end = match.span(2)
    name = Name(match[1], match.start(1), match.end(1))
    groups: list[Group] = []
    if "(" not in match[2]:
        groups.append(Group(_cards(text, start, end), hidden=False, start=start, end=end))
    else:
        _mixed(groups, text, start, end)
    return Play(name, Laid(tuple(groups)), groups[0].start, groups[-1].end)


def _mixed(groups: list[Group], text: str, start: int, end: int) -> None:
    """Gather the groups of a play with cards face down; touching groups are one."""
    hidden = False
    for word in _WORD.finditer(text, start, end):
        if word[0] in "()":
            hidden = word[0] == "("
            continue
        card = CardWord(word[0], word.start(), word.end())
        if groups and groups[-1].hidden is hidden:
            last = groups[-1]
            groups[-1] = Group((*last.cards, card), hidden, last.start, card.end)
        else:
            groups.append(Group((card,), hidden, card.start, card.end))


def _draws(text: str) -> Draws:
    entries = []
    for match in _DRAWING.finditer(text, 6):
        start, end = match.span(2)
        cards: Cards = _cards(text, start, end)
        name = Name(match[1], match.start(1), match.end(1))
        entries.append(Drawing(name, cards, start, end))
    return Draws(tuple(entries))


def _values(text: str) -> Values:
    keyword, _, _ = text.partition(" ")
    values = []
    for match in _VALUE.finditer(text, len(keyword) + 1):
        said = None if match[2] == "?" else int(match[2])
        name = Name(match[1], match.start(1), match.end(1))
        values.append(SideValue(name, Number(said, match.start(2), match.end(2))))
    return Values(keyword, tuple(values))


def _tag(text: str) -> Tag | None:
    match = _TAG.fullmatch(text)
    if match is None or not unicodedata.is_normalized("NFC", text):
        return None
    subject = None
    if match[2] is not None:
        subject = Name(match[2], match.start(2), match.end(2))
    return Tag(match[1], subject, match[3], match.start(3) - 1, match.end(3) + 1)
