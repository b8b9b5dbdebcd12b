"""What a player could have done: the rules turned round into a short answer.

Source: rules, clauses 7.5 to 7.9 and 8.2.
"""

from kozelnotation.cards.card import NAMES, is_known, members
from kozelnotation.games.svoi.order import COVERING
from kozelnotation.games.svoi.replay.state import Replay
from kozelnotation.games.svoi.story import Story
from kozelnotation.games.svoi.whereabouts import mask_of

_SHOWN = 6


def hint(replay: Replay) -> str | None:
    """Return what would have been legal now, None if that is not known."""
    if not replay.stories:
        return None
    story = replay.stories[0]
    if any(other.due != story.due or other.last != story.last for other in replay.stories):
        return None
    if story.last is not None:
        return "nothing more; the deal is over"
    seat = replay.seats[story.due]
    if story.is_free:
        return f"{seat} leads one card on top of the pile, without a cover"
    if not len(replay.cards.pile) + story.base:
        return f"{seat} leads one card to the empty pile"
    return f"{seat} {_cover(replay, story)}{_pick_up(replay, story)}"


def _cover(replay: Replay, story: Story) -> str:
    top, trumps = replay.top(), replay.trumps[story.due]
    if top is None or replay.is_contradicted:
        return ""
    mask = mask_of(top)
    if not is_known(mask) or len(trumps) > 1:
        return "covers the top card and leads another one, or "
    card = mask.bit_length() - 1
    covering = COVERING[trumps[0]][card]
    held = replay.cards.known[story.due] & covering
    name = NAMES[card]
    after = "" if story.sizes[story.due] == 1 else " and leads another card"
    if replay.room(story.due) > 0:
        suit = name[-1]
        own = trumps[0]
        others = "" if suit == own else f" or any trump of {own}"
        return f"covers {name} with a higher card of {suit}{others}{after}, or "
    if not held:
        return f"has no card that covers {name}, and "
    words = [NAMES[card] for card in members(held)]
    more = "" if len(words) <= _SHOWN else f" or {len(words) - _SHOWN} others"
    return f"covers {name} with {' or '.join(words[:_SHOWN])}{more}{after}, or "


def _pick_up(replay: Replay, story: Story) -> str:
    counts = sorted(replay.lawful_counts(story.due))
    number = " or ".join(map(str, counts))
    if len(counts) == 1 and counts[0] <= len(replay.cards.pile):
        taken = replay.cards.pile[::-1][: counts[0]]
        names = [NAMES[m.bit_length() - 1] if is_known(m := mask_of(c)) else "?" for c in taken]
        return f"takes {number} ({' '.join(names)})"
    return f"takes {number}"
