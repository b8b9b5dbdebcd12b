"""Replay one deal of Kozel: apply what happened, and say which rules it broke.

Illegal is not impossible: what breaks a rule but can have happened is reported and the
replay goes on with it. After a contradiction of facts only the order of seats and the
numbers of cards are judged. One fault gives one violation.

Source: rules, sections 3, 4 and 9; verdicts, section 2.
"""

from collections.abc import Sequence
from typing import assert_never

from kozelnotation.games.contract import SET_UP
from kozelnotation.games.events import Counted, Exposed, Handed, Lost, Revealed, Ruled, Stopped
from kozelnotation.games.kozel.events import Declared, Drawn, Event, SetUp, Trick
from kozelnotation.games.kozel.replay import closing, declarations, draws, rulings, seen, tricks
from kozelnotation.games.kozel.replay.state import (
    DealReplay,
    Replay,
    Window,
)
from kozelnotation.games.kozel.rulesets import KozelRules


def replay_deal(
    rules: KozelRules,
    seats: tuple[str, ...],
    set_up: SetUp,
    events: Sequence[Event],
    *,
    out: frozenset[int] = frozenset(),
    is_followed: bool = False,
    keep_moments: bool = False,
) -> DealReplay:
    """Replay a deal. Nothing in the record makes this raise.

    ``out`` are the seats of players who are out of the match. ``is_followed`` says that
    another deal comes after it: a last trick that lacks a response is then not broken off
    by the end of the text.
    """
    replay = Replay(rules, seats, set_up, events, keep_moments=keep_moments, out=out)
    replay.is_followed = is_followed
    return _run(replay)


def _run(replay: Replay) -> DealReplay:
    for seat, hand in enumerate(replay.set_up.hands):
        if hand is not None and seat in replay.table.out:
            replay.event = SET_UP
            replay.report_out(("hand", seat), seat, None)
    for number, event in enumerate(replay.events):
        replay.event = number
        if replay.keeps_snapshots:
            replay.snapshots[replay.event] = rulings.snapshot(replay)
        if replay.keep_moments:
            replay.result.moments[replay.event] = replay.table.copy()
        is_ended = replay.result.stopped is not None or replay.result.pot_taken_by is not None
        if is_ended and not isinstance(event, Revealed | Counted | Ruled):
            replay.already_over()
            continue
        _apply(replay, event)
    _end(replay)
    return replay.result


def _apply(replay: Replay, event: Event) -> None:
    match event:
        case Trick():
            tricks.on_trick(replay, event)
        case Drawn():
            draws.on_draw(replay, event)
        case Declared():
            declarations.on_declaration(replay, event)
        case Revealed():
            seen.on_reveal(replay, event)
        case Exposed():
            seen.on_exposed(replay, event)
        case Handed():
            seen.on_handed(replay, event)
        case Stopped():
            _on_stop(replay, event)
        case Counted():
            # a deal that is broken off can be counted, too
            rest = replay.events[replay.event + 1 :]
            is_broken_off = any(isinstance(later, Stopped) for later in rest)
            closing.close_trick(replay, is_broken_off=is_broken_off)
        case Lost():
            _on_lost(replay)
        case Ruled():
            rulings.on_ruling(replay, event)
        case _:
            assert_never(event)


def _end(replay: Replay) -> None:
    """Close what is open when the text of the deal ends."""
    closing.close_trick(replay, is_broken_off=not (replay.is_followed and _is_last_trick(replay)))
    draws.finish_draw(replay, is_broken_off=True)
    table, result = replay.table, replay.result
    result.table = table
    if result.stopped is not None:
        result.is_over = False
    elif result.pot_taken_by is not None or table.is_surely_over():
        result.is_over = True
    else:
        result.is_over = None if table.may_be_over() and result.tricks else False
    result.is_judged = not (table.contradicted or table.is_lost)


def _is_last_trick(replay: Replay) -> bool:
    """Whether only those who have not answered the open trick still hold cards."""
    trick, table = replay.trick, replay.table
    return (
        trick is not None
        and not table.stock
        and all(not table.low[seat] for seat in range(table.count) if trick.has_played(seat))
    )


def _on_stop(replay: Replay, event: Stopped) -> None:
    closing.close_trick(replay, is_broken_off=True)
    draws.finish_draw(replay, is_broken_off=True)
    replay.result.stopped = event.how


def _on_lost(replay: Replay) -> None:
    """A line of the play that could not be read: what it said is not known."""
    if replay.trick is not None:
        replay.trick.winner_is_sure = False
        closing.close_trick(replay, is_broken_off=True)
    replay.table.loosen_everything()
    replay.window = Window(None, last=replay.window.last)
    replay.window.unsure = True
    replay.table.is_lost = True
