"""Checks of a written set-up that are the same in every game: each card once, nothing foreign.

Source: rules, clauses 1.1, 9.1; verdicts, section 2 for which finding comes first.
"""

from collections.abc import Iterable, Iterator, Sequence

from kozelnotation.cards.card import NAMES, is_known, members, show_mask
from kozelnotation.games import codes
from kozelnotation.games.contract import SET_UP, Part, Violation

Placed = Iterable[tuple[Part, int]]
"""Cards of a set-up as masks, each with the part that it stands in."""


def hand_cards(hands: Sequence[Sequence[int] | None]) -> Iterator[tuple[Part, int]]:
    """Iterate over the cards of written hands with their parts."""
    for seat, hand in enumerate(hands):
        for place, mask in enumerate(hand or ()):
            yield ("hand", seat, place), mask


def list_cards(keyword: str, masks: Sequence[int] | None) -> Iterator[tuple[Part, int]]:
    """Iterate over the cards of a written list such as ``deck`` with their parts."""
    for place, mask in enumerate(masks or ()):
        yield (keyword, place), mask


def _seat_of(part: Part, seats: Sequence[str]) -> str | None:
    return seats[int(part[1])] if part[0] == "hand" else None


def repeated_cards(source: Placed, seats: Sequence[str]) -> Iterator[Violation]:
    """Iterate over the findings of cards that stand in one source twice (K2006)."""
    first: dict[int, Part] = {}
    for part, mask in source:
        if not is_known(mask):
            continue
        if mask in first:
            yield Violation(
                codes.REPEATED_CARD,
                SET_UP,
                part,
                args={"card": show_mask(mask)},
                seat=_seat_of(part, seats),
                related=((SET_UP, first[mask], "first_place"),),
            )
        first.setdefault(mask, part)


def removed_card(part: Part, mask: int, seats: Sequence[str]) -> Violation:
    """Return the finding of a card that was taken out of the pack (K2007)."""
    return Violation(
        codes.CARD_NOT_IN_PACK,
        SET_UP,
        part,
        _seat_of(part, seats),
        args={"card": show_mask(mask)},
        variant="removed",
    )


def wrong_hand_size(seat: int, seats: Sequence[str], number: int, expected: int) -> Violation:
    """Return the finding of a hand of a wrong number of cards (K2008)."""
    return Violation(
        codes.WRONG_HAND_SIZE,
        SET_UP,
        ("hand", seat),
        seats[seat],
        args={"number": number, "seat": seats[seat], "expected": expected},
        expected=str(expected),
        found=str(number),
    )


def wrong_pack_size(keyword: str, number: int, expected: int) -> Violation:
    """Return the finding of a deck or stock of a wrong number of cards (K2009)."""
    return Violation(
        codes.WRONG_PACK_SIZE,
        SET_UP,
        (keyword,),
        args={"what": keyword, "number": number, "expected": expected},
        expected=str(expected),
        found=str(number),
    )


def contradiction(
    part: Part, expected: str, found: str, seat: str | None, *, variant: str = "", has_deck: bool
) -> Violation:
    """Return the finding of statements of a set-up that disagree (K2010)."""
    return Violation(
        codes.DEAL_CONTRADICTION,
        SET_UP,
        part,
        seat,
        args={"expected": expected, "found": found, "what": str(part[0])},
        variant=variant,
        expected=expected,
        found=found,
        related=((SET_UP, ("deck",), "the_deck"),) if has_deck else (),
    )


def union(masks: Iterable[int]) -> int:
    """Return the set of the known cards among masks."""
    cards = 0
    for mask in masks:
        cards |= mask if is_known(mask) else 0
    return cards


def agree(hand: Sequence[int], dealt: Sequence[int]) -> bool:
    """Whether two lists can be the same cards in some order."""
    known_hand = {mask for mask in hand if is_known(mask)}
    known_dealt = {mask for mask in dealt if is_known(mask)}
    open_dealt = len(dealt) - len(known_dealt)
    open_hand = len(hand) - len(known_hand)
    return (
        len(known_hand - known_dealt) <= open_dealt and len(known_dealt - known_hand) <= open_hand
    )


def sorted_words(masks: Sequence[int]) -> str:
    """Return the words of cards in pack order, unknown ones last."""
    known = sorted(mask for mask in masks if is_known(mask))
    names = [NAMES[c] for mask in known for c in members(mask)]
    return " ".join(names + ["?"] * (len(masks) - len(known)))
