"""A deal while it is judged, and what is carried from deal to deal: the same in every game.

Source: rules, sections 9.3 and 9.12; verdicts, sections 1 and 2.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kozelnotation.diag.code import Code
from kozelnotation.diag.finding import Address, Finding, Related, Span
from kozelnotation.games.contract import SET_UP, Violation
from kozelnotation.games.events import Ruled, RulingKind
from kozelnotation.record import codes as record_codes
from kozelnotation.record.lowered import LoweredDeal
from kozelnotation.record.model import DealText, Record
from kozelnotation.syntax.nodes import Line, Plain, Ruling, SideValue, Trick, Values, Who
from kozelnotation.verdict import codes
from kozelnotation.verdict.claims import ClaimBook, side_words
from kozelnotation.verdict.report import DealReport, Result, RulingReport
from kozelnotation.verdict.status import claims_of, status_of


@dataclass(slots=True)
class Verdict:
    """What judging the deals of a record gave."""

    deals: list[DealReport]
    findings: list[Finding]
    result: Result | None
    complete: bool | None


@dataclass(slots=True)
class Course:
    """What is carried from deal to deal."""

    number: int | None = None
    """The number written for the deal before."""
    other_number: int | None = None
    """The number that should have been written for the deal before, if another one was."""
    dealer: int | None = None
    """The dealer written for the deal before."""
    dealer_is_free: bool = True
    same_dealer: bool = False
    distance: list[int] = field(default_factory=list)
    """How far the written score is from the computed one, by side."""
    seen_once: set[str] = field(default_factory=set)


class DealJudging(ABC):
    """A deal while it is judged; each game adds its replay and its count."""

    lowered: LoweredDeal[Any]

    def __init__(self, record: Record, short: str, text: DealText, found: list[Finding]) -> None:
        self.record = record
        self.short = short
        """The name before a clause, such as ``KP``."""
        self.names = record.side_names
        self.text = text
        self.findings = found
        self.report = DealReport(text.number, text.head.number)
        self.book = ClaimBook(text.number, short)

    @abstractmethod
    def address(self, number: int | None, seat: str | None) -> Address:
        """Return the address of a finding in a trick or turn of this deal."""

    # -- findings

    def add(
        self,
        code: Code,
        line: Line,
        start: int,
        end: int,
        args: dict[str, str | int],
        *,
        variant: str = "",
        seat: str | None = None,
        clause: str | None = None,
        expected: str | None = None,
        found: str | None = None,
        related: tuple[Related, ...] = (),
        ruled: bool = False,
    ) -> None:
        """Write down a finding on this deal."""
        self.findings.append(
            Finding(
                code,
                Span(line.number, start, end),
                self.address(None, seat),
                args,
                variant,
                clause=None if clause is None else f"{self.short} {clause}",
                expected=expected,
                found=found,
                related=related,
                ruled=ruled,
            )
        )

    def dealer_stands(self) -> bool:
        """Whether a ruling above all play lets stand who dealt (notation, 9.2)."""
        for event in self.lowered.events:
            if not isinstance(event, Ruled):
                return False
            if event.kind is RulingKind.STANDS and event.number is None:
                return True
        return False

    def add_violation(self, violation: Violation) -> None:
        """Write down what the replay found, at its place in the text."""
        lowered = self.lowered
        related = tuple(
            Related(lowered.place(event, part), caption)
            for event, part, caption in violation.related
        )
        clause = violation.clause or violation.code.clause
        number = violation.trick if violation.turn is None else violation.turn
        self.findings.append(
            Finding(
                violation.code,
                lowered.place(violation.event, violation.part),
                self.address(number, violation.seat),
                violation.args,
                violation.variant,
                f"{self.short} {clause}",
                violation.expected,
                violation.found,
                related,
                moment=None if violation.event == SET_UP else violation.moment,
                ruled=violation.ruled,
            )
        )

    def add_gaps(self) -> None:
        """Note what is not written down (K6003), once a line."""
        for line in {line.number: line for line in self.lowered.gaps}.values():
            statement = line.statement
            number = statement.number.value if isinstance(statement, Trick) else None
            self.findings.append(
                Finding(
                    codes.GAP,
                    Span(line.number, line.start, line.end),
                    self.address(number, None),
                    {},
                    clause=f"{self.short} 9.4",
                )
            )

    # -- the place in the match

    def judge_number(self, course: Course) -> None:
        """Compare the number of the deal with the one written before (rules, 9.3)."""
        number = self.text.number
        is_first = self.text is self.record.deals[0]
        is_free = self.record.carried is not None if is_first else course.number is None
        expected = 1 if course.number is None else course.number + 1
        other, course.other_number = course.other_number, None
        course.number = number
        if number is None or number == expected or is_free:
            return
        if other is not None and number == other + 1:
            # the number before was the wrong one, and this one goes on from the right one
            return
        course.other_number = expected
        head = self.text.head
        self.add(
            record_codes.WRONG_NUMBER,
            head,
            head.start,
            head.end,
            {"what": "deal", "expected": expected, "found": number},
            expected=str(expected),
            found=str(number),
        )

    # -- claims and rulings

    def claimed(self, keyword: str) -> tuple[Line, Values] | None:
        """Return the statement of the count that begins with a word."""
        for line in self.lowered.claims:
            statement = line.statement
            if isinstance(statement, Values) and statement.keyword == keyword:
                return line, statement
        return None

    def judge_running(
        self,
        line: Line,
        statement: Values,
        score: Sequence[int | None],
        distance: list[int],
        wrong_before: Sequence[int],
        code: Code = codes.CLAIMED_SCORE,
        clause: str | None = None,
    ) -> None:
        """Report a running total only where its distance from the replay changes (9.3).

        ``wrong_before`` is how far off another claim of this deal is, by side, which a false
        total may carry on.
        """
        changed: dict[str, tuple[int, int]] = {}
        for value in statement.values:
            said = value.value.value
            if said is None:
                continue
            side = self.names.index(value.side.text)
            mine = score[side]
            self.book.note("score", line, value.side.text, said, mine)
            if mine is None:
                continue
            off, old = said - mine, distance[side]
            distance[side] = off
            if off not in (0, old, old + wrong_before[side]):
                changed[value.side.text] = (mine + old, said)
        if not changed:
            return
        wrong = [value for value in statement.values if value.side.text in changed]
        expected = side_words({side: pair[0] for side, pair in changed.items()})
        found = side_words({side: pair[1] for side, pair in changed.items()})
        self.book.refute(
            code,
            line,
            wrong[0].value.start,
            wrong[-1].value.end,
            {"what": "score", "expected": expected, "found": found},
            expected=expected,
            found=found,
            clause=clause,
        )

    def report_rulings(self) -> None:
        """Write the rulings of the deal into its report."""
        for line in self.lowered.all_rulings:
            statement = line.statement
            if isinstance(statement, Ruling):
                number = None if statement.number is None else statement.number.value
                self.report.rulings.append(
                    RulingReport(
                        statement.kind,
                        line.number,
                        number,
                        None if statement.to is None else statement.to.text,
                        values_of(statement.values),
                        statement.text,
                    )
                )

    def add_causeless(self, event: int, kind: str, named: Iterable[int]) -> None:
        """Warn of a ruling on something that nothing is wrong with (K7001)."""
        lines = {self.lowered.event_lines[number].number for number in named}
        dealer = self.lowered.dealer_line
        is_cause = any(finding.span.line in lines for finding in self.book.findings)
        if not lines and dealer is not None:
            # above all play only the dealer can be meant
            is_cause = any(finding.span.line == dealer.number for finding in self.findings)
        if is_cause:
            return
        line = self.lowered.event_lines[event]
        self.add(codes.RULING_WITHOUT_CAUSE, line, line.start, line.end, {"kind": kind})

    def finish(self) -> None:
        """Give the deal its verdict."""
        report = self.report
        self.findings.extend(self.book.findings)
        report.claims_made = sorted(self.book.made, key=lambda claim: claim.line)
        report.status = status_of(self.findings)
        report.claims = claims_of(self.findings, self.book.verdicts)


def values_of(values: Iterable[SideValue]) -> dict[str, int | None]:
    """Return the numbers of a statement by side."""
    return {value.side.text: value.value.value for value in values}


def has_result(text: DealText) -> bool:
    """Whether a deal has a statement of the count."""
    return any(
        isinstance(line.statement, Values | Plain)
        or (isinstance(line.statement, Ruling) and line.statement.kind == "result")
        or (isinstance(line.statement, Who) and line.statement.keyword not in ("dealer", "starter"))
        for line in text.lines[1:]
    )


def unfinished_deals(reports: Sequence[DealReport], record: Record) -> Iterable[Finding]:
    """Warn of deals that stop in the middle although another follows (K2018)."""
    for report, text in zip(reports[:-1], record.deals[:-1], strict=True):
        if report.complete is False and report.ended is None and not has_result(text):
            head = text.head
            yield Finding(
                record_codes.DEAL_NOT_FINISHED,
                Span(head.number, head.start, head.end),
                Address(deal=report.number),
                {"deal": report.number or 0},
            )


def carried_sides(record: Record) -> Iterable[Finding]:
    """Report sides of ``carried`` that do not exist."""
    if record.carried is None or record.carried_line is None:
        return
    line, names = record.carried_line, record.side_names
    for value in record.carried.values:
        if value.side.text not in names:
            yield Finding(
                record_codes.UNKNOWN_SEAT,
                Span(line.number, value.side.start, value.side.end),
                args={"name": value.side.text, "known": " ".join(names)},
            )
