"""Generated series of Svoi Kozyri are legal, rightly claimed, of human length, and reproducible.

What a record must come to is said by the oracle, which shares nothing with the package.
"""

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from kozelnotation.games.ruleset import OptionFault
from kozelnotation.games.svoi.generate import random_series
from kozelnotation.games.svoi.registry import RULE_SETS
from tests.cli.run import Result, kozel
from tests.oracle import naive_svoi as oracle
from tests.oracle.naive_svoi import SB, SK, DealResult, Position, RuleSet, Turn, WrittenDeal

ROOT = Path(__file__).parents[3]
SEATS = {2: ("N", "S"), 3: ("N", "E", "S"), 4: ("N", "E", "S", "W")}
PLAYED = (
    (SK, "", 4),
    (SK, "", 3),
    (SK, "", 2),
    (SB, "", 2),
    (SB, "after-pickup=taker", 2),
)
"""Every rule set with its numbers of seats and its options: the table of rule sets."""

TABLES = [
    pytest.param(name, options, count, id=f"{name.split('@')[0]}-{options or count}")
    for name, options, count in PLAYED
]
ODD = [pytest.param(False, id="sensible"), pytest.param(True, id="odd")]
LIMIT = {False: 400, True: 2000}
"""How many turns a deal has at most, sensible and odd."""

CARD = r"(?:10|[6-9JQKA])[shdc]"
TURN = re.compile(
    rf"(?P<number>\d+)\. \w+: (?:takes \d+(?: \({CARD}(?: {CARD})*\))?"
    rf"|{CARD}|\({CARD}\) / {CARD}|{CARD} / (?:{CARD}|-))"
)
"""A turn in canonical form, of cards that are all known (notation, sections 4 and 7)."""


# -- reading what was made ------------------------------------------------------------------------


@dataclass(frozen=True)
class Made:
    """A generated series: its text, and each deal as lines and as the oracle reads it."""

    text: str
    rules: RuleSet
    blocks: list[list[str]]
    deals: list[WrittenDeal]
    results: list[DealResult]


def read(text: str) -> Made:
    """Read a series; an illegal one raises IllegalTurnError."""
    rules, deals = oracle.read(text)
    _, *blocks = text.rstrip("\n").split("\n\n")
    results = oracle.judge(text)["deals"]
    assert len(blocks) == len(deals) == len(results)
    return Made(text, rules, [block.split("\n") for block in blocks], deals, results)


def write(
    name: str, options: str, count: int, seed: str, *, deals: int = 3, is_odd: bool = False
) -> str:
    """Make a series as the library does."""
    rules = RULE_SETS[name].with_options(options.split())
    assert not isinstance(rules, OptionFault)
    return random_series(rules, SEATS[count], seed, deals=deals, is_odd=is_odd)


@cache
def many(name: str, options: str, count: int, *, is_odd: bool) -> list[Made]:
    """Some series by the same rules: a hundred or more deals, of odd ones a few."""
    number = 10 if is_odd else 40
    return [
        read(write(name, options, count, f"many {seed}", is_odd=is_odd)) for seed in range(number)
    ]


def turns(block: list[str]) -> list[str]:
    """The lines of a deal that are turns."""
    return [line for line in block if line[0].isdigit()]


def lines(block: list[str], word: str) -> list[str]:
    """What follows a word in the lines of a deal that begin with it."""
    return [line.removeprefix(f"{word} ") for line in block if line.startswith(f"{word} ")]


def positions(made: Made) -> Iterator[tuple[Position, Turn]]:
    """Every turn with the position before it."""
    for deal, result in zip(made.deals, made.results, strict=True):
        (position,) = deal.starts(made.rules)
        for turn in deal.turns[: result["turns"]]:
            yield position, turn
            position.play(turn)


def lengths(name: str, options: str, count: int, *, is_odd: bool = False) -> list[int]:
    """How many turns the deals of some series have."""
    found = [made.results for made in many(name, options, count, is_odd=is_odd)]
    return [result["turns"] or 0 for results in found for result in results]


# -- legal and rightly claimed --------------------------------------------------------------------


