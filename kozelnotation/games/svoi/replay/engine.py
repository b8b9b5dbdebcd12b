"""Replay one deal of Svoi Kozyri: apply what happened, and say which rules it broke.

Illegal is not impossible: what breaks a rule but can have happened is reported and the
replay goes on with it. After a contradiction of facts only the order of seats and the
numbers of cards are judged. One fault gives one violation.

Source: rules, sections 7 to 9; verdicts, section 2.
"""

from collections.abc import Sequence
from typing import assert_never

from kozelnotation.cards.card import show_mask
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.events import (
    Counted,
    Exposed,
    Handed,
    Lost,
    Revealed,
    Ruled,
    RulingKind,
    Stop,
    Stopped,
)
from kozelnotation.games.svoi import codes
from kozelnotation.games.svoi.events import Event, SetUp, Turn
from kozelnotation.games.svoi.order import mirror
from kozelnotation.games.svoi.replay import judging, picking_up, reports, rulings, seen, turns
from kozelnotation.games.svoi.replay.state import DealReplay, Open, Replay
from kozelnotation.games.svoi.rulesets import SvoiRules
from kozelnotation.games.svoi.sixes import first_turn
from kozelnotation.games.svoi.story import Story
from kozelnotation.games.svoi.whereabouts import Unseen, mask_of


def replay_deal(
    rules: SvoiRules,
    seats: tuple[str, ...],
    set_up: SetUp,
    events: Sequence[Event],
    *,
    finds_repeats: bool = False,
) -> DealReplay:
    """Replay a deal. Nothing in the record makes this raise.

    ``finds_repeats`` asks for positions that were there before.
    """
    replay = Replay(rules, seats, set_up, events)
    play_begins = first_turn(events)
    positions = _Positions(replay) if finds_repeats else None
    for number, event in enumerate(events):
        replay.event = number
        if replay.keeps_snapshots:
            replay.snapshots[number] = rulings.snapshot(replay)
        is_exchange = isinstance(event, Handed) and number < play_begins
        if is_exchange and rules.sixes_change_hands:
            # judged with the set-up
            continue
        _apply(replay, event)
        if isinstance(event, Turn):
            replay.turns_by_number.setdefault(event.number, []).append(number)
        if positions is not None:
            positions.compare(event)
    _end(replay)
    return replay.result


def _apply(replay: Replay, event: Event) -> None:
    is_ended = replay.result.stopped is not None
    if is_ended and not isinstance(event, Revealed | Counted | Ruled | Stopped):
        _after_the_end(replay, event)
        return
    match event:
        case Turn():
            turns.on_turn(replay, event)
        case Exposed():
            seen.on_exposed(replay, event)
        case Revealed():
            seen.on_reveal(replay, event)
        case Handed():
            seen.on_handed(replay, event)
        case Stopped(how=how):
            replay.result.stopped = how
        case Counted():
            pass
        case Lost():
            _on_lost(replay)
        case Ruled():
            rulings.on_ruling(replay, event)
        case _:
            assert_never(event)


def _after_the_end(replay: Replay, event: Event) -> None:
    """Report, once, that something happens after the deal was stopped (K4011)."""
    if not replay.over_reported and isinstance(event, Turn) and event.seat is not None:
        replay.over_reported = True
        reports.report_after_stop(replay, event.seat)


def _on_lost(replay: Replay) -> None:
    """A line of the play that could not be read: what it said is not known."""
    replay.result.turns = None
    judging.lose_count(replay)


