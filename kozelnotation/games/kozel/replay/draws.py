"""Draws: by the rules, as written, in order or summed up; what is wrong with them.

Source: rules, clauses 2.6, 2.7 and 9.10; notation, section 4.
"""

from collections.abc import Sequence

from kozelnotation.cards.card import NAMES, is_known
from kozelnotation.games.contract import Part
from kozelnotation.games.kozel import codes
from kozelnotation.games.kozel.events import Drawn
from kozelnotation.games.kozel.replay import closing
from kozelnotation.games.kozel.replay.state import (
    Drawing,
    Replay,
    Window,
)
from kozelnotation.games.kozel.setup import HAND
from kozelnotation.games.kozel.table import (
    cards_words,
    mask_words,
)


def on_draw(replay: Replay, event: Drawn) -> None:
    """Note a line of draws; it is judged once nothing can be added to it."""
    if replay.trick is not None and replay.later_seats():
        _draw_in_a_trick(replay, event)
        return
    closing.close_trick(replay, is_broken_off=False)
    if replay.table.is_surely_over():
        replay.already_over()
        return
    window = replay.window
    window.is_written = True
    if event.entries is None:
        window.is_vague = True
        return
    if not event.entries:
        window.nobody_at = replay.event
    window.in_order = window.in_order and event.in_order
    for place, (seat, masks) in enumerate(event.entries):
        if seat in replay.table.out:
            replay.report_out(("entry", place), seat, None)
            continue
        for mask in masks if masks is not None else ():
            window.entries.append((replay.event, place, seat, mask))
        if masks is None:
            window.is_vague = True


def _draw_in_a_trick(replay: Replay, event: Drawn) -> None:
    """Report a draw in the middle of a trick, which goes on; the draw changes nothing."""
    trick, entries = replay.trick, event.entries
    if trick is None or not entries:
        return
    seat = entries[0][0]
    args: dict[str, str | int] = {"seat": replay.seats[seat]}
    replay.add(codes.DRAW_SURPLUS, ("entry", 0), seat, trick.number, args, variant="in_trick")


def by_rule(replay: Replay, start: int) -> list[int]:
    """Return the seats in the order in which they draw (clauses 2.6 and 9.10)."""
    table = replay.table
    sizes = list(table.high)
    left = len(table.stock)
    order: list[int] = []
    while left:
        drew = False
        for seat in table.clockwise(start):
            if seat not in table.out and left and sizes[seat] < HAND:
                sizes[seat] += 1
                left -= 1
                order.append(seat)
                drew = True
        if not drew:
            break
    return order


def finish_draw(replay: Replay, *, is_broken_off: bool) -> None:
    """Judge and apply the draws after a trick once nothing can be added to them."""
    window, table = replay.window, replay.table
    if window.is_drawn:
        _draw_out_of_time(replay, window)
        return
    window.is_drawn = True
    window.settled = len(window.entries)
    if not table.stock and not window.entries:
        return
    if not window.entries:
        if window.nobody_at is not None and not window.is_vague:
            _nobody_drew(replay, window, window.nobody_at)
        elif not is_broken_off:
            _draw_unwritten(replay, window)
        return
    start = window.start
    actual = [seat for _, _, seat, _ in window.entries]
    if start is None or table.contradicted:
        # who won is not known: the table's choice is the first who draws
        start = actual[0]
        window.start = start
        replay.settle_winner(start)
    order = by_rule(replay, start)
    in_doubt = table.low != table.high or table.stock_low != len(table.stock)
    if window.is_vague:
        _take_from_stock(replay, window, judged=False)
        _forget_draws(replay)
        return
    if is_broken_off and actual == order[: len(actual)]:
        _take_from_stock(replay, window, judged=True)
        return
    if not window.in_order:
        _draw_in_groups(replay, window, order, in_doubt=in_doubt)
        return
    if actual == order:
        _take_from_stock(replay, window, judged=True)
        return
    if in_doubt and _fits(replay, actual, start):
        _take_from_stock(replay, window, judged=False)
        table.loosen_stock()
        return
    _wrong_draws(replay, window, order, actual)


def _fits(replay: Replay, actual: list[int], start: int) -> bool:
    """Whether the written draws agree with some sizes that the hands may have."""
    table = replay.table
    low, high = list(table.low), list(table.high)
    least, most = table.stock_low, len(table.stock)
    place = 0
    drawn = 0
    while True:
        drew = False
        for seat in table.clockwise(start):
            if seat in table.out:
                continue
            if place < len(actual) and actual[place] == seat and low[seat] < HAND:
                low[seat] += 1
                high[seat] = min(high[seat], HAND - 1) + 1
                place, drawn, drew = place + 1, drawn + 1, True
            elif low[seat] < HAND:
                if high[seat] < HAND and drawn < least:
                    return False
                low[seat] = min(HAND, high[seat])
        if not drew:
            break
    return place == len(actual) and drawn <= max(most, drawn)