def claimed(result: DealResult) -> str:
    """The line that says what a deal came to."""
    if result["drawn"]:
        return "drawn"
    return f"loser {result['loser']}" if result["loser"] else 'unfinished "it was late"'


@pytest.mark.parametrize("is_odd", ODD)
@pytest.mark.parametrize(("name", "options", "count"), TABLES)
def test_every_series_is_legal_and_its_results_are_those_of_the_oracle(
    name: str, options: str, count: int, *, is_odd: bool
) -> None:
    for made in many(name, options, count, is_odd=is_odd):
        assert made.rules.text == f"{name} {options}".strip()
        for number, (block, result) in enumerate(
            zip(made.blocks, made.results, strict=True), start=1
        ):
            assert block[0] == f"deal {number}"
            assert block[-1] == claimed(result)
            played = len(turns(block))
            shown = turns(block)[-1].endswith("/ -") and block[-1] == "drawn"
            assert result["turns"] == played - shown
            if block[-1].startswith("unfinished"):
                assert played == LIMIT[is_odd]
            assert played - shown <= LIMIT[is_odd]


@pytest.mark.slow
@pytest.mark.parametrize("is_odd", ODD)
@pytest.mark.parametrize(("name", "options", "count"), TABLES)
def test_many_series_are_legal(name: str, options: str, count: int, *, is_odd: bool) -> None:
    late = 0
    for seed in range(200):
        made = read(write(name, options, count, f"slow {seed}", is_odd=is_odd))
        assert [block[-1] for block in made.blocks] == [claimed(result) for result in made.results]
        late += made.text.count("unfinished")
    assert is_odd or late <= 6


@pytest.mark.parametrize("is_odd", ODD)
@pytest.mark.parametrize(("name", "options", "count"), TABLES)
def test_every_line_is_canonical(name: str, options: str, count: int, *, is_odd: bool) -> None:
    tag = f"{name} {options}".strip()
    header = f'%kozel 1\n[Rules "{tag}"]\n[Seats "{" ".join(SEATS[count])}"]\n\n'
    for made in many(name, options, count, is_odd=is_odd):
        assert made.text.startswith(header)
        assert made.text.endswith("\n")
        for block in made.blocks:
            found = [TURN.fullmatch(line) for line in turns(block)]
            numbers = [int(match["number"]) for match in found if match]
            assert numbers == list(range(1, len(found) + 1))
            words = [line.split()[0] for line in block if not line[0].isdigit()]
            first = "starter" if name == SB else "dealer"
            order = ["deal", first, "trumps", "deck", "hand", "gives", words[-1]]
            assert sorted(words, key=order.index) == words
            numbered = Counter(words)
            assert (numbered["deal"], numbered[first], numbered[words[-1]]) == (1, 1, 1)
            assert (numbered["deck"], numbered["hand"]) == ((0, 2) if name == SB else (1, 0))


# -- the deal -------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_odd", ODD)
@pytest.mark.parametrize("count", [4, 3, 2])
def test_the_loser_deals_next_and_after_a_draw_the_same_dealer_again(
    count: int, *, is_odd: bool
) -> None:
    kinds: Counter[str] = Counter()
    for made in many(SK, "", count, is_odd=is_odd):
        for before, after in zip(made.results, made.results[1:], strict=False):
            assert before["dealer"] is not None
            assert after["dealer"] == oracle.next_dealer(before["dealer"], before["loser"])
            kinds["same" if before["dealer"] == after["dealer"] else "other"] += 1
    assert kinds["same"]
    assert kinds["other"]
    assert {made.results[0]["dealer"] for made in many(SK, "", count, is_odd=is_odd)} == set(
        SEATS[count]
    )


@pytest.mark.parametrize("options", ["", "after-pickup=taker"])
def test_the_starters_of_the_open_game_alternate(options: str) -> None:
    found = [
        "".join(deal.first for deal in made.deals) for made in many(SB, options, 2, is_odd=False)
    ]
    assert set(found) == {"NSN", "SNS"}


