"""Read lines into statements with Lark; `faults` says what is wrong with a bad line.

Lark's own recovery is not used: a statement is a line, so a bad line is cut out by
itself and the next one is read afresh.

Source: notation, sections 2 to 4.
"""

import unicodedata
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from lark import Lark, Token, UnexpectedInput

from kozelnotation.syntax import codes, words
from kozelnotation.syntax.faults import early_fault, glued, syntax_fault, token_place
from kozelnotation.syntax.nodes import (
    Blank,
    CardList,
    Cards,
    CardWord,
    Claim,
    Comment,
    Cover,
    DealLine,
    Drawing,
    Draws,
    Ending,
    Extension,
    FormatLine,
    Gives,
    Group,
    Laid,
    Line,
    Name,
    Number,
    Plain,
    Play,
    PlayerLine,
    Pot,
    Reveals,
    Ruling,
    SeatCards,
    Shows,
    SideValue,
    Statement,
    Tag,
    Takes,
    TimeLine,
    Trick,
    Trumps,
    Values,
    Who,
    item_places,
)
from kozelnotation.syntax.words import Fault


def grammar_text() -> str:
    """Return the grammar: from the installed package, else from beside it."""
    installed = files("kozelnotation") / "_data" / "grammar" / "kozel.lark"
    if installed.is_file():
        return installed.read_text(encoding="utf-8")
    beside = Path(__file__).parents[2] / "grammar" / "kozel.lark"
    return beside.read_text(encoding="utf-8")


