"""Rulings that touch the play: stands and void.

Source: notation, section 4 (rulings).
"""

from dataclasses import replace

from kozelnotation.cards.card import ALL, is_known
from kozelnotation.games.events import Handed, Lost, Ruled, RulingKind, Stopped
from kozelnotation.games.svoi.events import Kind, Turn
from kozelnotation.games.svoi.replay.state import Replay, RuledEvents, Snapshot
from kozelnotation.games.svoi.whereabouts import mask_of


def snapshot(replay: Replay) -> Snapshot:
    """Return a copy of the state, to which a ruling may return."""
    return Snapshot(
        replay.cards.copy(),
        [story.copy() for story in replay.stories],
        replay.result.turns,
        replay.result.stopped,
        replay.is_contradicted,
        replay.over_reported,
    )


def on_ruling(replay: Replay, event: Ruled) -> None:
    """Apply a ruling; the findings on what it names are settled at the end."""
    named = frozenset(_named(replay, event))
    is_incomplete = any(isinstance(replay.events[number], Lost | Stopped) for number in named)
    replay.result.rulings.append(RuledEvents(replay.event, event, named, is_incomplete))
    if event.kind is RulingKind.VOID:
        _take_back(replay, named)


def settle(replay: Replay) -> None:
    """Mark the findings on what rulings name as ruled."""
    named = {number for ruled in replay.result.rulings for number in ruled.named}
    replay.result.violations = [
        replace(violation, ruled=True) if violation.event in named else violation
        for violation in replay.result.violations
    ]


def _named(replay: Replay, event: Ruled) -> set[int]:
    """Return the events that a ruling names."""
    if event.number is None:
        above = replay.event - 1
        while above >= 0 and isinstance(replay.events[above], Ruled):
            above -= 1
        return {above} if above >= 0 else set()
    turns = replay.turns_by_number.get(event.number, ())
    if not turns:
        return set()
    if event.kind is RulingKind.VOID:
        return set(range(turns[-1], replay.event))
    return {turns[-1]}


def _take_back(replay: Replay, named: frozenset[int]) -> None:
    """Return to the table before the named events; what was seen stays known."""
    if not named or (first := min(named)) not in replay.snapshots:
        return
    before = replay.snapshots[first]
    replay.cards = before.cards.copy()
    replay.stories = [story.copy() for story in before.stories]
    replay.result.turns = before.turns
    replay.result.stopped = before.stopped
    replay.is_contradicted = before.is_contradicted
    replay.over_reported = before.over_reported
    if not replay.is_contradicted:
        _forget_settled(replay)
        _see_again(replay, sorted(named))
        replay.learn()


def _forget_settled(replay: Replay) -> None:
    """What unseen cards turned out to be is known also where they lie again."""
    for card in list(replay.cards.live):
        # it can be told apart again, whatever happened to it since
        card.is_lost = False
        if is_known(card.mask):
            replay.cards.resolve(card, card.mask, card.seen)


def _see_again(replay: Replay, named: list[int]) -> None:
    """Who laid or gave a card had it before, if it was not got in between."""
    got: dict[int, int] = {}
    """By seat, the cards that may have been got since; all of them after an unseen pick-up."""
    for number in named:
        event = replay.events[number]
        if isinstance(event, Handed):
            _had(replay, event.seat, number, event.cards, got)
            for mask in event.cards if event.to is not None else ():
                got[event.to or 0] = got.get(event.to or 0, 0) | mask
        elif isinstance(event, Turn) and event.seat is not None:
            laid = replay.unseen.get(number)
            masks = event.laid if laid is None else tuple(map(mask_of, laid))
            _had(replay, event.seat, number, masks, got)
            for mask in masks:
                got = {seat: cards & ~mask for seat, cards in got.items()}
            if event.kind in (Kind.PICK_UP, Kind.NOT_WRITTEN):
                got[event.seat] = got.get(event.seat, 0) | _taken(event)


def _taken(turn: Turn) -> int:
    """Return the cards that a turn may have brought into a hand."""
    listed = turn.listed or ()
    is_told = bool(listed) and all(map(is_known, listed)) and not turn.is_miscounted
    return sum(set(listed)) if is_told else ALL


def _had(
    replay: Replay, seat: int, number: int, masks: tuple[int, ...], got: dict[int, int]
) -> None:
    event = replay.events[number]
    for place, mask in enumerate(masks):
        if not is_known(mask) or mask & got.get(seat, 0):
            continue
        room = replay.room(seat)
        if replay.cards.can_hold(seat, mask, room) and not replay.cards.is_in_pile(mask):
            part = event.part(place) if isinstance(event, Turn) else ("card", place)
            replay.cards.identify(seat, mask, room, (number, part, "seen_here"))
            replay.learn()
