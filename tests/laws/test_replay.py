"""What holds for every deal that is replayed, whatever is played."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from kozelnotation.cards.card import ALL, members
from kozelnotation.games.kozel.events import Response, SetUp, Trick
from kozelnotation.games.kozel.order import card_points
from kozelnotation.games.kozel.registry import RULE_SETS
from kozelnotation.games.kozel.replay.engine import replay_deal
from kozelnotation.games.kozel.rules import legal_leads, winning_responses
from kozelnotation.games.kozel.rulesets import KozelRules
from kozelnotation.record.header import place_record
from kozelnotation.record.lower_kozel import KozelDeal, lower_deal
from kozelnotation.record.model import Record
from kozelnotation.syntax.blocks import cut
from kozelnotation.syntax.read import read_record
from tests.oracle.naive_play import random_match

KP = RULE_SETS["kozel-pairs-tvaladze@1"]
SEATS = ("N", "E", "S", "W")


def lowered_deals(seed: int) -> Iterator[tuple[Record, KozelDeal]]:
    """The deals of a random match of which every card is known."""
    match = random_match(
        KP.id, list(SEATS), "", Random(seed), "deck", draws="each", claims="all", hidden="known"
    )
    (block,) = cut(match.write().encode())
    record = place_record(read_record(block))
    seen: set[str] = set()
    for text in record.deals:
        deal, findings = lower_deal(record, text, seen)
        assert not findings
        yield record, deal


@pytest.mark.parametrize("seed", range(12))
def test_every_card_is_in_exactly_one_place_after_every_event(seed: int) -> None:
    for record, deal in lowered_deals(seed):
        replay = replay_deal(KP, record.seats, deal.set_up, deal.events, keep_moments=True)
        for table in (*replay.moments.values(), replay.table):
            places = [*table.hands, *table.stock, *(1 << card for card in table.gone)]
            assert sum(places) == ALL
            assert sum(cards.bit_count() for cards in places) == 36


@pytest.mark.parametrize("seed", range(12))
def test_the_captured_points_of_a_deal_are_120(seed: int) -> None:
    for record, deal in lowered_deals(seed):
        replay = replay_deal(KP, record.seats, deal.set_up, deal.events)
        laid = [mask for trick in replay.tricks for mask in trick.masks]
        assert replay.is_over
        assert sum(laid) == ALL
        assert sum(card_points(mask) for mask in laid) == 120


@pytest.mark.parametrize("seed", range(6))
def test_a_replay_begins_as_the_replay_of_its_beginning(seed: int) -> None:
    for record, deal in lowered_deals(seed):
        whole = replay_deal(KP, record.seats, deal.set_up, deal.events).tricks
        for length in range(len(deal.events)):
            part = replay_deal(KP, record.seats, deal.set_up, deal.events[:length])
            assert not part.violations
            for found, later in zip(part.tricks, whole, strict=False):
                assert (found.number, found.winner, found.masks) == (
                    later.number,
                    later.winner,
                    later.masks,
                )


def dealt(seed: int, rules: KozelRules) -> tuple[SetUp, list[list[int]]]:
    """A random deal, and the masks of every hand."""
    deck = [1 << card for card in range(36)]
    Random(seed).shuffle(deck)
    set_up = SetUp(1, 3, tuple(deck), (None,) * 4, deck[16], None)
    assert rules.seats == 4
    return set_up, [deck[seat:16:4] for seat in range(4)]


def codes_of(rules: KozelRules, set_up: SetUp, *plays: Response) -> set[str]:
    """The errors in a trick that is broken off after these plays."""
    replay = replay_deal(rules, SEATS, set_up, [Trick(1, plays)])
    return {v.code.number for v in replay.violations if v.code.severity.value == "error"}


@pytest.mark.parametrize("shokha", [True, False])
@pytest.mark.parametrize("seed", range(40))
def test_what_is_legal_is_what_the_replay_accepts(seed: int, shokha: bool) -> None:  # noqa: FBT001
    rules = replace(KP, shokha=shokha)
    set_up, hands = dealt(seed, rules)
    hand = sum(hands[0])
    legal = {frozenset(lead) for lead in legal_leads(hand, 4, shokha=shokha)}
    for size in range(1, 5):
        for chosen in combinations([1 << card for card in members(hand)], size):
            codes = codes_of(rules, set_up, Response(0, chosen, ()))
            assert (not codes) is (frozenset(chosen) in legal), (chosen, codes)
    lead = Random(seed).choice(sorted(sorted(masks) for masks in legal))
    trump = "shdc"[trump_suit(set_up)]
    winning = {
        frozenset(masks)
        for masks in winning_responses(sum(hands[1]), tuple(lead), (trump,), shokha=shokha)
    }
    for answer in combinations([1 << card for card in members(sum(hands[1]))], len(lead)):
        first = Response(0, tuple(lead), ())
        shown = codes_of(rules, set_up, first, Response(1, answer, ()))
        assert shown == (set() if frozenset(answer) in winning else {"K3008"})
        assert not codes_of(rules, set_up, first, Response(1, (), answer))


def trump_suit(set_up: SetUp) -> int:
    """The place of the trump suit in the order s h d c."""
    return ((set_up.trump or 1).bit_length() - 1) // 9
