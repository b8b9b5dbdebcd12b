"""A record in JSON and back: nothing is lost but remarks, and foreign JSON is not trusted."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from kozelnotation.cli.convert import BadJsonError, converted
from kozelnotation.cli.fmt import formatted
from kozelnotation.render.help_pages import schema_text
from tests.cli.run import kozel

SAMPLES = Path(__file__).parents[2] / "samples"
SCHEMA: dict[str, Any] = json.loads(schema_text("record"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
HEADER = '%kozel 1\n[Rules "kozel-pairs-tvaladze@1"]\n[Seats "N E S W"]\n'
DEAL = f"{HEADER}\ndeal 1\n"

EVERYTHING = r"""%kozel 1
{of the record}
{of the record, too}
[Event "Tbilisi \"Open\""] {of a tag}
[Rules "kozel-pairs-tvaladze@1 shokha=off"]
[Seats "N E S W"]
[Player N "Ана \\ \u0007 \u202e"]
[Team N+S "Us"]
[Extra N "x"]
carried N+S: 4 {at home}  E+W: ?
x-club "Tbilisi ; {1}

deal 3 {of the deal}
dealer W
starter ?
trumps N: c  E: d {of E}  S: h  W: ?
deck ...
hand N: Jh 8h ? ?d
hand E: ...
hand S: -
trump ?h
stock Ac K? 10d 9h
gives N: 6d > E
gives S: Qc 6h > stock
missing 8c ?
shows S: Moskva Ah As 10d 6s
shows E: Бура ...
1. N: Jh 8h {bold}  E: Qh (6s ?)  S: (? ?)  W: -  > E 5 {so they say}
{of the trick}
1... W: (7c 8s)  > N+S
draws E: Ac {fast}  S: 10d ?  W: ...  N: -
draws ...
draws -
2. E: 6d / Qs
9. E: (Kh) / -
10. W: takes 3 (9d 6h ?) {too many}
11. N: takes ?
12. S: ...
13. ?  > ? ?
14. ?
exposed E: Kh
 %kozel 1
