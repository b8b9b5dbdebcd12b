"""Every record of the rule pages has exactly the findings that the page expects.

A page is a Markdown file of sections. A section has a heading that states a rule, a line of
prose, one record in a ``kozel`` block, and a comment with what must be found, line by line::

    status illegal
    claims refuted
    none                              no errors and no warnings
    K3008 deal=1 trick=1 seat=E       a finding; parts that are left out may be anything
    trick 2 winner=S                  also leader, cards, points; ``deal=2`` for a later deal
    penalty deal=5 N+S=0 E+W=4        also points, tricks, score; ``?`` for what nobody can know
    result N+S                        or ``tie``, ``none``
    K4003 deal=1 turn=2 seat=S        in Svoi Kozyri
    end turns=18 loser=N drawn=False  in Svoi Kozyri; also ``out=E:cover,W:lead``

Errors and warnings that a page does not expect fail it; notes only if they are expected.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from kozelnotation.diag.code import Severity
from kozelnotation.diag.finding import Finding
from kozelnotation.verdict.report import DealReport, RecordReport
from kozelnotation.verdict.verify import verify

PAGES = sorted(Path(__file__).parent.glob("*.md"))
SECTION = re.compile(
    r"^## (?P<claim>[^\n]+)\n\n(?P<prose>[^\n]+)\n\n"
    r"```kozel\n(?P<record>.*?)```\n\n<!-- expect\n(?P<expected>.*?)-->\n",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Section:
    """One rule with its record and what must be found in it."""

    claim: str
    record: str
    expected: tuple[str, ...]


def sections(page: Path) -> Iterator[Section]:
    """Read the sections of a page."""
    for match in SECTION.finditer(page.read_text(encoding="utf-8")):
        yield Section(match["claim"], match["record"], tuple(match["expected"].splitlines()))


def slug(claim: str) -> str:
    """A heading as the id of a test."""
    return re.sub(r"[^a-z0-9.@=]+", "-", claim.lower()).strip("-")


CASES = [
    pytest.param(section, id=f"{page.stem}-{slug(section.claim)}")
    for page in PAGES
    for section in sections(page)
]


def parts_of(words: list[str]) -> dict[str, str]:
    """Words such as ``deal=1 seat=E`` as a mapping."""
    return dict(word.rsplit("=", 1) for word in words)


def is_expected(finding: Finding, line: str) -> bool:
    """Whether a finding is the one that a line names."""
    code, *words = line.split()
    address = finding.address
    found = {
        "deal": address.deal,
        "trick": address.trick,
        "turn": address.turn,
        "seat": address.seat,
        "line": finding.span.line,
    }
    return finding.code.number == code and all(
        str(found[part]) == value for part, value in parts_of(words).items()
    )


def finding_differences(findings: list[Finding], expected: list[str]) -> Iterator[str]:
    """Findings that are missing, and findings that nobody expects."""
    left = list(findings)
    for line in expected:
        match = next((finding for finding in left if is_expected(finding, line)), None)
        if match is None:
            yield f"missing: {line}"
        else:
            left.remove(match)
    for finding in left:
        if finding.code.severity is not Severity.NOTE:
            yield f"unexpected: {finding.code.number} {finding.address} {finding.span}"


def in_words(value: str | int | None) -> str:
    """A value as a page has it."""
    return "?" if value is None else str(value)


def deal_of(report: RecordReport, parts: dict[str, str]) -> DealReport:
    """The deal that a line speaks of, the first one unless it is named."""
    number = parts.pop("deal", None)
    if number is None:
        return report.deals[0]
    return next(deal for deal in report.deals if str(deal.number) == number)


def value_difference(report: RecordReport, line: str) -> str | None:
    """What was found instead of a value, None if the value is right."""
    keyword, *words = line.split()
    match keyword:
        case "status":
            found = {"status": report.status.value}
            parts = {"status": words[0]}
        case "claims":
            found = {"claims": report.claims.value}
            parts = {"claims": words[0]}
        case "result":
            found = {"result": result_word(report)}
            parts = {"result": words[0]}
        case "trick":
            parts = parts_of(words[1:])
            trick = next(t for t in deal_of(report, parts).tricks if str(t.number) == words[0])
            found = {
                "leader": in_words(trick.leader),
                "winner": in_words(trick.winner),
                "cards": in_words(trick.cards),
                "points": in_words(trick.points),
            }
        case "end":
            parts = parts_of(words)
            turns = deal_of(report, parts).turns
            assert turns is not None
            found = {
                "turns": in_words(turns.count),
                "loser": in_words(turns.loser),
                "drawn": in_words(turns.is_drawn),
                "out": "?"
                if turns.out is None
                else ",".join(f"{seat}:{how}" for seat, how in turns.out) or "-",
            }
        case "penalty" | "points" | "score" | "tricks":
            parts = parts_of(words)
            deal = deal_of(report, parts)
            totals = {
                "penalty": deal.penalty,
                "points": deal.points,
                "score": deal.score,
                "tricks": deal.tricks_won,
            }
            found = {side: in_words(value) for side, value in totals[keyword].items()}
        case _:
            return f"a line that says nothing: {line}"
    wrong = {part: found[part] for part, value in parts.items() if found[part] != value}
    return f"{line}: found {wrong}" if wrong else None


def result_word(report: RecordReport) -> str:
    """How the match ended, in one word."""
    if report.result is None or report.result.reason is None:
        return "none"
    return report.result.winner or "tie"


def is_code(line: str) -> bool:
    """Whether a line names a finding."""
    return re.match(r"K\d{4}\b", line) is not None


@pytest.mark.parametrize("section", CASES)
def test_a_rule_page_finds_what_it_says(section: Section) -> None:
    (report,) = verify(section.record)
    codes = [line for line in section.expected if is_code(line)]
    values = [line for line in section.expected if line != "none" and not is_code(line)]
    wrong = [*finding_differences(report.findings, codes)]
    wrong += [found for line in values if (found := value_difference(report, line)) is not None]
    assert not wrong, "\n".join([section.claim, *wrong, section.record])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_no_section_of_a_page_is_passed_over(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(list(sections(page))) == text.count("\n## ") == text.count("```kozel")


@pytest.mark.parametrize("section", CASES)
def test_every_section_expects_findings_or_none_of_them(section: Section) -> None:
    codes = [line for line in section.expected if is_code(line)]
    assert bool(codes) is not ("none" in section.expected)
    assert any(line.startswith("status ") for line in section.expected)
