"""Read the block of one record into its lines, with the findings of families K0 and K1.

Source: notation, section 2; every line that cannot be read is kept byte for byte.
"""

import re
from dataclasses import dataclass, field

from kozelnotation.diag.code import Code
from kozelnotation.diag.finding import Address, Finding, Related, Span
from kozelnotation.syntax import codes
from kozelnotation.syntax.blocks import BOM, MAX_LINE, Block, RawLine
from kozelnotation.syntax.nodes import (
    Comment,
    DealLine,
    Line,
    RecordText,
    Tag,
    Trick,
    Unread,
)
from kozelnotation.syntax.quick import quick_line
from kozelnotation.syntax.words import CommentLine, Fault, comment_line

FORMAT_VERSION = 1
MAX_DEALS = 10_000
MAX_PLAYS = 10_000

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_FORMAT = re.compile(r"%kozel(?:[ \t]+([0-9]+))?[ \t]*(?:[{;].*)?")


@dataclass(slots=True)
class ReadRecord:
    """What reading made of a block."""

    block: Block
    text: RecordText
    findings: list[Finding] = field(default_factory=list)
    is_supported: bool = True
    """Whether there is a format line of a version that is known."""


def read_record(block: Block) -> ReadRecord:
    """Read the lines of a block. A line that cannot be read costs only itself."""
    return _BlockReader(block).read()


def _by_grammar(text: str, lang: str) -> Line | Fault:
    """Read a line with Lark, which is loaded only when a line is not of the usual form."""
    from kozelnotation.syntax.parse import line_reader  # noqa: PLC0415 - Lark costs 0.3 s

    return line_reader().read(text, lang)