class _Positions:
    """The positions so far; one that comes again is noted, not judged (clause 7.12)."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.seen: dict[object, int] = {}
        """By position: the event after which it was there first."""
        self.turns = replay.result.turns

    def compare(self, event: Event) -> None:
        """Compare the position after an event with those before it."""
        replay, repeated = self.replay, self.replay.result.repeated
        if isinstance(event, Ruled) and event.kind is RulingKind.VOID:
            # what was taken back was not there
            gone = replay.result.rulings[-1].named
            self.seen = {key: at for key, at in self.seen.items() if at not in gone}
            for number in gone:
                repeated.pop(number, None)
        turns, self.turns = self.turns, replay.result.turns
        is_made = isinstance(event, Turn) and turns is not None and turns != self.turns
        cards = replay.cards.position()
        if not is_made or cards is None or replay.is_contradicted or replay.is_lost:
            return
        position = (cards, tuple(story.key for story in replay.stories))
        first = self.seen.setdefault(position, replay.event)
        turn = replay.events[first]
        if first != replay.event and isinstance(turn, Turn):
            repeated[replay.event] = turn.number


def _end(replay: Replay) -> None:
    """Judge what was left open, and say how the deal ended."""
    _judge_mirror(replay)
    for turn in replay.open:
        _judge_open(replay, turn)
    rulings.settle(replay)
    result = replay.result
    result.is_judged = not (replay.is_contradicted or replay.is_lost)
    if replay.is_lost:
        result.is_over, result.out = None, None
        result.loser, result.is_drawn = None, None
        return
    outs = {story.out for story in replay.stories}
    result.out = outs.pop() if len(outs) == 1 else None
    result.surely_out = frozenset(
        seat
        for seat in range(len(replay.seats))
        if all(not story.is_in(seat) for story in replay.stories)
    )
    over = {story.last is not None for story in replay.stories}
    result.is_over = over.pop() if len(over) == 1 else None
    if result.is_over and result.stopped is Stop.UNFINISHED:
        # what stopped here had ended already
        result.stopped = None
    ends = {_ending(replay, story) for story in replay.stories}
    losers, drawn = {loser for loser, _ in ends}, {is_drawn for _, is_drawn in ends}
    result.loser = losers.pop() if len(losers) == 1 else None
    result.is_drawn = drawn.pop() if len(drawn) == 1 else None


def _ending(replay: Replay, story: Story) -> tuple[int | None, bool | None]:
    """Return the loser, and whether the deal is drawn (clauses 7.9 to 7.11)."""
    if story.last is None:
        return None, False
    if replay.is_contradicted:
        return None, None
    if not story.may_be_drawn(replay.rules):
        return story.last, False
    is_drawn = replay.is_draw(story)
    return (story.last if is_drawn is False else None), is_drawn


def _judge_mirror(replay: Replay) -> None:
    """Judge the mirror by what was played out of hands that are not written (clause 8.1)."""
    cards, trumps = replay.cards, replay.trumps
    is_told = any(hand is not None for hand in replay.set_up.hands)
    is_followed = not (replay.unseen or cards.is_mixed or replay.is_contradicted)
    if not replay.rules.hands_are_mirrored or is_told or not is_followed:
        return
    if any(len(suits) > 1 for suits in trumps) or not replay.trumps_are_judged:
        return
    for mask, (seat, (event, part, _)) in cards.origin.items():
        image = mirror(mask, (trumps[0][0], trumps[1][0]))
        if image not in cards.origin:
            continue
        holder, trace = cards.origin[image]
        if holder == seat and trace[0] <= event:
            replay.event = event
            replay.add(
                codes.HANDS_NOT_MIRRORED,
                part,
                seat,
                {
                    "card": show_mask(mask),
                    "image": show_mask(image),
                    "seat": replay.seats[seat],
                    "other": replay.seats[1 - seat],
                },
                variant="played",
                related=[trace],
            )
            return


def _judge_open(replay: Replay, turn: Open) -> None:
    """Judge a turn by what is known of its cards now; else it stays open (K6001)."""
    is_pick_up = turn.cover is None
    if turn.cover is None:
        answer = replay.number_is_lawful(turn)
    else:
        answer = replay.is_cover(turn.seat, turn.cover, turn.top)
    if answer is True:
        return
    replay.event = turn.event
    if answer is False:
        report = picking_up.report_number if is_pick_up else reports.report_cover
        report(replay, turn)
        return
    missing = [card for card in (turn.cover, turn.top) if isinstance(card, Unseen)]
    is_trump = not any(card for card in missing if not card.is_settled)
    variant = "trump" if is_trump else "pick_up" if is_pick_up else "cover"
    replay.add(
        pack_codes.UNDECIDED,
        turn.part,
        turn.seat,
        {
            "seat": replay.seats[turn.seat],
            "cards": "" if turn.cover is None else show_mask(mask_of(turn.cover)),
            "winning": show_mask(mask_of(turn.top)),
            "number": turn.count,
        },
        variant=variant,
        clause=replay.rules.clauses.pick_up if is_pick_up else "7.6",
        number=turn.number,
        moment=turn.moment,
    )
