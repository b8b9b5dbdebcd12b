"""What was judged once is judged so for ever: every record of the archive, replayed."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.archive.add import ARCHIVE, NotAddedError, add, main, verdicts

RECORDS = sorted(ARCHIVE.rglob("*.kozel"))
WORDING = {
    "diagnostic": {"message", "help"},
    "related": {"message"},
}
"""Keys with sentences; these may be put better at any time."""


def name_of(path: Path) -> str:
    """The name of a file of records in the archive."""
    return path.relative_to(ARCHIVE).with_suffix("").as_posix()


def frozen(records: Path) -> list[dict[str, Any]]:
    """The verdict that was stored with a file of records."""
    text = records.with_suffix(".verdict.json").read_text(encoding="utf-8")
    found = json.loads(text)
    assert isinstance(found, list)
    return found


def today(records: Path) -> list[dict[str, Any]]:
    """The verdict that the program gives now."""
    rules = records.with_suffix(".toml")
    return verdicts(records, rules if rules.exists() else None)


def differences(old: object, new: object, path: str, kind: str = "") -> Iterator[str]:
    """Where a verdict is not what it was; wording, and keys that came later, do not count."""
    if isinstance(old, dict) and isinstance(new, dict):
        kind = str(old.get("type", kind))
        for key in old:
            if key in WORDING.get(kind, ()) or (not path and key == "tool"):
                continue
            if key not in new:
                yield f"{path}.{key} is no longer there"
                continue
            yield from differences(old[key], new[key], f"{path}.{key}", key)
    elif isinstance(old, list) and isinstance(new, list):
        if kind == "related":
            # a finding may point at more places than it did, never at fewer
            for place in old:
                if all(any(differences(place, other, path, kind)) for other in new):
                    yield f"{path} no longer points at {place}"
            return
        if len(old) != len(new):
            yield f"{path} had {len(old)} entries, and has {len(new)}: {new}"
            return
        for place, (one, two) in enumerate(zip(old, new, strict=True)):
            yield from differences(one, two, f"{path}[{place}]", kind)
    elif path.endswith(".args.known") and isinstance(old, str) and isinstance(new, str):
        # what this program knows may become more, never less
        gone = set(old.split(", ")) - set(new.split(", "))
        if gone:
            yield f"{path} no longer names {gone}"
    elif (type(old), old) != (type(new), new):
        yield f"{path} was {old!r}, and is {new!r}"


@pytest.mark.parametrize("records", RECORDS, ids=name_of)
def test_a_verdict_stays_what_it_was(records: Path) -> None:
    then, now = frozen(records), today(records)
    assert len(now) == len(then)
    found = [
        difference
        for place, (old, new) in enumerate(zip(then, now, strict=True), start=1)
        for difference in differences(old, new, f"record {place}")
    ]
    assert not found, "\n".join(found)


# -- the archive itself ---------------------------------------------------------------------------


def test_records_and_verdicts_come_together() -> None:
    stored = sorted(ARCHIVE.rglob("*.verdict.json"))
    assert [path.with_suffix(".verdict.json") for path in RECORDS] == stored
    for rules in ARCHIVE.rglob("*.toml"):
        assert rules.with_suffix(".kozel") in RECORDS


@pytest.mark.parametrize(
    ("folder", "least"),
    [("damaged", 60), ("matches", 34), ("samples", 20), ("house", 2)],
)
def test_the_archive_only_grows(folder: str, least: int) -> None:
    assert len(list((ARCHIVE / folder).glob("*.kozel"))) >= least


@pytest.mark.parametrize(
    ("rules", "seats", "options"),
    [
        ("kozel-pairs-tvaladze@1", {4}, {"shokha", "declarations", "deals", "limit"}),
        ("kozel-general@1", {2, 3, 4}, {"shokha", "declarations", "deals", "limit", "pack"}),
        ("kozel-money@1", {2, 3, 4, 5}, {"shokha"}),
        ("svoi-kozyri-lobashev@1", {2, 3, 4}, set()),
        ("svoi-kozyri-besicovitch@1", {2}, {"after-pickup"}),
    ],
)
def test_every_rule_set_is_there_with_all_its_seats_and_options(
    rules: str, seats: set[int], options: set[str]
) -> None:
    found = [verdict for path in RECORDS for verdict in frozen(path) if verdict["rules"] == rules]
    assert {len(verdict["seats"]) for verdict in found} >= seats
    assert {option for verdict in found for option in verdict["options"]} == options
    assert {verdict["status"] for verdict in found} >= {"legal"}


@pytest.mark.parametrize("records", sorted((ARCHIVE / "damaged").glob("*.kozel")), ids=name_of)
def test_a_damaged_record_has_the_error_that_it_is_named_for(records: Path) -> None:
    (verdict,) = frozen(records)
    errors = [found["code"] for found in verdict["diagnostics"] if found["severity"] == "error"]
    assert errors == [records.name.partition("-")[0]]


@pytest.mark.parametrize("folder", ["matches", "house"])
def test_a_match_is_legal_and_no_claim_is_false(folder: str) -> None:
    for records in (ARCHIVE / folder).glob("*.kozel"):
        for verdict in frozen(records):
            assert verdict["status"] == "legal", records.name
            assert verdict["claims"] != "refuted", records.name


# -- comparing ------------------------------------------------------------------------------------

OLD: dict[str, Any] = {
    "type": "record",
    "status": "legal",
    "points": {"N": 60, "S": None},
    "diagnostics": [
        {
            "type": "diagnostic",
            "code": "K3008",
            "message": "x",
            "help": "y",
            "args": {"message": "of a player", "known": "a, b"},
            "related": [{"line": 1, "message": "z"}],
        }
    ],
}


def changed(**keys: object) -> dict[str, Any]:
    """The verdict with other findings."""
    return {**OLD, "diagnostics": [{**OLD["diagnostics"][0], **keys}]}


@pytest.mark.parametrize(
    "new",
    [
        pytest.param(OLD, id="the-same"),
        pytest.param({**OLD, "pot": None}, id="a-new-key"),
        pytest.param(changed(message="better"), id="message"),
        pytest.param(changed(help=None), id="help"),
        pytest.param(changed(args={"message": "of a player", "known": "b, a, c"}), id="knows-more"),
        pytest.param(changed(related=[{"line": 1, "message": "better"}]), id="related"),
    ],
)
def test_wording_and_new_keys_are_no_difference(new: dict[str, Any]) -> None:
    assert list(differences(OLD, new, "record 1")) == []


@pytest.mark.parametrize(
    "new",
    [
        pytest.param({**OLD, "status": "illegal"}, id="status"),
        pytest.param({**OLD, "points": {"N": 60, "S": 0}}, id="unknown-is-not-0"),
        pytest.param({**OLD, "points": {"N": 60.0, "S": None}}, id="another-type"),
        pytest.param({**OLD, "points": {"N": 60}}, id="a-side-less"),
        pytest.param({**OLD, "diagnostics": []}, id="no-finding"),
        pytest.param({**OLD, "diagnostics": OLD["diagnostics"] * 2}, id="a-finding-more"),
        pytest.param(changed(code="K3009"), id="code"),
        pytest.param(changed(args={"message": "x", "known": "a, b"}), id="an-argument"),
        pytest.param(changed(related=[{"line": 2, "message": "z"}]), id="a-related-place"),
        pytest.param(changed(related=[]), id="no-related-place"),
        pytest.param(changed(args={"message": "of a player", "known": "a"}), id="knows-less"),
    ],
)
def test_anything_else_is_a_difference(new: dict[str, Any]) -> None:
    assert len(list(differences(OLD, new, "record 1"))) == 1


# -- adding ---------------------------------------------------------------------------------------

HEADER = '%kozel 1\n[Rules "kozel-pairs-tvaladze@1"]\n[Seats "N E S W"]\n'


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A file with two records."""
    path = tmp_path / "two.kozel"
    path.write_text(f"{HEADER}\n{HEADER}", encoding="utf-8")
    return path


