"""House rules: which files are sound, what they change, and how records name them."""

import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from kozelnotation.games.kozel.house import HouseFault, house_rules
from kozelnotation.games.kozel.rulesets import KozelRules
from tests.cli.run import Result, kozel

HOUSE = Path(__file__).parents[3] / "samples" / "house"
SAMPLES = sorted(HOUSE.glob("*.toml"))
SHA = hashlib.sha256(b"").hexdigest()


def read(text: str) -> KozelRules | list[HouseFault]:
    """What a file with this text describes."""
    return house_rules(tomllib.loads(text), SHA)


def digest_of(path: Path) -> str:
    """The digest of a file as a record names it."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


# -- what a file may say --------------------------------------------------------------------------

KP = 'id = "club@1"\nbase = "kozel-pairs-tvaladze@1"\n'
KG = 'id = "club@1"\nbase = "kozel-general@1"\n'
KM = 'id = "club@1"\nbase = "kozel-money@1"\n'


@pytest.mark.parametrize(
    ("text", "policies"),
    [
        pytest.param(KP, {}, id="nothing-changed"),
        pytest.param(f'{KP}exposure = "free"', {"exposure": "free"}, id="free"),
        pytest.param(f'{KP}exposure = "all-shown"', {"exposure": "all-shown"}, id="all-shown"),
        pytest.param(f'{KG}exposure = "only-to-win"', {"exposure": "only-to-win"}, id="to-win"),
        pytest.param(
            f'{KG}declared-hand = "takes-the-lead"',
            {"declared_hand": "takes-the-lead"},
            id="takes-the-lead",
        ),
        pytest.param(
            f'{KP}declared-hand = "leads-and-wins"',
            {"declared_hand": "leads-and-wins"},
            id="leads-and-wins",
        ),
        pytest.param(f'{KP}penalties = "by-points"', {"penalties": "by-points"}, id="by-points"),
        pytest.param(
            f'{KG}seats = [4]\npenalties = "by-tricks"',
            {"penalties": "by-tricks", "seat_counts": (4,)},
            id="by-tricks-for-two-pairs",
        ),
        pytest.param(f"{KP}shokha = false", {"shokha": False}, id="no-shokha"),
        pytest.param(f"{KP}declarations = false", {"declarations": False}, id="no-declarations"),
        pytest.param(f"{KP}longest-lead = 1", {"longest_lead": 1}, id="leads-of-one"),
        pytest.param(f"{KP}longest-lead = 4", {}, id="leads-of-four"),
        pytest.param(
            f'{KG}longest-lead = 3\ndeclared-hand = "takes-the-lead"',
            {"longest_lead": 3, "declared_hand": "takes-the-lead"},
            id="leads-of-three",
        ),
        pytest.param(f"{KP}limit = 1", {"limit": 1}, id="least-limit"),
        pytest.param(f"{KP}limit = 999", {"limit": 999}, id="greatest-limit"),
        pytest.param(f"{KG}seats = [4, 2]", {"seat_counts": (2, 4)}, id="two-or-four"),
        pytest.param(f"{KM}seats = [5]", {"seat_counts": (5,)}, id="five-for-money"),
        pytest.param(f'{KM}penalties = "pot"', {}, id="pot-as-always"),
        pytest.param(f'{KP}title = "Клуб «Арбат»"', {"title": "Клуб «Арбат»"}, id="title"),
        pytest.param('id = "a@999"\nbase = "kozel-general@1"', {"id": "a@999"}, id="short-name"),
        pytest.param(
            'id = "club-2-of-arbat@12"\nbase = "kozel-general@1"',
            {"id": "club-2-of-arbat@12"},
            id="long-name",
        ),
    ],
)
def test_a_good_file_changes_what_it_names_and_nothing_else(
    text: str, policies: dict[str, object]
) -> None:
    rules = read(text)
    assert isinstance(rules, KozelRules), rules
    base = tomllib.loads(text)["base"]
    plain = house_rules({"id": "club@1", "base": base, "title": "x"}, SHA)
    assert isinstance(plain, KozelRules)
    expected = {name: plain_value(plain, name) for name in POLICIES} | policies
    assert {name: plain_value(rules, name) for name in expected} == expected
    assert (rules.short, rules.digest) == ("HR", SHA[:12])


POLICIES = (
    "exposure",
    "declared_hand",
    "penalties",
    "shokha",
    "declarations",
    "longest_lead",
    "limit",
    "seat_counts",
    "options",
    "partners",
    "words",
    "pack",
    "deals",
    "default_seats",
)
"""Everything that decides how a deal is judged."""


def plain_value(rules: KozelRules, name: str) -> object:
    """A policy by its word, anything else as it is."""
    value = getattr(rules, name)
    return getattr(value, "value", value)


USUAL = {
    KP: ("only-to-win", "takes-the-lead", "by-tricks", (4,)),
    KG: ("free", "leads-and-wins", "by-points", (2, 3, 4)),
    KM: ("free", "wins-the-pot", "pot", (2, 3, 4, 5)),
}
"""What the rule sets themselves say: clauses 3.7, 4.5, 4.6, 5.2 to 5.4, 6.1 and 6.2."""


@pytest.mark.parametrize("text", USUAL, ids=["KP", "KG", "KM"])
def test_what_a_file_does_not_say_is_as_in_the_base(text: str) -> None:
    rules = read(text)
    assert isinstance(rules, KozelRules)
    policies = (rules.exposure.value, rules.declared_hand.value, rules.penalties.value)
    assert (*policies, rules.seat_counts) == USUAL[text]
    assert (rules.shokha, rules.longest_lead, rules.limit) == (True, 4, 12)


# -- what a file may not say ----------------------------------------------------------------------

BASES = "must be one of kozel-pairs-tvaladze@1, kozel-general@1, kozel-money@1"
ID = "must be a name of its own with a version, such as my-club@1"
UNKNOWN = (
    "there is no such key; known: id, base, title, exposure, declared-hand, penalties, shokha, "
    "declarations, longest-lead, limit, seats"
)
SWITCH = "must be true or false"
LEAD = "must be a number from 1 to 4"
LIMIT = "must be a number from 1 to 999"
POT = "pot and wins-the-pot belong together"
BY_TRICKS = "by-tricks is for two pairs: seats = [4]"
WHOLE = "a declared hand that is led whole needs leads of four"
EXPOSURE = "must be one of only-to-win, free, all-shown"
HAND = "must be one of takes-the-lead, leads-and-wins, wins-the-pot"
PENALTIES = "must be one of by-tricks, by-points, pot"


def of_base(base: str) -> str:
    """A file with this base."""
    return f'id = "club@1"\nbase = {base}\n'


def of_id(name: str) -> str:
    """A file with this id."""
    return f'id = {name}\nbase = "kozel-general@1"\n'


FAULTS = [
    pytest.param(f"{KP}jokers = 2", [("jokers", UNKNOWN)], id="unknown-key"),
    pytest.param(f"{KP}longest_lead = 3", [("longest_lead", UNKNOWN)], id="key-with-a-line"),
    pytest.param(f"{KP}Limit = 3", [("Limit", UNKNOWN)], id="key-with-a-capital"),
    pytest.param(f"{KP}deals = 8", [("deals", UNKNOWN)], id="deals-are-an-option"),
    pytest.param(f"{KP}[rules]\nlimit = 3", [("rules", UNKNOWN)], id="a-table-of-its-own"),
    pytest.param("", [("base", BASES)], id="empty"),
    pytest.param('id = "club@1"', [("base", BASES)], id="no-base"),
    pytest.param(of_base('"kozel-general"'), [("base", BASES)], id="base-without-version"),
    pytest.param(of_base('"kozel-general@2"'), [("base", BASES)], id="base-of-no-version"),
    pytest.param(of_base('"other-club@1"'), [("base", BASES)], id="base-of-a-club"),
    pytest.param(of_base("1"), [("base", BASES)], id="base-is-a-number"),
    pytest.param(of_base('["kozel-general@1"]'), [("base", BASES)], id="base-is-a-list"),
    pytest.param('base = "kozel-general@1"', [("id", ID)], id="no-id"),
    pytest.param(of_id('"kozel-general@1"'), [("id", ID)], id="id-of-the-base"),
    pytest.param(of_id('"kozel-money@1"'), [("id", ID)], id="id-of-another-rule-set"),
    pytest.param(of_id('"club"'), [("id", ID)], id="id-without-version"),
    pytest.param(of_id('"club@0"'), [("id", ID)], id="id-of-version-0"),
    pytest.param(of_id('"club@1.2"'), [("id", ID)], id="id-of-a-version-in-parts"),
    pytest.param(of_id('"Club@1"'), [("id", ID)], id="id-with-a-capital"),
    pytest.param(of_id('"my club@1"'), [("id", ID)], id="id-with-a-blank"),
    pytest.param(of_id('"club@1\\n"'), [("id", ID)], id="id-with-a-line-end"),
    pytest.param(of_id('"клуб@1"'), [("id", ID)], id="id-in-cyrillic"),
    pytest.param(of_id("7"), [("id", ID)], id="id-is-a-number"),
    pytest.param(f"{KP}title = 5", [("title", "must be a text")], id="title-is-a-number"),
    pytest.param(f'{KP}title = ["x"]', [("title", "must be a text")], id="title-is-a-list"),
    pytest.param(f'{KP}exposure = "open"', [("exposure", EXPOSURE)], id="no-such-exposure"),
    pytest.param(f'{KP}exposure = "Free"', [("exposure", EXPOSURE)], id="exposure-capital"),
    pytest.param(f"{KP}exposure = true", [("exposure", EXPOSURE)], id="exposure-is-a-switch"),
    pytest.param(f'{KP}exposure = ["free"]', [("exposure", EXPOSURE)], id="exposure-is-a-list"),
    pytest.param(f'{KP}declared-hand = "wins"', [("declared-hand", HAND)], id="no-such-hand"),
    pytest.param(f"{KP}penalties = 2", [("penalties", PENALTIES)], id="penalties-are-a-number"),
    pytest.param(f'{KP}shokha = "off"', [("shokha", SWITCH)], id="shokha-is-a-word"),
    pytest.param(f"{KP}shokha = 0", [("shokha", SWITCH)], id="shokha-is-a-number"),
    pytest.param(f"{KP}declarations = 1", [("declarations", SWITCH)], id="declarations-number"),
    pytest.param(f"{KP}longest-lead = 0", [("longest-lead", LEAD)], id="leads-of-0"),
    pytest.param(f"{KP}longest-lead = 5", [("longest-lead", LEAD)], id="leads-of-5"),
    pytest.param(f"{KP}longest-lead = -1", [("longest-lead", LEAD)], id="leads-below-0"),
    pytest.param(f"{KP}longest-lead = 3.0", [("longest-lead", LEAD)], id="lead-with-a-point"),
    pytest.param(f"{KP}longest-lead = true", [("longest-lead", LEAD)], id="lead-is-a-switch"),
    pytest.param(f'{KP}longest-lead = "3"', [("longest-lead", LEAD)], id="lead-is-a-text"),
    pytest.param(f"{KP}limit = 0", [("limit", LIMIT)], id="limit-of-0"),
    pytest.param(f"{KP}limit = 1000", [("limit", LIMIT)], id="limit-of-1000"),
    pytest.param(f"{KP}[limit]\npairs = 12", [("limit", LIMIT)], id="limit-is-a-table"),
    pytest.param(
        f"{KG}seats = 4", [("seats", "must be a list of numbers out of 2, 3, 4")], id="seats-number"
    ),
    pytest.param(
        f"{KG}seats = []", [("seats", "must be a list of numbers out of 2, 3, 4")], id="no-seats"
    ),
    pytest.param(
        f"{KG}seats = [4, 5]",
        [("seats", "must be a list of numbers out of 2, 3, 4")],
        id="seats-beyond-the-base",
    ),
    pytest.param(
        f"{KP}seats = [2]", [("seats", "must be a list of numbers out of 4")], id="pairs-of-two"
    ),
    pytest.param(
        f'{KG}seats = ["4"]',
        [("seats", "must be a list of numbers out of 2, 3, 4")],
        id="seats-are-texts",
    ),
    pytest.param(f'{KG}penalties = "pot"', [("penalties", POT)], id="pot-without-a-taker"),
    pytest.param(f'{KG}declared-hand = "wins-the-pot"', [("penalties", POT)], id="no-pot-to-win"),
    pytest.param(f'{KM}penalties = "by-points"', [("penalties", POT)], id="money-without-pot"),
    pytest.param(f'{KM}declared-hand = "takes-the-lead"', [("penalties", POT)], id="money-lead"),
    pytest.param(f'{KG}penalties = "by-tricks"', [("penalties", BY_TRICKS)], id="by-tricks-for-3"),
    pytest.param(
        f'{KG}seats = [2]\npenalties = "by-tricks"', [("penalties", BY_TRICKS)], id="by-tricks-2"
    ),
    pytest.param(f"{KG}longest-lead = 3", [("longest-lead", WHOLE)], id="led-whole-by-three"),
    pytest.param(
        f'{KP}longest-lead = 2\ndeclared-hand = "leads-and-wins"',
        [("longest-lead", WHOLE)],
        id="led-whole-by-two",
    ),
    pytest.param(
        f'{KP}limit = 0\njokers = 2\nshokha = "no"\nexposure = "half"',
        [
            ("jokers", UNKNOWN),
            ("limit", LIMIT),
            ("shokha", SWITCH),
            ("exposure", EXPOSURE),
        ],
        id="several",
    ),
    pytest.param(
        f'{KG}seats = [5]\nlongest-lead = 1\npenalties = "pot"',
        [
            ("seats", "must be a list of numbers out of 2, 3, 4"),
            ("penalties", POT),
            ("longest-lead", WHOLE),
        ],
        id="several-with-contradictions",
    ),
    pytest.param(
        f'{KM}seats = [4]\ndeclared-hand = "takes-the-lead"\npenalties = "by-tricks"',
        [("penalties", BY_TRICKS)],
        id="by-tricks-for-four-alone",
    ),
    pytest.param("a = 1\nb = 2", [("a", UNKNOWN), ("b", UNKNOWN), ("base", BASES)], id="nothing"),
]


@pytest.mark.parametrize(("text", "faults"), FAULTS)
def test_a_bad_file_is_told_everything_that_is_wrong_with_it(
    text: str, faults: list[tuple[str, str]]
) -> None:
    found = read(text)
    assert isinstance(found, list)
    assert [(fault.key, fault.text) for fault in found] == faults


# -- on the command line --------------------------------------------------------------------------

GOOD = f'{KP}title = "Kozel as the club plays it"\nlimit = 6\n'
PLAY = "1. N: Jh 8h  E: Qh 6s  S: (7c 8s)  W: (6c 7s)  > E 5"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A good file."""
    path = tmp_path / "club.toml"
    path.write_text(GOOD, encoding="utf-8")
    return path


