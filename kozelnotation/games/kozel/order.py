"""Which card beats which, and which set beats which.

Source: rules, clauses 1.2 to 1.4, 3.3, 3.4 and 3.8; section 4 for the two declared hands.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product

from kozelnotation.cards.card import (
    MASKS,
    NAMES,
    RANK_SETS,
    SUIT_SETS,
    SUITS,
    card,
    is_known,
    members,
)

SHOKHA = card("6s")
SHOKHA_BIT = 1 << SHOKHA
STRENGTH = ("6", "7", "8", "9", "J", "Q", "K", "10", "A")
"""Ranks from low to high (clause 1.2)."""
RANK_POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
POINTS: tuple[int, ...] = tuple(RANK_POINTS.get(name[:-1], 0) for name in NAMES)
"""Card points of every card (clause 1.3)."""


def card_points(cards: int) -> int:
    """Return the card points of a set of cards."""
    return sum(POINTS[c] for c in members(cards))


@cache
def beaters(trump: str, shokha: bool) -> tuple[int, ...]:  # noqa: FBT001 - a cached key
    """Return for every card the set of cards that beat it (clause 3.3).

    ``trump`` is a suit letter; with ``shokha`` off 6s is the lowest spade.
    """
    table = []
    for name in NAMES:
        rank, suit = name[:-1], name[-1]
        higher = STRENGTH[STRENGTH.index(rank) + 1 :]
        cards: int = sum(MASKS[r + suit] for r in higher)
        if suit != trump:
            cards |= SUIT_SETS[trump]
        if shokha:
            cards = 0 if name == "6s" else cards | SHOKHA_BIT
        table.append(cards)
    return tuple(table)


def set_beats(
    answer: Sequence[int], winning: Sequence[int], trumps: Sequence[str], *, shokha: bool
) -> bool | None:
    """Whether a set of cards beats another, None if unknown cards leave it open (clause 3.4).

    Both sets are masks of cards; ``trumps`` are the suits that may be trump. The answer
    must hold as many cards as the winning set, and they can be paired so that each
    beats its partner.
    """
    if len(answer) != len(winning):
        return False
    verdicts = {_beats(answer, winning, beaters(trump, shokha)) for trump in trumps}
    return verdicts.pop() if len(verdicts) == 1 else None


def _beats(answer: Sequence[int], winning: Sequence[int], table: tuple[int, ...]) -> bool | None:
    if all(is_known(mask) for mask in (*answer, *winning)):
        needed = [table[mask.bit_length() - 1] for mask in winning]
        return _paired(needed, list(answer), 0)
    needed_surely = [_meet(table, mask) for mask in winning]
    needed_maybe = [_join(table, mask) for mask in winning]
    if not _paired(needed_maybe, list(answer), 0):
        return False
    sure = [[mask & ~need == 0 for mask in answer] for need in needed_surely]
    return True if _matched(sure, 0, 0) else None


def _paired(needed: list[int], answer: list[int], place: int) -> bool:
    """Whether each needed set can be met by another card of the answer."""
    if place == len(needed):
        return True
    for at, mask in enumerate(answer):
        if mask & needed[place]:
            rest = answer[:at] + answer[at + 1 :]
            if _paired(needed, rest, place + 1):
                return True
    return False


def _matched(sure: list[list[bool]], row: int, used: int) -> bool:
    if row == len(sure):
        return True
    return any(
        fits and not used >> column & 1 and _matched(sure, row + 1, used | 1 << column)
        for column, fits in enumerate(sure[row])
    )


def _meet(table: tuple[int, ...], mask: int) -> int:
    cards = -1
    for c in members(mask):
        cards &= table[c]
    return cards if mask else 0


def _join(table: tuple[int, ...], mask: int) -> int:
    cards = 0
    for c in members(mask):
        cards |= table[c]
    return cards


def is_lead_of_one_suit(masks: Sequence[int], *, shokha: bool) -> bool | None:
    """Whether a lead is of one suit; shokha may join any suit (clause 3.1).

    None if unknown cards leave it open.
    """
    free = SHOKHA_BIT if shokha else 0
    if all(is_known(mask) for mask in masks):
        cards = 0
        for mask in masks:
            cards |= mask
        cards &= ~free
        return cards == 0 or any(cards & ~SUIT_SETS[suit] == 0 for suit in SUITS)
    possible = [suit for suit in SUITS if all(mask & (SUIT_SETS[suit] | free) for mask in masks)]
    if not possible:
        return False
    bound = [mask for mask in masks if mask & ~free]
    if len(bound) <= 1:
        return True
    sure = any(all(mask & ~(SUIT_SETS[suit] | free) == 0 for mask in masks) for suit in SUITS)
    return True if sure else None


_ACES_AND_TENS = RANK_SETS["A"] | RANK_SETS["10"]


def is_moskva(cards: int, *, shokha: bool) -> bool:
    """Whether four cards are a Moskva: aces and tens, at least one of them a real ace.

    Shokha may stand for a ten. A hand of another size is never one.

    Source: rules, clause 4.1.
    """
    allowed = _ACES_AND_TENS | (SHOKHA_BIT if shokha else 0)
    return cards.bit_count() == 4 and cards & ~allowed == 0 and cards & RANK_SETS["A"] != 0


def is_molodka(cards: int, *, shokha: bool) -> bool:
    """Whether four cards are a Molodka: one suit, or three of a suit and shokha.

    A hand of another size is never one.

    Source: rules, clause 4.2.
    """
    if cards.bit_count() != 4:
        return False
    of_one_suit = cards & ~SHOKHA_BIT if shokha else cards
    return any(of_one_suit & ~SUIT_SETS[suit] == 0 for suit in SUITS)


def is_aces(cards: int, *, shokha: bool) -> bool:  # noqa: ARG001 - one form for all kinds
    """Whether a hand is the four aces (clause 6.2)."""
    return cards == RANK_SETS["A"]


def is_bura(masks: Sequence[int], trump: str) -> bool | None:
    """Whether a lead is a Bura: three or more cards of the trump suit (clause 6.2).

    None if unknown cards leave it open.
    """
    trumps = SUIT_SETS[trump]
    if sum(mask != 0 and mask & ~trumps == 0 for mask in masks) >= 3:
        return True
    return None if sum(mask & trumps != 0 for mask in masks) >= 3 else False


def could_be(masks: Sequence[int], kind: str, *, shokha: bool) -> bool | None:
    """Whether shown cards are what was declared; None if unknown cards leave it open."""
    is_kind = {"Moskva": is_moskva, "Molodka": is_molodka}.get(kind, is_aces)
    if all(is_known(mask) for mask in masks):
        return is_kind(_union(masks), shokha=shokha)
    seen: set[bool] = set()
    known = _union([mask for mask in masks if is_known(mask)])
    open_masks = [mask for mask in masks if not is_known(mask)]
    if len(open_masks) > 2:
        return None
    for choice in product(*(members(mask & ~known) for mask in open_masks)):
        bits = _union([1 << c for c in choice])
        if bits.bit_count() == len(open_masks):
            seen.add(is_kind(known | bits, shokha=shokha))
    return seen.pop() if len(seen) == 1 else None


def _union(masks: Sequence[int]) -> int:
    cards = 0
    for mask in masks:
        cards |= mask
    return cards
