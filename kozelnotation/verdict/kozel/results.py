"""Claims on single tricks and on the result of the match.

Source: rules, clauses 3.5, 5.8 and 9.8.
"""

from collections.abc import Sequence

from kozelnotation.games.events import RulingKind
from kozelnotation.games.kozel.replay.state import TrickResult
from kozelnotation.games.kozel.scoring import (
    Match,
)
from kozelnotation.syntax.nodes import (
    Line,
    Plain,
    Trick,
    Who,
)
from kozelnotation.verdict import codes
from kozelnotation.verdict.kozel.state import Deal
from kozelnotation.verdict.report import (
    Claims,
)


def line_claims(deal: Deal) -> None:
    """Compare the claims on single tricks and on the result of the match."""
    taken_back = {
        deal.lowered.event_lines[event].number
        for ruled in deal.replay.rulings
        if ruled.ruling.kind is RulingKind.VOID
        for event in ruled.named
    }
    for line in deal.lowered.claims:
        statement = line.statement
        if line.number in taken_back:
            continue
        match statement:
            case Trick():
                _trick_claim(deal, line, statement)
            case Who(keyword="winner") | Plain(keyword="tie"):
                _result_claim(deal, line, statement)
            case _:
                pass


def _trick_of(deal: Deal, line: Line) -> TrickResult | None:
    for trick in deal.replay.tricks:
        if any(deal.lowered.event_lines[event] is line for event in trick.events):
            return trick
    return None


def _trick_claim(deal: Deal, line: Line, statement: Trick) -> None:
    claim, number = statement.claim, statement.number.value
    if claim is None:
        return
    trick = _trick_of(deal, line)
    seats, names = deal.record.seats, deal.names
    winner = None if trick is None or not _is_sure(deal, trick) else trick.winner
    if claim.who is not None:
        said = claim.who.text
        computed: str | None = None
        is_true: bool | None = None
        if winner is not None:
            side = names[deal.side(winner)]
            computed = seats[winner] if said in seats else side
            is_true = said == computed
        deal.book.note("trick", line, str(number), said, computed, is_true=is_true)
        if is_true is False and computed is not None and winner is not None:
            deal.book.refute(
                codes.CLAIMED_TRICK_WINNER,
                line,
                claim.who.start,
                claim.who.end,
                {"found": said, "expected": computed, "trick": number or 0},
                trick=number,
                seat=said if said in seats else None,
                expected=computed,
                found=said,
            )
    if claim.points is not None and claim.points.value is not None:
        mine = None if trick is None or not _is_sure(deal, trick) else trick.points
        said_points = claim.points.value
        verdict = deal.book.note("trick-points", line, str(number), said_points, mine)
        if verdict is Claims.REFUTED:
            deal.book.refute(
                codes.CLAIMED_TRICK_POINTS,
                line,
                claim.points.start,
                claim.points.end,
                {"found": said_points, "expected": mine or 0, "trick": number or 0},
                trick=number,
                expected=str(mine),
                found=str(said_points),
            )


def _is_sure(deal: Deal, trick: TrickResult) -> bool:
    return deal.replay.is_judged or trick.winner is not None


def _result_claim(deal: Deal, line: Line, statement: Who | Plain) -> None:
    match = deal.running.match
    names = deal.names
    if isinstance(statement, Who) and statement.who is None:
        return
    said = "tie"
    if isinstance(statement, Who) and statement.who is not None:
        said = statement.who.text
        if said in deal.record.seats:
            said = names[deal.side(deal.record.seats.index(said))]
    computed: str | None = _result_words(match, names)
    is_open = match.standings is None or match.may_be_decided or not match.counted_is_sure
    if not match.is_decided and is_open:
        computed = None
    verdict = deal.book.note("winner" if said != "tie" else "tie", line, None, said, computed)
    if verdict is not Claims.REFUTED or computed is None:
        return
    if said == _result_of_written_scores(deal):
        # it follows from a score that was reported already
        return
    start = statement.start if isinstance(statement, Who) else line.start
    end = statement.end if isinstance(statement, Who) else line.end
    deal.book.refute(
        codes.CLAIMED_RESULT,
        line,
        start,
        end,
        {"found": said, "expected": computed},
        variant="open" if not match.is_decided else "",
        expected=computed,
        found=said,
    )


def _result_of_written_scores(deal: Deal) -> str | None:
    """Return the result that the scores as written would give, None if they are right."""
    running = deal.running
    if not any(running.distance):
        return None
    score = [
        None if score is None else score + off
        for score, off in zip(running.match.score, running.distance, strict=True)
    ]
    written = Match(deal.rules, len(deal.names), score)
    written.counted = running.match.counted
    written.counted_is_sure = running.match.counted_is_sure
    written.judge()
    return _result_words(written, deal.names)


def _result_words(match: Match, names: Sequence[str]) -> str:
    if not match.is_decided:
        return "no result yet"
    return "tie" if match.winner is None else names[match.winner]