def _wrong_draws(replay: Replay, window: Window, order: list[int], actual: list[int]) -> None:
    table = replay.table
    differs = next(
        (
            place
            for place, (found, expected) in enumerate(zip(actual, order, strict=False))
            if found != expected
        ),
        min(len(actual), len(order)),
    )
    expected = " ".join(replay.seats[seat] for seat in order) or "-"
    found = " ".join(replay.seats[seat] for seat in actual)
    args: dict[str, str | int] = {"expected": expected, "found": found}
    if len(actual) == len(order):
        _wrong_draw_order(replay, window, order, actual, differs, args)
        return
    if len(actual) > len(order):
        event, entry, seat, _ = window.entries[differs]
        args |= {"seat": replay.seats[seat], "left": len(table.stock)}
        replay.add_draw(
            codes.DRAW_SURPLUS,
            event,
            ("entry", entry),
            seat,
            args,
            variant="" if table.stock else "empty",
            expected=expected,
            found=found,
        )
    else:
        seat = order[differs]
        event, entry, _, _ = window.entries[min(differs, len(actual) - 1)]
        args["seat"] = replay.seats[seat]
        replay.add_draw(
            codes.DRAW_MISSING,
            event,
            ("entry", entry),
            seat,
            args,
            expected=expected,
            found=found,
        )
    _draw_in_doubt(replay, window, order, actual)


def _wrong_draw_order(
    replay: Replay,
    window: Window,
    order: list[int],
    actual: list[int],
    differs: int,
    args: dict[str, str | int],
) -> None:
    chosen = actual[0]
    is_other_winner = actual == by_rule(replay, chosen) and chosen != order[0]
    if is_other_winner and window.claim_is_false and chosen in window.claimed:
        # the claim is the one fault (clause 9.8)
        window.start = chosen
        _take_from_stock(replay, window, judged=True)
        return
    event, entry, seat, _ = window.entries[differs]
    if window.last is not None and window.start is not None:
        args["winner"] = replay.seats[window.start]
    replay.add_draw(
        codes.DRAW_ORDER,
        event,
        ("entry", entry),
        seat,
        args,
        expected=str(args["expected"]),
        found=str(args["found"]),
    )
    if is_other_winner:
        window.also.add(order[0])
        window.start = chosen
    elif sorted(actual) != sorted(order):
        _draw_in_doubt(replay, window, order, actual)
        return
    _take_from_stock(replay, window, judged=False)


def _nobody_drew(replay: Replay, window: Window, event: int) -> None:
    """Judge ``draws -``: nobody drew, although somebody may have had to."""
    table = replay.table
    if window.start is None or table.low != table.high or table.contradicted:
        return
    order = by_rule(replay, window.start)
    if not order:
        return
    seat = order[0]
    expected = " ".join(replay.seats[s] for s in order)
    replay.add_draw(
        codes.DRAW_MISSING,
        event,
        (),
        seat,
        {"seat": replay.seats[seat], "expected": expected, "found": "-"},
        expected=expected,
        found="-",
    )
    _draw_in_doubt(replay, window, order, [])


def _draw_in_doubt(replay: Replay, window: Window, order: list[int], actual: list[int]) -> None:
    """Apply draws of wrong number; both sizes of the hands stay possible (clause 9.3)."""
    table = replay.table
    before = len(table.stock)
    _take_from_stock(replay, window, judged=False)
    table.loosen_stock()
    for seat in range(table.count):
        surplus = actual.count(seat) - order.count(seat)
        if surplus > 0:
            table.low[seat] = max(table.low[seat] - surplus, 0)
            table.loosen(table.hands[seat])
        elif surplus < 0:
            table.high[seat] += -surplus
            table.unknown[seat] += -surplus
    table.stock_low = max(min(before - len(order), before - len(actual)), 0)
    longest = max(before - len(order), before - len(actual), 0)
    while len(table.stock) < longest:
        table.stock.append(table.pack)


