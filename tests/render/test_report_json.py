"""The report in JSON is what its schema says, and its places are places of the file."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from kozelnotation.render.help_pages import schema_text
from kozelnotation.render.report_json import dumps, record_json
from kozelnotation.verdict import verify as verifying
from kozelnotation.verdict.verify import verify
from tests.cli.run import kozel

SAMPLES = Path(__file__).parents[2] / "samples"
SAMPLE_FILES = sorted(SAMPLES.rglob("*.kozel"))
SCHEMAS: dict[str, dict[str, Any]] = {
    name: json.loads(schema_text(name)) for name in ("report", "record")
}
VALIDATOR = jsonschema.Draft202012Validator(SCHEMAS["report"])
HEADER = '%kozel 1\n[Rules "kozel-pairs-tvaladze@1"]\n[Seats "N E S W"]\n'
DEAL = f"{HEADER}\ndeal 1\ndealer W\ntrump 9h\n"

ODD = {
    "nothing": b"",
    "remarks": b"; x\n\n",
    "format-line": b"%kozel 1\n",
    "no-version": b"%kozel",
    "another-version": b"%kozel 2\ndeal 1\n",
    "no-format-line": b"deal 1\n%kozel 1\n",
    "byte-order-mark": b"\xef\xbb\xbf" + DEAL.encode(),
    "utf-16": DEAL.encode("utf-16"),
    "no-utf-8": HEADER.encode() + "\ndeal 1\ndealer Ю\nx-я\n".encode("cp1251"),
    "bytes": b"%kozel 1\n[Rules \xff\n\xfe\n",
    "control-characters": f"{DEAL}\x00\x1b[1m\n{{\u202e}}\n".encode(),
    "crlf": DEAL.replace("\n", "\r\n").encode(),
    "no-rules": b"%kozel 1\n\ndeal 1\ndealer W\n",
    "unknown-rules": b'%kozel 1\n[Rules "durak@1"]\n\ndeal 1\ndealer W\n',
    "unknown-option": b'%kozel 1\n[Rules "kozel-pairs-tvaladze@1 x=1"]\n',
    "bad-seats": b'%kozel 1\n[Rules "kozel-pairs-tvaladze@1"]\n[Seats "As B C D"]\n',
    "lost-deal-line": f"{HEADER}\ndeal x\ndealer W\n".encode(),
    "unknown-all": f"{HEADER}\ndeal 1\ndealer ?\ntrump ?\n1. ?  > ? ?\ntime ?\n".encode(),
    "card-of-another-pack": f"{DEAL}1. N: 5h  E: (?)  S: (?)  W: (?)  > N 2\n".encode(),
    "rulings": (
        f"{DEAL}1. N: Jh 8s  > E\nruling void 1\n1. N: Jh\nruling trick 1 > E\n"
        'ruling result N+S: ?\nruling penalty E+W: 2 "x"\nruling stands\n'
    ).encode(),
    "claims": (
        f"{DEAL}captured N+S: Ah ?\npoints N+S: 67  E+W: ?\ntricks N+S: 5\npenalty E+W: 2\n"
        "score N+S: -2\nwinner N+S\n"
    ).encode(),
    "tie": f"{HEADER}\ndeal 1\ndealer W\ntie\n".encode(),
    "another-game": f"{DEAL}2. E: 6d / Qs\n4. W: takes 3\nloser W\ndrawn\npot - 8\n".encode(),
    "many-records": f"{DEAL}\n{DEAL}\n\n%kozel 3\n{DEAL}".encode(),
}
"""Texts of odd kinds."""


def diagnostics(content: bytes) -> list[dict[str, Any]]:
    """The findings of a file in JSON, as a reader of the report gets them."""
    return [
        finding
        for report in verify(content)
        for finding in json.loads(dumps(record_json(report)))["diagnostics"]
    ]


def named_text(content: bytes, finding: dict[str, Any]) -> bytes:
    """What line and columns of a finding name: code points of the line, a mark not counted."""
    line = content.split(b"\n")[int(finding["line"]) - 1].removesuffix(b"\r")
    if line.removeprefix(b"\xef\xbb\xbf").startswith(b"%kozel"):
        line = line.removeprefix(b"\xef\xbb\xbf")
    start, end = int(finding["column"]) - 1, int(finding["end_column"]) - 1
    letters = line.decode("utf-8", "surrogateescape")
    return letters[start:end].encode("utf-8", "surrogateescape")


def objects(value: object, path: str = "$") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object in a JSON value, and where it stands."""
    if isinstance(value, dict):
        yield path, value
        for key, inner in value.items():
            yield from objects(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from objects(inner, f"{path}[{at}]")


# -- the schema -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_sound(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_leaves_nothing_open(name: str) -> None:
    """Objects have the keys that they have, all of them, and each is described."""
    for path, schema in objects(SCHEMAS[name]):
        if schema.get("type") != "object" or "allOf" in schema:
            continue
        if "properties" in schema:
            assert schema["required"] == list(schema["properties"]), path
            assert schema["additionalProperties"] is False, path
            for key, value in schema["properties"].items():
                assert value.get("description") or "$ref" in value, f"{path}.{key}"
        else:
            assert "additionalProperties" in schema, path
        assert schema["description"], path


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_refers_to_all_its_definitions(name: str) -> None:
    used = {schema["$ref"] for _, schema in objects(SCHEMAS[name]) if "$ref" in schema}
    assert used == {f"#/$defs/{key}" for key in SCHEMAS[name]["$defs"]}


# -- what is printed ------------------------------------------------------------------------------


def check_report(*args: str, stdin: bytes = b"") -> list[dict[str, Any]]:
    """Verify in both forms; hold both against the schema and each other; return the records."""
    whole = kozel(["verify", "--format", "json", *args], stdin)
    lines = kozel(["verify", "--format", "jsonl", *args], stdin)
    report = json.loads(whole.raw)
    *records, summary = [json.loads(line) for line in lines.raw.decode().split("\n")[:-1]]
    for value in (report, *records, summary):
        error = jsonschema.exceptions.best_match(VALIDATOR.iter_errors(value))
        assert error is None, f"{error.json_path}: {error.message[:300]}"
    assert report["records"] == records
    assert report["summary"] == summary
    assert whole.status == lines.status
    assert [record["type"] for record in records] == ["record"] * summary["records"]
    return records


@pytest.mark.parametrize("sample", SAMPLE_FILES, ids=lambda path: str(path.stem))
def test_the_report_on_a_sample_is_as_the_schema_says(sample: Path) -> None:
    (*_, last) = check_report(str(sample))
    assert last["file"] == str(sample)


@pytest.mark.parametrize("name", ODD)
def test_the_report_on_an_odd_text_is_as_the_schema_says(name: str) -> None:
    check_report("-", stdin=ODD[name])


def test_what_is_not_shown_leaves_the_report_as_the_schema_says() -> None:
    (record,) = check_report("--select", "K3008", str(SAMPLES / "disputed.kozel"))
    assert [finding["code"] for finding in record["diagnostics"]] == ["K3008"]
    (record,) = check_report("--ignore", "K", str(SAMPLES / "disputed.kozel"))
    assert (record["status"], record["diagnostics"]) == ("illegal", [])


def test_the_report_on_an_error_of_the_program_is_as_the_schema_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_read: object) -> None:
        raise ZeroDivisionError("x")

    monkeypatch.setattr(verifying, "place_record", fail)
    (record,) = check_report("-", stdin=DEAL.encode())
    (finding,) = record["diagnostics"]
    assert finding["code"] == "K9001"
    assert (finding["offset"], finding["end_offset"]) == (None, None)
    assert (record["format"], record["complete"], record["sha256"]["canonical"]) == (None,) * 3