class _BlockReader:
    def __init__(self, block: Block) -> None:
        self.record = ReadRecord(block, RecordText([]))
        self.remarks: list[str] = []
        self.has_language = False
        self.lang = ""
        self.deals = 0
        self.plays = 0
        self.deal: int | None = None
        self.not_utf8: list[RawLine] = []

    def read(self) -> ReadRecord:
        block = self.record.block
        if not block.has_format_line:
            self.record.is_supported = False
            if not block.is_empty:
                self._without_format_line()
        for raw in block.lines:
            if not self.record.is_supported:
                self._unread(raw)
                continue
            text = self._decode(raw)
            if text is not None:
                self._read_line(raw, text)
        self.record.text.closing_remarks = self.remarks
        self._report_not_utf8()
        self.record.findings.sort(key=lambda finding: finding.span)
        return self.record

    # -- bytes

    def _without_format_line(self) -> None:
        block = self.record.block
        if block.is_utf16:
            self._add(
                codes.NOT_UTF8, block.lines[0], 0, 1, {"offset": 0, "encoding": "utf-16"}, "guess"
            )
            return
        first = next(line for line in block.lines if line.content.strip(b" \t"))
        length = len(first.content.decode("utf-8", "replace").rstrip())
        self._add(codes.MISSING_FORMAT_LINE, first, 0, length)

    def _decode(self, raw: RawLine) -> str | None:
        content = raw.content
        if content.startswith(BOM) and raw is self.record.block.lines[0]:
            self._add(codes.BYTE_ORDER_MARK, raw, 0, 1)
            content = content[len(BOM) :]
        if raw.is_too_long:
            self._add(codes.LIMIT_EXCEEDED, raw, 0, 1, {"limit": MAX_LINE}, "line")
            self._unread(raw)
            return None
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            self.not_utf8.append(raw)
            self._unread(raw)
            return None
        if (control := _CONTROL.search(text)) is not None:
            point = f"U+{ord(control[0]):04X}"
            self._add(codes.CONTROL_CHARACTER, raw, control.start(), control.end(), {"char": point})
            self._unread(raw)
            return None
        if (bidi := _BIDI.search(text)) is not None:
            point = f"U+{ord(bidi[0]):04X}"
            self._add(codes.BIDI_CONTROL, raw, bidi.start(), bidi.end(), {"char": point}, "bidi")
        return text

    def _report_not_utf8(self) -> None:
        """Report the lines that are not UTF-8 as one fault: the file has one encoding."""
        if not self.not_utf8:
            return
        first, *others = self.not_utf8
        column, bad = _bad_byte(first.content)
        args: dict[str, str | int] = {"offset": first.offset + bad, "lines": len(self.not_utf8)}
        guess = likely_encoding(b"\n".join(line.content for line in self.not_utf8))
        if guess is not None:
            args["encoding"] = guess
        related = []
        for line in others[:5]:
            at, _ = _bad_byte(line.content)
            related.append(Related(Span(line.number, at, at + 1), "also_not_utf8"))
        self.record.findings.append(
            Finding(
                codes.NOT_UTF8,
                Span(first.number, column, column + 1),
                args=args,
                variant="" if guess is None else "guess",
                related=tuple(related),
            )
        )

    # -- lines

    def _read_line(self, raw: RawLine, text: str) -> None:
        stripped = text.strip(" \t")
        if not stripped:
            return
        if stripped.startswith(";"):
            self.remarks.append(stripped[1:].strip(" \t"))
            return
        if text.startswith("%kozel") and raw is self.record.block.lines[0]:
            self._read_format_line(raw, text)
            if not self.record.is_supported:
                return
        comments = comment_line(text)
        if comments is not None and self.record.text.lines:
            self._comment_line(raw, text, comments)
            return
        line = quick_line(text) or _by_grammar(text, self.lang)
        if isinstance(line, Fault):
            self._add(line.code, raw, line.start, line.end, line.args, line.variant)
            self._unread(raw)
            return
        line.number = raw.number
        if (limit := self._over_limit(line)) is not None:
            self._add(
                codes.LIMIT_EXCEEDED, raw, line.start, line.end, {"limit": limit[1]}, limit[0]
            )
            self._unread(raw)
            return
        if (
            isinstance(line.statement, Tag)
            and line.statement.name == "Lang"
            and self.deals == 0
            and not self.has_language
        ):
            self.has_language = True
            self.lang = line.statement.text
        line.remarks, self.remarks = self.remarks, []
        self.record.text.lines.append(line)

    def _read_format_line(self, raw: RawLine, text: str) -> None:
        match = _FORMAT.fullmatch(text)
        version = None if match is None else match[1]
        if version != str(FORMAT_VERSION):
            self.record.is_supported = False
            args: dict[str, str | int] = {"version": (version or "")[:20]}
            variant = "" if version else "no_number"
            self._add(
                codes.UNSUPPORTED_FORMAT_VERSION, raw, 0, len(text.rstrip(" \t")), args, variant
            )
            self._unread(raw)

    def _comment_line(self, raw: RawLine, text: str, comments: CommentLine) -> None:
        fault = comments.fault
        if fault is not None:
            self._add(fault.code, raw, fault.start, fault.end, fault.args, fault.variant)
            self._unread(raw)
            return
        above = self.record.text.lines[-1]
        if isinstance(above.statement, Unread):
            # the line above is kept byte for byte and can carry nothing
            line = Line(Unread(raw.content), raw.number, 0, len(text))
            line.remarks, self.remarks = self.remarks, []
            self.record.text.lines.append(line)
            return
        above.comments.extend(Comment(comment) for comment in comments.comments)
        if comments.remark is not None:
            self.remarks.append(comments.remark)

    def _over_limit(self, line: Line) -> tuple[str, int] | None:
        match line.statement:
            case DealLine(number=number):
                self.deals += 1
                self.plays = 0
                self.deal = number.value
                if self.deals > MAX_DEALS:
                    return "deals", MAX_DEALS
            case Trick(plays=plays):
                self.plays += len(plays or ())
                if self.plays > MAX_PLAYS:
                    return "plays", MAX_PLAYS
            case _:
                pass
        return None

    def _unread(self, raw: RawLine) -> None:
        line = Line(Unread(raw.content), raw.number, 0, len(raw.content))
        line.remarks, self.remarks = self.remarks, []
        self.record.text.lines.append(line)

    def _add(
        self,
        code: Code,
        raw: RawLine,
        start: int,
        end: int,
        args: dict[str, str | int] | None = None,
        variant: str = "",
    ) -> None:
        span = Span(raw.number, start, max(end, start))
        self.record.findings.append(
            Finding(code, span, Address(deal=self.deal), args or {}, variant)
        )


def _bad_byte(content: bytes) -> tuple[int, int]:
    """Return the column and the byte offset of the first byte that is not UTF-8."""
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        return len(content[: error.start].decode("utf-8").removeprefix("\ufeff")), error.start
    return 0, 0


_ENCODINGS = ("cp1251", "koi8-r")


def likely_encoding(content: bytes) -> str | None:
    """Guess in which 8-bit Cyrillic encoding a text was written, by its small letters."""
    scores: list[tuple[int, str]] = []
    for encoding in _ENCODINGS:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        small = sum("а" <= letter <= "я" for letter in text)
        large = sum("А" <= letter <= "Я" for letter in text)
        scores.append((small - large, encoding))
    best = max(scores, default=(0, ""))
    return best[1] if best[0] > 0 else None
