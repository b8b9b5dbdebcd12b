"""Moskva and Molodka: when, by whom, with which cards.

Source: rules, section 4 and clause 9.9.
"""

from collections.abc import Sequence

from kozelnotation.cards.card import NAMES, is_known
from kozelnotation.diag.code import Code
from kozelnotation.games.contract import Part
from kozelnotation.games.events import Counted, Stopped
from kozelnotation.games.kozel import codes
from kozelnotation.games.kozel.events import Declared, Drawn, Trick
from kozelnotation.games.kozel.order import could_be
from kozelnotation.games.kozel.replay import closing, draws
from kozelnotation.games.kozel.replay.state import (
    Replay,
)
from kozelnotation.games.kozel.rulesets import DeclaredHand
from kozelnotation.games.kozel.setup import HAND
from kozelnotation.games.kozel.table import (
    cards_words,
    mask_words,
)


def on_declaration(replay: Replay, event: Declared) -> None:
    """Judge a declaration and give it its effect."""
    table = replay.table
    if table.is_surely_over():
        closing.close_trick(replay, is_broken_off=False)
        replay.already_over()
        return
    is_late = replay.trick is not None and bool(replay.later_seats())
    if not is_late:
        closing.close_trick(replay, is_broken_off=False)
    is_early = not is_late and _is_before_draw(replay)
    if not is_late and not is_early:
        draws.finish_draw(replay, is_broken_off=False)
    window = replay.window
    if not event.word:
        # a declaration that could not be read: nobody knows who may lead now
        window.unsure = True
        return
    if _wrong_declaration(replay, event, is_late=is_late, is_early=is_early):
        window.invalid.add(event.seat)


def _is_before_draw(replay: Replay) -> bool:
    """Whether the draw after the last trick goes on after this event (clause 4.3)."""
    window = replay.window
    if window.is_drawn or not replay.table.stock:
        return False
    if window.entries and window.start is not None:
        order = draws.by_rule(replay, window.start)
        if len(window.entries) >= len(order):
            return False
    for event in replay.events[replay.event + 1 :]:
        if isinstance(event, Trick | Stopped | Counted):
            return False
        if isinstance(event, Drawn):
            return True
    return False


def _wrong_declaration(replay: Replay, event: Declared, *, is_late: bool, is_early: bool) -> bool:
    """Judge a declaration; return whether it is invalid (clauses 4.1 to 4.8, 9.9)."""
    table, seat = replay.table, event.seat
    number = replay.trick.number if replay.trick is not None and is_late else None
    shown = event.cards
    args: dict[str, str | int] = {"word": event.word, "seat": replay.seats[seat]}
    if shown is not None:
        args |= {"shown": cards_words(shown), "number": len(shown)}
    at: dict[str, object] = {"seat": seat, "number": number, "args": args}
    if event.word not in replay.rules.words:
        args["known"] = " and ".join(replay.rules.words)
        _declaration(replay, codes.DECLARATION_OF_ANOTHER_GAME, ("word",), at)
        return True
    if not replay.rules.declarations:
        _declaration(replay, codes.DECLARATIONS_OFF, ("word",), at)
        return True
    if seat in table.out:
        replay.report_out(("word",), seat, None)
        return True
    if is_late or is_early:
        variant = "late" if is_late else "early"
        _declaration(replay, codes.DECLARATION_OUT_OF_TIME, (), at, variant=variant)
        return True
    if _somebody_is_short(replay, seat):
        _declaration(replay, codes.DECLARATION_OUT_OF_TIME, (), at, variant="short")
        return True
    wrong_hand = table.high[seat] < HAND or table.low[seat] > HAND
    if wrong_hand or (shown is not None and len(shown) != HAND):
        if wrong_hand:
            args["held"] = table.high[seat]
        _declaration(
            replay,
            codes.DECLARATION_HAND_SIZE,
            (),
            at,
            variant="hand" if wrong_hand else "",
            expected=str(HAND),
            found=str(args["held"] if wrong_hand else args["number"]),
        )
        return True
    if shown is None:
        replay.undecided((), seat, None, "4.1", "declaration", event.word)
        replay.window.unsure = True
        replay.window.undecided.add(seat)
        return False
    if any(mask == 0 for mask in shown):
        table.contradicted = True
        return True
    if _declared_elsewhere(replay, event, shown, at):
        return True
    return _declared_kind(replay, event, shown, at)


def _somebody_is_short(replay: Replay, seat: int) -> bool:
    """Whether a hand with cards could not answer four cards (clause 4.6)."""
    table = replay.table
    return replay.rules.declared_hand is DeclaredHand.LEADS_AND_WINS and any(
        table.low[other] > 0 and table.high[other] < HAND
        for other in table.players
        if other != seat
    )


