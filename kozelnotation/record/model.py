"""A record: its header, and its deals as lines of statements."""

from dataclasses import dataclass, field

from kozelnotation.diag.finding import Finding
from kozelnotation.games.ruleset import RuleSet
from kozelnotation.syntax.nodes import Line, Tag, Values
from kozelnotation.syntax.read import ReadRecord

KNOWN_TAGS = (
    "Event",
    "Site",
    "Date",
    "Round",
    "Table",
    "Rules",
    "Seats",
    "Player",
    "Team",
    "Referee",
    "Scorer",
    "Source",
    "Lang",
)
"""The known tags in canonical order (notation, section 3)."""


@dataclass(slots=True)
class DealText:
    """The lines of one deal, the line ``deal N`` first."""

    number: int | None
    lines: list[Line] = field(default_factory=list)
    lost: set[int] = field(default_factory=set)
    """Places in ``lines`` of statements that count as not read."""

    @property
    def head(self) -> Line:
        """The line ``deal N``."""
        return self.lines[0]


@dataclass(slots=True)
class Record:
    """A record that was read and placed."""

    read: ReadRecord
    rules_text: str | None = None
    rules: RuleSet | None = None
    """None if there is none, or none that is known: then nothing is judged."""
    seats: tuple[str, ...] = ()
    seats_sound: bool = False
    sides: tuple[tuple[int, ...], ...] = ()
    header: list[Line] = field(default_factory=list)
    """The lines before the first deal."""
    tags: list[Line] = field(default_factory=list)
    carried: Values | None = None
    carried_line: Line | None = None
    deals: list[DealText] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def side_names(self) -> tuple[str, ...]:
        """The sides in table order, partners joined by ``+``."""
        return tuple("+".join(self.seats[seat] for seat in side) for side in self.sides)

    @property
    def can_be_judged(self) -> bool:
        """Whether rule set and seats are known, without which no event is read."""
        return self.rules is not None and self.seats_sound

    def tag(self, name: str, subject: str | None = None) -> str | None:
        """Return the text of a tag, None if it is missing."""
        for line in self.tags:
            tag = line.statement
            if isinstance(tag, Tag) and tag.name == name:
                of = None if tag.subject is None else tag.subject.text
                if of == subject:
                    return tag.text
        return None
