"""Write a record in its canonical form.

What could not be read stays byte for byte in its place, play never moves, and
nothing is dropped but what says nothing.

Source: notation, section 7.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from kozelnotation.record.model import KNOWN_TAGS, DealText, Record
from kozelnotation.syntax.blocks import Block
from kozelnotation.syntax.nodes import (
    Blank,
    CardList,
    Cards,
    CardWord,
    Claim,
    Cover,
    DealLine,
    Drawing,
    Draws,
    Ending,
    Extension,
    FormatLine,
    Gives,
    Group,
    Laid,
    Line,
    Name,
    Number,
    Plain,
    Play,
    PlayerLine,
    Pot,
    Reveals,
    Ruling,
    SeatCards,
    Shows,
    SideValue,
    Statement,
    Tag,
    Takes,
    TimeLine,
    Trick,
    Trumps,
    Unread,
    Values,
    Who,
    item_places,
)

GAP = "  "
"""Between the seats of a line, before a claim, before a remark."""

_SET_UP_ORDER = {
    word: place
    for place, word in enumerate(
        ("dealer", "starter", "trumps", "deck", "hand", "trump", "stock", "gives", "missing")
    )
}
_COUNT_ORDER = {
    "captured": 0,
    "points": 1,
    "tricks": 2,
    "penalty": 3,
    "score": 4,
    "pot": 5,
    # of two that exclude each other the first counts, and must stay the first
    "loser": 6,
    "drawn": 6,
    "unfinished": 7,
    "annulled": 7,
    "winner": 8,
    "tie": 8,
}


def written(record: Record) -> bytes:
    """Return the canonical text of a record; one of an unknown format stays as it is."""
    if not record.read.is_supported:
        return _as_it_is(record.read.block)
    return canonical_text(record).encode("utf-8", "surrogateescape")


def _as_it_is(block: Block) -> bytes:
    """Return the text of a block without empty lines around it, and with a last line end."""
    lines = list(block.lines)
    while lines and not lines[-1].content:
        lines.pop()
    while lines and not lines[0].content:
        del lines[0]
    text = b"".join(line.content + line.ending for line in lines)
    return text if text.endswith(b"\n") else text + line_end(text)


def line_end(content: bytes) -> bytes:
    """Return the end for a line: a CR of its own before LF would be taken for a part of it."""
    return b"\r\n" if content.endswith(b"\r") else b"\n"


def canonical_text(record: Record) -> str:
    """Return the canonical text of a record whose format is known, one LF at the end.

    Bytes that are not UTF-8 stand in it as surrogate escapes.
    """
    lines: list[str] = []
    for unit in _header_units(record):
        lines.extend(_unit_lines(unit, record))
    for deal in record.deals:
        lines.append("")
        for unit in _deal_units(deal, record):
            lines.extend(_unit_lines(unit, record))
    lines.extend(_remark(text) for text in record.read.text.closing_remarks)
    return "\n".join(lines) + "\n"


# -- order


def _stays(statement: Statement) -> bool:
    """Whether a statement keeps its place behind the one above it."""
    return isinstance(statement, Ruling | Reveals | PlayerLine | TimeLine | Extension | Unread) or (
        isinstance(statement, SeatCards) and statement.keyword == "exposed"
    )


def _units(lines: Sequence[Line]) -> list[list[Line]]:
    """Cut lines into statements, each with those that stay behind it."""
    units: list[list[Line]] = []
    for line in lines:
        if units and _stays(line.statement):
            units[-1].append(line)
        else:
            units.append([line])
    return units


def _header_units(record: Record) -> list[list[Line]]:
    lines = record.header
    units = _units(lines)
    if record.can_be_judged and not any(
        isinstance(line.statement, Tag) and line.statement.name == "Seats" for line in lines
    ):
        units.append([Line(Tag("Seats", None, " ".join(record.seats)))])
    if _has_lost_line(units):
        return units
    return sorted(units, key=lambda unit: _header_rank(unit[0].statement, record))


def _header_rank(statement: Statement, record: Record) -> tuple[int, int]:
    match statement:
        case FormatLine():
            return (-1, 0)
        case Tag(name=name, subject=subject) if name in KNOWN_TAGS:
            of = "" if subject is None else subject.text
            seats = (*record.seats, *record.side_names)
            return KNOWN_TAGS.index(name), seats.index(of) if of in seats else len(seats)
        case Tag():
            return len(KNOWN_TAGS), 0
        case _:
            return len(KNOWN_TAGS) + 1, 0


def _deal_units(deal: DealText, record: Record) -> Iterator[list[Line]]:
    """Order a deal: set-up, play as written, count. What stands before play stays there."""
    head, *units = _units(deal.lines)
    keywords = [_keyword(unit[0].statement) for unit in units]
    first = next((at for at, word in enumerate(keywords) if word not in _SET_UP_ORDER), len(units))
    last = next(
        (at for at in range(len(units), first, -1) if keywords[at - 1] not in _COUNT_ORDER), first
    )
    yield head
    yield from _ordered(units[:first], _SET_UP_ORDER, record)
    yield from units[first:last]
    count = units[last:]
    ordered = _ordered(count, _COUNT_ORDER, record)
    # a penalty by ruling below the score is not part of it, so it must not change sides
    yield from ordered if _below_score(ordered) == _below_score(count) else count


def _ordered(units: list[list[Line]], order: Mapping[str, int], record: Record) -> list[list[Line]]:
    """Order set-up or count; with a line that was lost they stay as they are."""
    if _has_lost_line(units):
        return units
    return sorted(units, key=lambda unit: _rank(unit[0].statement, order, record))


def _has_lost_line(units: Sequence[Sequence[Line]]) -> bool:
    return any(isinstance(line.statement, Unread) for unit in units for line in unit)


def _below_score(units: Sequence[Sequence[Line]]) -> int:
    """Return how many penalties by ruling stand below the score."""
    statements = [line.statement for unit in units for line in unit]
    words = ["extra" if _is_extra(statement) else _keyword(statement) for statement in statements]
    return words[words.index("score") :].count("extra") if "score" in words else 0


def _is_extra(statement: Statement) -> bool:
    return isinstance(statement, Ruling) and statement.kind == "penalty"


def _keyword(statement: Statement) -> str:
    match statement:
        case Who(keyword=keyword) | CardList(keyword=keyword) | Values(keyword=keyword):
            return keyword
        case SeatCards(keyword=keyword) | Plain(keyword=keyword) | Ending(keyword=keyword):
            return keyword
        case Trumps():
            return "trumps"
        case Gives():
            return "gives"
        case Pot():
            return "pot"
        case _:
            return ""


def _rank(statement: Statement, order: Mapping[str, int], record: Record) -> tuple[int, int]:
    place = 0
    if isinstance(statement, SeatCards | Gives):
        names = (*record.seats, *record.side_names)
        name = statement.seat.text
        place = names.index(name) if name in names else len(names)
    return order[_keyword(statement)], place


# -- lines


def _unit_lines(unit: Sequence[Line], record: Record) -> Iterator[str]:
    for line in unit:
        yield from (_remark(text) for text in line.remarks)
        text, below = statement_text(line, record)
        if isinstance(line.statement, FormatLine) and line is not record.header[0]:
            # in column 1 it would begin a record
            text = f" {text}"
        if line.remark is not None:
            text += f"{GAP}{_remark(line.remark)}"
        yield text
        yield from (_comment(comment) for comment in below)


def _remark(text: str) -> str:
    return f"; {unicodedata.normalize('NFC', text)}" if text else ";"


def statement_text(line: Line, record: Record) -> tuple[str, list[str]]:
    """Return the canonical line of a statement, and the commentary that stands below it."""
    items = len(_items(line.statement))
    inline: dict[int, list[str]] = {}
    whole: list[str] = []
    for comment in line.comments:
        if comment.item is not None and comment.item < items:
            inline.setdefault(comment.item, []).append(comment.text)
        else:
            whole.append(comment.text)
    order = list(range(items))
    statement = line.statement
    if isinstance(statement, Values | Pot | Trumps | Ruling):
        order.sort(key=lambda place: _side_place(statement, place, record))
    text = _Writer(record, inline, order).text(statement)
    if isinstance(statement, FormatLine | Extension) or items:
        return text, whole
    return " ".join([text, *map(_comment, whole)]), []


def _side_place(statement: Values | Pot | Trumps | Ruling, place: int, record: Record) -> int:
    names = (*record.side_names, *record.seats)
    name = (
        statement.suits[place][0].text
        if isinstance(statement, Trumps)
        else statement.values[place].side.text
    )
    return names.index(name) if name in names else len(names) + place


def _items(statement: Statement) -> tuple[tuple[int, int], ...]:
    return item_places(statement)


class _Writer:
    """Writes one statement; ``inline`` holds the commentary of its items."""

    def __init__(self, record: Record, inline: dict[int, list[str]], order: list[int]) -> None:
        self.record = record
        self.inline = inline
        self.order = order

    def _items(self, parts: Sequence[str], first: int = 0) -> str:
        """Join items in order, each followed by its commentary."""
        return GAP.join(
            " ".join([parts[at - first], *map(_comment, self.inline.get(at, ()))])
            for at in self.order
            if 0 <= at - first < len(parts)
        )

    def text(self, statement: Statement) -> str:
        match statement:
            case FormatLine(version=version):
                return f"%kozel {version}"
            case Tag():
                return self._tag(statement)
            case DealLine(number=number):
                return f"deal {_number(number)}"
            case Who(keyword=keyword, who=who):
                return f"{keyword} {_name(who)}"
            case Trumps(suits=suits):
                parts = [f"{name.text}: {suit.text}" for name, suit in suits]
                return f"trumps {self._items(parts)}"
            case CardList(keyword=keyword, cards=cards):
                return f"{keyword} {_cards(cards)}"
            case SeatCards(keyword=keyword, seat=seat, cards=cards):
                return f"{keyword} {seat.text}: {_cards(cards)}"
            case Gives(seat=seat, cards=cards, to=to):
                target = "stock" if to is None else to.text
                return f"gives {seat.text}: {_cards(cards)} > {target}"
            case Shows(seat=seat, word=word, cards=cards):
                return f"shows {seat.text}: {word} {_cards(cards)}"
            case Trick():
                return self._trick(statement)
            case Draws(entries=entries):
                return f"draws {self._draws(entries)}"
            case Reveals(number=number, seat=seat, cards=cards):
                return f"reveals {_number(number)}. {seat.text}: {_cards(cards)}"
            case Values(keyword=keyword, values=values):
                return f"{keyword} {self._items(_values(values))}"
            case Pot(values=values, left=left):
                rest = f"- {_number(left)}" if left is not None else self._items(_values(values))
                return f"pot {rest}"
            case Plain(keyword=keyword):
                return keyword
            case Ending(keyword=keyword, reason=reason):
                return keyword if reason is None else f"{keyword} {quoted(reason)}"
            case PlayerLine(seat=seat, player=player):
                return f"player {seat.text} {'?' if player is None else quoted(player)}"
            case TimeLine(text=text):
                return f"time {'?' if text is None else quoted(text)}"
            case Ruling():
                return self._ruling(statement)
            case Extension(text=text):
                return text.rstrip(" \t")
            case Unread(raw=raw):
                whole = raw + line_end(raw)
                return whole.removesuffix(b"\n").decode("utf-8", "surrogateescape")

    def _tag(self, tag: Tag) -> str:
        text, record = tag.text, self.record
        rules = record.rules
        if tag.name == "Rules" and rules is not None and text == record.rules_text:
            options = [f"{name}={value}" for name, value in rules.written_options().items()]
            text = " ".join([rules.id, *options])
        elif tag.name == "Seats" and text.split() == list(record.seats):
            text = " ".join(record.seats)
        subject = "" if tag.subject is None else f"{tag.subject.text} "
        return f"[{tag.name} {subject}{quoted(text)}]"

    def _trick(self, trick: Trick) -> str:
        number = f"{_number(trick.number)}{'...' if trick.continues else '.'}"
        plays = trick.plays
        played = "?" if plays is None else self._items([_play(play) for play in plays])
        text = f"{number} {played}"
        if trick.claim is not None:
            at = len(plays or ())
            comments = map(_comment, self.inline.get(at, ()))
            text += GAP + " ".join([f"> {_claim(trick.claim)}", *comments])
        return text

    def _draws(self, entries: Sequence[Drawing] | Blank) -> str:
        if isinstance(entries, Blank):
            return entries.value
        return self._items([f"{entry.seat.text}: {_cards(entry.cards)}" for entry in entries])

    def _ruling(self, ruling: Ruling) -> str:
        words = ["ruling", ruling.kind]
        if ruling.number is not None:
            words.append(_number(ruling.number))
        if ruling.to is not None:
            words.extend([">", ruling.to.text])
        if ruling.values:
            words.append(self._items(_values(ruling.values)))
        if ruling.text is not None:
            words.append(quoted(ruling.text))
        return " ".join(words)


def _name(name: Name | None) -> str:
    return "?" if name is None else name.text


def _number(number: Number) -> str:
    return "?" if number.value is None else str(number.value)


def _cards(cards: Cards) -> str:
    return cards.value if isinstance(cards, Blank) else " ".join(card.text for card in cards)


def _values(values: Sequence[SideValue]) -> list[str]:
    return [f"{value.side.text}: {_number(value.value)}" for value in values]


def _claim(claim: Claim) -> str:
    points = "" if claim.points is None else f" {_number(claim.points)}"
    return f"{_name(claim.who)}{points}"


def _play(play: Play) -> str:
    match play.what:
        case Laid(groups=groups):
            what = _groups(groups)
        case Cover(cover=cover, lead=lead):
            what = f"{_groups(cover)} / {_groups(lead) if lead else '-'}"
        case Takes(count=count, cards=cards):
            what = f"takes {_number(count)}{_taken(count, cards)}"
        case Blank() as blank:
            what = blank.value
    return f"{play.seat.text}: {what}"


def _taken(count: Number, cards: Sequence[CardWord]) -> str:
    """Write the list of a pick-up, unless it says nothing (section 7.6)."""
    return f" ({_cards(tuple(cards))})" if says_something(count, cards) else ""


def says_something(count: Number, cards: Sequence[CardWord]) -> bool:
    """Whether the list of a pick-up says more than its number."""
    is_blank = all(card.text == "?" for card in cards)
    return bool(cards) and not (is_blank and len(cards) == count.value)


def _groups(groups: Sequence[Group]) -> str:
    return " ".join(
        f"({_cards(group.cards)})" if group.hidden else _cards(group.cards) for group in groups
    )


def _comment(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("}", "\\}")
    return f"{{{escaped}}}"


_SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = {"\u2028", "\u2029", "\u061c", "\u200e", "\u200f"} | {
    chr(point)
    for low, high in ((0x00, 0x20), (0x7F, 0xA0), (0x202A, 0x202F), (0x2066, 0x206A))
    for point in range(low, high)
}


def quoted(text: str) -> str:
    """Return a text as a JSON string with the canonical escapes (section 7.8)."""
    letters = (
        _SHORT.get(letter) or (f"\\u{ord(letter):04x}" if letter in _ESCAPED else letter)
        for letter in unicodedata.normalize("NFC", text)
    )
    return f'"{"".join(letters)}"'
