"""Which card beats which, which set beats which, and what a lead and a declared hand are."""

from itertools import permutations, product

import pytest

from kozelnotation.cards.card import MASKS, NAMES, SUITS, card, card_set
from kozelnotation.games.kozel.order import (
    SHOKHA,
    STRENGTH,
    beaters,
    card_points,
    could_be,
    is_lead_of_one_suit,
    is_molodka,
    is_moskva,
    set_beats,
)


def masks(words: str) -> list[int]:
    """Cards as they stand in a record, each as the set of cards that it may be."""
    return [MASKS[word] for word in words.split()]


def beats(answer: str, other: str, trump: str, *, shokha: bool = True) -> bool:
    """Whether one card beats another."""
    return bool(beaters(trump, shokha)[card(other)] & 1 << card(answer))


@pytest.mark.parametrize(
    ("answer", "other", "trump", "wins"),
    [
        pytest.param("Ad", "10d", "h", True, id="ace-beats-ten"),
        pytest.param("10d", "Kd", "h", True, id="ten-beats-king"),
        pytest.param("Kd", "10d", "h", False, id="king-does-not-beat-ten"),
        pytest.param("Kd", "Qd", "h", True, id="king-beats-queen"),
        pytest.param("Qd", "Jd", "h", True, id="queen-beats-jack"),
        pytest.param("Jd", "9d", "h", True, id="jack-beats-nine"),
        pytest.param("7d", "6d", "h", True, id="seven-beats-six"),
        pytest.param("6d", "7d", "h", False, id="six-does-not-beat-seven"),
        pytest.param("6d", "6d", "h", False, id="a-card-does-not-beat-itself"),
        pytest.param("Kd", "Qs", "h", False, id="a-king-does-not-beat-a-queen-of-another-suit"),
        pytest.param("Ad", "6c", "h", False, id="an-ace-does-not-beat-a-six-of-another-suit"),
        pytest.param("6h", "Ad", "h", True, id="the-lowest-trump-beats-an-ace"),
        pytest.param("Ad", "6h", "h", False, id="an-ace-does-not-beat-the-lowest-trump"),
        pytest.param("7h", "8h", "h", False, id="a-trump-does-not-beat-a-higher-trump"),
        pytest.param("10h", "Kh", "h", True, id="among-trumps-ten-beats-king"),
        pytest.param("6s", "Ah", "h", True, id="shokha-beats-the-trump-ace"),
        pytest.param("6s", "As", "s", True, id="shokha-beats-the-ace-of-spades-as-trump"),
        pytest.param("Ah", "6s", "h", False, id="the-trump-ace-does-not-beat-shokha"),
        pytest.param("As", "6s", "s", False, id="the-ace-of-spades-does-not-beat-shokha"),
        pytest.param("6s", "6s", "s", False, id="shokha-does-not-beat-itself"),
    ],
)
def test_beating_a_card(answer: str, other: str, trump: str, *, wins: bool) -> None:
    assert beats(answer, other, trump) is wins


@pytest.mark.parametrize(
    ("answer", "other", "trump", "wins"),
    [
        pytest.param("6s", "Ah", "h", False, id="six-of-spades-does-not-beat-the-trump-ace"),
        pytest.param("6s", "7s", "h", False, id="six-of-spades-is-the-lowest-spade"),
        pytest.param("7s", "6s", "h", True, id="seven-of-spades-beats-it"),
        pytest.param("6h", "6s", "h", True, id="a-trump-beats-it"),
        pytest.param("6s", "Ah", "s", True, id="as-a-trump-it-beats-an-ace"),
        pytest.param("7s", "6s", "s", True, id="as-a-trump-it-is-beaten-by-the-seven"),
        pytest.param("Ad", "6s", "h", False, id="another-suit-does-not-beat-it"),
    ],
)
def test_without_shokha(answer: str, other: str, trump: str, *, wins: bool) -> None:
    assert beats(answer, other, trump, shokha=False) is wins


