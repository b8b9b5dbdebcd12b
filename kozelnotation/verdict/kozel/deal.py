"""Judge one deal: its place in the match, its replay, its count.

Source: rules, sections 2, 5 and 9.
"""

from kozelnotation.cards.card import ALL
from kozelnotation.diag.code import Effect
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.events import RulingKind
from kozelnotation.games.kozel import codes as kozel_codes
from kozelnotation.games.kozel.replay.tracking import needs_tracking, track
from kozelnotation.games.kozel.table import mask_words
from kozelnotation.syntax.nodes import (
    Who,
)
from kozelnotation.verdict.claims import side_words
from kozelnotation.verdict.kozel import captured, count, results
from kozelnotation.verdict.kozel.state import Deal
from kozelnotation.verdict.report import (
    DealReport,
    TrickReport,
)


def judge_deal(deal: Deal) -> DealReport:
    """Judge a deal: its place in the match, its play, its count."""
    deal.book.ruled = frozenset(
        deal.lowered.event_lines[event].number
        for ruled in deal.replay.rulings
        for event in ruled.named
    )
    deal.judge_number(deal.running)
    _match_over(deal)
    _dealer(deal)
    _track(deal)
    for violation in deal.replay.violations:
        deal.add_violation(violation)
    deal.add_gaps()
    _play(deal)
    captured.judge_captured(deal)
    count.count(deal)
    results.line_claims(deal)
    _causeless_rulings(deal)
    deal.finish()
    return deal.report


def _match_over(deal: Deal) -> None:
    running = deal.running
    if not running.match.may_be_decided or running.over_reported:
        return
    running.over_reported = True
    head = deal.text.head
    if not running.match.is_decided:
        deal.add(
            pack_codes.UNDECIDED,
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
                ruled=deal.dealer_stands(),
            )
    running.dealer = dealer
    running.dealer_is_free = dealer is None
    running.same_dealer = False
    deal.report.dealer = None if dealer is None else seats[dealer]


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


def _causeless_rulings(deal: Deal) -> None:
    for ruled in deal.replay.rulings:
        is_judged = ruled.ruling.kind in (RulingKind.STANDS, RulingKind.VOID)
        if is_judged and not ruled.has_cause:
            deal.add_causeless(ruled.event, ruled.ruling.kind.value, ruled.named)


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
    deal.report_rulings()