def record(rules: str, play: str = PLAY) -> str:
    """A canonical record of one deal that breaks off."""
    return (
        f'%kozel 1\n[Rules "{rules}"]\n[Seats "N E S W"]\n\n'
        f'deal 1\ndealer W\ntrump 9h\n{play}\nunfinished "supper"\n'
    )


def named(path: Path, name: str = "club@1") -> str:
    """What a record says of a file."""
    return f"{name} digest={digest_of(path)}"


def verified(result: Result) -> dict[str, Any]:
    """The one record of a run of ``kozel verify --format json``."""
    (found,) = json.loads(result.raw)["records"]
    assert isinstance(found, dict)
    return found


def verify(text: str, *rules: str | Path) -> Result:
    """Verify a record under a file, or without one."""
    options = ["--rules", str(*rules)] if rules else []
    return kozel(["verify", "--format", "json", *options, "-"], text)


def places(found: dict[str, Any]) -> list[tuple[object, ...]]:
    """Where the findings of a record are, and the clauses that they cite."""
    return [
        (f["code"], f["deal"], f["trick"], f["seat"], f["clause"]) for f in found["diagnostics"]
    ]


def codes(found: dict[str, Any]) -> list[str]:
    """The codes of the findings of a record."""
    return [str(finding["code"]) for finding in found["diagnostics"]]


