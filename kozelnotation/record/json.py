"""A record as JSON and back; schemas/record.schema.json describes it.

An unknown name or number is the string ``"?"``, cards that are not written down are
null, nothing is the empty list. Remarks and layout are not carried. A line that could
not be read is carried as it stands; if it is the line that begins the record or a deal,
``format`` or ``number`` is null and it comes first in ``header`` or ``statements``.

Source: notation, section 6.
"""

import base64
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from kozelnotation.record.header import place_record
from kozelnotation.record.model import DealText, Record
from kozelnotation.record.write import line_end, says_something, written
from kozelnotation.syntax.blocks import Block, RawLine, cut
from kozelnotation.syntax.nodes import (
    Blank,
    CardList,
    Cards,
    CardWord,
    Claim,
    Comment,
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
    RecordText,
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
)
from kozelnotation.syntax.read import ReadRecord, read_record

SCHEMA = "kozel-record/1"
Json = dict[str, Any]
"""A JSON object; its values are what json.dumps takes and json.loads gives."""


class NotWritableError(ValueError):
    """The JSON fits the schema, but the notation cannot say what it says."""


def record_to_json(record: Record) -> Json:
    """Return a record as JSON. Statements are in canonical order."""
    ordered = _read_again(record)
    lines = ordered.header if ordered.read.is_supported else ordered.read.text.lines
    version, comments, header = _opened(lines)
    return {
        "schema": SCHEMA,
        "type": "record",
        "format": version,
        "comments": comments,
        "header": [statement_to_json(line) for line in header],
        "deals": [_deal(deal) for deal in ordered.deals],
    }


def _opened(lines: Sequence[Line]) -> tuple[int | None, list[str], Sequence[Line]]:
    """Split off the line that begins a record or a deal, if it could be read."""
    first = lines[0]
    match first.statement:
        case FormatLine(version=number) | DealLine(number=Number(value=number)):
            return number, _whole(first), lines[1:]
        case _:
            return None, [], lines


def _deal(deal: DealText) -> Json:
    number, comments, lines = _opened(deal.lines)
    return {
        "type": "deal",
        "number": number,
        "comments": comments,
        "statements": [statement_to_json(line) for line in lines],
    }


def _read_again(record: Record) -> Record:
    """Return the record as it is read from its canonical text; raises NotWritableError."""
    block, *others = cut(written(record))
    again = place_record(read_record(block))
    lost = _unread_lines(again) - _unread_lines(record)
    gone = _unread_lines(record) - _unread_lines(again)
    for raw in (*lost, *gone):
        text = raw.decode("utf-8", "replace")
        raise NotWritableError(
            f"`{text}` cannot be read again" if raw in lost else f"`{text}` can be read"
        )
    if others:
        raise NotWritableError("a line begins another record")
    return again


def _unread_lines(record: Record) -> Counter[bytes]:
    return Counter(
        line.statement.raw
        for line in record.read.text.lines
        if isinstance(line.statement, Unread) and line.statement.raw.strip(b" \t")
    )


def statement_to_json(line: Line) -> Json:
    """Return one statement with its commentary."""
    return {**_body(line.statement, _Inline(line)), "comments": _whole(line)}


class _Inline:
    """The commentary of the items of a line."""

    def __init__(self, line: Line) -> None:
        self.comments = line.comments

    def of(self, item: int) -> list[str]:
        """Return the commentary of an item."""
        return [comment.text for comment in self.comments if comment.item == item]


def _whole(line: Line) -> list[str]:
    return [comment.text for comment in line.comments if comment.item is None]


