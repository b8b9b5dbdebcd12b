"""``kozel rules``: the rule sets and their clauses."""

from pathlib import Path

import click

from kozelnotation.cli import files
from kozelnotation.games.kozel.rulesets import KozelRules
from kozelnotation.games.registry import RULE_SETS
from kozelnotation.render.help_pages import rules_page


@click.command("rules")
@click.argument("rule_set", required=False, metavar="[ID]")
@click.pass_context
def command(ctx: click.Context, rule_set: str | None) -> None:
    """Show the rule sets, or one of them with its clauses, sources and project rules.

    ID is a rule set such as kozel-pairs-tvaladze@1; the short name KP will do, too.
    `kozel rules house-rules` tells how a club writes its own; with the name of such a
    TOML file the file is checked, and the line for the tag Rules is printed.
    """
    if rule_set == "house-rules":
        files.out(rules_page("house-rules").rstrip("\n"))
        return
    if rule_set is not None and rule_set.endswith(".toml"):
        _house(Path(rule_set))
        return
    if rule_set is None:
        for rules in RULE_SETS.values():
            seats = " or ".join(str(count) for count in rules.seat_counts)
            files.out(f"{rules.id}  ({rules.short})  {rules.title}; {seats} seats")
            files.out(f"    options: {' '.join(rules.option_forms()) or 'none'}")
        return
    for rules in RULE_SETS.values():
        if rule_set in (rules.id, rules.id.split("@")[0]) or rule_set.upper() == rules.short:
            files.out(rules_page(rules.id).rstrip("\n"))
            return
    files.complain(f"error: there is no rule set {rule_set}; `kozel rules` lists all of them")
    ctx.exit(2)


def _house(path: Path) -> None:
    """Check a file of house rules and say how a record names them."""
    found = files.rule_sets_or_exit(path)
    rules = next(
        rules for rules in found.values() if isinstance(rules, KozelRules) and rules.digest
    )
    files.out(f"{rules.id}  {rules.title}")
    files.out(f'[Rules "{rules.id} digest={rules.digest}"]')
