"""Findings as a person reads them: the source line, carets, the rule, the table.

Source: design, house style 12; verdicts, section 2.
"""

import unicodedata
from collections.abc import Iterator

from kozelnotation.diag.code import Severity
from kozelnotation.diag.finding import Finding, Moment, Span
from kozelnotation.render.paint import Paint
from kozelnotation.render.words import caption, clause_text, help_text, message
from kozelnotation.verdict.report import Claims, RecordReport, Status, Summary

_WIDTH = 110
"""A source line that is longer is shown in part, around the place."""

_STYLES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def concise(finding: Finding, file: str) -> str:
    """Return a finding on one line: ``file:line:col: CODE message``."""
    span = finding.span
    ruled = " (ruled)" if finding.ruled else ""
    return f"{file}:{span.line}:{span.start + 1}: {finding.code.number} {message(finding)}{ruled}"


def finding_lines(finding: Finding, report: RecordReport, paint: Paint) -> Iterator[str]:
    """Return a finding as a block of lines."""
    code = finding.code
    style = _STYLES[code.severity]
    head = paint.apply(style, f"{code.severity.value}[{code.number} {code.name}]")
    ruled = " (ruled on)" if finding.ruled else ""
    yield f"{head}: {paint.apply('strong', paint.suits(message(finding)))}{ruled}"
    span = finding.span
    sources = _source_lines(report)
    width = max(len(str(s.line)) for s in (span, *(r.span for r in finding.related)))
    bar = paint.apply("frame", " " * width + " |")
    arrow = paint.apply("frame", " " * width + "-->")
    yield f"{arrow} {report.file}:{span.line}:{span.start + 1}{_address(finding)}"
    yield bar
    places = sorted(
        [(span, "", True), *((r.span, caption(r.caption), False) for r in finding.related)],
        key=lambda place: place[0].line,
    )
    last: int | None = None
    for line in dict.fromkeys(place[0].line for place in places):
        if last is not None and line > last + 1:
            yield paint.apply("frame", " " * width + "...")
        last = line
        yield from _excerpt(
            sources.get(line, ""), [p for p in places if p[0].line == line], width, paint, style
        )
    yield bar
    yield from _facts(finding, width, paint)


def _facts(finding: Finding, width: int, paint: Paint) -> Iterator[str]:
    lead = paint.apply("frame", " " * width + " =")
    text = clause_text(finding.cited)
    yield f"{lead} clause {finding.cited}{': ' + text if text else ''}"
    if finding.moment is not None:
        for line in _moment(finding.moment, paint):
            yield f"{lead} {line}"
    yield f"{lead} help: {help_text(finding)}; see `kozel explain {finding.code.number}`"


def _moment(moment: Moment, paint: Paint) -> Iterator[str]:
    trump = "" if moment.trump is None else f"trump {moment.trump}"
    trumps = "  ".join(f"{seat}: {suit}" for seat, suit in moment.trumps)
    stock = "" if moment.stock is None else f"stock {moment.stock}"
    parts = (trump, f"trumps {trumps}" if trumps else "", stock)
    table = ", ".join(part for part in parts if part)
    hands = "  ".join(f"{seat}: {hand}" for seat, hand in moment.hands)
    if any(hand.strip("? .") for _, hand in moment.hands):
        yield paint.suits(f"table: {table}{'; ' if table else ''}in hand  {hands}")
    elif table:
        yield paint.suits(f"table: {table}")
    if moment.pile is not None:
        yield paint.suits(f"pile: {moment.pile}")
    if moment.out:
        yield f"out: {' '.join(moment.out)}"
    if moment.on_table:
        laid = "  ".join(f"{seat}: {cards}" for seat, cards in moment.on_table)
        yield paint.suits(f"laid before: {laid}")
    if moment.legal is not None:
        yield paint.suits(f"legal: {moment.legal}")


def _address(finding: Finding) -> str:
    address = finding.address
    parts = []
    if address.deal is not None:
        parts.append(f"deal {address.deal}")
    if address.trick is not None:
        parts.append(f"trick {address.trick}")
    if address.turn is not None:
        parts.append(f"turn {address.turn}")
    if address.seat is not None:
        parts.append(address.seat)
    return f"  ({', '.join(parts)})" if parts else ""


