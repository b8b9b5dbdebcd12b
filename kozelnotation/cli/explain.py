"""``kozel explain``: what a code means."""

import re

import click

from kozelnotation.cli import files
from kozelnotation.render.help_pages import code_page
from kozelnotation.verdict.registry import REGISTRY


@click.command("explain")
@click.argument("code", required=False)
@click.pass_context
def command(ctx: click.Context, code: str | None) -> None:
    """Explain a code: what is wrong, the rule, a wrong and a right example, what to do.

    CODE is a number such as K3008, or a name such as exposed-losing-response
    (card-not-held is a name in both games, so both pages are shown). Without
    CODE all codes are listed.
    """
    if code is None:
        width = max(len(entry.name) for entry in REGISTRY.values())
        for entry in REGISTRY.values():
            severity = entry.severity.value
            files.out(f"{entry.number}  {entry.name:<{width}}  {severity}")
        return
    wanted = code.strip().upper()
    wanted = f"K{wanted}" if re.fullmatch(r"[0-9]{4}", wanted) else wanted
    # a name may belong to a code of each game
    found = [e for e in REGISTRY.values() if wanted in (e.number, e.name.upper())]
    if found:
        files.out("\n".join(code_page(entry.number) for entry in found).rstrip("\n"))
        return
    files.complain(f"error: there is no code {code}; `kozel explain` lists all of them")
    ctx.exit(2)
