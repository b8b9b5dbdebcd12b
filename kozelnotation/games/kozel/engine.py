"""Replay one deal of Kozel: apply what happened, and say which rules it broke.

Illegal is not impossible: what breaks a rule but can have happened is reported and the
replay goes on with it. After a contradiction of facts only the order of seats and the
numbers of cards are judged. One fault gives one violation.

Source: rules, sections 3, 4 and 9; verdicts, section 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from kozelnotation.cards.card import NAMES, is_known, members
from kozelnotation.diag.code import Code
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.contract import Part, Violation
from kozelnotation.games.kozel import codes
from kozelnotation.games.kozel.events import (
    Counted,
    Declared,
    Drawn,
    Event,
    Exposed,
    Handed,
    Lost,
    Response,
    Revealed,
    Ruled,
    RulingKind,
    SetUp,
    Stop,
    Stopped,
    Trick,
)
from kozelnotation.games.kozel.order import (
    card_points,
    could_be,
    is_lead_of_one_suit,
    set_beats,
)
from kozelnotation.games.kozel.rules import hint_lead, hint_response
from kozelnotation.games.kozel.rulesets import Exposure, KozelRules
from kozelnotation.games.kozel.setup import HAND, lay_out
from kozelnotation.games.kozel.table import (
    OpenTrick,
    Place,
    Table,
    cards_words,
    mask_words,
    play_words,
)

DECLARATIONS = ("Moskva", "Molodka")
"""The declared hands, the one that goes before the other first (clause 4.4)."""


@dataclass(slots=True)
class TrickResult:
    """What became of a trick."""

    number: int
    event: int
    leader: int | None
    winner: int | None
    """By clause 3.5; None if unknown cards or an impossible play leave it open."""
    masks: list[int]
    """The cards laid, in order of time."""
    size: int
    recorded: bool = True
    owner: int | None = None
    """The seat that a ruling gave the trick to."""
    presumed: int | None = None
    """The winner if everything that is not written down lay face down."""
    plays: list[Response] = field(default_factory=list)
    events: list[int] = field(default_factory=list)

    @property
    def taker(self) -> int | None:
        """The seat whose side counts the trick."""
        return self.winner if self.owner is None else self.owner

    @property
    def points(self) -> int | None:
        """Card points, None if a card is unknown."""
        if not self.recorded or not all(is_known(mask) for mask in self.masks):
            return None
        cards = 0
        for mask in self.masks:
            cards |= mask
        return card_points(cards)


@dataclass(frozen=True, slots=True)
class Drawing:
    """One card drawn: seat and mask, and the event it stands in, None if it is not written."""

    seat: int
    mask: int
    event: int | None


@dataclass(slots=True)
class DealReplay:
    """What the replay of a deal found."""

    table: Table
    violations: list[Violation]
    tricks: list[TrickResult] = field(default_factory=list)
    stopped: Stop | None = None
    is_over: bool | None = False
    """Whether the deal was played to its end, None if it cannot be known."""
    is_judged: bool = True
    """False once facts contradict each other: points and penalties are not known then."""
    causeless: list[int] = field(default_factory=list)
    """Events of rulings that name nothing that was wrong."""
    moments: dict[int, Table] = field(default_factory=dict)
    """The table before each event, where it was asked for."""
    drawings: dict[int, list[Drawing]] = field(default_factory=dict)
    """The cards drawn after each trick, by the place of the trick in ``tricks``."""


@dataclass(slots=True)
class _Window:
    """The time between two tricks: draws and declarations."""

    start: int | None
    """The seat that draws first and leads by rule, None if nobody knows."""
    entries: list[tuple[int, int, int, int | None]] = field(default_factory=list)
    """Event, entry, seat, mask (None for a card that is not written down)."""
    in_order: bool = True
    is_written: bool = False
    is_vague: bool = False
    is_drawn: bool = False
    settled: int = 0
    """How many entries were judged when the draw was taken as complete."""
    valid: list[tuple[int, int]] = field(default_factory=list)
    """Valid declarations: rank of the kind (0 is Moskva) and seat."""
    invalid: set[int] = field(default_factory=set)
    unsure: bool = False
    also: set[int] = field(default_factory=set)
    """Seats that may lead without another error, since the draw left it open who won."""
    last: TrickResult | None = None
    claimed: tuple[int, ...] = ()
    claim_is_false: bool = False


@dataclass(slots=True)
class _Snapshot:
    table: Table
    window: _Window
    trick: OpenTrick | None
    tricks: int


def replay_deal(
    rules: KozelRules,
    seats: tuple[str, ...],
    set_up: SetUp,
    events: Sequence[Event],
    *,
    is_followed: bool = False,
    keep_moments: bool = False,
) -> DealReplay:
    """Replay a deal. Nothing in the record makes this raise.

    ``is_followed`` says that another deal comes after it: a last trick that lacks a
    response is then not broken off by the end of the text.
    """
    replay = _Replay(rules, seats, set_up, events, keep_moments=keep_moments)
    replay.is_followed = is_followed
    return replay.run()


class _Replay:
    def __init__(
        self,
        rules: KozelRules,
        seats: tuple[str, ...],
        set_up: SetUp,
        events: Sequence[Event],
        *,
        keep_moments: bool,
    ) -> None:
        table, violations = lay_out(rules, seats, set_up)
        self.rules = rules
        self.seats = seats
        self.events = events
        self.table = table
        self.result = DealReplay(table, violations)
        self.trick: OpenTrick | None = None
        first = None if set_up.dealer is None else (set_up.dealer + 1) % len(seats)
        self.window = _Window(first, is_drawn=True)
        self.event = 0
        self.over_reported = False
        self.keep_moments = keep_moments
        self.is_followed = False
        self.snapshots: dict[int, _Snapshot] = {}
        self.keeps_snapshots = any(
            isinstance(event, Ruled) and event.kind is RulingKind.VOID for event in events
        )

    # -- the loop

    def run(self) -> DealReplay:
        for self.event, event in enumerate(self.events):
            if self.keeps_snapshots:
                self.snapshots[self.event] = self._snapshot()
            if self.keep_moments:
                self.result.moments[self.event] = self.table.copy()
            if self.result.stopped is not None and not isinstance(
                event, Revealed | Counted | Ruled
            ):
                self._already_over()
                continue
            self._apply(event)
        self._end()
        return self.result

    def _apply(self, event: Event) -> None:
        match event:
            case Trick():
                self._on_trick(event)
            case Drawn():
                self._on_draw(event)
            case Declared():
                self._on_declaration(event)
            case Revealed():
                self._on_reveal(event)
            case Exposed():
                self._on_exposed(event)
            case Handed():
                self._on_handed(event)
            case Stopped():
                self._on_stop(event)
            case Counted():
                self._close_trick(is_broken_off=False)
            case Lost():
                self._on_lost()
            case Ruled():
                self._on_ruling(event)
            case _:
                assert_never(event)

    def _end(self) -> None:
        """Close what is open when the text of the deal ends."""
        self._close_trick(is_broken_off=not (self.is_followed and self._is_last_trick()))
        self._finish_draw(is_broken_off=True)
        table, result = self.table, self.result
        result.table = table
        if result.stopped is not None:
            result.is_over = False
        elif table.is_surely_over():
            result.is_over = True
        else:
            result.is_over = None if table.may_be_over() and result.tricks else False
        result.is_judged = not table.contradicted

    def _is_last_trick(self) -> bool:
        """Whether only those who have not answered the open trick still hold cards."""
        trick, table = self.trick, self.table
        return (
            trick is not None
            and not table.stock
            and all(not table.low[seat] for seat in range(table.count) if trick.has_played(seat))
        )

    # -- tricks

    def _on_trick(self, event: Trick) -> None:
        if event.continues and self.trick is not None and self.trick.number == event.number:
            self._lay(event)
            return
        if event.continues and self.trick is None and self._surplus_continuation(event):
            return
        self._close_trick(is_broken_off=False)
        self._finish_draw(is_broken_off=False)
        if self.table.is_surely_over():
            self._already_over()
            return
        if event.plays is None:
            self._on_unwritten_trick(event)
            return
        self._lay(event)

    def _surplus_continuation(self, event: Trick) -> bool:
        """Judge plays that go on with a trick in which everybody has answered."""
        last = self.result.tricks[-1] if self.result.tricks else None
        if last is None or last.number != event.number or self.window.entries:
            return False
        for place, play in enumerate(event.plays or ()):
            self._add(
                codes.SURPLUS_RESPONSE,
                ("play", place),
                play.seat,
                event.number,
                {"laid": play_words(play)},
                laying=play,
            )
            self._doubt(play)
            self.table.leave(play.seat, (*play.shown, *play.hidden))
            last.masks.extend((*play.shown, *play.hidden))
            return True
        return True

    def _on_unwritten_trick(self, event: Trick) -> None:
        """A trick that was played but not written down (``4. ?``)."""
        table = self.table
        for seat in range(table.count):
            if table.high[seat]:
                table.low[seat] = max(table.low[seat] - HAND, 0)
                table.high[seat] -= 1
        table.blind += table.count
        result = TrickResult(event.number, self.event, None, None, [], 0, recorded=False)
        result.events.append(self.event)
        self.result.tricks.append(result)
        self.window = _Window(None, last=result, claimed=event.claimed)

    def _lay(self, event: Trick) -> None:
        plays = event.plays or ()
        for place, play in enumerate(plays):
            if self.trick is None:
                self._on_lead(event, place, play)
            else:
                self._on_response(event, place, play, plays[place + 1 :])
        if self.trick is not None:
            self.trick.events.append(self.event)
            if event.claimed:
                self.trick.claimed = event.claimed
            if self._is_complete(self.trick):
                self._close_trick(is_broken_off=False)

    def _on_lead(self, event: Trick, place: int, play: Response) -> None:
        table = self.table
        part: Part = ("play", place)
        self.trick = OpenTrick(event.number, self.event, play.seat, play.size)
        trick = self.trick
        trick.absent = {seat for seat in range(table.count) if not table.has_cards(seat)}
        fault = self._wrong_leader(part, play, event)
        self._settle_window(play.seat, was_faulty=fault)
        masks = (*play.shown, *play.hidden)
        if not play.written:
            self._unwritten_play(play)
            trick.size, trick.size_is_judged, trick.winner_is_sure = 0, False, False
            trick.plays.append(play)
            return
        if not fault:
            fault = self._wrong_lead_size(part, play, event)
        elif not 1 <= play.size <= HAND or play.size > table.high[play.seat]:
            trick.size_is_judged = False
        if not fault:
            fault = self._not_there(part, play, event)
        elif not self._all_there(play):
            table.contradicted = True
        if not fault and not table.contradicted:
            fault = self._mixed_suits(part, play, event)
        if not fault and play.hidden:
            self._add(
                codes.FACE_DOWN_LEAD,
                part,
                play.seat,
                event.number,
                {"laid": play_words(play)},
                laying=play,
            )
        self._take_from_hand(play, part)
        trick.plays.append(play)
        trick.winner = play.seat
        trick.winning = masks
        trick.contradicted = table.contradicted

    def _wrong_leader(self, part: Part, play: Response, event: Trick) -> bool:
        window, table = self.window, self.table
        allowed = self._may_lead()
        if allowed is None or play.seat in allowed or table.contradicted:
            return False
        if window.claim_is_false and play.seat in window.claimed and not window.entries:
            # the table gave the trick to another seat: one fault, at the claim (9.8)
            return False
        expected = self.seats[self._leader_by_rule() or 0]
        declared = bool(window.valid)
        variant = "declared" if declared else "first" if window.last is None else ""
        args: dict[str, str | int] = {"expected": expected, "found": self.seats[play.seat]}
        if window.last is not None:
            args["trick"] = window.last.number
        self._add(
            codes.LEAD_OUT_OF_TURN,
            part,
            play.seat,
            event.number,
            args,
            variant=variant,
            clause="4.4" if declared else "2.5" if window.last is None else "3.9",
            expected=expected,
            found=self.seats[play.seat],
            legal=f"{expected} leads",
        )
        return True

    def _wrong_lead_size(self, part: Part, play: Response, event: Trick) -> bool:
        table, size = self.table, play.size
        args: dict[str, str | int] = {"number": size, "laid": play_words(play)}
        if not 1 <= size <= HAND:
            self._judge_no_response_size()
            self._add(
                codes.LEAD_SIZE,
                part,
                play.seat,
                event.number,
                args,
                variant="nothing" if size == 0 else "",
                expected=f"1 to {HAND}",
                found=str(size),
                laying=play,
            )
            self._more_than_held(play)
            return True
        smallest = min(
            (table.high[seat] for seat in range(table.count) if table.high[seat]), default=HAND
        )
        if size > table.high[play.seat] or size > smallest:
            self._judge_no_response_size()
            limit = min(table.high[play.seat], smallest)
            self._more_than_held(play)
            args["most"] = limit
            self._add(
                codes.LEAD_EXCEEDS_HAND,
                part,
                play.seat,
                event.number,
                args,
                expected=f"at most {limit}",
                found=str(size),
                laying=play,
            )
            return True
        return False

    def _more_than_held(self, play: Response) -> None:
        """Nobody can lay more cards than he holds: some hand is then smaller than it seems."""
        table = self.table
        surplus = play.size - table.high[play.seat]
        if surplus <= 0:
            return
        table.contradicted = True
        for seat in range(table.count):
            table.low[seat] = max(table.low[seat] - surplus, 0)

    def _judge_no_response_size(self) -> None:
        """Judge no number of cards in the responses to a lead of a wrong number."""
        if self.trick is not None:
            self.trick.size_is_judged = False

    def _mixed_suits(self, part: Part, play: Response, event: Trick) -> bool:
        masks = (*play.shown, *play.hidden)
        of_one_suit = is_lead_of_one_suit(masks, shokha=self.rules.shokha)
        if of_one_suit is None:
            self._undecided(part, play.seat, event.number, "3.1", "lead_suits", play_words(play))
        if of_one_suit is not False:
            return False
        self._add(
            codes.LEAD_MIXED_SUITS,
            part,
            play.seat,
            event.number,
            {"laid": cards_words(masks)},
            laying=play,
            legal=hint_lead(self.table, play.seat),
        )
        return True

    def _on_response(
        self, event: Trick, place: int, play: Response, rest: Sequence[Response]
    ) -> None:
        trick, table = self.trick, self.table
        if trick is None:
            return
        part: Part = ("play", place)
        fault = self._wrong_turn(part, play, event, rest)
        if not play.written:
            self._unwritten_play(play)
            trick.plays.append(play)
            if trick.size:
                # it may have been shown and have won; the next draw or lead tells
                trick.winner_is_sure = False
            return
        if play.size == 0:
            if not fault and table.low[play.seat] > 0:
                self._add(
                    codes.MISSING_RESPONSE,
                    part,
                    play.seat,
                    event.number,
                    {"seat": self.seats[play.seat]},
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
            self._wrong_response_size(part, play, event, trick)
        if not fault:
            fault = self._not_there(part, play, event)
        elif not self._all_there(play):
            table.contradicted = True
        beats = self._judge_beating(trick, play)
        if not fault:
            fault = self._wrong_form(part, play, event, beats)
        self._take_from_hand(play, part)
        trick.plays.append(play)
        if table.contradicted:
            trick.contradicted = True
        if beats is None:
            trick.winner_is_sure = False
        elif beats:
            trick.winner, trick.winning = play.seat, play.shown

    def _judge_beating(self, trick: OpenTrick, play: Response) -> bool | None:
        """Whether a response takes the trick; face down it never does (clauses 3.4 to 3.6)."""
        if play.hidden or not play.shown:
            return False
        if trick.size and play.size != trick.size:
            return False
        if not trick.winner_is_sure or not trick.size:
            return None
        return set_beats(play.shown, trick.winning, self.table.trumps, shokha=self.rules.shokha)

    def _wrong_turn(
        self, part: Part, play: Response, event: Trick, rest: Sequence[Response]
    ) -> bool:
        trick, table = self.trick, self.table
        if trick is None:
            return False
        due = [
            seat
            for seat in table.clockwise(trick.leader)
            if not trick.has_played(seat) and seat not in trick.absent
        ]
        if trick.has_played(play.seat) and (not due or not self._comes_later(due, rest, event)):
            if due:
                # somebody else's answer was put down as his
                pass
            else:
                self._surplus(part, play, event)
                return True
        if trick.turn_fault or not due or play.seat == due[0]:
            return False
        if play.seat in trick.absent and play.size == 0:
            return False
        to_come = {other.seat for other in rest} | self._later_seats(event.number)
        before = due[: due.index(play.seat)] if play.seat in due else due[:1]
        if play.seat in due and not any(seat in to_come for seat in before):
            # those who should have answered first never do: K3012, at the end of the trick
            return False
        trick.turn_fault = True
        expected = self.seats[before[0]]
        self._add(
            codes.RESPONSE_OUT_OF_TURN,
            part,
            play.seat,
            event.number,
            {"expected": expected, "found": self.seats[play.seat]},
            expected=expected,
            found=self.seats[play.seat],
            laying=play,
            legal=f"{expected} answers",
        )
        return True

    def _comes_later(self, due: list[int], rest: Sequence[Response], event: Trick) -> bool:
        to_come = {other.seat for other in rest} | self._later_seats(event.number)
        return any(seat in to_come for seat in due)

    def _surplus(self, part: Part, play: Response, event: Trick) -> None:
        self._add(
            codes.SURPLUS_RESPONSE,
            part,
            play.seat,
            event.number,
            {"laid": play_words(play)},
            laying=play,
        )
        self._doubt(play)

    def _doubt(self, play: Response) -> None:
        """Let surplus cards be in doubt: the table may have handed them back."""
        for mask in (*play.shown, *play.hidden):
            if is_known(mask) and (mask.bit_length() - 1) not in self.table.gone:
                self.table.loosen(mask)
        self.table.high[play.seat] += play.size

    def _later_seats(self, number: int) -> set[int]:
        """Return the seats that go on with this trick in a later line (``1...``)."""
        seats: set[int] = set()
        for event in self.events[self.event + 1 :]:
            if isinstance(event, Trick):
                if not event.continues or event.number != number:
                    break
                seats.update(play.seat for play in event.plays or ())
        return seats

    def _wrong_response_size(
        self, part: Part, play: Response, event: Trick, trick: OpenTrick
    ) -> None:
        self._add(
            codes.RESPONSE_SIZE,
            part,
            play.seat,
            event.number,
            {"number": play.size, "expected": trick.size, "laid": play_words(play)},
            expected=str(trick.size),
            found=str(play.size),
            laying=play,
            legal=f"any {trick.size} cards of the hand" if trick.size > 1 else "any one card",
        )
        if play.size > trick.size:
            self._doubt_size(play, trick.size)
        else:
            low = self.table.low[play.seat]
            self.table.low[play.seat] = max(low - (trick.size - play.size), 0)

    def _doubt_size(self, play: Response, size: int) -> None:
        """After too many cards the surplus may have gone back to the hand."""
        table = self.table
        if play.size > table.high[play.seat]:
            table.contradicted = True
        table.high[play.seat] += play.size - size
        for mask in (*play.shown, *play.hidden):
            if is_known(mask) and (mask.bit_length() - 1) not in table.gone:
                table.loosen(mask)

    def _wrong_form(self, part: Part, play: Response, event: Trick, beats: bool | None) -> bool:
        trick, table = self.trick, self.table
        if trick is None or not play.shown:
            return False
        if self.rules.exposure is not Exposure.ONLY_TO_WIN:
            return False
        if play.hidden:
            self._add(
                codes.PARTLY_EXPOSED_RESPONSE,
                part,
                play.seat,
                event.number,
                {"laid": play_words(play)},
                laying=play,
                legal="all cards face up, if they take the trick, or all face down",
            )
            return True
        if trick.size and play.size != trick.size:
            return False
        if table.contradicted or trick.contradicted:
            return False
        if beats is None:
            if trick.winner_is_sure and trick.size:
                self._undecided(
                    part,
                    play.seat,
                    event.number,
                    "3.7",
                    "beating",
                    play_words(play),
                    winning=cards_words(trick.winning),
                )
            elif trick.size:
                self._undecided(
                    part, play.seat, event.number, "3.7", "winning_unknown", play_words(play)
                )
            return False
        if beats:
            return False
        legal = hint_response(table, play.seat, trick, self.rules)
        self._add(
            codes.EXPOSED_LOSING_RESPONSE,
            part,
            play.seat,
            event.number,
            {"laid": play_words(play), "winning": cards_words(trick.winning)},
            expected=f"({cards_words(play.shown)})",
            found=cards_words(play.shown),
            laying=play,
            legal=legal,
            related=self._winning_place(trick),
        )
        return True

    def _winning_place(self, trick: OpenTrick) -> tuple[tuple[int, Part, str], ...]:
        place = 0
        for event_number in dict.fromkeys((trick.event, *trick.events, self.event)):
            event = self.events[event_number]
            if not isinstance(event, Trick):
                continue
            for at, play in enumerate(event.plays or ()):
                if play.seat == trick.winner and play.shown == trick.winning:
                    return ((event_number, ("play", at), "winning_set"),)
                place += 1
        return ()

    # -- possession

    def _all_there(self, play: Response) -> bool:
        return self._first_missing(play) is None

    def _first_missing(self, play: Response) -> tuple[int, int] | None:
        """Return place and mask of the first card that cannot be in the hand."""
        table = self.table
        seen = 0
        for place, mask in enumerate((*play.shown, *play.hidden)):
            if mask == 0 or not is_known(mask):
                continue
            if mask & seen or not table.can_hold(play.seat, mask.bit_length() - 1):
                return place, mask
            seen |= mask
        return None

    def _not_there(self, part: Part, play: Response, event: Trick) -> bool:
        table = self.table
        if any(mask == 0 for mask in (*play.shown, *play.hidden)):
            # a card of another pack: reported where it is read
            table.contradicted = True
            return True
        if table.contradicted:
            return False
        missing = self._first_missing(play)
        if missing is None:
            known = sum(is_known(mask) for mask in (*play.shown, *play.hidden))
            if play.size > table.high[play.seat] and known:
                return False
            return False
        place, mask = missing
        card = mask.bit_length() - 1
        where = table.gone.get(card)
        card_part = (*part, place)
        args: dict[str, str | int] = {"card": NAMES[card]}
        related: tuple[tuple[int, Part, str], ...] = ()
        if where is not None or self._is_twice(play, mask):
            code: Code = codes.CARD_ALREADY_PLAYED
            variant = "twice"
            if where is not None:
                variant = ""
                args |= {"by": self.seats[where.seat], "in": where.trick}
                related = ((where.event, where.part, "played_before"),)
        else:
            code, variant = codes.CARD_NOT_HELD, self._elsewhere(card, args)
        self._add(
            code,
            card_part,
            play.seat,
            event.number,
            args,
            variant=variant,
            found=NAMES[card],
            laying=play,
            related=related,
            legal=self._hand_hint(play.seat),
        )
        table.contradicted = True
        return True

    def _hand_hint(self, seat: int) -> str | None:
        table = self.table
        if table.unknown[seat] or not table.hands[seat]:
            return None
        return "a card of the hand: " + " ".join(NAMES[c] for c in members(table.hands[seat]))

    def _is_twice(self, play: Response, mask: int) -> bool:
        return (*play.shown, *play.hidden).count(mask) > 1

    def _elsewhere(self, card: int, args: dict[str, str | int]) -> str:
        """Say where a card is known to be."""
        table = self.table
        holder = table.holder(card)
        if holder is not None:
            args["holder"] = self.seats[holder]
            return "in_hand"
        if table.turned is not None and table.turned == 1 << card and table.is_in_stock(card):
            return "turned"
        if table.is_in_stock(card):
            return "in_stock"
        if not table.pack >> card & 1:
            return "missing"
        return "hand_known"

    def _take_from_hand(self, play: Response, part: Part) -> None:
        table, trick = self.table, self.trick
        masks = (*play.shown, *play.hidden)
        table.leave(play.seat, masks)
        if trick is None:
            return
        for place, mask in enumerate(masks):
            if is_known(mask):
                face_up = place < len(play.shown)
                table.gone.setdefault(
                    mask.bit_length() - 1,
                    Place(trick.number, play.seat, self.event, (*part, place), face_up),
                )
                if table.loose & mask:
                    table.gone.pop(mask.bit_length() - 1, None)

    def _unwritten_play(self, play: Response) -> None:
        """Something was laid that is not written down (``S: ...``)."""
        trick, table = self.trick, self.table
        size = trick.size if trick is not None else 0
        table.blind += size or HAND
        if size and trick is not None and trick.size_is_judged:
            table.shrink(play.seat, size)
        else:
            table.low[play.seat] = max(table.low[play.seat] - HAND, 0)
            table.high[play.seat] = max(table.high[play.seat] - 1, 0)

    # -- the end of a trick

    def _is_complete(self, trick: OpenTrick) -> bool:
        return all(
            trick.has_played(seat) or seat in trick.absent for seat in range(self.table.count)
        ) and not self._later_seats(trick.number)

    def _close_trick(self, *, is_broken_off: bool) -> None:
        trick = self.trick
        if trick is None:
            return
        self.trick = None
        table = self.table
        missing = [
            seat
            for seat in table.clockwise(trick.leader)
            if not trick.has_played(seat) and seat not in trick.absent
        ]
        if missing and not is_broken_off:
            self._missing_responses(trick, missing)
        masks = [mask for play in trick.plays for mask in (*play.shown, *play.hidden)]
        is_whole = not missing or not is_broken_off
        written = all(play.written for play in trick.plays)
        sure = trick.winner_is_sure and not trick.contradicted
        result = TrickResult(
            trick.number,
            trick.event,
            trick.leader,
            trick.winner if sure and is_whole else None,
            masks,
            trick.size,
            recorded=written,
            presumed=trick.winner,
            plays=list(trick.plays),
            events=list(dict.fromkeys((trick.event, *trick.events))),
        )
        self.result.tricks.append(result)
        claim_is_false = (
            bool(trick.claimed) and result.winner is not None and result.winner not in trick.claimed
        )
        self.window = _Window(
            result.winner,
            last=result,
            claimed=trick.claimed,
            claim_is_false=claim_is_false,
        )

    def _missing_responses(self, trick: OpenTrick, missing: list[int]) -> None:
        table = self.table
        first = missing[0]
        required = [seat for seat in missing if table.low[seat] > 0]
        if required and not trick.turn_fault:
            first = required[0]
            events = [*trick.events, trick.event]
            event_number = max(events)
            event = self.events[event_number]
            plays = event.plays or () if isinstance(event, Trick) else ()
            names = " and ".join(self.seats[seat] for seat in required)
            self._add(
                codes.MISSING_RESPONSE,
                ("play", len(plays) - 1),
                first,
                trick.number,
                {"seat": names},
                variant="left_out",
                expected=str(trick.size),
                found="0",
                at=event_number,
            )
        for seat in missing:
            if trick.size_is_judged:
                table.low[seat] = max(table.low[seat] - trick.size, 0)
            else:
                table.low[seat] = 0
            table.loosen(table.hands[seat])

    # -- draws

    def _on_draw(self, event: Drawn) -> None:
        self._close_trick(is_broken_off=False)
        if self.table.is_surely_over():
            self._already_over()
            return
        window = self.window
        window.is_written = True
        if event.entries is None:
            window.is_vague = True
            return
        window.in_order = window.in_order and event.in_order
        for place, (seat, masks) in enumerate(event.entries):
            for mask in masks if masks is not None else ():
                window.entries.append((self.event, place, seat, mask))
            if masks is None:
                window.is_vague = True

    def _by_rule(self, start: int) -> list[int]:
        """Return the seats in the order in which they draw (clauses 2.6 and 9.10)."""
        table = self.table
        sizes = list(table.high)
        left = len(table.stock)
        order: list[int] = []
        while left:
            drew = False
            for seat in table.clockwise(start):
                if left and sizes[seat] < HAND:
                    sizes[seat] += 1
                    left -= 1
                    order.append(seat)
                    drew = True
            if not drew:
                break
        return order

    def _finish_draw(self, *, is_broken_off: bool) -> None:
        """Judge and apply the draws after a trick once nothing can be added to them."""
        window, table = self.window, self.table
        if window.is_drawn:
            self._draw_out_of_time(window)
            return
        window.is_drawn = True
        window.settled = len(window.entries)
        if not table.stock and not window.entries:
            return
        if not window.entries:
            if not is_broken_off:
                self._draw_unwritten(window)
            return
        start = window.start
        actual = [seat for _, _, seat, _ in window.entries]
        if start is None or table.contradicted:
            # who won is not known: the table's choice is the first who draws
            start = actual[0]
            window.start = start
        order = self._by_rule(start)
        in_doubt = table.low != table.high or table.stock_low != len(table.stock)
        if window.is_vague or (is_broken_off and actual == order[: len(actual)]):
            self._take_from_stock(window, judged=False)
            if window.is_vague:
                self._forget_draws()
            return
        if not window.in_order:
            self._draw_in_groups(window, order, in_doubt=in_doubt)
            return
        if actual == order:
            self._take_from_stock(window, judged=True)
            return
        if in_doubt and self._fits(actual, start):
            self._take_from_stock(window, judged=False)
            table.loosen_stock()
            return
        self._wrong_draws(window, order, actual)

    def _fits(self, actual: list[int], start: int) -> bool:
        """Whether the written draws agree with some sizes that the hands may have."""
        table = self.table
        low, high = list(table.low), list(table.high)
        least, most = table.stock_low, len(table.stock)
        place = 0
        drawn = 0
        while True:
            drew = False
            for seat in table.clockwise(start):
                if place < len(actual) and actual[place] == seat and low[seat] < HAND:
                    low[seat] += 1
                    high[seat] = min(high[seat], HAND - 1) + 1
                    place, drawn, drew = place + 1, drawn + 1, True
                elif low[seat] < HAND:
                    if high[seat] < HAND and drawn < least:
                        return False
                    low[seat] = min(HAND, high[seat])
            if not drew:
                break
        return place == len(actual) and drawn <= max(most, drawn)

    def _wrong_draws(self, window: _Window, order: list[int], actual: list[int]) -> None:
        table = self.table
        differs = next(
            (
                place
                for place, (found, expected) in enumerate(zip(actual, order, strict=False))
                if found != expected
            ),
            min(len(actual), len(order)),
        )
        expected = " ".join(self.seats[seat] for seat in order) or "-"
        found = " ".join(self.seats[seat] for seat in actual)
        args: dict[str, str | int] = {"expected": expected, "found": found}
        if len(actual) == len(order):
            self._wrong_draw_order(window, order, actual, differs, args)
            return
        if len(actual) > len(order):
            event, entry, seat, _ = window.entries[differs]
            args |= {"seat": self.seats[seat], "left": len(table.stock)}
            self._add_draw(
                codes.DRAW_SURPLUS,
                event,
                ("entry", entry),
                seat,
                args,
                variant="" if table.stock else "empty",
                expected=expected,
                found=found,
            )
        else:
            seat = order[differs]
            event, entry, _, _ = window.entries[min(differs, len(actual) - 1)]
            args["seat"] = self.seats[seat]
            self._add_draw(
                codes.DRAW_MISSING,
                event,
                ("entry", entry),
                seat,
                args,
                expected=expected,
                found=found,
            )
        self._draw_in_doubt(window, order, actual)

    def _wrong_draw_order(
        self,
        window: _Window,
        order: list[int],
        actual: list[int],
        differs: int,
        args: dict[str, str | int],
    ) -> None:
        chosen = actual[0]
        is_other_winner = actual == self._by_rule(chosen) and chosen != order[0]
        if is_other_winner and window.claim_is_false and chosen in window.claimed:
            # the claim is the one fault (clause 9.8)
            window.start = chosen
            self._take_from_stock(window, judged=True)
            return
        event, entry, seat, _ = window.entries[differs]
        if window.last is not None and window.start is not None:
            args["winner"] = self.seats[window.start]
        self._add_draw(
            codes.DRAW_ORDER,
            event,
            ("entry", entry),
            seat,
            args,
            expected=str(args["expected"]),
            found=str(args["found"]),
        )
        if is_other_winner:
            window.also.add(order[0])
            window.start = chosen
        elif sorted(actual) != sorted(order):
            self._draw_in_doubt(window, order, actual)
            return
        self._take_from_stock(window, judged=False)

    def _draw_in_doubt(self, window: _Window, order: list[int], actual: list[int]) -> None:
        """Apply draws of wrong number; both sizes of the hands stay possible (clause 9.3)."""
        table = self.table
        before = len(table.stock)
        self._take_from_stock(window, judged=False)
        table.loosen_stock()
        for seat in range(table.count):
            surplus = actual.count(seat) - order.count(seat)
            if surplus > 0:
                table.low[seat] = max(table.low[seat] - surplus, 0)
                table.loosen(table.hands[seat])
            elif surplus < 0:
                table.high[seat] += -surplus
                table.unknown[seat] += -surplus
        table.stock_low = max(min(before - len(order), before - len(actual)), 0)
        longest = max(before - len(order), before - len(actual), 0)
        while len(table.stock) < longest:
            table.stock.append(table.pack)

    def _draw_in_groups(self, window: _Window, order: list[int], *, in_doubt: bool) -> None:
        """Judge draws that say only what each seat drew in all (notation, section 4)."""
        actual = [seat for _, _, seat, _ in window.entries]
        counts = {seat: actual.count(seat) for seat in range(self.table.count)}
        due = {seat: order.count(seat) for seat in range(self.table.count)}
        if counts == due:
            self._take_groups(window, order)
            return
        if in_doubt:
            self._take_from_stock(window, judged=False)
            self.table.loosen_stock()
            return
        surplus = next((s for s in dict.fromkeys(actual) if counts[s] > due[s]), None)
        short = next((s for s in dict.fromkeys(order) if counts[s] < due[s]), None)
        expected = "  ".join(f"{self.seats[s]}: {due[s]}" for s in due)
        found = "  ".join(f"{self.seats[s]}: {counts[s]}" for s in counts)
        args: dict[str, str | int] = {
            "expected": expected,
            "found": found,
            "left": len(self.table.stock),
        }
        if len(actual) < len(order) or surplus is None:
            seat, code = short if short is not None else actual[0], codes.DRAW_MISSING
        else:
            seat, code = surplus, codes.DRAW_SURPLUS
        args["seat"] = self.seats[seat]
        at = next((e for e in window.entries if e[2] == seat), window.entries[-1])
        self._add_draw(code, at[0], ("entry", at[1]), seat, args, expected=expected, found=found)
        self._draw_in_doubt(window, order, actual)

    def _take_groups(self, window: _Window, order: list[int]) -> None:
        """Compare what each seat drew in all with the stock, as a set."""
        table = self.table
        drawn: list[Drawing] = []
        for seat in dict.fromkeys(order):
            places = [at for at, other in enumerate(order) if other == seat]
            due = [table.stock[at] for at in places]
            entries = [entry for entry in window.entries if entry[2] == seat]
            masks = [entry[3] if entry[3] is not None else table.pack for entry in entries]
            if table.stock_order and not table.contradicted:
                wrong = _unmatched(masks, due)
                if wrong is not None:
                    event, entry, _, _ = entries[wrong]
                    self._add_draw(
                        codes.DRAW_CONTRADICTS_STOCK,
                        event,
                        ("entry", entry),
                        seat,
                        {"card": mask_words(masks[wrong]), "top": cards_words(due)},
                        variant="groups",
                        expected=cards_words(due),
                        found=cards_words(masks),
                    )
                    table.loosen_stock()
            for mask, entry_of in zip(masks, entries, strict=True):
                drawn.append(Drawing(seat, mask, entry_of[0]))
        table.stock = table.stock[len(order) :]
        table.stock_low = len(table.stock)
        for drawing in drawn:
            table.receive(drawing.seat, drawing.mask)
        self._note_drawings(drawn)

    def _draw_unwritten(self, window: _Window) -> None:
        """Draw by the rules where no draw is written (notation, section 4)."""
        table = self.table
        start = window.start
        if not table.stock:
            return
        if start is None or table.low != table.high or table.stock_low != len(table.stock):
            self._draw_unknown()
            return
        order = self._by_rule(start)
        drawn: list[Drawing] = []
        for seat in order:
            mask = table.stock.pop(0)
            table.stock_low = len(table.stock)
            if not table.stock_order:
                mask = table.pack
            table.receive(seat, mask)
            drawn.append(Drawing(seat, mask, None))
        self._note_drawings(drawn)

    def _draw_unknown(self) -> None:
        """Draw where neither the text nor the rules say who drew how many."""
        table = self.table
        table.loosen_stock()
        need_low = sum(max(HAND - size, 0) for size in table.high)
        need_high = sum(max(HAND - size, 0) for size in table.low)
        least = max(table.stock_low - need_high, 0)
        most = max(len(table.stock) - need_low, 0)
        enough = table.stock_low >= need_high
        for seat in range(table.count):
            table.unknown[seat] += max(HAND - table.low[seat], 0)
            if enough:
                table.low[seat] = max(table.low[seat], HAND)
            if table.stock:
                table.high[seat] = max(table.high[seat], HAND)
        table.stock = table.stock[len(table.stock) - most :] if most else []
        table.stock_low = least

    def _forget_draws(self) -> None:
        table = self.table
        self._draw_unknown()
        table.loosen_stock()

    def _draw_out_of_time(self, window: _Window) -> None:
        """Report draws where nobody has to draw: before the first lead, or after the draw."""
        late = window.entries[window.settled :]
        if not late:
            return
        window.settled = len(window.entries)
        event, entry, seat, _ = late[0]
        self._add_draw(
            codes.DRAW_SURPLUS,
            event,
            ("entry", entry),
            seat,
            {"seat": self.seats[seat], "expected": "-", "left": len(self.table.stock)},
            variant="nobody",
            expected="-",
            found=" ".join(self.seats[s] for _, _, s, _ in late),
        )
        window.entries[:] = late
        self._draw_in_doubt(window, [], [s for _, _, s, _ in late])

    def _take_from_stock(self, window: _Window, *, judged: bool) -> None:
        """Apply written draws: the card written is the card drawn (notation, section 4)."""
        table = self.table
        drawn: list[Drawing] = []
        for event, entry, seat, written in window.entries:
            top = table.stock[0] if table.stock else table.pack
            mask = table.pack if written is None else written
            if judged and table.stock_order and not table.contradicted:
                mask = self._judge_draw(event, entry, seat, mask, top)
            elif is_known(mask) and mask in table.stock:
                place = table.stock.index(mask)
                table.stock[place] = top
            if table.stock:
                table.stock.pop(0)
            table.stock_low = max(table.stock_low - 1, 0)
            if is_known(mask):
                table.loose &= ~mask
            table.receive(seat, mask)
            drawn.append(Drawing(seat, mask, event))
        self._note_drawings(drawn)

    def _judge_draw(self, event: int, entry: int, seat: int, mask: int, top: int) -> int:
        """Compare a drawn card with the top of the stock (clauses 2.3 and 2.6)."""
        table = self.table
        if not is_known(mask):
            return mask & top if mask & top else mask
        card = mask.bit_length() - 1
        is_elsewhere = card in table.gone or table.holder(card) is not None
        if mask & top and not is_elsewhere:
            return mask
        args: dict[str, str | int] = {"card": NAMES[card], "top": mask_words(top)}
        variant, related = "", ()
        if card in table.gone:
            where = table.gone[card]
            variant = "gone"
            args |= {"by": self.seats[where.seat], "in": where.trick}
            related = ((where.event, where.part, "played_before"),)
        elif (holder := table.holder(card)) is not None:
            variant = "in_hand"
            args["holder"] = self.seats[holder]
        elif table.turned == mask and len(table.stock) > 1:
            variant = "turned"
            args["left"] = len(table.stock) - 1
        elif not is_known(top):
            variant = "unknown_top"
        self._add_draw(
            codes.DRAW_CONTRADICTS_STOCK,
            event,
            ("entry", entry),
            seat,
            args,
            variant=variant,
            expected=mask_words(top),
            found=NAMES[card],
            related=related,
        )
        if is_elsewhere:
            table.contradicted = True
        elif mask in table.stock:
            table.stock[table.stock.index(mask)] = top
        else:
            open_places = [at for at, other in enumerate(table.stock) if at and other & mask]
            if open_places:
                table.stock[open_places[-1]] = top
            else:
                table.contradicted = True
        return mask

    def _note_drawings(self, drawn: list[Drawing]) -> None:
        if drawn:
            self.result.drawings.setdefault(len(self.result.tricks) - 1, []).extend(drawn)

    # -- declarations and the right to lead

    def _on_declaration(self, event: Declared) -> None:
        table = self.table
        if table.is_surely_over():
            self._close_trick(is_broken_off=False)
            self._already_over()
            return
        is_late = self.trick is not None and bool(self._later_seats(self.trick.number))
        if not is_late:
            self._close_trick(is_broken_off=False)
        is_early = not is_late and self._is_before_draw()
        if not is_late and not is_early:
            self._finish_draw(is_broken_off=False)
        window = self.window
        if self._wrong_declaration(event, is_late=is_late, is_early=is_early):
            window.invalid.add(event.seat)

    def _is_before_draw(self) -> bool:
        """Whether the draw after the last trick goes on after this event (clause 4.3)."""
        window = self.window
        if window.is_drawn or not self.table.stock:
            return False
        if window.entries and window.start is not None:
            order = self._by_rule(window.start)
            if len(window.entries) >= len(order):
                return False
        for event in self.events[self.event + 1 :]:
            if isinstance(event, Trick | Stopped | Counted):
                return False
            if isinstance(event, Drawn):
                return True
        return False

    def _wrong_declaration(self, event: Declared, *, is_late: bool, is_early: bool) -> bool:
        """Judge a declaration; return whether it is invalid (clauses 4.1 to 4.8, 9.9)."""
        table, seat = self.table, event.seat
        number = self.trick.number if self.trick is not None and is_late else None
        shown = event.cards
        args: dict[str, str | int] = {"word": event.word, "seat": self.seats[seat]}
        if shown is not None:
            args |= {"shown": cards_words(shown), "number": len(shown)}
        at = {"seat": seat, "number": number, "args": args}
        if event.word not in DECLARATIONS:
            self._declaration(codes.DECLARATION_OF_ANOTHER_GAME, ("word",), at)
            return True
        if not self.rules.declarations:
            self._declaration(codes.DECLARATIONS_OFF, ("word",), at)
            return True
        if is_late or is_early:
            variant = "late" if is_late else "early"
            self._declaration(codes.DECLARATION_OUT_OF_TIME, (), at, variant=variant)
            return True
        wrong_hand = table.high[seat] < HAND or table.low[seat] > HAND
        if wrong_hand or (shown is not None and len(shown) != HAND):
            if wrong_hand:
                args["held"] = table.high[seat]
            self._declaration(
                codes.DECLARATION_HAND_SIZE,
                (),
                at,
                variant="hand" if wrong_hand else "",
                expected=str(HAND),
                found=str(args["held"] if wrong_hand else args["number"]),
            )
            return True
        if shown is None:
            self._undecided((), seat, None, "4.1", "declaration", event.word)
            self.window.unsure = True
            return False
        if any(mask == 0 for mask in shown):
            table.contradicted = True
            return True
        if self._declared_elsewhere(event, shown, at):
            return True
        return self._declared_kind(event, shown, at)

    def _declared_elsewhere(
        self, event: Declared, shown: Sequence[int], at: dict[str, object]
    ) -> bool:
        table, seat = self.table, event.seat
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
                    args |= {"by": self.seats[where.seat], "in": where.trick}
                    related = ((where.event, where.part, "played_before"),)
                else:
                    variant = "twice" if mask & seen else self._elsewhere(card, args)
                self._declaration(
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
            self._declaration(
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

    def _declared_kind(self, event: Declared, shown: Sequence[int], at: dict[str, object]) -> bool:
        """Judge what was declared by its cards: they decide what it is (clause 9.9)."""
        window, seat = self.window, event.seat
        shokha = self.rules.shokha
        verdicts = {kind: could_be(shown, kind, shokha=shokha) for kind in DECLARATIONS}
        if self.table.contradicted:
            verdicts[event.word] = True
        said = verdicts[event.word]
        if said:
            window.valid.append((DECLARATIONS.index(event.word), seat))
            return False
        if said is None:
            clause = "4.1" if event.word == "Moskva" else "4.2"
            self._undecided((), seat, None, clause, "declaration", event.word)
            window.unsure = True
            return False
        is_moskva = event.word == "Moskva"
        code = codes.NOT_A_MOSKVA if is_moskva else codes.NOT_A_MOLODKA
        other = DECLARATIONS[1 if is_moskva else 0]
        variant = ""
        if verdicts[other]:
            variant = "other"
            window.valid.append((DECLARATIONS.index(other), seat))
        self._declaration(code, ("word",), at, variant=variant, found=cards_words(shown))
        return not verdicts[other]

    def _declaration(
        self,
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
        self._add(
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

    def _leader_by_rule(self) -> int | None:
        """Return who should lead: the best declarer, else the natural leader (clause 4.4)."""
        window = self.window
        natural = self._natural_leader()
        if window.valid:
            best = min(kind for kind, _ in window.valid)
            equals = [seat for kind, seat in window.valid if kind == best]
            if natural is None:
                return equals[0] if len(set(equals)) == 1 else None
            return min(equals, key=lambda seat: (seat - natural) % self.table.count)
        return natural

    def _natural_leader(self) -> int | None:
        """Return the winner of the last trick, or the next seat with cards (clause 9.10)."""
        start = self.window.start
        if start is None:
            return None
        return next(
            (seat for seat in self.table.clockwise(start) if self.table.has_cards(seat)), start
        )

    def _may_lead(self) -> set[int] | None:
        """Return the seats that may lead, None if nobody knows."""
        window = self.window
        leader = self._leader_by_rule()
        if leader is None or window.unsure:
            return None
        allowed = {leader, *window.invalid, *window.also}
        if not window.valid and window.start is not None:
            # the winner may have no cards after a fault in a number of cards
            for seat in self.table.clockwise(window.start):
                if self.table.has_cards(seat):
                    allowed.add(seat)
                if self.table.low[seat] > 0:
                    break
        return allowed

    def _settle_window(self, leader: int, *, was_faulty: bool) -> None:
        """Close the window: the next lead shows whom the table let lead."""
        window = self.window
        table = self.table
        differs = self._natural_leader() not in (None, leader) and not window.valid
        drew_unwritten = self.result.drawings.get(len(self.result.tricks) - 1, [])
        if differs and (was_faulty or window.claim_is_false):
            # the table may have drawn from the seat that it took for the winner
            for drawing in drew_unwritten:
                if drawing.event is None and is_known(drawing.mask):
                    table.loosen(drawing.mask)
        self.window = _Window(leader, is_drawn=True, last=window.last)

    # -- what was seen, handed, stopped, ruled

    def _on_reveal(self, event: Revealed) -> None:
        tricks = [t for t in self.result.tricks if t.number == event.trick]
        open_trick = self.trick
        plays: list[Response] = []
        if open_trick is not None and open_trick.number == event.trick:
            plays = open_trick.plays
        elif tricks:
            plays = tricks[-1].plays
        play = next((p for p in plays if p.seat == event.seat), None)
        args: dict[str, str | int] = {
            "seat": self.seats[event.seat],
            "cards": cards_words(event.cards),
        }
        if play is None or (not play.hidden and play.written):
            self._reveal_fault(event, (), args, "nothing_hidden")
            return
        if not play.written:
            return
        if len(event.cards) > len(play.hidden):
            args["number"] = len(play.hidden)
            self._reveal_fault(event, (), args, "too_many")
            return
        hidden = list(play.hidden)
        for place, mask in enumerate(event.cards):
            if not is_known(mask):
                continue
            args["card"] = mask_words(mask)
            if mask in hidden:
                hidden.remove(mask)
                continue
            fits = [at for at, other in enumerate(hidden) if not is_known(other) and other & mask]
            if not fits:
                args["laid"] = play_words(play)
                self._reveal_fault(event, ("card", place), args, "")
                return
            if not self._can_have_laid(event.seat, mask, tricks[-1] if tricks else None):
                self._reveal_fault(event, ("card", place), args, "elsewhere")
                return
            hidden[fits[0]] = mask
            play = self._resolve(event, play, mask, tricks[-1] if tricks else None)

    def _can_have_laid(self, seat: int, mask: int, _trick: TrickResult | None) -> bool:
        table = self.table
        if table.contradicted:
            return True
        card = mask.bit_length() - 1
        if card in table.gone or table.is_in_stock(card):
            return False
        holder = table.holder(card)
        return holder in (None, seat)

    def _resolve(
        self, event: Revealed, play: Response, mask: int, trick: TrickResult | None
    ) -> Response:
        """Note which card an unseen one was; return the play as it is known now."""
        table = self.table
        card = mask.bit_length() - 1
        table.gone[card] = Place(event.trick, event.seat, self.event, (), face_up=False)
        if table.hands[event.seat] & mask:
            table.hands[event.seat] &= ~mask
        elif table.unknown[event.seat]:
            table.unknown[event.seat] -= 1
        hidden = list(play.hidden)
        place = next(n for n, m in enumerate(hidden) if not is_known(m) and m & mask)
        old = hidden[place]
        hidden[place] = mask
        known = replace(play, hidden=tuple(hidden))
        plays = trick.plays if trick is not None else self.trick.plays if self.trick else []
        plays[plays.index(play)] = known
        if trick is not None:
            trick.masks[trick.masks.index(old)] = mask
        return known

    def _reveal_fault(
        self, event: Revealed, part: Part, args: dict[str, str | int], variant: str
    ) -> None:
        self._add(
            codes.REVEAL_CONTRADICTION,
            part,
            event.seat,
            event.trick,
            dict(args),
            variant=variant,
            found=str(args["cards"]),
        )

    def _on_exposed(self, event: Exposed) -> None:
        table = self.table
        for place, mask in enumerate(event.cards):
            if not is_known(mask):
                continue
            card = mask.bit_length() - 1
            if table.can_hold(event.seat, card):
                table.identify(event.seat, mask)
                continue
            args: dict[str, str | int] = {
                "card": NAMES[card],
                "seat": self.seats[event.seat],
            }
            related: tuple[tuple[int, Part, str], ...] = ()
            where = table.gone.get(card)
            if where is not None:
                variant = "gone"
                args |= {"by": self.seats[where.seat], "in": where.trick}
                related = ((where.event, where.part, "played_before"),)
            else:
                variant = self._elsewhere(card, args)
            self._add(
                pack_codes.IMPOSSIBLE,
                ("card", place),
                event.seat,
                None,
                args,
                variant=variant,
                found=NAMES[card],
                related=related,
            )
            table.contradicted = True
            return

    def _on_handed(self, event: Handed) -> None:
        """Move cards that a ruling hands over or puts back (notation, section 4)."""
        table = self.table
        for mask in event.cards:
            known = mask if is_known(mask) else 0
            if known and table.hands[event.seat] & known:
                table.hands[event.seat] &= ~known
            elif table.unknown[event.seat]:
                table.unknown[event.seat] -= 1
            table.shrink(event.seat, 1)
            if event.to is not None:
                table.receive(event.to, mask)
            else:
                table.stock.insert(0, mask)
                table.stock_low += 1
                table.loosen_stock()

    def _on_stop(self, event: Stopped) -> None:
        self._close_trick(is_broken_off=True)
        self._finish_draw(is_broken_off=True)
        self.result.stopped = event.how

    def _on_lost(self) -> None:
        """A line of the play that could not be read: what it said is not known."""
        if self.trick is not None:
            self.trick.winner_is_sure = False
            self._close_trick(is_broken_off=True)
        self.table.loosen_everything()
        self.window = _Window(None, is_drawn=True, last=self.window.last)
        self.window.unsure = True
        self.result.is_judged = False

    def _already_over(self) -> None:
        if self.over_reported:
            return
        self.over_reported = True
        event = self.events[self.event]
        seat, number = None, None
        part: Part = ()
        if isinstance(event, Trick):
            number = event.number
            if event.plays:
                seat = event.plays[0].seat
                part = ("play", 0)
        elif isinstance(event, Drawn) and event.entries:
            seat, part = event.entries[0][0], ("entry", 0)
        elif isinstance(event, Declared):
            seat = event.seat
        variant = "stopped" if self.result.stopped is not None else ""
        self._add(codes.DEAL_ALREADY_OVER, part, seat, number, {}, variant=variant)

    # -- rulings

    def _snapshot(self) -> _Snapshot:
        window = replace(
            self.window,
            entries=list(self.window.entries),
            valid=list(self.window.valid),
            invalid=set(self.window.invalid),
            also=set(self.window.also),
        )
        trick = None
        if self.trick is not None:
            trick = replace(
                self.trick, plays=list(self.trick.plays), events=list(self.trick.events)
            )
        return _Snapshot(self.table.copy(), window, trick, len(self.result.tricks))

    def _on_ruling(self, event: Ruled) -> None:
        """Apply a ruling and settle the findings on what it names (notation, section 4)."""
        match event.kind:
            case RulingKind.STANDS:
                named = self._named(event)
                if not self._settle(named):
                    self.result.causeless.append(self.event)
            case RulingKind.VOID:
                named = self._named(event)
                is_caused = self._settle(named)
                if not is_caused and not self._is_incomplete(named):
                    self.result.causeless.append(self.event)
                self._take_back(named)
            case RulingKind.TRICK:
                for trick in self.result.tricks:
                    if trick.number == event.trick:
                        trick.owner = event.to
                        self._settle(set(trick.events))
                        if trick is self.result.tricks[-1] and not self.window.entries:
                            self.window.start = event.to
            case _:
                assert_never(event.kind)

    def _is_incomplete(self, named: set[int]) -> bool:
        return any(isinstance(self.events[number], Lost) for number in named)

    def _named(self, event: Ruled) -> set[int]:
        """Return the events that a ruling names."""
        if event.trick is None:
            above = self.event - 1
            while above >= 0 and isinstance(self.events[above], Ruled):
                above -= 1
            return {above} if above >= 0 else set()
        firsts = [
            number
            for number, other in enumerate(self.events[: self.event])
            if isinstance(other, Trick) and other.number == event.trick
        ]
        if not firsts:
            return set()
        if event.kind is RulingKind.VOID:
            return set(range(firsts[-1] if not self._continued(firsts) else firsts[0], self.event))
        return set(firsts)

    def _continued(self, numbers: list[int]) -> bool:
        event = self.events[numbers[-1]]
        return isinstance(event, Trick) and event.continues

    def _settle(self, named: set[int]) -> bool:
        """Mark the violations of the named events as ruled; say whether there were any."""
        found = False
        for place, violation in enumerate(self.result.violations):
            if violation.event in named:
                found = True
                self.result.violations[place] = replace(violation, ruled=True)
        return found

    def _take_back(self, named: set[int]) -> None:
        """Return to the table before the named events; what was seen stays known."""
        if not named or (first := min(named)) not in self.snapshots:
            return
        snapshot = self.snapshots[first]
        seen = {card: place for card, place in self.table.gone.items() if place.event in named}
        self.table = snapshot.table.copy()
        for card, place in seen.items():
            if self.table.can_hold(place.seat, card):
                self.table.identify(place.seat, 1 << card)
        self.window = snapshot.window
        self.trick = snapshot.trick
        del self.result.tricks[snapshot.tricks :]
        for key in [key for key in self.result.drawings if key >= snapshot.tricks]:
            del self.result.drawings[key]
        self.over_reported = False

    # -- findings

    def _undecided(
        self,
        part: Part,
        seat: int | None,
        number: int | None,
        clause: str,
        variant: str,
        cards: str,
        winning: str = "",
    ) -> None:
        if self.table.contradicted:
            return
        self._add(
            codes.UNDECIDED,
            part,
            seat,
            number,
            {"cards": cards, "winning": winning},
            variant=variant,
            clause=clause,
        )

    def _add_draw(
        self,
        code: Code,
        event: int,
        part: Part,
        seat: int,
        args: dict[str, str | int],
        *,
        variant: str = "",
        expected: str | None = None,
        found: str | None = None,
        related: tuple[tuple[int, Part, str], ...] = (),
    ) -> None:
        last = self.window.last
        self._add(
            code,
            part,
            seat,
            None if last is None else last.number,
            args,
            variant=variant,
            expected=expected,
            found=found,
            related=related,
            at=event,
        )

    def _add(
        self,
        code: Code,
        part: Part,
        seat: int | None,
        number: int | None,
        args: dict[str, str | int],
        *,
        variant: str = "",
        clause: str | None = None,
        expected: str | None = None,
        found: str | None = None,
        laying: Response | None = None,
        legal: str | None = None,
        related: tuple[tuple[int, Part, str], ...] = (),
        at: int | None = None,
    ) -> None:
        self.result.violations.append(
            Violation(
                code,
                self.event if at is None else at,
                part,
                None if seat is None else self.seats[seat],
                number,
                args,
                variant,
                clause,
                expected,
                found,
                related,
                self.table.moment(self.trick, laying, legal),
            )
        )


def _unmatched(masks: Sequence[int], due: Sequence[int]) -> int | None:
    """Return the place of a mask that none of the due ones can be, None if all fit."""
    rest = list(due)
    for known_first in (True, False):
        for place, mask in enumerate(masks):
            if is_known(mask) is not known_first:
                continue
            fits = next((at for at, other in enumerate(rest) if other == mask), None)
            if fits is None:
                fits = next((at for at, other in enumerate(rest) if other & mask), None)
            if fits is None:
                return place
            del rest[fits]
    return None
