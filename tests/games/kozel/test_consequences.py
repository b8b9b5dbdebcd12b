"""One fault, one error: what follows from a fault is none of its own, and rulings settle it."""

import pytest

from kozelnotation.diag.finding import Finding
from kozelnotation.verdict.report import RecordReport
from kozelnotation.verdict.verify import verify

PAIRS = '%kozel 1\n[Rules "kozel-pairs-tvaladze@1"]\n[Seats "N E S W"]\n\ndeal 1\ndealer W\n'
MONEY = '%kozel 1\n[Rules "kozel-money@1"]\n[Seats "N E S"]\n\ndeal 1\ndealer S\n'
FIRST = "trump 9h\n1. N: Jh  E: (?)  S: (?)  W: (?)\n"
SECOND = "2. N: Ah  E: (?)  S: (?)  W: (?)\nunfinished\n"


def judged(text: str) -> RecordReport:
    """The verdict on one record."""
    (report,) = verify(text)
    return report


def told(report: RecordReport) -> list[str]:
    """The errors and warnings of a record, `!` behind what was ruled on."""
    return [mark(f) for f in report.findings if f.code.severity.value != "note"]


def mark(finding: Finding) -> str:
    """The code of a finding with its seat."""
    seat = "" if finding.address.seat is None else f" {finding.address.seat}"
    return f"{finding.code.number}{seat}{'!' if finding.ruled else ''}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            f"{PAIRS}hand E: 7d 8d 9d 10d\ntrump 9h\n1. N: 7h  E: (?s)  S: (?)  W: (?)\n"
            "unfinished\n",
            ["K3006 E"],
            id="a-suit-that-the-hand-has-not-is-a-fault-of-that-hand",
        ),
        pytest.param(
            f"{PAIRS}trump 9h\n1. N: Jz  E: (?)  S: (?)  W: (?)\ndraws N: ?  E: ?  S: ?  W: ?\n"
            "unfinished\n",
            ["K1002"],
            id="draws-after-a-lost-trick-are-no-fault",
        ),
        pytest.param(
            f"{PAIRS}trump 9h\n1. N: Jh 8h\n2... E: Qh 6s  S: (? ?)  W: (? ?)  > E\n"
            "2. E: Kd  S: (?)  W: (?)  N: (?)\nunfinished\n",
            ["K2012"],
            id="a-wrong-number-of-a-trick-that-goes-on-changes-nothing",
        ),
        pytest.param(
            f"{PAIRS}{FIRST}3. N: Kd  E: (?)  S: (?)  W: (?)\n3. N: Kc  E: (?)  S: (?)  W: (?)\n"
            "unfinished\n",
            ["K2012"],
            id="after-a-wrong-number-the-right-ones-go-on",
        ),
        pytest.param(
            f"{PAIRS}hand N: Jh 8h Ah 7h\ntrump 9h\n1. N: Jh 8h Ah 7h Kh  E: (?)  S: (?)  W: (?)\n"
            "draws N: ?  E: ?  S: ?  W: ?\n2. N: Kd  E: (?)  S: (?)  W: (?)\nunfinished\n",
            ["K3003 N"],
            id="five-cards-led-say-nothing-of-the-draw",
        ),
        pytest.param(
            f"{PAIRS}trump 9h\n1. N: Jh 8h  E: Qh 6s\ndraws E: ?\n1... S: (? ?)  W: (? ?)\n"
            "unfinished\n",
            ["K3203 E"],
            id="a-draw-in-the-middle-of-a-trick-is-one-fault",
        ),
        pytest.param(
            PAIRS.replace("dealer W", "{x} dealer W") + "trump 9h\n1. N: Jh\nunfinished\n",
            ["K1001"],
            id="a-dealer-behind-commentary-is-not-missing",
        ),
        pytest.param(
            f'{PAIRS}trump 9h\n1. N: Jh  E: (?)  S: (?)\nruling stands 1 "x"\n{SECOND}',
            ["K3012 W!"],
            id="a-ruling-reaches-a-missing-answer",
        ),
        pytest.param(
            f'{PAIRS}{FIRST}draws N: ?  S: ?  E: ?  W: ?\nruling stands "x"\n{SECOND}',
            ["K3201 S!"],
            id="a-ruling-reaches-the-draw-above",
        ),
        pytest.param(
            f'{PAIRS}{FIRST}draws N: ?  S: ?  E: ?  W: ?\nruling stands 1 "x"\n{SECOND}',
            ["K3201 S!"],
            id="a-ruling-on-a-trick-reaches-its-draw",
        ),
        pytest.param(
            f'{PAIRS}{FIRST}draws N: ?  S: ?  E: ?  W: ?\nruling void "x"\n'
            f"draws N: ?  E: ?  S: ?  W: ?\n{SECOND}",
            ["K3201 S!"],
            id="a-voided-draw-is-drawn-again",
        ),
        pytest.param(
            f'{PAIRS}{FIRST}unfinished "x"\nruling void "go on"\n{SECOND}',
            [],
            id="a-stop-can-be-taken-back",
        ),
        pytest.param(
            f'{MONEY}trump 9h\n1. N: Ah Kh Qh\nruling void 1 "x"\n1. N: Ah  E: (?)  S: (?)\n'
            "unfinished\n",
            ["K7001"],
            id="a-bura-can-be-taken-back-though-nothing-was-wrong",
        ),
        pytest.param(
            f'{PAIRS}trump 9h\npoints N+S: 67  E+W: 50\nruling stands "x"\n',
            ["K5010!"],
            id="a-ruling-reaches-a-claim-of-the-count",
        ),
        pytest.param(
            '%kozel 1\n[Rules "kozel-general@1 pack=35"]\n[Seats "A B C"]\n\ndeal 1\ndealer B\n'
            "trump 9h\nshows B: Moskva Ac Ah 10c As\n"
            "1. B: As Ac Ah 10c  C: (7d 6h 9s Kh)  A: (6d 9c Qh Kd)  > B 54\n"
            "2. B: Jh 10h 7h  C: (8c 6s 8h)  A: (8s) Qd 7s  > B 15\n"
            "3. B: Qc  C: (9d)  A: Kc  > B 7\n"
            "4. B: Jd 8d  C: 9h Ad  A: (10d Jc)  > C 25\n"
            "5. C: Js  A: (7c)  B: (Qs)  > C 5\n"
            "6. C: 10s  B: (Ks)  > C 14\n",
            ["K5001 B"],
            id="who-led-as-if-he-had-won-may-have-drawn-the-last-cards-as-well",
        ),
    ],
)
def test_what_is_told(text: str, expected: list[str]) -> None:
    assert told(judged(text)) == expected