def _body(statement: Statement, inline: _Inline) -> Json:
    match statement:
        case FormatLine(version=version):
            return {"type": "format", "version": version}
        case Tag(name=name, subject=subject, text=text):
            of = None if subject is None else subject.text
            return {"type": "tag", "name": name, "subject": of, "text": text}
        case DealLine():
            raise AssertionError("a deal is no statement of a deal")
        case Who(keyword=keyword, who=who):
            return {"type": keyword, "who": _who(who)}
        case Trumps(suits=suits):
            return {
                "type": "trumps",
                "suits": [
                    {
                        "type": "suit",
                        "seat": name.text,
                        "suit": suit.text,
                        "comments": inline.of(at),
                    }
                    for at, (name, suit) in enumerate(suits)
                ],
            }
        case CardList(keyword=keyword, cards=cards):
            return {"type": keyword, "cards": _cards(cards)}
        case SeatCards(keyword=keyword, seat=seat, cards=cards):
            return {"type": keyword, "seat": seat.text, "cards": _cards(cards)}
        case Gives(seat=seat, cards=cards, to=to):
            return {
                "type": "gives",
                "seat": seat.text,
                "cards": _cards(cards),
                "to": None if to is None else to.text,
            }
        case Shows(seat=seat, word=word, cards=cards):
            return {"type": "shows", "seat": seat.text, "word": word, "cards": _cards(cards)}
        case Trick():
            return _trick(statement, inline)
        case Draws(entries=entries):
            return {"type": "draws", **_draws(entries, inline)}
        case Reveals(number=number, seat=seat, cards=cards):
            return {
                "type": "reveals",
                "number": _number(number),
                "seat": seat.text,
                "cards": _cards(cards),
            }
        case Values(keyword=keyword, values=values):
            return {"type": keyword, "values": _values(values, inline)}
        case Pot(values=values, left=left):
            return {
                "type": "pot",
                "values": _values(values, inline),
                "left": None if left is None else _number(left),
            }
        case Plain(keyword=keyword):
            return {"type": keyword}
        case Ending(keyword=keyword, reason=reason):
            return {"type": keyword, "reason": reason}
        case PlayerLine(seat=seat, player=player):
            return {"type": "player", "seat": seat.text, "player": player}
        case TimeLine(text=text):
            return {"type": "time", "time": text}
        case Ruling(kind=kind, number=number, to=to, values=values, text=text):
            return {
                "type": "ruling",
                "kind": kind,
                "number": None if number is None else _number(number),
                "to": None if to is None else to.text,
                "values": _values(values, inline),
                "text": text,
            }
        case Extension(text=text):
            return {"type": "extension", "text": text}
        case Unread(raw=raw):
            return _unread(raw)


def _unread(raw: bytes) -> Json:
    try:
        return {"type": "unread", "text": raw.decode("utf-8"), "base64": None}
    except UnicodeDecodeError:
        return {"type": "unread", "text": None, "base64": base64.b64encode(raw).decode()}


def _who(name: Name | None) -> str:
    return "?" if name is None else name.text


def _number(number: Number) -> int | str:
    return "?" if number.value is None else number.value


def _cards(cards: Cards) -> list[str] | None:
    if isinstance(cards, Blank):
        return None if cards is Blank.NOT_WRITTEN else []
    return [card.text for card in cards]


def _values(values: Sequence[SideValue], inline: _Inline) -> list[Json]:
    return [
        {
            "type": "value",
            "side": value.side.text,
            "value": _number(value.value),
            "comments": inline.of(at),
        }
        for at, value in enumerate(values)
    ]


def _draws(entries: Sequence[Drawing] | Blank, inline: _Inline) -> Json:
    if isinstance(entries, Blank):
        return {"entries": None if entries is Blank.NOT_WRITTEN else []}
    return {
        "entries": [
            {
                "type": "entry",
                "seat": entry.seat.text,
                "cards": _cards(entry.cards),
                "comments": inline.of(at),
            }
            for at, entry in enumerate(entries)
        ]
    }


def _trick(trick: Trick, inline: _Inline) -> Json:
    claim = trick.claim
    plays = trick.plays
    return {
        "type": "trick",
        "number": _number(trick.number),
        "continues": trick.continues,
        "plays": None
        if plays is None
        else [
            {
                "type": "play",
                "seat": play.seat.text,
                **_what(play),
                "comments": inline.of(at),
            }
            for at, play in enumerate(plays)
        ],
        "claim": None
        if claim is None
        else {
            "type": "claim",
            "winner": _who(claim.who),
            "points": None if claim.points is None else _number(claim.points),
            "comments": inline.of(len(plays or ())),
        },
    }


