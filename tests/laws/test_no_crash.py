"""Whatever a text says, verification answers: no exception, no internal error, counts add up."""

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kozelnotation.cards.card import MASKS
from kozelnotation.render.transcript import View, transcript
from kozelnotation.verdict.report import RecordReport, Summary
from kozelnotation.verdict.verify import verify
from tests.oracle.naive_kozel import KP
from tests.oracle.naive_play import random_match, random_style
from tests.oracle.svoi_agreement import random_series

LAW = settings(
    deadline=None,
    database=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SEATS = ["N", "E", "S", "W"]
HEADER = f'%kozel 1\n[Rules "{KP}"]\n[Seats "N E S W"]\n'
CARDS = sorted(MASKS)
WORDS = [
    *CARDS,
    *("N", "E", "S", "W", "N:", "E:", "S:", "W:", "N+S", "E+W", "N+S:", "E+W:", "Q", "Zed:"),
    *("0", "1", "1.", "1...", "2.", "12.", "07", "120", "9999", "10000", "99999999999999999999"),
    *(
        "(",
        ")",
        "((",
        "()",
        "(?",
        "?)",
        ">",
        "-",
        "...",
        "/",
        "{",
        "}",
        "{x}",
        ";",
        "; x",
        "[",
        "]",
    ),
    *('"', '""', '"x', '"\\', '"\\u12', '"\\ud800"', "%kozel", "%", "\t", "\r", "\x00", "\u202e"),
    *("deal", "dealer", "deck", "hand", "trump", "stock", "draws", "shows", "Moskva", "Molodka"),
    *("reveals", "exposed", "gives", "missing", "captured", "points", "tricks", "penalty"),
    *("score", "winner", "tie", "unfinished", "annulled", "ruling", "void", "stands", "result"),
    *(
        "trick",
        "carried",
        "player",
        "time",
        "x-",
        "x-y",
        "pot",
        "loser",
        "drawn",
        "takes",
        "trumps",
    ),
    *("5h", "Th", "Тh", "10H", "10♥", "??", "10h10d", "As:", "é", "e\u0301", "🂡", "\ufeff"),
]


def check(text: str | bytes) -> list[RecordReport]:
    """Verify a text; hold what must hold for every text."""
    reports = verify(text)
    total = Summary()
    for report in reports:
        total += Summary.of(report)
        assert all(finding.code.number != "K9001" for finding in report.findings), [
            finding.args for finding in report.findings if finding.code.number == "K9001"
        ]
        for finding in report.findings:
            assert 0 <= finding.span.start <= finding.span.end
            assert finding.span.line >= report.line
    assert total.records == len(reports)
    assert total.legal + total.illegal + total.undecided + total.malformed == total.records
    assert total.errors + total.warnings + total.notes + total.ruled == sum(
        len(report.findings) for report in reports
    )
    assert total.deals == sum(len(report.deals) for report in reports)
    assert total.internal == 0
    return reports


@cache
def written_match(seed: int) -> str:
    """A legal record, in one of the written forms."""
    rng = Random(f"law {seed}")
    if seed % 3 == 0:
        return random_series(f"law {seed}", deals=rng.choice((1, 2))).write()
    style = random_style(rng)
    match = random_match(
        KP,
        SEATS,
        rng.choice(("", "", "shokha=off", "declarations=off", "deals=2", "limit=4")),
        rng,
        style.form,
        draws=style.draws,
        claims=style.claims,
        hidden=style.hidden,
        most_deals=rng.choice((1, 2, 3)),
    )
    return match.write()


written_matches = st.integers(0, 60).map(written_match)


@LAW
@given(st.text())
@example("")
@example("%kozel")
@example("%kozel 1")
@example("%kozel 1\n%kozel 1\n")
@example("\ufeff%kozel 1\n")
@example("\ud800")
@example("\r")
@example("{")
def test_any_text_is_answered(text: str) -> None:
    check(text)
    check(HEADER + text)
    check(HEADER + "deal 1\ndealer W\ntrump 9h\n" + text)


@LAW
@given(st.binary())
@example(b"\xff\xfe%\x00k\x00")
@example(b"\x0b")
@example(b"\xff")
@example(b'%kozel 1\n[Rules "\xc0"]\n')
def test_any_bytes_are_answered(content: bytes) -> None:
    check(content)
    check(HEADER.encode() + content)


@LAW
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), max_size=12))
def test_any_words_of_the_notation_are_answered(lines: list[str]) -> None:
    check(HEADER + "\n".join(lines))
    check(HEADER + "deal 1\ndealer W\ntrump 9h\n" + "\n".join(lines))


