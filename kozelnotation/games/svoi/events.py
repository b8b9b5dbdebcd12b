"""What can happen in a deal of Svoi Kozyri. Seats are places at the table, from 0, clockwise.

Cards are masks (see kozelnotation.cards.card).

Source: notation, section 4.
"""

from dataclasses import dataclass
from enum import Enum

from kozelnotation.games.events import (
    Counted,
    Exposed,
    Handed,
    Lost,
    Masks,
    Revealed,
    Ruled,
    Stopped,
)

Trumps = tuple[tuple[str, ...], ...]
"""For each seat the suits that its trump may be."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """The deal as far as it is written."""

    number: int | None
    first: int | None
    """The dealer, in the open game the starter; None for ``?`` or if it could not be read."""
    trumps: Trumps | None
    """Written in this deal or in one before it; None if there are none."""
    deck: Masks | None
    hands: tuple[Masks | None, ...]
    missing: Masks = ()
    trumps_are_written: bool = True
    """Whether they are written in this deal."""


class Kind(Enum):
    """What a player did on a turn."""

    LEAD = "lead"
    """Cards without a stroke: they are led."""
    COVER = "cover"
    """Cards before the stroke cover, those after it are led."""
    PICK_UP = "pick-up"
    NOTHING = "nothing"
    NOT_WRITTEN = "not-written"


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn."""

    number: int
    seat: int | None
    """None for a turn that is not written down (``4. ?``)."""
    kind: Kind
    cover: Masks = ()
    lead: Masks = ()
    count: int | None = None
    """How many cards are picked up, None for ``takes ?``."""
    listed: Masks | None = None
    """The cards picked up, if they are listed."""
    is_miscounted: bool = False
    """Whether number and list of a pick-up differ, which is reported already."""
    hidden_cover: bool = False
    hidden_lead: bool = False
    """Whether cover or lead are written as not shown."""

    @property
    def laid(self) -> Masks:
        """The cards laid, in order."""
        return self.cover + self.lead

    def part(self, place: int) -> tuple[str, int]:
        """Return the part of the turn that a laid card is."""
        covers = len(self.cover)
        return ("cover", place) if place < covers else ("lead", place - covers)


Event = Turn | Handed | Exposed | Revealed | Stopped | Counted | Lost | Ruled
