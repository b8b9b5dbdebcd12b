"""``kozel generate``: random legal matches."""

import sys

import click

from kozelnotation.cli import files
from kozelnotation.games.kozel.generate import random_match
from kozelnotation.games.kozel.rulesets import KozelRules
from kozelnotation.games.registry import RULE_SETS
from kozelnotation.games.ruleset import OptionFault, RuleSet
from kozelnotation.games.svoi.generate import random_series
from kozelnotation.games.svoi.rulesets import SvoiRules


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
    metavar="N",
    help="Stop after so many deals if nothing is decided; by default 60, in Svoi Kozyri 3.",
)
@click.option(
    "--odd",
    "is_odd",
    is_flag=True,
    help="Svoi Kozyri played oddly, for testing tools: long deals that go round in circles.",
)
@click.pass_context
def command(
    ctx: click.Context,
    rules_text: str,
    seed: int,
    matches: int,
    players: int | None,
    deals: int | None,
    is_odd: bool,
) -> None:
    """Make random legal matches; every one verifies.

    Match number K of a seed is the same however many matches are made.
    """
    name, *options = rules_text.split() or [""]
    base = RULE_SETS.get(name)
    if base is None:
        files.complain(f"error: there is no rule set {name}; `kozel rules` lists all of them")
        ctx.exit(2)
    rules = base.with_options(options)
    if isinstance(rules, OptionFault):
        files.complain(f"error: the option {rules.word} does not fit {base.id}")
        ctx.exit(2)
    seats = _seats(base, players)
    if seats is None:
        wanted = " or ".join(str(count) for count in base.seat_counts)
        files.complain(f"error: {base.id} is played by {wanted}")
        ctx.exit(2)
    rules = rules.seated(len(seats))
    if isinstance(rules, OptionFault):
        files.complain(f"error: {rules.word} is only for three players")
        ctx.exit(2)
    if is_odd and not isinstance(rules, SvoiRules):
        files.complain(f"error: --odd is only for Svoi Kozyri, and {base.id} is another game")
        ctx.exit(2)
    key = f"{rules_text.strip()}/{len(seats)}/{seed}"
    for number in range(1, matches + 1):
        if number > 1:
            files.out("")
        match rules:
            case KozelRules():
                text = random_match(rules, seats, f"{key}/{number}", most=deals or 60)
            case SvoiRules():
                text = random_series(
                    rules, seats, f"{key}/{number}", deals=deals or 3, is_odd=is_odd
                )
            case _:
                files.complain(f"error: no matches can be made by {rules.id}")
                ctx.exit(2)
        files.out(text, end="")
    sys.stdout.flush()


_NAMES = ("N", "E", "S", "W")


def _seats(rules: RuleSet, players: int | None) -> tuple[str, ...] | None:
    """Return names for the seats, None if the rule set is not played by so many."""
    best = 4 if 4 in rules.seat_counts else rules.seat_counts[-1]
    count = players if players is not None else best
    if count not in rules.seat_counts:
        return None
    if count == 2:
        return ("N", "S")
    return _NAMES[:count] if count <= 4 else ("A", "B", "C", "D", "E")
