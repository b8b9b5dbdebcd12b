"""A record told in words, with faults in their place; readable aloud.

Source: design, habits to meet (transcripts).
"""

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from kozelnotation.diag.code import Severity
from kozelnotation.diag.finding import Finding
from kozelnotation.games.kozel.events import Event, Response, Trick
from kozelnotation.games.kozel.order import set_beats
from kozelnotation.games.kozel.replay.state import DealReplay, TrickResult
from kozelnotation.games.kozel.table import mask_words
from kozelnotation.record.model import Record
from kozelnotation.render.paint import pretty
from kozelnotation.render.report_text import plural
from kozelnotation.render.words import clause_text, message
from kozelnotation.syntax import nodes
from kozelnotation.verdict.kozel.match import JudgedDeal, replay_record
from kozelnotation.verdict.report import DealReport, RecordReport, Totals

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


_SEEN_BY_ALL = frozenset(
    {f"K{number}" for number in (*range(3001, 3006), *range(3008, 3016), 3201, 3203, 3204)}
    | {f"K{number}" for number in (3101, 3102, 3103, 3104, 3106, 3107, 3108)}
    | {f"K{number}" for number in (3301, 3302, 3303, 3304, 3402)}
)
"""Faults that everybody at the table can see, whatever cards lie face down."""