reveals 3. S: 7c 9c
ruling stands "so be it" {firm}
ruling void 3
ruling trick 3 > E "x"
ruling result N+S: 0  E+W: 4 {hard} "x"
ruling penalty E+W: 2
hond N: this line (cannot be read  ; and keeps its remark
captured N+S: Ah ?
captured E+W: -
points N+S: 67  E+W: ?
tricks N+S: 5
penalty N+S: 0
score N+S: -2  E+W: 9999
pot N: 8
pot - ?
loser W
drawn
unfinished
annulled "dark"
winner N+S
tie
player N "Vera"
player S ?
time "2026-05-17T18:04:30+04:00"
time ?

deal IV
dealer ?
"""
"""Every statement, in canonical form."""

SAMPLE_FILES = sorted(SAMPLES.rglob("*.kozel"))


def without_remarks(text: str) -> str:
    """A canonical text without its remarks; lines that begin with `x-` or `hond` have none.

    In what is no record of version 1 nothing is read, and remarks are lines like others.
    """
    if not text.startswith("%kozel 1"):
        return text
    kept = []
    for line in text.split("\n"):
        if line.startswith(("x-", "hond")):
            kept.append(line)
        elif not line.startswith(";"):
            kept.append(
                re.sub(
                    r'("(?:\\.|[^"\\])*"|\{(?:\\.|[^}\\])*\})|  ;.*',
                    lambda match: match[1] or "",
                    line,
                )
            )
    return "\n".join(kept)


def to_json(text: str | bytes, form: str = "jsonl") -> str:
    content = text if isinstance(text, bytes) else text.encode()
    return b"".join(converted(content, form)).decode()


def to_text(text: str) -> str:
    return b"".join(converted(text.encode(), "text")).decode()


def statements(lines: str) -> list[Any]:
    """The statements of a deal in JSON."""
    record = json.loads(to_json(DEAL + lines))
    found: list[Any] = record["deals"][0]["statements"]
    return found


def objects(value: object) -> Iterator[dict[str, Any]]:
    """Every object in a JSON value."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from objects(inner)


# -- there and back -------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", SAMPLE_FILES, ids=lambda path: str(path.stem))
def test_a_sample_comes_back_without_its_remarks(sample: Path) -> None:
    canonical = formatted(sample.read_bytes())
    there = b"".join(converted(canonical, "jsonl"))
    # what is read is compared with the schema
    back = b"".join(converted(there, "text"))
    # some samples are no UTF-8, so that bytes are compared
    assert back.decode("latin-1") == without_remarks(canonical.decode("latin-1"))


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_every_statement_comes_back(form: str) -> None:
    assert formatted(EVERYTHING.encode()).decode() == EVERYTHING
    there = to_json(EVERYTHING, form)
    VALIDATOR.validate(json.loads(there))
    assert to_text(there) == EVERYTHING


def test_every_statement_that_the_schema_knows_is_in_the_example() -> None:
    record = json.loads(to_json(EVERYTHING))
    said = [*record["header"], *(line for deal in record["deals"] for line in deal["statements"])]
    known = SCHEMA["$defs"]["statement"]["properties"]["type"]["enum"]
    assert {statement["type"] for statement in said} == set(known)
    kinds = {
        play["kind"] for line in said if line["type"] == "trick" for play in line["plays"] or ()
    }
    assert kinds == set(SCHEMA["$defs"]["play"]["properties"]["kind"]["enum"])


def test_every_object_says_its_type() -> None:
    document = json.loads(to_json(EVERYTHING, "json"))
    assert all("type" in value for value in objects(document))
    assert document["schema"] == "kozel-records/1"
    assert [record["schema"] for record in document["records"]] == ["kozel-record/1"]


def test_remarks_and_layout_are_not_carried() -> None:
    loose = f"{DEAL}; own line\r\n hand N:Jh 8♥;  end\r\n\r\n".replace("\n\n", "\n")
    assert to_json(loose) == to_json(f"{DEAL}hand N: Jh 8h\n")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("%kozel 3\n[Event  x\n\n ; r\ndeal 1\n", id="another-version"),
        pytest.param("%kozel\n", id="no-version"),
        pytest.param("\ufeff%kozel 1 {x\ndealer W\n", id="a-lost-format-line"),
        pytest.param("deal  1\n\ndealer W\n", id="no-format-line"),
        pytest.param(f"deal  1\n\n{DEAL}", id="text-before-the-first-record"),
        pytest.param(f"{DEAL}lost\x01\r\r\ndealer W\n", id="a-CR-of-its-own"),
        pytest.param(f"{HEADER}\ndeal -\nhand N: Jh\n\ndeal 2\n", id="a-lost-deal-line"),
        pytest.param(f'{DEAL}player N "a\u00a0b\u0085"\n{{\u2028}}\n', id="odd-line-ends"),
        pytest.param(f"{HEADER}\n{DEAL}\n{HEADER}", id="three-records"),
        pytest.param("", id="nothing"),
        pytest.param(f'{HEADER}hand N: Jh\n\ndeal 1\n[Event "x"]\n', id="out-of-place"),
    ],
)
@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_what_cannot_be_read_comes_back_too(text: str, form: str) -> None:
    canonical = formatted(text.encode())
    assert to_text(to_json(canonical, form)).encode() == canonical


def test_bytes_that_are_no_utf_8_come_back() -> None:
    content = f"{DEAL}dealer W\n".encode() + b"hand N: \xff\xfe\n"
    there = to_json(content)
    assert statements_of(there)[1] == {
        "type": "unread",
        "text": None,
        "base64": "aGFuZCBOOiD//g==",
        "comments": [],
    }
    assert b"".join(converted(there.encode(), "text")) == content


