"""What a deal costs each side, and what the record claims of it.

Source: rules, clauses 5.1 to 5.5 and 9.3.
"""

from collections.abc import Sequence

from kozelnotation.games.events import Stop
from kozelnotation.games.kozel import codes as kozel_codes
from kozelnotation.games.kozel.scoring import (
    is_boundary,
    penalties,
    penalty_clause,
    possible_penalties,
)
from kozelnotation.syntax.nodes import (
    Values,
)
from kozelnotation.verdict import codes
from kozelnotation.verdict.claims import said_of
from kozelnotation.verdict.kozel.state import Deal, whole


def cost_of(
    deal: Deal, points: Sequence[int | None], tricks: Sequence[int | None]
) -> list[int | None]:
    """Return what the deal costs each side, None where nobody knows."""
    nothing = [None if side in deal.active else 0 for side in range(len(points))]
    replay = deal.replay
    if replay.stopped is Stop.ANNULLED:
        return [0] * len(points)
    if not replay.is_over or not replay.is_judged or deal.ranges is None:
        return nothing
    if deal.replay.pot_taken_by is not None or any(number is None for number in tricks):
        return nothing
    won = [whole(tricks[side]) for side in deal.active]
    possible = possible_penalties(
        deal.rules, [deal.ranges[side] for side in deal.active], won, deal.total()
    )
    deal.options = {_for_all(deal, within) for within in possible}
    paid: list[int | None] = [
        next(iter(values))
        if len(values := {option[side] for option in deal.options}) == 1
        else None
        for side in range(len(points))
    ]
    if all(points[side] is not None for side in deal.active):
        _boundary(deal, [whole(points[side]) for side in deal.active], won)
    return paid


def _for_all(deal: Deal, paid: Sequence[int]) -> tuple[int, ...]:
    """Return penalties for all sides; who is out pays nothing."""
    by_side = dict(zip(deal.active, paid, strict=True))
    return tuple(by_side.get(side, 0) for side in range(len(deal.names)))


def _boundary(deal: Deal, points: list[int], tricks: list[int]) -> None:
    """Note a deal that sits where the sources disagree (clauses 5.3 and 5.5)."""
    border = is_boundary(deal.rules, points, tricks)
    if border is None:
        return
    claimed = deal.claimed("penalty") or deal.claimed("points")
    line = deal.text.head if claimed is None else claimed[0]
    deal.add(
        kozel_codes.BOUNDARY_SCORE,
        line,
        line.start,
        line.end,
        {},
        variant=border,
        clause="5.5" if border == "60" else "5.3",
    )


def penalty_claim(deal: Deal, paid: list[int | None]) -> list[int]:
    """Compare the claimed penalties; return how far they are off, by side."""
    off = [0] * len(paid)
    claimed = deal.claimed("penalty")
    if claimed is None:
        return off
    line, statement = claimed
    for value in statement.values:
        said = value.value.value
        side = deal.names.index(value.side.text)
        mine = paid[side]
        if said is not None and mine is not None:
            off[side] = said - mine
    follows = _follows_from_claimed_points(deal, statement)
    deal.book.values(
        codes.CLAIMED_PENALTY,
        line,
        statement,
        dict(zip(deal.names, paid, strict=True)),
        silent=follows,
        clause=penalty_clause(deal.rules),
    )
    return off


def _follows_from_claimed_points(deal: Deal, statement: Values) -> bool:
    """Whether false penalties are what false points, reported already, would cost."""
    claimed = deal.claimed("points")
    if claimed is None:
        return False
    playing = [deal.names[side] for side in deal.active]
    said = said_of(claimed[1], playing)
    written = said_of(statement, playing)
    tricks = [deal.report.tricks_won[name] for name in playing]
    if said is None or written is None or None in tricks:
        return False
    points = [whole(said[name]) for name in playing]
    is_true = all(said[name] == deal.report.points[name] for name in playing)
    if is_true or sum(points) != deal.total():
        return False
    would = penalties(deal.rules, points, list(map(whole, tricks)))
    return [written[name] for name in playing] == would
