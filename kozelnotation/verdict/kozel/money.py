"""The pot of the money game.

Source: rules, section 6.
"""

from kozelnotation.games.events import Stop
from kozelnotation.syntax.nodes import (
    Pot,
)
from kozelnotation.verdict import codes
from kozelnotation.verdict.claims import side_words
from kozelnotation.verdict.kozel.state import Deal
from kozelnotation.verdict.report import (
    Claims,
)


def pot(deal: Deal) -> list[int | None]:
    """Return what the money game costs and brings each seat (clauses 6.1 to 6.3)."""
    running, replay, count = deal.running, deal.replay, len(deal.names)
    if replay.stopped is Stop.ANNULLED:
        return [0] * count
    if running.pot is not None:
        running.pot += count
    taker = _pot_taker(deal)
    deal.report.pot = dict.fromkeys(deal.names, 0)
    if taker is not None and taker >= 0 and running.pot is None:
        # the pot is emptied, however much was in it
        running.pot = 0
        deal.report.pot[deal.names[taker]] = None
        _pot_claim(deal, taker, None)
        return [None if side == taker else -1 for side in range(count)]
    if taker is None or running.pot is None:
        running.pot = None
        deal.report.pot = dict.fromkeys(deal.names)
        _pot_claim(deal, None, None)
        return [None] * count
    pot = running.pot
    change: list[int | None] = [-1] * count
    if taker >= 0:
        change[taker] = pot - 1
        deal.report.pot[deal.names[taker]] = pot
        running.pot = 0
    _pot_claim(deal, taker, pot)
    return change


def _pot_taker(deal: Deal) -> int | None:
    """Return the seat that takes the pot, -1 if it stays, None if nobody knows."""
    replay = deal.replay
    if not replay.is_judged or not replay.is_over:
        return None
    if replay.pot_taken_by is not None:
        return replay.pot_taken_by if replay.pot_is_sure else None
    ranges = deal.ranges
    if ranges is None:
        return None
    most = max(low for low, _ in ranges)
    rivals = [side for side, (_, high) in enumerate(ranges) if high >= most]
    if len(rivals) == 1:
        return rivals[0]
    sure = all(ranges[side][0] == ranges[side][1] for side in rivals)
    return -1 if sure and len({ranges[side] for side in rivals}) == 1 else None


def _pot_claim(deal: Deal, taker: int | None, pot: int | None) -> None:
    names = deal.names
    for line in deal.lowered.claims:
        statement = line.statement
        if not isinstance(statement, Pot):
            continue
        computed: str | None = None
        if taker is not None and pot is not None:
            computed = f"- {pot}" if taker < 0 else f"{names[taker]}: {pot}"
        if statement.left is not None:
            if statement.left.value is None:
                return
            said = f"- {statement.left.value}"
        else:
            said = side_words({v.side.text: v.value.value for v in statement.values})
            if "?" in said:
                return
        if deal.book.note("pot", line, None, said, computed) is Claims.REFUTED:
            deal.book.refute(
                codes.CLAIMED_RESULT,
                line,
                line.start,
                line.end,
                {"found": said, "expected": computed or ""},
                variant="pot",
                expected=computed,
                found=said,
                clause="6.3",
            )
