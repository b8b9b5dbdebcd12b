"""One turn: what is wrong with it, and what it does.

A turn is reported once, for the first thing that is wrong with it (verdicts, section 2).

Source: rules, clauses 7.3 to 7.10, 8.2, 9.2 and 9.11.
"""

from dataclasses import replace as replaced

from kozelnotation.cards.card import is_known, show_mask
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.contract import Part
from kozelnotation.games.svoi import codes
from kozelnotation.games.svoi.events import Kind, Turn
from kozelnotation.games.svoi.replay import picking_up
from kozelnotation.games.svoi.replay.hints import hint
from kozelnotation.games.svoi.replay.state import Open, Replay, cards_words
from kozelnotation.games.svoi.story import MOST_STORIES, Exit, Fault, Story, distinct
from kozelnotation.games.svoi.whereabouts import PileCard, mask_of

_CODES = {
    Fault.ALREADY_OUT: codes.PLAYER_ALREADY_OUT,
    Fault.ALREADY_OVER: codes.DEAL_ALREADY_OVER,
    Fault.OUT_OF_ORDER: codes.TURN_OUT_OF_ORDER,
    Fault.COVER_NOT_DUE: codes.COVER_NOT_DUE,
    Fault.TOO_MANY_CARDS: codes.TOO_MANY_CARDS,
    Fault.PICK_UP_INSTEAD_OF_LEAD: codes.PICK_UP_INSTEAD_OF_LEAD,
    Fault.COVER_MISSING: codes.COVER_MISSING,
    Fault.LEAD_MISSING: codes.LEAD_MISSING,
    Fault.PICK_UP_COUNT: codes.PICK_UP_COUNT,
}


def on_turn(replay: Replay, turn: Turn) -> None:
    """Judge a turn and do what it did."""
    seat = turn.seat
    if seat is None or turn.kind is Kind.NOT_WRITTEN:
        _unwritten(replay, turn)
        return
    if turn.kind is Kind.PICK_UP and turn.count is None:
        counted = picking_up.with_number(replay, turn, seat)
        if counted is None:
            _unwritten(replay, turn)
            return
        turn = counted
    _play(replay, turn, seat)
    _after_fact(replay, seat)


def _play(replay: Replay, turn: Turn, seat: int) -> None:
    fault = _judge_story(replay, turn, seat)
    has_too_few = fault is Fault.TOO_FEW_CARDS
    if has_too_few:
        # which of the cards cannot have been there is found below
        fault = None
    if fault is not None:
        _report(replay, turn, seat, fault)
    if fault is Fault.ALREADY_OVER:
        return
    if replay.result.turns is not None and not _is_last_cover(replay, turn):
        replay.result.turns += 1
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
        _impossible(replay, seat, len(turn.laid))


