"""From the lines of a deal of Svoi Kozyri to its set-up, events and claims.

Source: notation, sections 4 and 7.
"""

from dataclasses import dataclass

from kozelnotation.cards.card import SUITS
from kozelnotation.diag.finding import Address, Finding, Span
from kozelnotation.games.contract import Part
from kozelnotation.games.events import Masks
from kozelnotation.games.svoi.events import Kind, SetUp, Turn
from kozelnotation.games.svoi.events import Trumps as TrumpSuits
from kozelnotation.games.svoi.rulesets import SvoiRules
from kozelnotation.record import codes
from kozelnotation.record.lowered import LoweredDeal
from kozelnotation.record.lowering import Lowering
from kozelnotation.record.model import DealText, Record
from kozelnotation.syntax.nodes import (
    Blank,
    CardWord,
    Cover,
    Gives,
    Group,
    Laid,
    Line,
    Play,
    Ruling,
    Statement,
    Takes,
    Trick,
    Trumps,
    Who,
)


@dataclass(slots=True)
class SvoiDeal(LoweredDeal[Turn]):
    """A deal of Svoi Kozyri ready for the replay, with the lines that its parts come from."""

    set_up: SetUp

    def own_place(self, statement: Statement, part: Part) -> tuple[int, int] | None:
        """Return where a part of a turn stands in its line."""
        if not isinstance(statement, Trick) or not statement.plays:
            return None
        play = statement.plays[0]
        match part:
            case ("seat",):
                return play.seat.start, play.seat.end
            case ("done",):
                return play.start, play.end
            case _:
                return _place(play, part)


def _place(play: Play, part: Part) -> tuple[int, int] | None:
    match play.what, part:
        case Cover(cover=cover), ("cover", int(at)):
            card = _cards(cover)[at]
        case ((Cover(lead=groups) | Laid(groups=groups)), ("lead", int(at))):
            card = _cards(groups)[at]
        case Takes(cards=cards), ("listed", int(at)) if cards:
            card = cards[at]
        case Takes(cards=cards), ("list",) if cards:
            return cards[0].start, cards[-1].end
        case _:
            return play.start, play.end
    return card.start, card.end


def _cards(groups: tuple[Group, ...]) -> list[CardWord]:
    return [card for group in groups for card in group.cards]


def lower_deal(
    record: Record, text: DealText, seen_once: set[str], trumps: TrumpSuits | None
) -> tuple[SvoiDeal, list[Finding]]:
    """Lower the lines of a deal.

    ``seen_once`` holds what may stand once per record, ``trumps`` are those of the deal before.
    """
    deal = SvoiDeal(text, SetUp(text.number, None, None, None, ()))
    lowering = _SvoiLowering(record, deal, seen_once)
    lowering.walk()
    deal.set_up = lowering.set_up(trumps)
    return deal, lowering.findings


