"""Every published rule set of every game, by id."""

from kozelnotation.games.kozel.registry import RULE_SETS as KOZEL
from kozelnotation.games.ruleset import RuleSet
from kozelnotation.games.svoi.registry import RULE_SETS as SVOI_KOZYRI

RULE_SETS: dict[str, RuleSet] = {**KOZEL, **SVOI_KOZYRI}
