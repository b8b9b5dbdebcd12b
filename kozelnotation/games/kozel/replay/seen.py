"""What was seen without moving a card, and cards handed over.

Source: notation, section 4 (facts).
"""

from dataclasses import replace

from kozelnotation.cards.card import NAMES, is_known
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.contract import Part
from kozelnotation.games.events import Exposed, Handed, Revealed
from kozelnotation.games.kozel import codes
from kozelnotation.games.kozel.events import Response
from kozelnotation.games.kozel.replay.state import Replay, TrickResult
from kozelnotation.games.kozel.table import Place, cards_words, mask_words, play_words


def on_reveal(replay: Replay, event: Revealed) -> None:
    """Note which cards an unseen response held, or report that it cannot be (K5009)."""
    open_trick = replay.trick
    is_open = open_trick is not None and open_trick.number == event.number
    tricks = [] if is_open else [t for t in replay.result.tricks if t.number == event.number]
    plays: list[Response] = []
    if open_trick is not None and is_open:
        plays = open_trick.plays
    elif tricks:
        plays = tricks[-1].plays
    play = next((p for p in plays if p.seat == event.seat), None)
    args: dict[str, str | int] = {
        "seat": replay.seats[event.seat],
        "cards": cards_words(event.cards),
    }
    if play is None or (not play.hidden and play.written):
        _reveal_fault(replay, event, (), args, "nothing_hidden")
        return
    if not play.written:
        return
    if len(event.cards) > len(play.hidden):
        args["number"] = len(play.hidden)
        _reveal_fault(replay, event, (), args, "too_many")
        return
    hidden = list(play.hidden)
    for place, mask in enumerate(event.cards):
        if mask == 0:
            # a card of another pack: reported where its name is read
            continue
        if not is_known(mask):
            if not any(other & mask for other in hidden):
                args |= {"card": mask_words(mask), "laid": play_words(play)}
                _reveal_fault(replay, event, ("card", place), args, "")
                return
            if (
                any(not is_known(other) for other in hidden)
                and mask & replay.table.pack != replay.table.pack
            ):
                replay.table.is_open = True
            continue
        args["card"] = mask_words(mask)
        if mask in hidden:
            hidden.remove(mask)
            continue
        fits = [at for at, other in enumerate(hidden) if not is_known(other) and other & mask]
        if not fits:
            args["laid"] = play_words(play)
            _reveal_fault(replay, event, ("card", place), args, "")
            return
        if not _can_have_laid(replay, event.seat, mask, tricks[-1] if tricks else None):
            _reveal_fault(replay, event, ("card", place), args, "elsewhere")
            return
        hidden[fits[0]] = mask
        play = _resolve(replay, event, play, mask, tricks[-1] if tricks else None)


def _can_have_laid(replay: Replay, seat: int, mask: int, _trick: TrickResult | None) -> bool:
    table = replay.table
    if table.contradicted:
        return True
    card = mask.bit_length() - 1
    if card in table.gone or table.is_in_stock(card):
        return False
    holder = table.holder(card)
    return holder in (None, seat)


def _resolve(
    replay: Replay, event: Revealed, play: Response, mask: int, trick: TrickResult | None
) -> Response:
    """Note which card an unseen one was; return the play as it is known now."""
    table = replay.table
    card = mask.bit_length() - 1
    table.gone[card] = Place(event.number, event.seat, replay.event, (), face_up=False)
    if table.hands[event.seat] & mask:
        table.hands[event.seat] &= ~mask
    elif table.unknown[event.seat]:
        table.unknown[event.seat] -= 1
    hidden = list(play.hidden)
    place = next(n for n, m in enumerate(hidden) if not is_known(m) and m & mask)
    old = hidden[place]
    hidden[place] = mask
    known = replace(play, hidden=tuple(hidden))
    plays = trick.plays if trick is not None else replay.trick.plays if replay.trick else []
    plays[plays.index(play)] = known
    if trick is not None:
        trick.masks[trick.masks.index(old)] = mask
    return known


