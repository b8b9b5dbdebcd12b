"""Compares verdicts on random legal matches with the naive second statement of the rules.

What the record determines by plain counting the program must find; what it finds beyond
that must be what really happened.

A match for money has no end in the rules (6.4), so whether it was played to its end does not
apply, and nothing in it depends on a balance that nobody knows.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from random import Random

from kozelnotation.diag.code import Severity
from kozelnotation.verdict.report import Claims, DealReport, RecordReport, Status
from kozelnotation.verdict.verify import verify
from tests.oracle.naive_kozel import KG, KM, KP, DealResult
from tests.oracle.naive_play import (
    CLAIMS,
    DRAWS,
    HIDDEN,
    Deal,
    Match,
    Trick,
    piles_untold,
    random_match,
)


@dataclass(frozen=True)
class Company:
    """Who plays by which rules: a rule set, the seats, and the options taken in turn."""

    rules: str
    seats: tuple[str, ...]
    options: tuple[str, ...]
    most_deals: tuple[int, ...] = (1, 3, 30)

    @property
    def name(self) -> str:
        """``kozel-general@1-3``."""
        return f"{self.rules}-{len(self.seats)}"


PENALTY_OPTIONS = (
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
"""Eleven, so that over the ways of writing a record each option meets each of them."""

PAIRS = Company(KP, ("N", "E", "S", "W"), PENALTY_OPTIONS, (1, 3, 30, 30, 30))

GENERAL = (
    Company(KG, ("N", "S"), PENALTY_OPTIONS, (1, 2, 6, 30)),
    Company(KG, ("A", "B", "C"), (*PENALTY_OPTIONS, "pack=35", "shokha=off limit=6 pack=35")),
    Company(KG, ("N", "E", "S", "W"), PENALTY_OPTIONS, (1, 3, 30, 30)),
)

FOR_MONEY = tuple(
    Company(KM, tuple("ABCDE"[:count]), ("", "", "shokha=off", "", "shokha=off", "", ""), (1, 3, 7))
    for count in (2, 3, 4, 5)
)

COMPANIES = (PAIRS, *GENERAL, *FOR_MONEY)


# -- random matches -------------------------------------------------------------------------------


def styles(form: str) -> Iterator[tuple[str, str, str]]:
    """Every way to write draws, claims and hidden cards that the form allows."""
    for draws, claims, hidden in product(DRAWS, CLAIMS, HIDDEN):
        if not (form == "dealt" and draws == "no"):
            yield draws, claims, hidden


def matches(company: Company, form: str, seeds: range) -> Iterator[Match]:
    """Random matches over every style, the options taken in turn."""
    turn = 0
    for seed in seeds:
        for draws, claims, hidden in styles(form):
            rng = Random(f"{company.name} {form} {draws} {claims} {hidden} {seed}")
            options = company.options[turn % len(company.options)]
            turn += 1
            yield random_match(
                company.rules,
                company.seats,
                options,
                rng,
                form,
                draws=draws,
                claims=claims,
                hidden=hidden,
                most_deals=rng.choice(company.most_deals),
            )


# -- numbers --------------------------------------------------------------------------------------


def settled_differences(
    found: Mapping[str, int | None],
    expected: Mapping[str, int | None],
    truth: Mapping[str, int | None],
) -> Iterator[str]:
    """What is told and not found, and what is found and not so."""
    if list(found) != list(expected):
        yield f"{list(expected)} are the sides, found {list(found)}"
        return
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
    if len(found.tricks) != len(tricks):
        yield f"{len(tricks)} tricks, found {len(found.tricks)}"
        return
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


# -- pots -----------------------------------------------------------------------------------------


def is_pot_told(match: Match, deal: Deal) -> bool:
    """Whether the record determines who takes the pot of a deal (6.2, 6.3)."""
    return deal.ended_at_once is not None or not piles_untold(match.rules, deal)


def pot_differences(match: Match, report: RecordReport) -> Iterator[str]:
    """Where a pot went elsewhere, or was of another size; it is told if all before it are."""
    is_told = True
    for deal, found in zip(match.deals, report.deals, strict=False):
        if match.rules.name != KM:
            if found.pot is not None:
                yield f"there is no pot, found {found.pot}"
            continue
        truth = {seat: deal.pot_size if seat == deal.pot else 0 for seat in match.rules.seats}
        is_told = is_told and is_pot_told(match, deal)
        told = truth if is_told else dict.fromkeys(truth)
        for difference in settled_differences(found.pot or {}, told, truth):
            yield f"pot of deal {deal.number}: {difference}"


# -- the record -----------------------------------------------------------------------------------


def differences(match: Match, report: RecordReport) -> Iterator[str]:
    """Everything in a verdict that is not as it must be."""
    told, truth = match.expected(), match.truth()
    is_told = all(None not in deal["score"].values() for deal in told["deals"])
    is_told_before_last = all(None not in deal["score"].values() for deal in told["deals"][:-1])
    for number, found in enumerate(report.deals):
        yield from deal_differences(found, told["deals"][number], truth["deals"][number])
        yield from trick_differences(found, match.deals[number].counted_tricks())
    if len(report.deals) != len(match.deals):
        yield f"{len(match.deals)} deals, found {len(report.deals)}"
    yield from pot_differences(match, report)
    # with scores that nobody can know a match may have been decided before the last deal (5.9),
    # unless it ends after a number of deals (5.8), or not at all (6.4)
    by_score = match.rules.name != KM and match.rules.deals is None
    allowed = {Status.LEGAL}
    if by_score and not is_told_before_last:
        allowed.add(Status.UNDECIDED)
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
    allowed: list[bool | None] = [match.is_over] if is_told else [match.is_over, None]
    if match.rules.name == KM:
        allowed = [None]
    if report.complete not in allowed:
        yield f"complete {allowed}, found {report.complete}"


def has_claims(match: Match) -> bool:
    """Whether the record claims anything: a count, or of a trick who took it."""
    return match.style.claims_count or any(
        trick.claim is not None for deal in match.deals for trick in deal.all_tricks()
    )


def claim_differences(match: Match, report: RecordReport) -> Iterator[str]:
    """Where a true claim is refuted, or not confirmed although every card is told."""
    allowed = {Claims.CONFIRMED} if has_claims(match) else {Claims.NONE}
    if has_claims(match) and match.style.hidden != "known":
        allowed.add(Claims.UNDECIDED)
    if report.claims not in allowed:
        yield f"claims {report.claims}"
    for deal in report.deals:
        for claim in deal.claims_made:
            if claim.verdict is Claims.REFUTED:
                yield f"deal {deal.number}: {claim.statement} {claim.of} refuted"
            if claim.computed is not None and claim.computed != claim.said:
                yield f"deal {deal.number}: {claim.statement} {claim.of} {claim.computed}"


def agree(company: Company, form: str, seeds: range) -> int:
    """Check random matches of a form; return how many deals they had."""
    deals = 0
    for match in matches(company, form, seeds):
        text = match.write()
        (report,) = verify(text)
        found = list(differences(match, report))
        assert not found, "\n".join([*found, text])
        deals += len(match.deals)
    return deals
