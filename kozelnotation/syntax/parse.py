"""Read lines into statements with Lark; say what is wrong with a line that cannot be read.

Lark's own recovery is not used: a statement is a line, so a bad line is cut out by
itself and the next one is read afresh.

Source: notation, sections 2 to 4.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import chain, groupby, pairwise
from pathlib import Path
from typing import Any

from lark import Lark, Token, UnexpectedInput

from kozelnotation.syntax import codes, words
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

_FIRST_WORD = re.compile(r"[ \t]*([^ \t{;\"(>:]+)")
_NUMBERED = re.compile(r"[0-9]+\.(?:\.\.)?")
_WORD_AT = re.compile(r"[^ \t{}();\":/>\[\]]+")
_TRAILING_WORD = re.compile(r"[^ \t{}();\":/>\[\]]+$")
_COMMENTARY = re.compile(r"\{(?:[^\\}]|\\.)*\}")
_WORDLIKE = frozenset({"INT", "CARD", "UNKNOWN", "SIDE", "WORD", "SUIT", "NAME"})


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
        start, end = _place(token)
        value, fault = words.number(str(token).rstrip("."), start, signed=signed)
        self._keep(fault)
        return Number(value, start, end)

    def _name(self, token: Token) -> Name:
        start, end = _place(token)
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
        text, fault = words.string(str(token), _place(token)[0])
        self._keep(fault)
        return text

    def _card(self, token: Token) -> CardWord:
        start, end = _place(token)
        word = words.canonical_card(str(token), self.lang)
        if word is None:
            self._keep(words.bad_card(str(token), start))
            word = "?"
        return CardWord(word, start, end)

    def who(self, children: list[Any]) -> tuple[Name | None, int, int]:
        token = children[0]
        if token.type == "UNKNOWN":
            return None, *_place(token)
        name = self._name(token)
        return name, name.start, name.end

    def number(self, children: list[Any]) -> Number:
        token = children[0]
        if token.type == "UNKNOWN":
            return Number(None, *_place(token))
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
            *_place(text),
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
        start, end = _place(suit)
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
        start, end = _place(word)
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
            return Play(name, Blank(str(what)), *_place(what))
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


def _place(token: Token) -> tuple[int, int]:
    start = token.start_pos or 0
    return start, start + len(token)


def _cards(children: Sequence[Any]) -> tuple[Cards, int, int]:
    first = children[0]
    if isinstance(first, Token):
        return Blank(str(first)), *_place(first)
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
        if (early := _early_fault(text)) is not None:
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
            return _syntax_fault(
                text, len(text) if place is None or at_end else place, tokens, accepted
            )
        faults = _glued(tokens) + self._builder.faults
        line = Line(statement, start=tokens[0].start_pos or 0, end=_place(tokens[-1])[1])
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


# -- what is wrong


def _early_fault(text: str) -> Fault | None:
    """Look at the first word of a line: only a statement, a tag or a number may stand there."""
    stripped = text.lstrip(" \t")
    start = len(text) - len(stripped)
    if stripped.startswith("{"):
        end = _comment_end(text, start)
        if end is None:
            return Fault(codes.UNCLOSED_GROUP, start, len(text), {"opening": "{"})
        return Fault(codes.UNEXPECTED_TEXT, start, end, {"word": "{...}"}, "early_commentary")
    if stripped.startswith(("[", "%kozel", "x-")):
        return None
    match = _FIRST_WORD.match(text)
    if match is None:
        return Fault(codes.UNKNOWN_STATEMENT, start, start + 1, {"word": stripped[:1]})
    word = match[1]
    if word in words.STATEMENTS or _NUMBERED.match(word):
        return None
    for keyword in sorted(words.STATEMENTS, key=len, reverse=True):
        rest = word[len(keyword) :]
        if word.startswith(keyword) and not rest[0].isascii():
            continue
        if word.startswith(keyword) and (rest[0].isdigit() or rest[0] in '?-."'):
            return None
    args: dict[str, str | int] = {"word": word}
    nearest = _nearest(word)
    if nearest is not None:
        args["nearest"] = nearest
    return Fault(
        codes.UNKNOWN_STATEMENT,
        start,
        start + len(word),
        args,
        "nearest" if nearest is not None else "",
    )


def _nearest(word: str) -> str | None:
    plain = words.look_alikes(word)[0].lower().rstrip(":")
    if plain in words.STATEMENTS:
        return plain
    for keyword in sorted(words.STATEMENTS):
        shorter, longer = sorted((plain, keyword), key=len)
        is_longer_by_one = len(keyword) > 3 and len(longer) - len(shorter) == 1
        if is_longer_by_one and any(
            longer[:cut] + longer[cut + 1 :] == shorter for cut in range(len(longer))
        ):
            return keyword
        if len(shorter) == len(longer) > 3:
            unlike = [at for at in range(len(plain)) if plain[at] != keyword[at]]
            if len(unlike) == 1 or (
                len(unlike) == 2
                and unlike[1] == unlike[0] + 1
                and plain[unlike[0]] == keyword[unlike[1]]
                and plain[unlike[1]] == keyword[unlike[0]]
            ):
                return keyword
    return None


def _comment_end(text: str, start: int) -> int | None:
    match = _COMMENTARY.match(text, start)
    return None if match is None else match.end()


def _glued(tokens: Sequence[Token]) -> list[Fault]:
    """Find neighbouring words without a blank between them (notation, section 2)."""
    faults: list[Fault] = []
    for left, right in pairwise(tokens):
        if _place(left)[1] != right.start_pos or right.type not in _WORDLIKE | {"STRING"}:
            continue
        if left.type in _WORDLIKE or str(left).isalpha():
            start, end = _place(left)[0], _place(right)[1]
            faults.append(Fault(codes.MISSING_BLANK, start, end, {"word": str(left) + str(right)}))
    return faults


def _syntax_fault(text: str, place: int, tokens: Sequence[Token], accepted: set[str]) -> Fault:
    """Say in plain words why a line stops making sense at a place."""
    is_tag = text.lstrip(" \t").startswith("[")
    opening = next(
        (token for token in reversed(tokens) if str(token) in ("(", ")", "[", "]")), None
    )
    at = text[place : place + 1]
    if at == '"':
        return Fault(codes.UNCLOSED_STRING, place, len(text), {})
    if at == "{":
        return Fault(codes.UNCLOSED_GROUP, place, len(text), {"opening": "{"})
    word, start = _word_at(text, place)
    end = start + len(word)
    if is_tag:
        shown = word or at.strip()
        return Fault(
            codes.BAD_TAG, start, max(end, start + 1), {"word": shown}, "" if shown else "end"
        )
    takes_cards = "CARD" in accepted
    is_open = opening is not None and str(opening) == "(" and ")" not in text[place:]
    at_end = not text[place:].strip(" \t")
    if opening is not None and is_open and (at_end or not word or not takes_cards):
        begin = _place(opening)[0]
        return Fault(codes.UNCLOSED_GROUP, begin, begin + 1, {"opening": "("})
    if place >= len(text.rstrip(" \t")) or at == ";":
        end = len(text[:place].rstrip(" \t"))
        return Fault(codes.UNEXPECTED_TEXT, end, end + 1, {"expected": _expected(accepted)}, "end")
    if takes_cards and word and word[0] not in "-." and _looks_like_card(word):
        return words.bad_card(word, start)
    if word and words.is_glued(word):
        return Fault(codes.MISSING_BLANK, start, end, {"word": word})
    shown = word or at
    return Fault(
        codes.UNEXPECTED_TEXT,
        start,
        max(end, start + 1),
        {"word": shown, "expected": _expected(accepted)},
    )


def _looks_like_card(word: str) -> bool:
    return len(word) <= 4 or words.is_glued(word)


def _word_at(text: str, place: int) -> tuple[str, int]:
    """Return the whole word around a place, and where it starts."""
    before = _TRAILING_WORD.search(text, 0, place)
    start = before.start() if before is not None else place
    match = _WORD_AT.match(text, start)
    return ("", place) if match is None else (match[0], start)


_EXPECTED = {
    "CARD": "a card",
    "SIDE_COLON": "a seat with a colon",
    "SIDE": "a seat",
    "INT": "a number",
    "STRING": "a text in quotes",
    "WORD": "the word that is declared",
    "SUIT": "a suit",
    "RPAR": "`)`",
    "MORETHAN": "`>`",
    "SLASH": "`/`",
    "NUMBERED": "a number with a dot",
    "STOCK": "`stock`",
    "$END": "the end of the line",
}


def _expected(accepted: set[str]) -> str:
    """Return the words for what may stand at a place, the most telling first."""
    return " or ".join(text for name, text in _EXPECTED.items() if name in accepted)
