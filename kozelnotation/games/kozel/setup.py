"""From the written set-up of a deal to the table before the first lead.

Source: rules, section 2; verdicts, section 2 for which finding comes first.
"""

from collections.abc import Iterator

from kozelnotation.cards.card import ALL, MASKS, SUIT_SETS, SUITS, is_known
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.contract import Part, Violation
from kozelnotation.games.kozel.events import SetUp
from kozelnotation.games.kozel.rulesets import KozelRules
from kozelnotation.games.kozel.table import Table, mask_words
from kozelnotation.games.pack import (
    agree,
    contradiction,
    hand_cards,
    list_cards,
    removed_card,
    repeated_cards,
    sorted_words,
    union,
    wrong_hand_size,
    wrong_pack_size,
)

HAND = 4
SIX_OF_CLUBS = MASKS["6c"]
"""The card that is taken out for a pack of 35 (clauses 2.7 and 6.1)."""


def lay_out(
    rules: KozelRules,
    seats: tuple[str, ...],
    written: SetUp,
    out: frozenset[int] = frozenset(),
) -> tuple[Table, list[Violation]]:
    """Return the table after the deal, and what is wrong with the set-up."""
    return _LayOut(rules, seats, written, out).run()


def dealing_order(count: int, dealer: int, out: frozenset[int]) -> list[int]:
    """Return the seats that are dealt to, from the dealer's left, past players who are out."""
    order = [(dealer + step) % count for step in range(1, count + 1)]
    return [seat for seat in order if seat not in out]


