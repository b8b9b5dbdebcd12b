"""The exchange of the sixes: what is written of it, and what play shows of it.

Source: rules, clauses 7.3 and 7.14; verdicts, section 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from kozelnotation.cards.card import SUIT_SETS, is_known, show_mask
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.contract import Part, Violation
from kozelnotation.games.events import Handed, Lost, Revealed, Ruled, RulingKind
from kozelnotation.games.pack import union
from kozelnotation.games.svoi import codes
from kozelnotation.games.svoi.events import Event, Kind, Trumps, Turn
from kozelnotation.games.svoi.order import SIXES

Hands = Sequence[tuple[int, ...] | None]
"""The hands as dealt, None for one that is not known."""


@dataclass(slots=True)
class Kept:
    """A six that was not handed over, seen where its old holder played it (clause 7.3)."""

    mask: int
    seat: int
    owner: int
    event: int
    part: Part


def first_turn(events: Sequence[Event]) -> int:
    """Return the number of the first turn, or of the end if there is none."""
    return next((at for at, event in enumerate(events) if isinstance(event, Turn)), len(events))


def _is_taken_back(events: Sequence[Event], number: int) -> bool:
    """Whether a ruling voids an event before the first turn."""
    below = events[number + 1 :]
    rulings = list(takewhile(lambda event: isinstance(event, Ruled), below))
    return any(
        isinstance(event, Ruled) and event.kind is RulingKind.VOID and event.number is None
        for event in rulings
    )


class Exchange:
    """The exchange of the sixes of a deal."""

    def __init__(
        self,
        seats: tuple[str, ...],
        trumps: Trumps,
        owners: Mapping[int, int],
        events: Sequence[Event],
    ) -> None:
        self.seats = seats
        self.trumps = trumps
        self.owners = owners
        self.events = events
        self.are_judged = True
        self.violations: list[Violation] = []
        self.given: dict[int, tuple[int, int]] = {}
        """Sixes handed over as written: giver and owner."""
        self.moved: list[tuple[int, int, int, int]] = []
        """Cards handed over that should not have been: card, giver, receiver, event."""
        self.kept: dict[int, Kept] = {}
        """Sixes that were not handed over."""
        self.is_taken_back = False
        """Whether the hand-over that is looked at was voided."""

    def judge(self, hands: Hands, *, are_judged: bool) -> None:
        """Judge what is written of the exchange, and find the sixes that were kept (7.3)."""
        self.are_judged = are_judged
        self._gifts(hands)
        self._find_kept(hands)

    def _gifts(self, hands: Hands) -> None:
        before = self.events[: first_turn(self.events)]
        for number, event in enumerate(before):
            if isinstance(event, Handed) and event.to is not None:
                self.is_taken_back = _is_taken_back(before, number)
                self._gift(number, event, event.to, hands)

    def _gift(
        self,
        number: int,
        event: Handed,
        to: int,
        hands: Hands,
    ) -> None:
        is_reported = False
        for place, mask in enumerate(event.cards):
            if not is_known(mask):
                self._leave_open(number, event, place, mask)
                continue
            owner = self.owners.get(mask)
            holder = next((at for at, hand in enumerate(hands) if mask in (hand or ())), None)
            is_held = holder == event.seat if holder is not None else self._is_open(hands, event)
            if mask in self.given:
                is_held = False
            variant = ""
            if not mask & SIXES:
                variant = "no_six"
            elif not is_held:
                variant = "not_held"
            elif owner is None and self.may_own(to, mask):
                self._leave_open(number, event, place, mask)
                continue
            elif owner != to or owner == event.seat:
                variant = "owner" if owner is not None else "no_owner"
            elif not variant:
                if not self.is_taken_back:
                    self.given[mask] = event.seat, to
                continue
            if is_held and not self.is_taken_back:
                self.moved.append((mask, event.seat, to, number))
            if not is_reported:
                is_reported = True
                args: dict[str, str | int] = {
                    "card": show_mask(mask),
                    "seat": self.seats[event.seat],
                    "to": self.seats[to],
                    "owner": "" if owner is None else self.seats[owner],
                }
                self.violations.append(
                    Violation(
                        codes.SIXES_EXCHANGE,
                        number,
                        ("card", place),
                        self.seats[event.seat],
                        args=args,
                        variant=f"gives_{variant}",
                        clause="7.14" if variant == "no_owner" else "7.3",
                        found=show_mask(mask),
                    )
                )

    def _is_open(self, hands: Hands, event: Handed) -> bool:
        hand = hands[event.seat]
        return hand is None or not all(is_known(mask) for mask in hand)

    def may_own(self, seat: int, six: int) -> bool:
        """Whether a six may belong to a seat whose trump is known in part."""
        return len(self.trumps[seat]) > 1 and any(
            six & SUIT_SETS[suit] for suit in self.trumps[seat]
        )

    def _is_doubtful(self, seat: int, six: int) -> bool:
        """Whether a six that a seat lays may belong to another one."""
        others = [other for other in range(len(self.seats)) if other != seat]
        return any(self.may_own(other, six) for other in others)

    def _leave_open(self, number: int, event: Handed, place: int, mask: int) -> None:
        """Leave it open whether a card had to be handed over (K6001)."""
        seat = self.seats[event.seat]
        self._open(number, ("card", place), seat, mask, None)

    def _leave_turn_open(self, number: int, turn: Turn, place: int, mask: int) -> None:
        if turn.seat is not None:
            self._open(number, turn.part(place), self.seats[turn.seat], mask, turn.number)

    def _open(self, number: int, part: Part, seat: str, mask: int, turn: int | None) -> None:
        if self.are_judged:
            self.violations.append(
                Violation(
                    pack_codes.UNDECIDED,
                    number,
                    part,
                    seat,
                    args={"card": show_mask(mask), "seat": seat},
                    variant="six",
                    clause="7.3",
                    turn=turn,
                )
            )

    def _find_kept(self, hands: Hands) -> None:
        """Find the sixes that their old holders played before they can have come back (7.3)."""
        told = union(mask for hand in hands for mask in hand or ())
        settled = set(self.given) | {mask for mask, *_ in self.moved}
        dark: set[int] = set()
        """Seats that have laid a card unseen, which may have been their six."""
        may_have: list[set[int]] = [set() for _ in range(len(self.seats))]
        """By seat: whose six it may have picked up."""
        for number, event in enumerate(self.events):
            if isinstance(event, Lost):
                break
            if isinstance(event, Revealed):
                settled.update(event.cards)
            if not isinstance(event, Turn):
                continue
            seat = event.seat
            if seat is None or event.kind is Kind.NOT_WRITTEN:
                break
            settled.update(event.listed or ())
            if event.kind is Kind.PICK_UP and not all(map(is_known, event.listed or (0,))):
                may_have[seat] |= dark
            for place, mask in enumerate(event.laid):
                if not is_known(mask):
                    dark.add(seat)
                owner = self.owners.get(mask)
                if mask in settled:
                    continue
                if owner is None:
                    settled.add(mask)
                    if mask & SIXES and self._is_doubtful(seat, mask):
                        self._leave_turn_open(number, event, place, mask)
                    continue
                settled.add(mask)
                hand = hands[seat]
                is_possible = mask in (hand or ()) or (
                    not mask & told and (hand is None or not all(map(is_known, hand)))
                )
                if owner != seat and is_possible and owner not in may_have[seat]:
                    self.kept[mask] = Kept(mask, seat, owner, number, event.part(place))