def test_ranks_stand_as_ace_ten_king_queen_jack_nine_to_six() -> None:
    assert STRENGTH == ("6", "7", "8", "9", "J", "Q", "K", "10", "A")


@pytest.mark.parametrize("trump", SUITS)
@pytest.mark.parametrize("shokha", [True, False])
def test_of_two_cards_at_most_one_beats_the_other(trump: str, *, shokha: bool) -> None:
    for one, other in product(NAMES, NAMES):
        there = beats(one, other, trump, shokha=shokha)
        back = beats(other, one, trump, shokha=shokha)
        assert not (there and back)
        if one != other and one[-1] == other[-1]:
            assert there or back


@pytest.mark.parametrize("trump", SUITS)
def test_shokha_beats_thirty_five_cards_and_none_beats_it(trump: str) -> None:
    table = beaters(trump, True)  # noqa: FBT003 - a cached key
    assert table[SHOKHA] == 0
    assert sum(cards >> SHOKHA & 1 for cards in table) == 35


@pytest.mark.parametrize(
    ("led", "answer", "trump", "wins"),
    [
        pytest.param("Jh 8h", "Qh 6s", "h", True, id="queen-on-jack-and-shokha-on-eight"),
        pytest.param("Jh 8h", "Qh 7h", "h", False, id="seven-does-not-beat-eight"),
        pytest.param("Jh 8h", "9h Qh", "h", True, id="nine-on-eight-and-queen-on-jack"),
        pytest.param("As Ks Js", "8h 6h Qh", "h", True, id="three-trumps-on-three-spades"),
        pytest.param("8h 6h Qh", "6s 7h 10h", "h", True, id="shokha-ten-and-seven-on-trumps"),
        pytest.param("Qs 7s", "9d Js", "d", True, id="trump-on-queen-and-jack-on-seven"),
        pytest.param("9d Js", "Kd 8d", "d", True, id="two-trumps-on-a-trump-and-a-jack"),
        pytest.param("9d Js", "8d 7d", "d", False, id="no-trump-beats-the-nine"),
        pytest.param("As 7s", "8s 6h", "h", True, id="order-of-writing-is-irrelevant"),
        pytest.param("Ks Qs Js", "Ah 6d 6c", "h", False, id="one-trump-does-not-beat-three-cards"),
        pytest.param("Jc 10c", "Qc 9c", "d", False, id="the-ten-needs-the-ace"),
        pytest.param("Jc 10c", "Ac Qc", "d", True, id="ace-on-ten-and-queen-on-jack"),
        pytest.param("Jc 10c", "Ac 9c", "d", False, id="the-ace-beats-one-card-only"),
        pytest.param("Ah", "6s", "h", True, id="shokha-on-the-trump-ace"),
        pytest.param("6s 7s", "As 10s", "s", False, id="nothing-beats-a-set-with-shokha"),
        pytest.param(
            "10h Kh 6s", "Ac Kc Qc", "c", False, id="trumps-do-not-beat-a-set-with-shokha"
        ),
        pytest.param("9d 8d", "6s 7d", "h", False, id="shokha-beats-one-card-not-two"),
        pytest.param("9d 8d", "Jd", "h", False, id="one-card-does-not-beat-two"),
        pytest.param("9d", "Jd Qd", "h", False, id="two-cards-are-no-answer-to-one"),
        pytest.param(
            "9d 8d 7d 6d", "10d 7h 6h 6s", "h", True, id="four-cards-each-with-a-partner-of-its-own"
        ),
    ],
)
def test_beating_a_set(led: str, answer: str, trump: str, *, wins: bool) -> None:
    for order in permutations(masks(answer)):
        assert set_beats(order, masks(led), (trump,), shokha=True) is wins
    for order in permutations(masks(led)):
        assert set_beats(masks(answer), order, (trump,), shokha=True) is wins


