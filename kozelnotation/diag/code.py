"""What a finding is called, how severe it is, and what it does to a verdict."""

from dataclasses import dataclass
from enum import Enum


class Severity(Enum):
    """How much a finding weighs; only errors fail a record."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Effect(Enum):
    """What an unruled finding does to the verdict (verdicts, section 1)."""

    MALFORMED = "malformed"
    """A statement was lost or could not be placed."""
    ILLEGAL = "illegal"
    """A rule is broken in every world, or no world is left."""
    UNDECIDED = "undecided"
    """Some worlds break a rule and some do not."""
    REFUTED = "refuted"
    """A claim is false."""
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding. Number and name never change their meaning."""

    number: str
    name: str
    effect: Effect
    clause: str
    """The clause that the finding rests on when the finding names none itself."""
    severity: Severity = Severity.ERROR
