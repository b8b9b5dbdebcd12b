"""Cut a stream of bytes into records, without parsing.

A record starts with a line ``%kozel`` in column 1, after a byte order mark at most,
and ends before the next such line. Lines end at LF or CRLF and nowhere else.

Source: notation, section 2.
"""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

BOM = b"\xef\xbb\xbf"
MAX_LINE = 1 << 20
"""The longest line that is read, in bytes; a longer one is one K0006."""

_FORMAT_LINE = re.compile(rb"(?:\xef\xbb\xbf)?%kozel(?![A-Za-z0-9_-])")
_EMPTY = re.compile(rb"(?:\xef\xbb\xbf)?[ \t]*(?:;.*)?", re.DOTALL)
_UTF16 = (b"\xff\xfe", b"\xfe\xff", b"%\x00", b"\x00%")


@dataclass(frozen=True, slots=True)
class RawLine:
    """One line as it stands in the file."""

    number: int
    """From 1."""
    offset: int
    """Bytes before the line in the file."""
    content: bytes
    """Without its line end."""
    ending: bytes
    """LF, CRLF or nothing."""
    is_too_long: bool = False
    """Whether the line is longer than MAX_LINE; of a stream its rest is passed over."""


@dataclass(slots=True)
class Block:
    """The lines of one record, or the lines before the first record of a file."""

    lines: list[RawLine] = field(default_factory=list)
    is_followed: bool = False
    """Whether another record follows in the file."""

    @property
    def has_format_line(self) -> bool:
        """Whether the block starts with ``%kozel``, as every record does."""
        return bool(self.lines) and _FORMAT_LINE.match(self.lines[0].content) is not None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing but blank lines and remarks."""
        return all(_EMPTY.fullmatch(line.content) for line in self.lines)

    @property
    def is_utf16(self) -> bool:
        """Whether the block looks like text in UTF-16."""
        return bool(self.lines) and self.lines[0].content.startswith(_UTF16)

    def source(self) -> bytes:
        """Return the bytes of the block as they stand in the file.

        The empty line before a further record belongs to neither of the two.
        """
        lines = self.lines
        if self.is_followed and len(lines) > 1 and not lines[-1].content:
            lines = lines[:-1]
        return b"".join(line.content + line.ending for line in lines)


def _lines(stream: BinaryIO, longest: int) -> Iterator[RawLine]:
    """Iterate over the lines; what is beyond ``longest`` bytes of a line is passed over."""
    number, offset = 0, 0
    while raw := stream.readline(longest):
        number += 1
        start = offset
        offset += len(raw)
        rest = raw
        while not rest.endswith(b"\n") and (rest := stream.readline(MAX_LINE)):
            offset += len(rest)
        if raw.endswith(b"\r\n"):
            content, ending = raw[:-2], b"\r\n"
        elif raw.endswith(b"\n"):
            content, ending = raw[:-1], b"\n"
        else:
            content, ending = raw, b""
        yield RawLine(number, start, content, ending, len(content) > MAX_LINE)


def cut(stream: BinaryIO | bytes) -> Iterator[Block]:
    """Iterate over the records of a stream, one at a time.

    The first block may have no format line; it then holds what stands before the
    first record. Of a line that is too long only the beginning is kept; bytes are
    in memory anyway, and of them every line is kept whole.
    """
    longest = MAX_LINE + 2
    if isinstance(stream, bytes):
        stream, longest = io.BytesIO(stream), -1
    block = Block()
    for line in _lines(stream, longest):
        if block.lines and _FORMAT_LINE.match(line.content):
            block.is_followed = True
            yield block
            block = Block()
        block.lines.append(line)
    if block.lines:
        yield block
