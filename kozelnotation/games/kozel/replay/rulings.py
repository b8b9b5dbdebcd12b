"""Rulings that touch the play: stands, void, trick.

Source: notation, section 4 (rulings).
"""

from dataclasses import replace
from typing import assert_never

from kozelnotation.games.events import Lost, Ruled, RulingKind, Stopped
from kozelnotation.games.kozel.events import Drawn, Trick
from kozelnotation.games.kozel.replay import closing, draws
from kozelnotation.games.kozel.replay.state import Replay, RuledEvents, Snapshot


def snapshot(replay: Replay) -> Snapshot:
    """Return a copy of the state, to which a ruling may return."""
    window = replace(
        replay.window,
        entries=list(replay.window.entries),
        valid=list(replay.window.valid),
        invalid=set(replay.window.invalid),
        also=set(replay.window.also),
        undecided=set(replay.window.undecided),
        hands=dict(replay.window.hands),
    )
    trick = None
    if replay.trick is not None:
        trick = replace(
            replay.trick, plays=list(replay.trick.plays), events=list(replay.trick.events)
        )
    drawings = {place: list(drawn) for place, drawn in replay.result.drawings.items()}
    result = replay.result
    return Snapshot(
        replay.table.copy(),
        window,
        trick,
        len(result.tricks),
        drawings,
        result.stopped,
        result.pot_taken_by,
    )


def on_ruling(replay: Replay, event: Ruled) -> None:
    """Apply a ruling and settle the findings on what it names (notation, section 4)."""
    named = _named(replay, event)
    is_incomplete = _is_incomplete(replay, named)
    _judge_what_is_open(replay, event, named)
    has_cause = _settle(replay, named) or is_incomplete
    replay.result.rulings.append(RuledEvents(replay.event, event, frozenset(named), has_cause))
    match event.kind:
        case RulingKind.STANDS:
            pass
        case RulingKind.VOID:
            _take_back(replay, named)
        case RulingKind.TRICK:
            for trick in replay.result.tricks:
                if trick.number == event.number:
                    trick.owner = event.to
                    if trick is replay.result.tricks[-1] and not replay.window.entries:
                        replay.window.start = event.to
        case _:
            assert_never(event.kind)


def _judge_what_is_open(replay: Replay, event: Ruled, named: set[int]) -> None:
    """Judge a trick or a draw that the ruling names now, so that it can be settled."""
    trick = replay.trick
    if trick is not None and named & {trick.event, *trick.events}:
        if event.kind is not RulingKind.VOID and not replay.later_seats():
            closing.close_trick(replay, is_broken_off=False)
        return
    if any(isinstance(replay.events[number], Drawn) for number in named):
        later = replay.events[replay.event + 1 :]
        rest = next((other for other in later if not isinstance(other, Ruled)), None)
        if event.kind is RulingKind.VOID or not isinstance(rest, Drawn):
            draws.finish_draw(replay, is_broken_off=False)


def _is_incomplete(replay: Replay, named: set[int]) -> bool:
    is_open = replay.trick is not None and bool(named & {replay.trick.event, *replay.trick.events})
    return is_open or any(isinstance(replay.events[number], Lost | Stopped) for number in named)


def _named(replay: Replay, event: Ruled) -> set[int]:
    """Return the events that a ruling names."""
    if event.number is None:
        above = replay.event - 1
        while above >= 0 and isinstance(replay.events[above], Ruled):
            above -= 1
        return {above} if above >= 0 else set()
    firsts = [
        number
        for number, other in enumerate(replay.events[: replay.event])
        if isinstance(other, Trick) and other.number == event.number
    ]
    if not firsts:
        return set()
    if event.kind is RulingKind.VOID:
        return set(range(firsts[-1] if not _continued(replay, firsts) else firsts[0], replay.event))
    named = set(firsts)
    for number in range(firsts[-1] + 1, replay.event):
        other = replay.events[number]
        if isinstance(other, Trick) and other.number != event.number:
            break
        if isinstance(other, Drawn):
            named.add(number)
    return named


def _continued(replay: Replay, numbers: list[int]) -> bool:
    event = replay.events[numbers[-1]]
    return isinstance(event, Trick) and event.continues


def _settle(replay: Replay, named: set[int]) -> bool:
    """Mark the violations of the named events as ruled; say whether there were any."""
    found = False
    for place, violation in enumerate(replay.result.violations):
        if violation.event in named:
            found = True
            replay.result.violations[place] = replace(violation, ruled=True)
    return found


def _take_back(replay: Replay, named: set[int]) -> None:
    """Return to the table before the named events; what was seen stays known."""
    if not named or (first := min(named)) not in replay.snapshots:
        return
    snapshot = replay.snapshots[first]
    seen = {card: place for card, place in replay.table.gone.items() if place.event in named}
    replay.table = snapshot.table.copy()
    for card, place in seen.items():
        if replay.table.can_hold(place.seat, card):
            replay.table.identify(place.seat, 1 << card)
    replay.window = snapshot.window
    replay.trick = snapshot.trick
    del replay.result.tricks[snapshot.tricks :]
    replay.result.drawings = snapshot.drawings
    replay.result.stopped = snapshot.stopped
    replay.result.pot_taken_by = snapshot.pot_taken_by
    replay.over_reported = False