class _Builder:
    """Builds the nodes of one line while Lark parses it; one method a rule.

    The children come from Lark untyped, which is why they are Any here.
    """

    def __init__(self) -> None:
        self.lang = ""
        self.faults: list[Fault] = []

    # -- words

    def _keep(self, fault: Fault | None) -> None:
        if fault is not None:
            self.faults.append(fault)

    def _int(self, token: Token, *, signed: bool = False) -> Number:
        start, end = token_place(token)
        value, fault = words.number(str(token).rstrip("."), start, signed=signed)
        self._keep(fault)
        return Number(value, start, end)

    def _name(self, token: Token) -> Name:
        start, end = token_place(token)
        text = str(token)
        if text.endswith(":"):
            text = text[:-1].rstrip()
            end = start + len(text)
        parts = [unicodedata.normalize("NFC", part.strip()) for part in text.split("+")]
        if not all(words.is_name(part) for part in parts):
            self._keep(Fault(codes.UNEXPECTED_TEXT, start, end, {"word": text}, "name"))
        return Name("+".join(parts), start, end)

    def _string(self, token: Token | None) -> str | None:
        if token is None:
            return None
        text, fault = words.string(str(token), token_place(token)[0])
        self._keep(fault)
        return text

    def _card(self, token: Token) -> CardWord:
        start, end = token_place(token)
        word = words.canonical_card(str(token), self.lang)
        if word is None:
            self._keep(words.bad_card(str(token), start))
            word = "?"
        return CardWord(word, start, end)

    def who(self, children: list[Any]) -> tuple[Name | None, int, int]:
        token = children[0]
        if token.type == "UNKNOWN":
            return None, *token_place(token)
        name = self._name(token)
        return name, name.start, name.end

    def number(self, children: list[Any]) -> Number:
        token = children[0]
        if token.type == "UNKNOWN":
            return Number(None, *token_place(token))
        return self._int(token, signed=True)

    def card(self, children: list[Any]) -> CardWord:
        return self._card(children[0])

    def listed(self, children: list[Any]) -> tuple[Cards, int, int]:
        return _cards(children)

    # -- around the play

    def start(self, children: list[Any]) -> Statement:
        statement: Statement = children[0]
        return statement

    def format(self, children: list[Any]) -> FormatLine:
        # any number is read here: an unknown version is K0003, not a number too large
        return FormatLine(int(str(children[0])[:9]))

    def tag(self, children: list[Any]) -> Tag:
        name, subject, text = children
        return Tag(
            unicodedata.normalize("NFC", str(name)),
            None if subject is None else self._name(subject),
            self._string(text) or "",
            *token_place(text),
        )

    def extension(self, children: list[Any]) -> Extension:
        return Extension(str(children[0]))

    # -- set-up

    def deal(self, children: list[Any]) -> DealLine:
        return DealLine(self._int(children[0]))

    def dealer(self, children: list[Any]) -> Who:
        return Who("dealer", *children[0])

    def starter(self, children: list[Any]) -> Who:
        return Who("starter", *children[0])

    def trump_of(self, children: list[Any]) -> tuple[Name, CardWord]:
        name, suit = children
        start, end = token_place(suit)
        letter = "?" if suit.type == "UNKNOWN" else (words.canonical_card(f"?{suit}", "") or "??")
        return self._name(name), CardWord(letter[-1], start, end)

    def trumps(self, children: list[Any]) -> Trumps:
        return Trumps(tuple(children))

    def deck(self, children: list[Any]) -> CardList:
        return CardList("deck", *children[0])

    def stock(self, children: list[Any]) -> CardList:
        return CardList("stock", *children[0])

    def trump(self, children: list[Any]) -> CardList:
        return CardList("trump", *_cards(children))

    def missing(self, children: list[Any]) -> CardList:
        return CardList("missing", *_cards(children))

    def hand(self, children: list[Any]) -> SeatCards:
        return SeatCards("hand", self._name(children[0]), *children[1])

    def exposed(self, children: list[Any]) -> SeatCards:
        return SeatCards("exposed", self._name(children[0]), *_cards(children[1:]))

    def captured(self, children: list[Any]) -> SeatCards:
        return SeatCards("captured", self._name(children[0]), *children[1])

    def gives(self, children: list[Any]) -> Gives:
        to = None if children[-1].type == "STOCK" else self._name(children[-1])
        return Gives(self._name(children[0]), tuple(children[1:-1]), to)

    # -- play

    def shows(self, children: list[Any]) -> Shows:
        seat, word, *rest = children
        start, end = token_place(word)
        text = unicodedata.normalize("NFC", str(word))
        if words.reads_as_card(text):
            self._keep(Fault(codes.UNEXPECTED_TEXT, start, end, {"word": str(word)}, "no_word"))
        return Shows(self._name(seat), text, _cards(rest)[0], start, end)

    def open(self, children: list[Any]) -> Group:
        card = children[0]
        return Group((card,), hidden=False, start=card.start, end=card.end)

    def hidden(self, children: list[Any]) -> Group:
        first, last = children[0], children[-1]
        return Group(tuple(children), hidden=True, start=first.start, end=last.end)

    def laid(self, children: list[Any]) -> Laid:
        return Laid(_joined(children))

    def cover(self, children: list[Any]) -> Cover:
        return Cover(_joined(children[0]), _joined(children[1]))

    def covering(self, children: list[Any]) -> list[Group]:
        return list(children)

    def leading(self, children: list[Any]) -> list[Group]:
        return [child for child in children if isinstance(child, Group)]

    def takes(self, children: list[Any]) -> Takes:
        count, *cards = children
        return Takes(count, tuple(card for card in cards if card is not None))

    def play(self, children: list[Any]) -> Play:
        name, what = self._name(children[0]), children[1]
        if isinstance(what, Token):
            return Play(name, Blank(str(what)), *token_place(what))
        match what:
            case Laid(groups=groups):
                start, end = groups[0].start, groups[-1].end
            case Cover(cover=cover, lead=lead):
                start, end = cover[0].start, (lead or cover)[-1].end
            case Takes(count=count, cards=cards):
                start, end = count.start, cards[-1].end if cards else count.end
        return Play(name, what, start, end)

    def trick(self, children: list[Any]) -> Trick:
        token, *plays, claim = children
        written = None if isinstance(plays[0], Token) else tuple(plays)
        return Trick(self._int(token), continues=False, plays=written, claim=claim)

    def more(self, children: list[Any]) -> Trick:
        token, *plays, claim = children
        return Trick(self._int(token), continues=True, plays=tuple(plays), claim=claim)

    def claim(self, children: list[Any]) -> Claim:
        (who, start, end), points = children
        return Claim(who, points, start, end if points is None else points.end)

    def drawing(self, children: list[Any]) -> Drawing:
        return Drawing(self._name(children[0]), *children[1])

    def draws(self, children: list[Any]) -> Draws:
        if isinstance(children[0], Token):
            return Draws(Blank(str(children[0])))
        return Draws(tuple(children))

    def reveals(self, children: list[Any]) -> Reveals:
        token, seat, *cards = children
        return Reveals(self._int(token), self._name(seat), tuple(cards))

    # -- count

    def value(self, children: list[Any]) -> SideValue:
        return SideValue(self._name(children[0]), children[1])

    def values(self, children: list[Any]) -> Values:
        return Values(str(children[0]), tuple(children[1:]))

    def pot(self, children: list[Any]) -> Pot:
        if isinstance(children[0], Token):
            return Pot((), children[1])
        return Pot(tuple(children), None)

    def loser(self, children: list[Any]) -> Who:
        return Who("loser", *children[0])

    def winner(self, children: list[Any]) -> Who:
        return Who("winner", *children[0])

    def drawn(self, _children: list[Any]) -> Plain:
        return Plain("drawn")

    def tie(self, _children: list[Any]) -> Plain:
        return Plain("tie")

    def unfinished(self, children: list[Any]) -> Ending:
        return Ending("unfinished", self._string(children[0]))

    def annulled(self, children: list[Any]) -> Ending:
        return Ending("annulled", self._string(children[0]))

    # -- around it

    def player(self, children: list[Any]) -> PlayerLine:
        name = children[1]
        return PlayerLine(
            self._name(children[0]), None if name.type == "UNKNOWN" else self._string(name)
        )

    def time(self, children: list[Any]) -> TimeLine:
        token = children[0]
        return TimeLine(None if token.type == "UNKNOWN" else self._string(token))

    def stands(self, children: list[Any]) -> Ruling:
        return self._ruling("stands", children[0])

    def void(self, children: list[Any]) -> Ruling:
        return self._ruling("void", children[0])

    def trick_to(self, children: list[Any]) -> Ruling:
        return self._ruling("trick", children[0], to=self._name(children[1]))

    def result(self, children: list[Any]) -> Ruling:
        return self._ruling("result", values=tuple(children))

    def extra(self, children: list[Any]) -> Ruling:
        return self._ruling("penalty", values=tuple(children))

    def ruling(self, children: list[Any]) -> Ruling:
        ruling, text = children
        return Ruling(ruling.kind, ruling.number, ruling.to, ruling.values, self._string(text))

    def _ruling(
        self,
        kind: str,
        token: Token | None = None,
        to: Name | None = None,
        values: tuple[SideValue, ...] = (),
    ) -> Ruling:
        number = None if token is None else self._int(token)
        return Ruling(kind, number, to, values, None)


