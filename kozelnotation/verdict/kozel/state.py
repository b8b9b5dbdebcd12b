"""A deal while it is judged, and what is carried from deal to deal.

Source: rules, section 5; verdicts, section 1.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kozelnotation.cards.card import ALL
from kozelnotation.diag.finding import Address
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
from kozelnotation.verdict.judging import Course, DealJudging


@dataclass(slots=True, kw_only=True)
class Running(Course):
    """What is carried from deal to deal."""

    match: Match
    pot: int | None = 0
    """What lies in the pot of the money game, None if nobody knows."""
    over_reported: bool = False


class Deal(DealJudging):
    """A deal of Kozel while it is judged."""

    lowered: KozelDeal

    def __init__(self, record: Record, rules: KozelRules, running: Running, text: DealText) -> None:
        self.lowered, found = lower_deal(record, text, running.seen_once)
        super().__init__(record, rules.short, text, found)
        self.rules = rules
        self.running = running
        self.sides = record.sides
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

    def address(self, number: int | None, seat: str | None) -> Address:
        """Return the address of a finding in a trick of this deal."""
        return Address(deal=self.text.number, trick=number, seat=seat)

    def side(self, seat: int) -> int:
        """Return the side of a seat."""
        return next(place for place, side in enumerate(self.sides) if seat in side)

    def is_final(self) -> bool:
        """Whether nothing can be added any more to what the sides have taken."""
        return bool(self.replay.is_over) or self.replay.stopped is not None

    def total(self) -> int:
        """Return the card points in the pack, without cards that were missing from it."""
        return TOTAL - card_points(ALL & ~self.replay.table.pack)


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
