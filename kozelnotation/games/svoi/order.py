"""The order of the cards: what covers what, and how many cards are picked up.

Trumps and tops may be known in part: every answer is "yes", "no" or "not settled".

Source: rules, clauses 1.2, 7.6 and 7.7, 8.1 and 8.2.
"""

from collections.abc import Iterable, Sequence

from kozelnotation.cards.card import (
    NAMES,
    PACK_SIZE,
    RANK_SETS,
    RANKS,
    SUIT_SETS,
    SUITS,
    members,
)
from kozelnotation.games.svoi.rulesets import PickUp

_ACES = RANK_SETS["A"]
SIXES = RANK_SETS["6"]
_BLACK = SUIT_SETS["s"] | SUIT_SETS["c"]


def _covering(own_trump: str, top: int) -> int:
    """Return the cards that cover a top card (clause 7.6); ranks are in order in a suit (1.2)."""
    suit = NAMES[top][-1]
    higher = SUIT_SETS[suit] & ~((1 << (top + 1)) - 1)
    return higher if suit == own_trump else higher | SUIT_SETS[own_trump]


COVERING: dict[str, tuple[int, ...]] = {
    suit: tuple(_covering(suit, top) for top in range(PACK_SIZE)) for suit in SUITS
}
"""By own trump and top card: the set of cards that cover it."""


def covers(cards: int, tops: int, own_trumps: Iterable[str]) -> bool | None:
    """Whether a card covers a top card, each one of a set that it may be (clause 7.6).

    None if it depends on which cards, or which trump, they are.
    """
    is_always, is_never = True, True
    for own_trump in own_trumps:
        covering = COVERING[own_trump]
        for top in members(tops):
            others = cards & ~(1 << top)
            if others & covering[top]:
                is_never = False
            if others & ~covering[top]:
                is_always = False
            if not is_always and not is_never:
                return None
    return is_always if is_always is not is_never else None


def pick_up_counts(
    policy: PickUp, pile: int, tops: int, own_trumps: Sequence[str]
) -> frozenset[int]:
    """Return how many cards of a pile of so many are to be picked up (clauses 7.7 and 8.2).

    Several numbers if the top card or the own trump is known in part.
    """
    if policy is PickUp.WHOLE_PILE:
        return frozenset({pile})
    counts: set[int] = set()
    for own_trump in own_trumps:
        own = SUIT_SETS[own_trump]
        if tops & ~own:
            counts.add(min(3, pile))
        if tops & own & ~_ACES:
            counts.add(min(5, pile))
        if tops & own & _ACES:
            counts.add(pile)
    return frozenset(counts)


def six_of(suit: str) -> int:
    """Return the set of the six of a suit."""
    return SUIT_SETS[suit] & SIXES


def mirror(cards: int, trumps: tuple[str, str]) -> int:
    """Return the mirror of a set of cards: trump suits change places, the others too (8.1)."""
    others = tuple(suit for suit in SUITS if suit not in trumps)
    image = 0
    for one, other in (trumps, trumps[::-1], others, others[::-1]):
        shift = len(RANKS) * (SUITS.index(other) - SUITS.index(one))
        part = cards & SUIT_SETS[one]
        image |= part << shift if shift >= 0 else part >> -shift
    return image


def are_of_two_colours(one: str, other: str) -> bool:
    """Whether of two trump suits one is black and one red (clause 8.1)."""
    return bool(SUIT_SETS[one] & _BLACK) is not bool(SUIT_SETS[other] & _BLACK)
