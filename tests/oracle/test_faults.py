"""Every fault put into a legal match gives exactly the one error that it must give."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from kozelnotation.diag.code import Severity
from kozelnotation.verdict.report import RecordReport
from kozelnotation.verdict.verify import verify
from tests.oracle.faults import FAULTS, RESIMULATE, TEXT, Damaged, Finding, inject
from tests.oracle.naive_kozel import KP
from tests.oracle.naive_play import random_match, random_style

SEATS = ["N", "E", "S", "W"]
OPTIONS = ("", "", "", "shokha=off", "limit=4", "deals=3", "limit=20")
NOT_IN_PAIRS = {"K3014", "K3107"}
"""Nobody leaves a match in pairs alone, and a declared hand need not be led."""

BOTH = {"K2012", "K3002", "K3003", "K3011", "K3201", "K3202", "K3203", "K5006"}
"""Faults that can be written into the text as well as happen at the table."""

AT_THE_TABLE = {"K3001", "K3004", "K3005", "K3012", "K3013", "K3204", "K3302", "K3303", "9.8"}
"""Faults that change what happens afterwards, so that they can only happen at the table."""

CASES = [
    pytest.param(name, style, id=f"{name}-{style}")
    for name in FAULTS
    if name not in NOT_IN_PAIRS
    for style in (TEXT, RESIMULATE)
    if name in BOTH or (style == RESIMULATE) is (name in AT_THE_TABLE)
]


def damaged_records(name: str, style: str, seed: str) -> Iterator[Damaged]:
    """Records with the fault, in ever other forms; gives up after many tries without one."""
    for attempt in range(2000):
        rng = Random(f"{seed} {name} {style} {attempt}")
        written = random_style(rng)
        match = random_match(
            KP,
            SEATS,
            "declarations=off" if name == "K3106" else rng.choice(OPTIONS),
            rng,
            written.form,
            draws=written.draws,
            claims=written.claims,
            # with unknown points nobody knows whether the match was over (5.9)
            hidden="known" if name == "K3302" else written.hidden,
            most_deals=rng.choice((1, 2, 4)) if name != "K3302" else 30,
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


def check(name: str, style: str, seed: str, number: int) -> None:
    """Check so many records with a fault."""
    seen = 0
    for text, expected in islice(damaged_records(name, style, seed), number):
        (report,) = verify(text)
        found = [
            (finding.code.number, finding.address, finding.span)
            for finding in report.findings
            if finding.code.severity is not Severity.NOTE
        ]
        assert is_the_one_error(report, expected), f"{expected} is\n{found}\nin\n{text}"
        seen += 1
    assert seen == number


@pytest.mark.parametrize(("name", "style"), CASES)
def test_a_fault_is_one_error_at_its_place(name: str, style: str) -> None:
    check(name, style, "day", 10)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "style"), CASES)
def test_a_fault_is_one_error_in_many_records(name: str, style: str) -> None:
    check(name, style, "night", 100)
