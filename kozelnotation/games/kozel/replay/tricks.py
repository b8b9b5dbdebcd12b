"""Leads and responses.

Source: rules, sections 3 and 9.
"""

from collections.abc import Sequence

from kozelnotation.cards.card import is_known, show
from kozelnotation.games.contract import Part
from kozelnotation.games.kozel import codes
from kozelnotation.games.kozel.events import Response, Trick
from kozelnotation.games.kozel.order import SHOKHA_BIT, is_bura, is_lead_of_one_suit, set_beats
from kozelnotation.games.kozel.replay import closing, draws, leading, possession
from kozelnotation.games.kozel.replay.state import (
    Replay,
    TrickResult,
    Window,
)
from kozelnotation.games.kozel.rules import hint_lead, hint_response
from kozelnotation.games.kozel.rulesets import DeclaredHand, Exposure
from kozelnotation.games.kozel.setup import HAND
from kozelnotation.games.kozel.table import (
    OpenTrick,
    cards_words,
    play_words,
)


def on_trick(replay: Replay, event: Trick) -> None:
    """Play a trick, or go on with the one on the table."""
    if event.continues and replay.trick is not None:
        _lay(replay, event)
        return
    if event.continues and replay.trick is None and _surplus_continuation(replay, event):
        return
    closing.close_trick(replay, is_broken_off=False)
    draws.finish_draw(replay, is_broken_off=False)
    if replay.table.is_surely_over():
        replay.already_over()
        return
    if event.plays is None:
        _on_unwritten_trick(replay, event)
        return
    _lay(replay, event)


def _surplus_continuation(replay: Replay, event: Trick) -> bool:
    """Judge plays that go on with a trick in which everybody has answered."""
    last = replay.result.tricks[-1] if replay.result.tricks else None
    if last is None or last.number != event.number or replay.window.entries:
        return False
    for place, play in enumerate(event.plays or ()):
        replay.add(
            codes.SURPLUS_RESPONSE,
            ("play", place),
            play.seat,
            event.number,
            {"laid": play_words(play)},
        )
        possession.doubt(replay, play)
        replay.table.leave(play.seat, (*play.shown, *play.hidden))
        last.masks.extend((*play.shown, *play.hidden))
        return True
    return True


def _on_unwritten_trick(replay: Replay, event: Trick) -> None:
    """A trick that was played but not written down (``4. ?``)."""
    table = replay.table
    for seat in range(table.count):
        if table.high[seat]:
            table.low[seat] = max(table.low[seat] - HAND, 0)
            table.high[seat] -= 1
    table.blind += table.count
    result = TrickResult(event.number, replay.event, None, None, [], 0, recorded=False)
    result.events.append(replay.event)
    result.may_have_won = frozenset(table.players)
    replay.result.tricks.append(result)
    replay.window = Window(None, last=result, claimed=event.claimed)


def _lay(replay: Replay, event: Trick) -> None:
    plays = event.plays or ()
    if plays and replay.trick is None and plays[0].seat in replay.table.out:
        _led_from_outside(replay, event, plays)
        return
    for place, play in enumerate(plays):
        if play.seat in replay.table.out:
            # whatever he laid cannot belong to the trick
            replay.report_out(("seat", place), play.seat, event.number)
            continue
        if replay.trick is None:
            _on_lead(replay, event, place, play)
        else:
            _on_response(replay, event, place, play, plays[place + 1 :])
        if replay.result.pot_taken_by is not None:
            replay.trick = None
            if place + 1 < len(plays):
                replay.already_over(("play", place + 1))
            return
    if replay.trick is not None:
        replay.trick.events.append(replay.event)
        if event.claimed:
            replay.trick.claimed = event.claimed
        if closing.is_complete(replay, replay.trick):
            closing.close_trick(replay, is_broken_off=False)


def _led_from_outside(replay: Replay, event: Trick, plays: Sequence[Response]) -> None:
    """A player who is out leads: nothing in this trick can be judged."""
    replay.report_out(("seat", 0), plays[0].seat, event.number)
    table = replay.table
    table.contradicted = True
    for play in plays:
        if play.seat not in table.out:
            table.leave(play.seat, (*play.shown, *play.hidden))
    masks = [mask for play in plays for mask in (*play.shown, *play.hidden)]
    result = TrickResult(event.number, replay.event, plays[0].seat, None, masks, plays[0].size)
    result.events.append(replay.event)
    replay.result.tricks.append(result)
    replay.window = Window(None, last=result)