def _cards(children: Sequence[Any]) -> tuple[Cards, int, int]:
    first = children[0]
    if isinstance(first, Token):
        return Blank(str(first)), *token_place(first)
    return tuple(children), first.start, children[-1].end


def _joined(groups: Sequence[Group]) -> tuple[Group, ...]:
    """Join touching groups of one kind into one (notation, section 7.5)."""
    joined: list[Group] = []
    for hidden, run in groupby(groups, key=lambda group: group.hidden):
        alike = list(run)
        cards = tuple(chain.from_iterable(group.cards for group in alike))
        joined.append(Group(cards, hidden, alike[0].start, alike[-1].end))
    return tuple(joined)


class LineReader:
    """Reads one line at a time; keeps the language of the record it is in."""

    def __init__(self) -> None:
        self._builder = _Builder()
        self._outside: list[Token] = []
        self._lark = Lark(
            grammar_text(),
            parser="lalr",
            maybe_placeholders=True,
            transformer=self._builder,
            lexer_callbacks={"COMMENTARY": self._note, "REMARK": self._note},
        )

    def _note(self, token: Token) -> Token:
        self._outside.append(token)
        return token

    def read(self, text: str, lang: str = "") -> Line | Fault:
        """Return the statement of a line, or the fault for which it cannot be read.

        ``lang`` says which letters cards may have: the text of the tag Lang, or nothing.
        """
        self._builder.lang = lang
        if (early := early_fault(text)) is not None:
            return early
        self._outside.clear()
        self._builder.faults.clear()
        tokens: list[Token] = []
        parser = self._lark.parse_interactive(text)
        try:
            for token in parser.iter_parse():
                tokens.append(token)  # noqa: PERF402 - what was read before an error counts
            statement: Statement = parser.feed_eof(tokens[-1] if tokens else None)  # type: ignore[no-untyped-call]  # Lark has no types here
        except UnexpectedInput as error:
            place = error.pos_in_stream
            culprit = getattr(error, "token", None)
            accepted: set[str] = parser.accepts()  # type: ignore[no-untyped-call]  # Lark has no types here
            at_end = culprit is not None and culprit.type == "$END"
            return syntax_fault(
                text, len(text) if place is None or at_end else place, tokens, accepted
            )
        faults = glued(tokens) + self._builder.faults
        line = Line(statement, start=tokens[0].start_pos or 0, end=token_place(tokens[-1])[1])
        comments, remark, more = self._comments(statement)
        line.comments, line.remark = comments, remark
        faults += more
        return min(faults, key=lambda fault: fault.start) if faults else line

    def _comments(self, statement: Statement) -> tuple[list[Comment], str | None, list[Fault]]:
        comments: list[Comment] = []
        faults: list[Fault] = []
        remark: str | None = None
        if not self._outside:
            return comments, remark, faults
        places = item_places(statement)
        for token in self._outside:
            if token.type == "REMARK":
                remark = str(token)[1:].strip(" \t")
                continue
            start = token.start_pos or 0
            text, fault = words.commentary(str(token), start)
            if fault is not None:
                faults.append(fault)
            before = [item for item, place in enumerate(places) if place[0] < start]
            comments.append(Comment(text, before[-1] if before else None))
        return comments, remark, faults


@cache
def line_reader() -> LineReader:
    """Return the reader of this process; building one costs some hundredths of a second."""
    return LineReader()