class _SvoiLowering(Lowering[Turn]):
    play_word = "turn"
    other_game = frozenset(
        {"trump", "stock", "draws", "shows", "captured", "points", "tricks", "penalty", "pot"}
        | {"winner", "tie"}
    )
    deal: SvoiDeal

    def __init__(self, record: Record, deal: SvoiDeal, seen_once: set[str]) -> None:
        super().__init__(record, deal, seen_once)
        rules = record.rules
        self.has_dealer = isinstance(rules, SvoiRules) and rules.has_dealer
        self.trumps: TrumpSuits | None = None

    def address(self, number: int | None, seat: str | None) -> Address:
        return Address(deal=self.text.number, turn=number, seat=seat)

    def is_of_another_game(self, keyword: str) -> bool:
        other = {"starter"} if self.has_dealer else {"dealer", "deck", "drawn"}
        return super().is_of_another_game(keyword) or keyword in other

    def own_statement(self, line: Line, statement: Statement) -> bool:
        match statement:
            case Who(keyword="starter", who=who):
                self.deal.dealer_line = line
                if who is not None:
                    self.dealer = self.seat(who, line=line)
                    self.deal.lost_dealer = self.dealer is None
            case Trumps():
                self._trumps(line, statement)
            case Trick():
                self._turn(line, statement)
            case Ruling(kind="trick") | Gives(to=None):
                self.of_another_game(line)
            case _:
                return False
        return True

    def own_unread(self, line: Line, word: str) -> bool:  # noqa: ARG002 - no line is needed
        match word:
            case "starter":
                self.deal.lost_dealer = True
            case "loser" | "drawn":
                self.deal.has_result = True
            case _:
                return False
        return True

    # -- set-up

    def set_up(self, before: TrumpSuits | None) -> SetUp:
        """Return the set-up as far as it is written, with the trumps of the deal before."""
        is_lost = "trumps" in self.unread_words
        unknown = (tuple(SUITS),) * len(self.seats) if is_lost else None
        return SetUp(
            self.text.number,
            self.dealer,
            self.trumps or unknown or before,
            self.deck,
            tuple(self.hands),
            tuple(self.missing),
            trumps_are_written=self.trumps is not None,
        )

    def own_cards(self, keyword: str, masks: Masks | None) -> None:
        pass

    def missing_statements(self) -> None:
        word = "dealer" if self.has_dealer else "starter"
        if not self.is_written(word):
            self.missing_statement(word)

    def _trumps(self, line: Line, statement: Trumps) -> None:
        suits: list[tuple[str, ...]] = [tuple(SUITS)] * len(self.seats)
        seen: set[int] = set()
        for name, word in statement.suits:
            seat = self.seat(name, line=line)
            if seat is None:
                self.unread_words.add("trumps")
                return
            if seat in seen:
                what = {"what": f"trumps {name.text}"}
                self.add(codes.REPEATED_STATEMENT, line, name.start, word.end, dict(what))
                self.unread_words.add("trumps")
                return
            seen.add(seat)
            if word.text != "?":
                suits[seat] = (word.text,)
            self.deal.set_up_places["trumps", seat] = Span(line.number, name.start, word.end)
        self.trumps = tuple(suits)

    # -- play

    def _turn(self, line: Line, statement: Trick) -> None:
        self.in_play = True
        number = statement.number.value or 0
        plays = statement.plays
        if statement.continues or (plays is not None and len(plays) > 1):
            self.of_another_game(line)
            self.last_number = number
            self.lose(line)
            return
        self.check_number(line, statement)
        claim = statement.claim
        if claim is not None:
            self.add(codes.STATEMENT_OF_ANOTHER_GAME, line, claim.start, claim.end, {"what": ">"})
        if not plays:
            self.deal.gaps.append(line)
            self.event(line, Turn(number, None, Kind.NOT_WRITTEN))
            return
        play = plays[0]
        seat = self.seat(play.seat, number=number, line=line)
        if seat is None:
            self.lose(line)
            return
        self.event(line, self._done(seat, play, line, number))

    def _done(self, seat: int, play: Play, line: Line, number: int) -> Turn:
        match play.what:
            case Laid(groups=groups):
                return Turn(
                    number,
                    seat,
                    Kind.LEAD,
                    lead=self._masks_of(groups, line, number, play),
                    hidden_lead=_is_hidden(groups),
                )
            case Cover(cover=cover, lead=lead):
                return Turn(
                    number,
                    seat,
                    Kind.COVER,
                    self._masks_of(cover, line, number, play),
                    self._masks_of(lead, line, number, play),
                    hidden_cover=_is_hidden(cover),
                    hidden_lead=_is_hidden(lead),
                )
            case Takes(count=count, cards=cards):
                listed = tuple(self.mask(card, line, number, play.seat.text) for card in cards)
                is_miscounted = bool(listed) and count.value not in (None, len(listed))
                if is_miscounted:
                    self._mismatch(line, play, number, count.value or 0, len(listed))
                return Turn(
                    number,
                    seat,
                    Kind.PICK_UP,
                    count=count.value,
                    listed=listed or None,
                    is_miscounted=is_miscounted,
                )
            case Blank.NOT_WRITTEN:
                self.deal.gaps.append(line)
                return Turn(number, seat, Kind.NOT_WRITTEN)
            case Blank.NOTHING:
                return Turn(number, seat, Kind.NOTHING)

    def _masks_of(self, groups: tuple[Group, ...], line: Line, number: int, play: Play) -> Masks:
        return tuple(
            self.mask(card, line, number, play.seat.text)
            for group in groups
            for card in group.cards
        )

    def _mismatch(self, line: Line, play: Play, number: int, said: int, listed: int) -> None:
        self.add(
            codes.COUNT_MISMATCH,
            line,
            play.start,
            play.end,
            {"number": said, "listed": listed, "seat": play.seat.text},
            number=number,
            seat=play.seat.text,
            expected=str(said),
            found=str(listed),
        )


def _is_hidden(groups: tuple[Group, ...]) -> bool:
    return any(group.hidden for group in groups)
