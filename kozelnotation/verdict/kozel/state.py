"""A deal while it is judged, and what is carried from deal to deal.

Source: rules, section 5; verdicts, section 1.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from kozelnotation.cards.card import ALL
from kozelnotation.diag.code import Code
from kozelnotation.diag.finding import Address, Finding, Related, Span
from kozelnotation.games.kozel.events import Trick as TrickEvent
from kozelnotation.games.kozel.order import card_points
from kozelnotation.games.kozel.replay.engine import replay_deal
from kozelnotation.games.kozel.replay.tracking import Knowledge
from kozelnotation.games.kozel.rulesets import KozelRules
from kozelnotation.games.kozel.scoring import (
    TOTAL,
    Match,
)
from kozelnotation.record.lower_kozel import KozelDeal, lower_deal
from kozelnotation.record.model import DealText, Record
from kozelnotation.syntax.nodes import (
    Line,
    Plain,
    Ruling,
    Values,
    Who,
)
from kozelnotation.verdict.claims import ClaimBook
from kozelnotation.verdict.report import (
    DealReport,
)


@dataclass(slots=True)
class Running:
    """What is carried from deal to deal."""

    match: Match
    number: int | None = None
    """The number written for the deal before."""
    other_number: int | None = None
    """The number that should have been written for the deal before, if another one was."""
    dealer: int | None = None
    """The dealer written for the deal before."""
    dealer_is_free: bool = True
    same_dealer: bool = False
    distance: list[int] = field(default_factory=list)
    """How far the written score is from the computed one, by side."""
    pot: int | None = 0
    """What lies in the pot of the money game, None if nobody knows."""
    over_reported: bool = False
    seen_once: set[str] = field(default_factory=set)


class Deal:
    """A deal while it is judged."""

    def __init__(self, record: Record, rules: KozelRules, running: Running, text: DealText) -> None:
        self.record = record
        self.rules = rules
        self.running = running
        self.sides = record.sides
        self.names = record.side_names
        self.text = text
        self.lowered, found = lower_deal(record, text, running.seen_once)
        self.findings: list[Finding] = found
        self.report = DealReport(text.number, text.head.number)
        self.book = ClaimBook(text.number, rules.short)
        self.out = _out(running.match, record.sides, self.lowered)
        self.report.sitting_out = tuple(record.seats[seat] for seat in sorted(self.out))
        self.active = [
            side
            for side, seats in enumerate(record.sides)
            if not any(seat in self.out for seat in seats)
        ]
        self.replay = replay_deal(
            rules,
            record.seats,
            self.lowered.set_up,
            self.lowered.events,
            out=self.out,
            is_followed=text is not record.deals[-1],
        )
        self.knowledge = Knowledge.not_needed()
        self.ranges: list[tuple[int, int]] | None = None
        self.options: set[tuple[int, ...]] = set()
        """The penalties that the deal can cost, as far as it is played out."""
        self.shown: list[int | None] = [None] * len(self.sides)
        """The cards that a side showed at the count, if they are what it can have taken."""

    def add(
        self,
        code: Code,
        line: Line,
        start: int,
        end: int,
        args: dict[str, str | int],
        *,
        variant: str = "",
        seat: str | None = None,
        clause: str | None = None,
        expected: str | None = None,
        found: str | None = None,
        related: tuple[Related, ...] = (),
    ) -> None:
        """Write down a finding on this deal."""
        self.findings.append(
            Finding(
                code,
                Span(line.number, start, end),
                Address(deal=self.text.number, seat=seat),
                args,
                variant,
                clause=None if clause is None else f"{self.rules.short} {clause}",
                expected=expected,
                found=found,
                related=related,
            )
        )

    def side(self, seat: int) -> int:
        """Return the side of a seat."""
        return next(place for place, side in enumerate(self.sides) if seat in side)

    def is_final(self) -> bool:
        """Whether nothing can be added any more to what the sides have taken."""
        return bool(self.replay.is_over) or self.replay.stopped is not None

    def total(self) -> int:
        """Return the card points in the pack, without cards that were missing from it."""
        return TOTAL - card_points(ALL & ~self.replay.table.pack)

    def claimed(self, keyword: str) -> tuple[Line, Values] | None:
        """Return the statement of the count that begins with a word."""
        for line in self.lowered.claims:
            statement = line.statement
            if isinstance(statement, Values) and statement.keyword == keyword:
                return line, statement
        return None


def _out(match: Match, sides: Sequence[tuple[int, ...]], lowered: KozelDeal) -> frozenset[int]:
    """Return the seats whose players are out; read from the deal if a score is not known."""
    out = frozenset(
        seat for side, seats in enumerate(sides) if side not in match.active for seat in seats
    )
    if out or len(sides) != 3 or None not in match.score:
        return out
    # who takes part in less than half of the tricks is not in the deal
    tricks = [event for event in lowered.events if isinstance(event, TrickEvent) and event.plays]
    seen = Counter(seat for event in tricks for seat in {play.seat for play in event.plays or ()})
    absent = frozenset(seat for seat in range(3) if 2 * seen[seat] < len(tricks))
    return absent if len(absent) == 1 else out


def whole(value: int | None) -> int:
    """Return a number that is known to be known."""
    return value if value is not None else 0


def has_result(text: DealText) -> bool:
    """Whether a deal has a statement of the count."""
    return any(
        isinstance(line.statement, Values | Plain)
        or (isinstance(line.statement, Ruling) and line.statement.kind == "result")
        or (isinstance(line.statement, Who) and line.statement.keyword != "dealer")
        for line in text.lines[1:]
    )
