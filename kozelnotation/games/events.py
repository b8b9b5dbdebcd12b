"""What can happen in a deal of either game. Seats are places at the table, from 0, clockwise.

Cards are masks (see kozelnotation.cards.card). What a game alone knows, its tricks or
its turns, stands in its own module of events.

Source: notation, section 4.
"""

from dataclasses import dataclass
from enum import Enum

Masks = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Revealed:
    """Cards that a seat had laid face down in a trick or turn, seen later."""

    number: int
    """The number of the trick or turn."""
    seat: int
    cards: Masks


@dataclass(frozen=True, slots=True)
class Exposed:
    """A card that everybody saw in a hand; moves nothing."""

    seat: int
    cards: Masks


@dataclass(frozen=True, slots=True)
class Handed:
    """Cards handed to another seat, or put back into the stock (None)."""

    seat: int
    cards: Masks
    to: int | None


class Stop(Enum):
    """How a deal stops before its end."""

    UNFINISHED = "unfinished"
    ANNULLED = "annulled"


@dataclass(frozen=True, slots=True)
class Stopped:
    """The deal stops here."""

    how: Stop


@dataclass(frozen=True, slots=True)
class Counted:
    """A statement of the count: the play is over for the one who wrote it."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A statement of the play that could not be read."""


class RulingKind(Enum):
    """The kinds of ruling that touch the play."""

    STANDS = "stands"
    VOID = "void"
    TRICK = "trick"


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling on a trick or turn, or (None) on the statement above."""

    kind: RulingKind
    number: int | None
    """The number of the trick or turn."""
    to: int | None = None


CommonEvent = Revealed | Exposed | Handed | Stopped | Counted | Lost | Ruled
