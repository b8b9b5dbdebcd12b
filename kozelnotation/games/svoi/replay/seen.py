"""Cards that were seen without being played, and cards that change hands by a ruling.

Source: notation, section 4 (facts); rules, clause 9.1.
"""

from itertools import permutations

from kozelnotation.cards.card import is_known, show_mask
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.contract import Part
from kozelnotation.games.events import Exposed, Handed, Revealed
from kozelnotation.games.svoi import codes
from kozelnotation.games.svoi.events import Kind, Turn
from kozelnotation.games.svoi.replay.state import Replay, cards_words
from kozelnotation.games.svoi.whereabouts import PileCard, Unseen, mask_of


def on_exposed(replay: Replay, event: Exposed) -> None:
    """Note a card that everybody saw in a hand, or report that it cannot be (K6002)."""
    for place, mask in enumerate(event.cards):
        if replay.is_contradicted or mask == 0:
            return
        room = replay.room(event.seat)
        if not replay.cards.candidates(event.seat, room) & mask:
            args: dict[str, str | int] = {
                "card": show_mask(mask),
                "seat": replay.seats[event.seat],
            }
            variant, related = replay.elsewhere(event.seat, mask, args)
            replay.add(
                pack_codes.IMPOSSIBLE,
                ("card", place),
                event.seat,
                args,
                variant=variant,
                found=show_mask(mask),
                related=related,
            )
            replay.is_contradicted = True
            return
        if is_known(mask):
            trace = (replay.event, ("card", place), "seen_here")
            replay.cards.identify(event.seat, mask, room, trace)
    replay.learn()


def on_handed(replay: Replay, event: Handed) -> None:
    """Move cards that a ruling hands over (notation, section 4)."""
    to = event.to
    if to is None:
        return
    for place, mask in enumerate(event.cards):
        if mask == 0:
            replay.is_contradicted = True
        if not replay.is_contradicted:
            room = replay.room(event.seat)
            if replay.cards.candidates(event.seat, room) & mask:
                trace = (replay.event, ("card", place), "given_here")
                replay.cards.hand_over(event.seat, to, mask, room, trace)
            else:
                _not_held(replay, event, place, mask)
        for story in replay.stories:
            story.sizes[event.seat] = max(story.sizes[event.seat] - 1, 0)
            story.sizes[to] += 1
    replay.learn()


def _not_held(replay: Replay, event: Handed, place: int, mask: int) -> None:
    args: dict[str, str | int] = {"card": show_mask(mask), "seat": replay.seats[event.seat]}
    variant, related = replay.elsewhere(event.seat, mask, args)
    code = codes.CARD_ALREADY_PLAYED if variant == "in_pile" else codes.CARD_NOT_HELD
    replay.add(
        code,
        ("card", place),
        event.seat,
        args,
        variant=variant,
        found=show_mask(mask),
        related=related,
    )
    replay.is_contradicted = True


def on_reveal(replay: Replay, event: Revealed) -> None:
    """Note what a card was that had not been shown, or report that it cannot be (K5009)."""
    turns = [
        number
        for number in replay.turns_by_number.get(event.number, ())
        if _seat_of(replay, number) in (event.seat, None)
    ]
    turn = replay.events[turns[-1]] if turns else None
    if isinstance(turn, Turn) and turn.kind is Kind.NOT_WRITTEN:
        # what was laid then is not written down, so anything may have been
        return
    hidden = list(replay.hidden.get(turns[-1], ())) if turns else []
    args: dict[str, str | int] = {
        "seat": replay.seats[event.seat],
        "cards": cards_words(event.cards),
        "turn": event.number,
    }
    if not hidden:
        _contradicts(replay, event, (), args, "nothing_hidden_turn")
        return
    if len(event.cards) > len(hidden):
        args["number"] = len(hidden)
        _contradicts(replay, event, (), args, "too_many_turn")
        return
    ways = [
        way
        for way in permutations(hidden, len(event.cards))
        if all(
            mask_of(card) & mask or not mask for card, mask in zip(way, event.cards, strict=True)
        )
    ]
    if not ways:
        _reveals_another(replay, event, hidden, args)
        return
    if not replay.is_contradicted:
        _learn_from(replay, event, ways)
    replay.learn()


def _seat_of(replay: Replay, number: int) -> int | None:
    event = replay.events[number]
    return event.seat if isinstance(event, Turn) else None


def _reveals_another(
    replay: Replay, event: Revealed, hidden: list[PileCard], args: dict[str, str | int]
) -> None:
    place, mask = next(
        (
            (place, mask)
            for place, mask in enumerate(event.cards)
            if mask and not any(mask_of(card) & mask for card in hidden)
        ),
        (0, event.cards[0]),
    )
    args |= {"card": show_mask(mask), "laid": _words(hidden)}
    is_told = all(is_known(mask_of(card)) for card in hidden)
    variant = "turn" if is_told else "elsewhere_turn"
    _contradicts(replay, event, ("card", place), args, variant)


def _learn_from(replay: Replay, event: Revealed, ways: list[tuple[PileCard, ...]]) -> None:
    """Learn which card each unseen one may be; in which order they are named is not judged."""
    for card in {card for way in ways for card in way if isinstance(card, Unseen)}:
        possible, place = 0, 0
        for way in ways:
            if card not in way:
                possible = card.mask
                break
            place = way.index(card)
            possible |= event.cards[place] or card.mask
        if possible != card.mask:
            replay.cards.narrow(card, possible, (replay.event, ("card", place), "seen_here"))


def _words(cards: list[PileCard]) -> str:
    return " ".join(show_mask(mask_of(card)) for card in cards)


def _contradicts(
    replay: Replay, event: Revealed, part: Part, args: dict[str, str | int], variant: str
) -> None:
    replay.add(
        pack_codes.REVEAL_CONTRADICTION,
        part,
        event.seat,
        dict(args),
        variant=variant,
        found=str(args["cards"]),
        number=event.number,
    )
