"""Generated matches are legal, rightly counted, canonical, and the same for the same seed."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kozelnotation.cli.files import rule_sets
from kozelnotation.games.kozel.generate import random_match
from kozelnotation.games.kozel.rulesets import KozelRules, apply_options
from kozelnotation.verdict.report import Claims, RecordReport, Status
from kozelnotation.verdict.verify import verify
from tests.cli.run import Result, kozel

HOUSE = Path(__file__).parents[3] / "samples" / "house"
SEATS = {2: ("N", "S"), 3: ("N", "E", "S"), 4: ("N", "E", "S", "W"), 5: tuple("ABCDE")}
PENALTY_OPTIONS = (
    "",
    "shokha=off",
    "declarations=off",
    "deals=1",
    "deals=3",
    "limit=1",
    "limit=4",
    "limit=20",
    "shokha=off declarations=off limit=6",
)
PLAYED = {
    "kozel-pairs-tvaladze@1": ((4,), PENALTY_OPTIONS),
    "kozel-general@1": ((2, 3, 4), PENALTY_OPTIONS),
    "kozel-money@1": ((2, 3, 4, 5), ("", "shokha=off")),
}
"""How many may play by which rules, with which options: the table of rule sets."""


def known(path: Path | None = None) -> dict[str, KozelRules]:
    """The rule sets with that of a file."""
    found = rule_sets(path)
    assert isinstance(found, dict), found
    return {name: rules for name, rules in found.items() if isinstance(rules, KozelRules)}


def tables() -> Iterator[tuple[str, str, int]]:
    """Every rule set with every number of players and several options."""
    for name, (counts, options) in PLAYED.items():
        for count in counts:
            for option in options:
                yield name, option, count
    for option in ("pack=35", "shokha=off limit=4 pack=35"):
        yield "kozel-general@1", option, 3


TABLES = [
    pytest.param(name, options, count, id=f"{name}-{options.replace(' ', ',')}-{count}")
    for name, options, count in tables()
]


def check(
    report: RecordReport, rules: KozelRules, seats: tuple[str, ...], most: int | None = None
) -> None:
    """A generated record is legal, canonical, rightly counted, and not longer than it may be."""
    codes = [finding.code.number for finding in report.findings]
    assert (report.status, report.claims, set(codes) - {"K3401"}) == (
        Status.LEGAL,
        Claims.CONFIRMED,
        set(),
    ), codes
    assert report.sha256_source == report.sha256_canonical
    assert report.record is not None
    assert report.record.rules is not None
    assert report.record.rules.id == rules.id
    assert tuple(report.record.seats) == seats
    assert all(deal.complete for deal in report.deals)
    if most is not None:
        assert report.result is not None or len(report.deals) == most
        assert len(report.deals) <= most


def made(name: str, options: str, count: int, *args: str) -> Result:
    """Run ``kozel generate``."""
    rules = f"{name} {options}".strip()
    return kozel(["generate", "--rules", rules, "--players", str(count), *args])


@pytest.mark.parametrize(("name", "options", "count"), TABLES)
def test_generated_matches_are_legal_canonical_and_rightly_counted(
    name: str, options: str, count: int
) -> None:
    result = made(name, options, count, "--seed", "11", "--matches", "2", "--deals", "20")
    assert (result.status, result.err) == (0, "")
    reports = verify(result.raw)
    assert len(reports) == 2
    for report in reports:
        check(report, known()[name], SEATS[count], 20)
        assert report.record is not None
        assert report.record.tag("Rules") == f"{name} {options}".strip()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "count"), TABLES)
def test_many_generated_matches_are_legal(name: str, options: str, count: int) -> None:
    result = made(name, options, count, "--seed", "12", "--matches", "25")
    reports = verify(result.raw)
    assert len(reports) == 25
    for report in reports:
        check(report, known()[name], SEATS[count], 60)


@pytest.mark.parametrize(("name", "options", "count"), TABLES)
def test_the_same_seed_gives_the_same_text_and_another_seed_another_one(
    name: str, options: str, count: int
) -> None:
    first = made(name, options, count, "--seed", "3", "--deals", "2").raw
    assert made(name, options, count, "--seed", "3", "--deals", "2").raw == first
    assert made(name, options, count, "--seed", "4", "--deals", "2").raw != first


def test_seeds_do_not_meet_between_rule_sets_and_numbers_of_players() -> None:
    packs = [
        line
        for name, options, count in tables()
        for line in made(name, options, count, "--deals", "1").out.splitlines()
        if line.startswith("deck ")
    ]
    assert len(set(packs)) == len(packs) == len(TABLES)


@pytest.mark.parametrize(("name", "options", "count"), TABLES)
def test_the_library_makes_the_same_kind_of_match(name: str, options: str, count: int) -> None:
    rules = apply_options(known()[name], options.split())
    assert isinstance(rules, KozelRules)
    rules = replace(rules, seats=count)
    text = random_match(rules, SEATS[count], "a seed", most=3)
    assert random_match(rules, SEATS[count], "a seed", most=3) == text
    assert random_match(rules, SEATS[count], "another seed", most=3) != text
    (report,) = verify(text)
    check(report, rules, SEATS[count], 3)


@pytest.mark.parametrize("seats", [("Ана", "Б2"), ("Q1", "X_y")])
def test_names_of_seats_may_be_any(seats: tuple[str, ...]) -> None:
    rules = replace(known()["kozel-general@1"], seats=2)
    (report,) = verify(random_match(rules, seats, "names", most=2))
    check(report, rules, seats, 2)


@pytest.mark.parametrize("players", ["2", "3", "5"])
def test_pairs_are_made_for_four_only(players: str) -> None:
    result = kozel(["generate", "--players", players])
    assert (result.status, result.out) == (2, "")
    assert "is played by 4" in result.err


@pytest.mark.parametrize("players", ["2", "4"])
def test_the_small_pack_is_for_three_only(players: str) -> None:
    result = made("kozel-general@1", "pack=35", int(players))
    assert (result.status, result.out) == (2, "")


# -- house rules ----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", ["", "shokha=off", "limit=4", "deals=2"])
@pytest.mark.parametrize("seed", ["1", "2", "3"])
@pytest.mark.parametrize("path", sorted(HOUSE.glob("*.toml")), ids=lambda path: str(path.stem))
def test_matches_by_house_rules_are_legal_under_them(path: Path, seed: str, options: str) -> None:
    sets = known(path)
    (house,) = [rules for rules in sets.values() if rules.digest is not None]
    rules = apply_options(house, [f"digest={house.digest}", *options.split()])
    assert isinstance(rules, KozelRules)
    rules = replace(rules, seats=4)
    text = random_match(rules, SEATS[4], seed)
    assert random_match(rules, SEATS[4], seed) == text
    assert random_match(rules, SEATS[4], f"{seed}0") != text
    (report,) = verify(text, rule_sets=sets)
    check(report, rules, SEATS[4], 60)


@pytest.mark.parametrize("seed", range(5))
def test_house_rules_are_kept_and_not_only_named(seed: int) -> None:
    """Three cards are the most that are led; nothing lies face down."""
    three = replace(known(HOUSE / "three-card-leads.toml")["three-card-leads@1"], seats=4)
    text = random_match(three, SEATS[4], str(seed))
    (report,) = verify(text, rule_sets={three.id: three})
    sizes = {trick.cards for deal in report.deals for trick in deal.tricks}
    assert sizes == {1, 2, 3}
    shown = replace(known(HOUSE / "open-discards.toml")["open-discards@1"], seats=4)
    assert "(" not in random_match(shown, SEATS[4], str(seed))
