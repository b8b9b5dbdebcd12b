"""Three forms of one record: formatting and JSON change its looks, never what it says."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark
from lark.lexer import PatternStr

from kozelnotation.cli.convert import BadJsonError, converted
from kozelnotation.cli.fmt import formatted
from kozelnotation.record.model import Record
from kozelnotation.record.write import statement_text
from kozelnotation.syntax.blocks import Block
from kozelnotation.syntax.nodes import Line, RecordText
from kozelnotation.syntax.parse import grammar_text, line_reader
from kozelnotation.syntax.read import ReadRecord
from kozelnotation.verdict.verify import verify
from tests.oracle.naive_kozel import KP
from tests.oracle.naive_play import random_match, random_style
from tests.oracle.svoi_agreement import random_series
from tests.record.test_json import EVERYTHING, to_json

LAW = settings(
    deadline=None,
    database=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

# -- one text, written in many ways ---------------------------------------------------------------

Lines = list[str]
TOKEN = re.compile(
    r'"(?:\\.|[^"\\])*"|\{(?:\\.|[^}\\])*\}|;.*|[()\[\]]|[^ \t()\[\]"{;]+', re.DOTALL
)
SYMBOLS = {"s": "S♠♤", "h": "H♥♡", "d": "D♦♢", "c": "C♣♧"}
BROKEN = (
    "hond N: Jh",
    "draws N: Th",
    "12. N Jh",
    "  points  N+S: 010",
    "ruling void (  ; x",
    "deal one",
    "[Event x]",
    " %kozel 1",
)
SET_UP = ("dealer", "starter", "deck", "hand", "trump", "stock")
COUNT = ("points", "tricks", "penalty", "score")


def is_kept(line: str) -> bool:
    """Whether a line is taken as it is: to change it would be to change what it says."""
    return line in ("", *BROKEN) or line.startswith(("x-", "%", ";", "{"))


def with_blanks(lines: Lines, rng: Random) -> Lines:
    """More blanks, and fewer where none is needed."""
    changed = []
    for line in lines:
        if is_kept(line) or rng.random() < 0.5:
            changed.append(line)
            continue
        text = rng.choice(("", " ", "\t"))
        for part in TOKEN.findall(line):
            is_bracket = part in "()[]" or text[-1:] in "([" or part[0] in "{;"
            fewest = "" if is_bracket or not text.strip() else " "
            text += rng.choice((fewest, " ", "  ", "\t ")) + part
        changed.append(text + rng.choice(("", " ", "\t")))
    return changed


def with_symbols(lines: Lines, rng: Random) -> Lines:
    """Suits as symbols and in capital letters."""

    def other(match: re.Match[str]) -> str:
        letters = SYMBOLS[match[2]]
        return match[1] + (rng.choice(letters) if rng.random() < 0.3 else match[2])

    card = re.compile(r"(?<![^ (])(10|[6-9AKQJ?])([shdc])(?![^ )])")
    return [line if is_kept(line) or line[0] == "[" else card.sub(other, line) for line in lines]


def with_commentary(lines: Lines, rng: Random) -> Lines:
    """Commentary behind some word of a statement, or on a line of its own below it."""
    changed = []
    for place, line in enumerate(lines):
        note = f"{{note {place}, \\}} ; \u2028 é}}"
        if is_kept(line):
            changed.append(line)
        elif rng.random() < 0.25:
            parts = TOKEN.findall(line)
            end = len(parts) - any(part[0] == ";" for part in parts)
            parts.insert(rng.randint(1, end), note)
            changed.append(" ".join(parts))
        else:
            changed.append(line)
        if rng.random() < 0.1:
            changed.append(f" {note.replace('note', 'below')}")
    return changed


def with_remarks(lines: Lines, rng: Random) -> Lines:
    """Remarks at the ends of lines and on lines of their own."""
    changed = []
    for place, line in enumerate(lines):
        if rng.random() < 0.1 and place > 0:
            changed.append(f"  ;  own {place}; {{x}} é")
        has_end = not is_kept(line) and ";" not in line
        changed.append(f"{line};end {place}." if has_end and rng.random() < 0.2 else line)
    return changed


def with_unknown_tags(lines: Lines, rng: Random) -> Lines:
    """Tags that nobody knows, and extensions."""
    changed = list(lines)
    for text in ('[Zed "1"]', '[Club N "é"]', "x-note  {1} ; é"):
        changed.insert(rng.randint(1, first_deal(changed)), text)
    changed.insert(rng.randint(1, len(changed)), "x-other")
    return changed


def with_broken_lines(lines: Lines, rng: Random) -> Lines:
    """Lines that cannot be read, or not there."""
    changed = list(lines)
    for _ in range(rng.randint(1, 3)):
        line = rng.choice(BROKEN)
        # tags below a deal are none, and Seats would then be written anew
        lowest = first_deal(changed) if line.startswith("deal") else 1
        changed.insert(rng.randint(lowest, len(changed)), line)
    return changed


def with_empty_lines(lines: Lines, rng: Random) -> Lines:
    """Empty lines in other places."""
    kept = [line for line in lines if line]
    for _ in range(rng.randint(0, 4)):
        kept.insert(rng.randint(1, len(kept)), rng.choice(("", "\t")))
    return kept


def in_another_order(lines: Lines, rng: Random) -> Lines:
    """Tags, lines of set-up and lines of the count each in another order."""
    changed = list(lines)
    start = 1
    while start < len(changed):
        words = ("[",) if start < first_deal(changed) else SET_UP
        for group in (words, COUNT):
            end = start
            while end < len(changed) and changed[end].startswith(group):
                end += 1
            part = changed[start:end]
            rng.shuffle(part)
            changed[start:end] = part
            start = end
        start += 1
    return changed


def first_deal(lines: Sequence[str]) -> int:
    """Where the header ends."""
    return next((at for at, line in enumerate(lines) if line.startswith("deal")), len(lines))


WAYS: tuple[Callable[[Lines, Random], Lines], ...] = (
    in_another_order,
    with_unknown_tags,
    with_broken_lines,
    with_commentary,
    with_remarks,
    with_symbols,
    with_blanks,
    with_empty_lines,
)
"""In the order in which they are applied: later ones keep what earlier ones did."""
ENDS = ("\n", "\r\n", "mixed", "no last")


def in_bytes(lines: Lines, ends: str, rng: Random) -> bytes:
    """The lines with their line ends; some with a byte order mark."""
    mark = "\ufeff" if rng.random() < 0.2 else ""
    if ends == "mixed":
        return (mark + "".join(line + rng.choice(("\n", "\r\n")) for line in lines)).encode()
    if ends == "no last":
        return (mark + "\n".join(lines)).encode()
    return (mark + "".join(line + ends for line in lines)).encode()


@cache
def written_match(seed: int) -> str:
    """A legal record in canonical form."""
    rng = Random(f"forms {seed}")
    if seed % 3 == 0:
        return random_series(f"forms {seed}", deals=rng.choice((1, 1, 2))).write()
    style = random_style(rng)
    match = random_match(
        "kozel-pairs-tvaladze@1",
        rng.choice((["N", "E", "S", "W"], ["Ана", "Борис", "É", "Z_1"])),
        rng.choice(("", "shokha=off limit=4", "deals=2")),
        rng,
        style.form,
        draws=style.draws,
        claims=style.claims,
        hidden=style.hidden,
        most_deals=rng.choice((1, 1, 2)),
    )
    assert match.rules.name == KP
    return match.write()


@st.composite
def loose_texts(draw: st.DrawFn) -> tuple[str, bytes]:
    """A canonical record, and the same record as somebody wrote it."""
    canonical = written_match(draw(st.integers(0, 40)))
    ways = draw(st.sets(st.sampled_from(WAYS), min_size=1))
    rng = Random(draw(st.integers(0, 1 << 32)))
    lines = canonical.splitlines()
    for way in WAYS:
        if way in ways:
            lines = way(lines, rng)
    return canonical, in_bytes(lines, draw(st.sampled_from(ENDS)), rng)


# -- what a text says -----------------------------------------------------------------------------


def verdict(content: bytes) -> object:
    """What verification says, without places and looks: K0101 and K0002 are about looks."""
    (report,) = verify(content)
    codes = Counter(
        (finding.address, finding.code.number, finding.ruled)
        for finding in report.findings
        if finding.code.number not in ("K0101", "K0002")
    )
    deals = [
        (
            *(deal.number, deal.status, deal.claims, deal.complete, deal.dealer, deal.trump),
            *(deal.ended, deal.points, deal.tricks_won, deal.penalty, deal.score, deal.turns),
            [(trick.number, trick.winner, trick.points, trick.cards) for trick in deal.tricks],
            Counter((claim.statement, claim.of, claim.verdict) for claim in deal.claims_made),
        )
        for deal in report.deals
    ]
    return report.status, report.claims, report.complete, report.result, codes, deals


def statements(content: bytes) -> int:
    """How many lines say something: not those of remarks, commentary and nothing."""
    lines = content.decode().removeprefix("\ufeff").split("\n")
    return sum(line.strip() != "" and line.strip()[0] not in ";{" for line in lines)


def told(content: bytes, words: str) -> Counter[str]:
    """Which notes of the laws stand in a text, how often."""
    return Counter(re.findall(rf"(?:{words}) \d+\b", content.decode()))


def through_json(content: bytes, form: str) -> bytes:
    """The text that comes back from JSON."""
    return b"".join(converted(b"".join(converted(content, form)), "text"))


@LAW
@given(loose_texts())
def test_formatting_changes_looks_and_nothing_else(texts: tuple[str, bytes]) -> None:
    _, loose = texts
    once = formatted(loose)
    assert formatted(once) == once
    assert verdict(once) == verdict(loose)
    assert statements(once) == statements(loose)
    assert told(once, "note|below|own|end") == told(loose, "note|below|own|end")
    assert b"\r" not in once
    assert not once.startswith(b"\xef\xbb\xbf")


@settings(LAW, max_examples=60)
@given(loose_texts(), st.sampled_from(["json", "jsonl"]))
def test_json_carries_everything_but_remarks(texts: tuple[str, bytes], form: str) -> None:
    _, loose = texts
    back = through_json(loose, form)
    assert formatted(back) == back
    assert verdict(back) == verdict(loose)
    assert statements(back) == statements(loose)
    assert told(back, "note|below") == told(loose, "note|below")
    assert not told(back, "own")
    assert through_json(formatted(loose), form) == back


@settings(LAW, max_examples=60)
@given(st.integers(0, 40), st.sets(st.sampled_from(WAYS)), st.integers(0, 1 << 32))
def test_a_record_has_one_canonical_form(
    seed: int, ways: set[Callable[[Lines, Random], Lines]], chance: int
) -> None:
    """Whatever changes only the looks of a canonical text is undone."""
    canonical = written_match(seed)
    rng = Random(chance)
    lines = canonical.splitlines()
    for way in (in_another_order, with_symbols, with_blanks, with_empty_lines):
        if way in ways:
            lines = way(lines, rng)
    assert formatted(in_bytes(lines, rng.choice(ENDS), rng)).decode() == canonical
    assert through_json(canonical.encode(), "jsonl").decode() == canonical


# -- headers in any state, and JSON that somebody spoiled ------------------------------------------

HEADER_LINES = (
    *('[Rules "kozel-pairs-tvaladze@1"]', '[Rules "kozel-pairs-tvaladze@1 limit=4"]', "[Rules x"),
    *('[Rules N "x"]', '[Seats "N E S W"]', '[Seats "A B C D"]', '[Seats "N E S"]', "[Seats x"),
    *('[Event "a"]', '[Event "b"]', '[Player N "a"]', '[Player Z "a"]', '[Player "a"]'),
    *('[Lang "ru"]', '[Lang "es"]', '[Date "2026-13-01"]', '[Zed "1"]', "hand N: Вч", "hand N: Kh"),
    *("carried N+S: 4", "carried E+W: 4", "ruling penalty N+S: 2", "ruling void", 'time "x"'),
    *('player N "b"', " %kozel 1", "{c}", "; r", "x-a", "lost", "points N+S: 3", "winner N+S"),
)


@LAW
@given(st.lists(st.sampled_from(HEADER_LINES), max_size=12))
def test_a_header_in_any_state_says_the_same_in_every_form(lines: Lines) -> None:
    deal = "deal 1\ndealer W\ntrump 9h\n1. N: Вч  E: Rh\nscore N+S: 6\n"
    loose = "\n".join(("%kozel 1", *lines, deal)).encode()
    once = formatted(loose)
    assert formatted(once) == once
    assert verdict(once) == verdict(loose)
    back = through_json(loose, "jsonl")
    assert verdict(back) == verdict(loose)
    assert through_json(once, "jsonl") == back


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in a JSON value."""
    items: Iterable[tuple[str | int, object]] = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