def _source_lines(report: RecordReport) -> dict[int, str]:
    if report.record is None:
        return {}
    return {
        line.number: line.content.decode("utf-8", "replace").removeprefix("\ufeff")
        for line in report.record.read.block.lines
    }


def _excerpt(
    source: str,
    places: list[tuple[Span, str, bool]],
    width: int,
    paint: Paint,
    style: str,
) -> Iterator[str]:
    """Return a source line and the marks below it."""
    number = places[0][0].line
    first = min(span.start for span, _, _ in places)
    begin = 0
    shown = source
    if display_width(source) > _WIDTH:
        begin = max(0, min(first - 20, len(source) - _WIDTH))
        shown = source[begin : begin + _WIDTH]
    lead = "... " if begin else ""
    tail = " ..." if begin + len(shown) < len(source) else ""
    visible = "".join(letter if letter.isprintable() else " " for letter in shown)
    bar = paint.apply("frame", f"{number:>{width}} |")
    empty = paint.apply("frame", " " * width + " |")
    yield f"{bar} {lead}{visible}{tail}".rstrip()
    marks: list[str] = []
    captions: list[tuple[int, str]] = []
    for span, text, is_main in sorted(places, key=lambda place: place[0].start):
        start = len(lead) + display_width(visible[: max(span.start - begin, 0)])
        inside = visible[max(span.start - begin, 0) : max(span.end - begin, 0)]
        length = max(display_width(inside), 1)
        while len(marks) < start + length:
            marks.append(" ")
        for at in range(start, start + length):
            marks[at] = "^" if is_main else "-" if marks[at] == " " else marks[at]
        if text:
            captions.append((start, text))
    line = "".join(marks)
    main = any(is_main for _, _, is_main in places)
    yield f"{empty} {paint.apply(style if main else 'frame', line)}"
    for start, text in captions:
        yield f"{empty} {' ' * start}{paint.apply('frame', text)}"


def display_width(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    return sum(
        0
        if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Me", "Mn")
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in text
    )


_STATUS_WORDS = {
    Status.LEGAL: ("good", "legal"),
    Status.ILLEGAL: ("error", "illegal"),
    Status.UNDECIDED: ("warning", "undecided"),
    Status.MALFORMED: ("error", "malformed"),
}
_CLAIM_WORDS = {
    Claims.REFUTED: "claims refuted",
    Claims.UNDECIDED: "claims undecided",
    Claims.CONFIRMED: "claims confirmed",
    Claims.NONE: "no claims",
}


def verdict_line(report: RecordReport, paint: Paint) -> str:
    """Return the verdict on a record in one line."""
    style, word = _STATUS_WORDS[report.status]
    deals = len(report.deals)
    parts = [
        paint.apply(style, word),
        _CLAIM_WORDS[report.claims],
        plural(deals, "deal"),
    ]
    if report.result is not None:
        parts.append(_result_words(report))
    return f"{report.file}: record {report.index}: {', '.join(parts)}"


def _result_words(report: RecordReport) -> str:
    result = report.result
    if result is None:
        return ""
    score = report.deals[-1].score if report.deals else {}
    said = (
        ""
        if None in score.values()
        else " (penalties " + "  ".join(f"{side} {value}" for side, value in score.items()) + ")"
    )
    who = f"{result.winner} wins" if result.winner is not None else "a tie"
    return f"{who}{said}"


def summary_line(summary: Summary) -> str:
    """Return the counts of a run in one line."""
    kinds = [
        f"{count} {name}"
        for name, count in (
            ("legal", summary.legal),
            ("illegal", summary.illegal),
            ("undecided", summary.undecided),
            ("malformed", summary.malformed),
        )
        if count
    ]
    parts = [f"{plural(summary.records, 'record')}, {plural(summary.deals, 'deal')}"]
    parts.append(": " + (", ".join(kinds) or "nothing to judge"))
    if summary.claims_refuted:
        parts.append(f"; claims refuted in {summary.claims_refuted}")
    if summary.claims_undecided:
        parts.append(f"; claims undecided in {summary.claims_undecided}")
    counts = [
        plural(count, name)
        for name, count in (("error", summary.errors), ("warning", summary.warnings))
        if count
    ]
    if counts:
        parts.append(f"; {', '.join(counts)}")
    if summary.ruled:
        parts.append(f"; {plural(summary.ruled, 'finding')} ruled on")
    return "".join(parts)


def plural(count: int, word: str) -> str:
    """Return a count with its noun."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