def test_what_is_added_is_what_is_compared(tmp_path: Path, source: Path) -> None:
    add("new/two", source, archive=tmp_path / "archive")
    copy = tmp_path / "archive" / "new" / "two.kozel"
    assert copy.read_bytes() == source.read_bytes()
    assert frozen(copy) == today(copy)
    assert [verdict["status"] for verdict in frozen(copy)] == ["legal", "legal"]
    assert all("file" not in verdict for verdict in frozen(copy))


@pytest.mark.parametrize("kind", [".kozel", ".verdict.json", ".toml"])
def test_nothing_is_overwritten(tmp_path: Path, source: Path, kind: str) -> None:
    taken = tmp_path / "archive" / f"two{kind}"
    taken.parent.mkdir()
    taken.write_text("old", encoding="utf-8")
    with pytest.raises(NotAddedError, match="stays as it is"):
        add("two", source, archive=tmp_path / "archive")
    assert [path.name for path in taken.parent.iterdir()] == [taken.name]
    assert taken.read_text(encoding="utf-8") == "old"


def test_house_rules_are_added_with_their_records(tmp_path: Path) -> None:
    for records in (ARCHIVE / "house").glob("*.kozel"):
        rules = records.with_suffix(".toml")
        add(records.stem, records, rules, archive=tmp_path)
        copy = tmp_path / records.name
        assert copy.with_suffix(".toml").read_bytes() == rules.read_bytes()
        assert frozen(copy) == today(copy)


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ([], 2, "python -m tests.archive.add NAME FILE"),
        (["x", "nowhere.kozel"], 1, "nowhere.kozel"),
        (["x", "empty.kozel"], 1, "there is no record"),
        (["x", "empty.kozel", "empty.toml"], 1, "base: must be one of"),
    ],
)
def test_what_cannot_be_added_is_said(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    status: int,
    said: str,
) -> None:
    (tmp_path / "empty.kozel").write_bytes(b"")
    (tmp_path / "empty.toml").write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == status
    assert said in capsys.readouterr().err
    assert not list(ARCHIVE.glob("x.*"))
