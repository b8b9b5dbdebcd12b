"""What a deal costs each pair, and when a match is decided."""

from dataclasses import replace

import pytest

from kozelnotation.games.kozel.profiles.kozel_pairs_tvaladze_1 import (
    RULES as KOZEL_PAIRS_TVALADZE_1,
)
from kozelnotation.games.kozel.rulesets import (
    KozelRules,
    apply_options,
    written_options,
)
from kozelnotation.games.kozel.scoring import Match, penalties, possible_penalties
from kozelnotation.games.ruleset import OptionFault

KP = KOZEL_PAIRS_TVALADZE_1
SEATS = ("N", "E", "S", "W")


def with_options(words: str) -> KozelRules:
    """The rule set with options that are sound."""
    rules = apply_options(KP, words.split())
    assert isinstance(rules, KozelRules)
    return rules


def test_partners_face_each_other() -> None:
    assert KP.sides(len(SEATS)) == ((0, 2), (1, 3))


@pytest.mark.parametrize(
    ("points", "tricks", "paid"),
    [
        pytest.param((120, 0), (9, 0), (0, 6), id="no-trick-pays-6"),
        pytest.param((120, 0), (8, 1), (0, 4), id="a-trick-without-points-pays-4"),
        pytest.param((118, 2), (8, 1), (0, 4), id="2-points-pay-4"),
        pytest.param((90, 30), (5, 4), (0, 4), id="30-points-pay-4"),
        pytest.param((89, 31), (5, 4), (0, 2), id="31-points-pay-2"),
        pytest.param((88, 32), (5, 4), (0, 2), id="32-points-pay-2"),
        pytest.param((61, 59), (1, 8), (0, 2), id="59-points-with-more-tricks-pay-2"),
        pytest.param((60, 60), (5, 4), (2, 2), id="60-60-pays-2-each"),
        pytest.param((60, 60), (8, 1), (2, 2), id="60-60-does-not-ask-for-tricks"),
        pytest.param((59, 61), (8, 1), (2, 0), id="the-first-pair-may-lose"),
        pytest.param((30, 90), (4, 5), (4, 0), id="the-first-pair-pays-4"),
        pytest.param((0, 120), (1, 8), (4, 0), id="the-first-pair-pays-4-for-a-trick"),
        pytest.param((0, 120), (0, 9), (6, 0), id="the-first-pair-pays-6"),
    ],
)
def test_penalties(points: tuple[int, int], tricks: tuple[int, int], paid: tuple[int, int]) -> None:
    assert tuple(penalties(KP, points, tricks)) == paid


@pytest.mark.parametrize("own", range(121))
def test_penalties_for_every_number_of_points(own: int) -> None:
    if own == 60:
        expected = [2, 2]
    elif own < 60:
        expected = [2 if own >= 31 else 4, 0]
    else:
        expected = [0, 2 if 120 - own >= 31 else 4]
    assert penalties(KP, (own, 120 - own), (4, 4)) == expected


@pytest.mark.parametrize(
    ("ranges", "tricks", "paid"),
    [
        pytest.param(((70, 80), (40, 50)), (5, 4), {(0, 2)}, id="every-value-pays-2"),
        pytest.param(((90, 100), (20, 30)), (5, 4), {(0, 4)}, id="every-value-pays-4"),
        pytest.param(((89, 90), (30, 31)), (5, 4), {(0, 2), (0, 4)}, id="30-or-31-is-open"),
        pytest.param(((60, 61), (59, 60)), (5, 4), {(2, 2), (0, 2)}, id="60-or-61-is-open"),
        pytest.param(((80, 120), (0, 31)), (5, 4), {(0, 2), (0, 4)}, id="31-is-still-possible"),
        pytest.param(((80, 120), (0, 30)), (5, 4), {(0, 4)}, id="the-other-range-narrows"),
        pytest.param(((120, 120), (0, 0)), (9, 0), {(0, 6)}, id="no-trick-pays-6"),
    ],
)
def test_penalties_of_points_that_are_not_known(
    ranges: tuple[tuple[int, int], tuple[int, int]],
    tricks: tuple[int, int],
    paid: set[tuple[int, int]],
) -> None:
    assert possible_penalties(KP, ranges, tricks, 120) == paid


