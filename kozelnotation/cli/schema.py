"""``kozel schema``: the JSON Schemas of what comes out and goes in."""

import click

from kozelnotation.cli import files
from kozelnotation.render.help_pages import schema_text


@click.command("schema")
@click.argument("name", type=click.Choice(["report", "record"]), default="report")
def command(name: str) -> None:
    """Print the JSON Schema of reports (kozel verify) or of records (kozel convert)."""
    files.out(schema_text(name).rstrip("\n"))