def _declared_elsewhere(
    replay: Replay, event: Declared, shown: Sequence[int], at: dict[str, object]
) -> bool:
    table, seat = replay.table, event.seat
    if table.contradicted:
        return False
    seen = 0
    for place, mask in enumerate(shown):
        card = mask.bit_length() - 1
        if is_known(mask) and (mask & seen or not table.can_hold(seat, card)):
            args = dict(at["args"]) if isinstance(at["args"], dict) else {}
            args["card"] = NAMES[card]
            related: tuple[tuple[int, Part, str], ...] = ()
            where = table.gone.get(card)
            if where is not None:
                variant = "gone"
                args |= {"by": replay.seats[where.seat], "in": where.trick}
                related = ((where.event, where.part, "played_before"),)
            else:
                variant = "twice" if mask & seen else replay.elsewhere(card, args)
                related = () if mask & seen else replay.origin(card)
            _declaration(
                replay,
                codes.DECLARATION_NOT_HELD,
                ("card", place),
                {**at, "args": args},
                variant=variant,
                found=NAMES[card],
                related=related,
            )
            table.contradicted = True
            return True
        seen |= mask if is_known(mask) else 0
    known = table.hands[seat]
    if table.blind == 0 and known & ~seen and all(is_known(mask) for mask in shown):
        # the hand holds a card that was not shown: then one that was shown is not held
        wrong = next((m for m in shown if not m & known), shown[0])
        args = {
            **(at["args"] if isinstance(at["args"], dict) else {}),
            "card": mask_words(wrong),
        }
        _declaration(
            replay,
            codes.DECLARATION_NOT_HELD,
            ("card", list(shown).index(wrong)),
            {**at, "args": args},
            variant="hand_known",
            found=mask_words(wrong),
        )
        table.contradicted = True
        return True
    for mask in shown:
        table.identify(seat, mask)
    if all(is_known(mask) for mask in shown) and table.low[seat] == table.high[seat] == HAND:
        table.hands[seat] = seen
        table.unknown[seat] = 0
    return False


def _declared_kind(
    replay: Replay, event: Declared, shown: Sequence[int], at: dict[str, object]
) -> bool:
    """Judge what was declared by its cards: they decide what it is (clause 9.9)."""
    window, seat = replay.window, event.seat
    words = replay.rules.words
    shokha = replay.rules.shokha
    verdicts = {kind: could_be(shown, kind, shokha=shokha) for kind in words}
    if replay.table.contradicted:
        verdicts[event.word] = True
    said = verdicts[event.word]
    if said:
        _take(replay, words.index(event.word), seat, shown)
        return False
    if said is None:
        clause = "4.2" if event.word == "Molodka" else "4.1"
        replay.undecided((), seat, None, clause, "declaration", event.word)
        window.unsure = True
        window.undecided.add(seat)
        return False
    code = {"Moskva": codes.NOT_A_MOSKVA, "Molodka": codes.NOT_A_MOLODKA}.get(
        event.word, codes.NOT_FOUR_ACES
    )
    other = next((kind for kind in words if verdicts[kind]), None)
    _declaration(
        replay,
        code,
        ("word",),
        at,
        variant="" if other is None else "other",
        found=cards_words(shown),
    )
    if other is None:
        return True
    _take(replay, words.index(other), seat, shown)
    return False


def _take(replay: Replay, rank: int, seat: int, shown: Sequence[int]) -> None:
    """Give a valid declaration its effect (clauses 4.4 to 4.6 and 6.2)."""
    window = replay.window
    if replay.rules.declared_hand is DeclaredHand.WINS_THE_POT:
        if replay.result.pot_taken_by is None:
            replay.result.pot_taken_by = seat
        return
    window.valid.append((rank, seat))
    cards = 0
    for mask in shown:
        cards |= mask if is_known(mask) else 0
    if len(shown) == cards.bit_count():
        window.hands[seat] = cards
    else:
        window.undecided.add(seat)


def _declaration(
    replay: Replay,
    code: Code,
    part: Part,
    at: dict[str, object],
    *,
    variant: str = "",
    expected: str | None = None,
    found: str | None = None,
    related: tuple[tuple[int, Part, str], ...] = (),
) -> None:
    seat, number, args = at["seat"], at["number"], at["args"]
    replay.add(
        code,
        part,
        seat if isinstance(seat, int) else None,
        number if isinstance(number, int) else None,
        args if isinstance(args, dict) else {},
        variant=variant,
        expected=expected,
        found=found,
        related=related,
    )
