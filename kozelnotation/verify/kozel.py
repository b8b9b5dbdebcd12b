"""Judge the deals of a Kozel record: replay, claims, penalties, score, match.

Source: rules, sections 2, 5 and 9; verdicts, section 1.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from kozelnotation.cards.card import ALL, MASKS, is_known, members, show
from kozelnotation.diag.code import Code, Effect
from kozelnotation.diag.finding import Address, Finding, Related, Span
from kozelnotation.games.contract import SET_UP, Violation
from kozelnotation.games.kozel import codes as kozel_codes
from kozelnotation.games.kozel.events import RulingKind, Stop
from kozelnotation.games.kozel.events import Trick as TrickEvent
from kozelnotation.games.kozel.order import POINTS, card_points
from kozelnotation.games.kozel.replay.engine import replay_deal
from kozelnotation.games.kozel.replay.state import DealReplay, RuledEvents, TrickResult
from kozelnotation.games.kozel.replay.tracking import Knowledge, track
from kozelnotation.games.kozel.rulesets import KozelRules, Penalties
from kozelnotation.games.kozel.scoring import (
    TOTAL,
    Match,
    is_boundary,
    penalties,
    penalty_clause,
    possible_penalties,
)
from kozelnotation.games.kozel.table import mask_words
from kozelnotation.record import codes as record_codes
from kozelnotation.record.lower_kozel import KozelDeal, lower_deal
from kozelnotation.record.model import DealText, Record
from kozelnotation.syntax.nodes import (
    Blank,
    Line,
    Plain,
    Pot,
    Ruling,
    SeatCards,
    Trick,
    Values,
    Who,
)
from kozelnotation.verify import codes
from kozelnotation.verify.claims import ClaimBook, said_of, side_words
from kozelnotation.verify.report import (
    Claims,
    DealReport,
    Result,
    RulingReport,
    Status,
    Totals,
    TrickReport,
)


@dataclass(slots=True)
class _Running:
    """What is carried from deal to deal."""

    match: Match
    number: int | None = None
    """The number written for the deal before."""
    dealer: int | None = None
    """The dealer written for the deal before."""
    dealer_is_free: bool = True
    same_dealer: bool = False
    distance: list[int] = field(default_factory=list)
    """How far the written score is from the computed one, by side."""
    pot: int | None = 0
    """What lies in the pot of the money game, None if nobody knows."""
    over_reported: bool = False
    seen_once: set[str] = field(default_factory=set)


@dataclass(slots=True)
class KozelVerdict:
    """What judging the deals gave."""

    deals: list[DealReport]
    findings: list[Finding]
    result: Result | None
    complete: bool | None


@dataclass(slots=True)
class JudgedDeal:
    """A deal with its replay, for those who tell it."""

    lowered: KozelDeal
    replay: DealReplay


def judge_deals(record: Record, rules: KozelRules) -> KozelVerdict:
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
        self.running = _Running(Match(rules, len(self.sides), score))
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

    def run(self) -> KozelVerdict:
        self._carried_sides()
        for text in self.record.deals:
            self.deals.append(_JudgeDeal(self, text).run())
        self._unfinished_deals()
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
        return KozelVerdict(self.deals, self.findings, result, complete)

    def _carried_sides(self) -> None:
        record = self.record
        if record.carried is None or record.carried_line is None:
            return
        for value in record.carried.values:
            if value.side.text not in self.names:
                line = record.carried_line
                self.findings.append(
                    Finding(
                        record_codes.UNKNOWN_SEAT,
                        Span(line.number, value.side.start, value.side.end),
                        args={"name": value.side.text, "known": " ".join(self.names)},
                    )
                )

    def _unfinished_deals(self) -> None:
        """Warn of deals that stop in the middle although another follows (K2018)."""
        for report, text in zip(self.deals[:-1], self.record.deals[:-1], strict=True):
            if report.complete is False and report.ended is None and not _has_result(text):
                head = text.head
                self.findings.append(
                    Finding(
                        record_codes.DEAL_NOT_FINISHED,
                        Span(head.number, head.start, head.end),
                        Address(deal=report.number),
                        {"deal": report.number or 0},
                    )
                )


def _has_result(text: DealText) -> bool:
    return any(
        isinstance(line.statement, Values | Plain)
        or (isinstance(line.statement, Who) and line.statement.keyword != "dealer")
        for line in text.lines[1:]
    )


class _JudgeDeal:
    def __init__(self, judge: _Judge, text: DealText) -> None:
        self.judge = judge
        self.record = judge.record
        self.rules = judge.rules
        self.running = judge.running
        self.text = text
        self.lowered, found = lower_deal(judge.record, text, judge.running.seen_once)
        self.findings: list[Finding] = found
        self.report = DealReport(text.number, text.head.number)
        self.book = ClaimBook(text.number, judge.rules.short)
        self.out = _out(judge.running.match, judge.sides, self.lowered)
        self.report.sitting_out = tuple(judge.record.seats[seat] for seat in sorted(self.out))
        self.active = [
            side
            for side, seats in enumerate(judge.sides)
            if not any(seat in self.out for seat in seats)
        ]
        self.replay = replay_deal(
            judge.rules,
            judge.record.seats,
            self.lowered.set_up,
            self.lowered.events,
            out=self.out,
            is_followed=text is not judge.record.deals[-1],
        )
        self.knowledge = Knowledge.not_needed()
        self.ranges: list[tuple[int, int]] | None = None
        self.options: set[tuple[int, ...]] = set()
        """The penalties that the deal can cost, as far as it is played out."""

    # -- order of things

    def run(self) -> DealReport:
        self._number()
        self._match_over()
        self._dealer()
        self._track()
        for violation in self.replay.violations:
            self.findings.append(self._finding(violation))
        self._gaps()
        self._play()
        self._captured()
        self._count()
        self._line_claims()
        self._causeless_rulings()
        self._finish()
        return self.report

    def _add(
        self,
        code: Code,
        line: Line,
        start: int,
        end: int,
        args: dict[str, str | int],
        *,
        variant: str = "",
        seat: str | None = None,
        clause: str | None = None,
        expected: str | None = None,
        found: str | None = None,
        related: tuple[Related, ...] = (),
    ) -> None:
        self.findings.append(
            Finding(
                code,
                Span(line.number, start, end),
                Address(deal=self.text.number, seat=seat),
                args,
                variant,
                clause=None if clause is None else f"{self.rules.short} {clause}",
                expected=expected,
                found=found,
                related=related,
            )
        )

    def _number(self) -> None:
        """Compare the number of the deal with the one written before (rules, 9.3)."""
        running, number = self.running, self.text.number
        is_first = self.text is self.record.deals[0]
        is_free = self.record.carried is not None if is_first else running.number is None
        expected = 1 if running.number is None else running.number + 1
        running.number = number
        if number is None or number == expected or is_free:
            return
        head = self.text.head
        self._add(
            record_codes.WRONG_NUMBER,
            head,
            head.start,
            head.end,
            {"what": "deal", "expected": expected, "found": number},
            expected=str(expected),
            found=str(number),
        )

    def _match_over(self) -> None:
        running = self.running
        if not running.match.may_be_decided or running.over_reported:
            return
        running.over_reported = True
        head = self.text.head
        if not running.match.is_decided:
            self._add(
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
        winner = "" if match.winner is None else self.judge.names[match.winner]
        self._add(
            kozel_codes.MATCH_ALREADY_OVER,
            head,
            head.start,
            head.end,
            {
                "winner": winner,
                "score": side_words(dict(zip(self.judge.names, match.score, strict=True))),
            },
            variant="tie" if match.winner is None else "",
            clause="5.9",
        )

    def _dealer(self) -> None:
        running, lowered = self.running, self.lowered
        dealer = lowered.set_up.dealer
        seats = self.record.seats
        if dealer is not None and running.dealer is not None and not running.dealer_is_free:
            step = 0 if running.same_dealer else 1
            expected = (running.dealer + step) % len(seats)
            while expected in self.out:
                expected = (expected + 1) % len(seats)
            line = lowered.dealer_line
            if dealer != expected and line is not None and isinstance(line.statement, Who):
                self._add(
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
        self.report.dealer = None if dealer is None else seats[dealer]

    # -- findings of the replay

    def _finding(self, violation: Violation) -> Finding:
        lowered = self.lowered
        related = tuple(
            Related(lowered.place(event, part), caption)
            for event, part, caption in violation.related
        )
        clause = violation.clause or violation.code.clause
        return Finding(
            violation.code,
            lowered.place(violation.event, violation.part),
            Address(deal=self.text.number, trick=violation.trick, seat=violation.seat),
            violation.args,
            violation.variant,
            f"{self.rules.short} {clause}",
            violation.expected,
            violation.found,
            related,
            moment=None if violation.event == SET_UP else violation.moment,
            ruled=violation.ruled,
        )

    def _track(self) -> None:
        """Ask whether any world agrees with all facts, where cards were laid unseen."""
        replay = self.replay
        if not replay.is_judged or replay.table.blind == 0:
            return
        is_faulty = any(v.code.effect is Effect.ILLEGAL for v in replay.violations)
        if replay.table.is_doubtful and is_faulty:
            # what tracking could say now would only follow from what was found already
            return
        self.knowledge = track(self.lowered.set_up, self.lowered.events, replay)
        violation = self.knowledge.violation
        if violation is None or (is_faulty and violation.code.effect is Effect.UNDECIDED):
            return
        replay.violations.append(violation)
        if violation.code.effect is not Effect.UNDECIDED:
            replay.is_judged = False

    def _gaps(self) -> None:
        seen: set[int] = set()
        for line in self.lowered.gaps:
            if line.number in seen:
                continue
            seen.add(line.number)
            statement = line.statement
            trick = statement.number.value if isinstance(statement, Trick) else None
            self.findings.append(
                Finding(
                    codes.GAP,
                    Span(line.number, line.start, line.end),
                    Address(deal=self.text.number, trick=trick),
                    {},
                    clause=f"{self.rules.short} 9.4",
                )
            )

    def _causeless_rulings(self) -> None:
        for ruled in self.replay.rulings:
            is_judged = ruled.ruling.kind in (RulingKind.STANDS, RulingKind.VOID)
            if ruled.has_cause or not is_judged or self._names_false_claim(ruled):
                continue
            line = self.lowered.event_lines[ruled.event]
            kind = ruled.ruling.kind.value
            self._add(codes.RULING_WITHOUT_CAUSE, line, line.start, line.end, {"kind": kind})

    def _names_false_claim(self, ruled: RuledEvents) -> bool:
        lines = {self.lowered.event_lines[event].number for event in ruled.named}
        return any(finding.span.line in lines for finding in self.book.findings)

    # -- what was played

    def _side(self, seat: int) -> int:
        return next(place for place, side in enumerate(self.judge.sides) if seat in side)

    def _play(self) -> None:
        report, replay, seats = self.report, self.replay, self.record.seats
        table = replay.table
        report.trump = None if table.turned is None else mask_words(table.turned)
        report.ended = (
            replay.stopped.value
            if replay.stopped is not None
            else "played"
            if replay.is_over
            else None
        )
        report.complete = replay.is_over if replay.is_judged or replay.is_over else None
        for trick in replay.tricks:
            line = self.lowered.event_lines[trick.event]
            report.tricks.append(
                TrickReport(
                    trick.number,
                    line.number,
                    None if trick.leader is None else seats[trick.leader],
                    None if trick.winner is None else seats[trick.winner],
                    trick.points,
                    trick.size or None,
                    trick.recorded,
                )
            )
        for line in self.lowered.all_rulings:
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

    def _taken(self) -> tuple[list[int], list[int], int] | None:
        """Return known cards, number of unknown cards by side, and the unseen cards.

        None if it is not known which side took a trick, or how many cards.
        """
        replay = self.replay
        if not replay.is_judged:
            return None
        known = [0] * len(self.judge.sides)
        unknown = [0] * len(self.judge.sides)
        for trick in replay.tricks:
            if trick.taker is None or not trick.recorded:
                return None
            side = self._side(trick.taker)
            for mask in trick.masks:
                if is_known(mask):
                    known[side] |= mask
                else:
                    unknown[side] += 1
        seen = 0
        for cards in known:
            seen |= cards
        return known, unknown, replay.table.pack & ~seen

    def _captured(self) -> None:
        """Compare the cards that a side shows at the count with those it took."""
        taken = self._taken()
        self.shown: list[int | None] = [None] * len(self.judge.sides)
        for line in self.lowered.captured:
            statement = line.statement
            if not isinstance(statement, SeatCards) or isinstance(statement.cards, Blank):
                if isinstance(statement, SeatCards) and statement.cards is Blank.NOTHING:
                    self._captured_line(line, statement, (), taken)
                continue
            masks = tuple(MASKS[card.text] for card in statement.cards)
            self._captured_line(line, statement, masks, taken)
        self._captured_twice()

    def _captured_line(
        self,
        line: Line,
        statement: SeatCards,
        masks: tuple[int, ...],
        taken: tuple[list[int], list[int], int] | None,
    ) -> None:
        name = statement.seat.text
        side = self.judge.names.index(name)
        listed = 0
        twice = 0
        for mask in masks:
            if is_known(mask):
                twice |= listed & mask
                listed |= mask
        said = show(listed)
        if taken is None:
            self.book.note("captured", line, name, said, None)
            return
        known, unknown, unseen = taken
        surplus = listed & ~(known[side] | (unseen if unknown[side] else 0)) | twice
        is_open = any(not is_known(mask) for mask in masks)
        lacking = 0 if is_open else known[side] & ~listed
        wrong_number = self.replay.is_over and (
            len(masks) != known[side].bit_count() + unknown[side]
        )
        ok = not (surplus or lacking or (wrong_number and not is_open) or 0 in masks)
        is_true: bool | None = ok
        if ok and (is_open or unknown[side]):
            is_true = None if is_open else True
        computed = show(known[side]) if not unknown[side] else None
        self.book.note("captured", line, name, said, computed, is_true=is_true)
        if ok:
            if not is_open:
                self.shown[side] = listed
            return
        variant = "surplus" if surplus else "lacking" if lacking else "number"
        cards = show(surplus or lacking)
        first = next(
            (
                card
                for card in (statement.cards if isinstance(statement.cards, tuple) else ())
                if MASKS[card.text] & surplus
            ),
            None,
        )
        self.book.refute(
            codes.CLAIMED_CAPTURED,
            line,
            first.start if first is not None else statement.start,
            first.end if first is not None else statement.end,
            {
                "side": name,
                "cards": cards,
                "number": len(masks),
                "expected": known[side].bit_count() + unknown[side],
            },
            variant=variant,
            expected=computed,
            found=said,
        )

    def _captured_twice(self) -> None:
        """If both sides show one card, neither list tells the truth for certain."""
        lists = [cards for cards in self.shown if cards is not None]
        if len(lists) > 1 and any(lists[a] & lists[b] for a in range(len(lists)) for b in range(a)):
            self.shown = [None] * len(self.shown)

    # -- points, tricks, penalties

    def _is_final(self) -> bool:
        """Whether nothing can be added any more to what the sides have taken."""
        return bool(self.replay.is_over) or self.replay.stopped is not None

    def _total(self) -> int:
        """Return the card points in the pack, without cards that were missing from it."""
        return TOTAL - card_points(ALL & ~self.replay.table.pack)

    def _point_ranges(self) -> list[tuple[int, int]] | None:
        """Return the least and the greatest card points that each side can have taken."""
        taken = self._taken()
        if taken is None:
            return None
        known, unknown, unseen = taken
        values = sorted(POINTS[c] for c in members(unseen))
        ranges: list[tuple[int, int]] = []
        for side, cards in enumerate(known):
            shown = self.shown[side]
            if shown is not None:
                points = card_points(shown)
                ranges.append((points, points))
                continue
            number = unknown[side]
            base = card_points(cards)
            least = sum(values[:number])
            most = sum(values[len(values) - number :]) if number else 0
            ranges.append((base + least, base + most))
        ranges = [span if side in self.active else (0, 0) for side, span in enumerate(ranges)]
        if self.replay.stopped is not None:
            return ranges
        total = self._total()
        if not self.replay.is_over:
            # what is still to be played can go to anybody
            taken_by_others = sum(low for low, _ in ranges)
            return [(low, total - (taken_by_others - low)) for low, _ in ranges]
        least, most = sum(low for low, _ in ranges), sum(high for _, high in ranges)
        return [
            (max(low, total - (most - high)), min(high, total - (least - low)))
            for low, high in ranges
        ]

    def _count(self) -> None:
        """Compute points, tricks, penalties and score, and compare the claims."""
        report, replay, names = self.report, self.replay, self.judge.names
        self.ranges = self._point_ranges()
        points: list[int | None] = [None] * len(names)
        if replay.pot_taken_by is not None:
            self.ranges = None
        if self.ranges is not None and self._is_final():
            points = [low if low == high else None for low, high in self.ranges]
        tricks = self._tricks_won()
        report.points = dict(zip(names, points, strict=True))
        report.tricks_won = dict(zip(names, tricks, strict=True))
        by_play = self._penalties(points, tricks)
        self._values("points", report.points)
        self._values("tricks", report.tricks_won)
        self._score(by_play)

    def _tricks_won(self) -> list[int | None]:
        replay = self.replay
        if not replay.is_judged or not self._is_final():
            return [None] * len(self.judge.names)
        if any(trick.taker is None for trick in replay.tricks):
            return [None] * len(self.judge.names)
        won = [0] * len(self.judge.names)
        for trick in replay.tricks:
            if trick.taker is not None:
                won[self._side(trick.taker)] += 1
        return list(won)

    def _penalties(
        self, points: Sequence[int | None], tricks: Sequence[int | None]
    ) -> list[int | None]:
        nothing = [None if side in self.active else 0 for side in range(len(points))]
        replay = self.replay
        if replay.stopped is Stop.ANNULLED:
            return [0] * len(points)
        if not replay.is_over or not replay.is_judged or self.ranges is None:
            return nothing
        if self.replay.pot_taken_by is not None or any(number is None for number in tricks):
            return nothing
        won = [_number(tricks[side]) for side in self.active]
        possible = possible_penalties(
            self.rules, [self.ranges[side] for side in self.active], won, self._total()
        )
        self.options = {self._for_all(within) for within in possible}
        paid: list[int | None] = [
            next(iter(values))
            if len(values := {option[side] for option in self.options}) == 1
            else None
            for side in range(len(points))
        ]
        if all(points[side] is not None for side in self.active):
            self._boundary([_number(points[side]) for side in self.active], won)
        return paid

    def _for_all(self, paid: Sequence[int]) -> tuple[int, ...]:
        """Return penalties for all sides; who is out pays nothing."""
        by_side = dict(zip(self.active, paid, strict=True))
        return tuple(by_side.get(side, 0) for side in range(len(self.judge.names)))

    def _boundary(self, points: list[int], tricks: list[int]) -> None:
        """Note a deal that sits where the sources disagree (clauses 5.3 and 5.5)."""
        border = is_boundary(self.rules, points, tricks)
        if border is None:
            return
        claimed = self._claimed("penalty") or self._claimed("points")
        line = self.text.head if claimed is None else claimed[0]
        self._add(
            kozel_codes.BOUNDARY_SCORE,
            line,
            line.start,
            line.end,
            {},
            variant=border,
            clause="5.5" if border == "60" else "5.3",
        )

    def _claimed(self, keyword: str) -> tuple[Line, Values] | None:
        for line in self.lowered.claims:
            statement = line.statement
            if isinstance(statement, Values) and statement.keyword == keyword:
                return line, statement
        return None

    def _values(self, keyword: str, computed: Totals) -> None:
        claimed = self._claimed(keyword)
        if claimed is None:
            return
        line, statement = claimed
        code = codes.CLAIMED_POINTS if keyword == "points" else codes.CLAIMED_TRICKS
        playing = [self.judge.names[side] for side in self.active]
        said = said_of(statement, playing) if keyword == "points" else None
        if said is not None and self.replay.stopped is None:
            total = sum(value for value in said.values() if value is not None)
            if total != self._total():
                self._points_do_not_add_up(line, statement, computed, total)
                return
        self._range_claims(line, statement, computed, code)

    def _range_claims(self, line: Line, statement: Values, computed: Totals, code: Code) -> None:
        """Refute also what lies outside of what is possible."""
        if statement.keyword == "points" and self.ranges is not None:
            bounds = dict(zip(self.judge.names, self.ranges, strict=True))
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
                            self.book.note(
                                "points",
                                line,
                                other.side.text,
                                said,
                                computed.get(other.side.text),
                                is_true=False if other is value else None,
                            )
                    self.book.refute(
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
        self.book.values(code, line, statement, computed)

    def _points_do_not_add_up(
        self, line: Line, statement: Values, computed: Totals, total: int
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
                self.book.note("points", line, value.side.text, said, mine, is_true=is_true)
        first, last = statement.values[0], statement.values[-1]
        known = {side: value for side, value in computed.items() if value is not None}
        self.book.refute(
            codes.POINTS_DO_NOT_ADD_UP,
            line,
            first.value.start,
            last.value.end,
            {
                "total": total,
                "expected": self._total(),
                "computed": side_words(known) if len(known) == len(computed) else "",
            },
            variant="known" if len(known) == len(computed) else "",
            expected=str(self._total()),
            found=str(total),
        )

    def _rulings(
        self,
    ) -> tuple[list[int | None] | None, list[int | None], list[int | None]]:
        """Return ruled penalties, and extra ones before and after the written score."""
        names = self.judge.names
        ruled: list[int | None] | None = None
        before: list[int | None] = [0] * len(names)
        after: list[int | None] = [0] * len(names)
        score = self._claimed("score")
        score_line = None if score is None else score[0].number
        for line in self.lowered.rulings:
            statement = line.statement
            if not isinstance(statement, Ruling):
                continue
            said = {value.side.text: value.value.value for value in statement.values}
            if statement.kind == "result":
                ruled = [said.get(name) for name in names]
                continue
            late = score_line is not None and line.number > score_line
            extra = after if late else before
            for place, name in enumerate(names):
                extra[place] = _added(extra[place], said.get(name, 0))
        return ruled, before, after

    def _score(self, by_play: list[int | None]) -> None:
        report, running, names = self.report, self.running, self.judge.names
        ruled, before, after = self._rulings()
        is_for_money = self.rules.penalties is Penalties.POT
        if is_for_money:
            by_play = self._pot()
        paid = by_play if ruled is None else ruled
        stopped = self.replay.stopped
        report.penalty = {} if is_for_money else dict(zip(names, paid, strict=True))
        extra = [_added(a, b) for a, b in zip(before, after, strict=True)]
        report.penalty_by_ruling = dict(zip(names, extra, strict=True))
        match = running.match
        if ruled is None and self.options and not is_for_money:
            match.add_one_of(self.options)
        else:
            match.add(paid)
        match.add(before)
        report.score = dict(zip(names, match.score, strict=True))
        wrong_penalty = self._penalty_claim(paid)
        self._score_claim(wrong_penalty)
        match.add(after)
        if after != [0] * len(after):
            report.score = dict(zip(names, match.score, strict=True))
        if stopped is None and (self.replay.is_over or ruled is not None):
            match.counted += 1
        elif stopped is not Stop.ANNULLED:
            match.counted_is_sure = False
        running.same_dealer = stopped is Stop.ANNULLED
        if not self.replay.is_over and stopped is not Stop.ANNULLED:
            running.dealer_is_free = running.dealer_is_free or not _has_result(self.text)
        match.judge()

    def _pot(self) -> list[int | None]:
        """Return what the money game costs and brings each seat (clauses 6.1 to 6.3)."""
        running, replay, count = self.running, self.replay, len(self.judge.names)
        if replay.stopped is Stop.ANNULLED:
            return [0] * count
        if running.pot is not None:
            running.pot += count
        taker = self._pot_taker()
        self.report.pot = dict.fromkeys(self.judge.names, 0)
        if taker is None or running.pot is None:
            running.pot = None
            self.report.pot = dict.fromkeys(self.judge.names)
            self._pot_claim(None, None)
            return [None] * count
        pot = running.pot
        change: list[int | None] = [-1] * count
        if taker >= 0:
            change[taker] = pot - 1
            self.report.pot[self.judge.names[taker]] = pot
            running.pot = 0
        self._pot_claim(taker, pot)
        return change

    def _pot_taker(self) -> int | None:
        """Return the seat that takes the pot, -1 if it stays, None if nobody knows."""
        replay = self.replay
        if not replay.is_judged or not replay.is_over:
            return None
        if replay.pot_taken_by is not None:
            return replay.pot_taken_by
        ranges = self.ranges
        if ranges is None:
            return None
        most = max(low for low, _ in ranges)
        rivals = [side for side, (_, high) in enumerate(ranges) if high >= most]
        if len(rivals) == 1:
            return rivals[0]
        sure = all(ranges[side][0] == ranges[side][1] for side in rivals)
        return -1 if sure and len({ranges[side] for side in rivals}) == 1 else None

    def _pot_claim(self, taker: int | None, pot: int | None) -> None:
        names = self.judge.names
        for line in self.lowered.claims:
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
            if self.book.note("pot", line, None, said, computed) is Claims.REFUTED:
                self.book.refute(
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

    def _penalty_claim(self, paid: list[int | None]) -> list[int]:
        """Compare the claimed penalties; return how far they are off, by side."""
        off = [0] * len(paid)
        claimed = self._claimed("penalty")
        if claimed is None:
            return off
        line, statement = claimed
        for value in statement.values:
            said = value.value.value
            side = self.judge.names.index(value.side.text)
            mine = paid[side]
            if said is not None and mine is not None:
                off[side] = said - mine
        follows = self._follows_from_claimed_points(statement)
        self.book.values(
            codes.CLAIMED_PENALTY,
            line,
            statement,
            self.report.penalty,
            silent=follows,
            clause=penalty_clause(self.rules),
        )
        return off

    def _follows_from_claimed_points(self, statement: Values) -> bool:
        """Whether false penalties are what false points, reported already, would cost."""
        claimed = self._claimed("points")
        if claimed is None:
            return False
        playing = [self.judge.names[side] for side in self.active]
        said = said_of(claimed[1], playing)
        written = said_of(statement, playing)
        tricks = [self.report.tricks_won[name] for name in playing]
        if said is None or written is None or None in tricks:
            return False
        points = [_number(said[name]) for name in playing]
        is_true = all(said[name] == self.report.points[name] for name in playing)
        if is_true or sum(points) != self._total():
            return False
        would = penalties(self.rules, points, list(map(_number, tricks)))
        return [written[name] for name in playing] == would

    def _score_claim(self, wrong_penalty: list[int]) -> None:
        """Report a running score only where its distance from the replay changes (9.3)."""
        running, names = self.running, self.judge.names
        claimed = self._claimed("score")
        for side, off in enumerate(wrong_penalty):
            if claimed is None:
                # a false penalty may be carried on by a score that is written later
                running.distance[side] += off
        if claimed is None:
            return
        line, statement = claimed
        changed: dict[str, tuple[int, int]] = {}
        for value in statement.values:
            said = value.value.value
            if said is None:
                continue
            side = names.index(value.side.text)
            mine = running.match.score[side]
            self.book.note("score", line, value.side.text, said, mine)
            if mine is None:
                continue
            distance = said - mine
            old = running.distance[side]
            running.distance[side] = distance
            if distance not in (0, old, old + wrong_penalty[side]):
                changed[value.side.text] = (mine + old, said)
        if not changed:
            return
        wrong = [value for value in statement.values if value.side.text in changed]
        expected = side_words({side: pair[0] for side, pair in changed.items()})
        found = side_words({side: pair[1] for side, pair in changed.items()})
        self.book.refute(
            codes.CLAIMED_SCORE,
            line,
            wrong[0].value.start,
            wrong[-1].value.end,
            {"what": "score", "expected": expected, "found": found},
            expected=expected,
            found=found,
        )

    # -- claims on tricks and on the match

    def _line_claims(self) -> None:
        for line in self.lowered.claims:
            statement = line.statement
            match statement:
                case Trick():
                    self._trick_claim(line, statement)
                case Who(keyword="winner") | Plain(keyword="tie"):
                    self._result_claim(line, statement)
                case _:
                    pass

    def _trick_of(self, line: Line) -> TrickResult | None:
        for trick in self.replay.tricks:
            if any(self.lowered.event_lines[event] is line for event in trick.events):
                return trick
        return None

    def _trick_claim(self, line: Line, statement: Trick) -> None:
        claim, number = statement.claim, statement.number.value
        if claim is None:
            return
        trick = self._trick_of(line)
        seats, names = self.record.seats, self.judge.names
        winner = None if trick is None or not self._is_sure(trick) else trick.winner
        is_ruled = self._is_ruled(line)
        if claim.who is not None:
            said = claim.who.text
            computed: str | None = None
            is_true: bool | None = None
            if winner is not None:
                side = names[self._side(winner)]
                computed = seats[winner] if said in seats else side
                is_true = said == computed
            self.book.note(
                "trick", line, str(number), said, computed, is_true=is_true, ruled=is_ruled
            )
            if is_true is False and computed is not None and winner is not None:
                self.book.refute(
                    codes.CLAIMED_TRICK_WINNER,
                    line,
                    claim.who.start,
                    claim.who.end,
                    {"found": said, "expected": computed, "trick": number or 0},
                    trick=number,
                    seat=said if said in seats else None,
                    expected=computed,
                    found=said,
                    ruled=is_ruled,
                )
        if claim.points is not None and claim.points.value is not None:
            mine = None if trick is None or not self._is_sure(trick) else trick.points
            said_points = claim.points.value
            verdict = self.book.note(
                "trick-points", line, str(number), said_points, mine, ruled=is_ruled
            )
            if verdict is Claims.REFUTED:
                self.book.refute(
                    codes.CLAIMED_TRICK_POINTS,
                    line,
                    claim.points.start,
                    claim.points.end,
                    {"found": said_points, "expected": mine or 0, "trick": number or 0},
                    trick=number,
                    expected=str(mine),
                    found=str(said_points),
                    ruled=is_ruled,
                )

    def _is_sure(self, trick: TrickResult) -> bool:
        return self.replay.is_judged or trick.winner is not None

    def _is_ruled(self, line: Line) -> bool:
        """Whether a ruling names the line, so that a false claim in it is settled."""
        return any(
            self.lowered.event_lines[event] is line
            for ruled in self.replay.rulings
            for event in ruled.named
        )

    def _result_claim(self, line: Line, statement: Who | Plain) -> None:
        match = self.running.match
        names = self.judge.names
        if isinstance(statement, Who) and statement.who is None:
            return
        said = "tie"
        if isinstance(statement, Who) and statement.who is not None:
            said = statement.who.text
            if said in self.record.seats:
                said = names[self._side(self.record.seats.index(said))]
        computed: str | None = _result_words(match, names)
        is_open = match.standings is None or match.may_be_decided or not match.counted_is_sure
        if not match.is_decided and is_open:
            computed = None
        verdict = self.book.note("winner" if said != "tie" else "tie", line, None, said, computed)
        if verdict is not Claims.REFUTED or computed is None:
            return
        if said == self._result_of_written_scores():
            # it follows from a score that was reported already
            return
        start = statement.start if isinstance(statement, Who) else line.start
        end = statement.end if isinstance(statement, Who) else line.end
        self.book.refute(
            codes.CLAIMED_RESULT,
            line,
            start,
            end,
            {"found": said, "expected": computed},
            variant="open" if not match.is_decided else "",
            expected=computed,
            found=said,
        )

    def _result_of_written_scores(self) -> str | None:
        """Return the result that the scores as written would give, None if they are right."""
        running = self.running
        if not any(running.distance):
            return None
        score = [
            None if score is None else score + off
            for score, off in zip(running.match.score, running.distance, strict=True)
        ]
        written = Match(self.rules, len(self.judge.names), score)
        written.counted = running.match.counted
        written.counted_is_sure = running.match.counted_is_sure
        written.judge()
        return _result_words(written, self.judge.names)

    # -- the verdict on the deal

    def _finish(self) -> None:
        report = self.report
        self.findings.extend(self.book.findings)
        report.claims_made = sorted(self.book.made, key=lambda claim: claim.line)
        report.status = status_of(self.findings)
        report.claims = claims_of(self.findings, self.book.verdicts)
        self.judge.findings.extend(self.findings)


def _out(match: Match, sides: Sequence[tuple[int, ...]], lowered: KozelDeal) -> frozenset[int]:
    """Return the seats whose players are out; read from the deal if a score is not known."""
    out = frozenset(
        seat for side, seats in enumerate(sides) if side not in match.active for seat in seats
    )
    if out or len(sides) != 3 or None not in match.score:
        return out
    # who takes part in less than half of the tricks is not in the deal
    tricks = [event for event in lowered.events if isinstance(event, TrickEvent) and event.plays]
    seen = Counter(seat for event in tricks for seat in {play.seat for play in event.plays or ()})
    absent = frozenset(seat for seat in range(3) if 2 * seen[seat] < len(tricks))
    return absent if len(absent) == 1 else out


def _added(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _number(value: int | None) -> int:
    return value if value is not None else 0


def _result_words(match: Match, names: Sequence[str]) -> str:
    if not match.is_decided:
        return "no result yet"
    return "tie" if match.winner is None else names[match.winner]


def status_of(findings: Sequence[Finding]) -> Status:
    """Return the status that findings give (verdicts, section 1)."""
    effects = {finding.code.effect for finding in findings if not finding.ruled}
    if Effect.MALFORMED in effects:
        return Status.MALFORMED
    if Effect.ILLEGAL in effects:
        return Status.ILLEGAL
    if Effect.UNDECIDED in effects:
        return Status.UNDECIDED
    return Status.LEGAL


def claims_of(findings: Sequence[Finding], verdicts: Sequence[Claims]) -> Claims:
    """Return the verdict over all claims (verdicts, section 1)."""
    if any(f.code.effect is Effect.REFUTED and not f.ruled for f in findings):
        return Claims.REFUTED
    said = set(verdicts)
    if Claims.REFUTED in said:
        return Claims.REFUTED
    if Claims.UNDECIDED in said:
        return Claims.UNDECIDED
    return Claims.CONFIRMED if Claims.CONFIRMED in said else Claims.NONE
