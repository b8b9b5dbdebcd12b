"""Picking up: how many cards, which, and what is learnt from the list.

Source: rules, clauses 7.7, 8.2 and 9.11; notation, section 4 (pick-ups).
"""

from collections.abc import Sequence
from dataclasses import replace

from kozelnotation.cards.card import is_known, show_mask
from kozelnotation.games.svoi import codes
from kozelnotation.games.svoi.events import Turn
from kozelnotation.games.svoi.order import pick_up_counts
from kozelnotation.games.svoi.replay.hints import hint
from kozelnotation.games.svoi.replay.judging import give_up, judge_story, lose_count, over_by_now
from kozelnotation.games.svoi.replay.state import Open, Replay, cards_words
from kozelnotation.games.svoi.rulesets import PickUp
from kozelnotation.games.svoi.story import MOST_STORIES, Fault, distinct
from kozelnotation.games.svoi.whereabouts import PileCard, Unseen, mask_of


def with_number(replay: Replay, turn: Turn, seat: int) -> Turn | None:
    """Return a pick-up of a number that is not written with the number that it must have been.

    None if that is not known.
    """
    if turn.listed is not None:
        return replace(turn, count=len(turn.listed))
    counts = replay.lawful_counts(seat)
    return replace(turn, count=min(counts)) if len(counts) == 1 else None


def pick_up_some(replay: Replay, turn: Turn, seat: int) -> None:
    """A pick-up of a number that nobody knows: every lawful one is possible (clause 9.4)."""
    fault = judge_story(replay, turn, seat)
    if over_by_now(replay, turn, seat, fault):
        return
    replay.count_turn()
    if replay.is_lost:
        lose_count(replay)
        return
    top, known = replay.top(), len(replay.cards.pile)
    tops = replay.cards.pack if top is None or replay.is_contradicted else mask_of(top)
    held = replay.cards.forget_pile()
    replay.cards.forget_hand(seat, held)
    stories = []
    for story in replay.stories:
        height = known + story.base
        trumps = replay.trumps[seat]
        for number in pick_up_counts(replay.rules.pick_up, height, tops, trumps):
            other = story.copy()
            other.base = height
            other.pick_up(seat, number, 0, replay.rules)
            stories.append(other)
    replay.stories = distinct(stories)
    if len(replay.stories) > MOST_STORIES:
        give_up(replay, seat)


def pick_up(replay: Replay, turn: Turn, seat: int, fault: Fault | None) -> None:
    """Move the cards of a pick-up, and judge the list."""
    written = turn.count or 0
    pile = len(replay.cards.pile)
    heights = {pile + story.base for story in replay.stories}
    number = min(written, max(heights, default=written))
    _judge_number(replay, turn, seat, fault, tuple(sorted(heights)))
    if not replay.is_contradicted:
        _move(replay, turn, seat, number, is_reported=fault is not None)
    else:
        del replay.cards.pile[max(pile - number, 0) :]
    stories = []
    for story in replay.stories:
        taken = min(number, pile + story.base)
        if fault is Fault.ALREADY_OUT:
            stories.extend(story.back_in(seat, taken, pile, replay.rules))
            continue
        story.pick_up(seat, taken, pile, replay.rules)
        stories.append(story)
    replay.stories = stories


def _judge_number(
    replay: Replay, turn: Turn, seat: int, fault: Fault | None, heights: tuple[int, ...]
) -> None:
    """Leave a number open that depends on a card that is not known (clause 9.4)."""
    top = replay.top()
    is_open = len(replay.lawful_counts(seat)) > 1 and replay.rules.pick_up is PickUp.BY_TRUMP
    if fault is not None or turn.is_miscounted or replay.is_contradicted or top is None:
        return
    if is_open and replay.trumps_are_judged:
        replay.open.append(
            Open(
                replay.event,
                ("done",),
                seat,
                turn.number,
                None,
                top,
                turn.count or 0,
                heights,
                moment=replay.moment(),
            )
        )


