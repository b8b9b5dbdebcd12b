"""What lies on the table before each turn, and by which turn somebody goes out.

Only what is written is followed, card by card: the engine may know which card an unseen
one must be, but a transcript tells it where the record does.

Source: rules, clauses 7.5 to 7.10 and 9.11; notation, section 4 (pick-ups).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from kozelnotation.cards.card import SUITS, is_known
from kozelnotation.games.events import Lost, Revealed, Ruled, RulingKind, Stopped
from kozelnotation.games.svoi import codes
from kozelnotation.games.svoi.events import Event, Kind, SetUp, Turn
from kozelnotation.games.svoi.order import pick_up_counts
from kozelnotation.games.svoi.replay.state import DealReplay
from kozelnotation.games.svoi.rulesets import SvoiRules
from kozelnotation.games.svoi.story import Exit


@dataclass(frozen=True, slots=True)
class Lying:
    """A card of the pile."""

    mask: int
    seat: int
    event: int
    """The turn in which it was laid."""
    place: int
    """Which of the cards of that turn it is."""
    is_hidden: bool
    """Whether it was laid without being shown, and has not been shown since."""


@dataclass(frozen=True, slots=True)
class Table:
    """The table before an event."""

    pile: tuple[Lying, ...] = ()
    """From the bottom up, as far as the record tells."""
    is_whole: bool = True
    """Whether nothing else can lie below these cards."""
    is_free: bool = False
    """Whether a free lead is due (clause 7.9)."""
    out: tuple[int, ...] = ()
    """Who has gone out."""
    is_stopped: bool = False

    @property
    def top(self) -> Lying | None:
        """The top card; None if there is none, or nobody can say which."""
        return self.pile[-1] if self.pile else None

    @property
    def height(self) -> int | None:
        """How many cards lie there, None if that is not known."""
        return len(self.pile) if self.is_whole else None


@dataclass(slots=True)
class Course:
    """The course of a deal, by event."""

    exits: dict[int, Exit]
    """The turns by which somebody goes out."""
    idle: set[int]
    """Turns that changed nothing: of who is out, or after the end."""
    voided: frozenset[int]
    """What a ruling takes back."""
    tables: list[Table] = field(default_factory=list)
    """Before each event."""
    taken: dict[int, tuple[Lying | None, ...]] = field(default_factory=dict)
    """Of a listed pick-up the card of the pile that each entry is, None if nobody can say."""


def follow(rules: SvoiRules, set_up: SetUp, events: Sequence[Event], replay: DealReplay) -> Course:
    """Follow a deal that was replayed."""
    voided = frozenset(
        event
        for ruled in replay.rulings
        if ruled.ruling.kind is RulingKind.VOID
        for event in ruled.named
    )
    idle = set(_idle(events, replay))
    course = Course({}, idle, voided)
    for seat, how in _out(replay):
        last = _last_laid(seat, events, course)
        if last is None or _is_gap_after(last, seat, events):
            continue
        turn = events[last]
        form = Exit.LEAD if isinstance(turn, Turn) and turn.lead else Exit.COVER
        if how in (None, form):
            course.exits[last] = form
    _Follower(rules, set_up, events, replay, course).follow()
    return course


# -- who goes out


def _idle(events: Sequence[Event], replay: DealReplay) -> Iterator[int]:
    """Iterate over the turns that the replay found to change nothing."""
    for violation in replay.violations:
        event = events[violation.event] if violation.event >= 0 else None
        is_pick_up = isinstance(event, Turn) and event.kind is Kind.PICK_UP
        is_out = violation.code == codes.PLAYER_ALREADY_OUT and not is_pick_up
        if is_out or violation.code == codes.DEAL_ALREADY_OVER:
            yield violation.event


def _out(replay: DealReplay) -> list[tuple[int, Exit | None]]:
    """Return who went out, and how if that is known."""
    if replay.out is None:
        return [(seat, None) for seat in sorted(replay.surely_out)]
    return list(dict(replay.out).items())


def _last_laid(seat: int, events: Sequence[Event], course: Course) -> int | None:
    """Return the last turn in which a seat laid cards, before it picked up or acted without any."""
    last = None
    for number, event in enumerate(events):
        if number in course.voided:
            continue
        if isinstance(event, Stopped) or (number in course.idle and _is_by(event, seat)):
            break
        if isinstance(event, Turn) and _is_by(event, seat) and event.laid:
            last = number
    return last


def _is_by(event: Event, seat: int) -> bool:
    return isinstance(event, Turn) and event.seat == seat


def _is_gap_after(number: int, seat: int, events: Sequence[Event]) -> bool:
    """Whether a seat may have done something after a turn that would bring it back in."""
    return any(
        isinstance(event, Lost)
        or (
            isinstance(event, Turn)
            and event.seat in (None, seat)
            and event.kind in (Kind.NOT_WRITTEN, Kind.PICK_UP)
        )
        for event in events[number + 1 :]
    )


# -- the pile


class _Follower:
    def __init__(
        self,
        rules: SvoiRules,
        set_up: SetUp,
        events: Sequence[Event],
        replay: DealReplay,
        course: Course,
    ) -> None:
        self.rules = rules
        self.set_up = set_up
        self.events = events
        self.replay = replay
        self.course = course

    def follow(self) -> None:
        table = Table()
        for number, event in enumerate(self.events):
            self.course.tables.append(table)
            table = self._after(table, number, event)

    def _after(self, table: Table, number: int, event: Event) -> Table:
        """Return the table after an event."""
        match event:
            case Turn() if table.is_stopped or number in self.course.idle:
                self.course.idle.add(number)
                return table
            case Turn(seat=int(seat)):
                return self._after_turn(replace(table, is_free=False), number, event, seat)
            case Turn() | Lost():
                return replace(table, pile=(), is_whole=False, is_free=False)
            case Revealed():
                return _shown(table, self.events[:number], event)
            case Ruled(kind=RulingKind.VOID):
                rulings = self.replay.rulings
                named = [at for ruled in rulings if ruled.event == number for at in ruled.named]
                return self.course.tables[min(named)] if named else table
            case Stopped():
                return replace(table, is_stopped=True)
            case _:
                return table

    def _after_turn(self, table: Table, number: int, turn: Turn, seat: int) -> Table:
        match turn.kind:
            case Kind.NOTHING:
                return table
            case Kind.NOT_WRITTEN:
                return replace(table, pile=(), is_whole=False)
            case Kind.PICK_UP:
                return self._after_pick_up(table, number, turn, seat)
            case Kind.LEAD | Kind.COVER:
                table = replace(table, pile=(*table.pile, *_laid(turn, seat, number)))
                if number not in self.course.exits:
                    return table
                out = (*table.out, seat)
                is_going_on = len(out) < len(self.set_up.hands) - 1
                is_free = is_going_on and self.course.exits[number] is Exit.COVER
                return replace(table, out=out, is_free=is_free)

    def _after_pick_up(self, table: Table, number: int, turn: Turn, seat: int) -> Table:
        listed = None if turn.is_miscounted else turn.listed
        count = turn.count
        if count is None:
            count = self._lawful(table, seat) if listed is None else len(listed)
        if count is None:
            return replace(table, pile=(), is_whole=False)
        if table.is_whole:
            count = min(count, len(table.pile))
        left = table.pile[: max(len(table.pile) - count, 0)]
        if listed is not None and len(listed) == count:
            taken = _named(table, listed, count)
            if taken is not None:
                self.course.taken[number] = taken
                left = _without(table, taken, count)
        return replace(table, pile=left)

    def _lawful(self, table: Table, seat: int) -> int | None:
        """Return the number of cards that must have been picked up, None if nobody can say."""
        if table.top is None or not table.is_whole or not table.top.mask:
            return None
        trumps = self.set_up.trumps
        counts = pick_up_counts(
            self.rules.pick_up,
            len(table.pile),
            table.top.mask,
            tuple(SUITS) if trumps is None else trumps[seat],
        )
        return min(counts) if len(counts) == 1 else None


def _laid(turn: Turn, seat: int, number: int) -> Iterator[Lying]:
    """Iterate over the cards that a turn puts on the pile."""
    for place, mask in enumerate(turn.laid):
        is_cover = place < len(turn.cover)
        is_hidden = turn.hidden_cover if is_cover else turn.hidden_lead
        yield Lying(mask, seat, number, place, is_hidden)


def _shown(table: Table, before: Sequence[Event], event: Revealed) -> Table:
    """Return the table after cards of a turn were shown that had been hidden."""
    turns = [
        number
        for number, other in enumerate(before)
        if isinstance(other, Turn) and other.number == event.number and other.seat == event.seat
    ]
    pile = list(table.pile)
    for mask in event.cards:
        fitting = [
            place
            for place, card in enumerate(pile)
            if turns and card.event == turns[-1] and card.is_hidden and card.mask & mask
        ]
        if len(fitting) == 1:
            card = pile[fitting[0]]
            pile[fitting[0]] = replace(card, mask=card.mask & mask, is_hidden=False)
    return replace(table, pile=tuple(pile))


def _named(table: Table, listed: Sequence[int], count: int) -> tuple[Lying | None, ...] | None:
    """Return which card of the pile each entry of a list is; None if the list cannot be true."""
    top = table.pile[max(len(table.pile) - count, 0) :][::-1]
    exact = {card.mask: card for card in table.pile if is_known(card.mask)}
    named: list[Lying | None] = []
    for mask in listed:
        card = exact.get(mask) if is_known(mask) else None
        if card is not None and card in named:
            return None
        if card is None and is_known(mask):
            fitting = [other for other in (*top, *table.pile) if _may_be(other, mask)]
            if not fitting and table.is_whole:
                return None
            # of several unseen cards nobody can say which it is
            card = fitting[0] if len(set(fitting)) == 1 else None
        named.append(card)
    return tuple(named)


def _may_be(card: Lying, mask: int) -> bool:
    return not is_known(card.mask) and bool(card.mask & mask)


def _without(table: Table, taken: Sequence[Lying | None], count: int) -> tuple[Lying, ...]:
    """Return the pile without the cards that were taken; those of the list go first."""
    named = [card for card in taken if card is not None]
    left = [card for card in table.pile if card not in named]
    rest = max(count - (len(table.pile) - len(left)), 0)
    return tuple(left[: max(len(left) - rest, 0)])