def test_a_record_is_judged_by_the_file_that_it_names(club: Path) -> None:
    result = verify(record(named(club)), club)
    found = verified(result)
    assert (result.status, found["status"], found["diagnostics"]) == (0, "legal", [])
    assert (found["rules"], found["options"]) == ("club@1", {"digest": digest_of(club)})


def test_options_of_the_base_stand_behind_the_digest(club: Path) -> None:
    result = verify(record(f"{named(club)} shokha=off limit=12"), club)
    found = verified(result)
    # without shokha the six of spades does not beat the eight of hearts (3.3, 3.7), and N takes it
    assert codes(found) == ["K3008", "K5001"]
    assert list(found["options"].items()) == [
        ("digest", digest_of(club)),
        ("shokha", "off"),
        ("limit", "12"),
    ]


def test_a_value_of_the_file_is_the_default_of_the_option(club: Path) -> None:
    found = verified(verify(record(f"{named(club)} limit=6"), club))
    assert (found["status"], codes(found)) == ("legal", ["K0101"])


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("club@1", id="no-digest"),
        pytest.param("club@1 limit=4", id="an-option-and-no-digest"),
        pytest.param("club@1 digest=0123456789ab", id="wrong-digest"),
        pytest.param("club@1 digest=", id="empty-digest"),
    ],
)
def test_a_record_that_names_no_file_or_another_one_is_not_judged(club: Path, rules: str) -> None:
    result = verify(record(rules), club)
    found = verified(result)
    assert (result.status, found["status"], codes(found)) == (1, "malformed", ["K2002"])


