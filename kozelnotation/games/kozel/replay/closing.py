"""The end of a trick: who took it, and who laid nothing.

Source: rules, clauses 3.2, 3.5 and 9.8.
"""

from kozelnotation.games.kozel import codes
from kozelnotation.games.kozel.events import Trick
from kozelnotation.games.kozel.replay.state import Replay, TrickResult, Window
from kozelnotation.games.kozel.table import OpenTrick


def is_complete(replay: Replay, trick: OpenTrick) -> bool:
    """Whether everybody who has cards has laid something."""
    return (
        all(trick.has_played(seat) or seat in trick.absent for seat in range(replay.table.count))
        and not replay.later_seats()
    )


def close_trick(replay: Replay, *, is_broken_off: bool) -> None:
    """Close the open trick, if there is one, and open the time for draws and declarations."""
    trick = replay.trick
    if trick is None:
        return
    replay.trick = None
    table = replay.table
    missing = [
        seat
        for seat in table.clockwise(trick.leader)
        if not trick.has_played(seat) and seat not in trick.absent
    ]
    if missing and not is_broken_off:
        _missing_responses(replay, trick, missing)
    masks = [mask for play in trick.plays for mask in (*play.shown, *play.hidden)]
    is_whole = not missing or not is_broken_off
    written = all(play.written for play in trick.plays)
    sure = trick.winner_is_sure and not trick.contradicted
    result = TrickResult(
        trick.number,
        trick.event,
        trick.leader,
        trick.winner if sure and is_whole else None,
        masks,
        trick.size,
        recorded=written,
        presumed=trick.winner,
        may_have_won=_may_have_won(trick) if not sure and is_whole else frozenset(),
        plays=list(trick.plays),
        events=list(dict.fromkeys((trick.event, *trick.events))),
    )
    replay.result.tricks.append(result)
    claim_is_false = (
        bool(trick.claimed) and result.winner is not None and result.winner not in trick.claimed
    )
    replay.window = Window(
        result.winner,
        last=result,
        claimed=trick.claimed,
        claim_is_false=claim_is_false,
    )


def _may_have_won(trick: OpenTrick) -> frozenset[int]:
    """Return who can have taken a trick of which an answer is not written down."""
    if not trick.unwritten or trick.contradicted or trick.winner is None:
        return frozenset()
    return frozenset({trick.winner, *trick.unwritten})


def _missing_responses(replay: Replay, trick: OpenTrick, missing: list[int]) -> None:
    table = replay.table
    first = missing[0]
    required = [seat for seat in missing if table.low[seat] > 0]
    if required and not trick.turn_fault:
        first = required[0]
        events = [*trick.events, trick.event]
        event_number = max(events)
        event = replay.events[event_number]
        plays = event.plays or () if isinstance(event, Trick) else ()
        names = " and ".join(replay.seats[seat] for seat in required)
        replay.add(
            codes.MISSING_RESPONSE,
            ("play", len(plays) - 1),
            first,
            trick.number,
            {"seat": names},
            variant="left_out",
            expected=str(trick.size),
            found="0",
            at=event_number,
        )
    for seat in missing:
        if trick.size_is_judged:
            table.low[seat] = max(table.low[seat] - trick.size, 0)
        else:
            table.low[seat] = 0
        table.loosen(table.hands[seat])