@pytest.mark.parametrize("is_odd", ODD)
@pytest.mark.parametrize("options", ["", "after-pickup=taker"])
def test_the_hands_of_the_open_game_are_mirrored(options: str, *, is_odd: bool) -> None:
    found: list[str] = []
    for made in many(SB, options, 2, is_odd=is_odd):
        for deal in made.deals:
            assert list(deal.hands) == ["N", "S"]
            assert sorted(deal.hands["N"] + deal.hands["S"]) == sorted(oracle.whole_pack())
            assert oracle.are_mirrored(deal.hands, deal.trumps)
            found.append(" ".join(sorted(deal.hands["N"])))
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("is_odd", ODD)
@pytest.mark.parametrize("count", [4, 3, 2])
def test_the_whole_pack_is_dealt_and_every_exchange_of_a_six_is_written(
    count: int, *, is_odd: bool
) -> None:
    numbers = set()
    for made in many(SK, "", count, is_odd=is_odd):
        for deal in made.deals:
            assert sorted(deal.deck) == sorted(oracle.whole_pack())
            assert not deal.hands
            dealt = oracle.deal_out(deal.deck, SEATS[count], deal.first)
            due = [tuple(exchange) for exchange in oracle.exchanges(dealt, deal.trumps)]
            assert sorted(deal.given) == sorted(due)
            givers = [SEATS[count].index(giver) for giver, _, _ in deal.given]
            assert givers == sorted(givers)
            numbers.add(len(due))
    assert len(numbers) > 1


@pytest.mark.parametrize("is_odd", ODD)
@pytest.mark.parametrize(("name", "options", "count"), TABLES)
def test_trumps_are_lawful_and_written_where_they_change(
    name: str, options: str, count: int, *, is_odd: bool
) -> None:
    written = 0
    for made in many(name, options, count, is_odd=is_odd):
        before: dict[str, str] = {}
        for block, deal in zip(made.blocks, made.deals, strict=True):
            assert list(deal.trumps) == list(SEATS[count])
            assert oracle.are_trumps(made.rules, deal.trumps)
            assert bool(lines(block, "trumps")) is (deal.trumps != before)
            written += bool(before) and deal.trumps != before
            before = deal.trumps
    # a party keeps its trumps; every deal of the open game has its own
    assert bool(written) is (name == SB or is_odd)


# -- the play -------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_odd", ODD)
@pytest.mark.parametrize(("name", "options", "count"), TABLES)
def test_pick_ups_are_listed_top_first_and_only_odd_ones_may_lack_the_list(
    name: str, options: str, count: int, *, is_odd: bool
) -> None:
    listed: Counter[bool] = Counter()
    for made in many(name, options, count, is_odd=is_odd):
        for position, turn in positions(made):
            if turn.takes is None:
                continue
            listed[bool(turn.seen)] += 1
            if turn.seen:
                assert turn.seen == tuple(position.pile[: -turn.takes - 1 : -1])
    assert listed[True]
    assert bool(listed[False]) is is_odd


@pytest.mark.parametrize("is_odd", ODD)
@pytest.mark.parametrize(("name", "options", "count"), TABLES)
def test_only_odd_covers_are_not_shown(
    name: str, options: str, count: int, *, is_odd: bool
) -> None:
    hidden: Counter[bool] = Counter()
    for made in many(name, options, count, is_odd=is_odd):
        for deal in made.deals:
            hidden.update(turn.is_hidden for turn in deal.turns if turn.cover)
    assert hidden[False]
    assert bool(hidden[True]) is is_odd


@pytest.mark.parametrize(("name", "options", "count"), TABLES)
def test_sensible_players_mostly_cover_when_they_can_and_odd_ones_often_do_not(
    name: str, options: str, count: int
) -> None:
    share: dict[bool, float] = {}
    for is_odd in (False, True):
        chosen: Counter[bool] = Counter()
        for made in many(name, options, count, is_odd=is_odd):
            for position, turn in positions(made):
                own = position.trumps[turn.seat]
                if not position.is_lead_due and any(
                    oracle.covers(card, position.pile[-1], own)
                    for card in position.hands[turn.seat]
                ):
                    chosen[turn.takes is None] += 1
        share[is_odd] = chosen[True] / chosen.total()
    assert share[False] > 0.9
    assert share[True] < 0.75


