"""Cards as small integers and sets of cards as bit sets.

A card is 9 * suit + rank, suits in the order s h d c, ranks 6 7 8 9 10 J Q K A;
this is the order of the pack and no order of strength. A set of cards is an integer
with bit *c* set for card *c*. A *mask* is the set of cards that an entry of a record
may stand for: one bit for a known card, all 36 for ``?``, none for a card of
another pack.

Source: rules, clause 1.1; notation, section 4.
"""

from collections.abc import Iterator
from typing import NewType

Card = NewType("Card", int)
CardSet = NewType("CardSet", int)
Mask = NewType("Mask", int)

SUITS = "shdc"
RANKS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
FOREIGN_RANKS = ("2", "3", "4", "5")
PACK_SIZE = 36
ALL = CardSet((1 << PACK_SIZE) - 1)
NO_CARDS = CardSet(0)

NAMES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

SUIT_SETS: dict[str, CardSet] = {
    suit: CardSet(0b111111111 << (9 * place)) for place, suit in enumerate(SUITS)
}
RANK_SETS: dict[str, CardSet] = {
    rank: CardSet(sum(1 << (9 * suit + place) for suit in range(4)))
    for place, rank in enumerate(RANKS)
}


def _masks() -> dict[str, Mask]:
    masks = {name: Mask(1 << place) for place, name in enumerate(NAMES)}
    masks["?"] = Mask(ALL)
    masks.update({f"?{suit}": Mask(cards) for suit, cards in SUIT_SETS.items()})
    masks.update({f"{rank}?": Mask(cards) for rank, cards in RANK_SETS.items()})
    for rank in FOREIGN_RANKS:
        masks.update({rank + suit: Mask(0) for suit in (*SUITS, "?")})
    return masks


MASKS: dict[str, Mask] = _masks()
"""Every card word in canonical spelling, and the cards that it may stand for."""


def card(name: str) -> Card:
    """Return the card of a canonical name such as ``10h``; KeyError for another text."""
    return Card(MASKS[name].bit_length() - 1)


def card_set(names: str) -> CardSet:
    """Return the set of the named cards, separated by blanks."""
    cards = 0
    for name in names.split():
        cards |= MASKS[name]
    return CardSet(cards)


def is_known(mask: int) -> bool:
    """Whether a mask stands for exactly one card."""
    return mask != 0 and mask & (mask - 1) == 0


def members(cards: int) -> Iterator[Card]:
    """Iterate over a set in pack order."""
    while cards:
        low = cards & -cards
        yield Card(low.bit_length() - 1)
        cards ^= low


def show(cards: int) -> str:
    """Return the names of a set of cards in pack order, ``-`` for the empty set."""
    return " ".join(NAMES[c] for c in members(cards)) or "-"


def show_mask(mask: int) -> str:
    """Return the canonical word of a mask; several possible cards without a word give ``?``."""
    return _WORDS.get(mask, "?")


_WORDS: dict[int, str] = {mask: word for word, mask in MASKS.items() if mask}
