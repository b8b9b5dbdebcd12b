"""The cards that a side shows at the count.

Source: notation, section 4 (captured); rules, clause 9.1.
"""

from kozelnotation.cards.card import MASKS, is_known, show
from kozelnotation.games.kozel.table import mask_words
from kozelnotation.syntax.nodes import (
    Blank,
    Line,
    SeatCards,
)
from kozelnotation.verdict import codes
from kozelnotation.verdict.kozel.state import Deal
from kozelnotation.verdict.kozel.taken import cards_taken


def judge_captured(deal: Deal) -> None:
    """Compare the cards that a side shows at the count with those it took."""
    taken = cards_taken(deal)
    for line in deal.lowered.captured:
        statement = line.statement
        if not isinstance(statement, SeatCards) or isinstance(statement.cards, Blank):
            if isinstance(statement, SeatCards) and statement.cards is Blank.NOTHING:
                _captured_line(deal, line, statement, (), taken)
            continue
        masks = tuple(MASKS[card.text] for card in statement.cards)
        _captured_line(deal, line, statement, masks, taken)
    _captured_twice(deal)


def _captured_line(
    deal: Deal,
    line: Line,
    statement: SeatCards,
    masks: tuple[int, ...],
    taken: tuple[list[int], list[int], int] | None,
) -> None:
    name = statement.seat.text
    side = deal.names.index(name)
    listed = 0
    twice = 0
    for mask in masks:
        if is_known(mask):
            twice |= listed & mask
            listed |= mask
    said = show(listed)
    if taken is None:
        deal.book.note("captured", line, name, said, None)
        return
    known, unknown, unseen = taken
    surplus = listed & ~(known[side] | (unseen if unknown[side] else 0)) | twice
    is_open = any(not is_known(mask) for mask in masks)
    lacking = 0 if is_open else known[side] & ~listed
    wrong_number = deal.replay.is_over and (len(masks) != known[side].bit_count() + unknown[side])
    ok = not (surplus or lacking or (wrong_number and not is_open) or 0 in masks)
    is_true: bool | None = ok
    if ok and (is_open or unknown[side]):
        is_true = None if is_open else True
    computed = show(known[side]) if not unknown[side] else None
    if is_open:
        said = " ".join(mask_words(mask) for mask in masks)
    deal.book.note(
        "captured", line, name, said, None if is_true is None else computed, is_true=is_true
    )
    if ok:
        if not is_open:
            deal.shown[side] = listed
        return
    variant = "surplus" if surplus else "lacking" if lacking else "number"
    cards = show(surplus or lacking)
    first = next(
        (
            card
            for card in (statement.cards if isinstance(statement.cards, tuple) else ())
            if MASKS[card.text] & surplus
        ),
        None,
    )
    deal.book.refute(
        codes.CLAIMED_CAPTURED,
        line,
        first.start if first is not None else statement.start,
        first.end if first is not None else statement.end,
        {
            "side": name,
            "cards": cards,
            "number": len(masks),
            "expected": known[side].bit_count() + unknown[side],
        },
        variant=variant,
        expected=computed,
        found=said,
    )


def _captured_twice(deal: Deal) -> None:
    """If both sides show one card, neither list tells the truth for certain."""
    lists = [cards for cards in deal.shown if cards is not None]
    if len(lists) > 1 and any(lists[a] & lists[b] for a in range(len(lists)) for b in range(a)):
        deal.shown = [None] * len(deal.shown)
