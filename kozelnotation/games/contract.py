"""What every game's engine answers with."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kozelnotation.diag.code import Code
from kozelnotation.diag.finding import Moment

Part = tuple[str | int, ...]
"""A part of an event, such as ``("play", 2)`` or ``("play", 2, 0)``: its third play, or
the first card of it. The empty tuple is the whole event."""

SET_UP = -1
"""The number of the event for what concerns the set-up of a deal."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that an event breaks, or a thing to know about it; names no place in a text."""

    code: Code
    event: int
    part: Part = ()
    seat: str | None = None
    trick: int | None = None
    args: Mapping[str, str | int] = field(default_factory=dict)
    variant: str = ""
    clause: str | None = None
    """The clause without the name of the rule set, such as ``3.7``."""
    expected: str | None = None
    found: str | None = None
    related: tuple[tuple[int, Part, str], ...] = ()
    """Other events that the violation speaks of: event, part, caption."""
    moment: Moment | None = None
    ruled: bool = False
    turn: int | None = None
