"""The rule sets of Kozel as values and named policies, and how an id with options is read.

A published rule set never changes; a correction is a new version beside it. Nothing
in the engine asks for the id: it asks for a policy.

Source: rules, the table of rule sets and sections 2 to 5.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from kozelnotation.games.ruleset import OptionFault, RuleSet

MAX_OPTION = 999


class Exposure(Enum):
    """Which responses may lie face up (clause 3.7)."""

    ONLY_TO_WIN = "only-to-win"
    """A response is shown whole, and then must beat, or lies face down whole."""
    FREE = "free"
    """A response may be shown in part or in whole without beating."""
    ALL_SHOWN = "all-shown"
    """Every response lies face up, losing ones too (a house rule: open discards)."""


class DeclaredHand(Enum):
    """What a valid Moskva or Molodka does (clauses 4.5 and 4.6)."""

    TAKES_THE_LEAD = "takes-the-lead"
    """The declarer makes any legal lead, which can be beaten."""
    LEADS_AND_WINS = "leads-and-wins"
    """The four cards are themselves the lead, and nobody can beat them."""
    WINS_THE_POT = "wins-the-pot"
    """The hand takes the pot at once and ends the deal."""


class Penalties(Enum):
    """What the losing sides of a deal pay (clauses 5.2 to 5.5)."""

    BY_TRICKS = "by-tricks"
    """31 or more pays 2; less, with a trick, 4; no trick 6."""
    BY_POINTS = "by-points"
    """In pairs more than 31 pays 2, 1 to 31 pays 4, 0 pays 6; two alone pay 2; three by rank."""
    POT = "pot"
    """Everybody pays a stake into a pot; whoever has most points takes it."""


@dataclass(frozen=True, slots=True)
class KozelRules(RuleSet):
    """One rule set with its options applied, for one number of seats."""

    partners: bool
    """Whether four seats play in pairs."""
    exposure: Exposure
    declared_hand: DeclaredHand
    penalties: Penalties
    words: tuple[str, ...] = ("Moskva", "Molodka")
    """What can be declared, what goes before the other first (clause 4.4)."""
    seats: int = 4
    """Number of seats of this record."""
    longest_lead: int = 4
    """The most cards of a lead (clause 3.1; fewer by a house rule)."""
    usual: tuple[bool, bool, int] = (True, True, 12)
    """Shokha, declarations and limit where no option says otherwise."""
    digest: str | None = None
    """The digest of the file that a house rule set was read from."""
    shokha: bool = True
    declarations: bool = True
    pack: int = 36
    limit: int = 12
    deals: int | None = None
    """A fixed number of deals instead of the limit."""

    @property
    def pairs(self) -> bool:
        """Whether partners face each other (clause 2.1)."""
        return self.partners and self.seats == 4

    def pack_for(self, players: int) -> int:
        """Return the number of cards in the pack of so many players (clauses 2.7 and 6.1).

        When two are left of three, the six of clubs comes back.
        """
        if players == 5:
            return 35
        return self.pack if players == self.seats else 36

    def with_options(self, words: Sequence[str]) -> "KozelRules | OptionFault":
        """Return the rule set with options such as ``shokha=off``."""
        return apply_options(self, words)

    def written_options(self) -> dict[str, str]:
        """Return the options that differ from their defaults, in canonical order."""
        return written_options(self)

    def option_forms(self) -> tuple[str, ...]:
        """Return how the options are written, for people."""
        return tuple(_FORMS.get(name, f"{name}=N") for name in self.options)

    def seated(self, count: int) -> "KozelRules | OptionFault":
        """Return the rule set for so many seats; a pack of 35 is for three (clause 2.7)."""
        if self.pack == 35 and count != 3:
            return OptionFault("pack=35", "seats")
        return replace(self, seats=count)

    def sides(self, count: int) -> tuple[tuple[int, ...], ...]:
        """Return the sides: partners face each other in pairs (clause 2.1)."""
        if self.partners and count == 4:
            return ((0, 2), (1, 3))
        return tuple((seat,) for seat in range(count))


_NUMBER = re.compile(r"[1-9][0-9]{0,2}")


def apply_options(rules: KozelRules, words: Sequence[str]) -> KozelRules | OptionFault:
    """Return the rule set with options such as ``shokha=off`` and ``deals=8``.

    Source: rules, the paragraph below the table of rule sets.
    """
    seen: set[str] = set()
    if rules.digest is not None and f"digest={rules.digest}" not in words:
        return OptionFault(f"digest={rules.digest}", "digest")
    for word in words:
        name, _, value = word.partition("=")
        if word == f"digest={rules.digest}" and name not in seen:
            seen.add(name)
            continue
        if name not in rules.options:
            return OptionFault(word, "unknown")
        if name in seen:
            return OptionFault(word, "twice")
        seen.add(name)
        if {"deals", "limit"} <= seen:
            return OptionFault(word, "together")
        applied = _apply(rules, name, value)
        if applied is None:
            return OptionFault(word, "value")
        rules = applied
    return rules


def _apply(rules: KozelRules, name: str, value: str) -> KozelRules | None:
    match name, value:
        case ("shokha", "on" | "off"):
            return replace(rules, shokha=value == "on")
        case ("declarations", "on" | "off"):
            return replace(rules, declarations=value == "on")
        case ("limit", number) if _NUMBER.fullmatch(number):
            return replace(rules, limit=int(number))
        case ("deals", number) if _NUMBER.fullmatch(number):
            return replace(rules, deals=int(number))
        case ("pack", "35" | "36"):
            return replace(rules, pack=int(value))
        case _:
            return None


_FORMS = {
    "shokha": "shokha=off",
    "declarations": "declarations=off",
    "pack": "pack=35 (three seats)",
}


def _switch(*, on: bool) -> str:
    return "on" if on else "off"


def written_options(rules: KozelRules) -> dict[str, str]:
    """Return the options that differ from their defaults, in canonical order."""
    shokha, declarations, limit = rules.usual
    values = {
        "digest": rules.digest,
        "shokha": None if rules.shokha is shokha else _switch(on=rules.shokha),
        "declarations": None
        if rules.declarations is declarations
        else _switch(on=rules.declarations),
        "deals": None if rules.deals is None else str(rules.deals),
        "limit": None if rules.limit == limit else str(rules.limit),
        "pack": None if rules.pack == 36 else str(rules.pack),
    }
    names = ("digest", *rules.options)
    return {name: value for name in names if (value := values[name]) is not None}
