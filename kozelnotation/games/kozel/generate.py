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
    is_molodka,
    is_moskva,
)
from kozelnotation.games.kozel.rules import legal_leads, winning_responses
from kozelnotation.games.kozel.rulesets import KozelRules, written_options
from kozelnotation.games.kozel.scoring import Match, penalties, sides_of

HAND = 4
PACK = tuple(range(36))


def random_match(rules: KozelRules, seats: Sequence[str], seed: str, *, most: int = 60) -> str:
    """Return the canonical text of a random legal match; at most so many deals."""
    return "\n".join(_Maker(rules, seats, Random(seed)).match(most)) + "\n"  # noqa: S311 - play, no secret


class _Maker:
    def __init__(self, rules: KozelRules, seats: Sequence[str], rng: Random) -> None:
        self.rules = rules
        self.seats = seats
        self.rng = rng
        self.sides = sides_of(rules, seats)
        self.names = ["+".join(seats[seat] for seat in side) for side in self.sides]
        self.running = Match(rules, len(self.sides))

    def match(self, most: int) -> Iterator[str]:
        """Write a match line by line."""
        options = [f"{name}={value}" for name, value in written_options(self.rules).items()]
        yield "%kozel 1"
        yield f'[Rules "{" ".join([self.rules.id, *options])}"]'
        yield f'[Seats "{" ".join(self.seats)}"]'
        dealer = self.rng.randrange(len(self.seats))
        for number in range(1, most + 1):
            yield ""
            yield f"deal {number}"
            yield f"dealer {self.seats[dealer]}"
            yield from self._deal(dealer)
            dealer = (dealer + 1) % len(self.seats)
            if self.running.is_decided:
                if self.running.winner is None:
                    yield "tie"
                else:
                    yield f"winner {self.names[self.running.winner]}"
                return

    def _deal(self, dealer: int) -> Iterator[str]:
        count = len(self.seats)
        deck = list(PACK)
        self.rng.shuffle(deck)
        yield f"deck {_words(deck)}"
        hands = [0] * count
        for place in range(HAND * count):
            hands[(dealer + 1 + place) % count] |= 1 << deck[place]
        turned = deck[HAND * count]
        stock = [*deck[HAND * count + 1 :], turned]
        trump = NAMES[turned][-1]
        leader = (dealer + 1) % count
        captured = [0] * len(self.sides)
        won = [0] * len(self.sides)
        number = 0
        while any(hands):
            number += 1
            declared, lines = self._declarations(hands, leader)
            yield from lines
            line, leader, laid = self._trick(hands, leader if declared is None else declared, trump)
            side = self._side(leader)
            won[side] += 1
            captured[side] |= laid
            points = f" {card_points(laid)}" if self.rng.random() < 0.5 else ""
            yield f"{number}. {line}  > {self.seats[leader]}{points}"
            yield from self._draws(hands, leader, stock)
        yield from self._count([card_points(cards) for cards in captured], won)

    def _side(self, seat: int) -> int:
        return next(place for place, side in enumerate(self.sides) if seat in side)

    def _declarations(self, hands: Sequence[int], natural: int) -> tuple[int | None, list[str]]:
        if not self.rules.declarations:
            return None, []
        lines: list[str] = []
        best: tuple[int, int] | None = None
        count = len(self.seats)
        for step in range(count):
            seat = (natural + step) % count
            hand = hands[seat]
            moskva = is_moskva(hand, shokha=self.rules.shokha)
            molodka = is_molodka(hand, shokha=self.rules.shokha)
            if not (moskva or molodka) or self.rng.random() < 0.2:
                continue
            word = "Moskva" if moskva else "Molodka"
            cards = list(members(hand))
            self.rng.shuffle(cards)
            lines.append(f"shows {self.seats[seat]}: {word} {_words(cards)}")
            rank = (0 if moskva else 1, step)
            best = min(best, rank) if best is not None else rank
        return None if best is None else (natural + best[1]) % count, lines

    def _trick(self, hands: list[int], leader: int, trump: str) -> tuple[str, int, int]:
        """Play a trick; return its plays, its winner and the cards laid."""
        shokha = self.rules.shokha
        count = len(self.seats)
        leads = list(legal_leads(hands[leader], HAND, shokha=shokha))
        # longer leads are rarer in a hand, and more fun to read
        weights = [len(lead) ** 2 for lead in leads]
        lead = self.rng.choices(leads, weights)[0]
        winning, winner = lead, leader
        laid = _union(lead)
        hands[leader] &= ~laid
        parts = [f"{self.seats[leader]}: {_mask_words(lead)}"]
        for step in range(1, count):
            seat = (leader + step) % count
            sets = list(winning_responses(hands[seat], winning, (trump,), shokha=shokha))
            is_partner = self._side(seat) == self._side(winner)
            if sets and self.rng.random() < (0.25 if is_partner else 0.85):
                answer = min(sets, key=lambda masks: _price(_union(masks), trump))
                winning, winner = answer, seat
                parts.append(f"{self.seats[seat]}: {_mask_words(answer)}")
            else:
                answer = self._lowest(hands[seat], len(lead), trump, own=is_partner)
                parts.append(f"{self.seats[seat]}: ({_mask_words(answer)})")
            cards = _union(answer)
            hands[seat] &= ~cards
            laid |= cards
        return "  ".join(parts), winner, laid

    def _lowest(self, hand: int, number: int, trump: str, *, own: bool) -> tuple[int, ...]:
        """Choose cards to lay down: worthless ones, or points for one's own side."""
        cards = sorted(members(hand), key=lambda c: (_price(1 << c, trump), c))
        if own:
            cards.sort(key=lambda c: (c == 0, NAMES[c][-1] == trump, -POINTS[c]))
        return tuple(1 << c for c in cards[:number])

    def _draws(self, hands: list[int], winner: int, stock: list[int]) -> Iterator[str]:
        parts: list[str] = []
        count = len(self.seats)
        while stock and any(hand.bit_count() < HAND for hand in hands):
            for step in range(count):
                seat = (winner + step) % count
                if stock and hands[seat].bit_count() < HAND:
                    drawn = stock.pop(0)
                    hands[seat] |= 1 << drawn
                    parts.append(f"{self.seats[seat]}: {NAMES[drawn]}")
        if parts:
            yield f"draws {'  '.join(parts)}"

    def _count(self, points: Sequence[int], won: Sequence[int]) -> Iterator[str]:
        paid = penalties(self.rules, points, won)
        self.running.add(paid)
        self.running.counted += 1
        self.running.judge()
        for keyword, values in (
            ("points", points),
            ("tricks", won),
            ("penalty", paid),
            ("score", self.running.score),
        ):
            said = "  ".join(
                f"{name}: {value}" for name, value in zip(self.names, values, strict=True)
            )
            yield f"{keyword} {said}"


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
