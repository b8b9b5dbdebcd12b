"""The report as JSON, key by key in a fixed order; schemas/report.schema.json describes it.

Source: verdicts, section 3.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from kozelnotation import __version__
from kozelnotation.diag.finding import Finding, Span
from kozelnotation.render.words import caption, help_text, message
from kozelnotation.syntax.blocks import BOM
from kozelnotation.verdict.report import DealReport, RecordReport, Summary, TrickReport, TurnsReport

SCHEMA = "kozel-report/1"
Json = dict[str, Any]
"""A JSON object; its values are what json.dumps takes."""


def report_json(reports: Iterable[RecordReport], summary: Summary) -> Json:
    """Return the whole report as one document."""
    records = [record_json(report) for report in reports]
    return {
        "schema": SCHEMA,
        "tool": {"name": "kozelnotation", "version": __version__},
        "summary": summary_json(summary),
        "records": records,
    }


def dumps(value: Json) -> str:
    """Return JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def summary_json(summary: Summary) -> Json:
    """Return the counts."""
    return {
        "type": "summary",
        "files": summary.files,
        "records": summary.records,
        "deals": summary.deals,
        "legal": summary.legal,
        "illegal": summary.illegal,
        "undecided": summary.undecided,
        "malformed": summary.malformed,
        "claims_refuted": summary.claims_refuted,
        "claims_undecided": summary.claims_undecided,
        "errors": summary.errors,
        "warnings": summary.warnings,
        "notes": summary.notes,
        "ruled": summary.ruled,
    }


def record_json(report: RecordReport) -> Json:
    """Return one record with its deals and findings."""
    record = report.record
    rules = None if record is None else record.rules
    result = report.result
    return {
        "type": "record",
        "file": report.file,
        "index": report.index,
        "line": report.line,
        "format": report.format,
        "rules": None if rules is None else rules.id,
        "options": {} if rules is None else rules.written_options(),
        "seats": [] if record is None else list(record.seats),
        "sha256": {"source": report.sha256_source, "canonical": report.sha256_canonical},
        "status": report.status.value,
        "claims": report.claims.value,
        "complete": report.complete,
        "decided_by": "replay",
        "result": None
        if result is None
        else {"winner": result.winner, "tied": list(result.tied), "reason": result.reason},
        "deals": [_deal_json(deal) for deal in report.deals],
        "diagnostics": [_finding_json(finding, report) for finding in report.findings],
    }


def _deal_json(deal: DealReport) -> Json:
    return {
        "type": "deal",
        "number": deal.number,
        "line": deal.line,
        "status": deal.status.value,
        "claims": deal.claims.value,
        "complete": deal.complete,
        "decided_by": "replay",
        "dealer": deal.dealer,
        "trump": deal.trump,
        "ended": deal.ended,
        **(_tricks_json(deal.tricks) if deal.turns is None else _turns_json(deal.turns)),
        "points": deal.points,
        "tricks_won": deal.tricks_won,
        "penalty": deal.penalty,
        "penalty_by_ruling": deal.penalty_by_ruling,
        "score": deal.score,
        **({"pot": deal.pot, "sitting_out": list(deal.sitting_out)} if deal.turns is None else {}),
        "claims_made": [
            {
                "type": "claim",
                "statement": claim.statement,
                "line": claim.line,
                "of": claim.of,
                "said": claim.said,
                "computed": claim.computed,
                "verdict": claim.verdict.value,
            }
            for claim in deal.claims_made
        ],
        "rulings": [
            {
                "type": "ruling",
                "kind": ruling.kind,
                "line": ruling.line,
                "trick": ruling.trick,
                "to": ruling.to,
                "values": ruling.values,
                "text": ruling.text,
            }
            for ruling in deal.rulings
        ],
    }


def _tricks_json(tricks: Iterable[TrickReport]) -> Json:
    return {
        "tricks": [
            {
                "type": "trick",
                "number": trick.number,
                "line": trick.line,
                "leader": trick.leader,
                "winner": trick.winner,
                "points": trick.points,
                "cards": trick.cards,
                "recorded": trick.recorded,
            }
            for trick in tricks
        ]
    }


def _turns_json(turns: TurnsReport) -> Json:
    """Return what the turns of a deal came to, in place of its tricks."""
    return {
        "starter": turns.starter,
        "trumps": turns.trumps,
        "turns": turns.count,
        "out": None
        if turns.out is None
        else [{"seat": seat, "by": how} for seat, how in turns.out],
        "loser": turns.loser,
        "drawn": turns.is_drawn,
    }


def _finding_json(finding: Finding, report: RecordReport) -> Json:
    span, address = finding.span, finding.address
    places = _Places(report)
    return {
        "type": "diagnostic",
        "code": finding.code.number,
        "name": finding.code.name,
        "severity": finding.code.severity.value,
        "ruled": finding.ruled,
        "line": span.line,
        "column": span.start + 1,
        "end_line": span.line,
        "end_column": span.end + 1,
        "offset": places.offset(span, span.start),
        "end_offset": places.offset(span, span.end),
        "deal": address.deal,
        "trick": address.trick,
        "turn": address.turn,
        "seat": address.seat,
        "clause": finding.cited,
        "message": message(finding),
        "args": _plain(finding.args),
        "expected": finding.expected,
        "found": finding.found,
        "help": help_text(finding),
        "related": [
            {
                "line": related.span.line,
                "column": related.span.start + 1,
                "end_line": related.span.line,
                "end_column": related.span.end + 1,
                "message": caption(related.caption),
            }
            for related in finding.related
        ],
        "edits": [
            {
                "line": edit.span.line,
                "column": edit.span.start + 1,
                "end_line": edit.span.line,
                "end_column": edit.span.end + 1,
                "text": edit.text,
            }
            for edit in finding.edits
        ],
    }


def _plain(args: Mapping[str, str | int]) -> Json:
    return dict(args)


class _Places:
    """Byte offsets in the file, from columns in code points."""

    def __init__(self, report: RecordReport) -> None:
        record = report.record
        lines = [] if record is None else record.read.block.lines
        self.lines = {line.number: line for line in lines}
        self.first = lines[0].number if lines else 0

    def offset(self, span: Span, column: int) -> int | None:
        """Return the byte offset of a column, None if the line is not at hand."""
        raw = self.lines.get(span.line)
        if raw is None:
            return None
        content = raw.content
        is_marked = raw.number == self.first and content.startswith(BOM)
        skipped = len(BOM) if is_marked else 0
        text = content[skipped:].decode("utf-8", "surrogateescape")
        return raw.offset + skipped + len(text[:column].encode("utf-8", "surrogateescape"))
