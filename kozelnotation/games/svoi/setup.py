"""From the written set-up of a deal to the cards and the possible courses before the first lead.

Source: rules, clauses 7.1 to 7.3, 7.14 and 8.1; verdicts, section 2 for which finding comes first.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations, product, takewhile

from kozelnotation.cards.card import ALL, NAMES, SUIT_SETS, SUITS, is_known, show_mask
from kozelnotation.diag.code import Code
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.contract import SET_UP, Part, Violation
from kozelnotation.games.events import Handed, Lost, Revealed, Ruled, RulingKind
from kozelnotation.games.pack import (
    agree,
    contradiction,
    hand_cards,
    list_cards,
    repeated_cards,
    sorted_words,
    union,
    wrong_hand_size,
    wrong_pack_size,
)
from kozelnotation.games.svoi import codes
from kozelnotation.games.svoi.events import Event, Kind, SetUp, Trumps, Turn
from kozelnotation.games.svoi.order import SIXES, are_of_two_colours, mirror, six_of
from kozelnotation.games.svoi.rulesets import SvoiRules
from kozelnotation.games.svoi.story import Story, distinct
from kozelnotation.games.svoi.whereabouts import Whereabouts, unknown_hands


@dataclass(slots=True)
class Kept:
    """A six that was not handed over, seen where its old holder played it (clause 7.3)."""

    mask: int
    seat: int
    owner: int
    event: int
    part: Part


@dataclass(slots=True)
class Start:
    """The table before the first lead."""

    cards: Whereabouts
    stories: list[Story]
    trumps: Trumps
    trumps_are_judged: bool
    """False if there are none: what depends on them is not judged then."""
    kept: dict[int, Kept]
    """By event: sixes that should have been handed over."""
    is_contradicted: bool
    violations: list[Violation] = field(default_factory=list)


def lay_out(
    rules: SvoiRules, seats: tuple[str, ...], written: SetUp, events: Sequence[Event]
) -> Start:
    """Return the table before the first lead, and what is wrong with the set-up."""
    return _LayOut(rules, seats, written, events).run()


def dealing_order(count: int, dealer: int) -> list[int]:
    """Return the seats in the order in which they are dealt to (clause 7.2)."""
    return [(dealer + step) % count for step in range(1, count + 1)]


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


class _LayOut:
    def __init__(
        self,
        rules: SvoiRules,
        seats: tuple[str, ...],
        written: SetUp,
        events: Sequence[Event],
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.count = len(seats)
        self.written = written
        self.events = events
        self.violations: list[Violation] = []
        listed = {mask for _, mask in self._placed()}
        missing = tuple(mask for mask in written.missing if mask and mask not in listed)
        self.pack: int = ALL & ~union(missing)
        self.size = len(NAMES) - len(missing)
        self.has_foreign_card = 0 in written.missing
        self.trumps = self._trumps()
        self.given: dict[int, tuple[int, int]] = {}
        """Sixes handed over as written: giver and owner."""
        self.is_taken_back = False
        """Whether the hand-over that is looked at was voided."""
        self.moved: list[tuple[int, int, int, int]] = []
        """Cards handed over that should not have been: card, giver, receiver, event."""

    def run(self) -> Start:
        written = self.written
        hands = self._hands()
        is_sound = not self.violations and not self.has_foreign_card
        if is_sound and self.rules.hands_are_mirrored:
            hands = self._mirrored(hands)
        is_contradicted = self.has_foreign_card or any(
            violation.code is not pack_codes.WRONG_HAND_SIZE for violation in self.violations
        )
        trumps, are_judged = self._judge_trumps()
        self.trumps = trumps
        owners = self._owners()
        kept: dict[int, Kept] = {}
        if self.rules.sixes_change_hands:
            self._gifts(hands, owners)
            kept = self._kept(hands, owners)
        stories = self._stories(hands, kept)
        cards = self._cards(hands, owners, kept)
        return Start(
            cards,
            stories,
            trumps,
            are_judged and written.trumps is not None,
            {six.event: six for six in kept.values()},
            is_contradicted,
            self.violations,
        )

    # -- trumps

    def _trumps(self) -> Trumps:
        if self.written.trumps is None:
            return (tuple(SUITS),) * self.count
        return self.written.trumps

    def _judge_trumps(self) -> tuple[Trumps, bool]:
        """Judge the trumps (clauses 7.1 and 8.1), and tell unknown ones by those that are left."""
        written = self.written
        if written.trumps is None:
            self._add(codes.BAD_TRUMPS, (), {}, "missing")
            return self.trumps, False
        known = [suits[0] if len(suits) == 1 else None for suits in written.trumps]
        for seat, suit in enumerate(known):
            other = next((at for at in range(seat) if known[at] == suit), None)
            if suit is None or other is None:
                continue
            if written.trumps_are_written:
                args: dict[str, str | int] = {"suit": suit, "one": self.seats[other]}
                args["other"] = self.seats[seat]
                self._add(codes.BAD_TRUMPS, ("trumps", seat), args, "twice", self.seats[seat])
            return written.trumps, True
        if self.rules.hands_are_mirrored:
            one, two = known
            if one is not None and two is not None and not are_of_two_colours(one, two):
                if written.trumps_are_written:
                    self._add(
                        codes.BAD_TRUMPS,
                        ("trumps", 1),
                        {"suit": two, "one": one},
                        "colour",
                        clause="8.1",
                    )
                return written.trumps, True
        return self._by_elimination(written.trumps), True

    def _by_elimination(self, trumps: Trumps) -> Trumps:
        ways = list(self._assignments(trumps))
        if not ways:
            return trumps
        return tuple(
            tuple(suit for suit in SUITS if any(way[seat] == suit for way in ways))
            for seat in range(self.count)
        )

    def _assignments(self, trumps: Trumps) -> Iterator[tuple[str, ...]]:
        """Iterate over the ways in which all trumps can be different."""
        for way in permutations(SUITS, self.count):
            if all(suit in trumps[seat] for seat, suit in enumerate(way)) and (
                not self.rules.hands_are_mirrored or are_of_two_colours(*way)
            ):
                yield way

    def _owners(self) -> dict[int, int]:
        """Return the seats to which sixes certainly belong, by six (clauses 7.3 and 7.14)."""
        suits = [trumps[0] for trumps in self.trumps if len(trumps) == 1]
        return {
            six_of(trumps[0]): seat
            for seat, trumps in enumerate(self.trumps)
            if len(trumps) == 1 and suits.count(trumps[0]) == 1 and six_of(trumps[0]) & self.pack
        }

    # -- hands

    def _placed(self) -> Iterator[tuple[Part, int]]:
        yield from list_cards("deck", self.written.deck)
        yield from hand_cards(self.written.hands)

    def _hands(self) -> list[tuple[int, ...] | None]:
        """Return the hands as dealt, as far as they are known, and judge what is written."""
        written = self.written
        if any(mask == 0 for _, mask in self._placed()):
            # a card of another pack is reported where its name is read
            self.has_foreign_card = True
        for source in (list_cards("deck", written.deck), hand_cards(written.hands)):
            self.violations.extend(repeated_cards(source, self.seats))
        is_sound = not self.violations and not self.has_foreign_card
        if is_sound:
            self._sizes()
        dealt = self._from_deck()
        if is_sound and not self.violations:
            self._contradictions(dealt)
        return [
            hand if hand is not None else dealt[seat] for seat, hand in enumerate(written.hands)
        ]

    def _sizes(self) -> None:
        for seat, hand in enumerate(self.written.hands):
            lengths = self._lengths(seat)
            if hand is not None and len(hand) not in lengths:
                found = wrong_hand_size(seat, self.seats, len(hand), max(lengths))
                self.violations.append(replace(found, clause=self.rules.clauses.deal))
        deck = self.written.deck
        if deck is not None and len(deck) != self.size:
            self.violations.append(wrong_pack_size("deck", len(deck), self.size))

    def _lengths(self, seat: int) -> set[int]:
        """Return how many cards a seat can have been dealt (clauses 7.2 and 7.14)."""
        whole, rest = divmod(self.size, self.count)
        if not rest:
            return {whole}
        first = self.written.first
        if first is None or not self.rules.has_dealer:
            return {whole, whole + 1}
        return {whole + (dealing_order(self.count, first).index(seat) < rest)}

    def _from_deck(self) -> list[tuple[int, ...] | None]:
        deck, first = self.written.deck, self.written.first
        hands: list[tuple[int, ...] | None] = [None] * self.count
        if deck is not None and first is not None and len(deck) == self.size:
            for place, seat in enumerate(dealing_order(self.count, first)):
                hands[seat] = deck[place :: self.count]
        return hands

    def _contradictions(self, dealt: Sequence[tuple[int, ...] | None]) -> None:
        """Compare hands with the deck, and both with what was found missing (K2010)."""
        has_deck = self.written.deck is not None
        for seat, hand in enumerate(self.written.hands):
            by_deck = dealt[seat]
            if hand is not None and by_deck is not None and not agree(hand, by_deck):
                expected, found = sorted_words(by_deck), sorted_words(hand)
                self._contradiction(
                    contradiction(
                        ("hand", seat), expected, found, self.seats[seat], has_deck=has_deck
                    )
                )
                return
        for part, mask in self._placed():
            if is_known(mask) and mask in self.written.missing:
                self._contradiction(
                    contradiction(
                        part, "-", show_mask(mask), None, variant="missing", has_deck=has_deck
                    )
                )
                return

    def _contradiction(self, found: Violation) -> None:
        self.violations.append(replace(found, clause=self.rules.clauses.deal))

    def _mirrored(self, hands: list[tuple[int, ...] | None]) -> list[tuple[int, ...] | None]:
        """Judge the mirror, and tell a hand that is not written by the other (clause 8.1)."""
        ways = list(self._assignments(self.trumps))
        if len(ways) != 1:
            return hands
        one, two = ways[0]
        images = [
            [mirror(mask, (one, two)) if is_known(mask) else ALL for mask in hand or ()]
            for hand in hands
        ]
        told = [seat for seat, hand in enumerate(hands) if hand is not None]
        if len(told) == 1:
            (seat,) = told
            hands[1 - seat] = tuple(images[seat])
        first = hands[told[0]] if told else None
        for place, mask in enumerate(first or ()):
            image = images[told[0]][place]
            is_twin_here = is_known(mask) and image in (first or ())
            other = hands[1 - told[0]] or ()
            is_known_other = all(is_known(card) for card in other)
            if is_twin_here or (is_known(mask) and is_known_other and image not in other):
                self._not_mirrored(told[0], place, mask, image)
                break
        return hands

    def _not_mirrored(self, seat: int, place: int, mask: int, image: int) -> None:
        self.violations.append(
            Violation(
                codes.HANDS_NOT_MIRRORED,
                SET_UP,
                ("hand", seat, place),
                args={
                    "card": show_mask(mask),
                    "image": show_mask(image),
                    "seat": self.seats[seat],
                    "other": self.seats[1 - seat],
                },
                expected=show_mask(image),
            )
        )

    # -- the exchange of the sixes

    def _gifts(self, hands: Sequence[tuple[int, ...] | None], owners: Mapping[int, int]) -> None:
        """Judge what is written of the exchange (clause 7.3)."""
        before = self.events[: first_turn(self.events)]
        for number, event in enumerate(before):
            if isinstance(event, Handed) and event.to is not None:
                self.is_taken_back = _is_taken_back(before, number)
                self._gift(number, event, event.to, hands, owners)

    def _gift(
        self,
        number: int,
        event: Handed,
        to: int,
        hands: Sequence[tuple[int, ...] | None],
        owners: Mapping[int, int],
    ) -> None:
        is_reported = False
        for place, mask in enumerate(event.cards):
            if not is_known(mask):
                continue
            owner = owners.get(mask)
            holder = next((at for at, hand in enumerate(hands) if mask in (hand or ())), None)
            is_held = holder == event.seat if holder is not None else self._is_open(hands, event)
            if mask in self.given:
                is_held = False
            variant = ""
            if not mask & SIXES:
                variant = "no_six"
            elif not is_held:
                variant = "not_held"
            elif owner is None and self._may_own(to, mask):
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

    def _is_open(self, hands: Sequence[tuple[int, ...] | None], event: Handed) -> bool:
        hand = hands[event.seat]
        return hand is None or not all(is_known(mask) for mask in hand)

    def _may_own(self, seat: int, six: int) -> bool:
        """Whether a six may belong to a seat whose trump is known in part."""
        return len(self.trumps[seat]) > 1 and any(
            six & SUIT_SETS[suit] for suit in self.trumps[seat]
        )

    def _kept(
        self, hands: Sequence[tuple[int, ...] | None], owners: Mapping[int, int]
    ) -> dict[int, Kept]:
        """Find the sixes that their old holders played before they can have come back (7.3)."""
        told = union(mask for hand in hands for mask in hand or ())
        settled = set(self.given) | {mask for mask, *_ in self.moved}
        kept: dict[int, Kept] = {}
        dark: set[int] = set()
        """Seats that have laid a card unseen, which may have been their six."""
        may_have: list[set[int]] = [set() for _ in range(self.count)]
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
                owner = owners.get(mask)
                if owner is None or mask in settled:
                    continue
                settled.add(mask)
                hand = hands[seat]
                is_possible = mask in (hand or ()) or (
                    not mask & told and (hand is None or not all(map(is_known, hand)))
                )
                if owner != seat and is_possible and owner not in may_have[seat]:
                    kept[mask] = Kept(mask, seat, owner, number, event.part(place))
        return kept

    # -- how many cards

    def _stories(
        self, hands: Sequence[tuple[int, ...] | None], kept: Mapping[int, Kept]
    ) -> list[Story]:
        """Return every number of cards that the hands may hold (clauses 7.2, 7.3 and 7.14)."""
        firsts = range(self.count) if self.written.first is None else (self.written.first,)
        turns = {(first + 1) % self.count if self.rules.has_dealer else first for first in firsts}
        sizes = {
            tuple(size)
            for dealt in self._dealt_sizes(hands)
            for size in self._exchanged_sizes(dealt, hands, kept)
        }
        return distinct(Story(list(size), turn) for turn in sorted(turns) for size in sorted(sizes))

    def _dealt_sizes(self, hands: Sequence[tuple[int, ...] | None]) -> Iterator[tuple[int, ...]]:
        """Iterate over how many cards everybody can have been dealt."""
        choices = []
        for seat, hand in enumerate(hands):
            lengths = self._lengths(seat)
            choices.append(sorted(lengths | {len(hand)} if hand is not None else lengths))
        ways = list(product(*choices))
        right = [way for way in ways if sum(way) == self.size]
        yield from right or ways

    def _exchanged_sizes(
        self,
        dealt: tuple[int, ...],
        hands: Sequence[tuple[int, ...] | None],
        kept: Mapping[int, Kept],
    ) -> Iterator[list[int]]:
        """Iterate over how many cards everybody can have after the exchange."""
        if not self.rules.sixes_change_hands:
            yield list(dealt)
            return
        known = [union(hand or ()) for hand in hands]
        room = [size - cards.bit_count() for size, cards in zip(dealt, known, strict=True)]
        moved = {mask for mask, *_ in self.moved}
        for way in list(self._assignments(self.trumps)) or [()]:
            owners = {six_of(suit): seat for seat, suit in enumerate(way)} or self._owners()
            sixes = [six for six in owners if six & self.pack and six not in moved]
            choices = [self._holders(six, known, room, kept) for six in sixes]
            for holders in product(*choices):
                taken = [0] * self.count
                size = list(dealt)
                for six, holder in zip(sixes, holders, strict=True):
                    taken[holder] += not known[holder] & six
                    if six not in kept:
                        size[holder] -= 1
                        size[owners[six]] += 1
                for _, giver, receiver, _ in self.moved:
                    size[giver] -= 1
                    size[receiver] += 1
                if all(a <= b for a, b in zip(taken, room, strict=True)):
                    yield size

    def _holders(
        self,
        six: int,
        known: Sequence[int],
        room: Sequence[int],
        kept: Mapping[int, Kept],
    ) -> list[int]:
        """Return the seats to which a six can have been dealt."""
        for seat, cards in enumerate(known):
            if cards & six:
                return [seat]
        if six in self.given:
            return [self.given[six][0]]
        if six in kept:
            return [kept[six].seat]
        return [seat for seat in range(self.count) if room[seat] > 0]

    # -- which cards

    def _cards(
        self,
        hands: Sequence[tuple[int, ...] | None],
        owners: Mapping[int, int],
        kept: Mapping[int, Kept],
    ) -> Whereabouts:
        """Return the cards after the exchange."""
        cards = unknown_hands(self.pack, self.count)
        known = [union(hand or ()) for hand in hands]
        doubtful = 0
        if self.rules.sixes_change_hands:
            moved = {mask: receiver for mask, _, receiver, _ in self.moved}
            for six in map(six_of, SUITS):
                if six not in owners and any(self._may_own(at, six) for at in range(self.count)):
                    doubtful |= six
            for mask, seat in {**owners, **moved}.items():
                if mask in kept:
                    seat = kept[mask].seat  # noqa: PLW2901 - where it stayed
                for at in range(self.count):
                    known[at] &= ~mask
                known[seat] |= mask
        told = 0
        for held in known:
            told |= held & ~doubtful
        for seat in range(self.count):
            cards.known[seat] = known[seat] & ~doubtful
            cards.pool[seat] = self.pack & ~told
        return cards

    def _add(
        self,
        code: Code,
        part: Part,
        args: dict[str, str | int],
        variant: str = "",
        seat: str | None = None,
        clause: str | None = None,
    ) -> None:
        self.violations.append(
            Violation(code, SET_UP, part, seat, args=args, variant=variant, clause=clause)
        )
