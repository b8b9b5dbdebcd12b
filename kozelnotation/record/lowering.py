"""From the lines of a deal to its events and claims: what both games have in common.

Findings of family K2 that concern the place of a statement, its seats and its numbers
are made here. A statement that cannot be placed is lost: if it belongs to the play, the
replay is told so, and judges nothing that depends on it.

Source: notation, sections 4 and 7.
"""

import re
from abc import abstractmethod
from typing import ClassVar

from kozelnotation.diag.finding import Span
from kozelnotation.games.events import (
    CommonEvent,
    Counted,
    Exposed,
    Handed,
    Lost,
    Masks,
    Revealed,
    Ruled,
    RulingKind,
    Stop,
    Stopped,
)
from kozelnotation.record import codes
from kozelnotation.record.deal_findings import DealFindings
from kozelnotation.record.header import keyword_of
from kozelnotation.record.lowered import LoweredDeal, OwnEvent
from kozelnotation.record.model import Record
from kozelnotation.syntax.nodes import (
    CardList,
    DealLine,
    Draws,
    Ending,
    Extension,
    FormatLine,
    Gives,
    Line,
    Plain,
    PlayerLine,
    Pot,
    Reveals,
    Ruling,
    SeatCards,
    Shows,
    Statement,
    Tag,
    TimeLine,
    Trick,
    Trumps,
    Unread,
    Values,
    Who,
)
from kozelnotation.syntax.words import STATEMENTS

_ONCE = frozenset(
    {"dealer", "starter", "trumps", "deck", "trump", "stock"}
    | {"points", "tricks", "penalty", "score", "pot"}
)
_SET_UP_WORDS = frozenset({"dealer", "starter", "trumps", "deck", "hand", "trump", "stock"})
_NO_EVENT = frozenset(
    {"points", "tricks", "penalty", "score", "carried", "pot", "loser", "drawn", "winner", "tie"}
    | {"player", "time", "ruling", "captured", "exposed", "reveals"}
)
_FIRST_WORD = re.compile(rb"(?:[ \t]*\{[^}]*\})*[ \t]*([a-z]+|[0-9]+\.)")


