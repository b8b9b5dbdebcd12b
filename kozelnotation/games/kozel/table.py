"""The table while a deal is replayed: what is known of hands, stock and tricks.

Sizes of hands are intervals: after a fault in a number of cards, or a gap, both
what the text says literally and what should have been are kept possible, so that
no consequence of the fault is taken for a fault of its own (rules, clause 9.3).

Source: rules, sections 2, 3 and 9.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field

from kozelnotation.cards.card import NAMES, is_known, members, show_mask
from kozelnotation.diag.finding import Moment
from kozelnotation.games.kozel.events import Response
from kozelnotation.games.kozel.rulesets import KozelRules

MANY = 36


@dataclass(slots=True)
class Place:
    """Where a card left a hand: the trick, the seat, the event and the place in it."""

    trick: int
    seat: int
    event: int
    part: tuple[str | int, ...]
    face_up: bool


@dataclass(slots=True)
class OpenTrick:
    """The trick on the table."""

    number: int
    event: int
    leader: int
    size: int
    """Cards led; 0 if nobody knows."""
    size_is_judged: bool = True
    """False after a lead with a wrong number of cards."""
    plays: list[Response] = field(default_factory=list)
    winner: int | None = None
    winning: tuple[int, ...] = ()
    winner_is_sure: bool = True
    unwritten: set[int] = field(default_factory=set)
    """Seats whose answers are not written down and may have won."""
    is_unbeatable: bool = False
    """Whether the lead is a declared hand that nobody can beat (clause 4.6)."""
    turn_fault: bool = False
    claimed: tuple[int, ...] = ()
    claim_event: int | None = None
    events: list[int] = field(default_factory=list)
    recorded: bool = True
    contradicted: bool = False
    absent: set[int] = field(default_factory=set)
    """Seats that had no cards when the trick was led."""

    def has_played(self, seat: int) -> bool:
        """Whether a seat has laid something in this trick."""
        return any(play.seat == seat for play in self.plays)


@dataclass(slots=True)
class Table:
    """The state of a deal. Seats are places from 0, clockwise."""

    rules: KozelRules
    seats: tuple[str, ...]
    hands: list[int]
    """Cards that are known to have come to each hand and were not seen leaving it."""
    unknown: list[int]
    """How many cards came to each hand unseen and have not been identified."""
    low: list[int]
    high: list[int]
    """The least and the greatest number of cards that each hand may hold."""
    stock: list[int]
    """Masks of the stock from the top, the turned card last."""
    stock_low: int
    stock_order: bool
    """Whether the order of the stock still binds the draws."""
    trumps: tuple[str, ...]
    """The suits that may be trump."""
    turned: int | None
    """The mask of the turned card."""
    pack: int
    """The cards of the pack."""
    full: int = 0
    """The cards of the pack, those that were found missing too."""
    out: frozenset[int] = frozenset()
    """Seats whose players are out of the match."""
    gone: dict[int, Place] = field(default_factory=dict)
    """Cards seen leaving a hand, and where to."""
    loose: int = 0
    """Cards whose place an earlier fault or a gap has made doubtful."""
    contradicted: bool = False
    """Whether facts contradict each other, so that no card identity binds any more."""
    has_patterns: bool = False
    """Whether a card is known by suit or rank only, so that counting must settle it."""
    is_open: bool = False
    """Whether something was seen that counting alone cannot settle."""
    is_lost: bool = False
    """Whether a line of the play could not be read."""
    is_doubtful: bool = False
    """Whether cards or sizes of hands ever became doubtful."""
    blind: int = 0
    """How many cards were laid unseen."""

    def copy(self) -> "Table":
        """Return an independent copy."""
        twin = copy(self)
        twin.hands = list(self.hands)
        twin.unknown = list(self.unknown)
        twin.low = list(self.low)
        twin.high = list(self.high)
        twin.stock = list(self.stock)
        twin.gone = dict(self.gone)
        return twin

    @property
    def count(self) -> int:
        """Number of seats."""
        return len(self.seats)

    def clockwise(self, start: int) -> Sequence[int]:
        """Return the seats clockwise, beginning with ``start``."""
        return [(start + step) % self.count for step in range(self.count)]

    @property
    def players(self) -> Sequence[int]:
        """The seats that play, in table order."""
        return [seat for seat in range(self.count) if seat not in self.out]

    def has_cards(self, seat: int) -> bool:
        """Whether a hand may hold a card."""
        return self.high[seat] > 0

    def is_surely_over(self) -> bool:
        """Whether no card can be left in any hand or in the stock (clause 2.8)."""
        return not self.stock and not any(self.high)

    def may_be_over(self) -> bool:
        """Whether the deal may have been played to its end."""
        return self.stock_low == 0 and not any(self.low)

    # -- where is a card

    def holder(self, card: int) -> int | None:
        """Return the seat to which a card came and that it was not seen leaving, if known."""
        bit = 1 << card
        return next((seat for seat, hand in enumerate(self.hands) if hand & bit), None)

    def is_in_stock(self, card: int) -> bool:
        """Whether a card is known to lie in the stock."""
        return (1 << card) in self.stock

    def can_hold(self, seat: int, card: int) -> bool:
        """Whether a seat may hold a card, as far as single cards are tracked."""
        bit = 1 << card
        if self.contradicted or self.loose & bit:
            return True
        if not self.pack & bit:
            return False
        if self.hands[seat] & bit:
            return True
        if card in self.gone or self.holder(card) is not None or self.is_in_stock(card):
            return False
        return self.unknown[seat] > 0

    # -- what moves

    def leave(self, seat: int, masks: Sequence[int]) -> None:
        """Take cards out of a hand; what cannot be there has been reported before."""
        for mask in masks:
            if not is_known(mask):
                self.blind += 1
                continue
            if self.hands[seat] & mask:
                self.hands[seat] &= ~mask
            elif self.unknown[seat] > 0:
                self.unknown[seat] -= 1
            self.loose &= ~mask
            for other in range(self.count):
                if self.hands[other] & mask:
                    # another hand was believed to hold it: it holds an unknown card instead
                    self.hands[other] &= ~mask
                    self.unknown[other] += 1
        self.shrink(seat, len(masks))

    def shrink(self, seat: int, number: int) -> None:
        """Make a hand smaller by a known number of cards."""
        self.low[seat] = max(self.low[seat] - number, 0)
        self.high[seat] = max(self.high[seat] - number, 0)

    def receive(self, seat: int, mask: int) -> None:
        """Add one card to a hand."""
        if is_known(mask):
            self.hands[seat] |= mask
        else:
            self.unknown[seat] += 1
        self.low[seat] += 1
        self.high[seat] += 1

    def identify(self, seat: int, mask: int) -> None:
        """Note that a seat is seen to hold a card."""
        if is_known(mask) and not self.hands[seat] & mask:
            self.hands[seat] |= mask
            self.unknown[seat] = max(self.unknown[seat] - 1, 0)
            self.loose &= ~mask

    def loosen_everything(self) -> None:
        """Forget where cards are: something happened that nobody can read or that nobody noted."""
        self.is_doubtful = True
        for seat in range(self.count):
            self.loose |= self.hands[seat]
            self.hands[seat] = 0
            self.unknown[seat] = 0 if seat in self.out else MANY
            self.low[seat] = 0
            if seat not in self.out and self.stock:
                self.high[seat] = max(self.high[seat], 4)
        self.loosen_stock()
        self.stock_low = 0

    def loosen_stock(self) -> None:
        """Let the order of the stock bind no more."""
        self.is_doubtful = True
        self.stock_order = False
        for mask in self.stock:
            if is_known(mask):
                self.loose |= mask
        for seat in self.players:
            if self.stock:
                self.unknown[seat] = max(self.unknown[seat], 1)

    def loosen(self, cards: int) -> None:
        """Let the place of cards be doubtful."""
        self.is_doubtful = True
        self.loose |= cards

    # -- words

    def moment(self, trick: OpenTrick | None, legal: str | None = None) -> Moment:
        """Return the table in words."""
        hands = tuple((self.seats[seat], self._hand_words(seat)) for seat in self.players)
        on_table = (
            ()
            if trick is None
            else tuple((self.seats[play.seat], play_words(play)) for play in trick.plays)
        )
        stock = str(len(self.stock)) if self.stock_low == len(self.stock) else None
        trump = None if self.turned is None else mask_words(self.turned)
        return Moment(hands, trump, on_table, stock, legal)

    def _hand_words(self, seat: int) -> str:
        if self.contradicted:
            return "not known any more"
        size = self.high[seat]
        known = self.hands[seat]
        words = [NAMES[c] for c in members(known)]
        if len(words) > size:
            return f"{size} of {' '.join(words)}"
        if self.low[seat] != size:
            return " ".join([*words, "..."])
        return " ".join(words + ["?"] * (size - len(words))) or "-"


def play_words(play: Response) -> str:
    """Return what was laid, as it is written: ``Jh 8h``, ``(? ?)``."""
    if not play.written:
        return "..."
    shown = " ".join(mask_words(mask) for mask in play.shown)
    hidden = " ".join(mask_words(mask) for mask in play.hidden)
    return " ".join(part for part in (shown, f"({hidden})" if hidden else "") if part) or "-"


def mask_words(mask: int) -> str:
    """Return the word of a mask."""
    return show_mask(mask)


def cards_words(masks: Sequence[int]) -> str:
    """Return the words of several masks in their order."""
    return " ".join(mask_words(mask) for mask in masks) or "-"