def _draw_in_groups(replay: Replay, window: Window, order: list[int], *, in_doubt: bool) -> None:
    """Judge draws that say only what each seat drew in all (notation, section 4)."""
    actual = [seat for _, _, seat, _ in window.entries]
    counts = {seat: actual.count(seat) for seat in range(replay.table.count)}
    due = {seat: order.count(seat) for seat in range(replay.table.count)}
    if counts == due:
        _take_groups(replay, window, order)
        return
    if in_doubt:
        _take_from_stock(replay, window, judged=False)
        replay.table.loosen_stock()
        return
    surplus = next((s for s in dict.fromkeys(actual) if counts[s] > due[s]), None)
    short = next((s for s in dict.fromkeys(order) if counts[s] < due[s]), None)
    expected = "  ".join(f"{replay.seats[s]}: {due[s]}" for s in due)
    found = "  ".join(f"{replay.seats[s]}: {counts[s]}" for s in counts)
    args: dict[str, str | int] = {
        "expected": expected,
        "found": found,
        "left": len(replay.table.stock),
    }
    if len(actual) < len(order) or surplus is None:
        seat, code = short if short is not None else actual[0], codes.DRAW_MISSING
    else:
        seat, code = surplus, codes.DRAW_SURPLUS
    args["seat"] = replay.seats[seat]
    at = next((e for e in window.entries if e[2] == seat), window.entries[-1])
    replay.add_draw(code, at[0], ("entry", at[1]), seat, args, expected=expected, found=found)
    _draw_in_doubt(replay, window, order, actual)


def _take_groups(replay: Replay, window: Window, order: list[int]) -> None:
    """Compare what each seat drew in all with the stock, as a set."""
    table = replay.table
    drawn: list[Drawing] = []
    for seat in dict.fromkeys(order):
        places = [at for at, other in enumerate(order) if other == seat]
        due = [table.stock[at] for at in places]
        entries = [entry for entry in window.entries if entry[2] == seat]
        masks = [entry[3] if entry[3] is not None else table.pack for entry in entries]
        if table.stock_order and not table.contradicted:
            wrong = _unmatched(masks, due)
            if wrong is not None:
                event, entry, _, _ = entries[wrong]
                replay.add_draw(
                    codes.DRAW_CONTRADICTS_STOCK,
                    event,
                    ("entry", entry),
                    seat,
                    {"card": mask_words(masks[wrong]), "top": cards_words(due)},
                    variant="groups",
                    expected=cards_words(due),
                    found=cards_words(masks),
                )
                table.loosen_stock()
        for mask, entry_of in zip(masks, entries, strict=True):
            drawn.append(Drawing(seat, mask, entry_of[0]))
    table.stock = table.stock[len(order) :]
    table.stock_low = len(table.stock)
    for drawing in drawn:
        table.receive(drawing.seat, drawing.mask)
    _note_drawings(replay, drawn)


def _draw_unwritten(replay: Replay, window: Window) -> None:
    """Draw by the rules where no draw is written (notation, section 4)."""
    table = replay.table
    start = window.start
    if not table.stock:
        return
    if start is None or table.low != table.high or table.stock_low != len(table.stock):
        _draw_unknown(replay)
        return
    order = by_rule(replay, start)
    drawn: list[Drawing] = []
    for seat in order:
        mask = table.stock.pop(0)
        table.stock_low = len(table.stock)
        if not table.stock_order:
            mask = table.pack
        table.receive(seat, mask)
        drawn.append(Drawing(seat, mask, None))
    _note_drawings(replay, drawn)


def _draw_unknown(replay: Replay) -> None:
    """Draw where neither the text nor the rules say who drew how many."""
    table = replay.table
    table.loosen_stock()
    need_low = sum(max(HAND - size, 0) for size in (table.high[s] for s in table.players))
    need_high = sum(max(HAND - size, 0) for size in (table.low[s] for s in table.players))
    least = max(table.stock_low - need_high, 0)
    most = max(len(table.stock) - need_low, 0)
    enough = table.stock_low >= need_high
    for seat in table.players:
        table.unknown[seat] += max(HAND - table.low[seat], 0)
        if enough:
            table.low[seat] = max(table.low[seat], HAND)
        if table.stock:
            table.high[seat] = max(table.high[seat], HAND)
    table.stock = table.stock[len(table.stock) - most :] if most else []
    table.stock_low = least


def _forget_draws(replay: Replay) -> None:
    table = replay.table
    _draw_unknown(replay)
    table.loosen_stock()


def _draw_out_of_time(replay: Replay, window: Window) -> None:
    """Report draws where nobody has to draw: before the first lead, or after the draw."""
    late = window.entries[window.settled :]
    if not late:
        return
    window.settled = len(window.entries)
    event, entry, seat, _ = late[0]
    replay.add_draw(
        codes.DRAW_SURPLUS,
        event,
        ("entry", entry),
        seat,
        {"seat": replay.seats[seat], "expected": "-", "left": len(replay.table.stock)},
        variant="nobody",
        expected="-",
        found=" ".join(replay.seats[s] for _, _, s, _ in late),
    )
    window.entries[:] = late
    _draw_in_doubt(replay, window, [], [s for _, _, s, _ in late])


