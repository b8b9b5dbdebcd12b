"""From the lines of a deal of Kozel to its set-up, events and claims.

Findings of family K2 that concern the place of a statement, its seats and its numbers
are made here. A statement that cannot be placed is lost: if it belongs to the play, the
replay is told so, and judges nothing that depends on it.

Source: notation, sections 4 and 7.
"""

import re
from dataclasses import dataclass, field

from kozelnotation.cards.card import MASKS
from kozelnotation.diag.code import Code
from kozelnotation.diag.finding import Address, Finding, Related, Span
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.contract import SET_UP, Part
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
from kozelnotation.games.kozel.rulesets import Penalties
from kozelnotation.record import codes
from kozelnotation.record.header import keyword_of
from kozelnotation.record.model import DealText, Record
from kozelnotation.syntax import codes as syntax_codes
from kozelnotation.syntax.nodes import (
    Blank,
    CardList,
    Cards,
    CardWord,
    DealLine,
    Draws,
    Ending,
    Extension,
    FormatLine,
    Gives,
    Laid,
    Line,
    Name,
    Plain,
    Play,
    PlayerLine,
    Pot,
    Reveals,
    Ruling,
    SeatCards,
    Shows,
    Statement,
    Tag,
    TimeLine,
    Trumps,
    Unread,
    Values,
    Who,
)
from kozelnotation.syntax.nodes import Trick as TrickLine
from kozelnotation.syntax.words import STATEMENTS


@dataclass(slots=True)
class KozelDeal:
    """A deal ready for the replay, with the lines that its parts come from."""

    text: DealText
    set_up: SetUp
    dealer_line: Line | None = None
    set_up_lines: dict[tuple[str | int, ...], Line] = field(default_factory=dict)
    set_up_places: dict[tuple[str | int, ...], Span] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    event_lines: list[Line] = field(default_factory=list)
    claims: list[Line] = field(default_factory=list)
    """Lines of the count that claim something, and ``winner`` and ``tie``."""
    captured: list[Line] = field(default_factory=list)
    rulings: list[Line] = field(default_factory=list)
    """Rulings on penalties; the others are events."""
    all_rulings: list[Line] = field(default_factory=list)
    gaps: list[Line] = field(default_factory=list)
    has_result: bool = False
    lost_play: bool = False
    lost_dealer: bool = False

    def place(self, event: int, part: Part) -> Span:
        """Return where a part of an event, or of the set-up, stands in the text."""
        if event == SET_UP:
            return self._set_up_place(part)
        line = self.event_lines[event]
        start, end = _part_place(line.statement, part) or (line.start, line.end)
        return Span(line.number, start, end)

    def _set_up_place(self, part: Part) -> Span:
        if part in self.set_up_places:
            return self.set_up_places[part]
        for length in (len(part), len(part) - 1):
            line = self.set_up_lines.get(part[:length])
            if line is None:
                continue
            cards = getattr(line.statement, "cards", None)
            if length < len(part) and isinstance(cards, tuple):
                card: CardWord = cards[int(part[-1])]
                return Span(line.number, card.start, card.end)
            start, end = getattr(line.statement, "start", 0), getattr(line.statement, "end", 0)
            return Span(line.number, start or line.start, end or line.end)
        head = self.text.head
        return Span(head.number, head.start, head.end)


def _part_place(statement: Statement, part: Part) -> tuple[int, int] | None:
    match statement, part:
        case TrickLine(plays=plays), ("play", int(place), *rest) if plays:
            play = plays[place]
            if rest:
                card = _laid_cards(play)[int(rest[0])]
                return card.start, card.end
            return play.start, play.end
        case TrickLine(plays=plays), ("seat", int(place)) if plays:
            name = plays[place].seat
            return name.start, name.end
        case Draws(entries=tuple() as entries), ("entry", int(place)):
            return entries[place].start, entries[place].end
        case Shows(start=start, end=end), ("word",):
            return start, end
        case (Shows(cards=tuple() as cards) | SeatCards(cards=tuple() as cards), ("card", int(at))):
            return cards[at].start, cards[at].end
        case ((Reveals(cards=cards) | Gives(cards=cards)), ("card", int(at))):
            return cards[at].start, cards[at].end
        case TrickLine(claim=claim), ("claim",) if claim is not None:
            return claim.start, claim.end
        case _:
            return None


