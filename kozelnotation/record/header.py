"""Place the lines of a record: header, rule set, seats, deals.

Source: notation, sections 2, 3 and 7.
"""

import datetime as dt
import re
import unicodedata
from collections.abc import Mapping

from kozelnotation.diag.code import Code
from kozelnotation.diag.finding import Address, Finding, Related, Span
from kozelnotation.games.registry import RULE_SETS
from kozelnotation.games.ruleset import OptionFault, RuleSet
from kozelnotation.record import codes
from kozelnotation.record.model import KNOWN_TAGS, DealText, Record
from kozelnotation.syntax import codes as syntax_codes
from kozelnotation.syntax.nodes import (
    CardList,
    DealLine,
    Draws,
    Ending,
    Extension,
    FormatLine,
    Gives,
    Line,
    Plain,
    PlayerLine,
    Pot,
    Reveals,
    Ruling,
    SeatCards,
    Shows,
    Statement,
    Tag,
    TimeLine,
    Trick,
    Trumps,
    Unread,
    Values,
    Who,
)
from kozelnotation.syntax.read import ReadRecord
from kozelnotation.syntax.words import is_name, reads_as_card

_DATE = re.compile(r"[0-9?]{4}-[0-9?]{2}-[0-9?]{2}")
_DEAL_LINE = re.compile(rb"[ \t]*deal[ \t]+[^ \t]")
_PER_SUBJECT = ("Player", "Team")


def place_record(read: ReadRecord, rule_sets: Mapping[str, RuleSet] = RULE_SETS) -> Record:
    """Place the lines of a record that was read.

    ``rule_sets`` are those that are known; a club may add its own.
    """
    return _Placing(read, rule_sets).run()


