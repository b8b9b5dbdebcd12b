"""Every published rule set of Kozel, by id: what the folder ``profiles`` holds.

Adding a rule set is adding a file there, and its help page.
"""

import importlib
import pkgutil

from kozelnotation.games.kozel import profiles
from kozelnotation.games.kozel.rulesets import KozelRules


def _published() -> dict[str, KozelRules]:
    found = [
        importlib.import_module(f"{profiles.__name__}.{module.name}").RULES
        for module in pkgutil.iter_modules(profiles.__path__)
    ]
    return {rules.id: rules for rules in sorted(found, key=lambda rules: rules.rank)}


RULE_SETS: dict[str, KozelRules] = _published()
