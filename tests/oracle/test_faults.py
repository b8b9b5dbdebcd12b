"""Every fault put into a legal match gives exactly the one error that it must give."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from kozelnotation.diag.code import Severity
from kozelnotation.verdict.report import RecordReport
from kozelnotation.verdict.verify import verify
from tests.oracle.agreement import GENERAL, PAIRS, Company
from tests.oracle.faults import FAULTS, RESIMULATE, STYLES, Damaged, Finding, inject
from tests.oracle.naive_kozel import KG, KP
from tests.oracle.naive_play import random_match, random_style

BOTH = {"K2012", "K3002", "K3003", "K3011", "K3201", "K3202", "K3203", "K5006"}
"""Faults that can be written into the text as well as happen at the table."""

AT_THE_TABLE = {
    "K3001",
    "K3004",
    "K3005",
    "K3012",
    "K3013",
    "K3107",
    "K3204",
    "K3302",
    "K3303",
    "9.8",
}
"""Faults that change what happens afterwards, so that they can only happen at the table."""

OPTIONS = ("", "", "", "shokha=off", "limit=4", "deals=3", "limit=20")
OPTIONS_FOR = {
    "K3003": ("", "declarations=off", "declarations=off"),
    "K3014": ("limit=4", "limit=6"),
    "K3106": ("declarations=off",),
}
"""Options for faults that need them, or that are rare without them."""


def is_possible(company: Company, name: str, style: str) -> bool:
    """Whether a fault can be made in a company, in a style.

    A response that loses may be shown in KG (3.7); a declared hand need not be led in KP (4.5).
    Nobody leaves a match of two sides alone (5.6), and a single responder has no neighbour.
    """
    count = len(company.seats)
    if name not in BOTH and (style == RESIMULATE) is not (name in AT_THE_TABLE):
        return False
    if name == "K3014":
        return company.rules == KG and count == 3
    if name in {"K3008", "K3009"}:
        return company.rules == KP
    if name == "K3107":
        return company.rules == KG
    return name != "K3002" or count > 2


CASES = [
    pytest.param(company, name, style, id=f"{company.name}-{name}-{style}")
    for company in (PAIRS, *GENERAL)
    for name in FAULTS
    for style in STYLES
    if is_possible(company, name, style)
]


def damaged_records(company: Company, name: str, style: str, seed: str) -> Iterator[Damaged]:
    """Records with the fault, in ever other forms; gives up after many tries without one."""
    options = OPTIONS_FOR.get(name, OPTIONS)
    if company.rules == KG and len(company.seats) == 3:
        options += tuple(f"{option} pack=35" for option in options[:3])
    is_long = name in {"K3014", "K3302"}
    for attempt in range(4000):
        rng = Random(f"{company.name} {seed} {name} {style} {attempt}")
        written = random_style(rng)
        match = random_match(
            company.rules,
            company.seats,
            rng.choice(options),
            rng,
            written.form,
            draws=written.draws,
            claims=written.claims,
            # with unknown points nobody knows whether the match was over (5.9)
            hidden="known" if name == "K3302" else written.hidden,
            most_deals=30 if is_long else rng.choice((1, 2, 4)),
        )
        damaged = inject(match, rng, name, style)
        if damaged is not None:
            yield damaged


def is_the_one_error(report: RecordReport, expected: Finding) -> bool:
    """Whether a record has one error, at the expected place as far as the rules pin it."""
    errors = [finding for finding in report.findings if finding.code.severity is Severity.ERROR]
    if len(errors) != 1:
        return False
    (found,) = errors
    pinned = (
        (expected.deal, found.address.deal),
        (expected.trick, found.address.trick),
        (expected.seat, found.address.seat),
    )
    return found.code.number == expected.code and all(
        wanted is None or wanted == place for wanted, place in pinned
    )


def check(company: Company, name: str, style: str, seed: str, number: int) -> None:
    """Check so many records with a fault."""
    seen = 0
    for text, expected in islice(damaged_records(company, name, style, seed), number):
        (report,) = verify(text)
        found = [
            (finding.code.number, finding.address, finding.span)
            for finding in report.findings
            if finding.code.severity is not Severity.NOTE
        ]
        assert is_the_one_error(report, expected), f"{expected} is\n{found}\nin\n{text}"
        seen += 1
    assert seen == number


@pytest.mark.parametrize(("company", "name", "style"), CASES)
def test_a_fault_is_one_error_at_its_place(company: Company, name: str, style: str) -> None:
    check(company, name, style, "day", 10 if company.rules == KP else 5)


@pytest.mark.slow
@pytest.mark.parametrize(("company", "name", "style"), CASES)
def test_a_fault_is_one_error_in_many_records(company: Company, name: str, style: str) -> None:
    check(company, name, style, "night", 100 if company.rules == KP else 60)


EMPTY_HANDED = """\
%kozel 1
[Rules "kozel-general@1"]
[Seats "N E S W"]

deal 1
dealer S
trump Ks
1. W: 6s 7s  N: (? 7d)  E: (? ?)  S: (? ?)
draws W: ?  N: ?  E: ?  S: ?  W: ?  N: ?  E: ?  S: ?
2. W: 6c 9c Qc  N: As Ac Jc  E: (8c ? 7c)  S: (10s ? ?)
draws N: ?  S: ?  W: ?  N: ?  S: ?  W: ?  N: ?  S: ?  W: ?
3. N: 8s  E: (Jd)  S: Qs  W: (?)
draws S: ?  W: ?  N: ?
4. S: 10d Kd Qd 9d  W: (? Kh Kc ?)  N: (? ? 10c ?)
"""
"""E drew nothing after trick 2, for a written line is complete, and lays his last card in trick 3.

The smallest hand with cards then has four (9.10), so that four may be led.
"""


def test_an_empty_hand_sets_no_bound_to_a_lead() -> None:
    (report,) = verify(EMPTY_HANDED)
    assert is_the_one_error(report, Finding("K3204", 1, None, "E"))


DRAWN_FROM_A = """\
%kozel 1
[Rules "kozel-general@1 pack=35"]
[Seats "A B C"]

deal 1
dealer B
hand A: As 8c 9s Js
hand B: 10s 10h Ac Ah
hand C: 7s 9c 7h 6d
trump Jd
stock Jc Qh Kd Ad 9d Jh 7c 6s Ks 8h 8s Qd 6h Qs 10c 9h Kh 10d Kc 7d Qc 8d Jd
shows B: Moskva 10h Ah Ac 10s
1. B: 10h Ah 10s Ac  C: (9c 6d ? ?)  A: Js (As) 8c (9s)  > B
2. B: 7c Jc  C: 9d 6s  A: (Kd Ks)  > C 10
3. C: 6h Qh  A: Jh Qd  B: Ad 10d  > A 29
4. A: Kh  B: (10c)  C: (9h)  > A 14
5. A: Qs  B: (?)  C: (?)  > A
6. A: 8d  B: (7d)  C: (?)  > A 3
7. A: Kc  B: (Jd)  > A 6
"""
"""The table gives trick 3 of B to A, who leads: so the last draw, not written, went from A.

It served A and B twice and C once (2.7, 9.8), so that C has no card left in trick 7.
"""


def test_a_last_round_that_is_not_written_goes_from_the_seat_that_the_table_chose() -> None:
    (report,) = verify(DRAWN_FROM_A)
    assert is_the_one_error(report, Finding("K5001", 1, 3))
