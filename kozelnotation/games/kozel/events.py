"""What can happen in a deal of Kozel. Seats are places at the table, from 0, clockwise.

Cards are masks (see kozelnotation.cards.card); None in the place of cards is
"not written down".

Source: notation, section 4.
"""

from dataclasses import dataclass

from kozelnotation.games.events import CommonEvent, Masks


@dataclass(frozen=True, slots=True)
class SetUp:
    """The deal as far as it is written."""

    number: int | None
    dealer: int | None
    """None for ``?`` or a dealer that could not be read."""
    deck: Masks | None
    hands: tuple[Masks | None, ...]
    trump: int | None
    """The mask of the turned card, None if no trump is written."""
    stock: Masks | None
    missing: Masks = ()


@dataclass(frozen=True, slots=True)
class Response:
    """What a seat laid in a trick, the leader too."""

    seat: int
    shown: Masks
    hidden: Masks
    written: bool = True
    """False for ``...``: it laid something that is not written down."""

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.shown) + len(self.hidden)


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick or a part of it, in order of time; no plays at all for ``4. ?``."""

    number: int
    plays: tuple[Response, ...] | None
    continues: bool = False
    claimed: tuple[int, ...] = ()
    """The seats that the written claim names as winner."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A line of draws: seat and cards, in order; entries None for ``draws ...``."""

    entries: tuple[tuple[int, Masks | None], ...] | None

    @property
    def in_order(self) -> bool:
        """Whether the line gives one card at a time, so that the order is known."""
        return self.entries is not None and all(
            cards is not None and len(cards) <= 1 for _, cards in self.entries
        )


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration with the cards shown; None if they are not written down."""

    seat: int
    word: str
    cards: Masks | None


Event = Trick | Drawn | Declared | CommonEvent
