"""Who may lead: the natural leader, a declarer, or whom the table chose.

Source: rules, clauses 3.9, 4.4, 9.8 and 9.9.
"""

from kozelnotation.cards.card import is_known
from kozelnotation.games.kozel.replay.state import Replay, Window
from kozelnotation.games.kozel.setup import HAND


def leader_by_rule(replay: Replay) -> int | None:
    """Return who should lead: the best declarer, else the natural leader (clause 4.4)."""
    window = replay.window
    natural = _natural_leader(replay)
    if window.valid:
        best = min(kind for kind, _ in window.valid)
        equals = [seat for kind, seat in window.valid if kind == best]
        if natural is None:
            return equals[0] if len(set(equals)) == 1 else None
        return min(equals, key=lambda seat: (seat - natural) % replay.table.count)
    return natural


def _natural_leader(replay: Replay) -> int | None:
    """Return the winner of the last trick, or the next seat with cards (clause 9.10)."""
    start = replay.window.start
    if start is None:
        return None
    return next(
        (seat for seat in replay.table.clockwise(start) if replay.table.has_cards(seat)), start
    )


def may_lead(replay: Replay) -> set[int] | None:
    """Return the seats that may lead, None if nobody knows."""
    window = replay.window
    leader = leader_by_rule(replay)
    if leader is None or window.unsure:
        return None
    allowed = {leader, *window.invalid, *window.also}
    if not window.valid and window.start is not None:
        # the winner may have no cards after a fault in a number of cards
        for seat in replay.table.clockwise(window.start):
            if replay.table.has_cards(seat):
                allowed.add(seat)
            if replay.table.low[seat] > 0:
                break
    return allowed


def settle_window(replay: Replay, leader: int, *, was_faulty: bool) -> None:
    """Close the window: the next lead shows whom the table let lead."""
    window = replay.window
    table = replay.table
    if not window.valid and not window.entries:
        replay.settle_winner(leader)
    differs = _natural_leader(replay) not in (None, leader) and not window.valid
    drew_unwritten = replay.result.drawings.get(len(replay.result.tricks) - 1, [])
    if differs and (was_faulty or window.claim_is_false):
        # the table may have drawn from the seat that it took for the winner
        _draw_sizes_from(replay, leader, [drawing.seat for drawing in drew_unwritten])
        for drawing in drew_unwritten:
            if drawing.event is None and is_known(drawing.mask):
                table.loosen(drawing.mask)
                table.hands[drawing.seat] &= ~drawing.mask
                table.unknown[drawing.seat] += 1
    replay.window = Window(leader, is_drawn=True, last=window.last)


def _draw_sizes_from(replay: Replay, leader: int, drawn: list[int]) -> None:
    """Let hands also have the sizes that a draw from another seat would have given them."""
    table = replay.table
    sizes = [table.high[seat] - drawn.count(seat) for seat in range(table.count)]
    left = len(drawn)
    while left:
        for seat in table.clockwise(leader):
            if seat not in table.out and left and sizes[seat] < HAND:
                sizes[seat] += 1
                left -= 1
        if all(sizes[seat] >= HAND for seat in table.players):
            break
    for seat in table.players:
        # a card that came from the stock only so is one that nobody has seen
        table.unknown[seat] += max(sizes[seat] - table.high[seat], 0)
        table.low[seat] = min(table.low[seat], sizes[seat])
        table.high[seat] = max(table.high[seat], sizes[seat])