def _laid_cards(play: Play) -> list[CardWord]:
    """Return the cards of a play, those face up first, as responses count them."""
    if not isinstance(play.what, Laid):
        return []
    groups = play.what.groups
    return [
        card
        for hidden in (False, True)
        for group in groups
        if group.hidden is hidden
        for card in group.cards
    ]


_ONCE = frozenset(
    {
        "dealer",
        "starter",
        "trumps",
        "deck",
        "trump",
        "stock",
        "points",
        "tricks",
        "penalty",
        "score",
        "pot",
    }
)
_SET_UP_WORDS = frozenset({"dealer", "starter", "trumps", "deck", "hand", "trump", "stock"})
_OTHER_GAME = frozenset({"starter", "trumps", "loser", "drawn"})
_PLAY_WORDS = frozenset({"shows", "gives", "exposed", "reveals"})
_NO_EVENT = frozenset(
    {"points", "tricks", "penalty", "score", "carried", "pot", "loser", "drawn", "winner", "tie"}
    | {"player", "time", "ruling", "captured", "exposed", "reveals"}
)
_FIRST_WORD = re.compile(rb"(?:[ \t]*\{[^}]*\})*[ \t]*([a-z]+|[0-9]+\.)")


def lower_deal(
    record: Record, deal: DealText, seen_once: set[str]
) -> tuple[KozelDeal, list[Finding]]:
    """Lower the lines of a deal. ``seen_once`` holds what may stand once per record."""
    return _Lowering(record, deal, seen_once).run()