class _LayOut:
    def __init__(
        self,
        rules: KozelRules,
        seats: tuple[str, ...],
        written: SetUp,
        out: frozenset[int],
    ) -> None:
        self.out = out
        self.players = [seat for seat in range(len(seats)) if seat not in out]
        self.rules = rules
        self.seats = seats
        self.written = written
        self.violations: list[Violation] = []
        self.has_foreign_card = False
        pack: int = ALL
        full = rules.pack_for(len(self.players))
        if full == 35:
            pack &= ~SIX_OF_CLUBS
        listed = {mask for _, mask in (*self._deck(), *self._groups())}
        missing = tuple(mask for mask in written.missing if mask and mask not in listed)
        for mask in missing:
            pack &= ~mask if is_known(mask) else ALL
        self.pack = pack
        self.full = pack | union(missing)
        self.size = full - len(missing)

    def run(self) -> tuple[Table, list[Violation]]:
        written, count = self.written, len(self.seats)
        self._foreign_cards()
        self._repeated_cards()
        is_sound = not self.violations and not self.has_foreign_card
        hands_sound = self._sizes()
        hands, trump, stock = self._from_deck(count)
        if is_sound and hands_sound:
            self._contradictions(hands, trump, stock)
        for seat, hand in enumerate(written.hands):
            if hand is not None:
                hands[seat] = list(hand)
        stock_length = max(self.size - HAND * len(self.players), 0)
        if written.stock is not None and len(written.stock) == stock_length:
            stock = list(written.stock)
        if stock is None:
            stock = [ALL] * stock_length
        if written.trump is not None:
            trump = written.trump
        if stock and trump is None and is_known(stock[-1]):
            trump = stock[-1]
        if stock and trump is not None and not is_known(stock[-1]):
            stock[-1] &= trump
        table = self._table(hands, trump, stock)
        table.contradicted = self.has_foreign_card or any(
            violation.code is not pack_codes.WRONG_HAND_SIZE for violation in self.violations
        )
        return table, self.violations

    # -- what is written

    def _groups(self) -> Iterator[tuple[Part, int]]:
        """Iterate over the cards of hands, trump and stock with their parts."""
        written = self.written
        yield from hand_cards(written.hands)
        stock = written.stock or ()
        if written.trump is not None and written.trump not in stock:
            yield ("trump",), written.trump
        yield from list_cards("stock", stock)

    def _deck(self) -> Iterator[tuple[Part, int]]:
        return list_cards("deck", self.written.deck)

    def _foreign_cards(self) -> None:
        for part, mask in (*self._deck(), *self._groups()):
            if mask == 0:
                # a card of another pack is reported where its name is read
                self.has_foreign_card = True
            elif is_known(mask) and not mask & self.full:
                self.violations.append(removed_card(part, mask, self.seats))
        self.has_foreign_card = self.has_foreign_card or 0 in self.written.missing

    def _repeated_cards(self) -> None:
        for source in (self._deck(), self._groups()):
            self.violations.extend(repeated_cards(source, self.seats))

    def _sizes(self) -> bool:
        is_sound = True
        written = self.written
        if self.violations or self.has_foreign_card:
            # a card too many or too few is then a consequence of what was found
            return False
        for seat, hand in enumerate(written.hands):
            if hand is not None and len(hand) != HAND:
                is_sound = False
                self.violations.append(wrong_hand_size(seat, self.seats, len(hand), HAND))
        lengths = (
            ("deck", written.deck, self.size),
            ("stock", written.stock, self.size - HAND * len(self.players)),
        )
        for keyword, masks, length in lengths:
            if masks is not None and len(masks) != length:
                is_sound = False
                self.violations.append(wrong_pack_size(keyword, len(masks), length))
        return is_sound

    def _from_deck(self, count: int) -> tuple[list[list[int] | None], int | None, list[int] | None]:
        """Deal the written deck (clause 2.3)."""
        hands: list[list[int] | None] = [None] * count
        deck = self.written.deck
        if deck is None or len(deck) != self.size or len(deck) <= HAND * len(self.players):
            return hands, None, None
        dealt = HAND * len(self.players)
        if self.written.dealer is not None:
            order = dealing_order(count, self.written.dealer, self.out)
            for first, seat in enumerate(order):
                hands[seat] = list(deck[first : dealt : len(order)])
        return hands, deck[dealt], [*deck[dealt + 1 :], deck[dealt]]

    def _contradictions(
        self, hands: list[list[int] | None], trump: int | None, stock: list[int] | None
    ) -> None:
        """Compare hands, trump and stock with the deck, and trump with the stock."""
        written = self.written
        for seat, hand in enumerate(written.hands):
            dealt = hands[seat]
            if hand is not None and dealt is not None and not agree(hand, dealt):
                self._contradiction(
                    ("hand", seat), sorted_words(dealt), sorted_words(hand), self.seats[seat]
                )
                return
        if written.trump is not None and trump is not None and not written.trump & trump:
            self._contradiction(("trump",), mask_words(trump), mask_words(written.trump), None)
            return
        if written.stock:
            last = written.stock[-1]
            if written.trump is not None and not last & written.trump:
                part = ("stock", len(written.stock) - 1)
                self._contradiction(part, mask_words(written.trump), mask_words(last), None)
            elif stock is not None and len(stock) == len(written.stock):
                for place, (mask, dealt_mask) in enumerate(zip(written.stock, stock, strict=True)):
                    if not mask & dealt_mask:
                        self._contradiction(
                            ("stock", place), mask_words(dealt_mask), mask_words(mask), None
                        )
                        return
        for where, mask in (*self._deck(), *self._groups()):
            if is_known(mask) and mask in written.missing:
                self._contradiction(where, "-", mask_words(mask), None, "missing")
                return

    def _contradiction(
        self, part: Part, expected: str, found: str, seat: str | None, variant: str = ""
    ) -> None:
        self.violations.append(
            contradiction(
                part,
                expected,
                found,
                seat,
                variant=variant,
                has_deck=self.written.deck is not None,
            )
        )

    # -- the table

    def _table(self, hands: list[list[int] | None], trump: int | None, stock: list[int]) -> Table:
        count = len(self.seats)
        known = 0
        for mask in (m for hand in hands for m in hand or ()):
            known |= mask if is_known(mask) else 0
        for mask in stock:
            known |= mask if is_known(mask) else 0
        rest = self.pack & ~known
        held = [0] * count
        size = [0 if seat in self.out else HAND for seat in range(count)]
        unknown, low, high = list(size), list(size), list(size)
        for seat, hand in enumerate(hands):
            if hand is None or seat in self.out:
                continue
            for mask in hand:
                held[seat] |= mask if is_known(mask) else 0
            unknown[seat] = max(len(hand), HAND) - held[seat].bit_count()
            low[seat], high[seat] = min(len(hand), HAND), max(len(hand), HAND)
        narrowed = [mask if is_known(mask) else (mask & rest or mask) for mask in stock]
        open_stock = sum(not is_known(mask) for mask in narrowed)
        open_hands = [seat for seat in range(count) if unknown[seat]]
        has_patterns = self._has_patterns(hands, stock, trump)
        is_full = len(open_hands) == 1 and not open_stock
        if is_full and rest.bit_count() == unknown[open_hands[0]] and not has_patterns:
            held[open_hands[0]] |= rest
            unknown[open_hands[0]] = 0
        if not open_hands and open_stock == 1 and is_known(rest) and not has_patterns:
            narrowed = [mask if is_known(mask) else rest for mask in narrowed]
        trumps = tuple(
            suit for suit in SUITS if trump is None or not trump or trump & SUIT_SETS[suit]
        )
        return Table(
            rules=self.rules,
            seats=self.seats,
            hands=held,
            unknown=unknown,
            low=low,
            high=high,
            stock=narrowed,
            stock_low=0 if self._has_wrong_size() else len(narrowed),
            stock_order=True,
            trumps=trumps,
            turned=trump or None,
            pack=self.pack,
            full=self.full,
            out=self.out,
            has_patterns=has_patterns,
        )

    def _has_wrong_size(self) -> bool:
        """Whether nobody knows how many cards the pack has."""
        return any(v.code is pack_codes.WRONG_PACK_SIZE for v in self.violations)

    def _has_patterns(
        self, hands: list[list[int] | None], stock: list[int], trump: int | None
    ) -> bool:
        """Whether a card of the deal is known by suit or rank only."""
        masks = [mask for hand in hands for mask in hand or ()] + stock[:-1]
        masks += [*(self.written.deck or ()), *(() if trump is None else (trump,))]
        return any(not is_known(mask) and mask not in (0, ALL) for mask in masks)
