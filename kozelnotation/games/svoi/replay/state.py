"""The running replay of a deal: its state, and how findings are written down.

Source: rules, section 9.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kozelnotation.cards.card import NAMES, members, show_mask
from kozelnotation.diag.code import Code
from kozelnotation.diag.finding import Moment
from kozelnotation.games.contract import SET_UP, Part, Violation
from kozelnotation.games.events import Ruled, RulingKind, Stop
from kozelnotation.games.svoi.events import Event, SetUp, Turn
from kozelnotation.games.svoi.order import covers, pick_up_counts
from kozelnotation.games.svoi.rulesets import SvoiRules
from kozelnotation.games.svoi.setup import lay_out
from kozelnotation.games.svoi.story import Exit, Story
from kozelnotation.games.svoi.whereabouts import PileCard, Trace, Unseen, Whereabouts, mask_of


@dataclass(slots=True)
class Open:
    """A turn that could not be judged when it was made, since cards were not known."""

    event: int
    part: Part
    seat: int
    number: int
    cover: PileCard | None
    """The cover, None if it is a pick-up."""
    top: PileCard
    count: int = 0
    """How many cards were picked up."""
    heights: tuple[int, ...] = ()
    """How many cards the pile may have had."""
    moment: Moment | None = None

    def cards(self) -> list[Unseen]:
        """Return the cards that were not seen."""
        return [card for card in (self.cover, self.top) if isinstance(card, Unseen)]


@dataclass(frozen=True, slots=True)
class RuledEvents:
    """A ruling and the events that it names."""

    event: int
    ruling: Ruled
    named: frozenset[int]
    is_incomplete: bool
    """Whether what it names was a lost line or the end of the deal."""


@dataclass(slots=True)
class DealReplay:
    """What the replay of a deal found."""

    violations: list[Violation]
    turns: int | None = 0
    """How many turns were made, None if a line of the play could not be read."""
    is_over: bool | None = False
    """Whether the deal was played to its end, None if it cannot be known."""
    out: tuple[tuple[int, Exit], ...] | None = ()
    """Who went out, in order, None if that is not known."""
    loser: int | None = None
    is_drawn: bool | None = False
    """None if it cannot be known."""
    surely_out: frozenset[int] = frozenset()
    stopped: Stop | None = None
    is_judged: bool = True
    """False once facts contradict each other."""
    rulings: list[RuledEvents] = field(default_factory=list)
    start: Moment | None = None
    """The table before the first turn."""
    repeated: dict[int, int] = field(default_factory=dict)
    """Turns, by event, after which the position is one that there was before: after which turn."""


@dataclass(slots=True)
class Snapshot:
    """The state before an event."""

    cards: Whereabouts
    stories: list[Story]
    turns: int | None
    stopped: Stop | None
    is_contradicted: bool
    over_reported: bool


class Replay:
    """A deal while it is replayed."""

    def __init__(
        self, rules: SvoiRules, seats: tuple[str, ...], set_up: SetUp, events: Sequence[Event]
    ) -> None:
        start = lay_out(rules, seats, set_up, events)
        self.rules = rules
        self.seats = seats
        self.set_up = set_up
        self.events = events
        self.cards = start.cards
        self.stories = start.stories
        """The possible courses; none once nobody can follow them."""
        self.trumps = start.trumps
        self.trumps_are_judged = start.trumps_are_judged
        self.kept = start.kept
        self.is_contradicted = start.is_contradicted
        self.result = DealReplay(start.violations)
        self.open: list[Open] = []
        self.hidden: dict[int, list[PileCard]] = {}
        """The cards that each turn laid without showing them, by event."""
        self.turns_by_number: dict[int, list[int]] = {}
        """The turns so far, as events, by their numbers."""
        self.unseen: dict[int, list[PileCard]] = {}
        """The cards of each turn that laid one which is not written, by event."""
        self.event = 0
        self.over_reported = False
        self.snapshots: dict[int, Snapshot] = {}
        self.keeps_snapshots = any(
            isinstance(event, Ruled) and event.kind is RulingKind.VOID for event in events
        )
        self.learn()
        self.result.start = self.moment()

    @property
    def is_lost(self) -> bool:
        """Whether order and numbers cannot be followed any more."""
        return not self.stories

    # -- numbers

    def room(self, seat: int) -> int:
        """Return how many cards a hand may hold beside those that are accounted for."""
        if self.is_lost:
            return len(NAMES)
        most = max(story.sizes[seat] for story in self.stories)
        return most - self.cards.certain(seat)

    def size(self, seat: int) -> int | None:
        """Return how many cards a hand holds, None if that is not known."""
        sizes = {story.sizes[seat] for story in self.stories}
        return sizes.pop() if len(sizes) == 1 else None

    def learn(self) -> bool:
        """Give up what does not fit to the cards that are known; False if nothing is left."""
        cards = self.cards
        is_told = len(self.stories) == 1 and not (cards.live or any(cards.pool))
        if self.is_contradicted or self.is_lost or is_told:
            return True
        least = [cards.certain(seat) for seat in range(cards.count)]
        most = [a + pool.bit_count() for a, pool in zip(least, cards.pool, strict=True)]
        fitting = [
            story
            for story in self.stories
            if all(
                a <= story.left(at) <= b for at, (a, b) in enumerate(zip(least, most, strict=True))
            )
        ]
        is_possible = bool(fitting) and not cards.is_impossible
        self.stories = fitting or self.stories
        for seat in range(cards.count):
            if cards.pool[seat]:
                size = self.size(seat)
                room = None if size is None else size - cards.certain(seat)
                is_possible = cards.settle(seat, room) and is_possible
        return is_possible

    # -- cards

    def top(self) -> PileCard | None:
        """Return the top card of the pile, None if there is no pile."""
        if self.cards.pile:
            return self.cards.pile[-1]
        if any(story.base for story in self.stories) or (self.is_lost and self.cards.base):
            return Unseen(self.cards.base, self.event, (), is_lost=True)
        return None

    def lawful_counts(self, seat: int) -> frozenset[int]:
        """Return how many cards a player may have to pick up now (clauses 7.7 and 8.2)."""
        top = self.top()
        counts: set[int] = set()
        for story in self.stories:
            pile = len(self.cards.pile) + story.base
            if pile and top is not None:
                tops = self.cards.pack if self.is_contradicted else mask_of(top)
                counts |= pick_up_counts(self.rules.pick_up, pile, tops, self.trumps[seat])
        return frozenset(counts)

    def elsewhere(
        self, seat: int, mask: int, args: dict[str, str | int]
    ) -> tuple[str, tuple[tuple[int, Part, str], ...]]:
        """Return where a card is that a hand cannot hold: a variant and related places."""
        cards = self.cards
        related = self.origin(mask)
        if not mask & cards.pack:
            return "missing", related
        if cards.is_in_pile(mask):
            return "in_pile", related
        holder = cards.holder(mask)
        if holder is not None and holder != seat:
            args["holder"] = self.seats[holder]
            return "in_hand", related
        return "hand_known", related

    def origin(self, mask: int) -> tuple[tuple[int, Part, str], ...]:
        """Return where the record says where a card is, as a related place."""
        trace = self.cards.traces.get(mask)
        if trace is not None:
            return (trace,)
        for seat, hand in enumerate(self.set_up.hands):
            if mask in (hand or ()):
                return ((SET_UP, ("hand", seat, (hand or ()).index(mask)), "dealt_here"),)
        deck = self.set_up.deck or ()
        if mask in deck:
            return ((SET_UP, ("deck", deck.index(mask)), "listed_here"),)
        return ()

    # -- the end

    def count_turn(self) -> None:
        """Count a turn; a last cover that was shown is none (clause 7.10)."""
        over = {story.last is not None for story in self.stories}
        if len(over) > 1:
            self.result.turns = None
        elif self.result.turns is not None and over != {True}:
            self.result.turns += 1

    def may_be_drawn(self, story: Story, shown: int | None = None) -> bool:
        """Whether the deal may be drawn, by a last card that was shown or by any (7.10)."""
        if not story.may_be_drawn(self.rules) or story.last is None:
            return False
        return self.is_draw(story, shown) is not False

    def is_draw(self, story: Story, shown: int | None = None) -> bool | None:
        """Whether the last card covers the last lead, None if that is not known."""
        if story.last is None or story.top is None or not self.trumps_are_judged:
            return None
        if story.shown is not None:
            own = mask_of(story.shown)
        else:
            own = self.cards.candidates(story.last, 1 - self.cards.certain(story.last))
            own &= self.cards.pack if shown is None else shown
        return covers(own, mask_of(story.top), self.trumps[story.last]) if own else None

    # -- judging what was open

    def is_cover(self, seat: int, cover: PileCard, top: PileCard) -> bool | None:
        """Whether a cover beats, None if it is not settled (clause 7.6)."""
        return covers(mask_of(cover), mask_of(top), self.trumps[seat])

    def number_is_lawful(self, turn: Open) -> bool | None:
        """Whether a number of cards picked up was right, None if it is not settled."""
        counts: set[int] = set()
        for height in turn.heights:
            tops, trumps = mask_of(turn.top), self.trumps[turn.seat]
            counts |= pick_up_counts(self.rules.pick_up, height, tops, trumps)
        if turn.count not in counts:
            return False
        return True if len(counts) == 1 else None

    # -- words

    def hand_words(self, seat: int) -> str:
        """Return a hand in words, known cards first, unknown ones as ``?``."""
        if self.is_contradicted:
            return "not known any more"
        words = [NAMES[card] for card in members(self.cards.known[seat])]
        size = self.size(seat)
        if size is None:
            return " ".join([*words, "..."])
        return " ".join(words + ["?"] * (size - len(words))) or "-"

    def pile_words(self) -> str | None:
        """Return the top of the pile: what a pick-up would take, and the card below."""
        pile = self.cards.pile
        bases = {story.base for story in self.stories}
        if self.is_lost or len(bases) > 1:
            return None
        height = len(pile) + bases.pop()
        if not height:
            return "empty"
        words = ["?" if isinstance(card, Unseen) else show_mask(card) for card in reversed(pile)]
        words += ["?"] * (height - len(pile))
        counts = self.lawful_counts(self.stories[0].due)
        taken = min(counts) if len(counts) == 1 else min(height, 5)
        text = f"from the top {' '.join(words[:taken])}"
        if taken < height:
            text += f", below them {words[taken]}"
        return f"{text}; {height} card{'' if height == 1 else 's'} in all"

    def moment(self, legal: str | None = None) -> Moment:
        """Return the table in words."""
        out = sorted({story.out for story in self.stories}, key=len)
        return Moment(
            tuple((name, self.hand_words(seat)) for seat, name in enumerate(self.seats)),
            None,
            (),
            None,
            legal,
            trumps=tuple(
                (name, self.trumps[seat][0] if len(self.trumps[seat]) == 1 else "?")
                for seat, name in enumerate(self.seats)
            ),
            pile=self.pile_words(),
            out=tuple(self.seats[seat] for seat, _ in out[0]) if out else (),
        )

    # -- findings

    def add(
        self,
        code: Code,
        part: Part,
        seat: int | None,
        args: dict[str, str | int],
        *,
        variant: str = "",
        clause: str | None = None,
        expected: str | None = None,
        found: str | None = None,
        legal: str | None = None,
        related: Sequence[Trace] = (),
        number: int | None = None,
        at: int | None = None,
        moment: Moment | None = None,
    ) -> None:
        """Write down a violation with the table at this moment, or at ``moment``."""
        event = self.events[self.event] if self.event < len(self.events) else None
        if number is None and isinstance(event, Turn):
            number = event.number
        self.result.violations.append(
            Violation(
                code,
                self.event if at is None else at,
                part,
                None if seat is None else self.seats[seat],
                args=args,
                variant=variant,
                clause=clause,
                expected=expected,
                found=found,
                related=tuple(related),
                moment=moment or self.moment(legal),
                turn=number,
            )
        )


def cards_words(masks: Sequence[int]) -> str:
    """Return the words of several masks in their order."""
    return " ".join(show_mask(mask) for mask in masks) or "-"
