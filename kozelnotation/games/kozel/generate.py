"""Random legal matches of Kozel, written in the notation; same seed, same bytes.

The play is sensible enough to look like play: whoever can beat usually does, cheaply,
and losing cards are worth little.

Source: rules, sections 2 to 5; notation, section 7 for the canonical form.
"""

from collections.abc import Iterator, Sequence
from random import Random

from kozelnotation.cards.card import NAMES, members
from kozelnotation.games.kozel.order import (
    POINTS,
    STRENGTH,
    card_points,
    is_aces,
    is_bura,
    is_molodka,
    is_moskva,
)
from kozelnotation.games.kozel.rules import legal_leads, winning_responses
from kozelnotation.games.kozel.rulesets import (
    DeclaredHand,
    Exposure,
    KozelRules,
    Penalties,
    written_options,
)
from kozelnotation.games.kozel.scoring import Match, penalties
from kozelnotation.games.kozel.setup import HAND, SIX_OF_CLUBS, dealing_order

PACK = tuple(range(36))


def random_match(rules: KozelRules, seats: Sequence[str], seed: str, *, most: int = 60) -> str:
    """Return the canonical text of a random legal match; at most so many deals.

    ``rules.seats`` must be the number of seats.
    """
    return "\n".join(_Maker(rules, seats, Random(seed)).match(most)) + "\n"  # noqa: S311 - play, no secret


class _Maker:
    def __init__(self, rules: KozelRules, seats: Sequence[str], rng: Random) -> None:
        self.rules = rules
        self.seats = seats
        self.rng = rng
        self.sides = rules.sides(len(seats))
        self.names = ["+".join(seats[seat] for seat in side) for side in self.sides]
        self.running = Match(rules, len(self.sides))
        self.pot = 0

    @property
    def out(self) -> frozenset[int]:
        """The seats of players who are out."""
        active = self.running.active
        return frozenset(
            seat for place, side in enumerate(self.sides) if place not in active for seat in side
        )

    def match(self, most: int) -> Iterator[str]:
        """Write a match line by line."""
        options = [f"{name}={value}" for name, value in written_options(self.rules).items()]
        yield "%kozel 1"
        yield f'[Rules "{" ".join([self.rules.id, *options])}"]'
        yield f'[Seats "{" ".join(self.seats)}"]'
        count = len(self.seats)
        dealer = self.rng.randrange(count)
        for number in range(1, most + 1):
            yield ""
            yield f"deal {number}"
            yield f"dealer {self.seats[dealer]}"
            yield from _Deal(self, dealer).play()
            dealer = dealing_order(count, dealer, self.out)[0]
            if self.running.is_decided:
                if self.running.winner is None:
                    yield "tie"
                else:
                    yield f"winner {self.names[self.running.winner]}"
                return

    def side(self, seat: int) -> int:
        """Return the side of a seat."""
        return next(place for place, side in enumerate(self.sides) if seat in side)

    def pay(self, points: Sequence[int], won: Sequence[int]) -> list[int]:
        """Return what a deal costs each side."""
        active = self.running.active
        paid = penalties(
            self.rules, [points[side] for side in active], [won[side] for side in active]
        )
        by_side = [0] * len(self.sides)
        for side, pays in zip(active, paid, strict=True):
            by_side[side] = pays
        return by_side


