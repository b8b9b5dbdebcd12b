"""The naive statement of Svoi Kozyri keeps its own promises, and those of the hard cases."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from statistics import median

import pytest

from tests.oracle import naive_svoi as svoi
from tests.oracle import naive_svoi_play as play
from tests.oracle.naive_svoi import SB, SK, IllegalTurnError, Position, RuleSet, read_turn
from tests.oracle.naive_svoi_play import Series
from tests.oracle.svoi_faults import FAULTS, Damaged, inject

TRUMPS = {"1": "c", "2": "d", "3": "h", "4": "s"}
"""The seats of the hard cases, sections 5 and 6."""

FOUR = RuleSet(SK, ("1", "2", "3", "4"))
OPEN = RuleSet(SB, ("1", "2"))
OPEN_TAKER = RuleSet(SB, ("1", "2"), taker_leads=True)

CHAIN = """%kozel 1
[Rules "svoi-kozyri-lobashev@1"]
[Seats "A B C D"]

deal 1
dealer D
trumps A: c  B: d  C: h  D: s
1. A: 8h
2. B: 6d / Qs
3. C: 6h / 9d
4. D: takes 3 (9d 6h Qs)
5. A: 9c / ?
unfinished "the description stops here"
"""


def position(
    due: str, pile: str, rules: RuleSet = FOUR, *, is_free_lead: bool = False, **hands: str
) -> Position:
    """A position; the pile is given from the bottom, a hand as ``h1="8h 9c"``."""
    held = {seat: hands.get(f"h{seat}", "").split() for seat in rules.seats}
    return Position(rules, TRUMPS, held, due, pile.split(), is_free_lead)


def outcome(start: Position, *turns: str) -> tuple[str | None, bool | None] | str:
    """The loser and whether it is drawn; or who is due, if the deal is not over."""
    for number, turn in enumerate(turns, start=1):
        start.play(read_turn(f"{number}. {turn}"))
    return (start.loser, start.is_drawn) if start.is_over else start.due


# -- cards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "top", "own_trump", "does"),
    [
        ("6d", "8h", "d", True),  # 100, of 2
        ("6h", "Qs", "h", True),  # 100, of 3
        ("9c", "6d", "c", True),  # 101
        ("6h", "8h", "h", False),  # 102
        ("9h", "8h", "h", True),
        ("Ah", "Kh", "d", True),  # 104
        ("6d", "Ah", "d", True),  # 105
        ("10s", "Js", "h", False),  # 134
        ("Js", "10s", "h", True),
        ("Ks", "10s", "h", True),
        ("Ac", "Kd", "h", False),
        ("6h", "Ah", "h", False),
        ("As", "Kh", "h", False),
        ("Qh", "Qs", "d", False),
    ],
)
def test_a_card_covers(card: str, top: str, own_trump: str, *, does: bool) -> None:
    assert svoi.covers(card, top, own_trump) is does


def test_an_own_trump_ace_is_covered_by_nothing_and_a_six_of_own_trump_by_the_other_eight() -> None:
    covering = {
        top: [card for card in svoi.whole_pack() if svoi.covers(card, top, "d")]
        for top in ("Ad", "6d", "As", "6s")
    }
    assert {top: len(cards) for top, cards in covering.items()} == {
        "Ad": 0,
        "6d": 8,
        "As": 9,
        "6s": 17,
    }


@pytest.mark.parametrize(
    ("pile", "top", "own_trump", "count"),
    [
        (5, "9d", "s", 3),  # 100
        (5, "Qd", "d", 5),  # 108
        (8, "Qd", "d", 5),
        (9, "Ad", "d", 9),  # 109
        (9, "Ad", "s", 3),
        (2, "9d", "s", 2),  # 110
        (4, "9d", "d", 4),
        (1, "Ad", "d", 1),
        (36, "6h", "h", 5),
    ],
)
def test_so_many_cards_are_picked_up(pile: int, top: str, own_trump: str, count: int) -> None:
    assert svoi.pick_up_count(pile, top, own_trump) == count


def test_the_open_game_takes_the_whole_pile() -> None:
    assert svoi.pick_up(OPEN, ["8h"] * 8, "c") == 8  # 137


# -- set-up ---------------------------------------------------------------------------------------


def test_the_pack_is_dealt_from_the_left_of_the_dealer() -> None:
    hands = svoi.deal_out(svoi.whole_pack(), FOUR.seats, "4")
    assert hands["1"][:2] == ["As", "10s"]
    assert {len(cards) for cards in hands.values()} == {9}
    assert svoi.deal_out(svoi.whole_pack(), FOUR.seats, "2")["3"] == hands["1"]
    assert len(svoi.deal_out(svoi.whole_pack(), ("N", "S"), "N")["S"]) == 18
    assert svoi.first_to_act(FOUR.seats, "4") == "1"


def test_every_six_goes_to_its_owner_and_hands_have_ten_less_the_sixes_dealt() -> None:
    hands = {"1": ["6c", "6d", "6h"], "2": ["7d"], "3": ["6s"], "4": ["7s"]}
    assert svoi.exchanges(hands, TRUMPS) == [
        ["1", "6d", "2"],
        ["1", "6h", "3"],
        ["3", "6s", "4"],
    ]
    after = svoi.exchanged(hands, TRUMPS)
    assert after == {"1": ["6c"], "2": ["7d", "6d"], "3": ["6h"], "4": ["7s", "6s"]}
    for seat, cards in hands.items():
        sixes = sum(svoi.rank_of(card) == "6" for card in cards)
        assert len(after[seat]) == len(cards) + 1 - sixes


def test_a_six_that_nobody_owns_stays() -> None:  # 133
    three = {"1": "c", "2": "d", "3": "h"}
    assert svoi.exchanges({"1": ["6s"], "2": ["6c"], "3": []}, three) == [["2", "6c", "1"]]


def test_the_loser_deals_and_after_a_draw_the_same_dealer() -> None:  # 128, 129
    assert svoi.next_dealer("1", "3") == "3"
    assert svoi.next_dealer("1", None) == "1"


def test_the_mirror_exchanges_the_trumps_and_the_others() -> None:
    trumps = {"1": "c", "2": "d"}
    assert svoi.mirrored(["6c", "7d", "As", "10h"], trumps) == ["6d", "7c", "Ah", "10s"]
    assert svoi.are_mirrored({"1": ["6c", "As"], "2": ["Ah", "6d"]}, trumps)
    assert not svoi.are_mirrored({"1": ["6c", "As"], "2": ["As", "6d"]}, trumps)


def test_trumps_are_different_and_in_the_open_game_of_two_colours() -> None:  # 136
    assert svoi.are_trumps(FOUR, TRUMPS)
    assert not svoi.are_trumps(FOUR, {**TRUMPS, "4": "c"})
    assert svoi.are_trumps(OPEN, {"1": "c", "2": "d"})
    assert not svoi.are_trumps(OPEN, {"1": "c", "2": "s"})


# -- turns ----------------------------------------------------------------------------------------

FIVE = "8h 6d Qs 6h 9d"
BIG = "8h 6d Qs 6h 9d 7c 8c 9c Js"


@pytest.mark.parametrize(
    ("start", "turns", "result"),
    [
        # 100: taking three uncovers 6d; 101: which 1 covers by his own trump
        (position("4", FIVE, h1="9c 8s 7c", h2="7d", h4="Ks"), ["4: takes 3 (9d 6h Qs)"], "1"),
        (
            position("4", FIVE, h1="9c 8s 7c", h2="7d", h4="Ks"),
            ["4: takes 3", "1: 9c / 8s"],
            "2",
        ),
        # 112: a pick-up although one could cover
        (position("4", FIVE, h1="9c", h4="Ad"), ["4: takes 3"], "1"),
        # 114: the pile emptied, the next leads one card
        (position("4", "9d 8d", h1="9c 7c", h2="8s", h4="Ks"), ["4: takes 2", "1: 7c"], "2"),
        # 115: out by cover with others left: a free lead
        (
            position("1", "8h", h1="9h", h2="Ks Qs", h3="As", h4="7s"),
            ["1: 9h / -", "2: Qs"],
            "3",
        ),
        # 118: out by cover with one other left, who could have covered
        (position("1", "8h", h1="9h", h2="Ah"), ["1: 9h / -"], ("2", False)),
        # 119: out by lead, the only card of the other covers it; shown or not
        (position("1", "8h", h1="9h 7s", h2="6d"), ["1: 9h / 7s"], (None, True)),
        (position("1", "8h", h1="9h 7s", h2="6d"), ["1: 9h / 7s", "2: 6d / -"], (None, True)),
        (position("1", "8h", h1="9h 7s", h2="?"), ["1: 9h / 7s"], (None, None)),
        (position("1", "8h", h1="9h 7s", h2="?"), ["1: 9h / 7s", "2: 6d / -"], (None, True)),
        # nothing covers one's own trump ace, not even an unknown card
        (position("1", "8h", h1="9h Ad", h2="?"), ["1: 9h / Ad"], ("2", False)),
        # the same by a lead to an empty pile, and by a free lead
        (position("1", "", h1="7s", h2="8s"), ["1: 7s"], (None, True)),
        (position("1", "Kh", h1="7s", h2="8s", is_free_lead=True), ["1: 7s"], (None, True)),
        # 120: two cards, one of which covers
        (position("1", "8h", h1="9h 7s", h2="6d 7c"), ["1: 9h / 7s"], ("2", False)),
        # 121: one card that does not
        (position("1", "8h", h1="9h 7s", h2="6h"), ["1: 9h / 7s"], ("2", False)),
        # 122: out by lead, then by cover
        (
            position("1", "8h", h1="9h 7s", h2="8s", h3="Ah"),
            ["1: 9h / 7s", "2: 8s / -"],
            ("3", False),
        ),
        # 130: who has no card is skipped
        (position("1", "8h", h1="9h 7s 7c", h3="Ah 8s"), ["1: 9h / 7s"], "3"),
        # 138: the opponent of the taker leads, or the taker
        (position("1", "8h 9s", OPEN, h1="7h", h2="7s"), ["1: takes 2"], "2"),
        (position("1", "8h 9s", OPEN_TAKER, h1="7h", h2="7s"), ["1: takes 2"], "1"),
        # 140: out by cover wins at once; by lead, too, whatever the other holds
        (position("1", "8h", OPEN, h1="9h", h2="Ah"), ["1: 9h / -"], ("2", False)),
        (position("1", "8h", OPEN, h1="9h 7s", h2="8s"), ["1: 9h / 7s"], ("2", False)),
    ],
)
def test_a_case_is_accepted(start: Position, turns: list[str], result: object) -> None:
    assert outcome(start, *turns) == result


@pytest.mark.parametrize(
    ("start", "turns", "clause"),
    [
        # 102, 134
        (position("3", "8h", h3="6h 7h"), ["3: 6h / 7h"], "7.6"),
        (position("3", "Js", h3="10s 7h"), ["3: 10s / 7h"], "7.6"),
        # 106: no lead after the cover; a card led without a cover
        (position("2", "Kh", h2="Ah 7s"), ["2: Ah / -"], "7.5"),
        (position("2", "Kh", h2="Ah 7s"), ["2: 7s"], "7.5"),
        # 108, 109, 110
        (position("2", "8h 6s Qs 6h Qd", h2="7h"), ["2: takes 3"], "7.7"),
        (position("2", f"{BIG[:-3]} Ad", h2="7h"), ["2: takes 5"], "7.7"),
        (position("4", "8h 9d", h4="7h"), ["4: takes 3"], "7.7"),
        # 113: picks up and leads in the same turn
        (position("4", FIVE, h1="9c", h4="Ad"), ["4: takes 3", "4: Ad"], "7.4"),
        # 116, 117
        (
            position("1", "8h", h1="9h", h2="Ah Qs 7d", h3="As"),
            ["1: 9h / -", "2: takes 2"],
            "7.9",
        ),
        (
            position("1", "8h", h1="9h", h2="Ah Qs 7d", h3="As"),
            ["1: 9h / -", "2: Ah / Qs"],
            "7.9",
        ),
        # 130
        (position("1", "8h", h1="9h 7s 7c", h3="Ah 8s"), ["1: 9h / 7s", "2: 8d / 9d"], "7.4"),
        # 118, 120: the deal is over
        (position("1", "8h", h1="9h", h2="Ah"), ["1: 9h / -", "2: Ah / -"], "7.10"),
        (position("1", "8h", h1="9h 7s", h2="6h"), ["1: 9h / 7s", "2: 6h / -"], "7.10"),
        (position("1", "8h", h1="9h 7s", h2="?"), ["1: 9h / 7s", "2: 6h / -"], "7.10"),
        # two cards to an empty pile, two to cover, two to lead
        (position("1", "", h1="9h 7s 8c"), ["1: 9h 7s"], "7.4"),
        (position("2", "Kh", h2="Ah 6d 7s"), ["2: Ah 6d / 7s"], "7.5"),
        (position("2", "Kh", h2="Ah 6d 7s"), ["2: Ah / 6d 7s"], "7.5"),
        # 137
        (position("1", "8h 9h Js 9s 6d 7d 8d 9d", OPEN, h1="7h"), ["1: takes 3"], "7.7"),
        # cards of another hand, cards that are not on top
        (position("2", "Kh", h1="Ah", h2="6d 7s"), ["2: Ah / 7s"], "does not hold"),
        (position("4", FIVE, h4="7h"), ["4: takes 3 (9d 6h 8h)"], "not on top"),
    ],
)
def test_a_case_is_rejected(start: Position, turns: list[str], clause: str) -> None:
    with pytest.raises(IllegalTurnError, match=clause):
        outcome(start, *turns)


def test_a_position_may_repeat() -> None:  # 132
    start = position("1", "", h1="10c 7s", h2="8s 9h 8h 9s")
    held = {seat: sorted(cards) for seat, cards in start.hands.items()}
    circle = ["1: 7s", "2: 8s / 9h", "1: takes 3", "2: 8h", "1: 9h / 8s", "2: takes 3"]
    assert outcome(start, *circle * 3) == "1"
    assert {seat: sorted(cards) for seat, cards in start.hands.items()} == held


def test_the_chain_of_the_description_is_read_with_unknown_hands() -> None:
    assert svoi.judge(CHAIN)["deals"] == [
        {"number": 1, "dealer": "D", "turns": 5, "loser": None, "drawn": False}
    ]


# -- random series --------------------------------------------------------------------------------


@cache
def some_series() -> list[Series]:
    """Random series of every rule set, number of seats and way of writing."""
    found = []
    for seed in range(250):
        rng = Random(f"series {seed}")
        rules, seats, options = play.random_table(rng)
        style = play.random_style(rules, rng)
        found.append(play.styled_series(rules, seats, options, rng, style, 2))
    return found


def test_the_reader_finds_what_the_player_expects() -> None:
    for series in some_series():
        text = series.write()
        assert svoi.judge(text) == series.expected(), text


def test_what_is_expected_is_true_and_whole_where_every_card_is_told() -> None:
    for series in some_series():
        expected, truth = series.expected(), series.truth()
        for told, happened in zip(expected["deals"], truth["deals"], strict=True):
            for key, value in told.items():
                assert value is None or value == dict(happened)[key]
        if series.style.knows_hands:
            assert expected == truth


def test_some_results_are_not_told() -> None:
    told = Counter((series.style.form, series.is_told) for series in some_series())
    assert told["bare", False] > 5
    assert told["bare", True] > 5


def test_cards_are_conserved_after_every_turn() -> None:
    pack = sorted(svoi.whole_pack())
    for series in some_series():
        for deal in series.deals:
            hands = {seat: list(cards) for seat, cards in deal.start.items()}
            replay = Position(series.rules, deal.trumps, hands, deal.leader(series.rules))
            for event in deal.events[: deal.turns]:
                replay.play(event.truth)
                held = [card for cards in replay.hands.values() for card in cards]
                assert sorted(held + replay.pile) == pack
            assert (replay.loser, replay.is_drawn) == (deal.loser, deal.is_drawn)
            assert replay.is_over is not deal.is_unfinished


def test_deals_have_the_length_of_games_between_people() -> None:
    turns = [
        deal.turns
        for series in some_series()
        for deal in series.deals
        if len(series.rules.seats) == 4
    ]
    assert 35 < median(turns) < 120
    assert sum(30 <= number <= 150 for number in turns) > len(turns) * 0.6


def test_deals_end_in_every_way() -> None:
    ways = Counter(
        "drawn" if deal.is_drawn else deal.out[-1][1]
        for series in some_series()
        for deal in series.deals
        if not deal.is_unfinished
    )
    assert ways["drawn"] > 5
    assert min(ways["cover"], ways["lead"]) > 50


# -- faults ---------------------------------------------------------------------------------------

AT_A_TURN = ("K4001", "K4003", "K4004", "K4005", "K4006", "K4007", "K4008", "K4013", "K4016")
SEEN_BY_THE_READER = {name for name in FAULTS if name[:5] not in ("K4012", "K4017", "K5007")} - {
    "K2014-twice",
    "K4010-gift",
    "K4010-giver",
}


def damaged_series(name: str, number: int, *, form: str | None = None) -> Iterator[Damaged]:
    """Records with a fault; gives up after many tries without one."""
    found = 0
    for attempt in range(1000):
        rng = Random(f"{name} {form} {attempt}")
        rules, seats, options = play.random_table(rng)
        if name == "K4017":
            rules, seats = SB, ["N", "S"]
        style = play.random_style(rules, rng)
        if form is not None:
            style = play.Style(form, takes=style.takes, hidden="known")
        series = play.styled_series(rules, seats, options * (rules == SB), rng, style, 2)
        before = series.write()
        damaged = inject(series, rng, name)
        assert series.write() == before
        if damaged is not None:
            assert damaged[0] != before
            yield damaged
            found += 1
        if found == number:
            return


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_finds_its_places(name: str) -> None:
    found = list(damaged_series(name, 4))
    assert len(found) == 4
    for text, finding in found:
        assert name.startswith(finding.code)
        assert f"\ndeal {finding.deal}\n" in text
        if finding.turn is not None:
            assert f"\n{finding.turn}. {finding.seat}: " in text
        if name in SEEN_BY_THE_READER:
            with pytest.raises((IllegalTurnError, KeyError)):
                svoi.judge(text)


@pytest.mark.parametrize("name", AT_A_TURN)
def test_only_the_turn_that_is_named_breaks_a_rule(name: str) -> None:
    for text, finding in damaged_series(name, 5, form="hands"):
        rules, deals = svoi.read(text)
        for deal in deals:
            (replay,) = deal.starts(rules)
            for turn in deal.turns:
                if (deal.number, turn.number) != (finding.deal, finding.turn):
                    replay.play(turn)
                    continue
                with pytest.raises(IllegalTurnError):
                    replay.check(turn)
                replay.happen(turn)
