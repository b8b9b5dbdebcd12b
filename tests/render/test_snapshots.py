"""What people read, as it is printed; every change of these texts is read in review."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.cli.run import kozel

ROOT = Path(__file__).parents[2]
DISPUTED = "samples/disputed.kozel"
BAD = [
    f"samples/bad/{number}.kozel"
    for number in (
        "K0001",  # a letter that cannot be shown
        "K1004",  # letters of another alphabet
        "K2006",  # two places on a line that is too long
        "K3001",  # a lead, with the table and what would have been legal
        "K3007",  # two places on two lines
        "K3202",  # a draw
        "K5003",  # a claim
        "K6001",  # a warning
        "K6002",  # facts that contradict each other
        "K7001",  # a ruling
    )
]

EVENING = """%kozel 1
{a friendly table}
[Event "Evening of many things"]
[Site "Kutaisi"]
[Date "2026-0?-??"]
[Round "2"]
[Table "1"]
[Rules "kozel-pairs-tvaladze@1"]
[Seats "N E S W"]
[Player N "Ana"]
[Player E "Boris *Bob* K."]
[Referee "Zaza"]
carried N+S: 4  E+W: 8

deal 7
dealer W
hand N: As Ah 10d 6s
hand S: 7d 8d 9d Qd
trump 9h
time "2026-05-17T18:04:30+04:00"
shows N: Moskva As Ah 10d 6s
shows S: Molodka 7d 8d 9d Qd
player W "Vera"
1. N: 10d  E: ...  S: (7d)  W: (Kd)  > N
draws N: Ac  E: ?  S: 10c  W: Qc
exposed E: 7c {it fell}
2. N: Ac  E: (7c)  S: (8d)  W: (?) {slowly}
draws ...
reveals 2. W: 8c
ruling trick 2 > E "as the table agreed"
ruling penalty E+W: 2 "late"
annulled "a card was found under the table"

deal 8
dealer W
deck Kh Qd 7h Ad Jh Qh 9h 8s Ks 7s 10s 10h Js Ac 9s 6s 9d Kc ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?
1. N: Ks Js  E: (7s Qd)  S: 10s 7h  W: Ad 6s  > W
unfinished
"""


@pytest.fixture(autouse=True)
def _at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files have the same names everywhere, and nobody wishes for colours."""
    monkeypatch.chdir(ROOT)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


def printed(*args: str, stdin: str = "") -> str:
    """What a command prints, data before counts."""
    result = kozel(args, stdin)
    return result.out + result.err


@pytest.mark.parametrize("file", [DISPUTED, *BAD], ids=lambda name: str(Path(name).stem))
def test_report_as_text(snapshot: SnapshotAssertion, file: str) -> None:
    assert printed("verify", file) == snapshot


def test_report_of_a_ruling(snapshot: SnapshotAssertion) -> None:
    record = (ROOT / DISPUTED).read_text(encoding="utf-8")
    ruled = record.replace("unfinished", 'ruling trick 1 > E "they agreed before"\nunfinished')
    assert printed("verify", "-", stdin=ruled) == snapshot


def test_report_in_short(snapshot: SnapshotAssertion) -> None:
    assert printed("verify", "--format", "concise", DISPUTED, *BAD) == snapshot


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_transcript(snapshot: SnapshotAssertion, form: str) -> None:
    assert printed("transcript", "--format", form, DISPUTED) == snapshot


@pytest.mark.parametrize("seat", ["N", "E", "S", "W"])
def test_transcript_for_a_seat(snapshot: SnapshotAssertion, seat: str) -> None:
    assert printed("transcript", "--seat", seat, DISPUTED) == snapshot


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_transcript_of_many_things(snapshot: SnapshotAssertion, form: str) -> None:
    assert printed("transcript", "--format", form, "-", stdin=EVENING) == snapshot


def test_transcript_of_many_things_for_a_seat(snapshot: SnapshotAssertion) -> None:
    assert printed("transcript", "--seat", "E", "-", stdin=EVENING) == snapshot


def test_transcript_for_money(snapshot: SnapshotAssertion) -> None:
    record = printed("generate", "--rules", "kozel-money@1", "--seed", "3", "--deals", "1")
    assert printed("transcript", "-", stdin=record) == snapshot
