"""What is told of a record in every game: head, faults, commentary, rulings, end."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from kozelnotation.diag.code import Severity
from kozelnotation.diag.finding import Finding
from kozelnotation.record.model import Record
from kozelnotation.render.report_text import plural
from kozelnotation.render.transcript.faults import fault_text
from kozelnotation.render.transcript.paragraphs import Kind, Paragraph, View
from kozelnotation.render.transcript.phrases import card_words, labelled, listed
from kozelnotation.syntax import nodes
from kozelnotation.verdict.report import RecordReport


@dataclass(frozen=True, slots=True)
class Terms:
    """The words of a game, and what everybody at its table can see."""

    contest: str
    """``match`` or ``series``."""
    play: str
    """``trick`` or ``turn``."""
    total: str
    """What is counted: ``penalties`` or ``losses``."""
    seen_by_all: frozenset[str] = frozenset()
    """Faults that everybody at the table can see, whatever cards lie face down."""
    told_notes: frozenset[str] = frozenset()
    """Notes that belong into a transcript."""


class Teller(ABC):
    """Tells one record to everybody who knows it, or to one seat."""

    def __init__(self, report: RecordReport, record: Record, view: View, terms: Terms) -> None:
        self.report = report
        self.record = record
        self.view = view
        self.terms = terms
        self.faults: dict[int, list[Finding]] = {}
        for finding in report.findings:
            code = finding.code
            if code.severity is not Severity.NOTE or code.number in terms.told_notes:
                self.faults.setdefault(finding.span.line, []).append(finding)
        self.seat = None if view.seat is None else record.seats.index(view.seat)

    @property
    def sees_all(self) -> bool:
        """Whether no card is hidden from who reads."""
        return self.view.seat is None

    def tell(self) -> Iterator[Paragraph]:
        """Tell the record from the title to the result."""
        yield from self._head()
        header = [
            line
            for line in self.record.read.text.lines
            if not self.report.deals or line.number < self.report.deals[0].line
        ]
        for line in header:
            yield from self.around(line)
        yield from self.deals()
        yield from self._end()

    @abstractmethod
    def deals(self) -> Iterator[Paragraph]:
        """Tell the deals."""

    @abstractmethod
    def outcome(self) -> Iterator[str]:
        """Say in a sentence what the deals came to."""

    def is_seen(self, finding: Finding) -> bool:
        """Whether the seat that reads could see a fault."""
        return self.sees_all or finding.code.number in self.terms.seen_by_all

    # -- head and end

    def _head(self) -> Iterator[Paragraph]:
        tag = self.record.tag
        event = tag("Event") or tag("Site") or f"Record {self.report.index}"
        yield Paragraph(Kind.TITLE, event)
        parts = [
            text
            for text in (
                tag("Site") if tag("Event") else None,
                tag("Date"),
                labelled("round", tag("Round")),
                labelled("table", tag("Table")),
            )
            if text
        ]
        if parts:
            yield Paragraph(Kind.TEXT, ", ".join(parts))
        rules = self.record.rules
        if rules is not None:
            yield Paragraph(Kind.TEXT, f"{rules.title} ({self.record.rules_text}).")
        sides = []
        for side in self.record.sides:
            names = [self._person(self.record.seats[seat]) for seat in side]
            sides.append(" and ".join(names))
        if len(sides) > 2:
            yield Paragraph(Kind.TEXT, f"{listed(sides)}, each alone.")
        elif sides:
            yield Paragraph(Kind.TEXT, " against ".join(sides) + ".")
        officials = [
            f"{name}: {text}" for name in ("Referee", "Scorer") if (text := tag(name)) is not None
        ]
        if officials:
            yield Paragraph(Kind.TEXT, ". ".join(officials) + ".")
        if self.view.seat is not None:
            yield Paragraph(Kind.TEXT, f"Told as {self.view.seat} saw it: {self.left_out()}.")
        if self.record.carried is not None:
            values = ", ".join(
                f"{v.side.text} {'?' if v.value.value is None else v.value.value}"
                for v in self.record.carried.values
            )
            yield Paragraph(
                Kind.TEXT,
                f"The {self.terms.contest} is carried on; {self.terms.total} so far: {values}.",
            )

    def left_out(self) -> str:
        """Say what is not told to a seat."""
        return "cards that this seat could not see, and commentary, are left out"

    def _person(self, seat: str) -> str:
        name = self.record.tag("Player", seat)
        return seat if name is None else f"{seat} ({name})"

    def _end(self) -> Iterator[Paragraph]:
        yield Paragraph(Kind.HEADING, "Result")
        for sentence in self.outcome():
            yield Paragraph(Kind.TEXT, sentence)
        words = {
            "legal": "No rule was broken.",
            "illegal": "A rule was broken: see the faults above.",
            "undecided": "Whether every rule was kept cannot be decided from this record.",
            "malformed": "The record could not be read in full: see the faults above.",
        }
        claims = {
            "refuted": " A claim of the record is false.",
            "undecided": " Some claims of the record cannot be decided.",
            "confirmed": " Every claim of the record is true.",
            "none": "",
        }
        if not self.sees_all:
            # the verdict may rest on cards that this seat could not see
            return
        yield Paragraph(
            Kind.TEXT, words[self.report.status.value] + claims[self.report.claims.value]
        )

    # -- lines

    def around(self, line: nodes.Line) -> Iterator[Paragraph]:
        """Tell the faults and the commentary of a line."""
        for finding in self.faults.pop(line.number, ()):
            if not self.is_seen(finding):
                # it may rest on cards that this seat could not see
                continue
            text = fault_text(finding, is_veiled=not self.sees_all)
            yield Paragraph(Kind.FAULT, text)
        if self.view.seat is None:
            for comment in line.comments:
                yield Paragraph(Kind.COMMENT, comment.text)

    def common(self, statement: nodes.Statement) -> Iterator[Paragraph]:
        """Tell a statement that every game has; nothing for any other."""
        match statement:
            case nodes.SeatCards(keyword="exposed", seat=seat, cards=cards):
                if not isinstance(cards, nodes.Blank):
                    text = f"Everybody sees {card_words(cards)} in the hand of {seat.text}."
                    yield Paragraph(Kind.TRICK, text)
            case nodes.Gives(seat=seat, cards=cards, to=to):
                yield Paragraph(Kind.TRICK, self.given(seat.text, cards, to))
            case nodes.Ending(keyword=keyword, reason=reason):
                said = {
                    "unfinished": "The deal stops here",
                    "annulled": "The deal is annulled",
                }[keyword]
                yield Paragraph(Kind.TRICK, f"{said}{'' if reason is None else f': {reason}'}.")
            case nodes.PlayerLine(seat=seat, player=player):
                who = "somebody" if player is None else player
                yield Paragraph(Kind.TRICK, f"From now on {who} sits at {seat.text}.")
            case nodes.TimeLine(text=text) if text is not None:
                yield Paragraph(Kind.TRICK, f"Time: {text}.")
            case nodes.Ruling():
                yield Paragraph(Kind.TRICK, _ruling(statement, self.terms))
            case nodes.Unread(raw=raw):
                text = raw.decode("utf-8", "replace")
                if self.view.seat is None:
                    yield Paragraph(Kind.TRICK, f"A line that could not be read: {text}")
            case _:
                pass

    def given(self, giver: str, cards: tuple[nodes.CardWord, ...], to: nodes.Name | None) -> str:
        """Tell that cards change hands."""
        target = "back to the stock" if to is None else f"to {to.text}"
        seat = self.view.seat
        may_see = self.sees_all or seat == giver or (to is not None and seat == to.text)
        what = card_words(cards) if may_see else plural(len(cards), "card")
        return f"{giver} gives {what} {target}."


def _ruling(ruling: nodes.Ruling, terms: Terms) -> str:
    number = None if ruling.number is None else ruling.number.value
    where = "what was done above" if number is None else f"what was done in {terms.play} {number}"
    values = ", ".join(f"{v.side.text} {v.value.value}" for v in ruling.values)
    match ruling.kind:
        case "stands":
            said = f"{where} stands"
        case "void":
            said = (
                "the line above is taken back"
                if number is None
                else f"everything from {terms.play} {number} on is taken back"
            )
        case "trick":
            said = f"trick {number} belongs to {'?' if ruling.to is None else ruling.to.text}"
        case "result":
            said = f"the {terms.total} of this deal are {values}"
        case _:
            said = f"{terms.total} in addition: {values}"
    return f"Ruling: {said}{'' if ruling.text is None else f' ({ruling.text})'}."
