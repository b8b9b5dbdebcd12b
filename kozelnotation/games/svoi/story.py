"""How many cards everybody holds, whose turn it is, and who is out.

Where hands and the exchange of the sixes are not written, several numbers are possible
(clause 7.3). Each possible course is a ``Story``; a story in which a turn is not lawful is
given up as long as there is another in which it is.

Source: rules, clauses 7.4 to 7.10, 8.2, 8.3 and 9.11.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from kozelnotation.games.svoi.events import Kind, Turn
from kozelnotation.games.svoi.rulesets import Lead, PickUp, SvoiRules
from kozelnotation.games.svoi.whereabouts import PileCard


class Exit(Enum):
    """How a player went out (clauses 7.9 and 7.10)."""

    COVER = "cover"
    LEAD = "lead"


class Fault(Enum):
    """What is wrong with a turn, as far as numbers and order go; of several the first counts.

    Source: verdicts, section 2.
    """

    ALREADY_OUT = 1
    ALREADY_OVER = 2
    OUT_OF_ORDER = 3
    COVER_NOT_DUE = 4
    TOO_MANY_CARDS = 5
    PICK_UP_INSTEAD_OF_LEAD = 6
    COVER_MISSING = 7
    LEAD_MISSING = 8
    PICK_UP_COUNT = 9
    TOO_FEW_CARDS = 10
    """The hand cannot have held as many cards as were laid."""


@dataclass(slots=True)
class Story:
    """One course of the deal that agrees with everything so far."""

    sizes: list[int]
    """How many cards each hand holds."""
    due: int
    """Whose turn it is."""
    is_free: bool = False
    """Whether a free lead is due (clause 7.9)."""
    base: int = 0
    """How many cards lie below those of the pile that are known one by one."""
    out: tuple[tuple[int, Exit], ...] = ()
    """Who has gone out, in order."""
    passed_over: frozenset[int] = frozenset()
    """Players who are out although they picked up cards again."""
    last: int | None = None
    """Who is left when the deal is over."""
    top: PileCard | None = None
    """The last card laid, when the deal was over by it (clause 7.10)."""
    shown: PileCard | None = None
    """The last cover, if it was shown (clause 7.10)."""

    def copy(self) -> "Story":
        """Return an independent copy."""
        return Story(
            list(self.sizes),
            self.due,
            self.is_free,
            self.base,
            self.out,
            self.passed_over,
            self.last,
            self.top,
            self.shown,
        )

    @property
    def key(self) -> tuple[object, ...]:
        """What two stories that are the same share."""
        state = (self.due, self.is_free, self.base, self.out, self.passed_over, self.last)
        return (tuple(self.sizes), *state, self.top, self.shown)

    def is_in(self, seat: int) -> bool:
        """Whether a player is still in the deal."""
        return self.sizes[seat] > 0 and seat not in self.passed_over

    def left(self, seat: int) -> int:
        """Return how many cards a hand holds, without a last cover that was shown."""
        return self.sizes[seat] - (self.shown is not None and seat == self.last)

    def after(self, seat: int) -> int:
        """Return the next player clockwise who is in (clause 7.4)."""
        count = len(self.sizes)
        for step in range(1, count + 1):
            other = (seat + step) % count
            if self.is_in(other):
                return other
        return seat

    def may_be_drawn(self, rules: SvoiRules) -> bool:
        """Whether one last card may cover the last lead (clause 7.10)."""
        return (
            rules.last_card_may_draw
            and self.last is not None
            and self.sizes[self.last] == 1
            and self.out[-1][1] is Exit.LEAD
        )

    def may_show_last_cover(self, turn: Turn, rules: SvoiRules) -> bool:
        """Whether a turn has the form of the cover that makes a draw (clause 7.10)."""
        return (
            self.may_be_drawn(rules)
            and turn.seat == self.last
            and self.shown is None
            and turn.kind is Kind.COVER
            and len(turn.cover) == 1
            and not turn.lead
        )

    def fault(
        self, turn: Turn, seat: int, pile: int, lawful: frozenset[int] | None, rules: SvoiRules
    ) -> Fault | None:
        """Return what is wrong with a turn.

        ``pile`` is the number of cards that are known one by one, ``lawful`` are the numbers
        of cards that may be picked up, None if that is not judged.
        """
        if self.last is not None:
            if self.may_show_last_cover(turn, rules):
                return None
            return Fault.ALREADY_OVER if self.is_in(seat) else Fault.ALREADY_OUT
        if not self.is_in(seat):
            return Fault.ALREADY_OUT
        if seat != self.due:
            return Fault.OUT_OF_ORDER
        if self.is_free or not pile + self.base:
            return self._fault_of_lead(turn, seat)
        return self._fault_of_answer(turn, seat, lawful)

    def _fault_of_lead(self, turn: Turn, seat: int) -> Fault | None:
        match turn.kind:
            case Kind.PICK_UP:
                return Fault.PICK_UP_INSTEAD_OF_LEAD
            case Kind.NOTHING:
                return Fault.LEAD_MISSING
            case Kind.COVER:
                return Fault.COVER_NOT_DUE
            case Kind.LEAD if len(turn.lead) > 1:
                return Fault.COVER_NOT_DUE
            case _:
                return self._fault_of_size(turn, seat)

    def _fault_of_answer(
        self, turn: Turn, seat: int, lawful: frozenset[int] | None
    ) -> Fault | None:
        match turn.kind:
            case Kind.PICK_UP:
                if lawful is None or turn.is_miscounted or turn.count in lawful:
                    return None
                return Fault.PICK_UP_COUNT
            case Kind.LEAD if len(turn.lead) > 1:
                return Fault.TOO_MANY_CARDS
            case Kind.LEAD | Kind.NOTHING:
                return Fault.COVER_MISSING
            case Kind.COVER if len(turn.cover) > 1 or len(turn.lead) > 1:
                return Fault.TOO_MANY_CARDS
            case Kind.COVER if not turn.lead and self.sizes[seat] > 1:
                return Fault.LEAD_MISSING
            case _:
                return self._fault_of_size(turn, seat)

    def _fault_of_size(self, turn: Turn, seat: int) -> Fault | None:
        return Fault.TOO_FEW_CARDS if len(turn.laid) > self.sizes[seat] else None

    # -- what happens

    def pick_up(self, seat: int, number: int, pile: int, rules: SvoiRules) -> None:
        """Note that a player picked up so many cards, of a pile of so many known ones."""
        self.sizes[seat] += number
        self.base -= max(number - pile, 0)
        self.is_free = False
        is_taker = rules.after_pick_up is Lead.TAKER and self.is_in(seat)
        self.due = seat if is_taker else self.after(seat)

    def lay(self, seat: int, turn: Turn) -> None:
        """Note that a player laid cards, or did nothing (clauses 7.9, 7.10 and 9.11)."""
        had = self.sizes[seat]
        self.sizes[seat] = max(had - len(turn.laid), 0)
        self.is_free = False
        self.due = self.after(seat)
        if had and not self.sizes[seat]:
            self._go_out(seat, Exit.LEAD if turn.lead else Exit.COVER)

    def _go_out(self, seat: int, how: Exit) -> None:
        self.out = (*self.out, (seat, how))
        others = [other for other in range(len(self.sizes)) if self.is_in(other)]
        if len(others) == 1:
            self.last = others[0]
        else:
            self.is_free = how is Exit.COVER

    def without_effect(self, seat: int) -> list["Story"]:
        """Return the stories after a turn that changed nothing: who is next is open."""
        other = self.copy()
        other.due = other.after(seat)
        return distinct((self, other))

    def back_in(self, seat: int, number: int, pile: int, rules: SvoiRules) -> list["Story"]:
        """Return the stories after a player who was out picked up: is he in, or passed over?"""
        passed = self.copy()
        passed.passed_over |= {seat}
        for story in (self, passed):
            story.pick_up(seat, number, pile, rules)
        return distinct((self, passed))

    def unwritten(self, pile: int, rules: SvoiRules) -> list["Story"]:
        """Return the stories after a lawful turn that is not written down (clause 9.4).

        The pile is then known no more: all its cards count as its base.
        """
        if self.last is not None:
            return [self]
        seat, held, one = self.due, pile + self.base, (0,)
        laid, numbers = self.copy(), set[int]()
        if self.is_free or not held:
            turn = Turn(0, seat, Kind.LEAD, lead=one)
        else:
            turn = Turn(0, seat, Kind.COVER, one, one if self.sizes[seat] > 1 else ())
            numbers = {held}
            if rules.pick_up is PickUp.BY_TRUMP:
                numbers |= {min(3, held), min(5, held)}
        laid.lay(seat, turn)
        laid.base = held + len(turn.laid)
        found = [laid]
        for number in numbers:
            story = self.copy()
            story.pick_up(seat, number, held, rules)
            story.base = held - number
            found.append(story)
        return found


def distinct(stories: Iterable[Story]) -> list[Story]:
    """Return stories without those that are the same as another."""
    return list({story.key: story for story in stories}.values())


MOST_STORIES = 200
"""With more courses than these the deal is followed no further, only its cards."""
