"""The running replay of a deal: its state, and how findings are written down.

Source: rules, section 9.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kozelnotation.cards.card import NAMES, is_known
from kozelnotation.diag.code import Code
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.contract import SET_UP, Part, Violation
from kozelnotation.games.events import Ruled, RulingKind, Stop
from kozelnotation.games.kozel import codes
from kozelnotation.games.kozel.events import Declared, Drawn, Event, Response, SetUp, Trick
from kozelnotation.games.kozel.order import card_points
from kozelnotation.games.kozel.rulesets import KozelRules
from kozelnotation.games.kozel.setup import lay_out
from kozelnotation.games.kozel.table import (
    OpenTrick,
    Table,
)


@dataclass(slots=True)
class TrickResult:
    """What became of a trick."""

    number: int
    event: int
    leader: int | None
    winner: int | None
    """By clause 3.5; None if unknown cards or an impossible play leave it open."""
    masks: list[int]
    """The cards laid, in order of time."""
    size: int
    recorded: bool = True
    owner: int | None = None
    """The seat that a ruling gave the trick to."""
    may_have_won: frozenset[int] = frozenset()
    """Seats that may have won by what is not written down; the next draw or lead tells."""
    presumed: int | None = None
    """The winner if everything that is not written down lay face down."""
    plays: list[Response] = field(default_factory=list)
    events: list[int] = field(default_factory=list)

    @property
    def taker(self) -> int | None:
        """The seat whose side counts the trick."""
        return self.winner if self.owner is None else self.owner

    @property
    def points(self) -> int | None:
        """Card points, None if a card is unknown."""
        if not self.recorded or not all(is_known(mask) for mask in self.masks):
            return None
        cards = 0
        for mask in self.masks:
            cards |= mask
        return card_points(cards)


@dataclass(frozen=True, slots=True)
class Drawing:
    """One card drawn: seat and mask, and the event it stands in, None if it is not written."""

    seat: int
    mask: int
    event: int | None


@dataclass(frozen=True, slots=True)
class RuledEvents:
    """A ruling, the events that it names, and whether something was wrong with them."""

    event: int
    ruling: Ruled
    named: frozenset[int]
    has_cause: bool


@dataclass(slots=True)
class DealReplay:
    """What the replay of a deal found."""

    table: Table
    violations: list[Violation]
    tricks: list[TrickResult] = field(default_factory=list)
    stopped: Stop | None = None
    is_over: bool | None = False
    """Whether the deal was played to its end, None if it cannot be known."""
    pot_taken_by: int | None = None
    """The seat that took the pot at once, by a Bura or four aces (clause 6.2)."""
    pot_is_sure: bool = True
    """Whether the hand that took the pot is known to have been one that does."""
    is_judged: bool = True
    """False once facts contradict each other: points and penalties are not known then."""
    rulings: list[RuledEvents] = field(default_factory=list)
    moments: dict[int, Table] = field(default_factory=dict)
    """The table before each event, where it was asked for."""
    drawings: dict[int, list[Drawing]] = field(default_factory=dict)
    """The cards drawn after each trick, by the place of the trick in ``tricks``."""


@dataclass(slots=True)
class Window:
    """The time between two tricks: draws and declarations."""

    start: int | None
    """The seat that draws first and leads by rule, None if nobody knows."""
    entries: list[tuple[int, int, int, int | None]] = field(default_factory=list)
    """Event, entry, seat, mask (None for a card that is not written down)."""
    in_order: bool = True
    is_written: bool = False
    is_vague: bool = False
    nobody_at: int | None = None
    """The event that says that nobody drew (``draws -``)."""
    is_drawn: bool = False
    settled: int = 0
    """How many entries were judged when the draw was taken as complete."""
    valid: list[tuple[int, int]] = field(default_factory=list)
    """Valid declarations: rank of the kind (0 is Moskva) and seat."""
    hands: dict[int, int] = field(default_factory=dict)
    """The cards that valid declarers showed."""
    invalid: set[int] = field(default_factory=set)
    unsure: bool = False
    undecided: set[int] = field(default_factory=set)
    """Seats that declared a hand of which not every card is known."""
    also: set[int] = field(default_factory=set)
    """Seats that may lead without another error, since the draw left it open who won."""
    last: TrickResult | None = None
    claimed: tuple[int, ...] = ()
    claim_is_false: bool = False


@dataclass(slots=True)
class Snapshot:
    """The state before an event."""

    table: Table
    window: Window
    trick: OpenTrick | None
    tricks: int
    drawings: dict[int, list[Drawing]]
    stopped: Stop | None
    pot_taken_by: int | None


class Replay:
    """A deal while it is replayed."""

    def __init__(
        self,
        rules: KozelRules,
        seats: tuple[str, ...],
        set_up: SetUp,
        events: Sequence[Event],
        *,
        keep_moments: bool,
        out: frozenset[int] = frozenset(),
    ) -> None:
        table, violations = lay_out(rules, seats, set_up, out)
        self.rules = rules
        self.set_up = set_up
        self.seats = seats
        self.events = events
        self.table = table
        self.result = DealReplay(table, violations)
        self.trick: OpenTrick | None = None
        first = None if set_up.dealer is None else (set_up.dealer + 1) % len(seats)
        self.window = Window(first, is_drawn=True)
        self.event = 0
        self.over_reported = False
        self.out_reported = False
        self.undecided_declarers: set[int] = set()
        self.keep_moments = keep_moments
        self.is_followed = False
        self.snapshots: dict[int, Snapshot] = {}
        self.keeps_snapshots = any(
            isinstance(event, Ruled) and event.kind is RulingKind.VOID for event in events
        )

    def later_seats(self) -> set[int]:
        """Return the seats that go on with this trick in a later line (``1...``)."""
        seats: set[int] = set()
        for event in self.events[self.event + 1 :]:
            if isinstance(event, Trick):
                if not event.continues:
                    break
                seats.update(play.seat for play in event.plays or ())
        return seats

    def elsewhere(self, card: int, args: dict[str, str | int]) -> str:
        """Say where a card is known to be."""
        table = self.table
        holder = table.holder(card)
        if holder is not None:
            args["holder"] = self.seats[holder]
            return "in_hand"
        if table.turned is not None and table.turned == 1 << card and table.is_in_stock(card):
            return "turned"
        if table.is_in_stock(card):
            return "in_stock"
        if not table.pack >> card & 1:
            return "missing"
        return "hand_known"

    def settle_winner(self, seat: int) -> None:
        """Take the seat that draws or leads next for the winner of a trick with a gap."""
        last = self.window.last
        if last is not None and last.winner is None and seat in last.may_have_won:
            last.winner = seat

    def origin(self, card: int) -> tuple[tuple[int, Part, str], ...]:
        """Return where the record says that a card came from, as a related place."""
        mask, set_up = 1 << card, self.set_up
        for number, event in enumerate(self.events[: self.event + 1]):
            entries = event.entries if isinstance(event, Drawn) else None
            for place, (_, masks) in enumerate(entries or ()):
                if mask in (masks or ()):
                    return ((number, ("entry", place), "drawn_here"),)
        for seat, hand in enumerate(set_up.hands):
            if mask in (hand or ()):
                place = (hand or ()).index(mask)
                return ((SET_UP, ("hand", seat, place), "dealt_here"),)
        if set_up.trump == mask:
            return ((SET_UP, ("trump",), "turned_here"),)
        for keyword, masks in (("stock", set_up.stock), ("deck", set_up.deck)):
            if mask in (masks or ()):
                return ((SET_UP, (keyword, (masks or ()).index(mask)), "listed_here"),)
        return ()

    def is_removed(self, card: int) -> bool:
        """Whether a card was taken out of the pack (clauses 2.7 and 6.1)."""
        return not self.table.full >> card & 1

    def report_removed(self, part: Part, seat: int, number: int | None, card: int) -> None:
        """Report a card that is not in this pack (K2007)."""
        args: dict[str, str | int] = {"card": NAMES[card]}
        self.add(pack_codes.CARD_NOT_IN_PACK, part, seat, number, args, variant="removed")
        self.table.contradicted = True

    def report_out(self, part: Part, seat: int, number: int | None) -> None:
        """Report, once a deal, that a player takes part who is out (K3014)."""
        if not self.out_reported:
            self.out_reported = True
            name = self.seats[seat]
            self.add(codes.PLAYER_IS_OUT, part, seat, number, {"seat": name})

    def already_over(self, at: Part | None = None) -> None:
        """Report, once, that something happens after the end of the deal (K3301)."""
        if self.over_reported:
            return
        self.over_reported = True
        event = self.events[self.event]
        seat, number = None, None
        part: Part = ()
        if isinstance(event, Trick):
            number = event.number
            if event.plays:
                part = ("play", 0) if at is None else at
                seat = event.plays[int(part[1])].seat
        elif isinstance(event, Drawn) and event.entries:
            seat, part = event.entries[0][0], ("entry", 0)
        elif isinstance(event, Declared):
            seat = event.seat
        variant = "stopped" if self.result.stopped is not None else ""
        clause = None
        if self.result.pot_taken_by is not None:
            variant, clause = "pot", "6.2"
        self.add(codes.DEAL_ALREADY_OVER, part, seat, number, {}, variant=variant, clause=clause)

    def undecided(
        self,
        part: Part,
        seat: int | None,
        number: int | None,
        clause: str,
        variant: str,
        cards: str,
        winning: str = "",
    ) -> None:
        """Write down that a clause cannot be decided (K6001)."""
        if self.table.contradicted:
            return
        self.add(
            pack_codes.UNDECIDED,
            part,
            seat,
            number,
            {"cards": cards, "winning": winning},
            variant=variant,
            clause=clause,
        )

    def add_draw(
        self,
        code: Code,
        event: int,
        part: Part,
        seat: int,
        args: dict[str, str | int],
        *,
        variant: str = "",
        expected: str | None = None,
        found: str | None = None,
        related: tuple[tuple[int, Part, str], ...] = (),
    ) -> None:
        """Write down a violation in a line of draws after the last trick."""
        last = self.window.last
        self.add(
            code,
            part,
            seat,
            None if last is None else last.number,
            args,
            variant=variant,
            expected=expected,
            found=found,
            related=related,
            at=event,
        )

    def add(
        self,
        code: Code,
        part: Part,
        seat: int | None,
        number: int | None,
        args: dict[str, str | int],
        *,
        variant: str = "",
        clause: str | None = None,
        expected: str | None = None,
        found: str | None = None,
        legal: str | None = None,
        related: tuple[tuple[int, Part, str], ...] = (),
        at: int | None = None,
    ) -> None:
        """Write down a violation with the table at this moment."""
        self.result.violations.append(
            Violation(
                code,
                self.event if at is None else at,
                part,
                None if seat is None else self.seats[seat],
                number,
                args,
                variant,
                clause,
                expected,
                found,
                related,
                self.table.moment(self.trick, legal),
            )
        )
