"""From findings to a verdict.

Source: verdicts, section 1.
"""

from collections.abc import Sequence

from kozelnotation.diag.code import Effect
from kozelnotation.diag.finding import Finding
from kozelnotation.verdict.report import Claims, Status


def status_of(findings: Sequence[Finding]) -> Status:
    """Return the status that findings give (verdicts, section 1)."""
    effects = {finding.code.effect for finding in findings if not finding.ruled}
    if Effect.MALFORMED in effects:
        return Status.MALFORMED
    if Effect.ILLEGAL in effects:
        return Status.ILLEGAL
    if Effect.UNDECIDED in effects:
        return Status.UNDECIDED
    return Status.LEGAL


def claims_of(findings: Sequence[Finding], verdicts: Sequence[Claims]) -> Claims:
    """Return the verdict over all claims (verdicts, section 1)."""
    if any(f.code.effect is Effect.REFUTED and not f.ruled for f in findings):
        return Claims.REFUTED
    said = set(verdicts)
    if Claims.REFUTED in said:
        return Claims.REFUTED
    if Claims.UNDECIDED in said:
        return Claims.UNDECIDED
    return Claims.CONFIRMED if Claims.CONFIRMED in said else Claims.NONE
