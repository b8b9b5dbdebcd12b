"""What each side has taken: cards, card points, tricks.

Source: rules, clauses 3.5, 5.1 and 9.4.
"""

from kozelnotation.cards.card import is_known, members
from kozelnotation.games.kozel.order import POINTS, card_points
from kozelnotation.verdict.kozel.state import Deal


def cards_taken(deal: Deal) -> tuple[list[int], list[int], int] | None:
    """Return known cards, number of unknown cards by side, and the unseen cards.

    None if it is not known which side took a trick, or how many cards.
    """
    replay = deal.replay
    if not replay.is_judged:
        return None
    known = [0] * len(deal.sides)
    unknown = [0] * len(deal.sides)
    for trick in replay.tricks:
        if trick.taker is None or not trick.plays or not trick.size:
            return None
        side = deal.side(trick.taker)
        unknown[side] += sum(trick.size for play in trick.plays if not play.written)
        for mask in trick.masks:
            if is_known(mask):
                known[side] |= mask
            else:
                unknown[side] += 1
    seen = 0
    for cards in known:
        seen |= cards
    return known, unknown, replay.table.pack & ~seen


def point_ranges(deal: Deal) -> list[tuple[int, int]] | None:
    """Return the least and the greatest card points that each side can have taken."""
    taken = cards_taken(deal)
    if taken is None:
        return None
    known, unknown, unseen = taken
    values = sorted(POINTS[c] for c in members(unseen))
    ranges: list[tuple[int, int]] = []
    for side, cards in enumerate(known):
        shown = deal.shown[side]
        if shown is not None:
            points = card_points(shown)
            ranges.append((points, points))
            continue
        number = unknown[side]
        base = card_points(cards)
        least = sum(values[:number])
        most = sum(values[len(values) - number :]) if number else 0
        ranges.append((base + least, base + most))
    ranges = [span if side in deal.active else (0, 0) for side, span in enumerate(ranges)]
    if deal.replay.stopped is not None:
        return ranges
    total = deal.total()
    if not deal.replay.is_over:
        # what is still to be played can go to anybody
        taken_by_others = sum(low for low, _ in ranges)
        return [(low, total - (taken_by_others - low)) for low, _ in ranges]
    least, most = sum(low for low, _ in ranges), sum(high for _, high in ranges)
    return [
        (max(low, total - (most - high)), min(high, total - (least - low))) for low, high in ranges
    ]


def tricks_won(deal: Deal) -> list[int | None]:
    """Return how many tricks each side has won, None where nobody knows."""
    replay = deal.replay
    if not replay.is_judged or not deal.is_final():
        return [None] * len(deal.names)
    if any(trick.taker is None for trick in replay.tricks):
        return [None] * len(deal.names)
    won = [0] * len(deal.names)
    for trick in replay.tricks:
        if trick.taker is not None:
            won[deal.side(trick.taker)] += 1
    return list(won)
