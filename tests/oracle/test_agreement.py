"""The program and the naive second statement of the rules agree on random legal matches.

What the record determines by plain counting the program must find; what it finds beyond
that must be what really happened.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

import pytest

from kozelnotation.diag.code import Severity
from kozelnotation.verdict.report import Claims, DealReport, RecordReport, Status
from kozelnotation.verdict.verify import verify
from tests.oracle.naive_kozel import KP, DealResult
from tests.oracle.naive_play import CLAIMS, DRAWS, FORMS, HIDDEN, Match, Trick, random_match

SEATS = ["N", "E", "S", "W"]
OPTIONS = (
    "",
    "",
    "shokha=off",
    "declarations=off",
    "shokha=off declarations=off",
    "limit=4",
    "limit=20",
    "limit=1",
    "deals=1",
    "deals=3",
    "shokha=off deals=4",
)


def styles(form: str) -> Iterator[tuple[str, str, str]]:
    """Every way to write draws, claims and hidden cards that the form allows."""
    for draws, claims, hidden in product(DRAWS, CLAIMS, HIDDEN):
        if not (form == "dealt" and draws == "no"):
            yield draws, claims, hidden


def matches(form: str, seeds: range) -> Iterator[Match]:
    """Random matches over every style, the options taken in turn."""
    turn = 0
    for seed in seeds:
        for draws, claims, hidden in styles(form):
            rng = Random(f"{form} {draws} {claims} {hidden} {seed}")
            options = OPTIONS[turn % len(OPTIONS)]
            turn += 1
            yield random_match(
                KP,
                SEATS,
                options,
                rng,
                form,
                draws=draws,
                claims=claims,
                hidden=hidden,
                most_deals=rng.choice((1, 3, 30, 30)),
            )


def settled_differences(
    found: Mapping[str, int | None],
    expected: Mapping[str, int | None],
    truth: Mapping[str, int | None],
) -> Iterator[str]:
    """What is told and not found, and what is found and not so."""
    for side, told in expected.items():
        if told is not None and found[side] != told:
            yield f"{side} is told to be {told}, found {found[side]}"
        if found[side] is not None and found[side] != truth[side]:
            yield f"{side} is {truth[side]}, found {found[side]}"


def deal_differences(found: DealReport, told: DealResult, truth: DealResult) -> Iterator[str]:
    """Where the verdict on a deal is not what was told, or not what happened."""
    if (found.number, found.dealer, found.trump) != (told["number"], told["dealer"], told["trump"]):
        yield f"number, dealer, trump: {found.number} {found.dealer} {found.trump}"
    winners = [trick.winner for trick in found.tricks]
    if winners != told["trick_winners"]:
        yield f"winners of tricks: {winners} for {told['trick_winners']}"
    numbers = (
        ("points", found.points, told["points"], truth["points"]),
        ("tricks", found.tricks_won, told["tricks_won"], truth["tricks_won"]),
        ("penalty", found.penalty, told["penalty"], truth["penalty"]),
        ("score", found.score, told["score"], truth["score"]),
    )
    for word, values, expected, happened in numbers:
        for difference in settled_differences(values, expected, happened):
            yield f"{word}: {difference}"
    if found.ended != "played" or found.complete is not True:
        yield f"played to its end, found {found.ended}, complete {found.complete}"


def trick_differences(found: DealReport, tricks: list[Trick]) -> Iterator[str]:
    """Where a trick has another leader, size or other points than it had."""
    for report, trick in zip(found.tricks, tricks, strict=True):
        lead = trick.plays[0]
        if (report.number, report.leader, report.cards) != (
            trick.number,
            lead.seat,
            len(lead.cards),
        ):
            yield f"trick {trick.number}: {report.number} {report.leader} {report.cards}"
        is_told = all(play.is_known for play in trick.plays)
        if report.points != trick.points() and (is_told or report.points is not None):
            yield f"trick {trick.number} has {trick.points()} points, found {report.points}"


def differences(match: Match, report: RecordReport) -> Iterator[str]:
    """Everything in a verdict that is not as it must be."""
    told, truth = match.expected(), match.truth()
    is_told = all(None not in deal["score"].values() for deal in told["deals"])
    is_told_before_last = all(None not in deal["score"].values() for deal in told["deals"][:-1])
    for number, found in enumerate(report.deals):
        yield from deal_differences(found, told["deals"][number], truth["deals"][number])
        yield from trick_differences(found, match.deals[number].all_tricks())
    if len(report.deals) != len(match.deals):
        yield f"{len(match.deals)} deals, found {len(report.deals)}"
    # with scores that nobody can know a match may have been decided before the last deal (5.9)
    allowed = {Status.LEGAL} if is_told_before_last else {Status.LEGAL, Status.UNDECIDED}
    if report.status not in allowed:
        yield f"status {report.status}"
    for finding in report.findings:
        is_allowed = finding.code.severity is Severity.NOTE and finding.code.number != "K0101"
        if not is_allowed and report.status is not Status.UNDECIDED:
            yield f"{finding.code.number} {finding.address}"
        if finding.code.severity is Severity.ERROR:
            yield f"{finding.code.number} is an error"
    yield from result_differences(match, report, is_told=is_told)
    yield from claim_differences(match, report)


def result_differences(match: Match, report: RecordReport, *, is_told: bool) -> Iterator[str]:
    """Where the match ended otherwise (5.6, 5.8)."""
    winner = report.result.winner if report.result else None
    tied = report.result.tied if report.result else ()
    if is_told and (winner, tied) != (match.winner, match.tied):
        yield f"winner {match.winner} {match.tied}, found {winner} {tied}"
    if winner is not None and winner != match.winner:
        yield f"winner {match.winner}, found {winner}"
    if report.complete not in ((match.is_over,) if is_told else (match.is_over, None)):
        yield f"complete {match.is_over}, found {report.complete}"


def claim_differences(match: Match, report: RecordReport) -> Iterator[str]:
    """Where a true claim is refuted, or not confirmed although every card is told."""
    allowed = {Claims.CONFIRMED}
    if match.style.claims == "none":
        allowed = {Claims.NONE}
    elif match.style.hidden != "known":
        allowed.add(Claims.UNDECIDED)
    if report.claims not in allowed:
        yield f"claims {report.claims}"
    for deal in report.deals:
        for claim in deal.claims_made:
            if claim.verdict is Claims.REFUTED:
                yield f"deal {deal.number}: {claim.statement} {claim.of} refuted"
            if claim.computed is not None and claim.computed != claim.said:
                yield f"deal {deal.number}: {claim.statement} {claim.of} {claim.computed}"


def agree(form: str, seeds: range) -> int:
    """Check random matches of a form; return how many deals they had."""
    deals = 0
    for match in matches(form, seeds):
        text = match.write()
        (report,) = verify(text)
        found = list(differences(match, report))
        assert not found, "\n".join([*found, text])
        deals += len(match.deals)
    return deals


@pytest.mark.parametrize("form", FORMS)
def test_random_matches_are_judged_as_the_oracle_judges_them(form: str) -> None:
    assert agree(form, range(3)) >= 400


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_many_random_matches_are_judged_as_the_oracle_judges_them(form: str) -> None:
    assert agree(form, range(1000, 1030)) >= 4000
