"""Judge one deal: its place in the series, its replay, its result.

Source: rules, sections 7 to 9; verdicts, section 1.
"""

from dataclasses import dataclass, field

from kozelnotation.diag.finding import Address
from kozelnotation.games.events import RulingKind, Stop
from kozelnotation.games.svoi import codes as svoi_codes
from kozelnotation.games.svoi.events import Trumps
from kozelnotation.games.svoi.replay.engine import replay_deal
from kozelnotation.games.svoi.rulesets import SvoiRules
from kozelnotation.record.lower_svoi import SvoiDeal, lower_deal
from kozelnotation.record.model import DealText, Record
from kozelnotation.syntax.nodes import Line, Plain, Ruling, Who
from kozelnotation.verdict import codes
from kozelnotation.verdict.judging import Course, DealJudging, values_of
from kozelnotation.verdict.report import Claims, DealReport, TurnsReport

_DRAWN = "drawn"


@dataclass(slots=True, kw_only=True)
class Running(Course):
    """What is carried from deal to deal."""

    losses: list[int | None]
    """How many deals each seat has lost, None where nobody knows."""
    trumps: Trumps | None = None
    """The trumps of the deal before."""
    next_dealers: tuple[int, ...] = ()
    """Who may deal next, rightly first; nobody in particular if the result is not known."""
    why_next: str = ""
    """Why: ``loser``, ``drawn`` or ``annulled``."""


@dataclass(slots=True)
class Outcome:
    """What a deal came to: by the replay, or by a ruling."""

    loser: int | None = None
    is_drawn: bool | None = False
    is_ruled: bool = False
    losses: list[int | None] = field(default_factory=list)


class Deal(DealJudging):
    """A deal of Svoi Kozyri while it is judged."""

    lowered: SvoiDeal

    def __init__(self, record: Record, rules: SvoiRules, running: Running, text: DealText) -> None:
        self.lowered, found = lower_deal(record, text, running.seen_once, running.trumps)
        super().__init__(record, rules.short, text, found)
        self.rules = rules
        self.running = running
        self.seats = record.seats
        self.replay = replay_deal(rules, record.seats, self.lowered.set_up, self.lowered.events)

    def address(self, number: int | None, seat: str | None) -> Address:
        """Return the address of a finding in a turn of this deal."""
        return Address(deal=self.text.number, turn=number, seat=seat)

    def name(self, seat: int | None) -> str | None:
        """Return the name of a seat."""
        return None if seat is None else self.seats[seat]


def judge_deal(deal: Deal) -> DealReport:
    """Judge a deal: its place in the series, its play, its result."""
    running, replay = deal.running, deal.replay
    deal.book.ruled = frozenset(
        deal.lowered.event_lines[event].number for ruled in replay.rulings for event in ruled.named
    )
    deal.judge_number(running)
    if deal.rules.has_dealer:
        _judge_dealer(deal)
    for violation in replay.violations:
        deal.add_violation(violation)
    deal.add_gaps()
    _report_play(deal)
    deal.report_rulings()
    outcome = _outcome(deal)
    claimed = _judge_result(deal)
    _count_losses(deal, outcome, claimed)
    _next_dealer(deal, outcome, claimed)
    _causeless_rulings(deal)
    deal.finish()
    running.trumps = deal.lowered.set_up.trumps
    return deal.report


def _judge_dealer(deal: Deal) -> None:
    """Compare the dealer with who should deal (clauses 7.2 and 9.12)."""
    running, seats = deal.running, deal.seats
    dealer, line = deal.lowered.set_up.first, deal.lowered.dealer_line
    if dealer is not None and running.next_dealers and dealer not in running.next_dealers:
        expected, why = seats[running.next_dealers[0]], running.why_next
        if line is not None and isinstance(line.statement, Who):
            deal.add(
                svoi_codes.WRONG_DEALER,
                line,
                line.statement.start,
                line.statement.end,
                {"expected": expected, "found": seats[dealer]},
                variant="drawn" if why == "drawn" else "annulled" if why == "annulled" else "",
                seat=seats[dealer],
                clause="9.12" if why == "annulled" else "7.2",
                expected=expected,
                found=seats[dealer],
                ruled=deal.dealer_stands(),
            )
    running.dealer = dealer


def _report_play(deal: Deal) -> None:
    report, replay = deal.report, deal.replay
    first = deal.name(deal.lowered.set_up.first)
    report.dealer = first if deal.rules.has_dealer else None
    report.ended = (
        replay.stopped.value if replay.stopped is not None else "played" if replay.is_over else None
    )
    report.complete = replay.is_over
    trumps = deal.lowered.set_up.trumps
    report.turns = TurnsReport(
        {
            name: None if trumps is None or len(trumps[seat]) > 1 else trumps[seat][0]
            for seat, name in enumerate(deal.seats)
        },
        None if deal.rules.has_dealer else first,
        replay.turns,
        None
        if replay.out is None
        else tuple((deal.seats[seat], how.value) for seat, how in replay.out),
        deal.name(replay.loser),
        replay.is_drawn,
    )


