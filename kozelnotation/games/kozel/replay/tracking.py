"""Count and track cards that were laid unseen: does any world agree with all facts?

Every card comes to a hand in one place (the deal or a draw) and leaves it in one place
(a trick, or it is still there at the end). A world pairs these places seat by seat, each
arrival before its departure, and gives every pair one card. Where a place shows a known
card the pair must carry it. The pairing is a matching; if there is none, no world is
left, and the fact that took the last one away is found by halving the facts.

Source: verdicts, section 1; rules, clauses 9.1 and 9.4.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kozelnotation.cards.card import is_known, members
from kozelnotation.diag.code import Code
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.contract import SET_UP, Part, Violation
from kozelnotation.games.events import Exposed, Revealed
from kozelnotation.games.kozel import codes
from kozelnotation.games.kozel.events import Declared, Event, Response, SetUp, Trick
from kozelnotation.games.kozel.replay.state import DealReplay
from kozelnotation.games.kozel.setup import dealing_order
from kozelnotation.games.kozel.table import Table, cards_words

NEVER = 1_000_000
"""The time at which a card leaves that is still in a hand at the end."""


@dataclass(frozen=True, slots=True)
class _Arrival:
    seat: int
    time: int
    mask: int
    event: int
    """The event from which on the mask is known; -1 for the deal."""


@dataclass(frozen=True, slots=True)
class _Departure:
    seat: int
    time: int
    mask: int
    event: int
    part: Part
    trick: int | None


@dataclass(frozen=True, slots=True)
class _Hold:
    """A fact that a seat held cards at a time; all of its hand, or some of it."""

    seat: int
    time: int
    cards: int
    is_whole: bool
    event: int


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What tracking says: a violation, or nothing if a world was found."""

    violation: Violation | None

    @classmethod
    def not_needed(cls) -> "Knowledge":
        """Return the answer for a deal in which every card is known."""
        return cls(None)


def needs_tracking(table: Table) -> bool:
    """Whether single cards leave it open that a world agrees with all facts."""
    return bool(table.blind or table.has_patterns or table.is_open)


def track(set_up: SetUp, events: Sequence[Event], replay: DealReplay) -> Knowledge:
    """Look for a world. The violation is an error if there is none, K6001 if nobody knows."""
    facts = _Facts(set_up, events, replay)
    if facts.open_reason is not None:
        event, variant = facts.open_reason
        number = facts.trick_number(event)
        return Knowledge(
            Violation(
                pack_codes.UNDECIDED,
                event,
                trick=number,
                args={"cards": "", "winning": ""},
                variant=variant,
                clause="9.4",
            )
        )
    last = len(events)
    answer = facts.has_world(last)
    if answer and replay.table.is_open:
        answer = None
    if answer:
        return Knowledge(None)
    if answer is None:
        event = max(0, len(events) - 1)
        return Knowledge(
            Violation(
                pack_codes.UNDECIDED,
                event,
                args={"cards": "", "winning": ""},
                variant="search",
                clause="9.4",
            )
        )
    low, high = -1, last
    while high - low > 1:
        middle = (low + high) // 2
        if facts.has_world(middle) is False:
            high = middle
        else:
            low = middle
    return Knowledge(facts.contradiction(max(high, 0), events, replay))