def _move(replay: Replay, turn: Turn, seat: int, number: int, *, is_reported: bool) -> None:
    cards = replay.cards
    top = cards.pile[max(len(cards.pile) - number, 0) :][::-1]
    from_base = number - len(top)
    taken: list[PileCard] = list(top)
    listed = None if turn.is_miscounted else turn.listed
    if listed is not None and len(listed) == number:
        taken = _listed(replay, turn, seat, listed, top, is_reported=is_reported)
        if replay.is_contradicted:
            del cards.pile[max(len(cards.pile) - number, 0) :]
            return
    cards.take(seat, taken, (replay.event, ("done",), "picked_up_here"))
    if from_base > 0:
        cards.pool[seat] |= cards.base
        for mask in listed or ():
            if is_known(mask):
                trace = (replay.event, ("done",), "picked_up_here")
                cards.identify(seat, mask, from_base, trace)


def _listed(
    replay: Replay,
    turn: Turn,
    seat: int,
    listed: Sequence[int],
    top: list[PileCard],
    *,
    is_reported: bool,
) -> list[PileCard]:
    """Judge the list of a pick-up against the pile, and return what was taken.

    The order of the list is not judged (notation, section 7).
    """
    cards = replay.cards
    has_base = len(top) < len(listed)
    deep: list[PileCard] = []
    unmatched: list[int] = []
    blanks = 0
    seen: set[int] = set()
    for place, mask in enumerate(listed):
        if not is_known(mask):
            blanks += 1
            continue
        if mask in seen or not _may_lie(replay, mask, has_base=has_base):
            _not_in_pile(replay, seat, place, mask, is_reported=is_reported)
            return top
        seen.add(mask)
        if mask in top:
            continue
        if cards.is_in_pile(mask):
            deep.append(mask)
        else:
            unmatched.append(mask)
    dark = [card for card in top if isinstance(card, Unseen)]
    if not has_base and not _can_be(unmatched, dark):
        # some of them lay below
        everywhere = [card for card in cards.pile if isinstance(card, Unseen)]
        if not _can_be(unmatched, everywhere):
            _not_in_pile(
                replay, seat, listed.index(unmatched[-1]), unmatched[-1], is_reported=is_reported
            )
            return top
        deep.extend(unmatched)
    left = [card for card in top if isinstance(card, int) and card not in seen]
    if len(left) > blanks or len(unmatched) > len(dark) + (len(listed) - len(top)):
        surplus = len(left) - blanks
        if not deep and surplus > 0:
            # a card of the list that lies nowhere in the pile stands for one that does
            mask = unmatched[-1] if unmatched else listed[-1]
            _not_in_pile(replay, seat, listed.index(mask), mask, is_reported=is_reported)
            return top
    if deep:
        for mask in unmatched:
            _find(replay, mask, listed)
        return _from_below(replay, turn, seat, listed, top, deep, is_reported=is_reported)
    if is_reported and unmatched:
        # from an irregular pick-up nobody can say which unseen cards they were
        rest = [card for card in cards.pile if isinstance(card, Unseen) and card not in dark]
        cards.mingle([*dark, *rest], unmatched, replay.event)
        return cards.pile[len(cards.pile) - len(top) :][::-1] if top else []
    if has_base:
        # which of them lay above and which below is not known
        cards.mingle([card for card in dark if card in cards.live], (), replay.event)
    else:
        _match(replay, listed, unmatched, dark, blanks - len(left))
    return cards.pile[len(cards.pile) - len(top) :][::-1] if top else []


def _find(replay: Replay, mask: int, listed: Sequence[int]) -> None:
    """A card that was picked up from anywhere in the pile was one of the unseen cards there."""
    cards = replay.cards
    fitting = [card for card in cards.pile if isinstance(card, Unseen) and card.mask & mask]
    live = [card for card in fitting if card in cards.live]
    if len(fitting) == 1 and live:
        cards.resolve(live[0], mask, (replay.event, ("listed", listed.index(mask)), "seen_here"))
    elif fitting and not cards.is_in_pile(mask):
        cards.mingle(fitting, (mask,), replay.event)