def statements_of(text: str) -> list[Any]:
    found: list[Any] = json.loads(text)["deals"][0]["statements"]
    return found


# -- what stands for what -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("dealer ?", {"type": "dealer", "who": "?", "comments": []}, id="unknown-name"),
        pytest.param(
            "hand N: ...",
            {"type": "hand", "seat": "N", "cards": None, "comments": []},
            id="not-written-down-is-null",
        ),
        pytest.param(
            "captured N+S: - {all}",
            {"type": "captured", "seat": "N+S", "cards": [], "comments": ["all"]},
            id="nothing-is-the-empty-list",
        ),
        pytest.param(
            "hand N: 10♥ ?d K? ?",
            {"type": "hand", "seat": "N", "cards": ["10h", "?d", "K?", "?"], "comments": []},
            id="cards-in-canonical-spelling",
        ),
        pytest.param(
            "gives N: Qc > stock",
            {"type": "gives", "seat": "N", "cards": ["Qc"], "to": None, "comments": []},
            id="the-stock-is-no-seat",
        ),
        pytest.param(
            "points E+W: ? {x}",
            {
                "type": "points",
                "values": [{"type": "value", "side": "E+W", "value": "?", "comments": ["x"]}],
                "comments": [],
            },
            id="unknown-number",
        ),
        pytest.param(
            "4. ?",
            {
                "type": "trick",
                "number": 4,
                "continues": False,
                "plays": None,
                "claim": None,
                "comments": [],
            },
            id="a-trick-that-is-not-written-down",
        ),
        pytest.param(
            "1... S: 7c (8s) {x}  W: -  > E",
            {
                "type": "trick",
                "number": 1,
                "continues": True,
                "plays": [
                    {
                        "type": "play",
                        "seat": "S",
                        "kind": "laid",
                        "groups": [
                            {"type": "group", "cards": ["7c"], "hidden": False},
                            {"type": "group", "cards": ["8s"], "hidden": True},
                        ],
                        "comments": ["x"],
                    },
                    {"type": "play", "seat": "W", "kind": "nothing", "comments": []},
                ],
                "claim": {"type": "claim", "winner": "E", "points": None, "comments": []},
                "comments": [],
            },
            id="a-trick-that-goes-on",
        ),
        pytest.param(
            "9. W: takes 2 (? ?)",
            {
                "type": "trick",
                "number": 9,
                "continues": False,
                "plays": [
                    {
                        "type": "play",
                        "seat": "W",
                        "kind": "takes",
                        "count": 2,
                        "cards": None,
                        "comments": [],
                    }
                ],
                "claim": None,
                "comments": [],
            },
            id="a-list-that-says-nothing-is-null",
        ),
        pytest.param(
            "ruling void",
            {
                "type": "ruling",
                "kind": "void",
                "number": None,
                "to": None,
                "values": [],
                "text": None,
                "comments": [],
            },
            id="a-ruling-on-the-statement-above",
        ),
        pytest.param(
            "hond  N: Jh",
            {"type": "unread", "text": "hond  N: Jh", "base64": None, "comments": []},
            id="a-line-that-could-not-be-read",
        ),
    ],
)
def test_a_statement_in_json(line: str, expected: object) -> None:
    assert statements(f"{line}\n") == [expected]


def test_a_record_in_json() -> None:
    text = '%kozel 1 {x}\n[Player N "Ана"]\n\ndeal 7 {y}\n'
    assert json.loads(to_json(text)) == {
        "schema": "kozel-record/1",
        "type": "record",
        "format": 1,
        "comments": ["x"],
        "header": [
            {"type": "tag", "name": "Player", "subject": "N", "text": "Ана", "comments": []}
        ],
        "deals": [{"type": "deal", "number": 7, "comments": ["y"], "statements": []}],
    }


