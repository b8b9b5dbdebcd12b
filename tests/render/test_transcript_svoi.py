"""What a transcript says of a deal of Svoi Kozyri, held against the oracle."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from kozelnotation.render.transcript import Kind, View, transcript
from kozelnotation.verdict.verify import verify
from tests.oracle import naive_svoi as svoi
from tests.oracle.naive_svoi import SB, SK, Position
from tests.oracle.naive_svoi_play import (
    Deal,
    Series,
    Style,
    Table,
    random_series,
    random_style,
    random_table,
    random_trumps,
    set_up,
    styled_series,
)

SEATS = ["N", "E", "S", "W"]


def told(record: str, seat: str | None = None) -> list[str]:
    """The paragraphs of a transcript, suits as letters; turns with their numbers."""
    view = View(seat, ascii=True)
    return [
        f"{paragraph.mark} {paragraph.text}".strip()
        for report in verify(record)
        for paragraph in transcript(report, view)
    ]


def told_turns(record: str, seat: str | None = None) -> list[list[str]]:
    """The turns of each deal."""
    deals: list[list[str]] = []
    for report in verify(record):
        for paragraph in transcript(report, View(seat, ascii=True)):
            if paragraph.kind is Kind.HEADING and paragraph.text.startswith("Deal "):
                deals.append([])
            elif paragraph.kind is Kind.TRICK and paragraph.mark:
                deals[-1].append(paragraph.text)
    return deals


def one_deal(*lines: str, seats: str = "N E S W", trumps: str = "") -> str:
    """A record of one deal, dealt by the last seat."""
    names = seats.split()
    own = trumps or "  ".join(f"{seat}: {suit}" for seat, suit in zip(names, "cdhs", strict=False))
    return "\n".join(
        [
            "%kozel 1",
            f'[Rules "{SK}"]',
            f'[Seats "{seats}"]',
            "",
            "deal 1",
            f"dealer {names[-1]}",
            f"trumps {own}",
            *lines,
            "",
        ]
    )


# -- sentences ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        pytest.param(["1. N: 8h"], "1. N leads 8h to the empty pile.", id="lead"),
        pytest.param(
            ["1. N: 8h", "2. E: 6d / Qs"], "2. E covers 8h with 6d and leads Qs.", id="cover"
        ),
        pytest.param(
            ["1. N: 8h", "2. E: (?) / Qs"],
            "2. E covers 8h with a card that is not shown and leads Qs.",
            id="cover-that-nobody-saw",
        ),
        pytest.param(
            ["1. N: 8h", "2. E: (Kh) / Qs"],
            "2. E covers 8h with Kh, which is not shown, and leads Qs.",
            id="cover-that-the-author-knows",
        ),
        pytest.param(
            ["1. N: 8h", "2. E: Kh / (Qs)"],
            "2. E covers 8h with Kh and leads Qs, which is not shown.",
            id="lead-that-the-author-knows",
        ),
        pytest.param(
            ["1. N: 8h", "2. E: ?d / K?"],
            "2. E covers 8h with a diamond that is not known and leads a king that is not known.",
            id="cards-known-in-part",
        ),
        pytest.param(
            ["1. N: 8h", "2. E: (?) / Qs", "3. S: takes 1", "4. W: Ah / 9c"],
            "4. W covers the top card with Ah and leads 9c.",
            id="cover-of-a-card-that-is-not-known",
        ),
        pytest.param(
            ["1. N: 8h", "2. E: (?) / Qs", "reveals 2. E: Kh", "3. S: takes 1", "4. W: Ah / 9c"],
            "4. W covers Kh with Ah and leads 9c.",
            id="cover-of-a-card-that-was-shown",
        ),
        pytest.param(
            ["1. N: 8h", "2. E: (?) / Qs", "reveals 2. E: Kh"],
            "It is seen that E covered 8h with Kh in turn 2.",
            id="reveals",
        ),
        pytest.param(
            ["1. N: 8h", "2. E: Kh / Qs", "reveals 2. E: Kh"],
            "It is seen that E laid Kh in turn 2.",
            id="reveals-what-was-open",
        ),
        pytest.param(
            ["1. N: 8h", "2. E: 6d / Qs", "3. S: 6h / 9d", "4. W: takes 3 (9d 6h Qs)"],
            "4. W picks up 3 cards: 9d 6h Qs.",
            id="pick-up",
        ),
        pytest.param(
            ["1. N: 8h", "2. E: 6d / Qs", "3. S: 6h / 9d", "4. W: takes 3"],
            "4. W picks up 3 cards.",
            id="pick-up-without-a-list",
        ),
        pytest.param(
            ["1. N: 8h", "2. E: (?) / Qs", "3. S: takes 3 (Qs ? 8h)"],
            "3. S picks up the whole pile, 3 cards: Qs 8h and one that is not known.",
            id="pick-up-of-the-whole-pile",
        ),
        pytest.param(
            ["1. N: 8h", "2. E: takes 1 (8h)"], "2. E picks up the only card: 8h.", id="only-card"
        ),
        pytest.param(
            ["1. N: 8h", "2. E: takes ?"],
            "2. E picks up cards; how many is not written down.",
            id="pick-up-of-a-number-that-is-not-written",
        ),
        pytest.param(
            ["1. N: 8h", "2. E: takes ?", "3. S: 9c"],
            "3. S leads 9c to the empty pile.",
            id="the-number-follows-from-the-rules",
        ),
        pytest.param(["1. N: ..."], "1. What N does is not written down.", id="not-written"),
        pytest.param(["1. ?"], "1. A turn that is not written down.", id="turn-not-written"),
        pytest.param(
            ["1. N: 8h", "2. ?", "3. S: 9c"], "3. S leads 9c.", id="lead-on-an-unknown-pile"
        ),
        pytest.param(["1. N: -"], "1. N does nothing.", id="nothing"),
        pytest.param(
            ["1. N: 8h", "2. E: 9c"], "2. E leads 9c without a cover.", id="lead-without-a-cover"
        ),
        pytest.param(
            ["1. N: 8h", "2. E: Kh / -"],
            "2. E covers 8h with Kh and leads nothing.",
            id="cover-without-a-lead",
        ),
        pytest.param(
            ["1. N: 8h / 9c"], "1. N lays 8h on the empty pile and leads 9c.", id="cover-of-nothing"
        ),
        pytest.param(
            ["1. N: 8h", "2. E: Kh Ah / Qs 9c"],
            "2. E covers 8h with Kh and Ah and leads Qs and 9c.",
            id="too-many-cards",
        ),
        pytest.param(
            ["1. N: (? ?)"],
            "1. N leads two cards that are not shown to the empty pile.",
            id="cards-that-nobody-saw",
        ),
        pytest.param(
            ["gives N: 6d > E", "gives N: 6h > S", "gives E: 6c > N", "1. N: 8h"],
            "Before play N gives 6d to E and 6h to S and E gives 6c to N.",
            id="sixes",
        ),
        pytest.param(
            ["1. N: 8h", "gives E: Kh > N"], "E gives Kh to N.", id="hand-over-by-a-ruling"
        ),
        pytest.param(["missing 8c", "1. N: 8h"], "The pack is without 8c.", id="missing-card"),
        pytest.param(
            ["1. N: 8h", 'ruling void 1 "no"'],
            "Ruling: everything from turn 1 on is taken back (no).",
            id="ruling-void",
        ),
        pytest.param(
            ["1. N: 8h", 'ruling result N: 0  E: 1  S: 0  W: 0 "so"'],
            "Ruling: the losses of this deal are N 0, E 1, S 0, W 0 (so).",
            id="ruling-on-the-result",
        ),
        pytest.param(
            ["1. N: 8h", 'ruling result N: 0  E: 1  S: 0  W: 0 "so"'],
            "Losses: N 0, E 1, S 0, W 0.",
            id="losses-by-ruling",
        ),
    ],
)
def test_sentence(lines: list[str], sentence: str) -> None:
    record = one_deal(*lines)
    assert sentence in told(record), record


def test_trumps_are_told_by_their_names() -> None:
    record = one_deal("1. N: 8h", trumps="N: c  E: d  S: ?  W: s")
    assert "Own trumps: N clubs, E diamonds, S not known, W spades." in told(record)
    nobody = one_deal("1. N: 8h", trumps="N: ?  E: ?  S: ?  W: ?")
    assert "Own trumps: not known." in told(nobody)


def test_hands_are_told_as_they_are_after_the_exchange() -> None:
    record = one_deal(
        "hand N: 8h 7s 8s 9s 10s Js Qs Ks 6d",
        "gives N: 6d > E",
        "gives W: 6c > N",
        "1. N: 8h",
    )
    assert "Hand after the exchange of the sixes:\nN: 7s 8s 9s 10s Js Qs Ks 8h 6c" in told(record)


def test_turns_that_were_taken_back_leave_the_pile_as_it_was() -> None:
    record = one_deal(
        "1. N: 8h", "2. E: Kh / Qs", "ruling void 2", "2. E: Ah / 9c", "3. S: 10c / 7d"
    )
    said = told(record)
    assert "2. E covers 8h with Ah and leads 9c." in said
    assert "3. S covers 9c with 10c and leads 7d." in said


# -- positions that repeat ------------------------------------------------------------------------

CYCLE = [
    "1. A: 8h",
    "2. B: takes 1 (8h)",
    "3. C: 9h",
    "4. A: takes 1 (9h)",
    "5. B: 8h",
    "6. C: takes 1 (8h)",
    "7. A: 9h",
    "8. B: takes 1 (9h)",
    "9. C: 8h",
    "10. A: takes 1 (8h)",
    "11. B: 9h",
    "12. C: takes 1 (9h)",
    "13. A: 8h",
    "14. B: takes 1 (8h)",
]
HANDS = [
    "hand A: 8h 7s 8s 9s 10s Js Qs Ks As 7d 8d 9d",
    "hand B: 10d Jd Qd Kd Ad 7c 8c 9c 10c Jc Qc 6d",
    "hand C: 9h 7h 10h Jh Qh Kh Ah Kc Ac 6s 6h 6c",
]
AGAIN = re.compile(r"^(\d+)\..* The position is the same as after turn (\d+)\.$")


def repeats(record: str) -> list[tuple[int, int]]:
    """The turns that are said to repeat another."""
    found = [AGAIN.match(text) for text in told(record)]
    return [(int(match[1]), int(match[2])) for match in found if match]


def test_a_position_that_repeats_is_noted() -> None:
    assert repeats(one_deal(*HANDS, *CYCLE, seats="A B C")) == [(13, 1), (14, 2)]


def test_a_position_that_repeats_is_noted_without_hands() -> None:
    assert repeats(one_deal(*CYCLE, seats="A B C")) == [(13, 1), (14, 2)]


def test_no_position_repeats_by_being_taken_back() -> None:
    record = one_deal(
        *HANDS,
        "1. A: 8h",
        "2. B: takes 1",
        "ruling void 2",
        "2. B: takes 1",
        "3. C: 9h",
        seats="A B C",
    )
    assert repeats(record) == []


def position_key(position: Position) -> object:
    hands = tuple(tuple(sorted(cards)) for cards in position.hands.values())
    return hands, tuple(position.pile), position.due, position.is_free_lead


def timid_series(number: int) -> Series:
    """A deal of players who mostly pick up, so that cards go round, left after sixty turns."""
    rng = Random(f"timid {number}")
    series = Series(svoi.read_rules(SK, SEATS[: rng.choice((2, 3, 4))]), Style("hands"))
    seats = series.rules.seats
    deal = set_up(series, rng, rng.choice(seats), random_trumps(series.rules, rng))
    table = Table(series.rules, deal, series.style)
    table.courage, table.thrift = dict.fromkeys(seats, 0.1), dict.fromkeys(seats, 0.95)
    table.malice = 0
    while not table.position.is_over and table.position.turns < 60:
        table.act(table.choose(rng), rng)
    deal.is_unfinished = not table.position.is_over
    series.deals.append(deal)
    return series


def test_positions_repeat_where_the_oracle_finds_them() -> None:
    found = 0
    for number in range(40):
        series = timid_series(number)
        expected, seen = [], dict[object, int]()
        for position, turn in replayed(series, series.deals[0]):
            if turn is None:
                continue
            key = position_key(position)
            if key in seen:
                expected.append((turn, seen[key]))
            seen.setdefault(key, turn)
        assert repeats(series.write()) == expected
        found += len(expected)
    assert found > 50


def replayed(series: Series, deal: Deal) -> Iterator[tuple[Position, int | None]]:
    """The position before the first turn (None) and after each turn."""
    hands = {seat: list(cards) for seat, cards in deal.start.items()}
    position = Position(series.rules, deal.trumps, hands, deal.leader(series.rules))
    yield position, None
    for event in deal.events:
        if not position.is_over:
            position.happen(event.truth)
            yield position, event.truth.number


# -- long series against the oracle ---------------------------------------------------------------


@dataclass(frozen=True)
class Before:
    """What lay on the table before a turn."""

    pile: list[str]
    is_free: bool
    is_over: bool
    held: int
    in_play: int


def tables(series: Series, deal: Deal) -> Iterator[tuple[svoi.Turn, Before]]:
    """Each turn of a deal, with the table before it."""
    hands = {seat: list(cards) for seat, cards in deal.start.items()}
    position = Position(series.rules, deal.trumps, hands, deal.leader(series.rules))
    for event in deal.events:
        yield (
            event.truth,
            Before(
                list(position.pile),
                position.is_free_lead,
                position.is_over,
                len(position.hands[event.truth.seat]),
                sum(bool(cards) for cards in position.hands.values()),
            ),
        )
        if not position.is_over:
            position.happen(event.truth)


COVERED = re.compile(r"covers (\S+|the top card)(?: with |\.$)")


def styled(number: int) -> Series:
    """A series by any rules, written in any way."""
    rng = Random(f"told {number}")
    rules, seats, options = random_table(rng)
    return styled_series(rules, seats, options, rng, random_style(rules, rng), deals=2)


def test_the_covered_card_is_the_top_of_the_pile() -> None:
    named = 0
    for number in range(120):
        series = styled(number)
        record = series.write()
        for deal, said in zip(series.deals, told_turns(record), strict=True):
            for (turn, before), text in zip(tables(series, deal), said, strict=True):
                match = COVERED.search(text)
                assert bool(match) is bool(turn.cover), text
                if match is None:
                    continue
                is_named = match[1] != "the top card"
                assert not is_named or match[1] == before.pile[-1], f"{text}\n{record}"
                assert is_named or series.style.hidden in ("unknown", "mixed"), text
                named += is_named
    assert named > 2000


def test_what_lies_there_and_who_is_left_is_told_rightly() -> None:
    for number in range(60):
        series = styled(number)
        record = series.write()
        is_sure = series.style.form != "bare" or series.rules.is_open
        for deal, said in zip(series.deals, told_turns(record), strict=True):
            for (turn, before), text in zip(tables(series, deal), said, strict=True):
                laid = len(turn.cover + turn.lead)
                is_out = laid == before.held and not before.is_over
                assert ("is out." in text) <= is_out, f"{text}\n{record}"
                assert ("the last card" in text) <= is_out, f"{text}\n{record}"
                if is_sure:
                    assert ("is out." in text) is is_out, f"{text}\n{record}"
                    assert (" makes a free lead" in text) is before.is_free, f"{text}\n{record}"
                assert (" to the empty pile" in text) is not (
                    turn.cover or before.pile or turn.takes
                )
                is_whole = turn.takes == len(before.pile)
                assert ("the whole pile" in text or "the only card" in text) is is_whole
                left = {3: "Three", 2: "Two"}.get(before.in_play - 1)
                if "is out." in text and left:
                    assert text.endswith(f"{left} players are left."), text
                assert ("players are left" in text) <= is_out


def test_the_last_cover_that_makes_a_draw_is_told_as_such() -> None:
    found = 0
    for number in range(150):
        series = random_series(SK, SEATS, "", Random(f"draw {number}"), "hands", deals=1)
        deal = series.deals[0]
        text = told_turns(series.write())[0][-1]
        if deal.is_drawn:
            *_, (turn, before) = tables(series, deal)
            assert text == f"{turn.seat} shows {turn.cover[0]}, which covers {before.pile[-1]}."
            assert "The deal is drawn. Losses: N 0, E 0, S 0, W 0." in told(series.write())
            found += 1
    assert found


def test_losses_are_added_up() -> None:
    for number in range(20):
        series = random_series(SK, SEATS, "", Random(f"losses {number}"), "hands", deals=4)
        losses = dict.fromkeys(SEATS, 0)
        expected = []
        for deal in series.deals:
            if deal.is_unfinished:
                break
            if deal.loser is not None:
                losses[deal.loser] += 1
            so_far = ", ".join(f"{seat} {number}" for seat, number in losses.items())
            result = "The deal is drawn" if deal.is_drawn else f"{deal.loser} loses"
            expected.append(f"{result}. Losses: {so_far}.")
        else:
            said = told(series.write())
            assert [text for text in said if " Losses: " in text] == expected
            assert f"The series so far: losses {so_far}." in said


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        pytest.param(["1. N: 8h", "unfinished"], "No deal is decided in this record.", id="none"),
        pytest.param(
            ["1. N: 8h", "ruling result N: 1  E: 0  S: 0  W: 0", "", "deal 2", "dealer N"],
            "The series so far: losses N 1, E 0, S 0, W 0; deal 2 not counted.",
            id="a-deal-that-does-not-count",
        ),
        pytest.param(
            ["unfinished", "", "deal 2", "dealer W", "ruling result N: 1  E: 0  S: 0  W: 0"],
            "The losses of the series are not known.",
            id="after-a-deal-that-was-not-finished",
        ),
    ],
)
def test_end_of_a_series(lines: list[str], sentence: str) -> None:
    assert sentence in told(one_deal(*lines))


# -- one seat -------------------------------------------------------------------------------------


def test_in_the_open_game_a_seat_sees_all_cards() -> None:
    for number in range(5):
        rng = Random(f"open {number}")
        series = random_series(SB, ["N", "S"], "", rng, "hands", hidden="known", deals=1)
        record = series.write()
        for seat in ("N", "S"):
            note = f"Told as {seat} saw it: all cards are open, commentary is left out."
            assert [text for text in told(record, seat) if text != note] == told(record)


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        pytest.param("E", "2. E covers 8h with Kh, which is not shown, and leads Qs.", id="own"),
        pytest.param(
            "W", "2. E covers 8h with a card that is not shown and leads Qs.", id="of-another"
        ),
        pytest.param("E", "4. W covers Kh with Ah and leads 9c.", id="own-on-top"),
        pytest.param("N", "4. W covers the top card with Ah and leads 9c.", id="not-known-on-top"),
        pytest.param("S", "7. S picks up 3 cards: Jc 10c 9c.", id="own-pick-up"),
        pytest.param(
            "N",
            "8. W picks up the whole pile, 3 cards: Ah 8h and one that is not shown.",
            id="pick-up-of-another",
        ),
        pytest.param(
            "E", "8. W picks up the whole pile, 3 cards: Ah Kh 8h.", id="own-card-picked-up"
        ),
        pytest.param("W", "8. W picks up the whole pile, 3 cards: Ah Kh 8h.", id="who-picks-it-up"),
    ],
)
def test_sentence_for_a_seat(seat: str, sentence: str) -> None:
    record = one_deal(
        "1. N: 8h",
        "2. E: (Kh) / Qs",
        "3. S: takes 1 (Qs)",
        "4. W: Ah / 9c",
        "5. N: 10c / Jc",
        "6. E: -",
        "7. S: takes 3 (Jc 10c 9c)",
        "8. W: takes 3 (Ah Kh 8h)",
    )
    assert sentence in told(record, seat), told(record, seat)


@pytest.mark.parametrize(
    ("code", "turn", "seen"),
    [
        pytest.param("K4003", "2. E: 7h / Qs", True, id="open-cover"),
        pytest.param("K4003", "2. E: (7h) / Qs", False, id="cover-that-is-not-shown"),
        pytest.param("K4006", "2. E: takes 2", True, id="number-from-an-open-pile"),
        pytest.param("K4001", "2. S: Kh / Qs", True, id="wrong-seat"),
        pytest.param("K4004", "2. E: Qs", True, id="no-cover"),
        pytest.param("K4002", "2. E: 9d / As", False, id="card-of-another-hand"),
    ],
)
def test_faults_that_a_seat_could_see(code: str, turn: str, seen: bool) -> None:  # noqa: FBT001
    record = one_deal("hand N: 8h 9d 7c 8c 9c 10c Jc Qc Kc", "1. N: 8h", turn)
    assert any(f"Fault {code}" in text for text in told(record)), told(record)
    assert any(f"Fault {code}" in text for text in told(record, "W")) is seen
