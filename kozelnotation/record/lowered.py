"""A deal ready for the replay, with the lines that its parts come from."""

from abc import ABC, abstractmethod
from dataclasses import KW_ONLY, dataclass, field
from typing import Generic, TypeVar

from kozelnotation.diag.finding import Span
from kozelnotation.games.contract import SET_UP, Part
from kozelnotation.games.events import CommonEvent
from kozelnotation.record.model import DealText
from kozelnotation.syntax.nodes import CardWord, Gives, Line, Reveals, SeatCards, Statement, Trick

OwnEvent = TypeVar("OwnEvent")
"""The events that one game alone has."""


@dataclass(slots=True)
class LoweredDeal(ABC, Generic[OwnEvent]):
    """What both games keep of a deal; each adds its set-up."""

    text: DealText
    _: KW_ONLY
    dealer_line: Line | None = None
    set_up_lines: dict[Part, Line] = field(default_factory=dict)
    set_up_places: dict[Part, Span] = field(default_factory=dict)
    events: list[OwnEvent | CommonEvent] = field(default_factory=list)
    event_lines: list[Line] = field(default_factory=list)
    claims: list[Line] = field(default_factory=list)
    """Lines that claim something of the count or the result, and plays with a claim."""
    rulings: list[Line] = field(default_factory=list)
    """Rulings on penalties; the others are events."""
    all_rulings: list[Line] = field(default_factory=list)
    gaps: list[Line] = field(default_factory=list)
    """Lines with something that is not written down."""
    has_result: bool = False
    lost_play: bool = False
    lost_dealer: bool = False

    @abstractmethod
    def own_place(self, statement: Statement, part: Part) -> tuple[int, int] | None:
        """Return where a part that this game alone has stands in its line; None for any other."""

    def place(self, event: int, part: Part) -> Span:
        """Return where a part of an event, or of the set-up, stands in the text."""
        if event == SET_UP:
            return self._set_up_place(part)
        line = self.event_lines[event]
        start, end = (
            self.own_place(line.statement, part)
            or _common_place(line.statement, part)
            or (line.start, line.end)
        )
        return Span(line.number, start, end)

    def _set_up_place(self, part: Part) -> Span:
        if part in self.set_up_places:
            return self.set_up_places[part]
        for length in (len(part), len(part) - 1):
            line = self.set_up_lines.get(part[:length])
            if line is None:
                continue
            cards = getattr(line.statement, "cards", None)
            if length < len(part) and isinstance(cards, tuple):
                card: CardWord = cards[int(part[-1])]
                return Span(line.number, card.start, card.end)
            start, end = getattr(line.statement, "start", 0), getattr(line.statement, "end", 0)
            return Span(line.number, start or line.start, end or line.end)
        head = self.text.head
        return Span(head.number, head.start, head.end)


def _common_place(statement: Statement, part: Part) -> tuple[int, int] | None:
    match statement, part:
        case Trick(plays=plays), ("play", int(place)) if plays:
            return plays[place].start, plays[place].end
        case Trick(plays=plays), ("seat", int(place)) if plays:
            return plays[place].seat.start, plays[place].seat.end
        case Trick(claim=claim), ("claim",) if claim is not None:
            return claim.start, claim.end
        case SeatCards(cards=tuple() as cards), ("card", int(at)):
            return cards[at].start, cards[at].end
        case ((Reveals(cards=cards) | Gives(cards=cards)), ("card", int(at))):
            return cards[at].start, cards[at].end
        case _:
            return None