def test_a_file_that_was_changed_is_another_one(club: Path) -> None:
    text = record(named(club))
    club.write_text(f"{GOOD}\n", encoding="utf-8")
    result = verify(text, club)
    assert (result.status, codes(verified(result))) == (1, ["K2002"])


def test_part_of_the_digest_is_not_enough(club: Path) -> None:
    found = verified(verify(record(named(club)[:-1]), club))
    assert (found["status"], codes(found)) == ("malformed", ["K2002"])


def test_without_the_file_the_rule_set_is_unknown(club: Path) -> None:
    result = verify(record(named(club)))
    found = verified(result)
    assert (result.status, found["status"], codes(found)) == (1, "malformed", ["K2001"])


def test_another_file_does_not_know_the_rule_set(club: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(GOOD.replace("club@1", "club@2"), encoding="utf-8")
    assert codes(verified(verify(record(named(club)), other))) == ["K2001"]


def test_published_rule_sets_stay_known_and_have_no_digest(club: Path) -> None:
    published = "kozel-pairs-tvaladze@1"
    assert verified(verify(record(published), club))["status"] == "legal"
    found = verified(verify(record(f"{published} digest={digest_of(club)}"), club))
    assert codes(found) == ["K2002"]


@pytest.mark.parametrize("command", ["verify", "rules"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(None, "no such file", id="missing"),
        pytest.param(b'id = "club@1', "this is no TOML", id="no-toml"),
        pytest.param(b"%kozel 1\n", "this is no TOML", id="a-record"),
        pytest.param(GOOD.encode("utf-16"), "this is no TOML", id="utf-16"),
        pytest.param(b'id = "\xff"', "this is no TOML", id="no-utf-8"),
        pytest.param(b"x = " + b"[" * 5000, "this is no TOML", id="deep"),
        pytest.param(f"{GOOD}jokers = 2\n".encode(), f"jokers: {UNKNOWN}", id="unknown-key"),
        pytest.param(KM.encode() + b"longest-lead = 9\n", f"longest-lead: {LEAD}", id="value"),
    ],
)
def test_a_file_that_cannot_be_used_is_wrong_usage(
    tmp_path: Path, command: str, content: bytes | None, said: str
) -> None:
    path = tmp_path / "bad.toml"
    if content is not None:
        path.write_bytes(content)
    args = ["rules", str(path)] if command == "rules" else ["verify", "--rules", str(path), "-"]
    result = kozel(args, record("kozel-pairs-tvaladze@1"))
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"error: {path}: ")
    assert said in result.err


