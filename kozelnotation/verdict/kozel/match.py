"""Judge the deals of a record one after the other, and the match.

Source: rules, sections 2, 5 and 9; verdicts, section 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kozelnotation.diag.finding import Finding
from kozelnotation.games.kozel.replay.engine import replay_deal
from kozelnotation.games.kozel.replay.state import DealReplay
from kozelnotation.games.kozel.rulesets import KozelRules, Penalties
from kozelnotation.games.kozel.scoring import (
    Match,
)
from kozelnotation.record.lower_kozel import KozelDeal, lower_deal
from kozelnotation.record.model import Record
from kozelnotation.syntax.nodes import (
    Ruling,
)
from kozelnotation.verdict.judging import Verdict, carried_sides, unfinished_deals
from kozelnotation.verdict.kozel.deal import judge_deal
from kozelnotation.verdict.kozel.state import Deal, Running
from kozelnotation.verdict.report import (
    DealReport,
    Result,
)


@dataclass(slots=True)
class JudgedDeal:
    """A deal with its replay, for those who tell it."""

    lowered: KozelDeal
    replay: DealReplay


def judge_deals(record: Record, rules: KozelRules) -> Verdict:
    """Judge every deal of a record whose rule set and seats are known."""
    return _Judge(record, rules).run()


def replay_record(
    record: Record, rules: KozelRules, reports: Sequence[DealReport]
) -> list[JudgedDeal]:
    """Replay every deal without judging claims, with the table before every event."""
    seen: set[str] = set()
    judged = []
    for text, report in zip(record.deals, reports, strict=True):
        lowered, _ = lower_deal(record, text, seen)
        replay = replay_deal(
            rules,
            record.seats,
            lowered.set_up,
            lowered.events,
            out=frozenset(record.seats.index(name) for name in report.sitting_out),
            keep_moments=True,
        )
        judged.append(JudgedDeal(lowered, replay))
    return judged


class _Judge:
    def __init__(self, record: Record, rules: KozelRules) -> None:
        self.record = record
        self.rules = rules
        self.sides = record.sides
        self.names = record.side_names
        score: list[int | None] = [0] * len(self.sides)
        if record.carried is not None:
            said = {value.side.text: value.value.value for value in record.carried.values}
            score = [said.get(name) for name in self.names]
        self.running = Running(match=Match(rules, len(self.sides), score))
        self.running.distance = [0] * len(self.sides)
        for line in record.header:
            ruling = line.statement
            if isinstance(ruling, Ruling):
                extra = {value.side.text: value.value.value for value in ruling.values}
                self.running.match.add([extra.get(name, 0) for name in self.names])
        if record.carried is not None:
            self.running.match.judge()
        self.findings: list[Finding] = []
        self.deals: list[DealReport] = []

    def run(self) -> Verdict:
        self.findings.extend(carried_sides(self.record))
        for text in self.record.deals:
            deal = Deal(self.record, self.rules, self.running, text)
            self.deals.append(judge_deal(deal))
            self.findings.extend(deal.findings)
        self.findings.extend(unfinished_deals(self.deals, self.record))
        match = self.running.match
        result = None
        decided = match.decided
        if decided is not None:
            result = Result(
                None if decided.winner is None else self.names[decided.winner],
                tuple(self.names[side] for side in decided.tied),
                decided.reason,
            )
        complete: bool | None = match.is_decided
        if not match.is_decided and match.may_be_decided:
            complete = None
        if self.rules.penalties is Penalties.POT:
            complete = None
        if (
            not match.is_decided
            and None in match.score
            and self.deals
            and self.deals[-1].complete is not False
        ):
            complete = None
        return Verdict(self.deals, self.findings, result, complete)
