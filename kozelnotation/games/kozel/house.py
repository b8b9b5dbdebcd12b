"""House rule sets: a club's own rules, made of the known policies, from a table of values.

The table is what a TOML file says. It names a rule set to begin with and the policies
that the club plays differently; anything else in it is an error. The digest of the file
stands in the record, so that a verdict can be asked for again years later.

Source: rules, the paragraph on rule sets; help page ``house-rules``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from kozelnotation.games.kozel.registry import RULE_SETS
from kozelnotation.games.kozel.rulesets import DeclaredHand, Exposure, KozelRules, Penalties

_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*@[1-9][0-9]{0,2}")
DIGEST_LENGTH = 12
"""How many hexadecimal digits of the SHA-256 of the file a record names."""


@dataclass(frozen=True, slots=True)
class HouseFault:
    """What is wrong with a house rule set: the key, and a sentence."""

    key: str
    text: str


_POLICIES: dict[str, tuple[str, type[Enum]]] = {
    "exposure": ("exposure", Exposure),
    "declared-hand": ("declared_hand", DeclaredHand),
    "penalties": ("penalties", Penalties),
}
_SWITCHES = {"shokha": "shokha", "declarations": "declarations"}
_NUMBERS = {"longest-lead": ("longest_lead", 1, 4), "limit": ("limit", 1, 999)}
_HEAD = ("id", "base", "title")
_KEYS = (*_HEAD, *_POLICIES, *_SWITCHES, *_NUMBERS, "seats")


def house_rules(table: Mapping[str, object], digest: str) -> KozelRules | list[HouseFault]:
    """Return the rule set that a table of values describes, or everything that is wrong with it.

    ``digest`` is the SHA-256 of the file in hexadecimal.
    """
    faults = [
        HouseFault(key, f"there is no such key; known: {', '.join(_KEYS)}")
        for key in table
        if key not in _KEYS
    ]
    base = table.get("base")
    rules = RULE_SETS.get(base) if isinstance(base, str) else None
    if rules is None:
        faults.append(HouseFault("base", f"must be one of {', '.join(RULE_SETS)}"))
        return faults
    name = table.get("id")
    if not isinstance(name, str) or not _ID.fullmatch(name) or name in RULE_SETS:
        faults.append(
            HouseFault("id", "must be a name of its own with a version, such as my-club@1")
        )
        return faults
    title = table.get("title", f"{rules.title}, house rules {name}")
    if not isinstance(title, str):
        faults.append(HouseFault("title", "must be a text"))
        return faults
    rules = replace(rules, id=name, title=title, short="HR", digest=digest[:DIGEST_LENGTH])
    for key in table:
        if key in _HEAD:
            continue
        changed = _apply(rules, key, table[key])
        if isinstance(changed, HouseFault):
            faults.append(changed)
        elif changed is not None:
            rules = changed
    faults.extend(_contradictions(rules))
    usual = (rules.shokha, rules.declarations, rules.limit)
    return faults or replace(rules, usual=usual)


def _apply(rules: KozelRules, key: str, value: object) -> KozelRules | HouseFault | None:
    if key in _POLICIES:
        field, kind = _POLICIES[key]
        known = [str(member.value) for member in kind]
        if value not in known:
            return HouseFault(key, f"must be one of {', '.join(known)}")
        return _with(rules, field, kind(value))
    if key in _SWITCHES:
        if not isinstance(value, bool):
            return HouseFault(key, "must be true or false")
        return _with(rules, _SWITCHES[key], value)
    if key in _NUMBERS:
        field, low, high = _NUMBERS[key]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            return HouseFault(key, f"must be a number from {low} to {high}")
        return _with(rules, field, value)
    if key == "seats":
        return _with_seats(rules, value)
    return None


def _with_seats(rules: KozelRules, value: object) -> KozelRules | HouseFault:
    allowed = ", ".join(str(count) for count in rules.seat_counts)
    is_list = isinstance(value, list) and bool(value)
    if (
        not isinstance(value, list)
        or not is_list
        or any(type(v) is not int or v not in rules.seat_counts for v in value)
    ):
        return HouseFault("seats", f"must be a list of numbers out of {allowed}")
    counts = tuple(sorted({int(count) for count in value}))
    return replace(rules, seat_counts=counts)


def _with(rules: KozelRules, field: str, value: object) -> KozelRules:
    match field, value:
        case "exposure", Exposure():
            return replace(rules, exposure=value)
        case "declared_hand", DeclaredHand():
            return replace(rules, declared_hand=value)
        case "penalties", Penalties():
            return replace(rules, penalties=value)
        case "shokha", bool():
            return replace(rules, shokha=value)
        case "declarations", bool():
            return replace(rules, declarations=value)
        case "longest_lead", int():
            return replace(rules, longest_lead=value)
        case "limit", int():
            return replace(rules, limit=value)
        case _:
            return rules


def _contradictions(rules: KozelRules) -> list[HouseFault]:
    """Return policies that cannot stand together."""
    faults = []
    for_money = rules.penalties is Penalties.POT
    takes_pot = rules.declared_hand is DeclaredHand.WINS_THE_POT
    if for_money is not takes_pot:
        faults.append(HouseFault("penalties", "pot and wins-the-pot belong together"))
    is_pairs_only = rules.partners and rules.seat_counts == (4,)
    if rules.penalties is Penalties.BY_TRICKS and not is_pairs_only:
        faults.append(HouseFault("penalties", "by-tricks is for two pairs: seats = [4]"))
    if rules.longest_lead < 4 and rules.declared_hand is DeclaredHand.LEADS_AND_WINS:
        faults.append(
            HouseFault("longest-lead", "a declared hand that is led whole needs leads of four")
        )
    if for_money is not takes_pot:
        return faults
    alone = {count for count in rules.seat_counts if not (rules.partners and count == 4)}
    if rules.penalties is Penalties.BY_POINTS and alone - {2, 3}:
        faults.append(HouseFault("penalties", "by-points is for two or three alone, or two pairs"))
    if for_money and rules.partners and 4 in rules.seat_counts:
        faults.append(HouseFault("penalties", "a pot is played by each alone, not by partners"))
    return faults