def _on_lead(replay: Replay, event: Trick, place: int, play: Response) -> None:
    table = replay.table
    part: Part = ("play", place)
    replay.trick = OpenTrick(event.number, replay.event, play.seat, play.size)
    trick = replay.trick
    trick.absent = {seat for seat in range(table.count) if not table.has_cards(seat)}
    fault = _wrong_leader(replay, part, play, event)
    declared = _declared_hand(replay, play.seat)
    replay.undecided_declarers = set(replay.window.undecided)
    leading.settle_window(replay, play.seat, was_faulty=fault)
    masks = (*play.shown, *play.hidden)
    if not play.written:
        possession.unwritten_play(replay, play)
        trick.size, trick.size_is_judged, trick.winner_is_sure = 0, False, False
        trick.plays.append(play)
        return
    is_irregular = False
    if not fault:
        fault = is_irregular = _wrong_lead_size(replay, part, play, event)
    elif not 1 <= play.size <= replay.rules.longest_lead or play.size > table.high[play.seat]:
        trick.size_is_judged = False
    if not fault:
        fault = possession.not_there(replay, part, play, event)
    elif not possession.all_there(replay, play):
        table.contradicted = True
    is_declared = declared is not None and _is_whole_hand(masks, declared)
    is_open = declared is None and _may_be_declared(replay, play)
    if not fault and not table.contradicted and not is_declared and not is_open:
        fault = is_irregular = _mixed_suits(replay, part, play, event)
    if not fault and not play.hidden and declared and not is_declared:
        fault = True
        replay.add(
            codes.DECLARED_HAND_NOT_LED,
            part,
            play.seat,
            event.number,
            {"laid": play_words(play), "declared": show(declared)},
            expected=show(declared),
            found=play_words(play),
        )
    if not fault and play.hidden:
        replay.add(
            codes.FACE_DOWN_LEAD,
            part,
            play.seat,
            event.number,
            {"laid": play_words(play)},
        )
    held = table.high[play.seat]
    possession.take_from_hand(replay, play, part)
    if play.size > held:
        # he cannot have laid them all; how many are left nobody knows
        table.high[play.seat] = HAND - 1
    trick.plays.append(play)
    trick.winner = play.seat
    trick.winning = masks
    trick.is_unbeatable = is_declared and not play.hidden
    if is_open:
        # it may be a declared hand, which nobody can beat
        trick.winner_is_sure = False
    trick.contradicted = table.contradicted
    if not is_irregular:
        _bura(replay, part, play, event)


def _declared_hand(replay: Replay, seat: int) -> int | None:
    """Return the declared cards that a seat must lead, None if it may lead what it likes."""
    if replay.rules.declared_hand is not DeclaredHand.LEADS_AND_WINS:
        return None
    if not replay.window.valid or leading.leader_by_rule(replay) != seat:
        return None
    return replay.window.hands.get(seat) or None


def _is_whole_hand(masks: Sequence[int], declared: int) -> bool:
    """Whether cards are the declared hand: it is whole, so an unseen card is the one left."""
    known = _union(masks)
    left = declared & ~known
    return (
        len(masks) == declared.bit_count()
        and known & ~declared == 0
        and all(is_known(mask) or mask & left for mask in masks)
    )


def _may_be_declared(replay: Replay, play: Response) -> bool:
    """Whether a lead of four may be a declared hand of which not every card is known."""
    is_declarer = play.seat in replay.undecided_declarers
    leads_whole = replay.rules.declared_hand is DeclaredHand.LEADS_AND_WINS
    return leads_whole and is_declarer and play.size == HAND


