"""The rule sets of Kozel as values and named policies, and how an id with options is read.

A published rule set never changes; a correction is a new version beside it. Nothing
in the engine asks for the id: it asks for a policy.

Source: rules, the table of rule sets and sections 2 to 5.
"""

import re
from dataclasses import dataclass, replace
from enum import Enum

MAX_OPTION = 999


class Exposure(Enum):
    """Which responses may lie face up (clause 3.7)."""

    ONLY_TO_WIN = "only-to-win"
    """A response is shown whole, and then must beat, or lies face down whole."""
    FREE = "free"
    """A response may be shown in part or in whole without beating."""


class DeclaredHand(Enum):
    """What a valid Moskva or Molodka does (clauses 4.5 and 4.6)."""

    TAKES_THE_LEAD = "takes-the-lead"
    """The declarer makes any legal lead, which can be beaten."""


class Penalties(Enum):
    """What the losing sides of a deal pay (clauses 5.2 to 5.5)."""

    BY_TRICKS = "by-tricks"
    """31 or more pays 2; less, with a trick, 4; no trick 6."""


@dataclass(frozen=True, slots=True)
class KozelRules:
    """One rule set with its options applied, for one number of seats."""

    id: str
    short: str
    """The name before a clause, such as ``KP``."""
    title: str
    seat_counts: tuple[int, ...]
    default_seats: tuple[str, ...] | None
    options: tuple[str, ...]
    """The options that the rule set has, in canonical order."""
    pairs: bool
    exposure: Exposure
    declared_hand: DeclaredHand
    penalties: Penalties
    shokha: bool = True
    declarations: bool = True
    limit: int = 12
    deals: int | None = None
    """A fixed number of deals instead of the limit."""

    @property
    def pack_size(self) -> int:
        """Number of cards in the pack."""
        return 36


KOZEL_PAIRS_TVALADZE_1 = KozelRules(
    id="kozel-pairs-tvaladze@1",
    short="KP",
    title="Kozel in pairs, after Alexander Tvaladze",
    seat_counts=(4,),
    default_seats=("N", "E", "S", "W"),
    options=("shokha", "declarations", "deals", "limit"),
    pairs=True,
    exposure=Exposure.ONLY_TO_WIN,
    declared_hand=DeclaredHand.TAKES_THE_LEAD,
    penalties=Penalties.BY_TRICKS,
)

RULE_SETS: dict[str, KozelRules] = {rules.id: rules for rules in (KOZEL_PAIRS_TVALADZE_1,)}


@dataclass(frozen=True, slots=True)
class OptionFault:
    """An option that cannot be applied: the word, and which kind of fault it is."""

    word: str
    kind: str
    """``unknown``, ``value``, ``twice`` or ``together``."""


_NUMBER = re.compile(r"[1-9][0-9]{0,2}")


def apply_options(rules: KozelRules, words: list[str]) -> KozelRules | OptionFault:
    """Return the rule set with options such as ``shokha=off`` and ``deals=8``.

    Source: rules, the paragraph below the table of rule sets.
    """
    seen: set[str] = set()
    for word in words:
        name, _, value = word.partition("=")
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
        case _:
            return None


def written_options(rules: KozelRules) -> dict[str, str]:
    """Return the options that differ from their defaults, in canonical order."""
    values = {
        "shokha": None if rules.shokha else "off",
        "declarations": None if rules.declarations else "off",
        "deals": None if rules.deals is None else str(rules.deals),
        "limit": None if rules.limit == 12 else str(rules.limit),
    }
    return {name: value for name in rules.options if (value := values.get(name)) is not None}
