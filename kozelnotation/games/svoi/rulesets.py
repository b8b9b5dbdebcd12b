"""The rule sets of Svoi Kozyri as values and named policies.

Nothing in the engine asks for the id of a rule set: it asks for a policy.

Source: rules, the table of rule sets and sections 7 and 8.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from kozelnotation.games.ruleset import OptionFault, RuleSet


class PickUp(Enum):
    """How many cards are picked up (clauses 7.7 and 8.2)."""

    BY_TRUMP = "by-trump"
    """Three, or five from an own trump on top, or all from the own trump ace."""
    WHOLE_PILE = "whole-pile"


class Lead(Enum):
    """Who leads to the pile that a pick-up has emptied (clauses 7.8 and 8.2)."""

    NEXT = "next"
    TAKER = "taker"


@dataclass(frozen=True, slots=True)
class SvoiRules(RuleSet):
    """One rule set with its options applied."""

    pick_up: PickUp
    clauses: "Clauses"
    sixes_change_hands: bool
    """Whether every six goes to the player whose trump suit it is (clause 7.3)."""
    hands_are_mirrored: bool
    """Whether each hand is the mirror of the other, and trumps are of two colours (8.1)."""
    last_card_may_draw: bool
    """Whether a last card that covers the last lead makes a draw (clause 7.10)."""
    has_dealer: bool
    """Whether a dealer is written, or else who begins."""
    after_pick_up: Lead = Lead.NEXT

    def with_options(self, words: Sequence[str]) -> "SvoiRules | OptionFault":
        """Return the rule set with the option ``after-pickup=taker``, if it has it."""
        rules, is_set = self, False
        for word in words:
            name, _, value = word.partition("=")
            if name not in self.options:
                return OptionFault(word, "unknown")
            if is_set:
                return OptionFault(word, "twice")
            is_set = True
            try:
                rules = replace(rules, after_pick_up=_AFTER_PICK_UP[value])
            except KeyError:
                return OptionFault(word, "value")
        return rules

    def written_options(self) -> dict[str, str]:
        """Return the options that differ from their defaults."""
        if self.after_pick_up is Lead.NEXT:
            return {}
        return {"after-pickup": self.after_pick_up.value}

    def option_forms(self) -> tuple[str, ...]:
        """Return how the options are written, for people."""
        return tuple(f"{name}=taker" for name in self.options)

    def seated(self, count: int) -> "SvoiRules | OptionFault":  # noqa: ARG002 - the same for all
        """Return the rule set for so many seats."""
        return self

    def sides(self, count: int) -> tuple[tuple[int, ...], ...]:
        """Return the sides: everybody plays alone (clause 7.1)."""
        return tuple((seat,) for seat in range(count))


@dataclass(frozen=True, slots=True)
class Clauses:
    """Where a rule set states what the game can be played in two ways of."""

    deal: str
    first_turn: str
    turn: str
    pick_up: str
    empty_pile: str
    out_by_cover: str
    out_by_lead: str


_AFTER_PICK_UP = {"opponent": Lead.NEXT, "taker": Lead.TAKER}
