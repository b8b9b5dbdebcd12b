"""The statements of the notation as values: what one line says, with its places.

Places are columns of the line in code points, from 0, the end exclusive; in nodes
that do not come from a text they are all 0. Nodes know no game: a seat is a name,
a card is its canonical word, ``None`` in the place of a name or a number is ``?``.

Source: notation, sections 2 to 4.
"""

from dataclasses import dataclass, field
from enum import Enum


class Blank(Enum):
    """What stands where cards could stand."""

    NOT_WRITTEN = "..."
    NOTHING = "-"


@dataclass(frozen=True, slots=True)
class CardWord:
    """A card in canonical spelling: ``10h``, ``?``, ``?h``, ``K?``, ``5h``."""

    text: str
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Name:
    """A seat, or a side as seats joined by ``+``; NFC."""

    text: str
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Number:
    """A number, None for ``?``."""

    value: int | None
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Cards laid together, all face up or all in parentheses."""

    cards: tuple[CardWord, ...]
    hidden: bool
    start: int = 0
    end: int = 0


Cards = tuple[CardWord, ...] | Blank


@dataclass(frozen=True, slots=True)
class Laid:
    """What a seat laid in one go."""

    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Cover:
    """A cover and the lead on top of it; no groups in ``lead`` for ``-``."""

    cover: tuple[Group, ...]
    lead: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Takes:
    """A pick-up, the number of cards and, if written, the cards from the top."""

    count: Number
    cards: tuple[CardWord, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """What one seat did in a trick or a turn."""

    seat: Name
    what: Laid | Cover | Takes | Blank
    start: int = 0
    end: int = 0
    """The cards alone, without the seat."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim after ``>``: who took the trick, and for how many card points."""

    who: Name | None
    points: Number | None
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Drawing:
    """One entry of a ``draws`` line."""

    seat: Name
    cards: Cards
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class SideValue:
    """A number said of one side."""

    side: Name
    value: Number


@dataclass(frozen=True, slots=True)
class FormatLine:
    """``%kozel 1``."""

    version: int


@dataclass(frozen=True, slots=True)
class Tag:
    """``[Name "text"]`` or ``[Name SEAT "text"]``."""

    name: str
    subject: Name | None
    text: str
    start: int = 0
    """Where the string stands."""
    end: int = 0


@dataclass(frozen=True, slots=True)
class DealLine:
    """``deal 3``."""

    number: Number


@dataclass(frozen=True, slots=True)
class Who:
    """``dealer``, ``starter``, ``loser`` and ``winner``: a keyword and a name."""

    keyword: str
    who: Name | None
    start: int = 0
    """Where the name or ``?`` stands."""
    end: int = 0


@dataclass(frozen=True, slots=True)
class Trumps:
    """``trumps N: c  E: d``: each seat's own trump suit, ``?`` for an unknown one."""

    suits: tuple[tuple[Name, CardWord], ...]


@dataclass(frozen=True, slots=True)
class CardList:
    """``deck``, ``stock``, ``trump`` and ``missing``: a keyword and cards."""

    keyword: str
    cards: Cards
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class SeatCards:
    """``hand``, ``captured`` and ``exposed``: cards of a seat or side."""

    keyword: str
    seat: Name
    cards: Cards
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Gives:
    """``gives N: 6d > E``; ``to`` is None for the stock."""

    seat: Name
    cards: tuple[CardWord, ...]
    to: Name | None


@dataclass(frozen=True, slots=True)
class Shows:
    """``shows S: Moskva Ah As 10d 6s``."""

    seat: Name
    word: str
    cards: Cards
    start: int = 0
    """Where the word stands."""
    end: int = 0


@dataclass(frozen=True, slots=True)
class Trick:
    """A numbered line; ``plays`` is None for ``4. ?``."""

    number: Number
    continues: bool
    plays: tuple[Play, ...] | None
    claim: Claim | None


@dataclass(frozen=True, slots=True)
class Draws:
    """``draws E: Ac  S: 10d``, ``draws ...``, ``draws -``."""

    entries: tuple[Drawing, ...] | Blank


@dataclass(frozen=True, slots=True)
class Reveals:
    """``reveals 3. S: 7c 9c``."""

    number: Number
    seat: Name
    cards: tuple[CardWord, ...]


@dataclass(frozen=True, slots=True)
class Values:
    """``carried``, ``points``, ``tricks``, ``penalty``, ``score``."""

    keyword: str
    values: tuple[SideValue, ...]


@dataclass(frozen=True, slots=True)
class Pot:
    """``pot N: 8``; ``pot - 8`` has no takers but ``left``."""

    values: tuple[SideValue, ...]
    left: Number | None


@dataclass(frozen=True, slots=True)
class Plain:
    """``drawn`` and ``tie``."""

    keyword: str


@dataclass(frozen=True, slots=True)
class Ending:
    """``unfinished`` and ``annulled`` with an optional reason."""

    keyword: str
    reason: str | None


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """``player N "Vera"``: who sits there from now on."""

    seat: Name
    player: str | None


@dataclass(frozen=True, slots=True)
class TimeLine:
    """``time "2026-05-17T18:04:30+04:00"``."""

    text: str | None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision: ``stands``, ``void``, ``trick``, ``result`` or ``penalty``."""

    kind: str
    number: Number | None
    to: Name | None
    values: tuple[SideValue, ...]
    text: str | None


@dataclass(frozen=True, slots=True)
class Extension:
    """``x-anything …`` up to the end of the line, kept as it is."""

    text: str


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that could not be read, byte for byte without its line end."""

    raw: bytes


Statement = (
    FormatLine
    | Tag
    | DealLine
    | Who
    | Trumps
    | CardList
    | SeatCards
    | Gives
    | Shows
    | Trick
    | Draws
    | Reveals
    | Values
    | Pot
    | Plain
    | Ending
    | PlayerLine
    | TimeLine
    | Ruling
    | Extension
    | Unread
)


@dataclass(frozen=True, slots=True)
class Comment:
    """A commentary and the part it belongs to: item *n* of its statement, or None for all of it.

    Items are the plays or entries of the statement, then the claim.
    """

    text: str
    item: int | None = None


@dataclass(slots=True)
class Line:
    """A statement in its place, with the remarks and comments around it."""

    statement: Statement
    number: int = 0
    """The line in the file, from 1; 0 if it does not come from a text."""
    start: int = 0
    end: int = 0
    comments: list[Comment] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    """Remarks on lines of their own before the statement."""
    remark: str | None = None
    """The remark at the end of the line."""


@dataclass(slots=True)
class RecordText:
    """The lines of one record, in the order of the text."""

    lines: list[Line]
    closing_remarks: list[str] = field(default_factory=list)
    """Remarks after the last statement."""


def item_places(statement: Statement) -> tuple[tuple[int, int], ...]:
    """Return where the items of a statement that can carry commentary stand."""
    match statement:
        case Trick(plays=plays, claim=claim):
            places = [(play.seat.start, play.end) for play in plays or ()]
            if claim is not None:
                places.append((claim.start, claim.end))
            return tuple(places)
        case Draws(entries=entries) if not isinstance(entries, Blank):
            return tuple((entry.seat.start, entry.end) for entry in entries)
        case Values(values=values) | Pot(values=values) | Ruling(values=values):
            return tuple((value.side.start, value.value.end) for value in values)
        case Trumps(suits=suits):
            return tuple((name.start, suit.end) for name, suit in suits)
        case _:
            return ()