def test_shokha_takes_a_trick_of_which_an_answer_is_not_written_down() -> None:
    report = judged(f"{PAIRS}trump 9h\n1. N: Jh 8h  E: Qh 6s  S: ...  W: (? ?)  > E\nunfinished\n")
    assert [trick.winner for trick in report.deals[0].tricks] == ["E"]
    assert report.claims.value == "confirmed"


@pytest.mark.parametrize("hand", ["Jh 8h 9c K?", "Jh 8h 9c ?s", "?s ?s ?s ?s"])
def test_a_card_known_by_suit_or_rank_must_fit_what_was_played(hand: str) -> None:
    text = (
        f"{PAIRS}hand N: {hand}\ntrump 9h\n1. N: Jh 8h  E: (? ?)  S: (? ?)  W: (? ?)\n"
        "draws N: Ac  E: ?  S: ?  W: ?  N: 10c  E: ?  S: ?  W: ?\n"
        "2. N: 9c 10c Ac  E: (? ? ?)  S: (? ? ?)  W: (? ? ?)\n"
        "draws N: Qs  E: ?  S: ?  W: ?  N: Qc  E: ?  S: ?  W: ?  N: Qd  E: ?  S: ?  W: ?\n"
        "3. N: 7d  E: (?)  S: (?)  W: (?)\nunfinished\n"
    )
    assert judged(text).status.value == "illegal"