@pytest.mark.parametrize(
    ("led", "answer", "trumps", "wins"),
    [
        pytest.param("9d", "?", "h", None, id="an-unknown-card-may-beat"),
        pytest.param("6s", "?", "h", False, id="no-unknown-card-beats-shokha"),
        pytest.param("Ad", "?d", "h", False, id="no-unknown-diamond-beats-the-ace"),
        pytest.param("Kd", "?h", "h", True, id="any-trump-beats-a-king"),
        pytest.param("Kd", "A?", "h", None, id="only-the-right-ace-beats"),
        pytest.param("Kd", "10d", "shdc", True, id="a-higher-card-beats-whatever-is-trump"),
        pytest.param("Kd", "7h", "shdc", None, id="an-unknown-trump-leaves-it-open"),
        pytest.param("Kd", "7d", "shdc", False, id="a-lower-card-never-beats"),
        pytest.param("Kd Qd", "7d ?", "h", False, id="one-card-that-beats-nothing-is-enough"),
    ],
)
def test_beating_with_unknown_cards(
    led: str, answer: str, trumps: str, *, wins: bool | None
) -> None:
    assert set_beats(masks(answer), masks(led), tuple(trumps), shokha=True) is wins


@pytest.mark.parametrize(
    ("led", "shokha", "is_one_suit"),
    [
        pytest.param("9d", True, True, id="one-card"),
        pytest.param("6s", True, True, id="shokha-alone"),
        pytest.param("9d 8d 7d 6d", True, True, id="four-diamonds"),
        pytest.param("10h Kh 6s", True, True, id="two-hearts-and-shokha"),
        pytest.param("6s 7s", True, True, id="two-spades-with-shokha"),
        pytest.param("10h Kd 6s", True, False, id="two-suits-and-shokha"),
        pytest.param("10h Kd", True, False, id="two-suits"),
        pytest.param("10h 6s", False, False, id="without-shokha-a-heart-and-a-spade"),
        pytest.param("7s 6s", False, True, id="without-shokha-two-spades"),
        pytest.param("9d ?", True, None, id="an-unknown-card-may-be-of-the-suit"),
        pytest.param("9d ?d", True, True, id="an-unknown-diamond-is-a-diamond"),
        pytest.param("9d ?c", True, False, id="an-unknown-club-is-no-diamond"),
        pytest.param("9d ?s", True, None, id="an-unknown-spade-may-be-shokha"),
        pytest.param("?", True, True, id="one-unknown-card"),
        pytest.param("9d 8c ?", True, False, id="two-suits-whatever-is-unknown"),
    ],
)
def test_a_lead_is_of_one_suit(led: str, *, shokha: bool, is_one_suit: bool | None) -> None:
    assert is_lead_of_one_suit(masks(led), shokha=shokha) is is_one_suit


@pytest.mark.parametrize(
    ("hand", "shokha", "is_one"),
    [
        pytest.param("As Ah Ad Ac", True, True, id="four-aces"),
        pytest.param("As 10s 10h 10d", True, True, id="an-ace-and-three-tens"),
        pytest.param("Ah Ad Ac 6s", True, True, id="three-aces-and-shokha"),
        pytest.param("Ah 10d 10c 6s", True, True, id="an-ace-two-tens-and-shokha"),
        pytest.param("10s 10h 10d 10c", True, False, id="four-tens-are-none"),
        pytest.param("10h 10d 10c 6s", True, False, id="three-tens-and-shokha-are-none"),
        pytest.param("Ah Ad Ac Kd", True, False, id="three-aces-and-a-king-are-none"),
        pytest.param("Ah Ad Ac", True, False, id="three-aces-are-none"),
        pytest.param("Ah Ad Ac As 10s", True, False, id="five-cards-are-none"),
        pytest.param("Ah Ad Ac 6d", True, False, id="another-six-is-no-shokha"),
        pytest.param("Ah Ad Ac 6s", False, False, id="without-shokha-the-six-is-no-ten"),
        pytest.param("Ah Ad Ac 10s", False, True, id="without-shokha-three-aces-and-a-ten"),
        pytest.param("", True, False, id="no-cards-are-none"),
    ],
)
def test_moskva(hand: str, *, shokha: bool, is_one: bool) -> None:
    assert is_moskva(card_set(hand), shokha=shokha) is is_one


