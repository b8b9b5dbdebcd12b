"""The paragraphs of a transcript, and how they are written as plain text and as Markdown."""

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from kozelnotation.render.paint import pretty


class Kind(Enum):
    """What a paragraph is."""

    TITLE = "title"
    HEADING = "heading"
    TEXT = "text"
    TRICK = "trick"
    """A trick or turn, or what happens between them."""
    FAULT = "fault"
    COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; ``mark`` is the number before a trick or turn."""

    kind: Kind
    text: str
    mark: str = ""


@dataclass(slots=True)
class View:
    """Who reads: everybody who knows the record, or one seat; and how cards are written."""

    seat: str | None = None
    ascii: bool = False


def as_text(paragraphs: Sequence[Paragraph], view: View, *, width: int = 88) -> str:
    """Return paragraphs as plain text."""
    blocks: list[str] = []
    for paragraph in paragraphs:
        text = paragraph.text if view.ascii else pretty(paragraph.text)
        match paragraph.kind:
            case Kind.TITLE:
                line = "=" * min(len(text), width)
                blocks.append(f"{text}\n{line}")
            case Kind.HEADING:
                blocks.append(f"\n{text}\n{'-' * min(len(text), width)}")
            case Kind.TRICK:
                blocks.append(_wrapped(text, width, f"{paragraph.mark:>3} ", "    "))
            case Kind.FAULT:
                blocks.append(_wrapped(text, width, "    ! ", "      "))
            case Kind.COMMENT:
                blocks.append(_wrapped(text, width, "    ~ ", "      "))
            case Kind.TEXT:
                blocks.append(_wrapped(text, width, "", ""))
    return "\n".join(blocks) + "\n"


def _wrapped(text: str, width: int, first: str, rest: str) -> str:
    lines: list[str] = []
    for part in text.split("\n"):
        lines.extend(
            textwrap.wrap(
                part,
                width,
                initial_indent=first if not lines else rest,
                subsequent_indent=rest,
                break_long_words=False,
                break_on_hyphens=False,
            )
            or [""]
        )
    return "\n".join(lines)


def as_markdown(paragraphs: Sequence[Paragraph], view: View) -> str:
    """Return paragraphs as Markdown."""
    blocks: list[str] = []
    for paragraph in paragraphs:
        text = _escaped(paragraph.text if view.ascii else pretty(paragraph.text))
        match paragraph.kind:
            case Kind.TITLE:
                blocks.append(f"# {text}")
            case Kind.HEADING:
                blocks.append(f"## {text}")
            case Kind.TRICK:
                blocks.append(f"**{paragraph.mark}** {text}" if paragraph.mark else text)
            case Kind.FAULT:
                blocks.append(f"> **!** {text}")
            case Kind.COMMENT:
                blocks.append(f"*{text}*")
            case Kind.TEXT:
                blocks.append(text.replace("\n", "  \n"))
    return "\n\n".join(blocks) + "\n"


_SPECIAL = re.compile(r"([\\`*_\[\]<>#|])")


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
