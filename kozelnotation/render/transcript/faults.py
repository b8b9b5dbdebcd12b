"""A finding as a sentence of a transcript."""

import re

from kozelnotation.diag.finding import Finding
from kozelnotation.render.words import clause_text, message


def fault_text(finding: Finding, *, is_veiled: bool) -> str:
    """Return a finding in words; ``is_veiled`` withholds what names cards."""
    code = finding.code
    word = {"error": "Fault", "warning": "Warning", "note": "Note"}[code.severity.value]
    said = _QUOTED.sub(_unquoted, message(finding))
    rule = finding.cited
    if is_veiled:
        # the sentence may name cards that this seat could not see
        said = code.name.replace("-", " ")
        rule = ": ".join(part for part in (rule, clause_text(rule)) if part)
    seat = finding.address.seat
    # in a claim the fault is not this seat's; and a sentence may name it itself
    is_told = seat is None or code.number.startswith("K5") or said.startswith(f"{seat} ")
    who = "" if is_told else f", {seat}"
    return f"{word} {code.number}{who}: {said} ({rule}){' (ruled on)' if finding.ruled else ''}."


_QUOTED = re.compile("`([^`]*)`")
_CARDS = re.compile(r"[(]?(\?|(10|[6-9AKQJ?])[shdc?])([ ()]+(\?|(10|[6-9AKQJ?])[shdc?]))*[)]?")


def _unquoted(match: re.Match[str]) -> str:
    """Cards need no quotes in a sentence that is read aloud."""
    return match[1] if _CARDS.fullmatch(match[1]) else f'"{match[1]}"'