def _judge_story(replay: Replay, turn: Turn, seat: int) -> Fault | None:
    """Keep the courses in which the turn is lawful; if there is none, return its fault."""
    if replay.is_lost:
        return None
    pile = len(replay.cards.pile)
    lawful = None
    if turn.kind is Kind.PICK_UP and not replay.is_contradicted and replay.trumps_are_judged:
        lawful = replay.lawful_counts(seat)
    faults = [story.fault(turn, seat, pile, lawful, replay.rules) for story in replay.stories]
    if None in faults:
        kept = [
            story
            for story, fault in zip(replay.stories, faults, strict=True)
            if fault is None and not _is_false_draw(replay, story, turn, seat)
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


def _is_last_cover(replay: Replay, turn: Turn) -> bool:
    return bool(replay.stories) and replay.stories[0].last is not None and turn.kind is Kind.COVER


def _is_false_draw(replay: Replay, story: Story, turn: Turn, seat: int) -> bool:
    """Whether a last cover is shown that does not cover (clause 7.10)."""
    if story.last is None or replay.last_top is None or replay.is_contradicted:
        return False
    return replay.trumps_are_judged and (
        replay.is_cover(seat, turn.cover[0], replay.last_top) is False
    )


# -- reporting


def _report(replay: Replay, turn: Turn, seat: int, fault: Fault) -> None:
    args: dict[str, str | int] = {"seat": replay.seats[seat]}
    story = replay.stories[0]
    part: Part = ("seat",) if fault.value <= Fault.OUT_OF_ORDER.value else ("done",)
    variant, clause, expected, found = "", None, None, None
    clauses = replay.rules.clauses
    match fault:
        case Fault.OUT_OF_ORDER:
            expected, found = replay.seats[story.due], replay.seats[seat]
            args["expected"] = expected
            is_first = not replay.result.turns and not story.out
            variant = "first" if is_first else ""
            clause = clauses.first_turn if is_first else clauses.turn
        case Fault.PICK_UP_COUNT:
            expected, found = _counts(replay, seat), str(turn.count)
            args |= {"expected": expected, "found": found, "top": _top(replay)}
            pile = len(replay.cards.pile) + story.base
            args["pile"] = pile
            variant = "whole" if expected == str(pile) else ""
            clause = clauses.pick_up
        case Fault.PICK_UP_INSTEAD_OF_LEAD | Fault.COVER_NOT_DUE:
            variant = "free" if story.is_free else "empty"
            args["cards"] = cards_words(turn.laid)
            clause = "7.9" if story.is_free else clauses.empty_pile
        case Fault.COVER_MISSING:
            variant = "nothing" if turn.kind is Kind.NOTHING else ""
            args |= {"cards": cards_words(turn.lead), "top": _top(replay)}
        case Fault.LEAD_MISSING:
            variant = "nothing" if turn.kind is Kind.NOTHING else ""
            size = replay.size(seat)
            args |= {"cards": cards_words(turn.cover), "left": "more" if size is None else size - 1}
        case Fault.TOO_MANY_CARDS:
            args["cards"] = cards_words(turn.laid)
        case Fault.ALREADY_OUT | Fault.ALREADY_OVER:
            variant, clause = _ending(replay, story, args, fault)
        case _:
            pass
    replay.add(
        _CODES[fault],
        part,
        seat,
        args,
        variant=variant,
        clause=clause,
        expected=expected,
        found=found,
        legal=hint(replay),
    )


def report_after_stop(replay: Replay, seat: int) -> None:
    """Report a turn after the deal was stopped (K4011)."""
    args: dict[str, str | int] = {"seat": replay.seats[seat]}
    replay.add(codes.DEAL_ALREADY_OVER, ("seat",), seat, args, variant="stopped", clause="9.12")


def _ending(
    replay: Replay, story: Story, args: dict[str, str | int], fault: Fault
) -> tuple[str, str]:
    """Return how somebody, or the deal, came to the end."""
    clauses = replay.rules.clauses
    if fault is Fault.ALREADY_OVER:
        last, how = story.out[-1]
        args |= {"last": replay.seats[last], "by": how.value}
        return "", clauses.out_by_cover if how is Exit.COVER else clauses.out_by_lead
    if not replay.rules.has_dealer:
        return "", clauses.out_by_cover
    return "", "7.4"


def _counts(replay: Replay, seat: int) -> str:
    return " or ".join(map(str, sorted(replay.lawful_counts(seat))))


def _top(replay: Replay) -> str:
    top = replay.top()
    return "?" if top is None else show_mask(mask_of(top))


# -- laying cards


def _lay(replay: Replay, turn: Turn, seat: int, fault: Fault | None) -> None:
    if _is_last_cover(replay, turn):
        _hold(replay, turn, seat, is_reported=False)
        _lay_card(replay, turn, seat, 0)
        for story in replay.stories:
            story.is_shown = True
        return
    top, moment = None, None
    if fault is None and turn.kind is Kind.COVER and replay.stories and replay.trumps_are_judged:
        top = replay.top()
    if top is not None and (
        not is_known(turn.cover[0]) or replay.is_cover(seat, turn.cover[0], top) is not True
    ):
        moment = replay.moment(hint(replay))
    _hold(replay, turn, seat, is_reported=fault is not None)
    laid = [_lay_card(replay, turn, seat, place) for place in range(len(turn.laid))]
    for story in replay.stories:
        story.lay(seat, turn)
    if replay.stories and replay.stories[0].last is not None:
        replay.last_top = laid[-1]
    _note_hidden(replay, turn, laid)
    if moment is not None and top is not None and not replay.is_contradicted:
        opened = Open(replay.event, ("cover", 0), seat, turn.number, laid[0], top, moment=moment)
        answer = replay.is_cover(seat, laid[0], top)
        if answer is None:
            replay.open.append(opened)
        elif answer is False:
            report_cover(replay, opened)


def _note_hidden(replay: Replay, turn: Turn, laid: list[PileCard]) -> None:
    covers = len(turn.cover)
    hidden = [
        card
        for place, card in enumerate(laid)
        if (turn.hidden_cover if place < covers else turn.hidden_lead)
    ]
    if hidden:
        replay.hidden[replay.event] = hidden


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
            _not_held(replay, turn, seat, place, mask, is_reported=is_reported)
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


def _not_held(
    replay: Replay, turn: Turn, seat: int, place: int, mask: int, *, is_reported: bool
) -> None:
    """Report a card that cannot come from this hand (K4002, K4014)."""
    args: dict[str, str | int] = {"card": show_mask(mask), "seat": replay.seats[seat]}
    variant, related = replay.elsewhere(seat, mask, args)
    was_laid = variant == "in_pile" or bool(replay.cards.laid[seat] & mask)
    code = codes.CARD_ALREADY_PLAYED if was_laid else codes.CARD_NOT_HELD
    if not is_reported:
        replay.add(
            code,
            turn.part(place),
            seat,
            args,
            variant=variant,
            found=show_mask(mask),
            related=related,
        )
    replay.is_contradicted = True


def report_cover(replay: Replay, turn: Open) -> None:
    """Report a cover that does not beat (K4003)."""
    if turn.cover is None:
        return
    cover, top = mask_of(turn.cover), mask_of(turn.top)
    trumps = replay.trumps[turn.seat]
    own = trumps[0] if len(trumps) == 1 else "?"
    variant = ""
    if not is_known(cover):
        variant = "hidden"
    elif is_known(top):
        variant = _why(cover, top, own)
    seen = [card.seen for card in turn.cards() if card.seen is not None]
    replay.add(
        codes.COVER_DOES_NOT_BEAT,
        turn.part,
        turn.seat,
        {
            "card": show_mask(cover),
            "top": show_mask(top),
            "seat": replay.seats[turn.seat],
            "suit": own,
        },
        variant=variant,
        found=show_mask(cover),
        number=turn.number,
        at=turn.event,
        moment=turn.moment,
        legal=None,
        related=[trace for trace in seen if trace[0] != turn.event],
    )


def _why(cover: int, top: int, own: str) -> str:
    cover_suit, top_suit = show_mask(cover)[-1], show_mask(top)[-1]
    if top_suit == own:
        return "lower" if cover_suit == own else "own_trump"
    return "lower" if cover_suit == top_suit else "other_suit"


# -- what is not written, and what follows from facts


def _unwritten(replay: Replay, turn: Turn) -> None:
    """A turn that was made and not written down, or not how (clause 9.4)."""
    over = [story.last is not None for story in replay.stories]
    if any(over):
        # a last cover that was shown is no turn (clause 7.10)
        replay.result.turns = replay.result.turns if all(over) else None
    elif replay.result.turns is not None:
        replay.result.turns += 1
    if replay.is_lost:
        replay.result.turns = None
        lose_count(replay)
        return
    if turn.seat is not None:
        fitting = [story for story in replay.stories if story.due == turn.seat]
        if fitting:
            replay.stories = fitting
        else:
            _report(replay, replaced(turn, kind=Kind.NOTHING), turn.seat, Fault.OUT_OF_ORDER)
            for story in replay.stories:
                story.due = turn.seat
    pile = len(replay.cards.pile)
    actors = {story.due for story in replay.stories if story.last is None}
    held = replay.cards.forget_pile()
    also = 0
    for seat in actors:
        also |= replay.cards.candidates(seat, replay.room(seat))
        replay.cards.forget_hand(seat, held)
    replay.cards.base |= also
    replay.stories = distinct(
        other for story in replay.stories for other in story.unwritten(pile, replay.rules)
    )
    if len(replay.stories) > MOST_STORIES:
        lose_count(replay)


def lose_count(replay: Replay) -> None:
    """Nobody can follow order and numbers any more."""
    replay.stories = []
    replay.cards.forget_everything()


def _after_fact(replay: Replay, seat: int) -> None:
    """Learn from what was seen; report if no world is left (K6002)."""
    if replay.is_contradicted or replay.is_lost or replay.learn():
        return
    _impossible(replay, seat, replay.cards.known[seat].bit_count())


def _impossible(replay: Replay, seat: int, number: int) -> None:
    replay.add(
        pack_codes.IMPOSSIBLE,
        ("done",),
        seat,
        {"seat": replay.seats[seat], "number": number},
        variant="too_many_cards",
    )
    replay.is_contradicted = True
