"""What verification answers with; plain values, no sentences.

Source: verdicts, sections 1 and 3.
"""

from dataclasses import dataclass, field
from enum import Enum

from kozelnotation.diag.finding import Finding
from kozelnotation.record.model import Record


class Status(Enum):
    """Whether rules were broken; the order is the order of precedence."""

    MALFORMED = "malformed"
    ILLEGAL = "illegal"
    UNDECIDED = "undecided"
    LEGAL = "legal"


class Claims(Enum):
    """Whether what the record claims is true; the order is the order of precedence."""

    REFUTED = "refuted"
    UNDECIDED = "undecided"
    CONFIRMED = "confirmed"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """One claim, what was said and what was computed (None if it cannot be known)."""

    statement: str
    line: int
    of: str | None
    said: str | int
    computed: str | int | None
    verdict: Claims


@dataclass(frozen=True, slots=True)
class TrickReport:
    """One trick of a deal."""

    number: int
    line: int
    leader: str | None
    winner: str | None
    points: int | None
    cards: int | None
    recorded: bool


@dataclass(frozen=True, slots=True)
class RulingReport:
    """One ruling as it was written."""

    kind: str
    line: int
    trick: int | None
    """The trick or turn that it names."""
    to: str | None
    values: dict[str, int | None]
    text: str | None


Totals = dict[str, int | None]
"""A number for each side; None if it is not known."""


@dataclass(frozen=True, slots=True)
class TurnsReport:
    """What the turns of a deal of Svoi Kozyri came to."""

    trumps: dict[str, str | None]
    """By seat; None for a suit that is not known."""
    starter: str | None
    """Who begins, where no dealer is written."""
    count: int | None
    out: tuple[tuple[str, str], ...] | None
    """Seats in the order in which they went out, with ``cover`` or ``lead``."""
    loser: str | None
    is_drawn: bool | None


@dataclass(slots=True)
class DealReport:
    """The verdict on one deal."""

    number: int | None
    line: int
    status: Status = Status.LEGAL
    claims: Claims = Claims.NONE
    complete: bool | None = False
    dealer: str | None = None
    trump: str | None = None
    ended: str | None = None
    tricks: list[TrickReport] = field(default_factory=list)
    points: Totals = field(default_factory=dict)
    tricks_won: Totals = field(default_factory=dict)
    penalty: Totals = field(default_factory=dict)
    penalty_by_ruling: Totals = field(default_factory=dict)
    score: Totals = field(default_factory=dict)
    """The running total: penalties, in the money game the balance, in Svoi Kozyri losses."""
    pot: Totals | None = None
    """In the money game: what each seat took from the pot."""
    sitting_out: tuple[str, ...] = ()
    """Seats whose players are out of the match."""
    turns: TurnsReport | None = None
    """In Svoi Kozyri in place of tricks and points."""
    claims_made: list[ClaimMade] = field(default_factory=list)
    rulings: list[RulingReport] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Result:
    """How the match ended."""

    winner: str | None
    tied: tuple[str, ...]
    reason: str | None


@dataclass(slots=True)
class RecordReport:
    """The verdict on one record."""

    file: str
    index: int
    record: Record | None
    line: int = 1
    format: int | None = None
    status: Status = Status.LEGAL
    claims: Claims = Claims.NONE
    complete: bool | None = False
    sha256_source: str = ""
    sha256_canonical: str | None = None
    result: Result | None = None
    deals: list[DealReport] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


@dataclass(slots=True)
class Summary:
    """Counts over records; summaries add up."""

    files: int = 0
    records: int = 0
    deals: int = 0
    legal: int = 0
    illegal: int = 0
    undecided: int = 0
    malformed: int = 0
    claims_refuted: int = 0
    claims_undecided: int = 0
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    ruled: int = 0
    internal: int = 0
    """Internal errors; they decide the exit status."""

    def __add__(self, other: "Summary") -> "Summary":
        names = self.__slots__
        return Summary(*(getattr(self, name) + getattr(other, name) for name in names))

    @classmethod
    def of(cls, report: RecordReport) -> "Summary":
        """Return the counts of one record."""
        counts = cls(records=1, deals=len(report.deals))
        match report.status:
            case Status.LEGAL:
                counts.legal = 1
            case Status.ILLEGAL:
                counts.illegal = 1
            case Status.UNDECIDED:
                counts.undecided = 1
            case Status.MALFORMED:
                counts.malformed = 1
        counts.claims_refuted = int(report.claims is Claims.REFUTED)
        counts.claims_undecided = int(report.claims is Claims.UNDECIDED)
        for finding in report.findings:
            if finding.ruled:
                counts.ruled += 1
                continue
            match finding.code.severity.value:
                case "error":
                    counts.errors += 1
                case "warning":
                    counts.warnings += 1
                case _:
                    counts.notes += 1
            counts.internal += finding.code.number == "K9001"
        return counts