def _bura(replay: Replay, part: Part, play: Response, event: Trick) -> None:
    """Give the pot to whoever leads three or more trumps (clause 6.2)."""
    table = replay.table
    if replay.rules.declared_hand is not DeclaredHand.WINS_THE_POT or table.contradicted:
        return
    masks = (*play.shown, *play.hidden)
    verdicts = {is_bura(masks, trump) for trump in table.trumps}
    if verdicts == {True}:
        replay.result.pot_taken_by = play.seat
        return
    nobody_answers = len(event.plays or ()) == 1 and not replay.later_seats()
    if verdicts != {False} and nobody_answers:
        # it was taken for a Bura at the table, and may have been one
        replay.undecided(part, play.seat, event.number, "6.2", "bura", play_words(play))
        replay.result.pot_taken_by = play.seat
        replay.result.pot_is_sure = False


def _union(masks: Sequence[int]) -> int:
    cards = 0
    for mask in masks:
        cards |= mask if is_known(mask) else 0
    return cards


def _wrong_leader(replay: Replay, part: Part, play: Response, event: Trick) -> bool:
    window, table = replay.window, replay.table
    allowed = leading.may_lead(replay)
    if allowed is None or play.seat in allowed or table.contradicted:
        return False
    if window.claim_is_false and play.seat in window.claimed and not window.entries:
        # the table gave the trick to another seat: one fault, at the claim (9.8)
        return False
    expected = replay.seats[leading.leader_by_rule(replay) or 0]
    declared = bool(window.valid)
    variant = "declared" if declared else "first" if window.last is None else ""
    args: dict[str, str | int] = {"expected": expected, "found": replay.seats[play.seat]}
    if window.last is not None:
        args["trick"] = window.last.number
    replay.add(
        codes.LEAD_OUT_OF_TURN,
        ("seat", part[1]),
        play.seat,
        event.number,
        args,
        variant=variant,
        clause="4.4" if declared else "2.5" if window.last is None else "3.9",
        expected=expected,
        found=replay.seats[play.seat],
        legal=f"{expected} leads",
    )
    return True


def _wrong_lead_size(replay: Replay, part: Part, play: Response, event: Trick) -> bool:
    table, size = replay.table, play.size
    args: dict[str, str | int] = {"number": size, "laid": play_words(play)}
    most = replay.rules.longest_lead
    if not 1 <= size <= most:
        args["most"] = most
        _judge_no_response_size(replay)
        replay.add(
            codes.LEAD_SIZE,
            part,
            play.seat,
            event.number,
            args,
            variant="nothing" if size == 0 else "",
            expected=f"1 to {most}",
            found=str(size),
        )
        possession.more_than_held(replay, play)
        return True
    smallest = min(
        (table.high[seat] for seat in range(table.count) if table.low[seat]), default=HAND
    )
    if size > table.high[play.seat] or size > smallest:
        _judge_no_response_size(replay)
        limit = min(table.high[play.seat], smallest)
        possession.more_than_held(replay, play)
        args["most"] = limit
        replay.add(
            codes.LEAD_EXCEEDS_HAND,
            part,
            play.seat,
            event.number,
            args,
            expected=f"at most {limit}",
            found=str(size),
        )
        return True
    return False


def _judge_no_response_size(replay: Replay) -> None:
    """Judge no number of cards in the responses to a lead of a wrong number."""
    if replay.trick is not None:
        replay.trick.size_is_judged = False


def _mixed_suits(replay: Replay, part: Part, play: Response, event: Trick) -> bool:
    masks = (*play.shown, *play.hidden)
    of_one_suit = is_lead_of_one_suit(masks, shokha=replay.rules.shokha)
    if of_one_suit is None:
        replay.undecided(part, play.seat, event.number, "3.1", "lead_suits", play_words(play))
    if of_one_suit is not False:
        return False
    replay.add(
        codes.LEAD_MIXED_SUITS,
        part,
        play.seat,
        event.number,
        {"laid": cards_words(masks)},
        legal=hint_lead(replay.table, play.seat),
    )
    return True


