"""A deal of Svoi Kozyri told in words: trumps, exchange, turns, losses."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kozelnotation.diag.finding import Finding
from kozelnotation.games.svoi import codes
from kozelnotation.games.svoi.events import Turn
from kozelnotation.games.svoi.rulesets import SvoiRules
from kozelnotation.games.svoi.sixes import first_turn
from kozelnotation.record.model import Record
from kozelnotation.render.transcript.paragraphs import Kind, Paragraph, View
from kozelnotation.render.transcript.phrases import card_words, listed
from kozelnotation.render.transcript.svoi_pile import Course, follow
from kozelnotation.render.transcript.svoi_turns import SUIT_WORDS, TurnWords
from kozelnotation.render.transcript.teller import Teller, Terms
from kozelnotation.syntax import nodes
from kozelnotation.verdict.report import DealReport, RecordReport, Totals, TurnsReport
from kozelnotation.verdict.svoi.series import JudgedDeal, replay_record

SVOI = Terms(
    "series",
    "turn",
    "losses",
    seen_by_all=frozenset(
        code.number
        for code in (
            codes.TURN_OUT_OF_ORDER,
            codes.COVER_DOES_NOT_BEAT,
            codes.COVER_MISSING,
            codes.LEAD_MISSING,
            codes.PICK_UP_COUNT,
            codes.PICK_UP_INSTEAD_OF_LEAD,
            codes.PLAYER_ALREADY_OUT,
            codes.DEAL_ALREADY_OVER,
            codes.WRONG_DEALER,
            codes.COVER_NOT_DUE,
            codes.TOO_MANY_CARDS,
        )
    ),
)

_BY_THE_TOP = (codes.COVER_DOES_NOT_BEAT, codes.PICK_UP_COUNT)
"""Faults that only those can see who know the cards that are compared."""


@dataclass(slots=True)
class _DealStory:
    report: DealReport
    turns: TurnsReport
    judged: JudgedDeal
    course: Course
    words: TurnWords


class SvoiTeller(Teller):
    """Tells a record of Svoi Kozyri."""

    def __init__(self, report: RecordReport, record: Record, view: View, rules: SvoiRules) -> None:
        super().__init__(report, record, view, SVOI)
        self.rules = rules
        self.open_lines: set[int] = set()
        """The lines of turns in which everybody saw what lay on top, and what covered it."""

    @property
    def sees_all(self) -> bool:
        """Whether no card is hidden from who reads: hands that mirror each other are open (8.1)."""
        return self.view.seat is None or self.rules.hands_are_mirrored

    def left_out(self) -> str:
        """Say what is not told to a seat."""
        if self.rules.hands_are_mirrored:
            return "all cards are open, commentary is left out"
        return super().left_out()

    def is_seen(self, finding: Finding) -> bool:
        """Whether the seat that reads could see a fault."""
        if not super().is_seen(finding):
            return False
        rests_on_cards = finding.code in _BY_THE_TOP
        return self.sees_all or not rests_on_cards or finding.span.line in self.open_lines

    def deals(self) -> Iterator[Paragraph]:
        """Tell the deals."""
        judged: list[JudgedDeal] = []
        if self.record.can_be_judged:
            judged = replay_record(self.record, self.rules)
        for report, deal in zip(self.report.deals, judged, strict=False):
            if report.turns is None:
                continue
            lowered, replay = deal.lowered, deal.replay
            course = follow(self.rules, lowered.set_up, lowered.events, replay)
            eye = None if self.sees_all else self.seat
            words = TurnWords(self.record.seats, lowered.events, replay, course, eye)
            yield from self._deal(_DealStory(report, report.turns, deal, course, words))

    def outcome(self) -> Iterator[str]:
        """Say what the series has come to."""
        deals = self.report.deals
        known = [place for place, deal in enumerate(deals) if None not in deal.score.values()]
        if not known:
            is_decided = any(deal.complete or _is_ruled(deal) for deal in deals)
            yield (
                "The losses of the series are not known."
                if is_decided
                else "No deal is decided in this record."
            )
            return
        later = [str(deal.number) for deal in deals[known[-1] + 1 :]]
        word = "deal" if len(later) == 1 else "deals"
        without = f"; {word} {listed(later)} not counted" if later else ""
        yield f"The series so far: losses {_losses(deals[known[-1]].score)}{without}."

    # -- deals

    def _deal(self, story: _DealStory) -> Iterator[Paragraph]:
        report, lowered = story.report, story.judged.lowered
        number = "?" if report.number is None else report.number
        yield Paragraph(Kind.HEADING, f"Deal {number}: {self._first(story)}")
        yield Paragraph(Kind.TEXT, _trumps(story.turns.trumps))
        begins = first_turn(lowered.events) if self.rules.sixes_change_hands else 0
        event_of = {line.number: at for at, line in enumerate(lowered.event_lines)}
        exchanged = self._exchanged([line.statement for line in lowered.event_lines[:begins]])
        if exchanged:
            yield Paragraph(Kind.TEXT, f"Before play {listed(exchanged)}.")
        yield from self._hands(story)
        for line in lowered.text.lines:
            event = event_of.get(line.number)
            yield from self._line(line, story, event, begins)
            yield from self.around(line)
        result = " ".join(self._result(story))
        if result:
            yield Paragraph(Kind.TEXT, result)

    def _first(self, story: _DealStory) -> str:
        if self.rules.has_dealer:
            dealer = story.report.dealer
            return "nobody knows who deals" if dealer is None else f"{dealer} deals"
        starter = story.turns.starter
        return "nobody knows who begins" if starter is None else f"{starter} begins"

    def _exchanged(self, statements: Sequence[nodes.Statement]) -> list[str]:
        """Return, by giver, the exchanges before play that are written and may be told."""
        told: dict[str, list[str]] = {}
        for statement in statements:
            match statement:
                case nodes.Gives(seat=seat, cards=cards, to=to) if to is not None:
                    if self.sees_all or self.view.seat in (seat.text, to.text):
                        gift = f"{card_words(cards)} to {to.text}"
                        told.setdefault(seat.text, []).append(gift)
                case _:
                    pass
        return [f"{giver} gives {listed(gifts)}" for giver, gifts in told.items()]

    def _hands(self, story: _DealStory) -> Iterator[Paragraph]:
        start = story.judged.replay.start
        shown = [
            f"{seat}: {hand}"
            for place, (seat, hand) in enumerate(() if start is None else start.hands)
            if hand != "-"
            and not any(word in hand for word in ("?", "...", "not known"))
            and (self.sees_all or self.seat == place)
        ]
        if shown:
            after = " after the exchange of the sixes" if self.rules.sixes_change_hands else ""
            word = "Hand" if len(shown) == 1 else "Hands"
            yield Paragraph(Kind.TEXT, "\n".join((f"{word}{after}:", *shown)))

    def _line(
        self, line: nodes.Line, story: _DealStory, event: int | None, begins: int
    ) -> Iterator[Paragraph]:
        statement = line.statement
        match statement:
            case nodes.Trick():
                yield self._turn(line, statement, story, event)
            case nodes.Reveals(seat=seat, cards=cards):
                where = self._revealed(statement, story, event)
                yield Paragraph(
                    Kind.TRICK,
                    f"It is seen that {seat.text} {where[0]} {card_words(cards)} {where[1]}.",
                )
            case nodes.CardList(keyword="missing", cards=cards):
                yield Paragraph(Kind.TRICK, f"The pack is without {card_words(cards)}.")
            case nodes.Gives() if event is not None and event < begins:
                pass
            case _:
                yield from self.common(statement)

    def _turn(
        self, line: nodes.Line, statement: nodes.Trick, story: _DealStory, event: int | None
    ) -> Paragraph:
        number = "?" if statement.number.value is None else statement.number.value
        mark = f"{number}." if not statement.continues else "..."
        turn = None if event is None else story.judged.lowered.events[event]
        if event is None or not isinstance(turn, Turn):
            text = "This turn could not be replayed."
        elif not statement.plays:
            text = "A turn that is not written down."
        else:
            table = story.course.tables[event]
            is_told = story.words.known_top(table) is not None and not turn.hidden_cover
            if is_told:
                self.open_lines.add(line.number)
            text = story.words.tell(event, turn, statement.plays[0])
        return Paragraph(Kind.TRICK, text, mark)

    def _revealed(
        self, statement: nodes.Reveals, story: _DealStory, event: int | None
    ) -> tuple[str, str]:
        """Return how and where cards were laid that are seen later."""
        number, where = statement.number.value, f"in turn {statement.number.value}"
        for at, other in enumerate(story.judged.lowered.events[: event or 0]):
            if not isinstance(other, Turn) or other.number != number or other.seat is None:
                continue
            is_its = self.record.seats[other.seat] == statement.seat.text
            if is_its and other.hidden_cover and len(statement.cards) == len(other.cover):
                top = story.words.known_top(story.course.tables[at])
                return f"covered {top or 'the top card'} with", where
        return "laid", where

    # -- the end

    def _result(self, story: _DealStory) -> Iterator[str]:
        report, turns = story.report, story.turns
        is_ruled = _is_ruled(report)
        is_counted = is_ruled or bool(report.complete)
        if report.ended == "annulled" and not is_ruled:
            return
        if is_ruled:
            pass
        elif report.complete is None:
            yield "Whether the deal was played to its end is not known."
        elif not report.complete:
            if report.ended is None:
                yield "The deal is not played to its end."
        elif turns.is_drawn:
            yield "The deal is drawn."
        elif turns.loser is not None:
            yield f"{turns.loser} loses."
        else:
            yield f"{self._left(turns)}; whether the deal is lost or drawn is not known."
        if any(report.penalty_by_ruling.values()):
            yield f"By ruling in addition: {_losses(report.penalty_by_ruling)}."
            is_counted = True
        if is_counted:
            yield f"Losses: {_losses(report.score)}."

    def _left(self, turns: TurnsReport) -> str:
        out = {seat for seat, _ in turns.out or ()}
        left = [seat for seat in self.record.seats if seat not in out]
        return f"{left[0]} is left" if len(left) == 1 else "The deal is over"


def _is_ruled(deal: DealReport) -> bool:
    return any(ruling.kind == "result" for ruling in deal.rulings)


def _trumps(trumps: dict[str, str | None]) -> str:
    if not any(trumps.values()):
        return "Own trumps: not known."
    words = [
        f"{seat} {'not known' if suit is None else f'{SUIT_WORDS[suit]}s'}"
        for seat, suit in trumps.items()
    ]
    return f"Own trumps: {', '.join(words)}."


def _losses(values: Totals) -> str:
    if all(value is None for value in values.values()):
        return "not known"
    return ", ".join(
        f"{seat} {'not known' if value is None else value}" for seat, value in values.items()
    )