def _reveal_fault(
    replay: Replay, event: Revealed, part: Part, args: dict[str, str | int], variant: str
) -> None:
    replay.add(
        pack_codes.REVEAL_CONTRADICTION,
        part,
        event.seat,
        event.number,
        dict(args),
        variant=variant,
        found=str(args["cards"]),
    )


def on_exposed(replay: Replay, event: Exposed) -> None:
    """Note a card that everybody saw in a hand, or report that it cannot be (K6002)."""
    table = replay.table
    for place, mask in enumerate(event.cards):
        if not is_known(mask):
            _exposed_pattern(replay, event, place, mask)
            continue
        card = mask.bit_length() - 1
        if table.can_hold(event.seat, card):
            table.identify(event.seat, mask)
            continue
        if replay.is_removed(card):
            replay.report_removed(("card", place), event.seat, None, card)
            return
        args: dict[str, str | int] = {
            "card": NAMES[card],
            "seat": replay.seats[event.seat],
        }
        related: tuple[tuple[int, Part, str], ...] = ()
        where = table.gone.get(card)
        if where is not None:
            variant = "gone"
            args |= {"by": replay.seats[where.seat], "in": where.trick}
            related = ((where.event, where.part, "played_before"),)
        else:
            variant = replay.elsewhere(card, args)
            related = replay.origin(card)
        replay.add(
            pack_codes.IMPOSSIBLE,
            ("card", place),
            event.seat,
            None,
            args,
            variant=variant,
            found=NAMES[card],
            related=related,
        )
        table.contradicted = True
        return


def _exposed_pattern(replay: Replay, event: Exposed, place: int, mask: int) -> None:
    """A card seen by suit or rank only: some card of the hand must fit."""
    table, seat = replay.table, event.seat
    # a card of another pack is reported where its name is read
    if mask == 0 or table.contradicted or mask & table.pack == table.pack:
        return
    is_known_hand = table.unknown[seat] == 0 and table.hands[seat].bit_count() == table.high[seat]
    if not is_known_hand:
        table.is_open = True
    elif not table.hands[seat] & mask:
        args: dict[str, str | int] = {"card": mask_words(mask), "seat": replay.seats[seat]}
        replay.add(
            pack_codes.IMPOSSIBLE,
            ("card", place),
            seat,
            None,
            args,
            variant="hand_known",
            found=mask_words(mask),
        )
        table.contradicted = True


def _handed_from_elsewhere(replay: Replay, event: Handed, place: int, mask: int) -> None:
    card = mask.bit_length() - 1
    args: dict[str, str | int] = {"card": NAMES[card]}
    where = replay.table.gone.get(card)
    if where is not None:
        args |= {"by": replay.seats[where.seat], "in": where.trick}
        code, variant = codes.CARD_ALREADY_PLAYED, ""
    else:
        code, variant = codes.CARD_NOT_HELD, replay.elsewhere(card, args)
    replay.add(code, ("card", place), event.seat, None, args, variant=variant, found=NAMES[card])
    replay.table.contradicted = True


def on_handed(replay: Replay, event: Handed) -> None:
    """Move cards that a ruling hands over or puts back (notation, section 4)."""
    table = replay.table
    for place, mask in enumerate(event.cards):
        if is_known(mask) and not table.can_hold(event.seat, mask.bit_length() - 1):
            _handed_from_elsewhere(replay, event, place, mask)
        known = mask if is_known(mask) else 0
        if known and table.hands[event.seat] & known:
            table.hands[event.seat] &= ~known
        elif table.unknown[event.seat]:
            table.unknown[event.seat] -= 1
        table.shrink(event.seat, 1)
        if event.to is not None:
            table.receive(event.to, mask)
        else:
            table.stock.insert(0, mask)
            table.stock_low += 1
            table.loosen_stock()