class _Placing:
    def __init__(self, read: ReadRecord, rule_sets: Mapping[str, RuleSet]) -> None:
        self.rule_sets = rule_sets
        self.record = Record(read)
        self.seen: dict[tuple[str, str | None], Line] = {}
        self.unread_tags: set[str] = set()

    def run(self) -> Record:
        record = self.record
        if not record.read.is_supported:
            return record
        self._cut_into_deals()
        self._tags()
        self._rules()
        self._seats()
        self._subjects()
        return record

    def _add(
        self,
        code: Code,
        line: Line,
        start: int,
        end: int,
        args: dict[str, str | int] | None = None,
        variant: str = "",
        related: tuple[Related, ...] = (),
        deal: int | None = None,
    ) -> None:
        self.record.findings.append(
            Finding(
                code,
                Span(line.number, start, end),
                Address(deal=deal),
                args or {},
                variant,
                related=related,
            )
        )

    # -- lines

    def _cut_into_deals(self) -> None:
        record = self.record
        for line in record.read.text.lines:
            statement = line.statement
            if isinstance(statement, DealLine):
                record.deals.append(DealText(statement.number.value, [line]))
            elif isinstance(statement, Unread) and _DEAL_LINE.match(statement.raw):
                # its number cannot be read, but a deal begins here all the same
                record.deals.append(DealText(None, [line]))
            elif record.deals:
                self._line_of_deal(line, statement)
            else:
                record.header.append(line)
                self._line_of_header(line, statement)

    def _line_of_deal(self, line: Line, statement: Statement) -> None:
        deal = self.record.deals[-1]
        if isinstance(statement, Tag | FormatLine):
            self._add(
                codes.STATEMENT_OUT_OF_PLACE,
                line,
                line.start,
                line.end,
                {"what": f"the tag {statement.name}" if isinstance(statement, Tag) else "%kozel"},
                "tag",
                deal=deal.number,
            )
            deal.lost.add(len(deal.lines))
        deal.lines.append(line)

    def _line_of_header(self, line: Line, statement: Statement) -> None:
        record = self.record
        match statement:
            case FormatLine() if len(record.header) == 1:
                pass
            case Tag():
                record.tags.append(line)
            case Values(keyword="carried"):
                if record.carried is not None:
                    self._repeated(line, "carried", record.carried_line)
                    return
                record.carried, record.carried_line = statement, line
            case Unread(raw=raw):
                match = re.match(rb"[ \t]*\[[ \t]*([A-Za-z]+)", raw)
                if match is not None:
                    self.unread_tags.add(match[1].decode())
            case PlayerLine() | TimeLine() | Extension() | Ruling(kind="penalty"):
                pass
            case _:
                self._add(
                    codes.STATEMENT_OUT_OF_PLACE,
                    line,
                    line.start,
                    line.end,
                    {"what": keyword_of(statement)},
                    "before_deal",
                )

    def _repeated(self, line: Line, what: str, first: Line | None) -> None:
        related: tuple[Related, ...] = ()
        if first is not None:
            related = (Related(Span(first.number, first.start, first.end), "first_statement"),)
        self._add(
            codes.REPEATED_STATEMENT,
            line,
            line.start,
            line.end,
            {"what": what},
            related=related,
        )

    # -- tags

    def _tags(self) -> None:
        for line in self.record.tags:
            tag = line.statement
            if not isinstance(tag, Tag) or tag.name not in KNOWN_TAGS:
                continue
            subject = None if tag.subject is None else tag.subject.text
            if (subject is not None) is not (tag.name in _PER_SUBJECT):
                self._add(
                    syntax_codes.BAD_TAG,
                    line,
                    line.start,
                    line.end,
                    {"name": tag.name, "word": tag.name},
                    "subject" if subject is None else "no_subject",
                )
                continue
            key = (tag.name, subject)
            if key in self.seen:
                what = tag.name if subject is None else f"{tag.name} {subject}"
                self._repeated(line, f"[{what}]", self.seen[key])
                continue
            self.seen[key] = line
            if tag.name == "Date" and not is_date(tag.text):
                self._add(
                    syntax_codes.BAD_TAG,
                    line,
                    tag.start,
                    tag.end,
                    {"name": "Date", "word": tag.text},
                    "date",
                )

    def _rules(self) -> None:
        record = self.record
        line = self.seen.get(("Rules", None))
        if line is None or not isinstance(line.statement, Tag):
            if "Rules" not in self.unread_tags:
                self._missing("[Rules]")
            return
        tag = line.statement
        record.rules_text = tag.text
        words = tag.text.split()
        rules = self.rule_sets.get(words[0]) if words else None
        if rules is None:
            shown = words[0] if words else ""
            self._add(
                codes.UNKNOWN_RULE_SET,
                line,
                tag.start,
                tag.end,
                {"id": shown, "known": ", ".join(self.rule_sets)},
                "no_version" if any(i.split("@")[0] == shown for i in self.rule_sets) else "",
            )
            return
        applied = rules.with_options(words[1:])
        if isinstance(applied, OptionFault):
            self._option(applied, rules)
            return
        record.rules = applied

    def _option(self, fault: OptionFault, rules: RuleSet) -> None:
        line = self.seen["Rules", None]
        if not isinstance(line.statement, Tag):
            return
        tag = line.statement
        at = tag.start + 1 + max(tag.text.rfind(fault.word), 0)
        self._add(
            codes.UNKNOWN_OPTION,
            line,
            at,
            at + len(fault.word),
            {
                "option": fault.word,
                "known": ", ".join(rules.option_forms()),
                "id": rules.id,
            },
            fault.kind,
        )

    def _seats(self) -> None:
        record, rules = self.record, self.record.rules
        line = self.seen.get(("Seats", None))
        if line is None or not isinstance(line.statement, Tag):
            if rules is None or "Seats" in self.unread_tags:
                return
            if rules.default_seats is None:
                self._missing("[Seats]")
                return
            record.seats = rules.default_seats
        else:
            tag = line.statement
            found = list(re.finditer(r"\S+", tag.text))
            names = [unicodedata.normalize("NFC", match[0]) for match in found]
            for place, name in enumerate(names):
                variant = ""
                if reads_as_card(name):
                    variant = "card"
                elif not is_name(name):
                    variant = "letters"
                elif name in names[:place]:
                    variant = "twice"
                if variant:
                    at = tag.start + 1 + found[place].start()
                    self._add(
                        codes.BAD_SEAT_NAME,
                        line,
                        at,
                        at + len(name),
                        {"name": name},
                        variant,
                    )
                    return
            record.seats = tuple(names)
            if rules is not None and len(names) not in rules.seat_counts:
                wanted = " or ".join(str(count) for count in rules.seat_counts)
                self._add(
                    codes.WRONG_NUMBER_OF_SEATS,
                    line,
                    tag.start,
                    tag.end,
                    {"number": len(names), "expected": wanted, "id": rules.id},
                )
                return
        if rules is not None:
            seated = rules.seated(len(record.seats))
            if isinstance(seated, OptionFault):
                self._option(seated, rules)
                return
            record.rules = seated
            record.sides = seated.sides(len(record.seats))
            record.seats_sound = True

    def _subjects(self) -> None:
        """Check that players and teams belong to seats and sides that exist."""
        record = self.record
        if not record.seats_sound:
            return
        for line in record.tags:
            tag = line.statement
            if not isinstance(tag, Tag) or tag.subject is None or tag.name not in _PER_SUBJECT:
                continue
            known = record.seats if tag.name == "Player" else (*record.side_names, *record.seats)
            if tag.subject.text not in known:
                self._add(
                    codes.UNKNOWN_SEAT,
                    line,
                    tag.subject.start,
                    tag.subject.end,
                    {"name": tag.subject.text, "known": " ".join(known)},
                )

    def _missing(self, what: str) -> None:
        line = self.record.read.text.lines[0]
        self._add(codes.MISSING_STATEMENT, line, line.start, line.end, {"what": what}, "header")


def is_date(text: str) -> bool:
    """Whether a text is a date ``YYYY-MM-DD``, ``?`` for unknown digits."""
    if not _DATE.fullmatch(text):
        return False
    if "?" not in text:
        try:
            dt.date.fromisoformat(text)
        except ValueError:
            return False
        return True
    month, day = text[5:7], text[8:10]
    return _may_be(month, 1, 12) and _may_be(day, 1, 31)


def _may_be(text: str, low: int, high: int) -> bool:
    pattern = re.compile(text.replace("?", "[0-9]"))
    return any(pattern.fullmatch(f"{number:02}") for number in range(low, high + 1))


def keyword_of(statement: Statement) -> str:
    """Return the word that a statement begins with."""
    match statement:
        case Extension(text=text):
            return text.split()[0]
        case FormatLine():
            return "%kozel"
        case Tag(name=name):
            return f"[{name}]"
        case Trick(number=number):
            return f"{number.value}."
        case Unread():
            return "?"
        case (
            Who(keyword=keyword)
            | CardList(keyword=keyword)
            | SeatCards(keyword=keyword)
            | Values(keyword=keyword)
            | Plain(keyword=keyword)
            | Ending(keyword=keyword)
        ):
            return keyword
        case _:
            return _KEYWORDS[type(statement)]


_KEYWORDS: dict[type, str] = {
    DealLine: "deal",
    Trumps: "trumps",
    Gives: "gives",
    Shows: "shows",
    Draws: "draws",
    Reveals: "reveals",
    Pot: "pot",
    PlayerLine: "player",
    TimeLine: "time",
    Ruling: "ruling",
}
