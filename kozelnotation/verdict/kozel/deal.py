"""Judge one deal: its place in the match, its replay, its count.

Source: rules, sections 2, 5 and 9.
"""

from kozelnotation.cards.card import ALL
from kozelnotation.diag.code import Effect
from kozelnotation.diag.finding import Address, Finding, Related, Span
from kozelnotation.games.contract import SET_UP, Violation
from kozelnotation.games.kozel import codes as kozel_codes
from kozelnotation.games.kozel.events import RulingKind
from kozelnotation.games.kozel.replay.state import RuledEvents
from kozelnotation.games.kozel.replay.tracking import needs_tracking, track
from kozelnotation.games.kozel.table import mask_words
from kozelnotation.record import codes as record_codes
from kozelnotation.syntax.nodes import (
    Ruling,
    Trick,
    Who,
)
from kozelnotation.verdict import codes
from kozelnotation.verdict.claims import side_words
from kozelnotation.verdict.kozel import captured, count, results
from kozelnotation.verdict.kozel.state import Deal
from kozelnotation.verdict.report import (
    DealReport,
    RulingReport,
    TrickReport,
)
from kozelnotation.verdict.status import claims_of, status_of


def judge_deal(deal: Deal) -> DealReport:
    """Judge a deal: its place in the match, its play, its count."""
    deal.book.ruled = frozenset(
        deal.lowered.event_lines[event].number
        for ruled in deal.replay.rulings
        for event in ruled.named
    )
    _judge_number(deal)
    _match_over(deal)
    _dealer(deal)
    _track(deal)
    for violation in deal.replay.violations:
        deal.findings.append(_finding(deal, violation))
    _gaps(deal)
    _play(deal)
    captured.judge_captured(deal)
    count.count(deal)
    results.line_claims(deal)
    _causeless_rulings(deal)
    _finish(deal)
    return deal.report


def _judge_number(deal: Deal) -> None:
    """Compare the number of the deal with the one written before (rules, 9.3)."""
    running, number = deal.running, deal.text.number
    is_first = deal.text is deal.record.deals[0]
    is_free = deal.record.carried is not None if is_first else running.number is None
    expected = 1 if running.number is None else running.number + 1
    other, running.other_number = running.other_number, None
    running.number = number
    if number is None or number == expected or is_free:
        return
    if other is not None and number == other + 1:
        # the number before was the wrong one, and this one goes on from the right one
        return
    running.other_number = expected
    head = deal.text.head
    deal.add(
        record_codes.WRONG_NUMBER,
        head,
        head.start,
        head.end,
        {"what": "deal", "expected": expected, "found": number},
        expected=str(expected),
        found=str(number),
    )


def _match_over(deal: Deal) -> None:
    running = deal.running
    if not running.match.may_be_decided or running.over_reported:
        return
    running.over_reported = True
    head = deal.text.head
    if not running.match.is_decided:
        deal.add(
            kozel_codes.UNDECIDED,
            head,
            head.start,
            head.end,
            {"cards": "", "winning": ""},
            variant="match",
            clause="5.9",
        )
        return
    match = running.match
    winner = "" if match.winner is None else deal.names[match.winner]
    deal.add(
        kozel_codes.MATCH_ALREADY_OVER,
        head,
        head.start,
        head.end,
        {
            "winner": winner,
            "score": side_words(dict(zip(deal.names, match.score, strict=True))),
        },
        variant="tie" if match.winner is None else "",
        clause="5.9",
    )


def _dealer(deal: Deal) -> None:
    running, lowered = deal.running, deal.lowered
    dealer = lowered.set_up.dealer
    seats = deal.record.seats
    if dealer is not None and running.dealer is not None and not running.dealer_is_free:
        step = 0 if running.same_dealer else 1
        expected = (running.dealer + step) % len(seats)
        while expected in deal.out:
            expected = (expected + 1) % len(seats)
        line = lowered.dealer_line
        if dealer != expected and line is not None and isinstance(line.statement, Who):
            deal.add(
                kozel_codes.WRONG_DEALER,
                line,
                line.statement.start,
                line.statement.end,
                {"expected": seats[expected], "found": seats[dealer]},
                variant="annulled" if running.same_dealer else "",
                seat=seats[dealer],
                clause="9.12" if running.same_dealer else "2.2",
                expected=seats[expected],
                found=seats[dealer],
            )
    running.dealer = dealer
    running.dealer_is_free = dealer is None
    running.same_dealer = False
    deal.report.dealer = None if dealer is None else seats[dealer]


