"""The program and the naive second statement of Svoi Kozyri agree, series by series."""

import pytest

from kozelnotation.diag.code import Severity
from kozelnotation.verdict.verify import verify
from tests.oracle.naive_svoi_play import FORMS
from tests.oracle.svoi_agreement import damaged_series, differences, random_series
from tests.oracle.svoi_faults import FAULTS, Finding


@pytest.mark.parametrize("form", FORMS)
def test_random_series_are_judged_as_the_oracle_judges_them(form: str) -> None:
    for seed in range(60):
        series = random_series(f"day {form} {seed}", form=form)
        assert not list(differences(series)), series.write()


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_many_random_series_are_judged_as_the_oracle_judges_them(form: str) -> None:
    for seed in range(2000):
        series = random_series(f"night {form} {seed}", form=form)
        assert not list(differences(series)), series.write()


def check(name: str, seed: str, number: int) -> None:
    """Check so many records with a fault: one error, at the place that the rules pin."""
    seen = 0
    for text, expected in damaged_series(name, seed, number):
        (report,) = verify(text)
        errors = [
            Finding(f.code.number, f.address.deal, f.address.turn, f.address.seat)
            for f in report.findings
            if f.code.severity is Severity.ERROR
        ]
        assert len(errors) == 1, f"{expected} is\n{errors}\nin\n{text}"
        (found,) = errors
        pinned = ("code", "deal", "turn", "seat")
        wrong = [
            part for part in pinned if getattr(expected, part) not in (None, getattr(found, part))
        ]
        assert not wrong, f"{expected} is\n{found}\nin\n{text}"
        seen += 1
    assert seen == number


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_one_error_at_its_place(name: str) -> None:
    check(name, "day", 25)


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_one_error_in_many_records(name: str) -> None:
    check(name, "night", 300)
