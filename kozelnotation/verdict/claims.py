"""Compare what a record claims with what the replay computed.

A claim is checked, never applied. What follows from a false claim is no finding of its
own: a score that carries a false penalty on is wrong once, where the penalty is.

Source: notation, section 4 (claims); rules, clauses 1.3, 5.1 to 5.8 and 9.3.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kozelnotation.diag.code import Code
from kozelnotation.diag.finding import Address, Finding, Span
from kozelnotation.syntax.nodes import Line, SideValue, Values
from kozelnotation.verdict.report import ClaimMade, Claims, Totals


@dataclass(slots=True)
class ClaimBook:
    """Gathers the claims of a deal with their verdicts, and the findings on them."""

    deal: int | None
    short: str
    """The name before a clause, such as ``KP``."""
    made: list[ClaimMade] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    ruled: frozenset[int] = frozenset()
    """The lines that a ruling names: what is false there is settled."""
    verdicts: list[Claims] = field(default_factory=list)
    """The verdicts that count: those on which there is no ruling."""

    def note(
        self,
        statement: str,
        line: Line,
        of: str | None,
        said: str | int,
        computed: str | int | None,
        *,
        is_true: bool | None = None,
    ) -> Claims:
        """Write a claim down and return its verdict; computed None leaves it undecided."""
        if is_true is None and computed is not None:
            is_true = said == computed
        verdict = (
            Claims.UNDECIDED if is_true is None else Claims.CONFIRMED if is_true else Claims.REFUTED
        )
        self.made.append(ClaimMade(statement, line.number, of, said, computed, verdict))
        if line.number not in self.ruled:
            self.verdicts.append(verdict)
        return verdict

    def refute(
        self,
        code: Code,
        line: Line,
        start: int,
        end: int,
        args: Mapping[str, str | int],
        *,
        expected: str | None,
        found: str,
        trick: int | None = None,
        seat: str | None = None,
        variant: str = "",
        clause: str | None = None,
    ) -> None:
        """Report a false claim."""
        self.findings.append(
            Finding(
                code,
                Span(line.number, start, end),
                Address(deal=self.deal, trick=trick, seat=seat),
                args,
                variant,
                clause=f"{self.short} {clause or code.clause}",
                expected=expected,
                found=found,
                ruled=line.number in self.ruled,
            )
        )

    def values(
        self,
        code: Code,
        line: Line,
        statement: Values,
        computed: Totals,
        *,
        silent: bool = False,
        clause: str | None = None,
    ) -> bool:
        """Compare the numbers of a statement; report the statement once. Return if it is true."""
        wrong: list[SideValue] = []
        for value in statement.values:
            if value.value.value is None:
                continue
            name = value.side.text
            verdict = self.note(
                statement.keyword, line, name, value.value.value, computed.get(name)
            )
            if verdict is Claims.REFUTED:
                wrong.append(value)
        if wrong and not silent:
            first, last = wrong[0], wrong[-1]
            expected = side_words({v.side.text: computed[v.side.text] for v in wrong})
            found = side_words({v.side.text: v.value.value for v in wrong})
            self.refute(
                code,
                line,
                first.value.start,
                last.value.end if len(wrong) > 1 else first.value.end,
                {"what": statement.keyword, "expected": expected, "found": found},
                expected=expected,
                found=found,
                clause=clause,
            )
        return not wrong


def side_words(values: Mapping[str, int | None]) -> str:
    """Return numbers of sides as a record writes them: ``N+S: 67  E+W: 53``."""
    return "  ".join(f"{side}: {'?' if value is None else value}" for side, value in values.items())


def said_of(statement: Values, sides: Sequence[str]) -> dict[str, int | None] | None:
    """Return what a statement says of every side, None if one is left out or unknown."""
    said = {value.side.text: value.value.value for value in statement.values}
    if any(said.get(side) is None for side in sides):
        return None
    return said