@LAW
@given(written_matches, st.data())
def test_a_record_with_lines_left_out_is_answered(text: str, data: st.DataObject) -> None:
    lines = text.splitlines()
    gone = data.draw(st.sets(st.integers(0, len(lines) - 1), max_size=6))
    check("\n".join(line for place, line in enumerate(lines) if place not in gone))


@LAW
@given(written_matches, st.data())
def test_a_record_with_lines_written_twice_is_answered(text: str, data: st.DataObject) -> None:
    lines = text.splitlines()
    for place in data.draw(st.lists(st.integers(0, len(lines) - 1), max_size=6)):
        lines.insert(data.draw(st.integers(0, len(lines))), lines[place])
    check("\n".join(lines))


@LAW
@given(written_matches, st.randoms(use_true_random=False), st.booleans())
def test_a_record_in_another_order_is_answered(
    text: str,
    chance: Random,
    keeps_header: bool,  # noqa: FBT001 - drawn, not passed
) -> None:
    lines = text.splitlines()
    kept = 5 if keeps_header else 0
    rest = lines[kept:]
    chance.shuffle(rest)
    check("\n".join(lines[:kept] + rest))


@LAW
@given(written_matches, st.data())
def test_a_record_with_words_replaced_is_answered(text: str, data: st.DataObject) -> None:
    lines = [line.split(" ") for line in text.splitlines()]
    for _ in range(data.draw(st.integers(1, 4))):
        line = data.draw(st.sampled_from(lines))
        place = data.draw(st.integers(0, len(line) - 1))
        line[place] = data.draw(st.sampled_from(WORDS))
    check("\n".join(" ".join(line) for line in lines))


@LAW
@given(written_matches, st.data())
def test_a_record_with_letters_replaced_is_answered(text: str, data: st.DataObject) -> None:
    letters = list(text)
    for _ in range(data.draw(st.integers(1, 5))):
        letters[data.draw(st.integers(0, len(letters) - 1))] = data.draw(st.characters())
    check("".join(letters))


# -- sound statements in any order ----------------------------------------------------------------

card_words = st.sampled_from([*CARDS, *(["?"] * 20)])
seats = st.sampled_from(SEATS)
sides = st.sampled_from(["N+S", "E+W"])
small = st.integers(0, 7).map(str)


def group(words: Sequence[str], *, is_down: bool) -> str:
    """Cards as a group that may lie face down; no cards are nothing laid."""
    if not words:
        return "-"
    return f"({' '.join(words)})" if is_down else " ".join(words)


card_groups = st.lists(card_words, max_size=5).map(lambda words: group(words, is_down=False))
plays = st.builds(
    lambda seat, words, is_down: f"{seat}: {group(words, is_down=is_down)}",
    seats,
    st.lists(card_words, max_size=4),
    st.booleans(),
)
claims = st.one_of(
    st.just(""), seats.map(lambda seat: f"  > {seat}"), sides.map(lambda s: f"  > {s} 10")
)
numbered = st.integers(1, 10)
values = st.builds(lambda one, other: f"N+S: {one}  E+W: {other}", small, small)
statements = st.one_of(
    st.builds(
        lambda number, laid, claim: f"{number}. {'  '.join(laid)}{claim}",
        numbered,
        st.lists(plays, min_size=1, max_size=6),
        claims,
    ),
    st.builds(
        lambda number, laid: f"{number}... {'  '.join(laid)}",
        numbered,
        st.lists(plays, min_size=1, max_size=3),
    ),
    st.builds(lambda number, claim: f"{number}. ?{claim}", numbered, claims),
    st.lists(st.builds("{}: {}".format, seats, card_words), min_size=1, max_size=8).map(
        lambda entries: "draws " + "  ".join(entries)
    ),
    st.just("draws ..."),
    st.builds(
        "shows {}: {} {}".format,
        seats,
        st.sampled_from(["Moskva", "Molodka", "Aces", "Bura"]),
        st.lists(card_words, min_size=1, max_size=5).map(" ".join),
    ),
    st.builds("reveals {}. {}: {}".format, numbered, seats, card_groups),
    st.builds("exposed {}: {}".format, seats, card_groups),
    st.builds("gives {}: {} > {}".format, seats, card_words, st.sampled_from([*SEATS, "stock"])),
    st.builds("captured {}: {}".format, sides, card_groups),
    st.builds("missing {}".format, card_words),
    st.builds("hand {}: {}".format, seats, st.lists(card_words, max_size=5).map(" ".join)),
    st.lists(card_words, min_size=18, max_size=21).map(lambda words: f"stock {' '.join(words)}"),
    st.builds("dealer {}".format, st.sampled_from([*SEATS, "?"])),
    st.builds("trump {}".format, card_words),
    st.builds(
        "{} {}".format, st.sampled_from(["points", "tricks", "penalty", "score", "carried"]), values
    ),
    st.builds('ruling {} "so"'.format, st.sampled_from(["stands", "void", "stands 1", "void 2"])),
    st.builds('ruling trick {} > {} "so"'.format, numbered, seats),
    st.builds('ruling {} {} "so"'.format, st.sampled_from(["result", "penalty"]), values),
    st.builds("deal {}".format, numbered),
    st.sampled_from(['unfinished "x"', 'annulled "x"', "winner N+S", "winner E+W", "tie"]),
    st.sampled_from(
        ['player N "Ana"', 'time "2026-05-17T18:04:30+04:00"', "x-note 1", "{c}", "; r"]
    ),
)


