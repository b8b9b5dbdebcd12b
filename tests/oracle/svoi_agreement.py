"""Random series of Svoi Kozyri, judged by the program and held against the naive oracle."""

from collections.abc import Iterator
from random import Random

from kozelnotation.diag.code import Severity
from kozelnotation.verdict.report import RecordReport
from kozelnotation.verdict.verify import verify
from tests.oracle import naive_svoi_play as play
from tests.oracle.naive_svoi import SB, DealResult
from tests.oracle.naive_svoi_play import Series
from tests.oracle.svoi_faults import Damaged, inject


def random_series(seed: str, *, form: str | None = None, deals: int = 2) -> Series:
    """A random legal series of any rule set, written in any way, or in one form."""
    rng = Random(seed)
    rules, seats, options = play.random_table(rng)
    style = play.random_style(rules, rng)
    if form is not None:
        form = "hands" if form == "deck" and rules == SB else form
        style = play.Style(form, style.trumps, style.gives, style.takes, style.hidden, style.claims)
    return play.styled_series(rules, seats, options, rng, style, deals)


def damaged_series(name: str, seed: str, number: int) -> Iterator[Damaged]:
    """So many records with a fault, written in ever other ways; gives up after many tries."""
    found = 0
    for attempt in range(100 * number):
        rng = Random(f"{name} {seed} {attempt}")
        rules, seats, options = play.random_table(rng)
        if name == "K4017":
            rules, seats, options = SB, ["N", "S"], rng.choice(("", "after-pickup=taker"))
        style = play.random_style(rules, rng)
        series = play.styled_series(rules, seats, options, rng, style, 2)
        damaged = inject(series, rng, name)
        if damaged is not None:
            yield damaged
            found += 1
        if found == number:
            return


def judged(report: RecordReport) -> Iterator[DealResult]:
    """What the program says of each deal, as the oracle says it."""
    for deal in report.deals:
        turns = deal.turns
        assert turns is not None
        result: DealResult = {
            "number": deal.number or 0,
            "dealer": deal.dealer,
            "turns": turns.count,
            "loser": turns.loser,
            "drawn": turns.is_drawn,
        }
        if turns.starter is not None:
            result["starter"] = turns.starter
        yield result


def differences(series: Series) -> Iterator[str]:
    """Where the program says something else than what happened, or less than can be told."""
    text = series.write()
    (report,) = verify(text)
    errors = [f for f in report.findings if f.code.severity is Severity.ERROR]
    for finding in errors:
        yield f"{finding.code.number} at line {finding.span.line}: {dict(finding.args)}"
    if series.style.knows_hands and report.status.value != "legal":
        yield f"every card is told, and it is {report.status.value}"
    if report.status.value == "undecided" and series.style.hidden in ("open", "known"):
        yield "no cover is unknown, and it is undecided"
    if not errors and any(f.code.number == "K0101" for f in report.findings):
        yield "the oracle writes what is not canonical"
    told = series.expected()["deals"]
    for happened, expected, found in zip(
        series.truth()["deals"], told, judged(report), strict=True
    ):
        for key, value in dict(found).items():
            if value is not None and value != dict(happened)[key]:
                yield f"deal {happened['number']}: {key} is {value}, not {dict(happened)[key]}"
            is_open = series.style.hidden in ("open", "known")
            if is_open and value is None and dict(expected)[key] is not None:
                yield f"deal {happened['number']}: {key} could be told: {dict(expected)[key]}"
