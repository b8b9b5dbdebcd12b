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
    Cover,
    DealLine,
    Drawing,
    Draws,
    Ending,
    FormatLine,
    Gives,
    Group,
    Laid,
    Line,
    Name,
    Number,
    Plain,
    Play,
    Reveals,
    SeatCards,
    Shows,
    SideValue,
    Statement,
    Tag,
    Takes,
    Trick,
    Trumps,
    Values,
    Who,
)

_CARD = r"(?:(?:10|[2-9AKQJ])[shdc?]|\?[shdc]?)"
_CARDS = rf"{_CARD}(?: {_CARD})*"
_GROUP = rf"(?:{_CARD}|\({_CARDS}\))"
_GROUPS = rf"{_GROUP}(?: {_GROUP})*"
_NAME = r"[A-Z][A-Za-z0-9_]*"
_SIDE = rf"{_NAME}(?:\+{_NAME})*"
_NUMBER = r"(?:0|[1-9][0-9]{0,3})"
_SIGNED = rf"(?:{_NUMBER}|-[1-9][0-9]{{0,3}}|\?)"
_STRING = r'"([^"\\\x00-\x1f\x7f-\x9f]*)"'

_TRICK = re.compile(
    rf"({_NUMBER})(\.\.\.|\.) ((?:{_NAME}: {_GROUPS})"
    rf"(?:  {_NAME}: {_GROUPS})*)(?:  > ({_SIDE})(?: ({_NUMBER}))?)?"
)
_TURN = re.compile(
    rf"({_NUMBER})\. ({_NAME}): "
    rf"(?:({_GROUPS})(?: / (-|{_GROUPS}))?|takes ({_SIGNED})(?: \(({_CARDS})\))?)"
)
_PLAY = re.compile(rf"({_NAME}): ({_GROUPS})")
_DRAWS = re.compile(rf"draws {_NAME}: {_CARDS}(?:  {_NAME}: {_CARDS})*")
_DRAWING = re.compile(rf"({_NAME}): ({_CARDS})")
_VALUES = re.compile(
    rf"(points|tricks|penalty|score|carried) {_SIDE}: {_SIGNED}(?:  {_SIDE}: {_SIGNED})*"
)
_VALUE = re.compile(rf"({_SIDE}): ({_SIGNED})")
_LIST = re.compile(rf"(deck|stock) ({_CARDS})")
_TRUMP = re.compile(rf"trump ({_CARD})")
_SEAT_CARDS = re.compile(rf"(hand|captured|exposed) ({_SIDE}): ({_CARDS})")
_SHOWS = re.compile(rf"shows ({_NAME}): (Moskva|Molodka|Aces) ({_CARDS})")
_WHO = re.compile(rf"(dealer|starter|winner|loser) ({_SIDE}|\?)")
_DEAL = re.compile(rf"deal ({_NUMBER})")
_FORMAT = re.compile(r"%kozel ([1-9][0-9]{0,8})")
_TAG = re.compile(rf"\[([A-Za-z][A-Za-z0-9_]*)(?: ({_SIDE}))? {_STRING}\]")
_TRUMPS = re.compile(rf"trumps {_SIDE}: [shdc?](?:  {_SIDE}: [shdc?])*")
_TRUMP_OF = re.compile(rf"({_SIDE}): ([shdc?])")
_GIVES = re.compile(rf"gives ({_SIDE}): ({_CARDS}) > (?:stock|({_SIDE}))")
_REVEALS = re.compile(rf"reveals ({_NUMBER})\. ({_SIDE}): ({_CARDS})")
_ENDING = re.compile(rf"(unfinished|annulled)(?: {_STRING})?")
_WORD = re.compile(r"\(|\)|[^ ()]+")


def quick_line(text: str) -> Line | None:
    """Return the statement of a line of usual form, None for every other line."""
    statement = _statement(text)
    return None if statement is None else Line(statement, start=0, end=len(text))


