"""``kozel rules``: the rule sets and their clauses."""

import click

from kozelnotation.cli import files
from kozelnotation.games.kozel.rulesets import RULE_SETS
from kozelnotation.render.help_pages import rules_page


@click.command("rules")
@click.argument("rule_set", required=False, metavar="[ID]")
@click.pass_context
def command(ctx: click.Context, rule_set: str | None) -> None:
    """Show the rule sets, or one of them with its clauses, sources and project rules.

    ID is a rule set such as kozel-pairs-tvaladze@1; the short name KP will do, too.
    """
    if rule_set is None:
        for rules in RULE_SETS.values():
            seats = " or ".join(str(count) for count in rules.seat_counts)
            files.out(f"{rules.id}  ({rules.short})  {rules.title}; {seats} seats")
            files.out(f"    options: {' '.join(_form(name) for name in rules.options)}")
        return
    for rules in RULE_SETS.values():
        if rule_set in (rules.id, rules.id.split("@")[0]) or rule_set.upper() == rules.short:
            files.out(rules_page(rules.id).rstrip("\n"))
            return
    files.complain(f"error: there is no rule set {rule_set}; `kozel rules` lists all of them")
    ctx.exit(2)


def _form(name: str) -> str:
    return f"{name}=off" if name in ("shokha", "declarations") else f"{name}=N"
