"""Where the cards are: what the record tells of hands and pile, and what may be where.

A card whose place is known is tracked exactly. A card that was laid unseen is an
``Unseen``, with the set of cards that it may be; it stays in its place of the pile, goes
with it into the hand of who picks it up, and is known again when nothing else is left for
it to be, or when it is seen. What is said to be possible is never too little: a card that
is in no set is certainly not there.

Source: rules, clauses 7.13, 9.1 and 9.4.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kozelnotation.cards.card import is_known
from kozelnotation.games.contract import Part

Trace = tuple[int, Part, str]
"""Where the record says where a card is: event, part, caption."""


@dataclass(eq=False, slots=True)
class Unseen:
    """A card that was laid and not seen; known later by being seen or by elimination."""

    mask: int
    event: int
    part: Part
    is_lost: bool = False
    """Whether it may have changed places unnoticed, so that its place tells nothing."""
    seen: Trace | None = None
    """Where it was seen again."""

    @property
    def is_settled(self) -> bool:
        """Whether it is known which card it is."""
        return is_known(self.mask)


PileCard = int | Unseen


def mask_of(card: PileCard) -> int:
    """Return the cards that a card of the pile may be."""
    return card if isinstance(card, int) else card.mask


@dataclass(slots=True)
class Whereabouts:
    """The cards of a deal. Seats are places from 0."""

    pack: int
    known: list[int]
    """The cards that are certainly in each hand."""
    pool: list[int]
    """The cards that the other cards of each hand may be."""
    strangers: list[list[Unseen]]
    """Cards picked up unseen, by hand."""
    pile: list[PileCard] = field(default_factory=list)
    """From the bottom up, what is above ``base``."""
    base: int = 0
    """What the cards below ``pile`` may be, after a turn that was not written down."""
    traces: dict[int, Trace] = field(default_factory=dict)
    laid: list[int] = field(default_factory=list)
    """The cards that each seat was seen laying."""
    live: list[Unseen] = field(default_factory=list)
    """The unseen cards whose place is known."""
    origin: dict[int, tuple[int, Trace]] = field(default_factory=dict)
    """The seat that each card which has moved came from first, and where it did."""
    is_mixed: bool = False
    """Whether cards have changed places in a way that nobody can follow."""
    is_impossible: bool = False
    """Whether no card is left that some unseen card can be."""

    @property
    def count(self) -> int:
        """Number of seats."""
        return len(self.known)

    def copy(self) -> "Whereabouts":
        """Return an independent copy; what is known of unseen cards stays shared."""
        return Whereabouts(
            self.pack,
            list(self.known),
            list(self.pool),
            [list(cards) for cards in self.strangers],
            list(self.pile),
            self.base,
            dict(self.traces),
            list(self.laid),
            list(self.live),
            dict(self.origin),
            self.is_mixed,
            self.is_impossible,
        )

    def located(self) -> int:
        """Return the cards whose place is known."""
        cards = 0
        for held in self.known:
            cards |= held
        for card in self.pile:
            cards |= card if isinstance(card, int) else 0
        return cards

    # -- where is a card

    def holder(self, mask: int) -> int | None:
        """Return the seat that certainly holds a card."""
        return next((seat for seat, cards in enumerate(self.known) if cards & mask), None)

    def is_in_pile(self, mask: int) -> bool:
        """Whether a card certainly lies in the pile."""
        return mask in self.pile

    def certain(self, seat: int) -> int:
        """Return how many cards of a hand are accounted for one by one."""
        return self.known[seat].bit_count() + len(self.strangers[seat])

    def candidates(self, seat: int, room: int) -> int:
        """Return the cards that a hand may hold; ``room`` more than are accounted for."""
        cards = self.known[seat]
        for unseen in self.strangers[seat]:
            cards |= unseen.mask
        return cards | self.pool[seat] if room > 0 else cards

    def can_hold(self, seat: int, mask: int, room: int) -> bool:
        """Whether a hand may hold a known card."""
        return bool(self.candidates(seat, room) & mask)

    def position(self) -> tuple[object, ...] | None:
        """Return where every card is that has moved, None if that is not known."""
        if self.is_mixed or self.live:
            return None
        moved = [(mask, self.holder(mask), seat) for mask, (seat, _) in self.origin.items()]
        away = frozenset((mask, at) for mask, at, seat in moved if at not in (None, seat))
        return tuple(self.pile), away

    # -- what is learnt

    def identify(self, seat: int, mask: int, room: int, trace: Trace) -> None:
        """Note that a hand is seen to hold a known card, which it may hold."""
        if self.known[seat] & mask:
            return
        fitting = [unseen for unseen in self.strangers[seat] if unseen.mask & mask]
        may_be_other = room > 0 and bool(self.pool[seat] & mask)
        if len(fitting) == 1 and not may_be_other:
            self.resolve(fitting[0], mask, trace)
            return
        for unseen in fitting:
            self._lose(seat, unseen)
        self.known[seat] |= mask
        self.traces[mask] = trace
        self._exclude(mask)

    def resolve(self, unseen: Unseen, mask: int, trace: Trace | None) -> None:
        """Note which card an unseen one is."""
        unseen.mask = mask
        unseen.seen = unseen.seen or trace
        if unseen.is_lost or unseen not in self.live:
            return
        self.live.remove(unseen)
        if trace is not None:
            self.traces[mask] = trace
        for seat, cards in enumerate(self.strangers):
            if unseen in cards:
                cards.remove(unseen)
                self.known[seat] |= mask
        self.pile = [mask if card is unseen else card for card in self.pile]
        self._exclude(mask)

    def narrow(self, unseen: Unseen, mask: int, trace: Trace) -> None:
        """Note that an unseen card is one of some."""
        unseen.mask &= mask
        unseen.seen = unseen.seen or trace
        if is_known(unseen.mask) and unseen in self.live:
            self.resolve(unseen, unseen.mask, trace)

    def mingle(self, dark: Sequence[Unseen], seen: Sequence[int], event: int) -> None:
        """Cards of the pile are seen together; nobody can say which of them is which."""
        possible = 0
        for card in dark:
            possible |= card.mask
        trace = (event, ("list",), "seen_here")
        for place, card in enumerate(dark):
            if card in self.live:
                self.live.remove(card)
            card.is_lost = self.is_mixed = True
            card.seen = trace
            now: PileCard = Unseen(possible, event, ("list",), is_lost=True)
            if place < len(seen):
                now = seen[place]
                self.traces[seen[place]] = trace
            self.pile = [now if other is card else other for other in self.pile]
        for mask in seen:
            self._exclude(mask)

    def _exclude(self, mask: int) -> None:
        """A card whose place is known is nowhere else."""
        for seat in range(self.count):
            self.pool[seat] &= ~mask
        self.base &= ~mask
        for unseen in list(self.live):
            if unseen.mask & mask and unseen in self.live:
                unseen.mask &= ~mask
                self.is_impossible = self.is_impossible or not unseen.mask
                if is_known(unseen.mask):
                    self.resolve(unseen, unseen.mask, None)

    def _lose(self, seat: int, unseen: Unseen) -> None:
        """An unseen card of a hand cannot be told from the other cards any more."""
        self.strangers[seat].remove(unseen)
        self.live.remove(unseen)
        unseen.is_lost = self.is_mixed = True
        self.pool[seat] |= unseen.mask & ~self.located()

    def settle(self, seat: int, room: int | None) -> bool:
        """Learn by elimination what the other cards of a hand are; False if there are too few.

        ``room`` is their number, None if it is not known.
        """
        if room is None:
            return True
        if room <= 0:
            self.pool[seat] = 0
            return True
        number = self.pool[seat].bit_count()
        if number == room:
            cards = self.pool[seat]
            self.known[seat] |= cards
            self._exclude(cards)
        return number >= room

    # -- what moves

    def lay(self, seat: int, mask: int, trace: Trace) -> None:
        """Lay a known card on the pile; what cannot be there has been reported before."""
        if self.known[seat] & mask:
            self.known[seat] &= ~mask
        else:
            # room does not matter: where it came from is one of the places it can have been in
            self.identify(seat, mask, 1, trace)
            self.known[seat] &= ~mask
        self.traces[mask] = trace
        self.laid[seat] |= mask
        self.origin.setdefault(mask, (seat, trace))
        self.pile.append(mask)

    def lay_unseen(self, seat: int, mask: int, room: int, event: int, part: Part) -> PileCard:
        """Lay a card that nobody saw, one of ``mask``; return what is known of it."""
        known = self.known[seat] & mask
        fitting = [unseen for unseen in self.strangers[seat] if unseen.mask & mask]
        others = self.pool[seat] & mask if room > 0 else 0
        possible = known | others
        for unseen in fitting:
            possible |= unseen.mask & mask
        trace = (event, part, "laid_here")
        if is_known(possible) and not (fitting and (known or others)) and len(fitting) < 2:
            if fitting:
                self.resolve(fitting[0], possible, trace)
            self.lay(seat, possible, trace)
            return possible
        if len(fitting) == 1 and not known and not others:
            (card,) = fitting
            self.strangers[seat].remove(card)
            self.pile.append(card)
            return card
        for unseen in fitting:
            self._lose(seat, unseen)
        self.known[seat] &= ~known
        self.pool[seat] |= known
        laid = Unseen(possible or mask & self.pack, event, part)
        self.live.append(laid)
        self.pile.append(laid)
        return laid

    def take(self, seat: int, cards: Sequence[PileCard], trace: Trace) -> None:
        """Move cards from the pile into a hand."""
        for card in cards:
            # an unseen card is the very object; a known one stands there once
            place = next(at for at in range(len(self.pile) - 1, -1, -1) if self.pile[at] == card)
            del self.pile[place]
            if isinstance(card, int):
                self.known[seat] |= card
                self.traces[card] = trace
            elif card.is_lost:
                self.pool[seat] |= card.mask & ~self.located()
            else:
                self.strangers[seat].append(card)

    def hand_over(self, seat: int, to: int, mask: int, room: int, trace: Trace) -> None:
        """Move a card from hand to hand; one that is not known may be any card of the hand."""
        if is_known(mask):
            self.identify(seat, mask, max(room, 1), trace)
            self.known[seat] &= ~mask
            self.known[to] |= mask
            self.origin.setdefault(mask, (seat, trace))
            self.traces[mask] = trace
            return
        self.lay_unseen(seat, mask, room, *trace[:2])
        card = self.pile.pop()
        if isinstance(card, int):
            self.known[to] |= card
        else:
            self.strangers[to].append(card)

    # -- what nobody knows any more

    def forget_hand(self, seat: int, also: int = 0) -> None:
        """A hand changed in a way that is not written; it may hold ``also`` too."""
        for unseen in list(self.strangers[seat]):
            self._lose(seat, unseen)
        held, self.known[seat] = self.known[seat], 0
        self.pool[seat] |= (held | also) & ~self.located()

    def forget_pile(self, also: int = 0) -> int:
        """The pile changed in a way that is not written; return what it held."""
        self.is_mixed = True
        held = self.base
        for card in self.pile:
            held |= mask_of(card)
            if isinstance(card, Unseen) and card in self.live:
                self.live.remove(card)
                card.is_lost = True
        self.pile = []
        self.base = (held | also) & ~self.located()
        return held

    def forget_everything(self) -> None:
        """Something happened that nobody can read."""
        self.forget_pile()
        for seat in range(self.count):
            self.forget_hand(seat)
        self.pool = [self.pack] * self.count
        self.base = self.pack


def unknown_hands(pack: int, count: int) -> Whereabouts:
    """Return the cards of a deal of which no hand is written."""
    return Whereabouts(
        pack,
        [0] * count,
        [pack] * count,
        [[] for _ in range(count)],
        laid=[0] * count,
    )
