"""One turn: what is wrong with it, and what it does.

A turn is reported once, for the first thing that is wrong with it (verdicts, section 2).

Source: rules, clauses 7.3 to 7.10, 8.2, 9.2 and 9.11.
"""

from kozelnotation.cards.card import is_known, show_mask
from kozelnotation.games.svoi import codes
from kozelnotation.games.svoi.events import Kind, Turn
from kozelnotation.games.svoi.replay import picking_up, reports
from kozelnotation.games.svoi.replay.hints import hint
from kozelnotation.games.svoi.replay.judging import give_up, judge_story, lose_count, over_by_now
from kozelnotation.games.svoi.replay.state import Open, Replay
from kozelnotation.games.svoi.story import MOST_STORIES, Fault, distinct
from kozelnotation.games.svoi.whereabouts import PileCard, Unseen


def on_turn(replay: Replay, turn: Turn) -> None:
    """Judge a turn and do what it did."""
    seat = turn.seat
    if seat is None or turn.kind is Kind.NOT_WRITTEN:
        _unwritten(replay, turn)
        return
    if turn.kind is Kind.PICK_UP and turn.count is None:
        counted = picking_up.with_number(replay, turn, seat)
        if counted is None:
            picking_up.pick_up_some(replay, turn, seat)
            return
        turn = counted
    _play(replay, turn, seat)
    _after_fact(replay, seat)


def _play(replay: Replay, turn: Turn, seat: int) -> None:
    fault = judge_story(replay, turn, seat)
    has_too_few = fault is Fault.TOO_FEW_CARDS
    if has_too_few:
        # which of the cards cannot have been there is found below
        fault = None
    if over_by_now(replay, turn, seat, fault):
        return
    replay.count_turn()
    if replay.is_lost and turn.kind is Kind.COVER and not turn.lead:
        # it may have been a last cover that was shown
        replay.result.turns = None
    if fault is Fault.ALREADY_OUT and turn.kind is not Kind.PICK_UP:
        replay.stories = distinct(
            other for story in replay.stories for other in story.without_effect(seat)
        )
        return
    if turn.kind is Kind.PICK_UP:
        picking_up.pick_up(replay, turn, seat, fault)
    elif turn.laid:
        _lay(replay, turn, seat, fault)
    else:
        for story in replay.stories:
            story.lay(seat, turn)
    if has_too_few and not replay.is_contradicted:
        reports.impossible(replay, seat, len(turn.laid))


# -- laying cards


def _lay(replay: Replay, turn: Turn, seat: int, fault: Fault | None) -> None:
    top, moment = None, None
    is_answer = any(story.last is None for story in replay.stories)
    if fault is None and turn.kind is Kind.COVER and is_answer and replay.trumps_are_judged:
        top = replay.top()
    if top is not None and (
        not is_known(turn.cover[0]) or replay.is_cover(seat, turn.cover[0], top) is not True
    ):
        moment = replay.moment(hint(replay))
    _hold(replay, turn, seat, is_reported=fault is not None)
    laid = [_lay_card(replay, turn, seat, place) for place in range(len(turn.laid))]
    for story in replay.stories:
        if story.last is not None:
            story.shown = laid[0]
            continue
        story.lay(seat, turn)
        if story.last is not None:
            story.top = laid[-1]
    _note_hidden(replay, turn, laid)
    if moment is not None and top is not None and not replay.is_contradicted:
        opened = Open(replay.event, ("cover", 0), seat, turn.number, laid[0], top, moment=moment)
        answer = replay.is_cover(seat, laid[0], top)
        if answer is None:
            replay.open.append(opened)
        elif answer is False:
            reports.report_cover(replay, opened)


def _note_hidden(replay: Replay, turn: Turn, laid: list[PileCard]) -> None:
    covers = len(turn.cover)
    hidden = [
        card
        for place, card in enumerate(laid)
        if (turn.hidden_cover if place < covers else turn.hidden_lead)
    ]
    if hidden:
        replay.hidden[replay.event] = hidden
    if any(isinstance(card, Unseen) for card in laid):
        replay.unseen[replay.event] = laid