def test_a_deal_whose_line_is_lost_has_no_number() -> None:
    deal = json.loads(to_json(f"{HEADER}\ndeal one\ndealer W\n"))["deals"][0]
    assert (deal["number"], deal["comments"]) == (None, [])
    assert [line["type"] for line in deal["statements"]] == ["unread", "dealer"]


def test_a_record_of_another_version_has_no_format() -> None:
    record = json.loads(to_json("%kozel 3\ndeal 1\n"))
    assert (record["format"], record["deals"]) == (None, [])
    assert [line["text"] for line in record["header"]] == ["%kozel 3", "deal 1"]


# -- JSON that others wrote -----------------------------------------------------------------------

GIVEN = to_json(
    f'{HEADER}[Player N "Ана"]\n\ndeal 1\ndealer W\nhand N: Jh 8h\ntrump 9h\n'
    "1. N: Jh 8h  E: (? ?)  > N 2\npoints N+S: 67  E+W: 53\nruling void 1\npot - 3\nlost line\n"
)
HAND, TRUMP, TRICK, POINTS, RULING, POT, LOST = range(1, 8)


def given() -> Any:
    """A record in JSON, to be spoiled."""
    return json.loads(GIVEN)


def spoiled(*path: str | int, **changes: object) -> Any:
    """The record with keys of one of its objects changed."""
    record = given()
    place = record
    for step in path:
        place = place[step]
    place.update(changes)
    return record


def in_deal(*path: str | int, **changes: object) -> Any:
    """The record with keys changed in a statement of its deal."""
    return spoiled("deals", 0, "statements", *path, **changes)


def without(record: Any, *path: str | int) -> Any:
    """The record without one of its keys."""
    place = record
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    return record


def test_what_others_write_is_written_in_canonical_form() -> None:
    record = in_deal(HAND, seat="E\u0301", comments=["e\u0301"])
    record["deals"][0]["statements"].reverse()
    group = {"type": "group", "cards": ["?"], "hidden": True}
    record["deals"][0]["statements"][-1 - TRICK]["plays"][1]["groups"] = [group, group]
    record["header"].reverse()
    text = to_text(json.dumps(record, indent=4))
    assert "hand É: Jh 8h {é}\n" in text
    assert "E: (? ?)" in text
    assert text.startswith(f"{HEADER}[Player N")
    assert formatted(text.encode()).decode() == text