@pytest.mark.parametrize(
    ("hand", "shokha", "is_one"),
    [
        pytest.param("7d 9d Kd 6d", True, True, id="four-diamonds"),
        pytest.param("7d 9d Kd 6s", True, True, id="three-diamonds-and-shokha"),
        pytest.param("6s 7s 8s 9s", True, True, id="four-spades-with-shokha"),
        pytest.param("As 7s 8s 9s", True, True, id="four-spades-without-shokha"),
        pytest.param("7d 9d Kh 6s", True, False, id="two-suits-and-shokha-are-none"),
        pytest.param("7d 9d Kd 6c", True, False, id="three-diamonds-and-a-club-are-none"),
        pytest.param("7d 9d Kd", True, False, id="three-diamonds-are-none"),
        pytest.param("7d 9d Kd 8d 6s", True, False, id="five-cards-are-none"),
        pytest.param("7d 9d Kd 6s", False, False, id="without-shokha-the-six-is-a-spade"),
        pytest.param("6s 7s 8s 9s", False, True, id="without-shokha-four-spades"),
        pytest.param("", True, False, id="no-cards-are-none"),
    ],
)
def test_molodka(hand: str, *, shokha: bool, is_one: bool) -> None:
    assert is_molodka(card_set(hand), shokha=shokha) is is_one


def test_no_hand_is_both_moskva_and_molodka() -> None:
    strong = [name for name in NAMES if name[:-1] in ("A", "10")] + ["6s"]
    hands = {card_set(f"{a} {b} {c} {d}") for a, b, c, d in product(strong, strong, strong, strong)}
    for hand in hands:
        for shokha in (True, False):
            assert not (is_moskva(hand, shokha=shokha) and is_molodka(hand, shokha=shokha))


@pytest.mark.parametrize(
    ("shown", "kind", "is_one"),
    [
        pytest.param("Ah Ad Ac ?", "Moskva", None, id="an-unknown-card-may-complete-a-moskva"),
        pytest.param("Ah Ad Kc ?", "Moskva", False, id="a-king-spoils-it-whatever-is-unknown"),
        pytest.param("10h 10d 10c 10?", "Moskva", False, id="four-tens-are-none-though-unknown"),
        pytest.param("10h 10d 10c A?", "Moskva", True, id="any-ace-completes-three-tens"),
        pytest.param("7d 9d Kd ?", "Molodka", None, id="an-unknown-card-may-be-a-diamond"),
        pytest.param("7d 9d Kd ?d", "Molodka", True, id="an-unknown-diamond-completes-it"),
        pytest.param("7d 9d Kd ?c", "Molodka", False, id="an-unknown-club-does-not"),
    ],
)
def test_a_declaration_with_unknown_cards(shown: str, kind: str, *, is_one: bool | None) -> None:
    assert could_be(masks(shown), kind, shokha=True) is is_one


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        pytest.param("Ah", 11, id="ace-11"),
        pytest.param("10h", 10, id="ten-10"),
        pytest.param("Kh", 4, id="king-4"),
        pytest.param("Qh", 3, id="queen-3"),
        pytest.param("Jh", 2, id="jack-2"),
        pytest.param("9h 8h 7h 6h", 0, id="nine-to-six-0"),
        pytest.param("6s", 0, id="shokha-0"),
        pytest.param(" ".join(NAMES), 120, id="the-pack-holds-120"),
    ],
)
def test_card_points(cards: str, points: int) -> None:
    assert card_points(card_set(cards)) == points