class Lowering(DealFindings[OwnEvent]):
    """One deal while its lines are lowered; each game adds its own statements.

    ``seen_once`` holds what may stand once per record.
    """

    play_word: ClassVar[str]
    """What the game calls a numbered line: ``trick`` or ``turn``."""
    other_game: ClassVar[frozenset[str]]
    """The keywords of statements that only another game has."""

    def __init__(self, record: Record, deal: LoweredDeal[OwnEvent], seen_once: set[str]) -> None:
        super().__init__(record, deal)
        self.seen: dict[str, Line] = {}
        """The first line of each statement that may stand once in a deal."""
        self.seen_once = seen_once
        self.unread_words: set[str] = set()
        """The first words of lines that could not be read."""
        self.in_play = False
        """Whether the play has begun, after which no set-up may stand."""
        self.dealer: int | None = None
        self.deck: Masks | None = None
        self.hands: list[Masks | None] = [None] * len(record.seats)
        self.missing: list[int] = []
        self.places: dict[int, int] = {}
        """The last trick or turn of each number, as an event."""
        self.last_number: int | None = 0
        """The number written before; None after one that belongs to a lost line."""
        self.other_number: int | None = None
        """The number that should have been written before, if another one was."""

    def walk(self) -> None:
        """Lower every line of the deal."""
        for place, line in enumerate(self.text.lines[1:], 1):
            if place not in self.text.lost:
                self._line(line)
        self.missing_statements()

    # -- what each game has of its own

    @abstractmethod
    def own_statement(self, line: Line, statement: Statement) -> bool:
        """Lower a statement that this game reads in its own way; False for any other."""

    @abstractmethod
    def own_cards(self, keyword: str, masks: Masks | None) -> None:
        """Note a list of cards of the set-up that is neither the deck nor what is missing."""

    @abstractmethod
    def own_unread(self, line: Line, word: str) -> bool:
        """Lower a line of this game alone that could not be read; False for any other."""

    @abstractmethod
    def missing_statements(self) -> None:
        """Report what the deal should say and does not."""

    def is_of_another_game(self, keyword: str) -> bool:
        """Whether this game has no such statement."""
        return keyword in self.other_game

    def is_written(self, *words: str) -> bool:
        """Whether one of some statements is there, even if it could not be read."""
        return any(word in self.seen or word in self.unread_words for word in words)

    def take_back_count(self, line: Line) -> None:
        """A voided line of the count claims nothing."""
        self.deal.claims = [claim for claim in self.deal.claims if claim is not line]

    # -- events

    def event(self, line: Line, event: OwnEvent | CommonEvent) -> None:
        """Note an event and the line that it comes from."""
        if isinstance(line.statement, Trick) and not isinstance(event, Lost):
            self.places[line.statement.number.value or 0] = len(self.deal.events)
        self.deal.events.append(event)
        self.deal.event_lines.append(line)

    def lose(self, line: Line) -> None:
        """Note that a statement of the play is lost."""
        self.deal.lost_play = True
        self.event(line, Lost())

    def count(self, line: Line) -> None:
        """Note a claim of the count."""
        self.deal.has_result = True
        self.deal.claims.append(line)
        self.event(line, Counted())

    # -- one line

    def _line(self, line: Line) -> None:
        statement = line.statement
        if isinstance(statement, Unread):
            self._unread(line, statement)
            return
        keyword = keyword_of(statement)
        if self.is_of_another_game(keyword):
            self.of_another_game(line)
        elif self._is_repeated(line, keyword):
            pass
        elif keyword in _SET_UP_WORDS and self.in_play:
            self.misplaced(line, "set_up")
        elif not self.own_statement(line, statement):
            self._statement(line, statement)

    def _is_repeated(self, line: Line, keyword: str) -> bool:
        key = keyword
        match line.statement:
            case SeatCards(keyword="hand" | "captured", seat=seat):
                key = f"{keyword} {seat.text}"
            case Ending():
                key = "unfinished or annulled"
            case Who(keyword="loser") | Plain(keyword="drawn"):
                key = "loser or drawn"
            case Who(keyword="winner") | Plain(keyword="tie"):
                if "winner" in self.seen_once:
                    self.repeated(line, keyword)
                    return True
                self.seen_once.add("winner")
                return False
            case _ if keyword not in _ONCE:
                return False
        if key in self.seen:
            self.repeated(line, key, self.seen[key])
            return True
        self.seen[key] = line
        return False

    def _statement(self, line: Line, statement: Statement) -> None:
        match statement:
            case Who(keyword="dealer", who=who):
                self.deal.dealer_line = line
                if who is not None:
                    self.dealer = self.seat(who, line=line)
                    self.deal.lost_dealer = self.dealer is None
            case CardList():
                self._card_list(line, statement)
            case SeatCards(keyword="hand"):
                seat = self.seat(statement.seat, line=line)
                masks = self.masks(statement.cards, line, seat=statement.seat.text)
                if seat is not None:
                    self.hands[seat] = masks
                    self.deal.set_up_lines["hand", seat] = line
            case SeatCards(keyword="exposed"):
                self._exposed(line, statement)
            case Reveals():
                self._reveals(line, statement)
            case Gives():
                self._gives(line, statement)
            case Values() | Who() | Plain() | Pot():
                self._claim(line, statement)
            case Ending(keyword=keyword):
                self.deal.has_result = True
                self.event(line, Stopped(Stop(keyword)))
            case Ruling():
                self._ruling(line, statement)
            case PlayerLine(seat=name):
                self.seat(name, line=line)
            case TimeLine() | Extension() | DealLine() | FormatLine() | Tag():
                pass
            case SeatCards() | Trick() | Draws() | Shows() | Trumps() | Unread():
                self.of_another_game(line)

    def _unread(self, line: Line, statement: Unread) -> None:
        match = _FIRST_WORD.match(statement.raw)
        word = "" if match is None else match[1].decode()
        self.unread_words.add(word)
        if self.own_unread(line, word):
            return
        if word == "dealer":
            self.deal.lost_dealer = True
        elif word.endswith("."):
            self.last_number = None
            self.lose(line)
        elif word in ("unfinished", "annulled"):
            self.deal.has_result = True
            self.event(line, Stopped(Stop(word)))
        elif (
            word in _SET_UP_WORDS
            or word == "missing"
            or word in _NO_EVENT
            or word not in STATEMENTS
        ):
            self.deal.has_result = self.deal.has_result or word in ("points", "penalty", "score")
        else:
            self.lose(line)

    def _card_list(self, line: Line, statement: CardList) -> None:
        masks = self.masks(statement.cards, line)
        if statement.keyword == "missing":
            cards = statement.cards if isinstance(statement.cards, tuple) else ()
            for place, card in enumerate(cards, len(self.missing)):
                span = Span(line.number, card.start, card.end)
                self.deal.set_up_places["missing", place] = span
            self.missing.extend(masks or ())
            return
        self.deal.set_up_lines[statement.keyword,] = line
        if statement.keyword == "deck":
            self.deck = masks
        else:
            self.own_cards(statement.keyword, masks)

    # -- play

    def check_number(self, line: Line, statement: Trick) -> None:
        """Report a number of a trick or turn that is not the one due."""
        number = statement.number.value or 0
        last, other = self.last_number, self.other_number
        self.other_number = None
        if not statement.continues:
            self.last_number = number
        if last is None:
            return
        expected = last if statement.continues else last + 1
        if number == expected:
            return
        if not statement.continues:
            if other is not None and number == other + 1:
                return
            # the next number may go on from this one or from the right one
            self.other_number = expected
        place = statement.number
        self.add(
            codes.WRONG_NUMBER,
            line,
            place.start,
            place.end,
            {"what": self.play_word, "expected": expected, "found": number},
            "continued" if statement.continues else "",
            number=number,
            expected=str(expected),
            found=str(number),
        )

    def _reveals(self, line: Line, statement: Reveals) -> None:
        number = statement.number.value or 0
        seat = self.seat(statement.seat, number=number, line=line)
        if seat is not None:
            masks = tuple(self.mask(card, line, number) for card in statement.cards)
            self.event(line, Revealed(number, seat, masks))

    def _exposed(self, line: Line, statement: SeatCards) -> None:
        seat = self.seat(statement.seat, line=line)
        masks = self.masks(statement.cards, line)
        if seat is not None:
            self.event(line, Exposed(seat, masks or ()))

    def _gives(self, line: Line, statement: Gives) -> None:
        seat = self.seat(statement.seat, line=line)
        to = None if statement.to is None else self.seat(statement.to, line=line)
        if seat is None or (statement.to is not None and to is None):
            self.lose(line)
            return
        masks = tuple(self.mask(card, line) for card in statement.cards)
        self.event(line, Handed(seat, masks, to))

    # -- count and rulings

    def _claim(self, line: Line, statement: Values | Who | Plain | Pot) -> None:
        match statement:
            case Values(keyword="carried"):
                self.misplaced(line, "carried")
                return
            case Values(values=values) | Pot(values=values):
                names: set[str] = set()
                for value in values:
                    if self.side(value.side, line) is None:
                        return
                    if value.side.text in names:
                        what = f"{keyword_of(statement)} {value.side.text}"
                        start, end = value.side.start, value.value.end
                        self.add(codes.REPEATED_STATEMENT, line, start, end, {"what": what})
                        return
                    names.add(value.side.text)
            case Who(who=who) if who is not None and who.text not in self.seats:
                if self.side(who, line) is None:
                    return
            case _:
                pass
        self.count(line)

    def _ruling(self, line: Line, statement: Ruling) -> None:
        for value in statement.values:
            if self.side(value.side, line) is None:
                return
        to = None
        if statement.to is not None:
            to = self.seat(statement.to, line=line)
            if to is None:
                return
        self.deal.all_rulings.append(line)
        number = None if statement.number is None else statement.number.value
        if statement.kind in ("result", "penalty"):
            self.deal.rulings.append(line)
            return
        kind = RulingKind(statement.kind)
        if kind is RulingKind.TRICK and number not in self.places:
            self.misplaced(line, "no_trick")
            return
        if kind is RulingKind.VOID:
            if number is None or number in self.places:
                self._take_back_number(number)
            self._take_back_lines(number)
        self.event(line, Ruled(kind, number, to))

    def _take_back_lines(self, number: int | None) -> None:
        """Voided lines of the count may be written anew."""
        lines = self.deal.event_lines
        first = len(lines) - 1 if number is None else self.places.get(number, len(lines))
        first = max(first, 0)
        for event, line in zip(self.deal.events[first:], lines[first:], strict=True):
            for key in [key for key, written in self.seen.items() if written is line]:
                del self.seen[key]
            if isinstance(event, Counted):
                self.take_back_count(line)

    def _take_back_number(self, number: int | None) -> None:
        """After a voided trick or turn the numbers go on from there."""
        if number is not None:
            self.last_number = number - 1
            return
        for event, line in zip(
            reversed(self.deal.events), reversed(self.deal.event_lines), strict=True
        ):
            if isinstance(event, Ruled):
                continue
            if isinstance(event, Lost):
                self.last_number = None
            elif isinstance(line.statement, Trick) and not line.statement.continues:
                self.last_number = (line.statement.number.value or 0) - 1
            return