@settings(LAW, max_examples=400)
@given(st.lists(statements, max_size=25))
@example(["1... S: 6d  S: 7d ? ?"])
@example(["missing 7h", "missing 5h"])
@example(["1. N: 8h  S: (?)", "1. S: (? 6c)", "reveals 1. S: Jd 10c"])
def test_any_sound_statements_are_answered(lines: list[str]) -> None:
    check(HEADER + "deal 1\ndealer W\ntrump 9h\n" + "\n".join(lines))


@LAW
@given(written_matches, st.data())
def test_a_record_with_sound_statements_put_in_is_answered(text: str, data: st.DataObject) -> None:
    lines = text.splitlines()
    for line in data.draw(st.lists(statements, min_size=1, max_size=6)):
        lines.insert(data.draw(st.integers(0, len(lines))), line)
    check("\n".join(lines))


# -- series of the other game, with all that can stand in them -------------------------------------

ODD_STATEMENTS = (
    *('ruling void "x"', 'ruling stands "x"', 'ruling void 3 "x"', "ruling penalty N: 1"),
    *("ruling result N: 1  S: 0", "exposed N: As", "exposed S: ?h", "reveals 2. E: Kh"),
    *("reveals 5. N: ?c Ah", "4. ?", "5. N: ...", "5. E: -", "6. S: takes ? (? Ah)"),
    *("7. W: (? ?) / (?)", "gives N: 6h > E", "gives S: Qd > N", 'annulled "x"', "unfinished"),
    *("missing 8c", "missing ?", "score N: 1", "loser N", "drawn", "6. S: takes ?"),
)


def odd_series(seed: str) -> str:
    """A series of Svoi Kozyri with words exchanged, lines lost or doubled, and odd statements."""
    rng = Random(seed)
    lines = random_series(seed).write().splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("deal"))
    words = [word for line in lines[start:] for word in line.split(" ") if word]
    for _ in range(rng.choice((1, 2, 4, 10))):
        place = rng.randrange(start, len(lines))
        match rng.choice(("word", "word", "gone", "again", "odd")):
            case "word":
                line = lines[place].split(" ")
                line[rng.randrange(len(line))] = rng.choice(words)
                lines[place] = " ".join(line)
            case "gone":
                lines[place] = "; gone"
            case "again":
                lines.insert(place, rng.choice(lines[start:]))
            case _:
                lines.insert(place + 1, rng.choice(ODD_STATEMENTS))
    return "\n".join(lines) + "\n"


def tell(text: str) -> None:
    """A text is answered, and told for everybody and for each seat."""
    for report in check(text):
        seats = report.record.seats if report.record is not None else ()
        for seat in (None, *seats):
            assert transcript(report, View(seat))


@pytest.mark.parametrize("block", range(4))
def test_an_odd_series_is_answered_and_told(block: int) -> None:
    for number in range(50):
        tell(odd_series(f"odd {block} {number}"))


@pytest.mark.slow
@pytest.mark.parametrize("block", range(40))
def test_many_odd_series_are_answered_and_told(block: int) -> None:
    for number in range(200):
        tell(odd_series(f"slow odd {block} {number}"))
