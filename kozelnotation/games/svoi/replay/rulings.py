"""Rulings that touch the play: stands and void.

Source: notation, section 4 (rulings).
"""

from dataclasses import replace

from kozelnotation.cards.card import is_known
from kozelnotation.games.events import Handed, Lost, Ruled, RulingKind, Stopped
from kozelnotation.games.svoi.events import Turn
from kozelnotation.games.svoi.replay.state import Replay, RuledEvents, Snapshot


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
    turns = [
        number
        for number, other in enumerate(replay.events[: replay.event])
        if isinstance(other, Turn) and other.number == event.number
    ]
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
    _forget_settled(replay)
    if not replay.is_contradicted:
        for number in sorted(named):
            _see_again(replay, number)
        replay.learn()


def _forget_settled(replay: Replay) -> None:
    """What unseen cards turned out to be is known also where they lie again."""
    for card in list(replay.cards.live):
        if is_known(card.mask):
            replay.cards.resolve(card, card.mask, card.seen)


def _see_again(replay: Replay, number: int) -> None:
    """A card that was laid was in the hand before, and one that was given, too."""
    event = replay.events[number]
    if isinstance(event, Turn):
        seat, masks = event.seat, event.laid
    elif isinstance(event, Handed):
        seat, masks = event.seat, event.cards
    else:
        return
    for place, mask in enumerate(masks):
        if seat is None or not is_known(mask):
            continue
        room = replay.room(seat)
        if replay.cards.can_hold(seat, mask, room) and not replay.cards.is_in_pile(mask):
            part = event.part(place) if isinstance(event, Turn) else ("card", place)
            replay.cards.identify(seat, mask, room, (number, part, "seen_here"))
