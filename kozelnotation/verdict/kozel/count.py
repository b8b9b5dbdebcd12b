"""The count of a deal against its claims of points and tricks.

Source: rules, clauses 1.3 and 5.1; verdicts, section 1 (claims).
"""

from kozelnotation.diag.code import Code
from kozelnotation.syntax.nodes import (
    Line,
    Values,
)
from kozelnotation.verdict import codes
from kozelnotation.verdict.claims import said_of, side_words
from kozelnotation.verdict.kozel import cost, score, taken
from kozelnotation.verdict.kozel.state import Deal
from kozelnotation.verdict.report import (
    Totals,
)


def count(deal: Deal) -> None:
    """Compute points, tricks, penalties and score, and compare the claims."""
    report, replay, names = deal.report, deal.replay, deal.names
    deal.ranges = taken.point_ranges(deal)
    points: list[int | None] = [None] * len(names)
    if replay.pot_taken_by is not None:
        deal.ranges = None
    if deal.ranges is not None and deal.is_final():
        points = [low if low == high else None for low, high in deal.ranges]
    tricks = taken.tricks_won(deal)
    report.points = dict(zip(names, points, strict=True))
    report.tricks_won = dict(zip(names, tricks, strict=True))
    by_play = cost.cost_of(deal, points, tricks)
    _values(deal, "points", report.points)
    _values(deal, "tricks", report.tricks_won)
    score.score(deal, by_play)


def _values(deal: Deal, keyword: str, computed: Totals) -> None:
    claimed = deal.claimed(keyword)
    if claimed is None:
        return
    line, statement = claimed
    code = codes.CLAIMED_POINTS if keyword == "points" else codes.CLAIMED_TRICKS
    playing = [deal.names[side] for side in deal.active]
    said = said_of(statement, playing) if keyword == "points" else None
    if said is not None and deal.replay.stopped is None and deal.replay.pot_taken_by is None:
        total = sum(value for value in said.values() if value is not None)
        if total != deal.total():
            _points_do_not_add_up(deal, line, statement, computed, total)
            return
    _range_claims(deal, line, statement, computed, code)


def _range_claims(deal: Deal, line: Line, statement: Values, computed: Totals, code: Code) -> None:
    """Refute also what lies outside of what is possible."""
    if statement.keyword == "points" and deal.ranges is not None:
        bounds = dict(zip(deal.names, deal.ranges, strict=True))
        for value in statement.values:
            low, high = bounds[value.side.text]
            number = value.value.value
            if (
                number is not None
                and computed.get(value.side.text) is None
                and not low <= number <= high
            ):
                for other in statement.values:
                    said = other.value.value
                    if said is not None:
                        deal.book.note(
                            "points",
                            line,
                            other.side.text,
                            said,
                            computed.get(other.side.text),
                            is_true=False if other is value else None,
                        )
                deal.book.refute(
                    code,
                    line,
                    value.value.start,
                    value.value.end,
                    {
                        "what": "points",
                        "expected": f"{value.side.text}: {low} to {high}",
                        "found": f"{value.side.text}: {number}",
                    },
                    expected=f"{low} to {high}",
                    found=str(number),
                )
                return
    deal.book.values(code, line, statement, computed)


def _points_do_not_add_up(
    deal: Deal, line: Line, statement: Values, computed: Totals, total: int
) -> None:
    wrong = [
        value
        for value in statement.values
        if computed.get(value.side.text) not in (None, value.value.value)
    ]
    for value in statement.values:
        said = value.value.value
        if said is not None:
            mine = computed.get(value.side.text)
            is_true = None if mine is None else mine == said
            if not wrong:
                is_true = False
            deal.book.note("points", line, value.side.text, said, mine, is_true=is_true)
    first, last = statement.values[0], statement.values[-1]
    known = {side: value for side, value in computed.items() if value is not None}
    deal.book.refute(
        codes.POINTS_DO_NOT_ADD_UP,
        line,
        first.value.start,
        last.value.end,
        {
            "total": total,
            "expected": deal.total(),
            "computed": side_words(known) if len(known) == len(computed) else "",
        },
        variant="known" if len(known) == len(computed) else "",
        expected=str(deal.total()),
        found=str(total),
    )