def test_every_fault_of_a_file_is_said(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(f'{KG}limit = 0\nshokha = "off"\n', encoding="utf-8")
    result = kozel(["rules", str(path)])
    assert (result.status, result.out) == (2, "")
    assert result.err.splitlines() == [
        f"error: {path}: limit: {LIMIT}",
        f"error: {path}: shokha: {SWITCH}",
    ]


def test_kozel_rules_prints_the_line_for_the_record(club: Path) -> None:
    result = kozel(["rules", str(club)])
    assert (result.status, result.err) == (0, "")
    head, line = result.out.splitlines()
    assert head.endswith("Kozel as the club plays it")
    assert line == f'[Rules "club@1 digest={digest_of(club)}"]'
    text = record("").replace('[Rules ""]', line)
    assert verified(verify(text, club))["status"] == "legal"


# -- what the two samples decide ------------------------------------------------------------------

HANDS = (
    "hand N: Kh Jh 8h 7h\nhand E: Qh 6s Kc 9d\nhand S: 10h 7c Ad 8s\nhand W: 7s 6c 8d Js\ntrump 9h"
)
FOUR = "1. N: Kh Jh 8h 7h  E: (Qh 6s Kc 9d)  S: (10h 7c Ad 8s)  W: (7s 6c 8d Js)  > N 36"
THREE = "1. N: Kh Jh 8h  E: (Qh 6s Kc)  S: (10h 7c Ad)  W: (7s 6c 8d)  > N 34"


def four_cards(rules: str, play: str) -> str:
    """A record in which N holds four hearts."""
    return record(rules, play).replace("trump 9h", HANDS)


def test_four_cards_are_too_many_where_leads_have_three() -> None:
    path = HOUSE / "three-card-leads.toml"
    rules = named(path, "three-card-leads@1")
    result = verify(four_cards(rules, FOUR), path)
    found = verified(result)
    assert places(found) == [("K3003", 1, 1, "N", "HR 3.1")]
    assert (result.status, found["status"], found["claims"]) == (1, "illegal", "confirmed")
    assert verified(verify(four_cards(rules, THREE), path))["diagnostics"] == []
    assert verified(verify(four_cards("kozel-general@1", FOUR)))["diagnostics"] == []


def test_a_declared_hand_takes_the_lead_and_is_not_led_where_leads_have_three() -> None:
    path = HOUSE / "three-card-leads.toml"
    rules = named(path, "three-card-leads@1")
    shows = "shows N: Molodka Kh Jh 8h 7h\n"
    lead = "1. N: 7h  E: Qh  S: (7c)  W: (6c)  > E 3"
    assert verified(verify(four_cards(rules, shows + lead), path))["diagnostics"] == []
    found = verified(verify(four_cards(rules, shows + FOUR), path))
    assert places(found) == [("K3003", 1, 1, "N", "HR 3.1")]


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        pytest.param("1. N: Jh 8h  E: Qh 6s  S: 7c 8s  W: 6c 7s  > E 5", [], id="all-shown"),
        pytest.param(
            "1. N: Jh 8h  E: Qh 6s  S: 7c 8s  W: (6c 7s)  > E 5", ["W"], id="the-last-one"
        ),
        pytest.param("1. N: Jh 8h  E: Qh 6s  S: 7c 8s  W: (? ?)  > E", ["W"], id="unknown"),
        pytest.param("1. N: Jh 8h  E: Qh 6s  S: 7c (8s)  W: 6c 7s  > E 5", ["S"], id="one-card"),
        pytest.param(
            "1. N: Jh 8h  E: Qh 6s  S: (7c 8s)  W: (6c 7s)  > E 5", ["S", "W"], id="two-of-them"
        ),
        pytest.param(
            "1. N: Jh 8h  E: (Qh 6s)  S: 7c 8s  W: 6c 7s  > N 5", ["E"], id="a-set-that-would-win"
        ),
    ],
)
def test_who_answers_face_down_breaks_the_rule_of_open_discards(
    play: str, expected: list[str]
) -> None:
    path = HOUSE / "open-discards.toml"
    result = verify(record(named(path, "open-discards@1"), play), path)
    found = verified(result)
    assert places(found) == [("K3015", 1, 1, seat, "HR 3.7") for seat in expected]
    assert result.status == (1 if expected else 0)
    assert found["status"] == ("illegal" if expected else "legal")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.stem))
def test_a_sample_is_legal_under_its_file_and_its_claims_are_confirmed(path: Path) -> None:
    text = path.with_suffix(".kozel").read_text(encoding="utf-8")
    result = verify(text, path)
    found = verified(result)
    assert (result.status, found["status"], found["claims"]) == (0, "legal", "confirmed")
    assert {finding["severity"] for finding in found["diagnostics"]} <= {"note"}
    assert "K0101" not in codes(found)
    assert f"digest={digest_of(path)}" in text
    assert codes(verified(verify(text))) == ["K2001"]


def test_there_are_samples() -> None:
    assert [path.stem for path in SAMPLES] == ["open-discards", "three-card-leads"]