def test_keys_stand_in_the_order_of_the_schema() -> None:
    definitions = SCHEMAS["report"]["$defs"]
    kinds = {
        "record": "record",
        "deal": "deal_of_kozel",
        "trick": "trick",
        "claim": "claim",
        "ruling": "ruling",
        "diagnostic": "diagnostic",
        "summary": "summary",
    }
    seen = set()
    content = (SAMPLES / "disputed.kozel").read_bytes() + b"\n" + ODD["rulings"]
    report = json.loads(kozel(["verify", "--format", "json", "-"], content).raw)
    for path, value in objects(report):
        if "type" in value:
            seen.add(value["type"])
            assert list(value) == definitions[kinds[value["type"]]]["required"], path
    assert seen == set(kinds)


# -- values ---------------------------------------------------------------------------------------


def test_what_is_unknown_is_null_and_never_zero() -> None:
    content = f"{DEAL}1. N: Jh  E: (?)  S: (?)  W: ...\n2. ?\n".encode()
    (record,) = check_report("-", stdin=content)
    (deal,) = record["deals"]
    assert deal["penalty"] == {"N+S": None, "E+W": None}
    assert deal["score"] == {"N+S": None, "E+W": None}
    assert [(trick["winner"], trick["points"]) for trick in deal["tricks"]] == [(None, None)] * 2
    assert deal["tricks"][1]["recorded"] is False
    assert (record["result"], deal["ended"]) == (None, None)


