"""What is made unknown never makes a legal record illegal, nor a true claim false."""

import re
from random import Random

import pytest

from kozelnotation.verdict.report import Claims, Status
from kozelnotation.verdict.verify import verify
from tests.oracle.naive_play import random_match, random_style, random_table
from tests.oracle.svoi_agreement import judged, random_series

CARD = re.compile(r"\b(10|[6-9AKQJ])([shdc])\b")
SET_UP = ("deck", "hand", "stock")


class Eraser:
    """Makes cards of a record unknown, in whole or in part."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.share = rng.choice([0.02, 0.1, 0.3, 0.7])
        self.patterns = rng.choice([("?",), ("?", "suit"), ("?", "suit", "rank")])
        self.where = rng.choice(["everywhere", "set-up", "face down", "draws"])

    def card(self, match: re.Match[str]) -> str:
        """A card, or what is left of it."""
        if self.rng.random() > self.share:
            return match[0]
        pattern = self.rng.choice(self.patterns)
        return {"?": "?", "suit": f"?{match[2]}", "rank": f"{match[1]}?"}[pattern]

    def line(self, line: str) -> str:
        """A line of the record with cards made unknown."""
        word = line.partition(" ")[0]
        if word in SET_UP:
            touched = self.where in ("everywhere", "set-up")
        elif word == "draws":
            touched = self.where in ("everywhere", "draws")
            if touched and self.rng.random() < 0.15:
                return "draws ..."
        elif word.rstrip(".").isdigit():
            if self.where == "face down":
                return re.sub(r"\([^)]*\)", lambda m: CARD.sub(self.card, m[0]), line)
            touched = self.where == "everywhere"
        else:
            touched = False
        return CARD.sub(self.card, line) if touched else line


def erased(seed: str) -> str:
    """A legal record of any rule set and form, with cards made unknown."""
    rng = Random(seed)
    rules, seats, options = random_table(rng)
    style = random_style(rng)
    match = random_match(
        rules,
        seats,
        options,
        rng,
        style.form,
        draws=style.draws,
        claims=rng.choice(["all", "none"]),
        hidden=style.hidden,
        most_deals=rng.choice((1, 2)),
    )
    eraser = Eraser(rng)
    return "\n".join(map(eraser.line, match.write().split("\n")))


TURN = re.compile(r"(?P<number>\d+)\. (?P<seat>\w+): (?P<done>.*)")


class SvoiEraser(Eraser):
    """Makes a record of Svoi Kozyri tell less: cards, lists, numbers, turns, trumps, dealers."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.lists = rng.choice([0, 0, 0.3, 1])
        self.numbers = rng.choice([0, 0, 0, 0.2])
        self.gaps = rng.choice([0, 0, 0, 0.02, 0.1])
        self.head = rng.choice([0, 0, 0.3])
        self.hands = rng.choice([0, 0, 0.5, 1])

    def line(self, line: str) -> str:
        """A line of the record that tells less, or nothing."""
        word = line.partition(" ")[0]
        if word in ("deck", "hand", "gives") and self.rng.random() < self.hands:
            return ""
        if word in ("dealer", "starter") and self.rng.random() < self.head:
            return f"{word} ?"
        if word == "trumps":
            return re.sub(
                r": ([shdc])", lambda m: ": ?" if self.rng.random() < self.head else m[0], line
            )
        turn = TURN.fullmatch(line)
        if turn is None:
            return super().line(line)
        if self.rng.random() < self.gaps:
            done = self.rng.choice(("?", f"{turn['seat']}: ..."))
            return f"{turn['number']}. {done}"
        line = super().line(line)
        if "takes" in line and self.rng.random() < self.lists:
            line = line.partition(" (")[0]
        if "takes" in line and self.rng.random() < self.numbers:
            line = re.sub(r"takes \d+", "takes ?", line)
        return line


def erased_series(seed: str) -> str:
    """A legal record of Svoi Kozyri that tells less."""
    series = random_series(seed, deals=1)
    eraser = SvoiEraser(Random(seed))
    lines = map(eraser.line, series.write().split("\n"))
    return "\n".join(line for line in lines if line) + "\n"


def hold_in_svoi(seed: str) -> None:
    """Hold the law for one record of Svoi Kozyri; what is told all the same is the truth."""
    text = erased_series(seed)
    (report,) = verify(text)
    assert report.status in (Status.LEGAL, Status.UNDECIDED), text
    assert report.claims is not Claims.REFUTED, text
    (happened,) = random_series(seed, deals=1).truth()["deals"]
    (found,) = judged(report)
    for key in ("turns", "loser", "drawn"):
        assert dict(found)[key] in (None, dict(happened)[key]), text


@pytest.mark.parametrize("block", range(10))
def test_what_is_not_told_of_a_series_breaks_no_rule(block: int) -> None:
    for number in range(40):
        hold_in_svoi(f"svoi {block} {number}")


@pytest.mark.slow
@pytest.mark.parametrize("block", range(100))
def test_what_is_not_told_of_a_series_breaks_no_rule_at_length(block: int) -> None:
    for number in range(100):
        hold_in_svoi(f"slow svoi {block} {number}")


def hold(seed: str) -> None:
    """Hold the law for one record."""
    text = erased(seed)
    (report,) = verify(text)
    assert report.status in (Status.LEGAL, Status.UNDECIDED), text
    assert report.claims is not Claims.REFUTED, text


@pytest.mark.parametrize("block", range(10))
def test_unknown_cards_break_no_rule(block: int) -> None:
    for number in range(40):
        hold(f"{block} {number}")


@pytest.mark.slow
@pytest.mark.parametrize("block", range(100))
def test_unknown_cards_break_no_rule_at_length(block: int) -> None:
    for number in range(100):
        hold(f"slow {block} {number}")


@pytest.mark.parametrize(
    "draws",
    [
        pytest.param("draws E: ?d Jd  S: 10d 10c  W: Kd Ah  N: As Kh", id="a-suit-and-a-card"),
        pytest.param("draws E: ?d J?  S: 10d 10c  W: Kd Ah  N: As Kh", id="a-rank-and-a-suit"),
    ],
)
def test_groups_of_draws_are_paired_with_the_stock_in_any_way(draws: str) -> None:
    text = (
        '%kozel 1\n[Rules "kozel-pairs-tvaladze@1"]\n[Seats "N E S W"]\n\ndeal 1\ndealer W\n'
        "hand N: Jh 8h 9c 7d\nhand E: Qh 6s Kc 9d\nhand S: 10h 7c Ad 8s\nhand W: 7s 6c 8d Js\n"
        "trump 9h\nstock Jd 10d Kd As Qd 10c Ah Kh 7h Ks Ac Qc 6h 6d 10s 9s Qs 8c Jc 9h\n"
        f"1. N: Jh 8h  E: Qh 6s  S: (7c 8s)  W: (6c 7s)\n{draws}\nunfinished\n"
    )
    (report,) = verify(text)
    assert report.status is not Status.ILLEGAL