def _outcome(deal: Deal) -> Outcome:
    """Return who lost the deal: a ruling on the result goes before the replay."""
    count, replay = len(deal.seats), deal.replay
    ruled: Ruling | None = None
    for line in deal.lowered.rulings:
        if isinstance(line.statement, Ruling) and line.statement.kind == "result":
            ruled = line.statement
    if ruled is not None:
        said = values_of(ruled.values)
        losses = [said.get(name) for name in deal.seats]
        losers = [seat for seat, number in enumerate(losses) if number]
        is_drawn = not losers and None not in losses
        loser = losers[0] if len(losers) == 1 else None
        return Outcome(loser, is_drawn, is_ruled=True, losses=losses)
    if replay.stopped is Stop.ANNULLED:
        return Outcome(losses=[0] * count)
    unknown: list[int | None] = [None] * count
    if not replay.is_over:
        return Outcome(is_drawn=None if replay.is_over is None else False, losses=unknown)
    if replay.is_drawn:
        return Outcome(is_drawn=True, losses=[0] * count)
    if replay.loser is None:
        return Outcome(is_drawn=None, losses=unknown)
    return Outcome(replay.loser, losses=[int(seat == replay.loser) for seat in range(count)])


# -- claims


def _judge_result(deal: Deal) -> str | None:
    """Compare the claimed result; return it (a seat, or ``drawn``)."""
    for line in deal.lowered.claims:
        match line.statement:
            case Who(keyword="loser", who=who) if who is not None:
                _result_claim(deal, line, who.text, line.statement.start, line.statement.end)
                return who.text
            case Plain(keyword="drawn"):
                _result_claim(deal, line, _DRAWN, line.start, line.end)
                return _DRAWN
            case _:
                pass
    return None


def _result_claim(deal: Deal, line: Line, said: str, start: int, end: int) -> None:
    replay = deal.replay
    computed: str | None = None
    is_true: bool | None = None
    variant = "deal"
    if replay.is_over:
        if replay.is_drawn:
            computed = _DRAWN
        elif replay.loser is not None:
            computed = deal.seats[replay.loser]
        elif replay.is_judged and said != _DRAWN and deal.seats.index(said) in replay.surely_out:
            is_true, variant = False, "deal_out"
    elif said != _DRAWN and deal.seats.index(said) in replay.surely_out:
        is_true, variant = False, "deal_out"
    if computed is not None:
        is_true = said == computed
    verdict = deal.book.note(
        "drawn" if said == _DRAWN else "loser", line, None, said, computed, is_true=is_true
    )
    if verdict is not Claims.REFUTED:
        return
    clauses = deal.rules.clauses
    deal.book.refute(
        codes.CLAIMED_RESULT,
        line,
        start,
        end,
        {"found": _words(said), "expected": "" if computed is None else _words(computed)},
        variant=variant,
        clause=clauses.out_by_lead if _DRAWN in (said, computed) else _lost_by(deal),
        expected=computed,
        found=said,
    )


def _lost_by(deal: Deal) -> str:
    return "7.11" if deal.rules.has_dealer else "8.3"


def _words(result: str) -> str:
    return "a draw" if result == _DRAWN else f"the loss of {result}"


def _count_losses(deal: Deal, outcome: Outcome, claimed: str | None) -> None:
    """Add up the losses of the series and compare a written total (clause 7.11)."""
    running, seats = deal.running, deal.seats
    before: list[int | None] = [0] * len(seats)
    after: list[int | None] = [0] * len(seats)
    score = deal.claimed("score")
    for line in deal.lowered.rulings:
        statement = line.statement
        if isinstance(statement, Ruling) and statement.kind == "penalty":
            extra = after if score is not None and line.number > score[0].number else before
            said = values_of(statement.values)
            extra[:] = [_sum(a, said.get(name, 0)) for a, name in zip(extra, seats, strict=True)]
    running.losses = [
        _sum(_sum(a, b), c) for a, b, c in zip(running.losses, outcome.losses, before, strict=True)
    ]
    off = [0] * len(seats)
    if claimed is not None and outcome.is_drawn is not None and not outcome.is_ruled:
        for seat, name in enumerate(seats):
            off[seat] = int(claimed == name) - int(outcome.loser == seat)
    if score is not None:
        line, statement = score
        deal.judge_running(
            line,
            statement,
            running.losses,
            running.distance,
            off,
            clause=_lost_by(deal),
        )
    else:
        running.distance = [a + b for a, b in zip(running.distance, off, strict=True)]
    running.losses = [_sum(a, b) for a, b in zip(running.losses, after, strict=True)]
    deal.report.score = dict(zip(seats, running.losses, strict=True))
    deal.report.penalty_by_ruling = {
        name: _sum(a, b) for name, a, b in zip(seats, before, after, strict=True)
    }


def _next_dealer(deal: Deal, outcome: Outcome, claimed: str | None) -> None:
    """Say who deals next (clauses 7.2 and 9.12); what is claimed falsely may be followed."""
    running = deal.running
    dealer = deal.lowered.set_up.first
    same = () if dealer is None else (dealer,)
    if deal.replay.stopped is Stop.ANNULLED and not outcome.is_ruled:
        running.next_dealers, running.why_next = same, "annulled"
        return
    if outcome.loser is not None:
        right: tuple[int, ...] = (outcome.loser,)
        running.why_next = "loser"
    elif outcome.is_drawn:
        right = same
        running.why_next = "drawn"
    else:
        running.next_dealers = ()
        return
    also = same if claimed == _DRAWN else () if claimed is None else (deal.seats.index(claimed),)
    running.next_dealers = (*right, *also) if right else ()


def _causeless_rulings(deal: Deal) -> None:
    events = {violation.event for violation in deal.replay.violations}
    for ruled in deal.replay.rulings:
        is_judged = ruled.ruling.kind in (RulingKind.STANDS, RulingKind.VOID)
        if is_judged and not ruled.is_incomplete and not ruled.named & events:
            deal.add_causeless(ruled.event, ruled.ruling.kind.value, ruled.named)


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other