def _statement(text: str) -> Statement | None:
    first = text[:1]
    if first.isdigit():
        if "  " not in text and (match := _TURN.fullmatch(text)) is not None:
            return _turn(match)
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
        case "hand" | "captured" | "exposed" if match := _SEAT_CARDS.fullmatch(text):
            name = Name(match[2], match.start(2), match.end(2))
            return SeatCards(
                match[1], name, _cards(text, match.start(3)), match.start(3), match.end(3)
            )
        case "trump" if match := _TRUMP.fullmatch(text):
            return CardList("trump", _cards(text, 6), 6, len(text))
        case "deal" if match := _DEAL.fullmatch(text):
            return DealLine(Number(int(match[1]), match.start(1), match.end(1)))
        case "dealer" | "starter" | "winner" | "loser" if match := _WHO.fullmatch(text):
            start, end = match.span(2)
            who = None if match[2] == "?" else Name(match[2], start, end)
            return Who(match[1], who, start, end)
        case "points" | "tricks" | "penalty" | "score" | "carried" if _VALUES.fullmatch(text):
            return _values(text)
        case "shows" if match := _SHOWS.fullmatch(text):
            name = Name(match[1], match.start(1), match.end(1))
            return Shows(name, match[2], _cards(text, match.start(3)), match.start(2), match.end(2))
        case "trumps" if _TRUMPS.fullmatch(text):
            return _trumps(text)
        case "gives" if match := _GIVES.fullmatch(text):
            to = None if match[3] is None else Name(match[3], match.start(3), match.end(3))
            name = Name(match[1], match.start(1), match.end(1))
            return Gives(name, _cards(text, *match.span(2)), to)
        case "reveals" if match := _REVEALS.fullmatch(text):
            number = Number(int(match[1]), match.start(1), match.end(1) + 1)
            name = Name(match[2], match.start(2), match.end(2))
            return Reveals(number, name, _cards(text, match.start(3)))
        case "drawn" | "tie" if text in ("drawn", "tie"):
            return Plain(text)
        case "unfinished" | "annulled" if match := _ENDING.fullmatch(text):
            return Ending(match[1], match[2]) if _is_nfc(text) else None
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


def _turn(match: re.Match[str]) -> Trick:
    """Return a turn of Svoi Kozyri, or a lead without anything else."""
    text = match.string
    what: Laid | Cover | Takes
    if match[5] is None:
        groups = _groups(text, *match.span(3))
        start, end = groups[0].start, groups[-1].end
        match match[4]:
            case None:
                what = Laid(groups)
            case "-":
                what = Cover(groups, ())
            case _:
                what = Cover(groups, _groups(text, *match.span(4)))
                end = what.lead[-1].end
    else:
        start, end = match.span(5)
        count = Number(None if match[5] == "?" else int(match[5]), start, end)
        cards: tuple[CardWord, ...] = ()
        if match[6] is not None:
            end = match.end(6)
            cards = _cards(text, match.start(6), end)
        what = Takes(count, cards)
    play = Play(Name(match[2], match.start(2), match.end(2)), what, start, end)
    number = Number(int(match[1]), 0, match.end(1) + 1)
    return Trick(number, continues=False, plays=(play,), claim=None)


def _play(match: re.Match[str], text: str) -> Play:
    groups = _groups(text, *match.span(2))
    name = Name(match[1], match.start(1), match.end(1))
    return Play(name, Laid(groups), groups[0].start, groups[-1].end)


def _groups(text: str, start: int, end: int) -> tuple[Group, ...]:
    """Return the groups of a stretch of text: mostly one, all shown or all face down."""
    last_opening = text.rfind("(", start, end)
    if last_opening < 0:
        return (Group(_cards(text, start, end), hidden=False, start=start, end=end),)
    if last_opening == start and text.find(")", start, end) == end - 1:
        start, end = start + 1, end - 1
        return (Group(_cards(text, start, end), hidden=True, start=start, end=end),)
    return _mixed(text, start, end)


def _mixed(text: str, start: int, end: int) -> tuple[Group, ...]:
    """Return the groups of shown and face-down cards; touching groups of one kind are one."""
    groups: list[Group] = []
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
    return tuple(groups)


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


def _trumps(text: str) -> Trumps:
    suits = []
    for match in _TRUMP_OF.finditer(text, len("trumps ")):
        name = Name(match[1], match.start(1), match.end(1))
        suits.append((name, CardWord(match[2], match.start(2), match.end(2))))
    return Trumps(tuple(suits))


def _is_nfc(text: str) -> bool:
    return unicodedata.is_normalized("NFC", text)


def _tag(text: str) -> Tag | None:
    match = _TAG.fullmatch(text)
    if match is None or not _is_nfc(text):
        return None
    subject = None
    if match[2] is not None:
        subject = Name(match[2], match.start(2), match.end(2))
    return Tag(match[1], subject, match[3], match.start(3) - 1, match.end(3) + 1)
