"""Whether a card that is laid can be in the hand, and what laying it changes.

Source: rules, clauses 9.1 to 9.3.
"""

from kozelnotation.cards.card import NAMES, is_known, members
from kozelnotation.diag.code import Code
from kozelnotation.games.contract import Part
from kozelnotation.games.kozel import codes
from kozelnotation.games.kozel.events import Response, Trick
from kozelnotation.games.kozel.replay.state import Replay
from kozelnotation.games.kozel.setup import HAND
from kozelnotation.games.kozel.table import Place


def more_than_held(replay: Replay, play: Response) -> None:
    """Nobody can lay more cards than he holds: some hand is then smaller than it seems."""
    table = replay.table
    surplus = play.size - table.high[play.seat]
    if surplus <= 0:
        return
    table.contradicted = True
    for seat in range(table.count):
        table.low[seat] = max(table.low[seat] - surplus, 0)


def doubt(replay: Replay, play: Response) -> None:
    """Let surplus cards be in doubt: the table may have handed them back."""
    for mask in (*play.shown, *play.hidden):
        if is_known(mask) and (mask.bit_length() - 1) not in replay.table.gone:
            replay.table.loosen(mask)
    replay.table.high[play.seat] += play.size


def doubt_size(replay: Replay, play: Response, size: int) -> None:
    """After too many cards the surplus may have gone back to the hand."""
    table = replay.table
    if play.size > table.high[play.seat]:
        table.contradicted = True
    table.high[play.seat] += play.size - size
    for mask in (*play.shown, *play.hidden):
        if is_known(mask) and (mask.bit_length() - 1) not in table.gone:
            table.loosen(mask)


def all_there(replay: Replay, play: Response) -> bool:
    """Whether every card laid can have been in the hand."""
    return _first_missing(replay, play) is None


def _first_missing(replay: Replay, play: Response) -> tuple[int, int] | None:
    """Return place and mask of the first card that cannot be in the hand."""
    table = replay.table
    seen = 0
    for place, mask in enumerate((*play.shown, *play.hidden)):
        if mask == 0 or not is_known(mask):
            continue
        if mask & seen or not table.can_hold(play.seat, mask.bit_length() - 1):
            return place, mask
        seen |= mask
    return None


def not_there(replay: Replay, part: Part, play: Response, event: Trick) -> bool:
    """Report the first card that cannot have been in the hand (K3006, K3007)."""
    table = replay.table
    if any(mask == 0 for mask in (*play.shown, *play.hidden)):
        # a card of another pack: reported where it is read
        table.contradicted = True
        return True
    if table.contradicted:
        return False
    missing = _first_missing(replay, play)
    if missing is None:
        known = sum(is_known(mask) for mask in (*play.shown, *play.hidden))
        if play.size > table.high[play.seat] and known:
            return False
        return False
    place, mask = missing
    card = mask.bit_length() - 1
    where = table.gone.get(card)
    card_part = (*part, place)
    if replay.is_removed(card):
        replay.report_removed(card_part, play.seat, event.number, card)
        return True
    args: dict[str, str | int] = {"card": NAMES[card]}
    related: tuple[tuple[int, Part, str], ...] = ()
    if where is not None or _is_twice(play, mask):
        code: Code = codes.CARD_ALREADY_PLAYED
        variant = "twice"
        if where is not None:
            variant = ""
            args |= {"by": replay.seats[where.seat], "in": where.trick}
            related = ((where.event, where.part, "played_before"),)
    else:
        code, variant = codes.CARD_NOT_HELD, replay.elsewhere(card, args)
        related = replay.origin(card)
    replay.add(
        code,
        card_part,
        play.seat,
        event.number,
        args,
        variant=variant,
        found=NAMES[card],
        related=related,
        legal=_hand_hint(replay, play.seat),
    )
    table.contradicted = True
    return True


def _hand_hint(replay: Replay, seat: int) -> str | None:
    table = replay.table
    if table.unknown[seat] or not table.hands[seat]:
        return None
    return "a card of the hand: " + " ".join(NAMES[c] for c in members(table.hands[seat]))


def _is_twice(play: Response, mask: int) -> bool:
    return (*play.shown, *play.hidden).count(mask) > 1


def take_from_hand(replay: Replay, play: Response, part: Part) -> None:
    """Lay cards: they leave the hand, and it is noted where they went."""
    table, trick = replay.table, replay.trick
    masks = (*play.shown, *play.hidden)
    table.leave(play.seat, masks)
    if trick is None:
        return
    for place, mask in enumerate(masks):
        if is_known(mask):
            face_up = place < len(play.shown)
            table.gone.setdefault(
                mask.bit_length() - 1,
                Place(trick.number, play.seat, replay.event, (*part, place), face_up),
            )
            if table.loose & mask:
                table.gone.pop(mask.bit_length() - 1, None)


def unwritten_play(replay: Replay, play: Response) -> None:
    """Something was laid that is not written down (``S: ...``)."""
    trick, table = replay.trick, replay.table
    size = trick.size if trick is not None else 0
    table.blind += size or HAND
    if size and trick is not None and trick.size_is_judged:
        table.shrink(play.seat, size)
    else:
        table.low[play.seat] = max(table.low[play.seat] - HAND, 0)
        table.high[play.seat] = max(table.high[play.seat] - 1, 0)