def _take_from_stock(replay: Replay, window: Window, *, judged: bool) -> None:
    """Apply written draws: the card written is the card drawn (notation, section 4)."""
    table = replay.table
    drawn: list[Drawing] = []
    for event, entry, seat, written in window.entries:
        top = table.stock[0] if table.stock else table.pack
        if written == 0:
            # a card of another pack: reported where its name is read
            table.contradicted = True
        mask = written or table.pack
        if judged and table.stock_order and not table.contradicted:
            mask = _judge_draw(replay, event, entry, seat, mask, top)
        elif is_known(mask) and mask in table.stock:
            place = table.stock.index(mask)
            table.stock[place] = top
        if table.stock:
            table.stock.pop(0)
        table.stock_low = max(table.stock_low - 1, 0)
        if is_known(mask):
            table.loose &= ~mask
        table.receive(seat, mask)
        drawn.append(Drawing(seat, mask, event))
    _note_drawings(replay, drawn)


def _judge_draw(replay: Replay, event: int, entry: int, seat: int, mask: int, top: int) -> int:
    """Compare a drawn card with the top of the stock (clauses 2.3 and 2.6)."""
    table = replay.table
    if not is_known(mask):
        if not mask & top:
            args: dict[str, str | int] = {"card": mask_words(mask), "top": mask_words(top)}
            replay.add_draw(
                codes.DRAW_CONTRADICTS_STOCK,
                event,
                ("entry", entry),
                seat,
                args,
                expected=mask_words(top),
                found=mask_words(mask),
            )
            table.contradicted = True
            return mask
        table.has_patterns = table.has_patterns or mask & table.pack != table.pack
        return mask & top
    card = mask.bit_length() - 1
    if replay.is_removed(card):
        replay.event, now = event, replay.event
        replay.report_removed(("entry", entry), seat, None, card)
        replay.event = now
        return mask
    if mask & table.loose or top & table.loose:
        # one of them was in the wrong place before (clause 9.3)
        return mask
    is_elsewhere = card in table.gone or table.holder(card) is not None
    if mask & top and not is_elsewhere:
        return mask
    args = {"card": NAMES[card], "top": mask_words(top)}
    variant = ""
    related: tuple[tuple[int, Part, str], ...] = ()
    if card in table.gone:
        where = table.gone[card]
        variant = "gone"
        args |= {"by": replay.seats[where.seat], "in": where.trick}
        related = ((where.event, where.part, "played_before"),)
    elif (holder := table.holder(card)) is not None:
        variant = "in_hand"
        args["holder"] = replay.seats[holder]
        related = tuple(place for place in replay.origin(card) if place[0] != event)
    elif table.turned == mask and len(table.stock) > 1:
        variant = "turned"
        args["left"] = len(table.stock) - 1
    elif not is_known(top):
        variant = "unknown_top"
    replay.add_draw(
        codes.DRAW_CONTRADICTS_STOCK,
        event,
        ("entry", entry),
        seat,
        args,
        variant=variant,
        expected=mask_words(top),
        found=NAMES[card],
        related=related,
    )
    if is_elsewhere:
        table.contradicted = True
    elif mask in table.stock:
        table.stock[table.stock.index(mask)] = top
        table.loosen(mask | (top if is_known(top) else 0))
    else:
        open_places = [at for at, other in enumerate(table.stock) if at and other & mask]
        if open_places:
            table.stock[open_places[-1]] = top
        else:
            table.contradicted = True
    return mask


def _note_drawings(replay: Replay, drawn: list[Drawing]) -> None:
    if drawn:
        replay.result.drawings.setdefault(len(replay.result.tricks) - 1, []).extend(drawn)


def _unmatched(masks: Sequence[int], due: Sequence[int]) -> int | None:
    """Return the place of a mask for which no due card is left, None if all can be paired.

    Known cards are paired first, so that a card that is known to be wrong is the one named.
    """
    taken: dict[int, int] = {}

    def pair(place: int, seen: set[int]) -> bool:
        for at, other in enumerate(due):
            if at in seen or not other & masks[place]:
                continue
            seen.add(at)
            if at not in taken or pair(taken[at], seen):
                taken[at] = place
                return True
        return False

    order = sorted(range(len(masks)), key=lambda place: not is_known(masks[place]))
    return next((place for place in order if not pair(place, set())), None)