def _finding(deal: Deal, violation: Violation) -> Finding:
    lowered = deal.lowered
    related = tuple(
        Related(lowered.place(event, part), caption) for event, part, caption in violation.related
    )
    clause = violation.clause or violation.code.clause
    return Finding(
        violation.code,
        lowered.place(violation.event, violation.part),
        Address(deal=deal.text.number, trick=violation.trick, seat=violation.seat),
        violation.args,
        violation.variant,
        f"{deal.rules.short} {clause}",
        violation.expected,
        violation.found,
        related,
        moment=None if violation.event == SET_UP else violation.moment,
        ruled=violation.ruled,
    )


def _track(deal: Deal) -> None:
    """Ask whether any world agrees with all facts, where cards were laid unseen."""
    replay = deal.replay
    if not replay.is_judged or not needs_tracking(replay.table):
        return
    is_faulty = any(v.code.effect is Effect.ILLEGAL for v in replay.violations)
    if replay.table.is_doubtful and is_faulty:
        # what tracking could say now would only follow from what was found already
        return
    deal.knowledge = track(deal.lowered.set_up, deal.lowered.events, replay)
    violation = deal.knowledge.violation
    if violation is None or (is_faulty and violation.code.effect is Effect.UNDECIDED):
        return
    replay.violations.append(violation)
    if violation.code.effect is not Effect.UNDECIDED:
        replay.is_judged = False


def _gaps(deal: Deal) -> None:
    seen: set[int] = set()
    for line in deal.lowered.gaps:
        if line.number in seen:
            continue
        seen.add(line.number)
        statement = line.statement
        trick = statement.number.value if isinstance(statement, Trick) else None
        deal.findings.append(
            Finding(
                codes.GAP,
                Span(line.number, line.start, line.end),
                Address(deal=deal.text.number, trick=trick),
                {},
                clause=f"{deal.rules.short} 9.4",
            )
        )


def _causeless_rulings(deal: Deal) -> None:
    for ruled in deal.replay.rulings:
        is_judged = ruled.ruling.kind in (RulingKind.STANDS, RulingKind.VOID)
        if ruled.has_cause or not is_judged or _names_false_claim(deal, ruled):
            continue
        line = deal.lowered.event_lines[ruled.event]
        kind = ruled.ruling.kind.value
        deal.add(codes.RULING_WITHOUT_CAUSE, line, line.start, line.end, {"kind": kind})


def _names_false_claim(deal: Deal, ruled: RuledEvents) -> bool:
    lines = {deal.lowered.event_lines[event].number for event in ruled.named}
    return any(finding.span.line in lines for finding in deal.book.findings)


def _play(deal: Deal) -> None:
    report, replay, seats = deal.report, deal.replay, deal.record.seats
    table = replay.table
    report.trump = None if table.turned in (None, ALL) else mask_words(table.turned)
    report.ended = (
        replay.stopped.value if replay.stopped is not None else "played" if replay.is_over else None
    )
    report.complete = replay.is_over if replay.is_judged or replay.is_over else None
    for trick in replay.tricks:
        line = deal.lowered.event_lines[trick.event]
        report.tricks.append(
            TrickReport(
                trick.number,
                line.number,
                None if trick.leader is None else seats[trick.leader],
                None if trick.taker is None else seats[trick.taker],
                trick.points,
                trick.size or None,
                trick.recorded,
            )
        )
    for line in deal.lowered.all_rulings:
        statement = line.statement
        if isinstance(statement, Ruling):
            report.rulings.append(
                RulingReport(
                    statement.kind,
                    line.number,
                    None if statement.number is None else statement.number.value,
                    None if statement.to is None else statement.to.text,
                    {value.side.text: value.value.value for value in statement.values},
                    statement.text,
                )
            )


def _finish(deal: Deal) -> None:
    report = deal.report
    deal.findings.extend(deal.book.findings)
    report.claims_made = sorted(deal.book.made, key=lambda claim: claim.line)
    report.status = status_of(deal.findings)
    report.claims = claims_of(deal.findings, deal.book.verdicts)
