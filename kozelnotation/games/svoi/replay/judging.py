"""Which of the possible courses allow a turn, and the fault if none does.

Source: rules, clauses 7.4 to 7.10, 9.3 and 9.4; verdicts, section 1.
"""

from kozelnotation.games import codes as pack_codes
from kozelnotation.games.svoi.events import Kind, Turn
from kozelnotation.games.svoi.replay import reports
from kozelnotation.games.svoi.replay.state import Replay
from kozelnotation.games.svoi.story import Fault, Story


def judge_story(replay: Replay, turn: Turn, seat: int) -> Fault | None:
    """Keep the courses in which the turn is lawful; if there is none, return its fault."""
    if replay.is_lost:
        return None
    pile = len(replay.cards.pile)
    lawful = None
    if turn.count is not None and not replay.is_contradicted and replay.trumps_are_judged:
        lawful = replay.lawful_counts(seat)
    faults = [story.fault(turn, seat, pile, lawful, replay.rules) for story in replay.stories]
    if None in faults:
        kept = [
            story
            for story, fault in zip(replay.stories, faults, strict=True)
            if fault is None and not _is_false_draw(replay, story, turn)
        ]
        if kept:
            replay.stories = kept
            return None
        faults = [fault or Fault.ALREADY_OVER for fault in faults]
    # of several courses the one counts in which least is wrong
    mildest = max(
        (fault for fault in faults if fault is not None),
        key=lambda fault: 0 if fault is Fault.TOO_FEW_CARDS else fault.value,
    )
    replay.stories = [
        story for story, fault in zip(replay.stories, faults, strict=True) if fault is mildest
    ]
    return mildest


def _is_false_draw(replay: Replay, story: Story, turn: Turn) -> bool:
    """Whether a last cover is shown that does not cover (clause 7.10)."""
    if story.last is None or replay.is_contradicted:
        return False
    return turn.kind is Kind.COVER and not replay.may_be_drawn(story, turn.cover[0])


def over_by_now(replay: Replay, turn: Turn, seat: int, fault: Fault | None) -> bool:
    """Report a fault; whether the deal was over, so that the turn changes nothing.

    What happens after the end is reported once.
    """
    is_over = bool(replay.stories) and all(story.last is not None for story in replay.stories)
    is_late = is_over and fault in (Fault.ALREADY_OVER, Fault.ALREADY_OUT)
    if fault is not None and not (is_late and replay.over_reported):
        reports.report(replay, turn, seat, fault)
    replay.over_reported = replay.over_reported or is_late
    return is_late


def give_up(replay: Replay, seat: int | None) -> None:
    """More courses are possible than are followed: what comes is not judged (clause 9.4)."""
    if any(isinstance(event, Turn) for event in replay.events[replay.event + 1 :]):
        replay.add(pack_codes.UNDECIDED, (), seat, {}, variant="gap", clause="9.4")
    lose_count(replay)


def lose_count(replay: Replay) -> None:
    """Nobody can follow order and numbers any more."""
    replay.stories = []
    replay.cards.forget_everything()
