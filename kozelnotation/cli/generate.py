"""``kozel generate``: random legal matches."""

import sys
from dataclasses import replace

import click

from kozelnotation.cli import files
from kozelnotation.games.kozel.generate import random_match
from kozelnotation.games.kozel.registry import RULE_SETS
from kozelnotation.games.kozel.rulesets import KozelRules, OptionFault, apply_options


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
@click.option(
    "--players",
    type=click.IntRange(min=2, max=5),
    metavar="N",
    help="How many players; by default as many as the rule set likes best.",
)
@click.option(
    "--deals",
    type=click.IntRange(min=1, max=999),
    default=60,
    show_default=True,
    metavar="N",
    help="Stop after so many deals if nothing is decided.",
)
@click.pass_context
def command(
    ctx: click.Context, rules_text: str, seed: int, matches: int, players: int | None, deals: int
) -> None:
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
    seats = _seats(base, players)
    if seats is None:
        wanted = " or ".join(str(count) for count in base.seat_counts)
        files.complain(f"error: {base.id} is played by {wanted}")
        ctx.exit(2)
    rules = replace(rules, seats=len(seats))
    if rules.pack == 35 and rules.seats != 3:
        files.complain("error: pack=35 is only for three players")
        ctx.exit(2)
    key = f"{rules_text.strip()}/{len(seats)}"
    for number in range(1, matches + 1):
        if number > 1:
            files.out("")
        files.out(random_match(rules, seats, f"{key}/{seed}/{number}", most=deals), end="")
    sys.stdout.flush()


_NAMES = ("N", "E", "S", "W")


def _seats(rules: KozelRules, players: int | None) -> tuple[str, ...] | None:
    """Return names for the seats, None if the rule set is not played by so many."""
    count = players if players is not None else 4
    if count not in rules.seat_counts:
        return None
    if count == 2:
        return ("N", "S")
    return _NAMES[:count] if count <= 4 else ("A", "B", "C", "D", "E")