class _Facts:
    """The places of all cards, and what is known of them up to an event."""

    def __init__(self, set_up: SetUp, events: Sequence[Event], replay: DealReplay) -> None:
        table = replay.table
        self.events = events
        self.seats = table.seats
        self.pack = table.pack
        self.open_reason: tuple[int, str] | None = None
        self.arrivals: list[_Arrival] = []
        self.departures: list[_Departure] = []
        self.holds: list[_Hold] = []
        self.stock = [mask for mask in table.stock if is_known(mask)]
        self._deal(set_up, replay)
        self._tricks(replay)
        self._held(replay)
        sizes = self._leftover()
        if self.open_reason is None and (
            table.low != table.high or table.is_doubtful or min(sizes, default=0) < 0
        ):
            self.open_reason = (max(len(events) - 1, 0), "gap")

    def trick_number(self, event: int) -> int | None:
        """Return the number of the trick in an event."""
        found = self.events[event] if event < len(self.events) else None
        return found.number if isinstance(found, Trick) else None

    # -- places

    def _deal(self, set_up: SetUp, replay: DealReplay) -> None:
        count = len(self.seats)
        deck = set_up.deck
        out = replay.table.out
        for seat in replay.table.players:
            hand = set_up.hands[seat]
            if hand is None and deck is not None and set_up.dealer is not None:
                order = dealing_order(count, set_up.dealer, out)
                hand = deck[order.index(seat) : 4 * len(order) : len(order)]
            masks = list(hand) if hand is not None and len(hand) == 4 else [self.pack] * 4
            self.arrivals.extend(_Arrival(seat, 0, mask & self.pack, -1) for mask in masks)
        for trick, drawings in replay.drawings.items():
            for drawing in drawings:
                event = -1 if drawing.event is None else drawing.event
                self.arrivals.append(
                    _Arrival(drawing.seat, 2 * trick + 2, drawing.mask & self.pack, event)
                )

    def _tricks(self, replay: DealReplay) -> None:
        for place, trick in enumerate(replay.tricks):
            if not trick.plays:
                self.open_reason = self.open_reason or (trick.event, "gap")
                continue
            if not trick.recorded and not self._is_presumed(place, replay):
                self.open_reason = self.open_reason or (trick.event, "response")
            known = iter(trick.plays)
            for event_number in trick.events:
                event = self.events[event_number]
                if not isinstance(event, Trick):
                    continue
                for at, written in enumerate(event.plays or ()):
                    final = None if written.seat in replay.table.out else next(known, None)
                    if final is not None:
                        self._play(
                            event_number, at, written, final, place, trick.size, trick.number
                        )

    def _is_presumed(self, place: int, replay: DealReplay) -> bool:
        """Whether the play goes on as if what is not written down lay face down."""
        trick = replay.tricks[place]
        drawn = replay.drawings.get(place, [])
        written = [drawing for drawing in drawn if drawing.event is not None]
        if written:
            return written[0].seat == trick.presumed
        if place + 1 < len(replay.tricks):
            return replay.tricks[place + 1].leader == trick.presumed and not drawn
        return True

    def _play(
        self,
        event: int,
        at: int,
        written: Response,
        final: Response,
        place: int,
        size: int,
        number: int,
    ) -> None:
        time = 2 * place + 1
        if not written.written:
            self.departures.extend(
                _Departure(written.seat, time, self.pack, event, ("play", at), number)
                for _ in range(size)
            )
            return
        masks = (*written.shown, *written.hidden)
        finals = (*final.shown, *final.hidden)
        for mask, known in zip(masks, finals, strict=True):
            seen_at = event if mask == known else self._revealed_at(number, written.seat)
            self.departures.append(
                _Departure(written.seat, time, known & self.pack, seen_at, ("play", at), number)
            )

    def _revealed_at(self, number: int, seat: int) -> int:
        return next(
            (
                at
                for at, event in enumerate(self.events)
                if isinstance(event, Revealed) and event.number == number and event.seat == seat
            ),
            0,
        )

    def _held(self, replay: DealReplay) -> None:
        """Gather what was shown of hands without leaving them."""
        for at, event in enumerate(self.events):
            if not isinstance(event, Declared | Exposed) or not event.cards:
                continue
            before = sum(1 for trick in replay.tricks if trick.event < at)
            cards = 0
            for mask in event.cards:
                cards |= mask if is_known(mask) else 0
            is_whole = isinstance(event, Declared) and cards.bit_count() == 4
            is_valid = isinstance(event, Exposed) or not any(
                v.event == at and v.code is codes.DECLARATION_OUT_OF_TIME for v in replay.violations
            )
            # between the draw after a trick and the next lead
            time = 2 * before + (1 if isinstance(event, Declared) else 0)
            if isinstance(event, Exposed):
                time = 2 * before + 1
            if is_valid:
                self.holds.append(_Hold(event.seat, time, cards, is_whole, at))

    def _leftover(self) -> list[int]:
        """Let cards that never leave depart at the end of time; return how many, by seat."""
        sizes = []
        for seat in range(len(self.seats)):
            came = sum(1 for arrival in self.arrivals if arrival.seat == seat)
            left = sum(1 for departure in self.departures if departure.seat == seat)
            sizes.append(came - left)
            self.departures.extend(
                _Departure(seat, NEVER, self.pack, -1, (), None) for _ in range(came - left)
            )
        return sizes

    # -- worlds

    def has_world(self, until: int) -> bool | None:
        """Whether a world agrees with the facts before an event; None if none was found."""
        pack = self.pack
        arrivals = [a if a.event < until else replace(a, mask=pack) for a in self.arrivals]
        departures = [d if d.event < until else replace(d, mask=pack) for d in self.departures]
        holds = [hold for hold in self.holds if hold.event < until]
        return _Matching(arrivals, departures, holds, self.stock, pack).solve()

    def contradiction(self, high: int, events: Sequence[Event], replay: DealReplay) -> Violation:
        """Return the violation for the fact that took the last world away."""
        at = max(high - 1, 0)
        event = events[at] if events else None
        if high == 0 or event is None:
            return self._impossible_deal()
        cards: list[int] = []
        part: Part = ()
        seat: int | None = None
        code: Code = codes.CARD_NOT_HELD
        number: int | None = None
        match event:
            case Trick(number=number, plays=plays):
                for place, play in enumerate(plays or ()):
                    said = [m for m in (*play.shown, *play.hidden) if m != self.pack]
                    if said and self._is_last_straw(at, place):
                        part, seat = ("play", place), play.seat
                        cards = said
                        break
            case Revealed(number=number, seat=seat, cards=masks):
                code = pack_codes.REVEAL_CONTRADICTION
                cards = list(masks)
            case Declared(seat=seat, cards=masks):
                code = codes.DECLARATION_NOT_HELD
                cards = list(masks or ())
            case Exposed(seat=seat, cards=masks):
                code = pack_codes.IMPOSSIBLE
                cards = list(masks)
            case _:
                code = codes.DRAW_CONTRADICTS_STOCK
        words = cards_words(cards) if cards else ""
        name = None if seat is None else self.seats[seat]
        return Violation(
            code,
            at,
            part,
            name,
            number,
            {"card": words, "cards": words, "seat": name or "", "shown": words},
            "tracked",
            found=words or None,
            moment=replay.table.moment(None),
        )

    def _impossible_deal(self) -> Violation:
        """The deal itself cannot be: cards known by suit or rank do not fit the others."""
        return Violation(
            pack_codes.DEAL_CONTRADICTION,
            SET_UP,
            args={"what": "deal", "expected": "", "found": ""},
            variant="pattern",
        )

    def _is_last_straw(self, event: int, place: int) -> bool:
        """Whether the facts of an event up to a play leave no world."""
        pack = self.pack
        arrivals = [a if a.event < event else replace(a, mask=pack) for a in self.arrivals]
        departures = [
            d
            if d.event < event or (d.event == event and int(d.part[1] if d.part else 0) <= place)
            else replace(d, mask=pack)
            for d in self.departures
        ]
        holds = [hold for hold in self.holds if hold.event < event]
        return _Matching(arrivals, departures, holds, self.stock, pack).solve() is False