@pytest.mark.parametrize(
    ("value", "path", "words"),
    [
        pytest.param([], "$", "[] is not of type 'object'", id="a-list"),
        pytest.param({}, "$", "'schema' is a required property", id="nothing-in-it"),
        pytest.param(
            spoiled(schema="kozel-record/2"), "$.schema", "'kozel-record/1'", id="version"
        ),
        pytest.param(spoiled(type="recrd"), "$.type", "'record' was expected", id="type"),
        pytest.param(spoiled(format=2), "$.format", "2 is not one of [1, None]", id="format"),
        pytest.param(spoiled(format=True), "$.format", "True is not one of", id="no-number"),
        pytest.param(spoiled(note="x"), "$", "'note' was unexpected", id="a-key-too-much"),
        pytest.param(without(given(), "deals"), "$", "'deals' is a required", id="key-missing"),
        pytest.param(spoiled(header={}), "$.header", "{} is not of type 'array'", id="no-list"),
        pytest.param(
            spoiled("deals", 0, number="?"), "$.deals[0].number", "'?' is not of type", id="number"
        ),
        pytest.param(
            spoiled("deals", 0, number=None),
            "$.deals[0].statements[0].type",
            "'unread' was expected",
            id="a-deal-without-number",
        ),
        pytest.param(
            spoiled(format=None),
            "$.header[0].type",
            "'unread' was expected",
            id="no-format-line",
        ),
        pytest.param(
            in_deal(HAND, type="hond"),
            "$.deals[0].statements[1].type",
            "'hond' is not one of ['trick', 'draws',",
            id="unknown-statement",
        ),
        pytest.param(
            without(given(), "deals", 0, "statements", HAND, "seat"),
            "$.deals[0].statements[1]",
            "'seat' is a required property",
            id="key-of-a-statement-missing",
        ),
        pytest.param(
            without(given(), "deals", 0, "statements", HAND, "type"),
            "$.deals[0].statements[1]",
            "'type' is a required property",
            id="type-of-a-statement-missing",
        ),
        pytest.param(
            in_deal(HAND, cads=[]),
            "$.deals[0].statements[1]",
            "'cads' was unexpected",
            id="key-of-a-statement-too-much",
        ),
        *(
            pytest.param(
                in_deal(HAND, cards=["Jh", card]),
                "$.deals[0].statements[1].cards[1]",
                f"{json.dumps(card)} is no card",
                id=f"card-{name}",
            )
            for card, name in (
                ("Th", "T"),
                ("10H", "capital-suit"),
                ("J♥", "symbol"),
                ("1h", "rank-1"),
                ("h", "no-rank"),
                ("", "empty"),
                ("??", "two-unknown"),
                ("Jh ", "blank"),
                ("Jh\n", "line-end"),
                ("Jh 8h", "two"),
            )
        ),
        pytest.param(
            in_deal(HAND, cards=[7]),
            "$.deals[0].statements[1].cards[0]",
            "7 is not of type 'string'",
            id="a-number-for-a-card",
        ),
        pytest.param(
            in_deal(HAND, cards="Jh 8h"),
            "$.deals[0].statements[1].cards",
            "'Jh 8h' is not of type 'array', 'null'",
            id="cards-in-one-string",
        ),
        pytest.param(
            in_deal(TRUMP, cards=["9h", "8h"]),
            "$.deals[0].statements[2].cards",
            "['9h', '8h'] is too long",
            id="two-trumps",
        ),
        *(
            pytest.param(
                in_deal(HAND, seat=name),
                "$.deals[0].statements[1].seat",
                f"{json.dumps(name)} is no name of a seat or side",
                id=f"seat-{what}",
            )
            for name, what in (
                ("n", "small-letter"),
                ("", "empty"),
                ("N:", "colon"),
                ("N + S", "blanks"),
                ("N+", "open-side"),
                ("?", "unknown"),
                ("N\n", "line-end"),
            )
        ),
        pytest.param(
            in_deal(0, who=None),
            "$.deals[0].statements[0].who",
            "None is not of type 'string'",
            id="null-for-an-unknown-name",
        ),
        pytest.param(
            in_deal(POINTS, "values", 0, value=10000),
            "$.deals[0].statements[4].values[0].value",
            "10000 is greater than the maximum of 9999",
            id="number-too-large",
        ),
        pytest.param(
            in_deal(POINTS, "values", 0, value=6.5),
            "$.deals[0].statements[4].values[0].value",
            "6.5 is not of type 'integer', 'string'",
            id="half-a-point",
        ),
        pytest.param(
            in_deal(POINTS, "values", 0, value="67"),
            "$.deals[0].statements[4].values[0].value",
            '"67" is no number or `?`',
            id="a-string-for-a-number",
        ),
        pytest.param(
            in_deal(TRICK, number=-1),
            "$.deals[0].statements[3].number",
            "-1 is less than the minimum of 0",
            id="a-running-number-below-zero",
        ),
        pytest.param(
            in_deal(TRICK, continues="no"),
            "$.deals[0].statements[3].continues",
            "'no' is not of type 'boolean'",
            id="no-boolean",
        ),
        pytest.param(
            in_deal(TRICK, plays=None, continues=True),
            "$.deals[0].statements[3].plays",
            "None is not of type 'array'",
            id="goes-on-with-nothing",
        ),
        pytest.param(
            in_deal(TRICK, "plays", 0, kind="shown"),
            "$.deals[0].statements[3].plays[0].kind",
            "'shown' is not one of ['laid', 'cover',",
            id="unknown-kind-of-play",
        ),
        pytest.param(
            in_deal(TRICK, "plays", 1, "groups", 0, cards=[]),
            "$.deals[0].statements[3].plays[1].groups[0].cards",
            "[]",
            id="an-empty-group",
        ),
        pytest.param(
            in_deal(TRICK, "claim", points="2"),
            "$.deals[0].statements[3].claim.points",
            '"2" is no number or `?`',
            id="points-of-a-claim",
        ),
        pytest.param(
            in_deal(RULING, to="E"),
            "$.deals[0].statements[5].to",
            "'E' is not of type 'null'",
            id="a-ruling-that-gives-nothing",
        ),
        pytest.param(
            in_deal(RULING, kind="penalty", number=None),
            "$.deals[0].statements[5].values",
            "[]",
            id="a-penalty-for-nobody",
        ),
        pytest.param(
            in_deal(POT, left=None),
            "$.deals[0].statements[6].values",
            "[]",
            id="a-pot-that-goes-nowhere",
        ),
        pytest.param(
            in_deal(HAND, comments=["a\nb"]),
            "$.deals[0].statements[1].comments[0]",
            r'"a\nb" is no text of one line',
            id="commentary-of-two-lines",
        ),
        pytest.param(
            in_deal(HAND, comments=["a\n"]),
            "$.deals[0].statements[1].comments[0]",
            r'"a\n" is no text of one line',
            id="commentary-with-a-line-end",
        ),
        pytest.param(
            spoiled("header", 2, text="\ud800"),
            "$.header[2].text",
            r'"\ud800" is no Unicode text',
            id="half-a-letter",
        ),
        pytest.param(
            in_deal(LOST, text="a\nb"),
            "$.deals[0].statements[7].text",
            r'"a\nb" is no line',
            id="two-lines-in-one",
        ),
        pytest.param(
            in_deal(LOST, text=None),
            "$.deals[0].statements[7].base64",
            "None is not of type 'string'",
            id="a-line-of-nothing",
        ),
        pytest.param(
            in_deal(LOST, text=None, base64="a"),
            "$.deals[0].statements[7].base64",
            '"a" is no Base64',
            id="no-base64",
        ),
        pytest.param(
            in_deal(LOST, comments=["x"]),
            "$.deals[0].statements[7].comments",
            "['x'] ",
            id="commentary-of-a-lost-line",
        ),
    ],
)
def test_json_that_is_no_record_says_where(value: object, path: str, words: str) -> None:
    with pytest.raises(BadJsonError) as error:
        to_text(json.dumps(value))
    said = str(error.value)
    assert said.startswith(f"{path}: ")
    assert words in said