def _on_response(
    replay: Replay, event: Trick, place: int, play: Response, rest: Sequence[Response]
) -> None:
    trick, table = replay.trick, replay.table
    if trick is None:
        return
    part: Part = ("play", place)
    if play.seat in trick.absent and play.size > 0:
        _without_cards(replay, part, play, event)
        return
    fault = _wrong_turn(replay, part, play, event, rest)
    if not play.written:
        possession.unwritten_play(replay, play)
        trick.plays.append(play)
        if trick.size and not _cannot_be_beaten(replay, trick):
            # it may have been shown and have won; the next draw or lead tells
            trick.winner_is_sure = False
            trick.unwritten.add(play.seat)
        return
    if play.size == 0:
        if not fault and table.low[play.seat] > 0:
            replay.add(
                codes.MISSING_RESPONSE,
                part,
                play.seat,
                event.number,
                {"seat": replay.seats[play.seat]},
                expected=str(trick.size),
                found="0",
            )
        trick.plays.append(play)
        if trick.size_is_judged:
            table.low[play.seat] = max(table.low[play.seat] - trick.size, 0)
        return
    is_right_size = play.size == trick.size
    if not fault and trick.size_is_judged and not is_right_size:
        fault = True
        _wrong_response_size(replay, part, play, event, trick)
    if not fault:
        fault = possession.not_there(replay, part, play, event)
    elif not possession.all_there(replay, play):
        table.contradicted = True
    beats = _judge_beating(replay, trick, play)
    if not fault:
        fault = _wrong_form(replay, part, play, event, beats=beats)
    possession.take_from_hand(replay, play, part)
    trick.plays.append(play)
    if table.contradicted:
        trick.contradicted = True
    if beats is None:
        trick.winner_is_sure = False
    elif beats:
        trick.winner, trick.winning = play.seat, play.shown


def _without_cards(replay: Replay, part: Part, play: Response, event: Trick) -> None:
    """Report an answer of a player who has no cards left (clause 9.10)."""
    replay.add(
        codes.SURPLUS_RESPONSE,
        part,
        play.seat,
        event.number,
        {"laid": play_words(play), "seat": replay.seats[play.seat]},
        variant="no_cards",
        clause="9.10",
    )
    if any(is_known(mask) for mask in (*play.shown, *play.hidden)):
        replay.table.contradicted = True


def _cannot_be_beaten(replay: Replay, trick: OpenTrick) -> bool:
    """Whether no response can win any more: shokha lies in the winning set (clause 3.8)."""
    return trick.is_unbeatable or (replay.rules.shokha and SHOKHA_BIT in trick.winning)


def _judge_beating(replay: Replay, trick: OpenTrick, play: Response) -> bool | None:
    """Whether a response takes the trick; face down it never does (clauses 3.4 to 3.6)."""
    if play.hidden or not play.shown or trick.is_unbeatable:
        return False
    if trick.size and play.size != trick.size:
        return False
    if not trick.winner_is_sure or not trick.size:
        return None
    return set_beats(play.shown, trick.winning, replay.table.trumps, shokha=replay.rules.shokha)


def _wrong_turn(
    replay: Replay, part: Part, play: Response, event: Trick, rest: Sequence[Response]
) -> bool:
    trick, table = replay.trick, replay.table
    if trick is None:
        return False
    due = [
        seat
        for seat in table.clockwise(trick.leader)
        if not trick.has_played(seat) and seat not in trick.absent
    ]
    if trick.has_played(play.seat) and (not due or not _comes_later(replay, due, rest)):
        if due:
            # somebody else's answer was put down as his
            pass
        else:
            _surplus(replay, part, play, event)
            return True
    if trick.turn_fault or not due or play.seat == due[0]:
        return False
    if play.seat in trick.absent and play.size == 0:
        return False
    to_come = {other.seat for other in rest} | replay.later_seats()
    before = due[: due.index(play.seat)] if play.seat in due else due[:1]
    if play.seat in due and not any(seat in to_come for seat in before):
        # those who should have answered first never do: K3012, at the end of the trick
        return False
    trick.turn_fault = True
    expected = replay.seats[before[0]]
    replay.add(
        codes.RESPONSE_OUT_OF_TURN,
        ("seat", part[1]),
        play.seat,
        event.number,
        {"expected": expected, "found": replay.seats[play.seat]},
        expected=expected,
        found=replay.seats[play.seat],
        legal=f"{expected} answers",
    )
    return True


def _comes_later(replay: Replay, due: list[int], rest: Sequence[Response]) -> bool:
    to_come = {other.seat for other in rest} | replay.later_seats()
    return any(seat in to_come for seat in due)


