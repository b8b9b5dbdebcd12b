"""Every published rule set of Kozel, by id: what the folder ``profiles`` holds."""

from kozelnotation.games.kozel import profiles
from kozelnotation.games.kozel.rulesets import KozelRules
from kozelnotation.games.ruleset import published

RULE_SETS: dict[str, KozelRules] = published(profiles, KozelRules)