class _Lowering:
    def __init__(self, record: Record, deal: DealText, seen_once: set[str]) -> None:
        self.record = record
        self.text = deal
        self.seats = {name: place for place, name in enumerate(record.seats)}
        self.sides = set(record.side_names)
        self.findings: list[Finding] = []
        self.seen: dict[str, Line] = {}
        self.seen_once = seen_once
        self.deal = KozelDeal(deal, SetUp(deal.number, None, None, (), None, None))
        self.dealer: int | None = None
        self.deck: tuple[int, ...] | None = None
        self.hands: list[tuple[int, ...] | None] = [None] * len(record.seats)
        self.trump: int | None = None
        self.stock: tuple[int, ...] | None = None
        self.missing: list[int] = []
        self.in_play = False
        self.last_trick: int | None = 0
        """The number written before; None after one that belongs to a lost line."""
        self.other_trick: int | None = None
        """The number that should have been written before, if another one was."""
        self.unread_words: set[str] = set()
        self.lost = False
        self.lost_claims: set[int] = set()

    def run(self) -> tuple[KozelDeal, list[Finding]]:
        for place, line in enumerate(self.text.lines[1:], 1):
            if place in self.text.lost:
                continue
            self._line(line)
        self._missing_statements()
        self.deal.set_up = SetUp(
            self.text.number,
            self.dealer,
            self.deck,
            tuple(self.hands),
            self.trump,
            self.stock,
            tuple(self.missing),
        )
        return self.deal, self.findings

    # -- findings

    def _add(
        self,
        code: Code,
        line: Line,
        start: int,
        end: int,
        args: dict[str, str | int] | None = None,
        variant: str = "",
        *,
        trick: int | None = None,
        seat: str | None = None,
        related: tuple[Related, ...] = (),
        expected: str | None = None,
        found: str | None = None,
        clause: str | None = None,
    ) -> None:
        self.findings.append(
            Finding(
                code,
                Span(line.number, start, end),
                Address(deal=self.text.number, trick=trick, seat=seat),
                args or {},
                variant,
                clause,
                related=related,
                expected=expected,
                found=found,
            )
        )

    def _misplaced(self, line: Line, variant: str) -> None:
        args: dict[str, str | int] = {"what": keyword_of(line.statement)}
        self._add(codes.STATEMENT_OUT_OF_PLACE, line, line.start, line.end, args, variant)

    def _seat(self, name: Name, *, trick: int | None = None, line: Line) -> int | None:
        seat = self.seats.get(name.text)
        if seat is None:
            self._unknown_seat(name, " ".join(self.record.seats), line, trick)
        return seat

    def _unknown_seat(self, name: Name, known: str, line: Line, trick: int | None = None) -> None:
        self.lost = True
        self._add(
            codes.UNKNOWN_SEAT,
            line,
            name.start,
            name.end,
            {"name": name.text, "known": known},
            trick=trick,
        )

    def _side(self, name: Name, line: Line) -> str | None:
        if name.text in self.sides:
            return name.text
        self._unknown_seat(name, " ".join(self.record.side_names), line)
        return None

    # -- cards

    def _masks(
        self, cards: Cards, line: Line, trick: int | None = None, seat: str | None = None
    ) -> tuple[int, ...] | None:
        """Return the masks of cards, None for what is not written down."""
        if isinstance(cards, Blank):
            if cards is Blank.NOT_WRITTEN:
                self.deal.gaps.append(line)
                return None
            return ()
        return tuple(self._mask(card, line, trick, seat) for card in cards)

    def _mask(
        self, card: CardWord, line: Line, trick: int | None = None, seat: str | None = None
    ) -> int:
        mask = MASKS[card.text]
        if mask == 0:
            rules = self.record.rules
            self._add(
                pack_codes.CARD_NOT_IN_PACK,
                line,
                card.start,
                card.end,
                {"card": card.text},
                trick=trick,
                seat=seat,
                clause=None if rules is None else f"{rules.short} 1.1",
            )
        return mask

    # -- one line

    def _line(self, line: Line) -> None:
        statement = line.statement
        keyword = keyword_of(statement)
        if isinstance(statement, Unread):
            self._unread(line, statement)
            return
        for_money = self.record.rules is not None and (self.record.rules.penalties is Penalties.POT)
        if keyword in _OTHER_GAME or keyword == ("penalty" if for_money else "pot"):
            self._of_another_game(line)
            return
        if self._is_repeated(line, keyword):
            return
        if keyword in _SET_UP_WORDS and self.in_play:
            self._misplaced(line, "set_up")
            return
        self.lost = False
        self._statement(line, statement)

    def _is_repeated(self, line: Line, keyword: str) -> bool:
        key = keyword
        match line.statement:
            case SeatCards(keyword="hand" | "captured", seat=seat):
                key = f"{keyword} {seat.text}"
            case Ending():
                key = "unfinished or annulled"
            case Who(keyword="winner") | Plain(keyword="tie"):
                if "winner" in self.seen_once:
                    self._add(
                        codes.REPEATED_STATEMENT, line, line.start, line.end, {"what": keyword}
                    )
                    return True
                self.seen_once.add("winner")
                return False
            case _:
                if keyword not in _ONCE:
                    return False
        if key in self.seen:
            first = self.seen[key]
            self._add(
                codes.REPEATED_STATEMENT,
                line,
                line.start,
                line.end,
                {"what": key},
                related=(Related(Span(first.number, first.start, first.end), "first_statement"),),
            )
            return True
        self.seen[key] = line
        return False

    def _statement(self, line: Line, statement: Statement) -> None:
        match statement:
            case Who(keyword="dealer", who=who):
                self.deal.dealer_line = line
                if who is not None:
                    self.dealer = self._seat(who, line=line)
                    self.deal.lost_dealer = self.dealer is None
            case CardList():
                self._card_list(line, statement)
            case SeatCards(keyword="hand"):
                seat = self._seat(statement.seat, line=line)
                masks = self._masks(statement.cards, line, seat=statement.seat.text)
                if seat is not None:
                    self.hands[seat] = masks
                    self.deal.set_up_lines["hand", seat] = line
            case SeatCards(keyword="captured"):
                if self._side(statement.seat, line) is not None:
                    self._masks(statement.cards, line)
                    self.deal.captured.append(line)
                    self._event(line, Counted())
            case SeatCards():
                self._exposed(line, statement)
            case TrickLine():
                self._trick(line, statement)
            case Draws():
                self._draws(line, statement)
            case Shows():
                self._shows(line, statement)
            case Reveals():
                self._reveals(line, statement)
            case Gives():
                self._gives(line, statement)
            case Values() | Who() | Plain() | Pot():
                self._claim(line, statement)
            case Ending(keyword=keyword):
                self.deal.has_result = True
                self._event(line, Stopped(Stop(keyword)))
            case Ruling():
                self._ruling(line, statement)
            case PlayerLine(seat=name):
                self._seat(name, line=line)
            case TimeLine() | Extension() | DealLine() | FormatLine() | Tag():
                pass
            case Trumps() | Unread():
                self._of_another_game(line)

    def _event(self, line: Line, event: Event) -> None:
        self.deal.events.append(event)
        self.deal.event_lines.append(line)

    def _lose(self, line: Line) -> None:
        """A statement of the play is lost."""
        self.deal.lost_play = True
        self._event(line, Lost())

    def _unread(self, line: Line, statement: Unread) -> None:
        match = _FIRST_WORD.match(statement.raw)
        word = "" if match is None else match[1].decode()
        self.unread_words.add(word)
        if word == "dealer":
            self.deal.lost_dealer = True
            return
        if word.endswith("."):
            self.last_trick = None
            self._lose(line)
        elif word == "draws":
            self._event(line, Drawn(None))
        elif word in ("unfinished", "annulled"):
            self.deal.has_result = True
            self._event(line, Stopped(Stop(word)))
        elif (
            word in _SET_UP_WORDS
            or word == "missing"
            or word in _NO_EVENT
            or word not in STATEMENTS
        ):
            self.deal.has_result = self.deal.has_result or word in ("points", "penalty", "score")
        elif word == "shows":
            # no card moves by it, but nobody knows who may lead now
            self._event(line, Declared(0, "", None))
        else:
            self._lose(line)

    def _of_another_game(self, line: Line) -> None:
        self._add(
            codes.STATEMENT_OF_ANOTHER_GAME,
            line,
            line.start,
            line.end,
            {"what": keyword_of(line.statement)},
        )

    # -- set-up

    def _card_list(self, line: Line, statement: CardList) -> None:
        masks = self._masks(statement.cards, line)
        keyword = statement.keyword
        if keyword == "missing":
            cards = statement.cards if isinstance(statement.cards, tuple) else ()
            for place, card in enumerate(cards, len(self.missing)):
                span = Span(line.number, card.start, card.end)
                self.deal.set_up_places["missing", place] = span
            self.missing.extend(masks or ())
            return
        self.deal.set_up_lines[keyword,] = line
        if keyword == "deck":
            self.deck = masks
        elif keyword == "stock":
            self.stock = masks
        elif masks:
            self.trump = masks[0]

    def _missing_statements(self) -> None:
        head = self.text.head
        if (
            "dealer" not in self.seen
            and not self.deal.lost_dealer
            and "dealer" not in self.unread_words
        ):
            self._add(
                codes.MISSING_STATEMENT, head, head.start, head.end, {"what": "dealer"}, "deal"
            )
        has_play = any(isinstance(event, Trick | Drawn | Declared) for event in self.deal.events)
        if has_play and not ({"trump", "deck"} & (self.seen.keys() | self.unread_words)):
            self._add(
                codes.MISSING_STATEMENT, head, head.start, head.end, {"what": "trump"}, "deal"
            )

    # -- play

    def _trick(self, line: Line, statement: TrickLine) -> None:
        self.in_play = True
        number = statement.number.value or 0
        if any(not isinstance(play.what, Laid | Blank) for play in statement.plays or ()):
            self._of_another_game(line)
            self.last_trick = number
            self._lose(line)
            return
        self._number(line, statement, number)
        plays: list[Response] = []
        for play in statement.plays or ():
            seat = self._seat(play.seat, trick=number, line=line)
            if seat is None:
                self._lose(line)
                return
            plays.append(self._response(seat, play, line, number))
        if statement.plays is None:
            self.deal.gaps.append(line)
        claimed = self._claimed(line, statement)
        if statement.claim is not None and line.number not in self.lost_claims:
            self.deal.claims.append(line)
        self._event(
            line,
            Trick(
                number,
                None if statement.plays is None else tuple(plays),
                statement.continues,
                claimed,
            ),
        )

    def _number(self, line: Line, statement: TrickLine, number: int) -> None:
        last, other = self.last_trick, self.other_trick
        self.other_trick = None
        if not statement.continues:
            self.last_trick = number
        if last is None:
            return
        expected = last if statement.continues else last + 1
        if number == expected:
            return
        if not statement.continues:
            if other is not None and number == other + 1:
                return
            # the next number may go on from this one or from the right one
            self.other_trick = expected
        place = statement.number
        self._add(
            codes.WRONG_NUMBER,
            line,
            place.start,
            place.end,
            {"what": "trick", "expected": expected, "found": number},
            "continued" if statement.continues else "",
            trick=number,
            expected=str(expected),
            found=str(number),
        )

    def _response(self, seat: int, play: Play, line: Line, trick: int) -> Response:
        match play.what:
            case Blank.NOT_WRITTEN:
                self.deal.gaps.append(line)
                return Response(seat, (), (), written=False)
            case Laid(groups=groups):
                name = play.seat.text
                laid = {
                    hidden: tuple(
                        self._mask(card, line, trick, name)
                        for group in groups
                        if group.hidden is hidden
                        for card in group.cards
                    )
                    for hidden in (False, True)
                }
                return Response(seat, laid[False], laid[True])
            case _:
                return Response(seat, (), ())

    def _claimed(self, line: Line, statement: TrickLine) -> tuple[int, ...]:
        claim = statement.claim
        if claim is None or claim.who is None:
            return ()
        name = claim.who.text
        if name in self.seats:
            return (self.seats[name],)
        for side, text in zip(self.record.sides, self.record.side_names, strict=True):
            if text == name:
                return side
        glued = re.fullmatch(r"(.*?)([0-9]+)", name)
        if glued is not None and glued[1] in (*self.seats, *self.sides):
            self._add(
                syntax_codes.MISSING_BLANK,
                line,
                claim.who.start,
                claim.who.end,
                {"word": name},
            )
            self.lost_claims.add(line.number)
            return ()
        known = " ".join((*self.record.seats, *self.record.side_names))
        self.lost_claims.add(line.number)
        self._unknown_seat(claim.who, known, line, statement.number.value)
        return ()

    def _draws(self, line: Line, statement: Draws) -> None:
        self.in_play = True
        if isinstance(statement.entries, Blank):
            if statement.entries is Blank.NOT_WRITTEN:
                self.deal.gaps.append(line)
                self._event(line, Drawn(None))
            else:
                self._event(line, Drawn(()))
            return
        entries: list[tuple[int, tuple[int, ...] | None]] = []
        for entry in statement.entries:
            seat = self._seat(entry.seat, line=line)
            if seat is None:
                self._event(line, Drawn(None))
                return
            entries.append((seat, self._masks(entry.cards, line)))
        self._event(line, Drawn(tuple(entries)))

    def _shows(self, line: Line, statement: Shows) -> None:
        self.in_play = True
        seat = self._seat(statement.seat, line=line)
        if seat is None:
            self._lose(line)
            return
        masks = self._masks(statement.cards, line)
        self._event(line, Declared(seat, statement.word, masks))

    def _reveals(self, line: Line, statement: Reveals) -> None:
        number = statement.number.value or 0
        seat = self._seat(statement.seat, trick=number, line=line)
        if seat is not None:
            masks = tuple(self._mask(card, line, number) for card in statement.cards)
            self._event(line, Revealed(number, seat, masks))

    def _exposed(self, line: Line, statement: SeatCards) -> None:
        seat = self._seat(statement.seat, line=line)
        masks = self._masks(statement.cards, line)
        if seat is not None:
            self._event(line, Exposed(seat, masks or ()))

    def _gives(self, line: Line, statement: Gives) -> None:
        seat = self._seat(statement.seat, line=line)
        to = None if statement.to is None else self._seat(statement.to, line=line)
        if seat is None or (statement.to is not None and to is None):
            self._lose(line)
            return
        masks = tuple(self._mask(card, line) for card in statement.cards)
        self._event(line, Handed(seat, masks, to))

    # -- count and rulings

    def _claim(self, line: Line, statement: Values | Who | Plain | Pot) -> None:
        match statement:
            case Values(keyword="carried"):
                self._misplaced(line, "carried")
                return
            case Values(values=values) | Pot(values=values):
                names: set[str] = set()
                for value in values:
                    if self._side(value.side, line) is None:
                        return
                    if value.side.text in names:
                        self._add(
                            codes.REPEATED_STATEMENT,
                            line,
                            value.side.start,
                            value.value.end,
                            {"what": f"{keyword_of(statement)} {value.side.text}"},
                        )
                        return
                    names.add(value.side.text)
            case Who(who=who) if who is not None and who.text not in self.seats:
                if self._side(who, line) is None:
                    return
            case _:
                pass
        self.deal.has_result = True
        self.deal.claims.append(line)
        self._event(line, Counted())

    def _ruling(self, line: Line, statement: Ruling) -> None:
        for value in statement.values:
            if self._side(value.side, line) is None:
                return
        to = None
        if statement.to is not None:
            to = self._seat(statement.to, line=line)
            if to is None:
                return
        self.deal.all_rulings.append(line)
        number = None if statement.number is None else statement.number.value
        if statement.kind in ("result", "penalty"):
            self.deal.rulings.append(line)
            return
        kind = RulingKind(statement.kind)
        tricks = {event.number for event in self.deal.events if isinstance(event, Trick)}
        if kind is RulingKind.TRICK and number not in tricks:
            self._misplaced(line, "no_trick")
            return
        if kind is RulingKind.VOID:
            self._take_back_number(number)
            self._take_back_count(number)
        self._event(line, Ruled(kind, number, to))

    def _take_back_count(self, number: int | None) -> None:
        """A voided line of the count may be written anew."""
        if number is not None or not self.deal.event_lines:
            return
        line = self.deal.event_lines[-1]
        for key in [key for key, first in self.seen.items() if first is line]:
            del self.seen[key]
        if isinstance(self.deal.events[-1], Counted):
            self.deal.claims = [claim for claim in self.deal.claims if claim is not line]
            self.deal.captured = [shown for shown in self.deal.captured if shown is not line]

    def _take_back_number(self, number: int | None) -> None:
        """After a voided trick the numbers go on from there."""
        if number is not None:
            self.last_trick = number - 1
            return
        for event in reversed(self.deal.events):
            if isinstance(event, Ruled):
                continue
            if isinstance(event, Lost):
                self.last_trick = None
                return
            if isinstance(event, Trick) and not event.continues:
                self.last_trick = event.number - 1
            return