def test_some_last_covers_of_drawn_deals_are_shown_and_some_are_not() -> None:
    shown: Counter[bool] = Counter()
    for count in (4, 3, 2):
        for made in many(SK, "", count, is_odd=False):
            for block, result in zip(made.blocks, made.results, strict=True):
                if result["drawn"]:
                    shown[len(turns(block)) > (result["turns"] or 0)] += 1
    assert min(shown[True], shown[False]) > 0


def test_some_players_go_out_by_cover_and_a_free_lead_follows() -> None:
    free = sum(
        position.is_free_lead
        for made in many(SK, "", 4, is_odd=False)
        for position, _ in positions(made)
    )
    assert free > 5


# -- how long deals are ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "count", "low", "high"),
    [
        pytest.param(SK, "", 4, 30, 120, id="four"),
        pytest.param(SK, "", 3, 25, 120, id="three"),
        pytest.param(SK, "", 2, 20, 120, id="two"),
        pytest.param(SB, "", 2, 20, 120, id="open"),
        pytest.param(SB, "after-pickup=taker", 2, 20, 120, id="open-taker"),
    ],
)
def test_deals_have_the_length_of_games_between_people(
    name: str, options: str, count: int, low: int, high: int
) -> None:
    found = lengths(name, options, count)
    assert len(found) == 120
    assert low <= median(found) <= high
    assert sum(length >= LIMIT[False] for length in found) <= 1


@pytest.mark.parametrize(("name", "options", "count"), TABLES)
def test_odd_deals_are_long_and_positions_repeat(name: str, options: str, count: int) -> None:
    found = lengths(name, options, count, is_odd=True)
    assert max(found) > 500
    assert median(found) > 2 * median(lengths(name, options, count))
    repeated = 0
    for made in many(name, options, count, is_odd=True):
        seen: Counter[str] = Counter()
        deal = None
        for position, _ in positions(made):
            if position is not deal:
                deal, seen = position, Counter()
            hands = [sorted(cards) for cards in position.hands.values()]
            here = repr((position.due, position.pile, position.is_free_lead, hands))
            repeated += here in seen
            seen[here] += 1
    assert repeated > 10


# -- reproducible ---------------------------------------------------------------------------------


@pytest.mark.parametrize("is_odd", ODD)
@pytest.mark.parametrize(("name", "options", "count"), TABLES)
def test_the_same_seed_gives_the_same_text_and_another_seed_another_one(
    name: str, options: str, count: int, *, is_odd: bool
) -> None:
    text = write(name, options, count, "a seed", is_odd=is_odd)
    assert write(name, options, count, "a seed", is_odd=is_odd) == text
    assert write(name, options, count, "another seed", is_odd=is_odd) != text


@pytest.mark.parametrize(("name", "options", "count"), TABLES)
def test_more_deals_only_go_on(name: str, options: str, count: int) -> None:
    text = write(name, options, count, "a seed", deals=2)
    longer = write(name, options, count, "a seed", deals=5)
    assert longer.startswith(f"{text}\ndeal 3\n")
    assert [result["number"] for result in read(longer).results] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("seats", [("Ана", "Б2"), ("Q1", "X_y", "Z")])
def test_names_of_seats_may_be_any(seats: tuple[str, ...]) -> None:
    made = read(random_series(RULE_SETS[SK], seats, "names"))
    assert made.rules.seats == seats
    assert {turn.seat for deal in made.deals for turn in deal.turns} == set(seats)


@pytest.mark.parametrize("is_odd", ODD)
@pytest.mark.parametrize("name", [SK, SB])
def test_another_process_with_another_order_of_hashes_gives_the_same_bytes(
    name: str, *, is_odd: bool
) -> None:
    args = ["generate", "--rules", name, "--seed", "9", "--matches", "2"]
    args += ["--odd"] if is_odd else []
    wanted = kozel(args).raw
    for seed in ("0", "17"):
        done = subprocess.run(
            [sys.executable, "-m", "kozelnotation", *args],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            check=True,
        )
        assert done.stdout == wanted


# -- the command ----------------------------------------------------------------------------------