def _can_be(masks: Sequence[int], dark: Sequence[Unseen]) -> bool:
    """Whether known cards can all be unseen ones, each another one."""
    taken: dict[int, int] = {}

    def place(mask: int, tried: set[int]) -> bool:
        for at, card in enumerate(dark):
            if not card.mask & mask or at in tried:
                continue
            tried.add(at)
            if at not in taken or place(taken[at], tried):
                taken[at] = mask
                return True
        return False

    return all(place(mask, set()) for mask in masks)


def _may_lie(replay: Replay, mask: int, *, has_base: bool) -> bool:
    """Whether a card may lie in the pile."""
    cards = replay.cards
    if cards.is_in_pile(mask) or (has_base and cards.base & mask):
        return True
    return any(isinstance(card, Unseen) and card.mask & mask for card in cards.pile)


def _match(
    replay: Replay,
    listed: Sequence[int],
    unmatched: list[int],
    dark: list[Unseen],
    blanks: int,
) -> None:
    """Learn which cards the unseen ones are that were picked up."""
    cards = replay.cards
    named = 0
    for mask in unmatched:
        named |= mask
    if blanks <= 0 and named and len(dark) == len(unmatched):
        for card in list(dark):
            place = listed.index(unmatched[0])
            cards.narrow(card, named, (replay.event, ("listed", place), "seen_here"))
    for mask in unmatched:
        trace = (replay.event, ("listed", listed.index(mask)), "seen_here")
        fitting = [card for card in dark if card.mask & mask]
        if len(fitting) == 1:
            fitting[0].seen = trace
            cards.resolve(fitting[0], mask, trace)
    rest = [mask for mask in unmatched if not cards.is_in_pile(mask)]
    fitting = [card for card in dark if card in cards.live and any(card.mask & m for m in rest)]
    cards.mingle(fitting, rest, replay.event)


def _from_below(
    replay: Replay,
    turn: Turn,
    seat: int,
    listed: Sequence[int],
    top: list[PileCard],
    deep: list[PileCard],
    *,
    is_reported: bool,
) -> list[PileCard]:
    """Report cards that did not lie on top (K4008), and return what was taken all the same."""
    expected = " ".join(show_mask(m) if is_known(m := mask_of(card)) else "?" for card in top)
    if not is_reported:
        replay.add(
            codes.PICK_UP_CARDS,
            ("list",),
            seat,
            {
                "seat": replay.seats[seat],
                "cards": " ".join(
                    show_mask(m) if is_known(m := mask_of(card)) else "?" for card in deep
                ),
                "expected": expected,
                "found": cards_words(listed),
            },
            expected=expected,
            found=cards_words(listed),
            legal=hint(replay),
        )
    pile = replay.cards.pile
    named = [card for card in pile[::-1] if card in listed or card in deep]
    others = [card for card in pile[len(pile) - len(top) :][::-1] if card not in named]
    return [*named, *others][: turn.count or len(listed)]


def _not_in_pile(replay: Replay, seat: int, place: int, mask: int, *, is_reported: bool) -> None:
    """Report a card of a list that did not lie in the pile (K4014)."""
    args: dict[str, str | int] = {"card": show_mask(mask), "seat": replay.seats[seat]}
    variant, related = replay.elsewhere(-1, mask, args)
    if variant == "in_pile":
        # it stands in the list twice
        variant, related = "twice", ()
    if not is_reported:
        replay.add(
            codes.CARD_ALREADY_PLAYED,
            ("listed", place),
            seat,
            args,
            variant=f"list_{variant}",
            found=show_mask(mask),
            related=related,
        )
    replay.is_contradicted = True


def report_number(replay: Replay, turn: Open) -> None:
    """Report a number of cards that was wrong, known only later (K4006)."""
    top = mask_of(turn.top)
    seen = [card.seen for card in turn.cards() if card.seen is not None]
    replay.add(
        codes.PICK_UP_COUNT,
        turn.part,
        turn.seat,
        {
            "seat": replay.seats[turn.seat],
            "found": str(turn.count),
            "top": show_mask(top),
        },
        variant="later",
        clause=replay.rules.clauses.pick_up,
        found=str(turn.count),
        number=turn.number,
        at=turn.event,
        moment=turn.moment,
        related=[trace for trace in seen if trace[0] != turn.event],
    )