def test_options_are_those_that_are_no_defaults() -> None:
    content = b'%kozel 1\n[Rules "kozel-pairs-tvaladze@1 limit=4 shokha=off declarations=on"]\n'
    (record,) = check_report("-", stdin=content)
    assert list(record["options"].items()) == [("shokha", "off"), ("limit", "4")]


def test_hashes_are_of_the_text_and_of_its_canonical_form() -> None:
    loose = DEAL.replace("\n\n", "\n")
    (one,) = check_report("-", stdin=DEAL.encode())
    (two,) = check_report("-", stdin=loose.encode())
    assert one["sha256"]["source"] == one["sha256"]["canonical"]
    assert two["sha256"]["source"] != two["sha256"]["canonical"] == one["sha256"]["canonical"]
    (lost,) = check_report("-", stdin=f"{DEAL}lost line\n".encode())
    assert lost["sha256"]["canonical"] is None


# -- deals of the other game ----------------------------------------------------------------------


SERIES = """\
%kozel 1
[Rules "svoi-kozyri-lobashev@1"]
[Seats "A B"]

deal 1
dealer A
trumps A: c  B: ?
1. B: 8h
unfinished "tea"
"""


def of_svoi_kozyri(**changes: object) -> dict[str, Any]:
    """A record with one deal of Svoi Kozyri, with something else in it."""
    (report,) = verify(SERIES)
    record = record_json(report)
    (deal,) = record["deals"]
    deal |= changes
    return record


@pytest.mark.parametrize(
    ("changes", "is_valid"),
    [
        pytest.param({}, True, id="unfinished"),
        pytest.param({"loser": "A", "out": [{"seat": "B", "by": "cover"}]}, True, id="lost"),
        pytest.param({"turns": None, "out": None, "drawn": None}, True, id="unknown"),
        pytest.param({"out": [{"seat": "A", "by": "luck"}]}, False, id="out-by-luck"),
        pytest.param({"out": ["A"]}, False, id="out-without-how"),
        pytest.param({"trumps": {"A": "hearts"}}, False, id="no-suit"),
        pytest.param({"tricks": []}, False, id="tricks-too"),
    ],
)
def test_a_deal_of_svoi_kozyri_has_a_form_of_its_own(
    changes: dict[str, object],
    is_valid: bool,  # noqa: FBT001 - a column of the table
) -> None:
    assert VALIDATOR.is_valid(of_svoi_kozyri(**changes)) is is_valid


