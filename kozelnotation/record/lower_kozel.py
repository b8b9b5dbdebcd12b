"""From the lines of a deal of Kozel to its set-up, events and claims.

Source: notation, sections 4 and 7.
"""

import re
from dataclasses import dataclass, field

from kozelnotation.diag.finding import Address, Finding
from kozelnotation.games.contract import Part
from kozelnotation.games.events import Counted, Masks
from kozelnotation.games.kozel.events import Declared, Drawn, Response, SetUp, Trick
from kozelnotation.games.kozel.rulesets import KozelRules, Penalties
from kozelnotation.record.lowered import LoweredDeal
from kozelnotation.record.lowering import Lowering
from kozelnotation.record.model import DealText, Record
from kozelnotation.syntax import codes as syntax_codes
from kozelnotation.syntax.nodes import (
    Blank,
    CardWord,
    Draws,
    Laid,
    Line,
    Play,
    SeatCards,
    Shows,
    Statement,
)
from kozelnotation.syntax.nodes import Trick as TrickLine

_OwnEvent = Trick | Drawn | Declared


@dataclass(slots=True)
class KozelDeal(LoweredDeal[_OwnEvent]):
    """A deal of Kozel ready for the replay."""

    set_up: SetUp
    captured: list[Line] = field(default_factory=list)

    def own_place(self, statement: Statement, part: Part) -> tuple[int, int] | None:
        """Return where a card of a play, an entry of draws or a part of a declaration stands."""
        match statement, part:
            case TrickLine(plays=plays), ("play", int(place), at) if plays:
                card = _laid_cards(plays[place])[int(at)]
                return card.start, card.end
            case Draws(entries=tuple() as entries), ("entry", int(place)):
                return entries[place].start, entries[place].end
            case Shows(start=start, end=end), ("word",):
                return start, end
            case Shows(cards=tuple() as cards), ("card", int(at)):
                return cards[at].start, cards[at].end
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


def lower_deal(
    record: Record, text: DealText, seen_once: set[str]
) -> tuple[KozelDeal, list[Finding]]:
    """Lower the lines of a deal. ``seen_once`` holds what may stand once per record."""
    deal = KozelDeal(text, SetUp(text.number, None, None, (), None, None))
    lowering = _KozelLowering(record, deal, seen_once)
    lowering.walk()
    deal.set_up = lowering.set_up()
    return deal, lowering.findings


class _KozelLowering(Lowering[_OwnEvent]):
    play_word = "trick"
    other_game = frozenset({"starter", "trumps", "loser", "drawn"})
    deal: KozelDeal

    def __init__(self, record: Record, deal: KozelDeal, seen_once: set[str]) -> None:
        super().__init__(record, deal, seen_once)
        self.trump: int | None = None
        self.stock: Masks | None = None
        self.lost_claims: set[int] = set()
        """The numbers of lines whose claim could not be placed."""

    def address(self, number: int | None, seat: str | None) -> Address:
        return Address(deal=self.text.number, trick=number, seat=seat)

    def is_of_another_game(self, keyword: str) -> bool:
        rules = self.record.rules
        for_money = isinstance(rules, KozelRules) and rules.penalties is Penalties.POT
        return super().is_of_another_game(keyword) or keyword == ("penalty" if for_money else "pot")

    def own_statement(self, line: Line, statement: Statement) -> bool:
        match statement:
            case SeatCards(keyword="captured"):
                self._captured(line, statement)
            case TrickLine():
                self._trick(line, statement)
            case Draws():
                self._draws(line, statement)
            case Shows():
                self._shows(line, statement)
            case _:
                return False
        return True

    def own_unread(self, line: Line, word: str) -> bool:
        match word:
            case "draws":
                self.event(line, Drawn(None))
            case "shows":
                # no card moves by it, but nobody knows who may lead now
                self.event(line, Declared(0, "", None))
            case _:
                return False
        return True

    # -- set-up

    def set_up(self) -> SetUp:
        """Return the set-up as far as it is written."""
        return SetUp(
            self.text.number,
            self.dealer,
            self.deck,
            tuple(self.hands),
            self.trump,
            self.stock,
            tuple(self.missing),
        )

    def own_cards(self, keyword: str, masks: Masks | None) -> None:
        if keyword == "stock":
            self.stock = masks
        elif masks:
            self.trump = masks[0]

    def missing_statements(self) -> None:
        if not self.is_written("dealer"):
            self.missing_statement("dealer")
        has_play = any(isinstance(event, Trick | Drawn | Declared) for event in self.deal.events)
        if has_play and not self.is_written("trump", "deck"):
            self.missing_statement("trump")

    # -- play

    def _trick(self, line: Line, statement: TrickLine) -> None:
        self.in_play = True
        number = statement.number.value or 0
        if any(not isinstance(play.what, Laid | Blank) for play in statement.plays or ()):
            self.of_another_game(line)
            self.last_number = number
            self.lose(line)
            return
        self.check_number(line, statement)
        plays: list[Response] = []
        for play in statement.plays or ():
            seat = self.seat(play.seat, number=number, line=line)
            if seat is None:
                self.lose(line)
                return
            plays.append(self._response(seat, play, line, number))
        if statement.plays is None:
            self.deal.gaps.append(line)
        claimed = self._claimed(line, statement)
        if statement.claim is not None and line.number not in self.lost_claims:
            self.deal.claims.append(line)
        self.event(
            line,
            Trick(
                number,
                None if statement.plays is None else tuple(plays),
                statement.continues,
                claimed,
            ),
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
                        self.mask(card, line, trick, name)
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
            self.add(
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
        self.unknown_seat(claim.who, known, line, statement.number.value)
        return ()

    def _draws(self, line: Line, statement: Draws) -> None:
        self.in_play = True
        if isinstance(statement.entries, Blank):
            if statement.entries is Blank.NOT_WRITTEN:
                self.deal.gaps.append(line)
                self.event(line, Drawn(None))
            else:
                self.event(line, Drawn(()))
            return
        entries: list[tuple[int, Masks | None]] = []
        for entry in statement.entries:
            seat = self.seat(entry.seat, line=line)
            if seat is None:
                self.event(line, Drawn(None))
                return
            entries.append((seat, self.masks(entry.cards, line)))
        self.event(line, Drawn(tuple(entries)))

    def _shows(self, line: Line, statement: Shows) -> None:
        self.in_play = True
        seat = self.seat(statement.seat, line=line)
        if seat is None:
            self.lose(line)
            return
        masks = self.masks(statement.cards, line)
        self.event(line, Declared(seat, statement.word, masks))

    # -- count

    def _captured(self, line: Line, statement: SeatCards) -> None:
        if self.side(statement.seat, line) is not None:
            self.masks(statement.cards, line)
            self.deal.captured.append(line)
            self.event(line, Counted())

    def take_back_count(self, line: Line) -> None:
        super().take_back_count(line)
        self.deal.captured = [shown for shown in self.deal.captured if shown is not line]
