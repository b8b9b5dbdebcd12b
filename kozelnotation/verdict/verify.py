"""From bytes to verdicts: the whole way, one record at a time.

Source: verdicts, sections 1 to 3.
"""

import hashlib
import io
from collections.abc import Iterator, Mapping
from typing import BinaryIO

from kozelnotation.diag.code import Effect
from kozelnotation.diag.finding import Finding, Span
from kozelnotation.games.kozel.rulesets import KozelRules
from kozelnotation.games.registry import RULE_SETS
from kozelnotation.games.ruleset import RuleSet
from kozelnotation.games.svoi.rulesets import SvoiRules
from kozelnotation.record.header import place_record
from kozelnotation.record.model import Record
from kozelnotation.record.write import canonical_text
from kozelnotation.syntax import codes as syntax_codes
from kozelnotation.syntax.blocks import BOM, Block, cut
from kozelnotation.syntax.nodes import Unread
from kozelnotation.syntax.read import FORMAT_VERSION, read_record
from kozelnotation.verdict import codes
from kozelnotation.verdict.judging import Verdict
from kozelnotation.verdict.kozel.match import judge_deals as judge_kozel
from kozelnotation.verdict.report import RecordReport, Status
from kozelnotation.verdict.status import claims_of, status_of
from kozelnotation.verdict.svoi.series import judge_deals as judge_svoi


def verify(
    text: str | bytes,
    *,
    file: str = "-",
    rule_sets: Mapping[str, RuleSet] = RULE_SETS,
) -> list[RecordReport]:
    """Verify every record of a text. Never raises because of what the text says."""
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return list(verify_stream(io.BytesIO(content), file=file, rule_sets=rule_sets))


def verify_stream(
    stream: BinaryIO,
    *,
    file: str = "-",
    rule_sets: Mapping[str, RuleSet] = RULE_SETS,
) -> Iterator[RecordReport]:
    """Verify the records of a stream one by one; memory does not grow with the stream."""
    index = 0
    for block in cut(stream):
        if not block.has_format_line and block.is_empty:
            continue
        index += 1
        yield verify_block(block, file=file, index=index, rule_sets=rule_sets)


def verify_block(
    block: Block,
    *,
    file: str,
    index: int,
    rule_sets: Mapping[str, RuleSet] = RULE_SETS,
) -> RecordReport:
    """Verify one record. A fault of our own becomes the finding K9001."""
    try:
        return _verify_block(block, file, index, rule_sets)
    except Exception as error:  # noqa: BLE001 - whatever it is, the other records go on
        first = block.lines[0].number
        finding = Finding(
            codes.INTERNAL_ERROR,
            Span(first, 0, 1),
            args={"error": f"{type(error).__name__}: {error}"[:200]},
        )
        return RecordReport(
            file,
            index,
            None,
            line=first,
            status=Status.UNDECIDED,
            complete=None,
            sha256_source=hashlib.sha256(block.source()).hexdigest(),
            findings=[finding],
        )


def _verify_block(
    block: Block, file: str, index: int, rule_sets: Mapping[str, RuleSet]
) -> RecordReport:
    record = place_record(read_record(block), rule_sets)
    source = block.source()
    report = RecordReport(
        file,
        index,
        record,
        line=block.lines[0].number,
        format=FORMAT_VERSION if record.read.is_supported else None,
        sha256_source=hashlib.sha256(source).hexdigest(),
    )
    findings = [*record.read.findings, *record.findings]
    if record.rules is not None and record.can_be_judged:
        verdict = _judge_deals(record, record.rules)
        report.deals, report.result = verdict.deals, verdict.result
        report.complete = verdict.complete
        findings.extend(verdict.findings)
    else:
        report.complete = None
    _merge_malformed(report, record)
    note = _not_canonical(report, record, source)
    if note is not None and all(f.code.effect is not Effect.MALFORMED for f in findings):
        findings.append(note)
    report.findings = sorted(findings, key=lambda finding: (finding.span, finding.code.number))
    effects = status_of(report.findings)
    report.status = effects
    report.claims = claims_of(
        [finding for finding in report.findings if finding.address.deal is None],
        [deal.claims for deal in report.deals],
    )
    return report


def _judge_deals(record: Record, rules: RuleSet) -> Verdict:
    """Judge the deals by the game of the rule set."""
    match rules:
        case KozelRules():
            return judge_kozel(record, rules)
        case SvoiRules():
            return judge_svoi(record, rules)
        case _:
            raise TypeError(f"no engine for {rules.id}")


def _merge_malformed(report: RecordReport, record: Record) -> None:
    """A deal with a line that could not be read is malformed (verdicts, section 1)."""
    malformed = [
        finding.span.line
        for finding in (*record.read.findings, *record.findings)
        if finding.code.effect is Effect.MALFORMED
    ]
    starts = [deal.line for deal in report.deals]
    for place, deal in enumerate(report.deals):
        end = starts[place + 1] if place + 1 < len(starts) else None
        if any(line >= deal.line and (end is None or line < end) for line in malformed):
            deal.status = Status.MALFORMED


def _not_canonical(report: RecordReport, record: Record, source: bytes) -> Finding | None:
    """Return the note that the text is not canonical; only a record without damage can be."""
    if not record.read.is_supported or any(
        isinstance(line.statement, Unread) for line in record.read.text.lines
    ):
        return None
    written = canonical_text(record).encode()
    report.sha256_canonical = hashlib.sha256(written).hexdigest()
    text = source.removeprefix(BOM)
    has_separator = not record.read.block.is_followed or not record.read.block.lines[-1].content
    if text == written and has_separator:
        return None
    mine, theirs = written.split(b"\n"), text.split(b"\n")
    last = len(record.read.block.lines) - 1
    differs = next(
        (at for at, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), last
    )
    differs = min(differs, last)
    shown = theirs[differs].decode("utf-8", "replace").rstrip("\r")
    expected = mine[differs].decode() if differs < len(mine) else ""
    span = Span(report.line + differs, 0, max(len(shown), 1))
    return Finding(
        syntax_codes.NOT_CANONICAL, span, args={}, expected=expected or None, found=shown or None
    )