def test_a_deal_of_svoi_kozyri_is_reported_by_its_turns() -> None:
    (deal,) = of_svoi_kozyri()["deals"]
    expected: dict[str, Any] = {
        "dealer": "A",
        "starter": None,
        "trumps": {"A": "c", "B": None},
        "turns": 1,
    }
    expected |= {"out": [], "loser": None, "drawn": False, "ended": "unfinished"}
    assert {key: deal[key] for key in expected} == expected
    assert (deal["points"], deal["tricks_won"], deal["penalty"]) == ({}, {}, {})


# -- places ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", SAMPLE_FILES, ids=lambda path: str(path.stem))
def test_offsets_in_a_sample_are_where_columns_are(sample: Path) -> None:
    check_offsets(sample.read_bytes())


@pytest.mark.parametrize("name", ODD)
def test_offsets_in_an_odd_text_are_where_columns_are(name: str) -> None:
    check_offsets(ODD[name])
    check_offsets(DEAL.encode() + b"\n" + ODD[name])


def check_offsets(content: bytes) -> None:
    """Offsets name the same text as line and columns do."""
    for finding in diagnostics(content):
        place = slice(finding["offset"], finding["end_offset"])
        assert content[place] == named_text(content, finding), finding
        assert finding["end_line"] == finding["line"]


@pytest.mark.parametrize(
    ("text", "code", "place", "named"),
    [
        pytest.param(f"{DEAL}1. N: Th\n", "K1003", (8, 7, 9), "Th", id="after-ascii"),
        pytest.param(
            '%kozel 1\n[Player N "Ана"] {Ю} Ю\n', "K1008", (2, 22, 23), "Ю", id="after-cyrillic"
        ),
        pytest.param(
            "%kozel 1\n\ndeal 1\ndealer {🂡 é} Ана Б\n",
            "K1001",
            (4, 18, 19),
            "Б",
            id="after-letters-of-four-bytes",
        ),
        pytest.param(
            "%kozel 1\n\ndeal 1\nhand Ана:\tЮh\n", "K1002", (4, 11, 13), "Юh", id="a-tab-is-one"
        ),
        pytest.param(
            "\ufeff%kozel 1\n\ndeal 1\nhand Ана: Th\n",
            "K1003",
            (4, 11, 13),
            "Th",
            id="behind-a-byte-order-mark",
        ),
        pytest.param(
            "\ufeff%kozel 3\n", "K0003", (1, 1, 9), "%kozel 3", id="a-mark-takes-no-column"
        ),
        pytest.param(
            "%kozel 1\r\n\r\ndeal 1\r\nhand Ана: Th\r\n", "K1003", (4, 11, 13), "Th", id="crlf"
        ),
        pytest.param(
            f"{DEAL}\n\ufeff%kozel 1\n; Ю\ndeal Ю\n",
            "K1001",
            (11, 6, 7),
            "Ю",
            id="second-record-with-a-mark",
        ),
        pytest.param(
            "; Юю\n%kozel 1\ndeal Ю\n", "K1001", (3, 6, 7), "Ю", id="behind-remarks-of-the-file"
        ),
    ],
)
def test_places(text: str, code: str, place: tuple[int, int, int], named: str) -> None:
    content = text.encode()
    (finding,) = [found for found in diagnostics(content) if found["code"] == code]
    assert (finding["line"], finding["column"], finding["end_column"]) == place
    assert content[finding["offset"] : finding["end_offset"]].decode() == named


def test_the_offset_of_a_byte_that_is_no_utf_8() -> None:
    content = f'{DEAL}player N "Ана '.encode() + b'\xff"\n'
    (finding,) = [found for found in diagnostics(content) if found["code"] == "K0001"]
    assert (finding["line"], finding["column"]) == (8, 15)
    assert content[finding["offset"] : finding["end_offset"]] == b"\xff"
