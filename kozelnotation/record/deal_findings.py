"""What a deal says of itself that is not so: findings on its lines, seats and cards.

Source: notation, sections 3 and 4.
"""

from abc import ABC, abstractmethod
from typing import Generic

from kozelnotation.cards.card import MASKS
from kozelnotation.diag.code import Code
from kozelnotation.diag.finding import Address, Finding, Related, Span
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.events import Masks
from kozelnotation.record import codes
from kozelnotation.record.header import keyword_of
from kozelnotation.record.lowered import LoweredDeal, OwnEvent
from kozelnotation.record.model import Record
from kozelnotation.syntax.nodes import Blank, Cards, CardWord, Line, Name


class DealFindings(ABC, Generic[OwnEvent]):
    """The findings of one deal while its lines are lowered."""

    def __init__(self, record: Record, deal: LoweredDeal[OwnEvent]) -> None:
        self.record = record
        self.deal: LoweredDeal[OwnEvent] = deal
        self.text = deal.text
        self.seats = {name: place for place, name in enumerate(record.seats)}
        self.sides = set(record.side_names)
        self.findings: list[Finding] = []

    @abstractmethod
    def address(self, number: int | None, seat: str | None) -> Address:
        """Return the address of a finding in a trick or turn of this deal."""

    # -- findings

    def add(
        self,
        code: Code,
        line: Line,
        start: int,
        end: int,
        args: dict[str, str | int] | None = None,
        variant: str = "",
        *,
        number: int | None = None,
        seat: str | None = None,
        related: tuple[Related, ...] = (),
        expected: str | None = None,
        found: str | None = None,
        clause: str | None = None,
    ) -> None:
        """Write down a finding; ``number`` is the trick or turn."""
        self.findings.append(
            Finding(
                code,
                Span(line.number, start, end),
                self.address(number, seat),
                args or {},
                variant,
                clause,
                related=related,
                expected=expected,
                found=found,
            )
        )

    def misplaced(self, line: Line, variant: str) -> None:
        """Report a statement that may not stand where it stands."""
        args: dict[str, str | int] = {"what": keyword_of(line.statement)}
        self.add(codes.STATEMENT_OUT_OF_PLACE, line, line.start, line.end, args, variant)

    def of_another_game(self, line: Line) -> None:
        """Report a statement that this game does not have."""
        args: dict[str, str | int] = {"what": keyword_of(line.statement)}
        self.add(codes.STATEMENT_OF_ANOTHER_GAME, line, line.start, line.end, args)

    def repeated(self, line: Line, what: str, first: Line | None = None) -> None:
        """Report a statement that stands a second time."""
        related: tuple[Related, ...] = ()
        if first is not None:
            related = (Related(Span(first.number, first.start, first.end), "first_statement"),)
        self.add(
            codes.REPEATED_STATEMENT, line, line.start, line.end, {"what": what}, related=related
        )

    def missing_statement(self, what: str) -> None:
        """Report a statement that the deal should have."""
        head = self.text.head
        self.add(codes.MISSING_STATEMENT, head, head.start, head.end, {"what": what}, "deal")

    def unknown_seat(self, name: Name, known: str, line: Line, number: int | None = None) -> None:
        """Report a name that nobody at this table has."""
        args: dict[str, str | int] = {"name": name.text, "known": known}
        self.add(codes.UNKNOWN_SEAT, line, name.start, name.end, args, number=number)

    # -- seats and cards

    def seat(self, name: Name, *, line: Line, number: int | None = None) -> int | None:
        """Return the place of a seat; None, with a finding, for one that is not there."""
        seat = self.seats.get(name.text)
        if seat is None:
            self.unknown_seat(name, " ".join(self.record.seats), line, number)
        return seat

    def side(self, name: Name, line: Line) -> str | None:
        """Return the name of a side; None, with a finding, for one that is not there."""
        if name.text in self.sides:
            return name.text
        self.unknown_seat(name, " ".join(self.record.side_names), line)
        return None

    def masks(
        self, cards: Cards, line: Line, number: int | None = None, seat: str | None = None
    ) -> Masks | None:
        """Return the masks of cards, None for what is not written down."""
        if isinstance(cards, Blank):
            if cards is Blank.NOT_WRITTEN:
                self.deal.gaps.append(line)
                return None
            return ()
        return tuple(self.mask(card, line, number, seat) for card in cards)

    def mask(
        self, card: CardWord, line: Line, number: int | None = None, seat: str | None = None
    ) -> int:
        """Return the mask of a card, empty, with a finding, for one of another pack."""
        mask = MASKS[card.text]
        if mask == 0:
            rules = self.record.rules
            self.add(
                pack_codes.CARD_NOT_IN_PACK,
                line,
                card.start,
                card.end,
                {"card": card.text},
                number=number,
                seat=seat,
                clause=None if rules is None else f"{rules.short} 1.1",
            )
        return mask
