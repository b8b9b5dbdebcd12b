"""One finding: a code, a place in the text, an address in the game, and its arguments."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kozelnotation.diag.code import Code


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one line: columns in code points, from 0, the end exclusive."""

    line: int
    """The line in the file, from 1."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Address:
    """Where in the game a finding lies. None means that the part does not apply."""

    deal: int | None = None
    trick: int | None = None
    turn: int | None = None
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that a finding speaks of, with the key of its caption."""

    span: Span
    caption: str


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of the text that cannot change what happened."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Moment:
    """The table at the moment of a finding, in the words of the record."""

    hands: tuple[tuple[str, str], ...]
    """Seat and hand, known cards first, unknown ones as ``?``."""
    trump: str | None
    on_table: tuple[tuple[str, str], ...]
    """Seat and what it laid in the running trick."""
    stock: str | None
    """How many cards the stock holds, None if nobody knows."""
    legal: str | None = None
    """What would have been legal, if a short answer exists."""
    trumps: tuple[tuple[str, str], ...] = ()
    """Seat and own trump suit, where everybody has one."""
    pile: str | None = None
    """The top of the pile: what a pick-up would take, and the card below."""
    out: tuple[str, ...] = ()
    """Seats that have gone out of the deal."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a reader of the record must know.

    ``variant`` chooses between several sentences for one code; the sentences
    themselves live in the catalogues.
    """

    code: Code
    span: Span
    address: Address = Address()
    args: Mapping[str, str | int] = field(default_factory=dict)
    variant: str = ""
    clause: str | None = None
    expected: str | None = None
    found: str | None = None
    related: tuple[Related, ...] = ()
    edits: tuple[Edit, ...] = ()
    moment: Moment | None = None
    ruled: bool = False

    @property
    def cited(self) -> str:
        """The clause that the finding rests on."""
        return self.clause or self.code.clause
