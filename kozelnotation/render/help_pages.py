"""The help pages that are shipped with the package."""

from importlib.resources import files
from pathlib import Path


def code_page(number: str) -> str:
    """Return the page of a code as Markdown."""
    return _page("codes", number)


def rules_page(rule_set: str) -> str:
    """Return the page of a rule set as Markdown."""
    return _page("rules", rule_set)


def schema_text(name: str) -> str:
    """Return a JSON Schema: ``report`` or ``record``."""
    installed = files("kozelnotation") / "_data" / "schemas" / f"{name}.schema.json"
    if installed.is_file():
        return installed.read_text(encoding="utf-8")
    return (Path(__file__).parents[2] / "schemas" / f"{name}.schema.json").read_text(
        encoding="utf-8"
    )


def _page(folder: str, name: str) -> str:
    return (files("kozelnotation") / "help" / folder / f"{name}.md").read_text(encoding="utf-8")
