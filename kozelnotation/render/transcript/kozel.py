"""A deal of Kozel told in words: its tricks, draws, declarations and count."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kozelnotation.games.kozel.events import Event, Response, Trick
from kozelnotation.games.kozel.order import set_beats
from kozelnotation.games.kozel.replay.state import DealReplay, TrickResult
from kozelnotation.games.kozel.rulesets import KozelRules
from kozelnotation.games.kozel.table import mask_words
from kozelnotation.record.model import Record
from kozelnotation.render.report_text import plural
from kozelnotation.render.transcript.paragraphs import Kind, Paragraph, View
from kozelnotation.render.transcript.phrases import card_words, listed, number_word, totals
from kozelnotation.render.transcript.teller import Teller, Terms
from kozelnotation.syntax import nodes
from kozelnotation.verdict.kozel.match import JudgedDeal, replay_record
from kozelnotation.verdict.report import DealReport, RecordReport, Totals

KOZEL = Terms(
    "match",
    "trick",
    "penalties",
    seen_by_all=frozenset(
        {f"K{number}" for number in (*range(3001, 3006), *range(3008, 3016), 3201, 3203, 3204)}
        | {f"K{number}" for number in (3101, 3102, 3103, 3104, 3106, 3107, 3108)}
        | {f"K{number}" for number in (3301, 3302, 3303, 3304, 3402)}
    ),
    told_notes=frozenset({"K3402"}),
)


@dataclass(slots=True)
class _DealStory:
    report: DealReport
    judged: JudgedDeal
    ends: dict[int, TrickResult] = field(default_factory=dict)
    """The trick that an event completes."""


class KozelTeller(Teller):
    """Tells a record of Kozel."""

    def __init__(self, report: RecordReport, record: Record, view: View, rules: KozelRules) -> None:
        super().__init__(report, record, view, KOZEL)
        self.rules = rules

    def deals(self) -> Iterator[Paragraph]:
        """Tell the deals."""
        judged: list[JudgedDeal] = []
        if self.record.can_be_judged:
            judged = replay_record(self.record, self.rules, self.report.deals)
        for deal, story in zip(self.report.deals, judged, strict=False):
            yield from self._deal(_DealStory(deal, story))

    def outcome(self) -> Iterator[str]:
        """Say how the match ended, or what everybody has."""
        result = self.report.result
        is_money = any(deal.pot is not None for deal in self.report.deals)
        if result is None and not is_money:
            yield "The match is not decided in this record."
        elif result is None:
            known = [d.score for d in self.report.deals if None not in d.score.values()]
            yield f"Balance at the end: {totals(known[-1])}." if known else "No deal counts."
        else:
            score = totals(self.report.deals[-1].score) if self.report.deals else ""
            how = "at the limit" if result.reason == "limit" else "after the fixed number of deals"
            who = (
                f"{result.winner} {_verb('win', result.winner)} the match"
                if result.winner is not None
                else f"{listed(result.tied)} are tied"
            )
            yield f"{who} {how}. Penalties: {score}."

    # -- deals

    def _deal(self, story: _DealStory) -> Iterator[Paragraph]:
        report, judged = story.report, story.judged
        number = "?" if report.number is None else report.number
        dealer = "nobody knows who deals" if report.dealer is None else f"{report.dealer} deals"
        yield Paragraph(Kind.HEADING, f"Deal {number}: {dealer}")
        trump = "The trump is not known" if report.trump is None else f"Trump: {report.trump}"
        yield Paragraph(Kind.TEXT, f"{trump}.{self._hands(judged)}")
        for trick in judged.replay.tricks:
            story.ends[max(trick.events, default=trick.event)] = trick
        event_of = {line.number: at for at, line in enumerate(judged.lowered.event_lines)}
        for line in judged.lowered.text.lines:
            yield from self._line(line, story, event_of.get(line.number))
            yield from self.around(line)
        yield from self._count(report)

    def _hands(self, judged: JudgedDeal) -> str:
        table = judged.replay.moments.get(0, judged.replay.table)
        hands = table.moment(None).hands
        shown = [
            f"{seat} {hand}"
            for place, (seat, hand) in enumerate(hands)
            if "?" not in hand
            and hand != "-"
            and not hand.startswith("not known")
            and self.seat in (None, place)
        ]
        return f" Hands: {', '.join(shown)}." if shown else ""

    def _line(self, line: nodes.Line, story: _DealStory, event: int | None) -> Iterator[Paragraph]:
        statement = line.statement
        match statement:
            case nodes.Trick():
                yield from self._trick(statement, story, event)
            case nodes.Draws():
                yield Paragraph(Kind.TRICK, self._draws(statement))
            case nodes.Shows(seat=seat, word=word, cards=cards):
                shown = "" if isinstance(cards, nodes.Blank) else f": {card_words(cards)}"
                yield Paragraph(Kind.TRICK, f"{seat.text} declares {word}{shown}.")
            case nodes.Reveals(number=number, seat=seat, cards=cards):
                yield Paragraph(
                    Kind.TRICK,
                    f"It is seen that {seat.text} laid {card_words(cards)} face down in trick "
                    f"{number.value}.",
                )
            case nodes.SeatCards(keyword="captured", seat=seat, cards=cards):
                yield Paragraph(Kind.TRICK, self._captured(seat.text, cards))
            case _:
                yield from self.common(statement)

    # -- tricks

    def _trick(
        self, statement: nodes.Trick, story: _DealStory, event: int | None
    ) -> Iterator[Paragraph]:
        number = "?" if statement.number.value is None else statement.number.value
        mark = f"{number}." if not statement.continues else "..."
        sentences: list[str] = []
        events = story.judged.lowered.events
        happened = events[event] if event is not None else None
        if statement.plays is None:
            sentences.append("A trick that is not written down.")
        elif isinstance(happened, Trick):
            sentences.extend(self._plays(happened, story, event or 0, events))
        else:
            sentences.append("This trick could not be replayed.")
        trick = story.ends.get(event) if event is not None else None
        if trick is not None:
            sentences.append(self._taken(trick))
        yield Paragraph(Kind.TRICK, " ".join(sentences), mark)

    def _plays(
        self, trick: Trick, story: _DealStory, event: int, events: Sequence[Event]
    ) -> Iterator[str]:
        replay = story.judged.replay
        winning: tuple[int, ...] = ()
        is_led = False
        if trick.continues:
            for earlier in events[:event]:
                if isinstance(earlier, Trick) and earlier.number == trick.number:
                    for play in earlier.plays or ():
                        winning, is_led = self._after(play, winning, replay, is_led=is_led), True
        for play in trick.plays or ():
            before = winning
            winning = self._after(play, winning, replay, is_led=is_led)
            yield self._play(play, is_lead=not is_led, beats=is_led and winning is not before)
            is_led = True

    def _after(
        self, play: Response, winning: tuple[int, ...], replay: DealReplay, *, is_led: bool
    ) -> tuple[int, ...]:
        """Return the winning set after a play."""
        if not is_led:
            return (*play.shown, *play.hidden)
        if play.hidden or not play.shown:
            return winning
        beats = set_beats(play.shown, winning, replay.table.trumps, shokha=self.rules.shokha)
        return play.shown if beats else winning

    def _play(self, play: Response, *, is_lead: bool, beats: bool) -> str:
        seat = self.record.seats[play.seat]
        if not play.written:
            return f"What {seat} lays is not written down."
        if play.size == 0:
            return f"{seat} lays nothing."
        shown = _masks(play.shown)
        down = self._face_down(play)
        if is_lead:
            laid = " and ".join(part for part in (shown, down) if part)
            return f"{seat} leads {laid}."
        if play.shown and play.hidden:
            return f"{seat} shows {shown} and lays {down}."
        if play.hidden:
            return f"{seat} lays {down}."
        if beats:
            return f"{seat} beats with {shown}."
        return f"{seat} shows {shown}."

    def _face_down(self, play: Response) -> str:
        if not play.hidden:
            return ""
        count = len(play.hidden)
        words = f"{number_word(count)} card{'s' if count > 1 else ''} face down"
        may_see = self.seat is None or self.seat == play.seat
        known = _masks(play.hidden)
        return f"{words} ({known})" if may_see and known.strip("? ") else words

    def _taken(self, trick: TrickResult) -> str:
        winner = trick.winner
        if winner is None and self.view.seat is not None:
            # what everybody saw on the table
            winner = trick.presumed
        if winner is None:
            return "Who takes it is not known."
        seat = self.record.seats[winner]
        points = ""
        if trick.points is not None and self.seat is None:
            points = f", {plural(trick.points, 'point')}"
        text = f"{seat} takes it{points}."
        if trick.owner is not None and trick.owner != trick.winner:
            text += f" By a ruling it belongs to {self.record.seats[trick.owner]}."
        return text

    def _draws(self, statement: nodes.Draws) -> str:
        entries = statement.entries
        if isinstance(entries, nodes.Blank):
            return (
                "They draw; which cards is not written down."
                if entries is nodes.Blank.NOT_WRITTEN
                else "Nobody draws."
            )
        parts = []
        for entry in entries:
            name = entry.seat.text
            may_see = self.view.seat in (None, name)
            if isinstance(entry.cards, nodes.Blank):
                parts.append(
                    f"{name} something" if entry.cards.value == "..." else f"{name} nothing"
                )
            elif may_see and any(card.text != "?" for card in entry.cards):
                parts.append(f"{name} {card_words(entry.cards)}")
            else:
                count = len(entry.cards)
                parts.append(name if count == 1 else f"{name} {number_word(count)}")
        return f"They draw: {', '.join(parts)}."

    def _captured(self, side: str, cards: nodes.Cards) -> str:
        show = _verb("show", side)
        if cards is nodes.Blank.NOTHING:
            return f"{side} {show} no captured cards."
        if isinstance(cards, nodes.Blank):
            return f"What {side} captured is not written down."
        return f"{side} {show} {plural(len(cards), 'captured card')}: {card_words(cards)}."

    # -- count

    def _count(self, report: DealReport) -> Iterator[Paragraph]:
        if report.ended == "annulled":
            return
        parts = []
        points, tricks = report.points, report.tricks_won
        if report.complete:
            counted = [
                f"{side} {_said(points[side], 'point')} in {_said(tricks[side], 'trick')}"
                for side in points
            ]
            parts.append(f"Count: {', '.join(counted)}.")
            if report.pot is None:
                parts.append(f"Penalties: {totals(report.penalty)}.")
            else:
                parts.append(_pot(report.pot))
        elif report.complete is None:
            parts.append("Whether the deal was played to its end is not known.")
        if any(report.penalty_by_ruling.values()):
            parts.append(f"By ruling in addition: {totals(report.penalty_by_ruling)}.")
        if report.complete:
            word = "Score" if report.pot is None else "Balance"
            parts.append(f"{word}: {totals(report.score)}.")
        if parts:
            yield Paragraph(Kind.TEXT, " ".join(parts))


def _masks(masks: Sequence[int]) -> str:
    return " ".join(mask_words(mask) for mask in masks)


def _said(value: int | None, word: str) -> str:
    return f"an unknown number of {word}s" if value is None else plural(value, word)


def _pot(pot: Totals) -> str:
    if None in pot.values():
        return "Who takes the pot is not known."
    taken = [f"{seat} takes the pot of {value}." for seat, value in pot.items() if value]
    return " ".join(taken) or "Nobody takes the pot."


def _verb(verb: str, side: str) -> str:
    """Return a verb that fits one seat, or two partners."""
    return verb if "+" in side else f"{verb}s"