def _what(play: Play) -> Json:
    match play.what:
        case Laid(groups=groups):
            return {"kind": "laid", "groups": _groups(groups)}
        case Cover(cover=cover, lead=lead):
            return {"kind": "cover", "groups": _groups(cover), "lead": _groups(lead)}
        case Takes(count=count, cards=cards):
            listed = _cards(cards) if says_something(count, cards) else None
            return {"kind": "takes", "count": _number(count), "cards": listed}
        case Blank.NOT_WRITTEN:
            return {"kind": "not-written"}
        case Blank.NOTHING:
            return {"kind": "nothing"}


def _groups(groups: Sequence[Group]) -> list[Json]:
    return [
        {"type": "group", "cards": _cards(group.cards), "hidden": group.hidden} for group in groups
    ]


# -- and back


def record_from_json(value: Mapping[str, Any]) -> Record:
    """Return the record of a JSON object that the schema accepts.

    It is what its canonical text is read as. Raises NotWritableError if that is not
    what the JSON says.
    """
    lines = list(_lines(value))
    raws = [line.statement.raw for line in lines if isinstance(line.statement, Unread)]
    if value["format"] is not None:
        raws = [f"%kozel {int(value['format'])}".encode()]
    block = Block([_raw_line(number, raw) for number, raw in enumerate(raws, 1)])
    read = read_record(block)
    if read.is_supported:
        read = ReadRecord(block, RecordText(lines))
    elif len(raws) < len(lines):
        raise NotWritableError("in a record of an unknown format no statement can be read")
    return _read_again(place_record(read))


def _raw_line(number: int, raw: bytes) -> RawLine:
    return RawLine(number, 0, raw, line_end(raw))


def _lines(value: Mapping[str, Any]) -> Iterator[Line]:
    if value["format"] is not None:
        yield Line(FormatLine(int(value["format"])), comments=_comments(value["comments"]))
    yield from map(_line, value["header"])
    for deal in value["deals"]:
        if deal["number"] is not None:
            head = DealLine(_read_number(deal["number"]))
            yield Line(head, comments=_comments(deal["comments"]))
        yield from map(_line, deal["statements"])


def _comments(texts: Sequence[str], item: int | None = None) -> list[Comment]:
    return [Comment(text, item) for text in texts]


def _line(value: Mapping[str, Any]) -> Line:
    comments = [
        comment
        for at, item in enumerate(_items(value))
        for comment in _comments(item.get("comments", ()), at)
    ]
    return Line(_READERS[value["type"]](value), comments=comments + _comments(value["comments"]))