class _Matching:
    """Pairs arrivals with departures, then gives every pair a card."""

    def __init__(
        self,
        arrivals: Sequence[_Arrival],
        departures: Sequence[_Departure],
        holds: Sequence[_Hold],
        stock: Sequence[int],
        pack: int,
    ) -> None:
        self.arrivals = arrivals
        self.departures = departures
        self.holds = holds
        self.comes = {a.mask: at for at, a in enumerate(arrivals) if is_known(a.mask)}
        self.goes = {d.mask: at for at, d in enumerate(departures) if is_known(d.mask)}
        self.is_twice = len(self.comes) != sum(is_known(a.mask) for a in arrivals) or len(
            self.goes
        ) != sum(is_known(d.mask) for d in departures)
        in_stock = 0
        for mask in stock:
            in_stock |= mask
        self.in_stock = in_stock
        used = in_stock
        for mask in (*self.comes, *self.goes):
            used |= mask
        self.free = [1 << c for c in members(pack & ~used)]

    def solve(self) -> bool | None:
        """Return True with a world, False if there is none, None if none was found."""
        if self.is_twice:
            return False
        if any(mask & self.in_stock for mask in (*self.comes, *self.goes)):
            return False
        count, other = len(self.arrivals), len(self.departures)
        if count != other:
            return None
        edges = [[d for d in range(other) if self._may_pair(a, d)] for a in range(count)]
        pairing = _match(count, other, lambda a: edges[a])
        if pairing is None:
            return False
        return True if self._give_cards(pairing) else self._second_look(edges)

    def _may_pair(self, a: int, d: int) -> bool:
        arrival, departure = self.arrivals[a], self.departures[d]
        if arrival.seat != departure.seat or arrival.time >= departure.time:
            return False
        comes, goes = is_known(arrival.mask), is_known(departure.mask)
        if comes:
            at = self.goes.get(arrival.mask)
            if at is not None:
                return at == d
            return (
                not goes
                and bool(departure.mask & arrival.mask)
                and self._agrees(arrival.mask, a, d)
            )
        if goes:
            if departure.mask in self.comes or not arrival.mask & departure.mask:
                return False
            return self._agrees(departure.mask, a, d)
        return bool(arrival.mask & departure.mask)

    def _agrees(self, card: int, a: int, d: int) -> bool:
        """Whether a known card in this pair agrees with what was seen of hands."""
        arrival, departure = self.arrivals[a], self.departures[d]
        for hold in self.holds:
            is_there = arrival.seat == hold.seat and arrival.time < hold.time <= departure.time
            if hold.cards & card and not is_there:
                return False
            if hold.is_whole and is_there and not hold.cards & card:
                return False
        return True

    def _give_cards(self, pairing: Sequence[int]) -> bool:
        """Give a free card to every pair in which neither place shows one."""
        for a, d in enumerate(pairing):
            known = (
                self.arrivals[a].mask
                if is_known(self.arrivals[a].mask)
                else (self.departures[d].mask if is_known(self.departures[d].mask) else 0)
            )
            if known and not self._agrees(known, a, d):
                return False
        open_pairs = [
            (a, d)
            for a, d in enumerate(pairing)
            if not is_known(self.arrivals[a].mask) and not is_known(self.departures[d].mask)
        ]
        if len(open_pairs) > len(self.free):
            return False

        def fitting(pair: int) -> list[int]:
            a, d = open_pairs[pair]
            allowed = self.arrivals[a].mask & self.departures[d].mask
            return [
                at
                for at, card in enumerate(self.free)
                if card & allowed and self._agrees(card, a, d)
            ]

        return _match(len(open_pairs), len(self.free), fitting) is not None

    def _second_look(self, edges: list[list[int]]) -> bool | None:
        """Try other pairings, since the first one found may leave a card without a place."""
        count = len(edges)
        for shift in range(1, 24):
            turned = [
                row[shift % len(row) :] + row[: shift % len(row)] if row else row for row in edges
            ]
            if shift % 2:
                turned = [row[::-1] for row in turned]
            pairing = _match(count, count, turned.__getitem__)
            if pairing is not None and self._give_cards(pairing):
                return True
        return None


def _match(rows: int, columns: int, fitting: Callable[[int], Sequence[int]]) -> list[int] | None:
    """Return a column for every row, None if there are not enough (augmenting paths)."""
    taken: list[int | None] = [None] * columns
    choice = [-1] * rows
    options = [list(fitting(row)) for row in range(rows)]

    def place(row: int, seen: set[int]) -> bool:
        for column in options[row]:
            if column in seen:
                continue
            seen.add(column)
            other = taken[column]
            if other is None or place(other, seen):
                taken[column], choice[row] = row, column
                return True
        return False

    for row in sorted(range(rows), key=lambda r: len(options[r])):
        if not place(row, set()):
            return None
    return choice
