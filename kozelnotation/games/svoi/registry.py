"""Every published rule set of Svoi Kozyri, by id: what the folder ``profiles`` holds."""

from kozelnotation.games.ruleset import published
from kozelnotation.games.svoi import profiles
from kozelnotation.games.svoi.rulesets import SvoiRules

RULE_SETS: dict[str, SvoiRules] = published(profiles, SvoiRules)
