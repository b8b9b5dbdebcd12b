"""What a seat may do: the predicates of the engine turned round into hints and moves.

Source: rules, section 3.
"""

from collections.abc import Iterator
from itertools import combinations

from kozelnotation.cards.card import NAMES, SUIT_SETS, SUITS, is_known, members
from kozelnotation.games.kozel.order import SHOKHA_BIT, set_beats
from kozelnotation.games.kozel.rulesets import KozelRules
from kozelnotation.games.kozel.table import OpenTrick, Table

_SHOWN = 3


def legal_leads(hand: int, most: int, *, shokha: bool) -> Iterator[tuple[int, ...]]:
    """Iterate over the leads that a hand can make (clause 3.1): masks of cards."""
    free = hand & SHOKHA_BIT if shokha else 0
    if free and most >= 1:
        yield (free,)
    for suit in SUITS:
        cards = [1 << c for c in members(hand & SUIT_SETS[suit] & ~free)]
        for number in range(1, min(most, len(cards)) + 1):
            for chosen in combinations(cards, number):
                yield chosen
                if free and number < most:
                    yield (*chosen, free)


def winning_responses(
    hand: int, winning: tuple[int, ...], trumps: tuple[str, ...], *, shokha: bool
) -> Iterator[tuple[int, ...]]:
    """Iterate over the sets of a hand that beat the winning set (clause 3.4)."""
    cards = [1 << c for c in members(hand)]
    for chosen in combinations(cards, len(winning)):
        if set_beats(chosen, winning, trumps, shokha=shokha):
            yield chosen


def hint_response(table: Table, seat: int, trick: OpenTrick, rules: KozelRules) -> str:
    """Say what a seat could have laid so that it is legal."""
    down = f"any {trick.size} cards face down" if trick.size > 1 else "any card face down"
    hand = table.hands[seat]
    if table.unknown[seat] or not all(is_known(mask) for mask in trick.winning):
        return down
    sets = winning_responses(hand, trick.winning, table.trumps, shokha=rules.shokha)
    words = [_words(masks) for masks in sets]
    if not words:
        return f"{down}; no set of this hand takes the trick"
    more = "" if len(words) <= _SHOWN else f" and {len(words) - _SHOWN} more"
    shown = ", ".join(f"`{word}`" for word in words[:_SHOWN])
    return f"{down}, or face up {shown}{more}"


def hint_lead(table: Table, seat: int) -> str | None:
    """Say what a seat could have led."""
    hand = table.hands[seat]
    if table.unknown[seat] or not hand:
        return None
    leads = [
        _words(masks)
        for masks in legal_leads(hand, table.high[seat], shokha=table.rules.shokha)
        if len(masks) > 1
    ]
    singles = "any single card"
    if not leads:
        return singles
    shown = ", ".join(f"`{lead}`" for lead in leads[:_SHOWN])
    more = "" if len(leads) <= _SHOWN else f" and {len(leads) - _SHOWN} more"
    return f"{singles}, or together {shown}{more}"


def _words(masks: tuple[int, ...]) -> str:
    return " ".join(NAMES[mask.bit_length() - 1] for mask in masks)
