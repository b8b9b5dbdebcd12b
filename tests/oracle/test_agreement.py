"""The program and the naive second statement of the rules agree on random legal matches."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.oracle import naive_kozel as kozel
from tests.oracle.agreement import COMPANIES, FOR_MONEY, GENERAL, Company, agree, matches
from tests.oracle.naive_kozel import KP
from tests.oracle.naive_play import FORMS, Deal, Match, Shows, Trick


def name_of(company: Company) -> str:
    """The name of a case."""
    return company.name


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("company", COMPANIES, ids=name_of)
def test_random_matches_are_judged_as_the_oracle_judges_them(company: Company, form: str) -> None:
    seeds, least = (range(3), 400) if company.rules == KP else (range(1), 140)
    assert agree(company, form, seeds) >= least


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("company", COMPANIES, ids=name_of)
def test_many_random_matches_are_judged_as_the_oracle_judges_them(
    company: Company, form: str
) -> None:
    seeds, least = (range(1000, 1030), 4000) if company.rules == KP else (range(1000, 1010), 1300)
    assert agree(company, form, seeds) >= least


# -- that the random matches leave nothing out ----------------------------------------------------


def happenings(match: Match) -> Iterator[str]:
    """What is worth meeting in a match, clause by clause."""
    for deal in match.deals:
        yield from happenings_of_deal(match, deal)
        if deal.pot_size and deal.pot is None:
            yield "a tie leaves the pot (6.3)"
    if match.tied:
        yield "the match ends in a tie (5.8)"
    for before, after in pairwise(match.deals):
        if len(after.seats) < len(before.seats):
            yield "somebody is out, and two go on (5.7)"
            if len(after.deck) > len(before.deck):
                yield "the six of clubs comes back (2.7)"


def happenings_of_deal(match: Match, deal: Deal) -> Iterator[str]:
    """What is worth meeting in a deal."""
    tricks = deal.all_tricks()
    if any(isinstance(one, Shows) and isinstance(two, Shows) for one, two in pairwise(deal.events)):
        yield "two declarations before one lead (4.4)"
    for trick in tricks:
        if trick.declared:
            yield "a declared hand is led (4.6)"
        if any(play.is_open for play in trick.plays if play.seat != trick.winner):
            yield "a shown response loses (3.7)"
        if 1 < len(trick.plays) < len(deal.seats):
            yield "a player without cards is skipped (9.10)"
        if len(trick.plays) == 1:
            yield "a Bura (6.2)"
    if deal.ended_at_once is not None and isinstance(deal.events[-1], Shows):
        yield "four aces (6.2)"
    if deal.pot is not None and deal.pot_size > len(match.rules.seats):
        yield "a pot of several deals is taken (6.3)"
    if 0 in deal.points.values() and isinstance(deal.events[-1], Trick):
        yield "a side without points (5.3)"
    if deal.penalty and len(set(deal.penalty.values())) == 1:
        yield "all pay the same (5.4, 5.5)"


IN_GENERAL = {
    "a declared hand is led (4.6)",
    "a shown response loses (3.7)",
    "a side without points (5.3)",
    "two declarations before one lead (4.4)",
}
AMONG_THREE = {
    "a player without cards is skipped (9.10)",
    "somebody is out, and two go on (5.7)",
    "the six of clubs comes back (2.7)",
    "the match ends in a tie (5.8)",
}
IN_MONEY = {
    "a Bura (6.2)",
    "a pot of several deals is taken (6.3)",
    "a shown response loses (3.7)",
    "a tie leaves the pot (6.3)",
    "four aces (6.2)",
}


@pytest.mark.parametrize("company", [*GENERAL, *FOR_MONEY], ids=name_of)
def test_the_random_matches_meet_every_clause(company: Company) -> None:
    wanted = IN_MONEY if company in FOR_MONEY else IN_GENERAL
    if company.rules == kozel.KG and len(company.seats) == 3:
        wanted = wanted | AMONG_THREE
    met = {
        happening
        for form in FORMS
        for match in matches(company, form, range(1))
        for happening in happenings(match)
    }
    assert wanted <= met