def _items(value: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for key in ("suits", "entries", "values", "plays"):
        yield from value.get(key) or ()
    claim = value.get("claim")
    if claim is not None:
        yield claim


def _read_number(value: int | str) -> Number:
    return Number(None if value == "?" else int(value))


def _read_name(value: str) -> Name | None:
    return None if value == "?" else Name(value)


def _read_cards(value: Sequence[str] | None) -> Cards:
    if value is None:
        return Blank.NOT_WRITTEN
    return tuple(CardWord(text) for text in value) or Blank.NOTHING


def _read_words(value: Sequence[str] | None) -> tuple[CardWord, ...]:
    return tuple(CardWord(text) for text in value or ())


def _read_values(value: Mapping[str, Any]) -> tuple[SideValue, ...]:
    return tuple(
        SideValue(Name(item["side"]), _read_number(item["value"])) for item in value["values"]
    )


def _read_groups(value: Sequence[Mapping[str, Any]]) -> tuple[Group, ...]:
    return tuple(Group(_read_words(group["cards"]), group["hidden"]) for group in value)


def _read_play(value: Mapping[str, Any]) -> Play:
    seat = Name(value["seat"])
    match value["kind"]:
        case "laid":
            return Play(seat, Laid(_read_groups(value["groups"])))
        case "cover":
            return Play(seat, Cover(_read_groups(value["groups"]), _read_groups(value["lead"])))
        case "takes":
            return Play(seat, Takes(_read_number(value["count"]), _read_words(value["cards"])))
        case "not-written":
            return Play(seat, Blank.NOT_WRITTEN)
        case _:
            return Play(seat, Blank.NOTHING)


def _read_trick(value: Mapping[str, Any]) -> Trick:
    claim = value["claim"]
    plays = value["plays"]
    return Trick(
        _read_number(value["number"]),
        value["continues"],
        None if plays is None else tuple(_read_play(play) for play in plays),
        None
        if claim is None
        else Claim(
            _read_name(claim["winner"]),
            None if claim["points"] is None else _read_number(claim["points"]),
        ),
    )


def _read_draws(value: Mapping[str, Any]) -> Draws:
    entries = value["entries"]
    if entries is None:
        return Draws(Blank.NOT_WRITTEN)
    if not entries:
        return Draws(Blank.NOTHING)
    return Draws(
        tuple(Drawing(Name(entry["seat"]), _read_cards(entry["cards"])) for entry in entries)
    )


def _read_unread(value: Mapping[str, Any]) -> Unread:
    if value["text"] is not None:
        return Unread(value["text"].encode())
    return Unread(base64.b64decode(value["base64"]))


def _read_ruling(value: Mapping[str, Any]) -> Ruling:
    number, to = value["number"], value["to"]
    return Ruling(
        value["kind"],
        None if number is None else _read_number(number),
        None if to is None else Name(to),
        _read_values(value),
        value["text"],
    )


def _who_reader(value: Mapping[str, Any]) -> Who:
    return Who(value["type"], _read_name(value["who"]))


def _list_reader(value: Mapping[str, Any]) -> CardList:
    return CardList(value["type"], _read_cards(value["cards"]))


def _seat_reader(value: Mapping[str, Any]) -> SeatCards:
    return SeatCards(value["type"], Name(value["seat"]), _read_cards(value["cards"]))


_READERS: dict[str, Callable[[Mapping[str, Any]], Statement]] = {
    "format": lambda v: FormatLine(int(v["version"])),
    "tag": lambda v: Tag(
        v["name"], None if v["subject"] is None else Name(v["subject"]), v["text"]
    ),
    **dict.fromkeys(("dealer", "starter", "loser", "winner"), _who_reader),
    "trumps": lambda v: Trumps(
        tuple((Name(item["seat"]), CardWord(item["suit"])) for item in v["suits"])
    ),
    **dict.fromkeys(("deck", "stock", "trump", "missing"), _list_reader),
    **dict.fromkeys(("hand", "captured", "exposed"), _seat_reader),
    "gives": lambda v: Gives(
        Name(v["seat"]), _read_words(v["cards"]), None if v["to"] is None else Name(v["to"])
    ),
    "shows": lambda v: Shows(Name(v["seat"]), v["word"], _read_cards(v["cards"])),
    "trick": _read_trick,
    "draws": _read_draws,
    "reveals": lambda v: Reveals(
        _read_number(v["number"]), Name(v["seat"]), _read_words(v["cards"])
    ),
    **dict.fromkeys(
        ("carried", "points", "tricks", "penalty", "score"),
        lambda v: Values(v["type"], _read_values(v)),
    ),
    "pot": lambda v: Pot(_read_values(v), None if v["left"] is None else _read_number(v["left"])),
    **dict.fromkeys(("drawn", "tie"), lambda v: Plain(v["type"])),
    **dict.fromkeys(("unfinished", "annulled"), lambda v: Ending(v["type"], v["reason"])),
    "player": lambda v: PlayerLine(Name(v["seat"]), v["player"]),
    "time": lambda v: TimeLine(v["time"]),
    "ruling": _read_ruling,
    "extension": lambda v: Extension(v["text"]),
    "unread": _read_unread,
}
