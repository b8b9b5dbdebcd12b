"""The running score: rulings on penalties, and the claimed score.

Source: rules, clauses 5.6 and 9.3; notation, section 4 (rulings).
"""

from kozelnotation.games.events import Stop
from kozelnotation.games.kozel.rulesets import Penalties
from kozelnotation.syntax.nodes import (
    Ruling,
)
from kozelnotation.verdict.judging import has_result
from kozelnotation.verdict.kozel import cost, money
from kozelnotation.verdict.kozel.state import Deal


def _rulings(deal: Deal) -> tuple[list[int | None] | None, list[int | None], list[int | None]]:
    """Return ruled penalties, and extra ones before and after the written score."""
    names = deal.names
    ruled: list[int | None] | None = None
    before: list[int | None] = [0] * len(names)
    after: list[int | None] = [0] * len(names)
    score = deal.claimed("score")
    score_line = None if score is None else score[0].number
    for line in deal.lowered.rulings:
        statement = line.statement
        if not isinstance(statement, Ruling):
            continue
        said = {value.side.text: value.value.value for value in statement.values}
        if statement.kind == "result":
            ruled = [
                said.get(name) if side in deal.active else said.get(name, 0)
                for side, name in enumerate(names)
            ]
            continue
        late = score_line is not None and line.number > score_line
        extra = after if late else before
        for place, name in enumerate(names):
            extra[place] = _added(extra[place], said.get(name, 0))
    return ruled, before, after


def score(deal: Deal, by_play: list[int | None]) -> None:
    """Add what the deal costs, with its rulings, and compare the claims."""
    report, running, names = deal.report, deal.running, deal.names
    ruled, before, after = _rulings(deal)
    is_for_money = deal.rules.penalties is Penalties.POT
    if is_for_money:
        by_play = money.pot(deal)
    paid = by_play if ruled is None else ruled
    stopped = deal.replay.stopped
    report.penalty = {} if is_for_money else dict(zip(names, paid, strict=True))
    extra = [_added(a, b) for a, b in zip(before, after, strict=True)]
    report.penalty_by_ruling = dict(zip(names, extra, strict=True))
    match = running.match
    if ruled is None and deal.options and not is_for_money:
        match.add_one_of(deal.options)
    else:
        match.add(paid)
    match.add(before)
    report.score = dict(zip(names, match.score, strict=True))
    # a ruling changes what later statements are judged by
    before_ruling = _is_before_ruling(deal, "penalty")
    wrong_penalty = cost.penalty_claim(deal, by_play if before_ruling else paid)
    _score_claim(deal, wrong_penalty, by_play if _is_before_ruling(deal, "score") else paid, paid)
    match.add(after)
    if after != [0] * len(after):
        report.score = dict(zip(names, match.score, strict=True))
    if stopped is None and (deal.replay.is_over or ruled is not None):
        match.counted += 1
    elif stopped is not Stop.ANNULLED:
        match.counted_is_sure = False
    running.same_dealer = stopped is Stop.ANNULLED
    if not deal.replay.is_over and stopped is not Stop.ANNULLED:
        running.dealer_is_free = running.dealer_is_free or not has_result(deal.text)
    match.judge()


def _is_before_ruling(deal: Deal, keyword: str) -> bool:
    """Whether a statement of the count stands above a ruling on the result."""
    claimed = deal.claimed(keyword)
    return claimed is not None and any(
        isinstance(line.statement, Ruling)
        and line.statement.kind == "result"
        and line.number > claimed[0].number
        for line in deal.lowered.rulings
    )


def _score_claim(
    deal: Deal,
    wrong_penalty: list[int],
    judged_by: list[int | None],
    paid: list[int | None],
) -> None:
    """Report a running score only where its distance from the replay changes (9.3).

    ``judged_by`` are the penalties that hold where the score is written.
    """
    running = deal.running
    claimed = deal.claimed("score")
    for side, off in enumerate(wrong_penalty):
        if claimed is None:
            # a false penalty may be carried on by a score that is written later
            running.distance[side] += off
    if claimed is None:
        return
    line, statement = claimed
    score = [
        mine if mine is None or judged_by == paid else _moved(mine, now, then)
        for mine, now, then in zip(running.match.score, paid, judged_by, strict=True)
    ]
    deal.judge_running(line, statement, score, running.distance, wrong_penalty)


def _moved(score: int, now: int | None, then: int | None) -> int | None:
    """Return a score as it was before a ruling changed what the deal costs."""
    return None if then is None or now is None else score - now + then


def _added(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other