@pytest.mark.parametrize(
    ("options", "deals", "winner", "tied", "reason"),
    [
        pytest.param("", [(0, 6), (4, 0)], None, (), None, id="below-12-nobody-is-out"),
        pytest.param("", [(4, 6), (0, 6)], 0, (), "limit", id="exactly-12-is-out"),
        pytest.param("", [(8, 10), (0, 4)], 0, (), "limit", id="14-is-out"),
        pytest.param("", [(10, 8), (4, 0)], 1, (), "limit", id="the-first-pair-may-be-out"),
        pytest.param("", [(10, 10), (2, 2)], None, (), None, id="12-12-nobody-is-out"),
        pytest.param("", [(12, 12), (2, 2)], None, (), None, id="14-14-goes-on"),
        pytest.param(
            "", [(12, 12), (0, 4)], 0, (), "limit", id="12-16-the-lower-wins-at-the-limit"
        ),
        pytest.param("", [(12, 12), (6, 0)], 1, (), "limit", id="18-12-the-lower-wins"),
        pytest.param("", [(14, 14), (2, 0)], 1, (), "limit", id="16-14-the-lower-wins"),
        pytest.param("", [(11, 9), (2, 3)], 1, (), "limit", id="13-12-both-over-the-lower-wins"),
        pytest.param("", [(0, 0)], None, (), None, id="no-penalties-decide-nothing"),
        pytest.param("limit=4", [(0, 4)], 0, (), "limit", id="limit-4-at-4"),
        pytest.param("limit=4", [(2, 2)], None, (), None, id="limit-4-at-2"),
        pytest.param("limit=4", [(2, 2), (2, 2)], None, (), None, id="limit-4-at-4-4"),
        pytest.param("limit=20", [(12, 18)], None, (), None, id="limit-20-at-18"),
        pytest.param("limit=20", [(12, 20)], 0, (), "limit", id="limit-20-at-20"),
        pytest.param("limit=1", [(2, 2), (0, 2)], 0, (), "limit", id="limit-1-needs-a-difference"),
        pytest.param("deals=2", [(0, 6)], None, (), None, id="one-deal-of-two"),
        pytest.param("deals=2", [(0, 6), (4, 0)], 0, (), "deals", id="fewest-after-two-deals"),
        pytest.param("deals=2", [(6, 0), (0, 2)], 1, (), "deals", id="the-second-pair-has-fewest"),
        pytest.param("deals=2", [(0, 4), (4, 0)], None, (0, 1), "deals", id="equal-is-a-tie"),
        pytest.param("deals=3", [(0, 6), (0, 6)], None, (), None, id="deals-replace-the-limit"),
        pytest.param("deals=1", [(2, 2)], None, (0, 1), "deals", id="60-60-in-the-only-deal"),
    ],
)
def test_a_match_is_decided(
    options: str,
    deals: list[tuple[int, int]],
    winner: int | None,
    tied: tuple[int, ...],
    reason: str | None,
) -> None:
    match = Match(with_options(options), 2)
    for paid in deals:
        assert not match.is_decided
        match.add(paid)
        match.counted += 1
        match.judge()
    decided = match.decided
    found = (None, (), None) if decided is None else (decided.winner, decided.tied, decided.reason)
    assert found == (winner, tied, reason)
    assert match.is_decided is match.may_be_decided is (reason is not None)


def test_a_decided_match_stays_decided() -> None:
    match = Match(KP, 2)
    match.add((0, 12))
    match.judge()
    match.add((16, 0))
    match.judge()
    assert match.decided is not None
    assert (match.decided.winner, match.decided.reason) == (0, "limit")


def test_a_match_of_which_one_deal_is_open_may_be_decided() -> None:
    match = Match(KP, 2, [0, 9])
    match.add_one_of({(0, 2), (0, 4)})
    match.judge()
    assert (match.score, match.is_decided, match.may_be_decided) == ([0, None], False, True)
    match.add((0, 2))
    match.judge()
    assert (match.is_decided, match.winner) == (True, 0)


def test_a_score_that_is_not_known_decides_nothing_and_stays_unknown() -> None:
    match = Match(KP, 2)
    match.add((None, 12))
    match.judge()
    assert not match.is_decided
    match.add((2, 2))
    match.judge()
    assert (match.score, match.is_decided) == ([None, 14], False)


@pytest.mark.parametrize(
    ("words", "written"),
    [
        pytest.param("", {}, id="no-options"),
        pytest.param("shokha=off", {"shokha": "off"}, id="shokha-off"),
        pytest.param("declarations=off", {"declarations": "off"}, id="declarations-off"),
        pytest.param("deals=8", {"deals": "8"}, id="eight-deals"),
        pytest.param("limit=999", {"limit": "999"}, id="the-highest-limit"),
        pytest.param("limit=12", {}, id="a-default-is-dropped"),
        pytest.param("shokha=on declarations=on", {}, id="defaults-are-dropped"),
        pytest.param(
            "limit=9 shokha=off", {"shokha": "off", "limit": "9"}, id="in-the-order-of-the-table"
        ),
    ],
)
def test_options_are_read(words: str, written: dict[str, str]) -> None:
    assert list(written_options(with_options(words)).items()) == list(written.items())


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("shokha=maybe", id="a-bad-value"),
        pytest.param("shokha", id="no-value"),
        pytest.param("deals=0", id="no-deals"),
        pytest.param("deals=1000", id="too-many-deals"),
        pytest.param("deals=08", id="a-leading-zero"),
        pytest.param("deals=-1", id="a-negative-number"),
        pytest.param("limit=0", id="no-limit"),
        pytest.param("limit=twelve", id="a-word"),
        pytest.param("pack=35", id="an-option-of-another-rule-set"),
        pytest.param("colour=red", id="an-option-that-nobody-has"),
        pytest.param("deals=3 limit=9", id="deals-with-limit"),
        pytest.param("limit=9 deals=3", id="limit-with-deals"),
    ],
)
def test_options_that_cannot_be_applied(words: str) -> None:
    assert isinstance(apply_options(KP, words.split()), OptionFault)


def test_a_rule_set_is_a_value_that_options_do_not_change() -> None:
    before = replace(KP)
    with_options("limit=9 shokha=off")
    assert before == KP