def test_a_record_among_others_says_where() -> None:
    value = in_deal(HAND, cards=["Th"])
    document = {"schema": "kozel-records/1", "type": "records", "records": [given(), value]}
    path = re.escape("deals[0].statements[1].cards[0]: ")
    with pytest.raises(BadJsonError, match=rf"^\$\.records\[1\]\.{path}"):
        to_text(json.dumps(document))
    with pytest.raises(BadJsonError, match=rf"^line 2: \$\.{path}"):
        to_text(f"{GIVEN}{json.dumps(value)}\n{GIVEN}")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        pytest.param(
            in_deal(LOST, text="dealer W"), "`dealer W` can be read", id="a-statement-as-lost"
        ),
        pytest.param(in_deal(LOST, text="; x"), "`; x` can be read", id="a-remark-as-lost"),
        pytest.param(
            in_deal(LOST, text="%kozel 1"), "`%kozel 1` can be read", id="a-record-as-lost"
        ),
        pytest.param(
            in_deal(LOST, text=None, base64="YQpi"), "cannot be read again", id="two-lines-as-bytes"
        ),
        pytest.param(
            in_deal(HAND, seat="N\u00d7"), "`hand N\u00d7: Jh 8h` cannot be read", id="no-letter"
        ),
        pytest.param(
            {
                **given(),
                "format": None,
                "header": [{"type": "unread", "text": "%kozel 3", "base64": None, "comments": []}],
            },
            "of an unknown format no statement can be read",
            id="statements-of-another-version",
        ),
    ],
)
def test_json_that_the_notation_cannot_say(value: object, words: str) -> None:
    assert VALIDATOR.is_valid(value)
    with pytest.raises(BadJsonError, match=re.escape(words)):
        to_text(json.dumps(value))