def _surplus(replay: Replay, part: Part, play: Response, event: Trick) -> None:
    replay.add(
        codes.SURPLUS_RESPONSE,
        part,
        play.seat,
        event.number,
        {"laid": play_words(play)},
    )
    possession.doubt(replay, play)


def _wrong_response_size(
    replay: Replay, part: Part, play: Response, event: Trick, trick: OpenTrick
) -> None:
    replay.add(
        codes.RESPONSE_SIZE,
        part,
        play.seat,
        event.number,
        {"number": play.size, "expected": trick.size, "laid": play_words(play)},
        expected=str(trick.size),
        found=str(play.size),
        legal=f"any {trick.size} cards of the hand" if trick.size > 1 else "any one card",
    )
    if play.size > trick.size:
        possession.doubt_size(replay, play, trick.size)
    else:
        low = replay.table.low[play.seat]
        replay.table.low[play.seat] = max(low - (trick.size - play.size), 0)


def _wrong_form(
    replay: Replay, part: Part, play: Response, event: Trick, *, beats: bool | None
) -> bool:
    trick, table = replay.trick, replay.table
    if trick is None:
        return False
    if replay.rules.exposure is Exposure.ALL_SHOWN:
        return _hidden_response(replay, part, play, event)
    if not play.shown:
        return False
    if replay.rules.exposure is Exposure.FREE:
        _note_exposure(replay, part, play, event, beats=beats)
        return False
    if play.hidden:
        replay.add(
            codes.PARTLY_EXPOSED_RESPONSE,
            part,
            play.seat,
            event.number,
            {"laid": play_words(play)},
            legal="all cards face up, if they take the trick, or all face down",
        )
        return True
    if trick.size and play.size != trick.size:
        return False
    if table.contradicted or trick.contradicted:
        return False
    if beats is None:
        if trick.winner_is_sure and trick.size:
            replay.undecided(
                part,
                play.seat,
                event.number,
                "3.7",
                "beating",
                play_words(play),
                winning=cards_words(trick.winning),
            )
        elif trick.size:
            replay.undecided(
                part, play.seat, event.number, "3.7", "winning_unknown", play_words(play)
            )
        return False
    if beats:
        return False
    legal = hint_response(table, play.seat, trick, replay.rules)
    replay.add(
        codes.EXPOSED_LOSING_RESPONSE,
        part,
        play.seat,
        event.number,
        {"laid": play_words(play), "winning": cards_words(trick.winning)},
        expected=f"({cards_words(play.shown)})",
        found=cards_words(play.shown),
        legal=legal,
        related=_winning_place(replay, trick),
    )
    return True


def _hidden_response(replay: Replay, part: Part, play: Response, event: Trick) -> bool:
    """Report a response with a card face down where everything is shown (a house rule)."""
    if not play.hidden:
        return False
    replay.add(
        codes.HIDDEN_RESPONSE,
        part,
        play.seat,
        event.number,
        {"laid": play_words(play)},
        found=play_words(play),
    )
    return True


def _note_exposure(
    replay: Replay, part: Part, play: Response, event: Trick, *, beats: bool | None
) -> None:
    """Note cards shown that do not take the trick, where that is allowed (clause 3.7)."""
    trick = replay.trick
    if trick is None or replay.table.contradicted or trick.contradicted:
        return
    if beats is None and trick.winner_is_sure and trick.size:
        replay.undecided(
            part,
            play.seat,
            event.number,
            "3.5",
            "beating",
            play_words(play),
            winning=cards_words(trick.winning),
        )
    elif beats is False:
        replay.add(
            codes.SHOWN_WITHOUT_BEATING,
            part,
            play.seat,
            event.number,
            {"laid": play_words(play), "winning": cards_words(trick.winning)},
            related=_winning_place(replay, trick),
        )


def _winning_place(replay: Replay, trick: OpenTrick) -> tuple[tuple[int, Part, str], ...]:
    for event_number in dict.fromkeys((trick.event, *trick.events, replay.event)):
        event = replay.events[event_number]
        if not isinstance(event, Trick):
            continue
        for at, play in enumerate(event.plays or ()):
            if play.seat == trick.winner and play.shown == trick.winning:
                return ((event_number, ("play", at), "winning_set"),)
    return ()
