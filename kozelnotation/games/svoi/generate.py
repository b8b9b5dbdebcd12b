"""Random legal series of Svoi Kozyri, written in the notation; same seed, same bytes.

The play is sensible enough to look like play: players cover cheaply when they can, keep high
cards and trumps, lead what they can spare or what the next player can hardly cover, and give
their best cards, too, when few cards are left.

The odd series are for testing tools: long stretches of play at random, and of players who
always lay down again what they took up last, so that positions repeat.

Source: rules, sections 7 and 8; notation, section 7 for the canonical form.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from random import Random

from kozelnotation.cards.card import ALL, NAMES, RANKS, SUITS, members
from kozelnotation.games.svoi.order import (
    COVERING,
    are_of_two_colours,
    mirror,
    pick_up_counts,
    six_of,
)
from kozelnotation.games.svoi.rulesets import Lead, SvoiRules

MOST_TURNS = 400
"""A deal that is not over by then is left unfinished (clause 7.12)."""

MOST_ODD_TURNS = 2000
"""The same in an odd series."""


def random_series(
    rules: SvoiRules, seats: Sequence[str], seed: str, *, deals: int = 3, is_odd: bool = False
) -> str:
    """Return the canonical text of a random legal series of so many deals.

    Everybody keeps one trump suit for the series, as a party at a table does. Only in the
    open game, where each deal is a problem of its own, and in odd series they may change.
    Trumps are written in the deals in which they change.
    """
    rng = Random(seed)  # noqa: S311 - play, no secret
    return "\n".join(_Series(rules, seats, rng, is_odd=is_odd).lines(deals)) + "\n"


class _Series:
    def __init__(
        self, rules: SvoiRules, seats: Sequence[str], rng: Random, *, is_odd: bool
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.rng = rng
        self.is_odd = is_odd

    def lines(self, deals: int) -> Iterator[str]:
        """Write a series line by line."""
        rules, seats = self.rules, self.seats
        options = [f"{name}={value}" for name, value in rules.written_options().items()]
        yield "%kozel 1"
        yield f'[Rules "{" ".join([rules.id, *options])}"]'
        yield f'[Seats "{" ".join(seats)}"]'
        first = self.rng.randrange(len(seats))
        trumps: tuple[str, ...] = ()
        for number in range(1, deals + 1):
            before, trumps = trumps, self._trumps(trumps)
            yield ""
            yield f"deal {number}"
            yield f"{'dealer' if rules.has_dealer else 'starter'} {seats[first]}"
            if trumps != before:
                entries = zip(seats, trumps, strict=True)
                yield f"trumps {'  '.join(f'{seat}: {suit}' for seat, suit in entries)}"
            deal = _Deal(self, first, trumps)
            yield from deal.lines()
            if not rules.has_dealer:
                first = (first + 1) % len(seats)
            elif deal.loser is not None:
                first = deal.loser

    def _trumps(self, before: tuple[str, ...]) -> tuple[str, ...]:
        """Draw trumps, all different, in the open game of two colours (clauses 7.1 and 8.1)."""
        may_change = self.rules.hands_are_mirrored or (self.is_odd and self.rng.random() < 0.5)
        if before and not may_change:
            return before
        while True:
            trumps = tuple(self.rng.sample(SUITS, len(self.seats)))
            if not self.rules.hands_are_mirrored or are_of_two_colours(*trumps):
                return trumps


class _Mood(Enum):
    """How everybody plays."""

    SENSIBLE = "sensible"
    RANDOM = "random"
    """Any card; every other time a pick-up although there is a cover."""
    ECHO = "echo"
    """Always the card that came last into the hand, so that the same cards go round."""


_FEW = 4
"""With so few cards left a player wants to be rid of them."""

_DEAR = len(RANKS) + RANKS.index("Q")
"""What an own trump is worth that one may rather keep than cover with it."""


class _Deal:
    """A deal being played. A hand has its cards in the order in which they came into it."""

    def __init__(self, series: _Series, first: int, trumps: tuple[str, ...]) -> None:
        self.rules = series.rules
        self.seats = series.seats
        self.count = len(series.seats)
        self.rng = series.rng
        self.is_odd = series.is_odd
        self.trumps = trumps
        self.hands: list[list[int]] = [[] for _ in self.seats]
        self.pile: list[int] = []
        self.is_lead_free = False
        self.due = first if not self.rules.has_dealer else (first + 1) % self.count
        self.is_over = False
        self.loser: int | None = None
        self.mood = _Mood.SENSIBLE
        self.odd_turns = int(20 * 130 ** self.rng.random()) if self.is_odd else 0

    def lines(self) -> Iterator[str]:
        """Write the deal from its cards to its result."""
        if self.rules.hands_are_mirrored:
            yield from self._mirrored_hands()
        else:
            yield from self._deck()
        if self.rules.sixes_change_hands:
            yield from self._sixes()
        most = MOST_ODD_TURNS if self.is_odd else MOST_TURNS
        number = 0
        while not self.is_over and number < most:
            number += 1
            yield f"{number}. {self._turn(number)}"
        if not self.is_over:
            yield 'unfinished "it was late"'
        elif self.loser is not None:
            yield f"loser {self.seats[self.loser]}"
        else:
            if self.rng.random() < 0.5:
                yield f"{number + 1}. {self.seats[self.due]}: {_words(self.hands[self.due])} / -"
            yield "drawn"

    # -- the cards

    def _deck(self) -> Iterator[str]:
        """Deal the whole pack one at a time from the dealer's left (clauses 7.2 and 7.14)."""
        deck = list(members(ALL))
        self.rng.shuffle(deck)
        for place, card in enumerate(deck):
            self.hands[(self.due + place) % self.count].append(card)
        yield f"deck {_words(deck)}"

    def _mirrored_hands(self) -> Iterator[str]:
        """Deal two hands, each the mirror of the other (clause 8.1)."""
        one, other = self.trumps
        chosen = 0
        for card in members(ALL):
            image = mirror(1 << card, (one, other))
            if not (chosen | mirror(chosen, (one, other))) & 1 << card:
                chosen |= self.rng.choice((1 << card, image))
        self.hands = [list(members(chosen)), list(members(mirror(chosen, (one, other))))]
        for seat, hand in zip(self.seats, self.hands, strict=True):
            self.rng.shuffle(hand)
            yield f"hand {seat}: {_words(hand)}"

    def _sixes(self) -> Iterator[str]:
        """Hand every six to its owner (clause 7.3)."""
        owners = {six_of(suit): seat for seat, suit in enumerate(self.trumps)}
        dealt = [list(hand) for hand in self.hands]
        for giver, hand in enumerate(dealt):
            for card in hand:
                owner = owners.get(1 << card, giver)
                if owner != giver:
                    self.hands[giver].remove(card)
                    self.hands[owner].append(card)
                    yield f"gives {self.seats[giver]}: {NAMES[card]} > {self.seats[owner]}"

    # -- a turn

    def _turn(self, number: int) -> str:
        """Play a turn; return it as it is written."""
        seat, hand = self.due, self.hands[self.due]
        self._choose_mood(number)
        is_lead_due = self.is_lead_free or not self.pile
        cover = None if is_lead_due else self._cover(seat)
        if cover is None and not is_lead_due:
            return f"{self.seats[seat]}: {self._pick_up()}"
        self.is_lead_free = False
        words: list[str] = []
        if cover is not None:
            words.append(self._lay(cover))
        is_led = bool(hand)
        if cover is not None and is_led and self.is_odd and self.rng.random() < 0.1:
            words[0] = f"({words[0]})"
        words.append(self._lay(self._lead(seat)) if is_led else "-")
        self.due = self._next(seat)
        if not hand:
            self._go_out(is_led=is_led)
        return f"{self.seats[seat]}: {' / '.join(words)}"

    def _lay(self, card: int) -> str:
        self.hands[self.due].remove(card)
        self.pile.append(card)
        return NAMES[card]

    def _pick_up(self) -> str:
        """Pick up what is due (clauses 7.7 and 8.2)."""
        pile, own = self.pile, self.trumps[self.due]
        (count,) = pick_up_counts(self.rules.pick_up, len(pile), 1 << pile[-1], own)
        taken = pile[: -count - 1 : -1]
        del pile[-count:]
        self.hands[self.due].extend(taken)
        if self.rules.after_pick_up is Lead.NEXT:
            self.due = self._next(self.due)
        is_listed = not self.is_odd or self.rng.random() < 0.7
        return f"takes {count} ({_words(taken)})" if is_listed else f"takes {count}"

    def _go_out(self, *, is_led: bool) -> None:
        """Let the next player make a free lead, or end the deal (clauses 7.9, 7.10 and 8.3)."""
        if self._next(self.due) != self.due:
            self.is_lead_free = not is_led
            return
        left = self.hands[self.due]
        covering = COVERING[self.trumps[self.due]][self.pile[-1]]
        is_answered = is_led and len(left) == 1 and bool(covering & 1 << left[0])
        self.is_over = True
        if not (is_answered and self.rules.last_card_may_draw):
            self.loser = self.due

    def _next(self, seat: int) -> int:
        """Return the next seat with cards, the same one if there is no other."""
        order = ((seat + step) % self.count for step in range(1, self.count + 1))
        return next(other for other in order if self.hands[other])

    # -- how people play

    def _cover(self, seat: int) -> int | None:
        """Choose a card to cover with; None to pick up."""
        hand, own = self.hands[seat], self.trumps[seat]
        covering = COVERING[own][self.pile[-1]]
        fitting = [card for card in hand if covering & 1 << card]
        if not fitting:
            return None
        if self.mood is _Mood.ECHO:
            return fitting[-1] if len(self.pile) < 3 else None
        if self.mood is _Mood.RANDOM:
            return self.rng.choice(fitting) if self.rng.random() < 0.5 else None
        cheapest = min(fitting, key=lambda card: _worth(card, own))
        is_dear = _worth(cheapest, own) >= _DEAR and len(hand) > _FEW
        return None if is_dear and self.rng.random() < 0.4 else cheapest

    def _lead(self, seat: int) -> int:
        """Choose a card to lead."""
        hand, own = self.hands[seat], self.trumps[seat]
        if self.mood is _Mood.ECHO:
            return hand[-1]
        if self.mood is _Mood.RANDOM:
            return self.rng.choice(hand)
        other = self._next(seat)
        weight = 1.0 if len(hand) > _FEW and len(self.hands[other]) > _FEW else 2.0
        # in the open game the answers are seen; elsewhere nobody knows who has what
        is_open = self.rules.hands_are_mirrored
        away = _set(self.hands[other]) if is_open else ALL & ~_set(hand) & ~_set(self.pile)
        answers = COVERING[self.trumps[other]]

        def price(card: int) -> float:
            answered = (answers[card] & away).bit_count()
            return _worth(card, own) + weight * answered + 3 * self.rng.random()

        return min(hand, key=price)

    def _choose_mood(self, number: int) -> None:
        """Change the mood of an odd deal every sixty turns, and come to reason in the end."""
        if number > self.odd_turns:
            self.mood = _Mood.SENSIBLE
        elif number % 60 == 1:
            self.mood = self.rng.choice((_Mood.RANDOM, _Mood.ECHO))


def _worth(card: int, own_trump: str) -> int:
    """Return roughly what a card is worth to who holds it."""
    is_own = NAMES[card][-1] == own_trump
    return card % len(RANKS) + (len(RANKS) if is_own else 0)


def _set(cards: Sequence[int]) -> int:
    return sum(1 << card for card in cards)


def _words(cards: Sequence[int]) -> str:
    return " ".join(NAMES[card] for card in cards)