GIVEN = to_json(EVERYTHING)
PLACES = list(places(json.loads(GIVEN)))
ODD_VALUES: st.SearchStrategy[object] = st.one_of(
    st.sampled_from([None, True, -1, 0, 7, 1.0, 2.5, 10**30, [], {}, ["?"], [{}], "", "?", "-"]),
    st.sampled_from(["N", "N+S", "n", "10h", "...", "deal 1", "%kozel 1", "x-", "\n", "a\r", "{}"]),
    st.sampled_from(["e\u0301", "\u212as", "penalty", "laid", "unread", "\ud800", "\u2028"]),
    st.text(max_size=4),
)


@LAW
@given(st.sampled_from(PLACES), ODD_VALUES)
def test_spoiled_json_is_refused_or_is_a_record(path: tuple[str | int, ...], odd: object) -> None:
    record = json.loads(GIVEN)
    place = record
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = odd
    try:
        text = b"".join(converted(json.dumps(record).encode(), "text"))
    except BadJsonError as error:
        assert re.match(r"\$[\w.\[\]]*: .", str(error), re.DOTALL)  # noqa: PT017 - no other way
        return
    assert formatted(text) == text
    assert through_json(text, "jsonl") == text


# -- every line that the grammar knows ------------------------------------------------------------

GRAMMAR = Lark(grammar_text(), parser="lalr", maybe_placeholders=True)
letters = st.characters(exclude_categories=["Cs", "Cc"])
seats = st.sampled_from(["N", "E", "Ана", "Q", "Z_1", "E\u0301"])
sides = st.one_of(seats, st.tuples(seats, seats).map(" + ".join))
numbers = st.sampled_from(["0", "3", "10", "9999"])


