"""What a line that cannot be read costs: itself, and nothing else."""

import pytest

from kozelnotation.verdict.verify import verify

HEAD = '%kozel 1\n[Rules "kozel-pairs-tvaladze@1"]\n[Seats "N E S W"]\n\ndeal 1\ndealer W\n'


def errors(text: str) -> list[str]:
    """The codes of the errors in a record, in order."""
    (report,) = verify(text)
    return [f.code.number for f in report.findings if f.code.severity.value == "error"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param("12. N Jh\nhand N: Jh 8h 9c 7d\ntrump 9h\n", ["K1001"], id="before-the-hands"),
        pytest.param(
            "trump 9h\n1. N: Jh  E: x\n2. E: Kc  S: (7c)  W: (6c)  N: (9c)\n",
            ["K1002"],
            id="the-next-trick-keeps-its-number",
        ),
        pytest.param(
            "trump 9h\n1. N: Jh  X: Qh  S: (7c)  W: (6c)\n2. E: Kc  S: (7c)  W: (6c)  N: (9c)\n",
            ["K2004"],
            id="an-unknown-seat-costs-its-line",
        ),
        pytest.param(
            "trump 9h\nmissing 7d Qs Qd 7s 8s 10h Ks Jc 7c Kc 8h Kh As Ad 10s 6h 10d 9s 6d 6c\n"
            "1. N: Jh\nunfinished\n",
            [],
            id="a-pack-of-which-most-is-missing",
        ),
        pytest.param("trump 9h\n %kozel 1\n1. N: Jh\nunfinished\n", ["K2011"], id="indented"),
        pytest.param(
            "trump 9h\n1. N: Jh\npoints N+S: 0  E+W: 0\nunfinished\n", [], id="count-then-stop"
        ),
        pytest.param("trump 9h\nexposed N: 4d\n1. N: Jh\nunfinished\n", ["K2007"], id="exposed"),
        pytest.param(
            "trump 9h\n1. N: Jh\ndraws N: 4d\nunfinished\n",
            ["K3012", "K2007"],
            id="two-faults-are-two",
        ),
    ],
)
def test_a_line_costs_itself(lines: str, expected: list[str]) -> None:
    assert errors(HEAD + lines) == expected
