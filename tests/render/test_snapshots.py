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

GAPS = """%kozel 1
[Event "An evening with gaps"]
[Rules "svoi-kozyri-lobashev@1"]
[Seats "N E S W"]
[Player N "Ana"]
carried N: 2  E: 0  S: 1  W: 1

deal 5
dealer W
trumps N: c  E: d  S: h  W: ?
hand S: 6c 9d Kh 7h 8h 10h Jh Qh Ah
gives E: 6h > S
gives S: 6c > N
1. N: 8c
2. E: (?) / ?s
3. S: (Kh) / 9d
4. W: takes 3
5. N: 10c / Qs
6. E: K? / 8d
7. S: takes ? (8d ? Qs)
8. W: takes ?
9. ?
exposed E: Kc {it fell}
player W "Vera"
10. E: Jd / 9s
11. S: ...
12. W: (? ?) / 7s
reveals 3. S: Kh
13. N: -
ruling void 12 "W had not looked"
12. W: (?) / 7s
unfinished "the train arrives"

deal 6
dealer ?
1. N: 9c
2. E: Kd / Ac
annulled "a card lay under the table"

deal 7
dealer W
1. N: 9c
2. E: Kd / Ac
ruling result N: 0  E: 0  S: 1  W: 0 "they agreed"
"""

AGAIN = """%kozel 1
[Rules "svoi-kozyri-lobashev@1"]
[Seats "A B C"]

deal 1
dealer C
trumps A: c  B: d  C: h
hand A: 8h 7s 8s 9s 10s Js Qs Ks As 7d 8d 9d
hand B: 10d Jd Qd Kd Ad 7c 8c 9c 10c Jc Qc 6d
hand C: 9h 7h 10h Jh Qh Kh Ah Kc Ac 6s 6h 6c
gives C: 6c > A
1. A: 8h
2. B: takes 1 (8h)
3. C: 9h
4. A: takes 1 (9h)
5. B: 8h
6. C: takes 1 (8h)
7. A: 9h
8. B: takes 1 (9h)
9. C: 8h
10. A: takes 1 (8h)
11. B: 9h
12. C: takes 1 (9h)
13. A: 8h
unfinished "nobody can win like this"
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


def test_transcript_of_more_cards_than_a_hand_has() -> None:
    cards = "? " * 11
    record = EVENING.split("deal 7", maxsplit=1)[0].replace("carried N+S: 4  E+W: 8\n", "")
    record += f"deal 1\ndealer W\n1. N: ({cards.strip()})\ndraws N: {cards}\n"
    said = printed("transcript", "-", stdin=record)
    assert "N leads 11 cards face down." in said
    assert "They draw: N 11." in said


# -- Svoi Kozyri ----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "markdown"])
@pytest.mark.parametrize("name", ["exit-by-cover", "draw", "face-down-lie"])
def test_transcript_of_svoi_kozyri(snapshot: SnapshotAssertion, name: str, form: str) -> None:
    file = f"samples/svoi-kozyri-{name}.kozel"
    assert printed("transcript", "--format", form, file) == snapshot


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        pytest.param("exit-by-cover", "E", id="who-gave-two-sixes"),
        pytest.param("draw", "W", id="who-got-one-and-gave-two"),
        pytest.param("face-down-lie", "N", id="who-laid-the-card-that-was-not-shown"),
        pytest.param("face-down-lie", "S", id="who-picked-it-up"),
        pytest.param("face-down-lie", "W", id="who-never-saw-it"),
    ],
)
def test_transcript_of_svoi_kozyri_for_a_seat(
    snapshot: SnapshotAssertion, name: str, seat: str
) -> None:
    file = f"samples/svoi-kozyri-{name}.kozel"
    assert printed("transcript", "--seat", seat, file) == snapshot


def test_transcript_of_the_open_game(snapshot: SnapshotAssertion) -> None:
    assert printed("transcript", "samples/svoi-kozyri-open.kozel") == snapshot


def test_transcript_with_a_position_that_repeats(snapshot: SnapshotAssertion) -> None:
    assert printed("transcript", "-", stdin=AGAIN) == snapshot


def test_transcript_with_gaps(snapshot: SnapshotAssertion) -> None:
    assert printed("transcript", "-", stdin=GAPS) == snapshot


@pytest.mark.parametrize("seat", ["S", "W"])
def test_transcript_with_gaps_for_a_seat(snapshot: SnapshotAssertion, seat: str) -> None:
    assert printed("transcript", "--seat", seat, "-", stdin=GAPS) == snapshot
