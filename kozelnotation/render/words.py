"""The sentences of a finding, from the catalogue.

Source: verdicts, section 2 (messages).
"""

from kozelnotation.diag.finding import Finding
from kozelnotation.render.catalogue import en


def message(finding: Finding) -> str:
    """Return what is, in the words of the record."""
    return _entry(finding)[0].format_map(_args(finding))


def help_text(finding: Finding) -> str:
    """Return what can be done."""
    return _entry(finding)[1].format_map(_args(finding))


def caption(key: str) -> str:
    """Return the caption of a related place."""
    return en.CAPTIONS[key]


def clause_text(clause: str) -> str | None:
    """Return a clause in short, None if the catalogue has no words for it."""
    scope, _, number = clause.partition(" ")
    if scope == "N":
        return en.FORMAT_CLAUSES.get(number)
    return en.CLAUSES.get(clause) or en.CLAUSES.get(number)


def _entry(finding: Finding) -> tuple[str, str]:
    number = finding.code.number
    key = f"{number}.{finding.variant}" if finding.variant else number
    return en.MESSAGES[key]


class _Args(dict[str, str | int]):
    """Arguments of a sentence; one that is missing is shown as a blank, not as a crash."""

    def __missing__(self, key: str) -> str:
        return "?"


def _args(finding: Finding) -> _Args:
    return _Args(finding.args)
