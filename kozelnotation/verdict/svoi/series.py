"""Judge the deals of a record one after the other: a series that counts losses.

Source: rules, sections 7 to 9; verdicts, section 1.
"""

from dataclasses import dataclass

from kozelnotation.games.svoi.events import Trumps
from kozelnotation.games.svoi.replay.engine import replay_deal
from kozelnotation.games.svoi.replay.state import DealReplay
from kozelnotation.games.svoi.rulesets import SvoiRules
from kozelnotation.record.lower_svoi import SvoiDeal, lower_deal
from kozelnotation.record.model import Record
from kozelnotation.syntax.nodes import Ruling
from kozelnotation.verdict.judging import Verdict, carried_sides, unfinished_deals, values_of
from kozelnotation.verdict.svoi.deal import Deal, Running, judge_deal


@dataclass(slots=True)
class JudgedDeal:
    """A deal with its replay, for those who tell it."""

    lowered: SvoiDeal
    replay: DealReplay


def judge_deals(record: Record, rules: SvoiRules) -> Verdict:
    """Judge every deal of a record whose rule set and seats are known.

    A series has no end of its own (clause 7.11), so it has no result either.
    """
    losses: list[int | None] = [0] * len(record.seats)
    if record.carried is not None:
        said = values_of(record.carried.values)
        losses = [said.get(name) for name in record.seats]
    for line in record.header:
        if isinstance(line.statement, Ruling):
            extra = values_of(line.statement.values)
            losses = [
                None if number is None or (more := extra.get(name, 0)) is None else number + more
                for number, name in zip(losses, record.seats, strict=True)
            ]
    running = Running(losses=losses)
    running.distance = [0] * len(record.seats)
    reports, findings = [], list(carried_sides(record))
    for text in record.deals:
        deal = Deal(record, rules, running, text)
        reports.append(judge_deal(deal))
        findings.extend(deal.findings)
    findings.extend(unfinished_deals(reports, record))
    return Verdict(reports, findings, None, None)


def replay_record(record: Record, rules: SvoiRules) -> list[JudgedDeal]:
    """Replay every deal without judging claims, with the positions that come again."""
    seen: set[str] = set()
    trumps: Trumps | None = None
    judged = []
    for text in record.deals:
        lowered, _ = lower_deal(record, text, seen, trumps)
        trumps = lowered.set_up.trumps
        replay = replay_deal(
            rules, record.seats, lowered.set_up, lowered.events, finds_repeats=True
        )
        judged.append(JudgedDeal(lowered, replay))
    return judged