class _Deal:
    def __init__(self, maker: _Maker, dealer: int) -> None:
        self.maker = maker
        self.rules = maker.rules
        self.rng = maker.rng
        self.seats = maker.seats
        self.count = len(maker.seats)
        self.out = maker.out
        order = dealing_order(self.count, dealer, self.out)
        deck = [
            card
            for card in PACK
            if self.rules.pack_for(len(order)) == 36 or 1 << card != SIX_OF_CLUBS
        ]
        self.rng.shuffle(deck)
        self.deck = deck
        self.hands = [0] * self.count
        dealt = HAND * len(order)
        for place in range(dealt):
            self.hands[order[place % len(order)]] |= 1 << deck[place]
        self.trump = NAMES[deck[dealt]][-1]
        self.stock = [*deck[dealt + 1 :], deck[dealt]]
        self.leader = order[0]
        self.captured = [0] * len(maker.sides)
        self.won = [0] * len(maker.sides)
        self.taker: int | None = None

    def play(self) -> Iterator[str]:
        """Write the deal line by line."""
        yield f"deck {_words(self.deck)}"
        number = 0
        while any(self.hands):
            number += 1
            declared, lines = self._declarations()
            yield from lines
            if self.taker is not None:
                break
            if declared is not None:
                self.leader = declared
            while not self.hands[self.leader]:
                self.leader = (self.leader + 1) % self.count
            line, laid = self._trick(is_declared=declared is not None)
            if self.taker is not None:
                yield f"{number}. {line}"
                break
            side = self.maker.side(self.leader)
            self.won[side] += 1
            self.captured[side] |= laid
            points = f" {card_points(laid)}" if self.rng.random() < 0.5 else ""
            yield f"{number}. {line}  > {self.seats[self.leader]}{points}"
            yield from self._draws()
        yield from self._count()

    def _declarations(self) -> tuple[int | None, list[str]]:
        rules = self.rules
        if not rules.declarations:
            return None, []
        sizes = [hand.bit_count() for hand in self.hands if hand]
        if rules.declared_hand is DeclaredHand.LEADS_AND_WINS and min(sizes) < HAND:
            return None, []
        lines: list[str] = []
        best: tuple[int, int] | None = None
        for step in range(self.count):
            seat = (self.leader + step) % self.count
            word = self._word(self.hands[seat])
            if word is None or self.rng.random() < 0.2:
                continue
            cards = list(members(self.hands[seat]))
            self.rng.shuffle(cards)
            lines.append(f"shows {self.seats[seat]}: {word} {_words(cards)}")
            if rules.declared_hand is DeclaredHand.WINS_THE_POT:
                self.taker = seat
                return None, lines
            rank = (rules.words.index(word), step)
            best = min(best, rank) if best is not None else rank
        return None if best is None else (self.leader + best[1]) % self.count, lines

    def _word(self, hand: int) -> str | None:
        """Return what a hand can declare."""
        kinds = {"Moskva": is_moskva, "Molodka": is_molodka, "Aces": is_aces}
        return next(
            (word for word in self.rules.words if kinds[word](hand, shokha=self.rules.shokha)),
            None,
        )

    def _lead(self, *, is_declared: bool) -> tuple[int, ...]:
        hand = self.hands[self.leader]
        if is_declared and self.rules.declared_hand is DeclaredHand.LEADS_AND_WINS:
            return tuple(1 << c for c in members(hand))
        shortest = min(hand.bit_count() for hand in self.hands if hand)
        most = min(shortest, self.rules.longest_lead)
        leads = list(legal_leads(hand, most, shokha=self.rules.shokha))
        # longer leads are rarer in a hand, and more fun to read
        return self.rng.choices(leads, [len(lead) ** 2 for lead in leads])[0]

    def _trick(self, *, is_declared: bool) -> tuple[str, int]:
        """Play a trick; return its plays and the cards laid. The winner becomes the leader."""
        rules = self.rules
        leader = self.leader
        lead = self._lead(is_declared=is_declared)
        is_unbeatable = is_declared and rules.declared_hand is DeclaredHand.LEADS_AND_WINS
        winning, winner = lead, leader
        laid = _union(lead)
        parts = [f"{self.seats[leader]}: {_mask_words(lead)}"]
        if rules.declared_hand is DeclaredHand.WINS_THE_POT and is_bura(lead, self.trump):
            self.taker = leader
            return parts[0], laid
        self.hands[leader] &= ~laid
        for step in range(1, self.count):
            seat = (leader + step) % self.count
            if not self.hands[seat]:
                continue
            sets = list(
                winning_responses(self.hands[seat], winning, (self.trump,), shokha=rules.shokha)
            )
            is_partner = self.maker.side(seat) == self.maker.side(winner)
            likely = 0.25 if is_partner else 0.85
            if rules.exposure is Exposure.ALL_SHOWN:
                # nobody can hold back by laying a winning set face down
                likely = 1
            if sets and not is_unbeatable and self.rng.random() < likely:
                answer = min(sets, key=lambda masks: _price(_union(masks), self.trump))
                winning, winner = answer, seat
                parts.append(f"{self.seats[seat]}: {_mask_words(answer)}")
            else:
                # without a winning set, or held back face down
                answer = self._lowest(self.hands[seat], len(lead), own=is_partner)
                laid_words = _mask_words(answer)
                if self.rules.exposure is not Exposure.ALL_SHOWN:
                    laid_words = f"({laid_words})"
                parts.append(f"{self.seats[seat]}: {laid_words}")
            cards = _union(answer)
            self.hands[seat] &= ~cards
            laid |= cards
        self.leader = winner
        return "  ".join(parts), laid

    def _lowest(self, hand: int, number: int, *, own: bool) -> tuple[int, ...]:
        """Choose cards to lay down: worthless ones, or points for one's own side."""
        cards = sorted(members(hand), key=lambda c: (_price(1 << c, self.trump), c))
        if own:
            cards.sort(key=lambda c: (c == 0, NAMES[c][-1] == self.trump, -POINTS[c]))
        return tuple(1 << c for c in cards[:number])

    def _draws(self) -> Iterator[str]:
        parts: list[str] = []
        playing = [seat for seat in range(self.count) if seat not in self.out]
        while self.stock and any(self.hands[seat].bit_count() < HAND for seat in playing):
            for step in range(self.count):
                seat = (self.leader + step) % self.count
                if seat in self.out or not self.stock or self.hands[seat].bit_count() >= HAND:
                    continue
                drawn = self.stock.pop(0)
                self.hands[seat] |= 1 << drawn
                parts.append(f"{self.seats[seat]}: {NAMES[drawn]}")
        if parts:
            yield f"draws {'  '.join(parts)}"

    def _count(self) -> Iterator[str]:
        maker, running = self.maker, self.maker.running
        active = running.active
        points = [card_points(cards) for cards in self.captured]
        if self.taker is None:
            yield _values("points", points, active, maker.names)
            yield _values("tricks", self.won, active, maker.names)
        if self.rules.penalties is Penalties.POT:
            yield from self._pot(points)
            return
        paid = maker.pay(points, self.won)
        running.add(paid)
        running.counted += 1
        yield _values("penalty", paid, active, maker.names)
        yield _values("score", running.score, active, maker.names)
        running.judge()

    def _pot(self, points: Sequence[int]) -> Iterator[str]:
        """Write who takes the pot, and the balances (clauses 6.1 to 6.3)."""
        maker, count = self.maker, self.count
        maker.pot += count
        taker = self.taker
        if taker is None and points.count(max(points)) == 1:
            taker = points.index(max(points))
        change = [-1] * count
        said = f"pot - {maker.pot}"
        if taker is not None:
            change[taker] += maker.pot
            said = f"pot {maker.names[taker]}: {maker.pot}"
            maker.pot = 0
        maker.running.add(change)
        yield _values("score", maker.running.score, tuple(range(count)), maker.names)
        yield said


def _values(
    keyword: str, values: Sequence[int | None], sides: Sequence[int], names: Sequence[str]
) -> str:
    return f"{keyword} {'  '.join(f'{names[side]}: {values[side]}' for side in sides)}"


def _price(cards: int, trump: str) -> int:
    """Return roughly what it costs to give cards away."""
    return sum(
        POINTS[c]
        + STRENGTH.index(NAMES[c][:-1])
        + (12 if NAMES[c][-1] == trump else 0)
        + (40 if c == 0 else 0)
        for c in members(cards)
    )


def _union(masks: Sequence[int]) -> int:
    cards = 0
    for mask in masks:
        cards |= mask
    return cards


def _words(cards: Sequence[int]) -> str:
    return " ".join(NAMES[c] for c in cards)


def _mask_words(masks: Sequence[int]) -> str:
    return " ".join(NAMES[mask.bit_length() - 1] for mask in masks)