def word(strategy: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Words with a blank behind, as neighbours need it; the grammar itself knows no such need."""
    return st.tuples(strategy, st.sampled_from([" ", "  ", "\t"])).map("".join)


WORDS = {
    **{
        terminal.name: word(st.just(terminal.pattern.value))
        for terminal in GRAMMAR.terminals
        if isinstance(terminal.pattern, PatternStr)
    },
    "INT": word(numbers),
    "NUMBERED": numbers.map("{}.".format),
    "CONTINUED": numbers.map("{}...".format),
    "SIDE": word(sides),
    "SIDE_COLON": st.tuples(sides, st.sampled_from([":", " :"])).map("".join),
    "CARD": word(st.sampled_from(["10h", "6s", "J♠", "Q♢\ufe0f", "AC", "?d", "K?", "5h"])),
    "SUIT": word(st.sampled_from(["s", "H", "♣"])),
    "WORD": word(st.sampled_from(["Moskva", "Molodka", "Бура", "é", "x9"])),
    "NAME": word(st.sampled_from(["Event", "Zed", "Клуб", "x"])),
    "STRING": word(st.text(max_size=5).map(json.dumps)),
    "EXTENSION": st.text(letters, max_size=5).map("x-{}".format),
    "COMMENTARY": st.sampled_from(["{}", "{x}", r"{a\}b\\ ;}", '{"é}']),
    "REMARK": st.just(" "),
}
"""A strategy for each word: sound ones only; a remark ends a line and stands nowhere else."""

NO_RECORD = Record(ReadRecord(Block(), RecordText([])))


def without_places(node: object) -> object:
    """A node as nested tuples without columns."""
    if is_dataclass(node):
        parts = [f for f in fields(node) if f.name not in ("start", "end")]
        return type(node).__name__, *(without_places(getattr(node, part.name)) for part in parts)
    return tuple(map(without_places, node)) if isinstance(node, tuple) else node


def commentary(line: Line, below: Sequence[str] = ()) -> dict[int | None, list[str]]:
    """The commentary of each item of a line, and of the whole line."""
    found: dict[int | None, list[str]] = {}
    for comment in line.comments:
        found.setdefault(comment.item, []).append(comment.text)
    if below:
        found.setdefault(None, []).extend(below)
    return found


@settings(LAW, max_examples=400)
@given(from_lark(GRAMMAR, start="start", explicit=WORDS), st.sampled_from(["", "; x", ";;{y}"]))
def test_a_line_of_the_grammar_is_read_and_written(text: str, remark: str) -> None:
    reader = line_reader()
    if text.startswith("x-"):
        # it goes to the end of the line, but for blanks there
        text, remark = text.rstrip(" \t"), ""
    line = reader.read(text + remark)
    assert isinstance(line, Line), line
    assert line.remark == (remark[1:].strip() if remark else None)
    written, below = statement_text(line, NO_RECORD)
    again = reader.read(written)
    assert isinstance(again, Line), again
    assert without_places(again.statement) == without_places(line.statement)
    assert commentary(again, below) == commentary(line)
    assert statement_text(again, NO_RECORD)[0] == written
