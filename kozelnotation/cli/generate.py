"""``kozel generate``: random legal matches."""

import sys

import click

from kozelnotation.cli import files
from kozelnotation.games.kozel.generate import random_match
from kozelnotation.games.kozel.rulesets import RULE_SETS, OptionFault, apply_options


@click.command("generate")
@click.option(
    "--rules",
    "rules_text",
    default="kozel-pairs-tvaladze@1",
    show_default=True,
    metavar="RULES",
    help="A rule set with options, as in the tag Rules.",
)
@click.option("--seed", default=1, show_default=True, metavar="N", help="Same seed, same bytes.")
@click.option(
    "--matches",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="K",
    help="How many records.",
)
@click.pass_context
def command(ctx: click.Context, rules_text: str, seed: int, matches: int) -> None:
    """Make random legal matches; every one verifies.

    Match number K of a seed is the same however many matches are made.
    """
    name, *options = rules_text.split() or [""]
    base = RULE_SETS.get(name)
    if base is None:
        files.complain(f"error: there is no rule set {name}; `kozel rules` lists all of them")
        ctx.exit(2)
    rules = apply_options(base, options)
    if isinstance(rules, OptionFault):
        files.complain(f"error: the option {rules.word} does not fit {base.id}")
        ctx.exit(2)
    seats = base.default_seats or ()
    for number in range(1, matches + 1):
        if number > 1:
            files.out("")
        files.out(random_match(rules, seats, f"{rules_text.strip()}/{seed}/{number}"), end="")
    sys.stdout.flush()