def test_only_the_first_record_can_lack_its_format_line() -> None:
    lost = json.dumps({**json.loads(to_json("lost\n"))})
    assert to_text(f"{lost}\n{GIVEN}").startswith("lost\n\n%kozel 1\n")
    with pytest.raises(BadJsonError, match=r"^line 2: \$: only the first record can lack"):
        to_text(f"{GIVEN}{lost}\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("{", "line 1, column 2: this is no JSON (expecting", id="open"),
        pytest.param('{"a": 1,}', "line 1, column", id="trailing-comma"),
        pytest.param('{\n "a": 1,\n}', "this is no JSON (", id="trailing-comma-in-line-3"),
        pytest.param("{'a': 1}", "line 1, column 2: this is no JSON", id="single-quotes"),
        pytest.param("[Event", "line 1, column 2: this is no JSON", id="a-tag"),
        pytest.param(f"{GIVEN}{{", "line 2, column 2: this is no JSON", id="second-line"),
        pytest.param(f"{GIVEN}\n\n{{}}", "line 4: $: 'schema' is a required", id="fourth-line"),
        pytest.param("{" * 50_000, "this is no JSON", id="open-without-end"),
        pytest.param("[" * 50_000, "it is nested too deeply", id="nested-without-end"),
        pytest.param(
            '{"a": ' + "[" * 50_000 + "]" * 50_000 + "}", "it is nested too deeply", id="nested"
        ),
        pytest.param('{"a": ' + "9" * 5_000 + "}", "a number has too many digits", id="digits"),
        pytest.param('{"a": 1, "b": 2, "a": 3}', "has the key 'a' twice", id="a-key-twice"),
        pytest.param('{"a": NaN}', "'schema' is a required property", id="no-number"),
        pytest.param(
            json.dumps({"schema": "kozel-records/1", "type": "records"}),
            "$: 'records' is a required property",
            id="a-document-without-records",
        ),
        pytest.param(
            json.dumps({"schema": "kozel-records/1", "type": "records", "records": [], "x": 1}),
            "'x' was unexpected",
            id="a-document-with-more",
        ),
    ],
)
def test_text_that_is_no_json_says_where(text: str, words: str) -> None:
    with pytest.raises(BadJsonError) as error:
        to_text(text)
    assert words in str(error.value)
    assert len(str(error.value)) < 400


def test_bytes_that_are_no_utf_8_are_no_json() -> None:
    with pytest.raises(BadJsonError, match="byte 7 is not UTF-8"):
        b"".join(converted(b'{"a": "\xff"}', "text"))


def test_a_byte_order_mark_before_json_is_read() -> None:
    assert to_text(f"\ufeff\n{GIVEN}") == to_text(GIVEN)


def test_json_lines_end_at_lf_alone() -> None:
    text = f"{DEAL}dealer W {{\u2028}}\n"
    there = to_json(text + "\n" + text)
    assert "\u2028" in there
    assert to_text(there) == f"{text}\n{text}"


def test_the_command_names_file_and_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bad = in_deal(HAND, cards=["Th"])
    Path("bad.json").write_text(json.dumps(bad), encoding="utf-8")
    result = kozel(["convert", "bad.json", "--to", "text", "-o", "out.kozel"])
    assert (result.status, result.out) == (1, "")
    assert result.err == (
        'bad.json: K0007 bad-json: $.deals[0].statements[1].cards[0]: "Th" is no card\n'
    )
    assert not Path("out.kozel").exists()
