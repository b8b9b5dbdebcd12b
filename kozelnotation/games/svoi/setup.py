"""From the written set-up of a deal to the cards and the possible courses before the first lead.

Source: rules, clauses 7.1 to 7.3, 7.14 and 8.1; verdicts, section 2 for which finding comes first.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations, product

from kozelnotation.cards.card import ALL, NAMES, SUITS, is_known, show_mask
from kozelnotation.diag.code import Code
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.contract import SET_UP, Part, Violation
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
from kozelnotation.games.svoi.events import Event, SetUp, Trumps
from kozelnotation.games.svoi.order import are_of_two_colours, mirror, six_of
from kozelnotation.games.svoi.rulesets import SvoiRules
from kozelnotation.games.svoi.sixes import Exchange, Kept
from kozelnotation.games.svoi.story import Story, distinct
from kozelnotation.games.svoi.whereabouts import Whereabouts, unknown_hands


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
        self.exchange = Exchange(seats, self.trumps, {}, events)

    def run(self) -> Start:
        written = self.written
        hands = self._hands()
        is_sound = not self.violations and not self.has_foreign_card
        if is_sound and self.rules.hands_are_mirrored:
            hands = self._mirrored(hands)
        is_contradicted = self.has_foreign_card or any(
            violation.code not in (pack_codes.WRONG_HAND_SIZE, pack_codes.UNDECIDED)
            for violation in self.violations
        )
        trumps, are_judged = self._judge_trumps()
        self.trumps = trumps
        owners = self._owners()
        self.exchange = Exchange(self.seats, trumps, owners, self.events)
        if self.rules.sixes_change_hands:
            self.exchange.judge(hands, are_judged=are_judged)
            self.violations.extend(self.exchange.violations)
        kept = self.exchange.kept
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
        ways = [(one, two) for one, two in self._assignments(self.trumps)]
        told = [seat for seat, hand in enumerate(hands) if hand is not None]
        if not told or not ways:
            return hands
        broken = [_image_missing(hands, told[0], way) for way in ways]
        if None not in broken:
            place, mask, image = next(found for found in broken if found is not None)
            self._not_mirrored(told[0], place, mask, image)
        elif any(found is not None for found in broken):
            args: dict[str, str | int] = {"seat": self.seats[told[0]]}
            self.violations.append(
                Violation(
                    pack_codes.UNDECIDED,
                    SET_UP,
                    ("hand", told[0]),
                    args=args,
                    variant="mirror",
                    clause="8.1",
                )
            )
        if len(ways) == 1 and len(told) == 1:
            (seat,) = told
            hands[1 - seat] = tuple(
                mirror(mask, ways[0]) if is_known(mask) else ALL for mask in hands[seat] or ()
            )
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
        moved = {mask for mask, *_ in self.exchange.moved}
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
                for _, giver, receiver, _ in self.exchange.moved:
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
        if six in self.exchange.given:
            return [self.exchange.given[six][0]]
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
            moved = {mask: receiver for mask, _, receiver, _ in self.exchange.moved}
            for six in map(six_of, SUITS):
                if six not in owners and any(
                    self.exchange.may_own(at, six) for at in range(self.count)
                ):
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


def _image_missing(
    hands: Sequence[tuple[int, ...] | None], told: int, trumps: tuple[str, str]
) -> tuple[int, int, int] | None:
    """Return a card whose image is not in the other hand: its place, the card, the image."""
    first, other = hands[told] or (), hands[1 - told]
    is_known_other = other is not None and all(is_known(card) for card in other)
    for place, mask in enumerate(first):
        image = mirror(mask, trumps) if is_known(mask) else 0
        if image and (image in first or (is_known_other and image not in (other or ()))):
            return place, mask, image
    return None
