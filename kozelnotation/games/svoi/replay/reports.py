"""What is said of a turn that is not lawful.

Source: rules, clauses 7.3 to 7.10, 8.2 and 9.1; verdicts, section 2.
"""

from kozelnotation.cards.card import is_known, show_mask
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.contract import Part
from kozelnotation.games.svoi import codes
from kozelnotation.games.svoi.events import Kind, Turn
from kozelnotation.games.svoi.replay.hints import hint
from kozelnotation.games.svoi.replay.state import Open, Replay, cards_words
from kozelnotation.games.svoi.story import Exit, Fault, Story
from kozelnotation.games.svoi.whereabouts import mask_of

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


def report(replay: Replay, turn: Turn, seat: int, fault: Fault) -> None:
    """Report what is wrong with a turn, as far as numbers and order go."""
    who = None if turn.seat is None else seat
    args: dict[str, str | int] = {"seat": "somebody" if who is None else replay.seats[seat]}
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
        part if who is not None else (),
        who,
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


def not_held(
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


def impossible(replay: Replay, seat: int, number: int) -> None:
    """Report that no world is left (K6002)."""
    replay.add(
        pack_codes.IMPOSSIBLE,
        ("done",),
        seat,
        {"seat": replay.seats[seat], "number": number},
        variant="too_many_cards",
    )
    replay.is_contradicted = True