def generated(rules: str, *args: str) -> Result:
    """Run ``kozel generate``."""
    return kozel(["generate", "--rules", rules, *args])


@pytest.mark.parametrize("is_odd", ODD)
@pytest.mark.parametrize(("name", "options", "count"), TABLES)
def test_the_command_prints_legal_series(
    name: str, options: str, count: int, *, is_odd: bool
) -> None:
    rules = f"{name} {options}".strip()
    odd = ["--odd"] if is_odd else []
    result = generated(rules, "--players", str(count), "--matches", "3", *odd)
    assert (result.status, result.err) == (0, "")
    texts = [f"%kozel 1\n{text}" for text in result.out.split("%kozel 1\n")[1:]]
    assert result.out == "\n".join(text.rstrip("\n") + "\n" for text in texts)
    assert len(set(texts)) == 3
    for text in texts:
        made = read(text)
        assert made.rules == RuleSet(name, SEATS[count], taker_leads=bool(options))
        assert [result["number"] for result in made.results] == [1, 2, 3]


@pytest.mark.parametrize("name", [SK, SB])
def test_odd_series_are_made_on_request_only(name: str) -> None:
    plain = read(generated(name, "--deals", "10").out)
    odd = read(generated(name, "--deals", "10", "--odd").out)
    assert max(result["turns"] or 0 for result in plain.results) < LIMIT[False]
    assert max(result["turns"] or 0 for result in odd.results) > LIMIT[False]


@pytest.mark.parametrize(("name", "seats"), [(SK, "N E S W"), (SB, "N S")])
def test_without_options_as_many_play_as_the_game_is_made_for(name: str, seats: str) -> None:
    assert f'[Seats "{seats}"]' in generated(name).out.splitlines()


@pytest.mark.parametrize("deals", [1, 2, 7])
def test_the_command_makes_so_many_deals(deals: int) -> None:
    made = read(generated(SK, "--deals", str(deals)).out)
    assert len(made.results) == deals


def test_kozel_still_has_sixty_deals_at_most() -> None:
    result = kozel(["generate", "--rules", "kozel-money@1"])
    assert len(re.findall(r"^deal \d+$", result.out, re.MULTILINE)) == 60


@pytest.mark.parametrize("odd", [[], ["--odd"]])
def test_a_series_of_a_seed_does_not_depend_on_how_many_are_made(odd: list[str]) -> None:
    three = generated(SK, "--seed", "7", "--matches", "3", *odd).out
    five = generated(SK, "--seed", "7", "--matches", "5", *odd).out
    assert five.startswith(f"{three}\n%kozel 1\n")


def test_seeds_do_not_meet_between_rule_sets_and_numbers_of_players() -> None:
    cards = [
        line
        for name, options, count in PLAYED
        for line in generated(
            f"{name} {options}".strip(), "--players", str(count), "--deals", "1"
        ).out.splitlines()
        if line.startswith(("deck ", "hand N:"))
    ]
    assert len(set(cards)) == len(cards) == len(PLAYED)


@pytest.mark.parametrize(
    ("rules", "args", "said"),
    [
        pytest.param(SK, "--players 5", "is played by 2 or 3 or 4", id="five"),
        pytest.param(SB, "--players 3", "is played by 2", id="open-three"),
        pytest.param(SB, "--players 4", "is played by 2", id="open-four"),
        pytest.param(SK, "--players 1", "--players", id="one"),
        pytest.param(SK, "--deals 0", "--deals", id="no-deals"),
        pytest.param(f"{SK} after-pickup=taker", "", "after-pickup=taker", id="no-such-option"),
        pytest.param(f"{SB} after-pickup=me", "", "after-pickup=me", id="bad-value"),
        pytest.param("kozel-pairs-tvaladze@1", "--odd", "Svoi Kozyri", id="odd-kozel"),
        pytest.param("kozel-money@1", "--odd", "Svoi Kozyri", id="odd-kozel-for-money"),
    ],
)
def test_what_cannot_be_made_is_said(rules: str, args: str, said: str) -> None:
    result = generated(rules, *args.split())
    assert (result.status, result.out) == (2, "")
    assert said in result.err