def _hold(replay: Replay, turn: Turn, seat: int, *, is_reported: bool) -> None:
    """Note that whoever lays cards held them; report one that cannot have been there."""
    cards = replay.cards
    for place, mask in enumerate(turn.laid):
        if mask == 0:
            # a card of another pack: reported where its name is read
            replay.is_contradicted = True
        if replay.is_contradicted:
            return
        part = turn.part(place)
        if cards.known[seat] & mask and is_known(mask) and replay.event not in replay.kept:
            # the usual case: the card is known to be there
            if mask not in turn.laid[:place]:
                continue
            is_possible = False
        elif not is_known(mask):
            is_possible = bool(cards.candidates(seat, replay.room(seat)) & mask)
        else:
            is_possible = cards.can_hold(seat, mask, replay.room(seat))
            is_possible = is_possible and mask not in turn.laid[:place]
        if not is_possible:
            reports.not_held(replay, turn, seat, place, mask, is_reported=is_reported)
            return
        six = replay.kept.get(replay.event)
        if six is not None and six.mask == mask:
            args: dict[str, str | int] = {"card": show_mask(mask), "seat": replay.seats[seat]}
            args["owner"] = replay.seats[six.owner]
            found = show_mask(mask)
            replay.add(codes.SIXES_EXCHANGE, part, seat, args, variant="kept", found=found)
        if is_known(mask):
            trace = (replay.event, part, "laid_here")
            cards.identify(seat, mask, replay.room(seat), trace)
    replay.learn()


def _lay_card(replay: Replay, turn: Turn, seat: int, place: int) -> PileCard:
    """Take a card out of a hand and lay it on the pile."""
    cards, part, mask = replay.cards, turn.part(place), turn.laid[place]
    if replay.is_contradicted:
        cards.pile.append(mask)
        return mask
    if is_known(mask):
        cards.lay(seat, mask, (replay.event, part, "laid_here"))
        return mask
    # what was laid before on this turn is not counted yet
    return cards.lay_unseen(seat, mask, replay.room(seat) - place, replay.event, part)


# -- what is not written, and what follows from facts


def _unwritten(replay: Replay, turn: Turn) -> None:
    """A turn that was made and not written down, or not how (clause 9.4)."""
    if replay.is_lost:
        replay.result.turns = None
        lose_count(replay)
        return
    if all(story.last is not None for story in replay.stories):
        # it can only have been a last cover that was shown (clause 7.10)
        if not any(replay.may_be_drawn(story) for story in replay.stories):
            over_by_now(replay, turn, replay.stories[0].last or 0, Fault.ALREADY_OVER)
        return
    replay.count_turn()
    if turn.seat is not None:
        fitting = [story for story in replay.stories if story.due == turn.seat]
        if fitting:
            replay.stories = fitting
        else:
            reports.report(replay, turn, turn.seat, Fault.OUT_OF_ORDER)
            for story in replay.stories:
                story.due = turn.seat
    pile = len(replay.cards.pile)
    actors = {story.due for story in replay.stories if story.last is None}
    held, also = replay.cards.forget_pile(), 0
    for seat in actors:
        also |= replay.cards.candidates(seat, replay.room(seat))
        replay.cards.forget_hand(seat, held)
    replay.cards.base |= also
    replay.stories = distinct(
        other for story in replay.stories for other in story.unwritten(pile, replay.rules)
    )
    if len(replay.stories) > MOST_STORIES:
        give_up(replay, turn.seat)


def _after_fact(replay: Replay, seat: int) -> None:
    """Learn from what was seen; report if no world is left (K6002)."""
    if replay.is_contradicted or replay.is_lost or replay.learn():
        return
    reports.impossible(replay, seat, replay.cards.known[seat].bit_count())
