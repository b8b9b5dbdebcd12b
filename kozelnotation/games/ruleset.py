"""What every rule set has, whatever its game: a name, seats, options.

A published rule set never changes; a correction is a new version beside it.

Source: rules, the table of rule sets; notation, section 3.
"""

import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Self, TypeVar


@dataclass(frozen=True, slots=True)
class OptionFault:
    """An option that cannot be applied: the word, and which kind of fault it is."""

    word: str
    kind: str
    """``unknown``, ``value``, ``twice``, ``together``, ``seats`` or ``digest``."""


@dataclass(frozen=True, slots=True)
class RuleSet(ABC):
    """One rule set with its options applied."""

    id: str
    short: str
    """The name before a clause, such as ``KP``."""
    title: str
    rank: int
    """Where the rule set stands in lists."""
    seat_counts: tuple[int, ...]
    default_seats: tuple[str, ...] | None
    options: tuple[str, ...]
    """The options that the rule set has, in canonical order."""

    @abstractmethod
    def with_options(self, words: Sequence[str]) -> Self | OptionFault:
        """Return the rule set with options such as ``shokha=off``."""

    @abstractmethod
    def written_options(self) -> dict[str, str]:
        """Return the options that differ from their defaults, in canonical order."""

    @abstractmethod
    def option_forms(self) -> tuple[str, ...]:
        """Return how the options are written, for people."""

    @abstractmethod
    def seated(self, count: int) -> Self | OptionFault:
        """Return the rule set for so many seats, which it must have."""

    @abstractmethod
    def sides(self, count: int) -> tuple[tuple[int, ...], ...]:
        """Return the sides of a table of so many seats, each as its seats."""


AnyRules = TypeVar("AnyRules", bound=RuleSet)


def published(folder: ModuleType, kind: type[AnyRules]) -> dict[str, AnyRules]:
    """Return every rule set of a folder of profiles by id, in the order of their ranks.

    Adding a rule set is adding a file there, and its help page.
    """
    found = [
        importlib.import_module(f"{folder.__name__}.{module.name}").RULES
        for module in pkgutil.iter_modules(folder.__path__)
    ]
    rule_sets = [rules for rules in found if isinstance(rules, kind)]
    return {rules.id: rules for rules in sorted(rule_sets, key=lambda rules: rules.rank)}