class Kind(Enum):
    """What a paragraph is."""

    TITLE = "title"
    HEADING = "heading"
    TEXT = "text"
    TRICK = "trick"
    FAULT = "fault"
    COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; ``mark`` is the number before a trick."""

    kind: Kind
    text: str
    mark: str = ""


@dataclass(slots=True)
class View:
    """Who reads: everybody who knows the record, or one seat; and how cards are written."""

    seat: str | None = None
    ascii: bool = False


def transcript(report: RecordReport, view: View) -> list[Paragraph]:
    """Return the paragraphs that tell a record."""
    if report.record is None:
        return [
            Paragraph(Kind.TITLE, f"Record {report.index}"),
            *(Paragraph(Kind.FAULT, _fault(finding, view)) for finding in report.findings),
        ]
    return list(_Teller(report, report.record, view).tell())


def as_text(paragraphs: Sequence[Paragraph], view: View, *, width: int = 88) -> str:
    """Return paragraphs as plain text."""
    blocks: list[str] = []
    for paragraph in paragraphs:
        text = paragraph.text if view.ascii else pretty(paragraph.text)
        match paragraph.kind:
            case Kind.TITLE:
                line = "=" * min(len(text), width)
                blocks.append(f"{text}\n{line}")
            case Kind.HEADING:
                blocks.append(f"\n{text}\n{'-' * min(len(text), width)}")
            case Kind.TRICK:
                blocks.append(_wrapped(text, width, f"{paragraph.mark:>3} ", "    "))
            case Kind.FAULT:
                blocks.append(_wrapped(text, width, "    ! ", "      "))
            case Kind.COMMENT:
                blocks.append(_wrapped(text, width, "    ~ ", "      "))
            case Kind.TEXT:
                blocks.append(_wrapped(text, width, "", ""))
    return "\n".join(blocks) + "\n"


def _wrapped(text: str, width: int, first: str, rest: str) -> str:
    lines: list[str] = []
    for part in text.split("\n"):
        lines.extend(
            textwrap.wrap(
                part,
                width,
                initial_indent=first if not lines else rest,
                subsequent_indent=rest,
                break_long_words=False,
                break_on_hyphens=False,
            )
            or [""]
        )
    return "\n".join(lines)


def as_markdown(paragraphs: Sequence[Paragraph], view: View) -> str:
    """Return paragraphs as Markdown."""
    blocks: list[str] = []
    for paragraph in paragraphs:
        text = _escaped(paragraph.text if view.ascii else pretty(paragraph.text))
        match paragraph.kind:
            case Kind.TITLE:
                blocks.append(f"# {text}")
            case Kind.HEADING:
                blocks.append(f"## {text}")
            case Kind.TRICK:
                blocks.append(f"**{paragraph.mark}** {text}" if paragraph.mark else text)
            case Kind.FAULT:
                blocks.append(f"> **!** {text}")
            case Kind.COMMENT:
                blocks.append(f"*{text}*")
            case Kind.TEXT:
                blocks.append(text.replace("\n", "  \n"))
    return "\n\n".join(blocks) + "\n"


_SPECIAL = re.compile(r"([\\`*_\[\]<>#|])")


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _fault(finding: Finding, view: View) -> str:
    code = finding.code
    word = {"error": "Fault", "warning": "Warning", "note": "Note"}[code.severity.value]
    said = _QUOTED.sub(_unquoted, message(finding))
    rule = finding.cited
    if view.seat is not None:
        # the sentence may name cards that this seat could not see
        said = code.name.replace("-", " ")
        rule = ": ".join(part for part in (rule, clause_text(rule)) if part)
    seat = finding.address.seat
    # in a claim the fault is not this seat's; and a sentence may name it itself
    is_told = seat is None or code.number.startswith("K5") or said.startswith(f"{seat} ")
    who = "" if is_told else f", {seat}"
    return f"{word} {code.number}{who}: {said} ({rule}){' (ruled on)' if finding.ruled else ''}."


_QUOTED = re.compile("`([^`]*)`")
_CARDS = re.compile(r"[(]?(\?|(10|[6-9AKQJ?])[shdc?])([ ()]+(\?|(10|[6-9AKQJ?])[shdc?]))*[)]?")


def _unquoted(match: re.Match[str]) -> str:
    """Cards need no quotes in a sentence that is read aloud."""
    return match[1] if _CARDS.fullmatch(match[1]) else f'"{match[1]}"'


@dataclass(slots=True)
class _DealStory:
    report: DealReport
    judged: JudgedDeal
    ends: dict[int, TrickResult] = field(default_factory=dict)
    """The trick that an event completes."""


class _Teller:
    def __init__(self, report: RecordReport, record: Record, view: View) -> None:
        self.report = report
        self.record = record
        self.view = view
        self.faults: dict[int, list[Finding]] = {}
        for finding in report.findings:
            if finding.code.severity is not Severity.NOTE or finding.code.number == "K3402":
                self.faults.setdefault(finding.span.line, []).append(finding)
        self.seat = None if view.seat is None else record.seats.index(view.seat)

    def tell(self) -> Iterator[Paragraph]:
        """Tell the record from the title to the result."""
        yield from self._head()
        header = [
            line
            for line in self.record.read.text.lines
            if not self.report.deals or line.number < self.report.deals[0].line
        ]
        for line in header:
            yield from self._around(line)
        judged: list[JudgedDeal] = []
        if self.record.rules is not None and self.record.can_be_judged:
            judged = replay_record(self.record, self.record.rules, self.report.deals)
        for deal, story in zip(self.report.deals, judged, strict=False):
            yield from self._deal(_DealStory(deal, story))
        yield from self._end()

    # -- head and end

    def _head(self) -> Iterator[Paragraph]:
        tag = self.record.tag
        event = tag("Event") or tag("Site") or f"Record {self.report.index}"
        yield Paragraph(Kind.TITLE, event)
        parts = [
            text
            for text in (
                tag("Site") if tag("Event") else None,
                tag("Date"),
                _labelled("round", tag("Round")),
                _labelled("table", tag("Table")),
            )
            if text
        ]
        if parts:
            yield Paragraph(Kind.TEXT, ", ".join(parts))
        rules = self.record.rules
        if rules is not None:
            yield Paragraph(Kind.TEXT, f"{rules.title} ({self.record.rules_text}).")
        sides = []
        for side in self.record.sides:
            names = [self._person(self.record.seats[seat]) for seat in side]
            sides.append(" and ".join(names))
        if len(sides) > 2:
            yield Paragraph(Kind.TEXT, f"{_listed(sides)}, each alone.")
        elif sides:
            yield Paragraph(Kind.TEXT, " against ".join(sides) + ".")
        officials = [
            f"{name}: {text}" for name in ("Referee", "Scorer") if (text := tag(name)) is not None
        ]
        if officials:
            yield Paragraph(Kind.TEXT, ". ".join(officials) + ".")
        if self.view.seat is not None:
            yield Paragraph(
                Kind.TEXT,
                f"Told as {self.view.seat} saw it: cards that this seat could not see, and "
                "commentary, are left out.",
            )
        if self.record.carried is not None:
            values = ", ".join(
                f"{v.side.text} {'?' if v.value.value is None else v.value.value}"
                for v in self.record.carried.values
            )
            yield Paragraph(Kind.TEXT, f"The match is carried on; penalties so far: {values}.")

    def _person(self, seat: str) -> str:
        name = self.record.tag("Player", seat)
        return seat if name is None else f"{seat} ({name})"

    def _end(self) -> Iterator[Paragraph]:
        result = self.report.result
        yield Paragraph(Kind.HEADING, "Result")
        is_money = any(deal.pot is not None for deal in self.report.deals)
        if result is None and not is_money:
            yield Paragraph(Kind.TEXT, "The match is not decided in this record.")
        elif result is None:
            known = [d.score for d in self.report.deals if None not in d.score.values()]
            balance = f"Balance at the end: {_totals(known[-1])}." if known else "No deal counts."
            yield Paragraph(Kind.TEXT, balance)
        else:
            score = _totals(self.report.deals[-1].score) if self.report.deals else ""
            how = "at the limit" if result.reason == "limit" else "after the fixed number of deals"
            who = (
                f"{result.winner} {_verb('win', result.winner)} the match"
                if result.winner is not None
                else f"{_listed(result.tied)} are tied"
            )
            yield Paragraph(Kind.TEXT, f"{who} {how}. Penalties: {score}.")
        words = {
            "legal": "No rule was broken.",
            "illegal": "A rule was broken: see the faults above.",
            "undecided": "Whether every rule was kept cannot be decided from this record.",
            "malformed": "The record could not be read in full: see the faults above.",
        }
        claims = {
            "refuted": " A claim of the record is false.",
            "undecided": " Some claims of the record cannot be decided.",
            "confirmed": " Every claim of the record is true.",
            "none": "",
        }
        if self.view.seat is not None:
            # the verdict may rest on cards that this seat could not see
            return
        yield Paragraph(
            Kind.TEXT, words[self.report.status.value] + claims[self.report.claims.value]
        )

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
            yield from self._around(line)
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

    def _around(self, line: nodes.Line) -> Iterator[Paragraph]:
        """Tell the faults and the commentary of a line."""
        for finding in self.faults.pop(line.number, ()):
            if self.view.seat is not None and finding.code.number not in _SEEN_BY_ALL:
                # it may rest on cards that this seat could not see
                continue
            yield Paragraph(Kind.FAULT, _fault(finding, self.view))
        if self.view.seat is None:
            for comment in line.comments:
                yield Paragraph(Kind.COMMENT, comment.text)

    def _line(self, line: nodes.Line, story: _DealStory, event: int | None) -> Iterator[Paragraph]:
        statement = line.statement
        match statement:
            case nodes.Trick():
                yield from self._trick(statement, story, event)
            case nodes.Draws():
                yield Paragraph(Kind.TRICK, self._draws(statement))
            case nodes.Shows(seat=seat, word=word, cards=cards):
                shown = "" if isinstance(cards, nodes.Blank) else f": {_words(cards)}"
                yield Paragraph(Kind.TRICK, f"{seat.text} declares {word}{shown}.")
            case nodes.Reveals(number=number, seat=seat, cards=cards):
                yield Paragraph(
                    Kind.TRICK,
                    f"It is seen that {seat.text} laid {_words(cards)} face down in trick "
                    f"{number.value}.",
                )
            case nodes.SeatCards(keyword="exposed", seat=seat, cards=cards):
                if not isinstance(cards, nodes.Blank):
                    text = f"Everybody sees {_words(cards)} in the hand of {seat.text}."
                    yield Paragraph(Kind.TRICK, text)
            case nodes.SeatCards(keyword="captured", seat=seat, cards=cards):
                yield Paragraph(Kind.TRICK, self._captured(seat.text, cards))
            case nodes.Gives(seat=seat, cards=cards, to=to):
                yield Paragraph(Kind.TRICK, self._given(seat.text, cards, to))
            case _:
                yield from self._other(statement)

    def _other(self, statement: nodes.Statement) -> Iterator[Paragraph]:
        match statement:
            case nodes.Ending(keyword=keyword, reason=reason):
                said = {
                    "unfinished": "The deal stops here",
                    "annulled": "The deal is annulled",
                }[keyword]
                yield Paragraph(Kind.TRICK, f"{said}{'' if reason is None else f': {reason}'}.")
            case nodes.PlayerLine(seat=seat, player=player):
                who = "somebody" if player is None else player
                yield Paragraph(Kind.TRICK, f"From now on {who} sits at {seat.text}.")
            case nodes.TimeLine(text=text) if text is not None:
                yield Paragraph(Kind.TRICK, f"Time: {text}.")
            case nodes.Ruling():
                yield Paragraph(Kind.TRICK, _ruling(statement))
            case nodes.Unread(raw=raw):
                text = raw.decode("utf-8", "replace")
                if self.view.seat is None:
                    yield Paragraph(Kind.TRICK, f"A line that could not be read: {text}")
            case _:
                pass

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
        rules = self.record.rules
        if play.hidden or not play.shown or rules is None:
            return winning
        beats = set_beats(play.shown, winning, replay.table.trumps, shokha=rules.shokha)
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
        words = f"{_NUMBERS[count]} card{'s' if count > 1 else ''} face down"
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
                parts.append(f"{name} {_words(entry.cards)}")
            else:
                count = len(entry.cards)
                parts.append(name if count == 1 else f"{name} {_NUMBERS[min(count, 9)]}")
        return f"They draw: {', '.join(parts)}."

    def _given(self, giver: str, cards: tuple[nodes.CardWord, ...], to: nodes.Name | None) -> str:
        target = "back to the stock" if to is None else f"to {to.text}"
        may_see = self.view.seat in (None, giver, None if to is None else to.text)
        what = _words(cards) if may_see else plural(len(cards), "card")
        return f"{giver} gives {what} {target}."

    def _captured(self, side: str, cards: nodes.Cards) -> str:
        show = _verb("show", side)
        if cards is nodes.Blank.NOTHING:
            return f"{side} {show} no captured cards."
        if isinstance(cards, nodes.Blank):
            return f"What {side} captured is not written down."
        return f"{side} {show} {plural(len(cards), 'captured card')}: {_words(cards)}."

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
                parts.append(f"Penalties: {_totals(report.penalty)}.")
            else:
                parts.append(_pot(report.pot))
        elif report.complete is None:
            parts.append("Whether the deal was played to its end is not known.")
        if any(report.penalty_by_ruling.values()):
            parts.append(f"By ruling in addition: {_totals(report.penalty_by_ruling)}.")
        if report.complete:
            word = "Score" if report.pot is None else "Balance"
            parts.append(f"{word}: {_totals(report.score)}.")
        if parts:
            yield Paragraph(Kind.TEXT, " ".join(parts))


def _labelled(word: str, text: str | None) -> str | None:
    return None if text is None else f"{word} {text}"


def _words(cards: nodes.Cards) -> str:
    return cards.value if isinstance(cards, nodes.Blank) else " ".join(c.text for c in cards)


def _masks(masks: Sequence[int]) -> str:
    return " ".join(mask_words(mask) for mask in masks)


def _said(value: int | None, word: str) -> str:
    return f"an unknown number of {word}s" if value is None else plural(value, word)


def _totals(totals: Totals) -> str:
    return ", ".join(f"{side} {'?' if value is None else value}" for side, value in totals.items())


def _pot(pot: Totals) -> str:
    if None in pot.values():
        return "Who takes the pot is not known."
    taken = [f"{seat} takes the pot of {value}." for seat, value in pot.items() if value]
    return " ".join(taken) or "Nobody takes the pot."


def _listed(names: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def _verb(verb: str, side: str) -> str:
    """Return a verb that fits one seat, or two partners."""
    return verb if "+" in side else f"{verb}s"


def _ruling(ruling: nodes.Ruling) -> str:
    number = None if ruling.number is None else ruling.number.value
    where = "what was done above" if number is None else f"what was done in trick {number}"
    values = ", ".join(f"{v.side.text} {v.value.value}" for v in ruling.values)
    match ruling.kind:
        case "stands":
            said = f"{where} stands"
        case "void":
            said = (
                "the line above is taken back"
                if number is None
                else (f"everything from trick {number} on is taken back")
            )
        case "trick":
            said = f"trick {number} belongs to {'?' if ruling.to is None else ruling.to.text}"
        case "result":
            said = f"the penalties of this deal are {values}"
        case _:
            said = f"penalties in addition: {values}"
    return f"Ruling: {said}{'' if ruling.text is None else f' ({ruling.text})'}."
