"""The quick reader says what the grammar says, or nothing."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kozelnotation.syntax.parse import line_reader
from kozelnotation.syntax.quick import quick_line
from tests.oracle import naive_svoi_play as svoi_play
from tests.oracle.naive_play import random_match, random_style, random_table

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "samples").rglob("*.kozel"))
SVOI_SAMPLES = [path for path in SAMPLES if "svoi-kozyri-" in path.read_text(encoding="latin-1")]


def agrees(text: str) -> bool:
    """Whether the quick reader reads a line as the grammar does, or leaves it alone."""
    quick = quick_line(text)
    return quick is None or quick == line_reader().read(text)


def generated_lines(seed: int) -> list[str]:
    """The lines of a random match of any rule set in any written form."""
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
        claims=style.claims,
        hidden=style.hidden,
        most_deals=2,
    )
    return match.write().splitlines()


def svoi_lines(seed: int) -> list[str]:
    """The lines of a random series of Svoi Kozyri in any written form, each only once."""
    rng = Random(seed)
    rules, seats, options = svoi_play.random_table(rng)
    style = svoi_play.random_style(rules, rng)
    series = svoi_play.styled_series(rules, seats, options, rng, style, 2)
    return list(dict.fromkeys(line for line in series.write().splitlines() if line))


def test_every_line_of_the_samples() -> None:
    for path in SAMPLES + SVOI_SAMPLES:
        for line in path.read_bytes().split(b"\n"):
            text = line.decode("utf-8", "replace")
            assert agrees(text), (path.name, text)


@pytest.mark.parametrize("seed", range(40))
def test_every_line_of_a_generated_match(seed: int) -> None:
    lines = [line for line in generated_lines(seed) if line]
    assert all(agrees(line) for line in lines)
    read = sum(quick_line(line) is not None for line in lines)
    assert read > 0.7 * len(lines)


@pytest.mark.parametrize("seed", range(40))
def test_every_line_of_a_series_of_svoi_kozyri_is_read_and_read_alike(seed: int) -> None:
    for line in svoi_lines(seed):
        assert quick_line(line) is not None, line
        assert agrees(line), line


def test_the_lines_of_the_samples_of_svoi_kozyri_are_read() -> None:
    assert SVOI_SAMPLES
    for path in SVOI_SAMPLES:
        for line in path.read_text("utf-8").splitlines():
            is_usual = line != "" and line[0] not in ";{" and "{" not in line and "  ;" not in line
            assert not is_usual or quick_line(line) is not None, (path.name, line)


SVOI_USUAL = [
    "1. N: 8h",
    "1. N: (8h)",
    "1. N: 8h 8c",
    "2. E: 6d / Qs",
    "2. E: 6d / ?",
    "2. E: 6d / (Qs)",
    "2. E: 6d 10d / Qs 9?",
    "2. E: 6d (7d) (? 8d) / (Qs) ?h (K? 10c)",
    "2. E: (6d) (7d) / (Qs) (?)",
    "2. E: 6d (7d) 8d / (Qs) ? (?)",
    "2. E: (6d 7d) 8d / -",
    "7. E: (?) / Qs",
    "7. E: (Kh) / Qs",
    "9. East_2: Kh / -",
    "0. E: ? / ?",
    "9999. E: Kh / -",
    "4. W: takes 3",
    "4. W: takes ?",
    "4. W: takes 0",
    "4. W: takes -3",
    "4. W: takes 3 (9d 6h Qs)",
    "4. W: takes ? (? 10h ?s K?)",
    "trumps N: c  E: d  S: h  W: s",
    "trumps N: c",
    "trumps S: ?  C+D: s",
    "starter N",
    "starter ?",
    "loser W",
    "loser N+S",
    "loser ?",
    "drawn",
    "tie",
    "gives N: 6d > E",
    "gives N: 6d ? 10c > stock",
    "gives N+S: ?d > E+W",
    "reveals 7. E: Kh",
    "reveals 7. E: Kh 10c ?",
    "exposed E: Kh",
    "exposed E: Kh 10h ?",
    "unfinished",
    "annulled",
    'unfinished ""',
    'unfinished "the hall: 5 / 6 (closed)  > {so} it is; - ?"',
    'annulled "двое ушли"',
]


@pytest.mark.parametrize("line", SVOI_USUAL)
def test_a_usual_line_of_svoi_kozyri_is_read(line: str) -> None:
    assert quick_line(line) is not None
    assert agrees(line)


@pytest.mark.parametrize(
    "line",
    [
        "2. E: 6d/Qs",
        "2. E: 6d /  Qs",
        "2. E: 6D / Qs",
        "2. E:  6d / Qs",
        "02. E: 6d / Qs",
        "2. E: 6d / Qs ",
        "2. E: 6d / Qs {trump}",
        "2. E: 6d / Qs  ; trump",
        "4. W: takes 3(9d)",
        "4. W: takes 3 ( 9d)",
        "trumps N: c E: d",
        "trumps N: C",
        "gives N: 6d  > E",
        "reveals 7.E: Kh",
        "drawn ",
        "unfinished  ",
        r'unfinished "\u0041"',
        'unfinished "e\u0301"',
        'unfinished "a\tb"',
    ],
)
def test_another_spelling_is_left_to_the_grammar(line: str) -> None:
    assert quick_line(line) is None


LINES = [line for seed in range(6) for line in generated_lines(seed) if line]
PIECES = [" ", "  ", "(", ")", "?", "...", "-", ">", ":", "10h", "N:", "+", "0", "-0", "07", "{}"]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(LINES), st.integers(0, 200), st.sampled_from(PIECES), st.integers(0, 3))
@example("points N+S: 67  E+W: -0", 0, "", 0)
@example("1. N: (7c) (8s)  > N 05", 0, "", 0)
@example("shows N: Moskva ?h ? K? 10?", 0, "", 0)
@example("trump ?", 0, "", 0)
def test_a_damaged_line(line: str, place: int, piece: str, cut: int) -> None:
    place %= len(line) + 1
    damaged = line[:place] + piece + line[place + cut :]
    assert agrees(damaged)


SVOI_LINES = [line for seed in range(8) for line in svoi_lines(seed)]
SVOI_PIECES = [*PIECES, "/", " / ", "takes", " (?)", '"', "stock", "."]


def damages(line: str) -> Iterator[str]:
    """The line with one character dropped, doubled, or exchanged with the next one."""
    for place, letter in enumerate(line):
        before, after = line[:place], line[place + 1 :]
        yield before + after
        yield before + letter + letter + after
        yield before + after[:1] + letter + after[1:]


@pytest.mark.parametrize("line", SVOI_USUAL)
def test_small_damage_to_a_usual_line_of_svoi_kozyri(line: str) -> None:
    for damaged in damages(line):
        assert agrees(damaged), damaged


@pytest.mark.parametrize("path", SVOI_SAMPLES, ids=lambda path: path.stem)
def test_small_damage_to_a_sample_of_svoi_kozyri(path: Path) -> None:
    rng = Random(path.name)
    for line in path.read_text("utf-8").splitlines():
        every = list(damages(line))
        for damaged in rng.sample(every, min(4, len(every))):
            assert agrees(damaged), damaged


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(SVOI_LINES + SVOI_USUAL),
    st.integers(0, 200),
    st.sampled_from(SVOI_PIECES),
    st.integers(0, 3),
)
@example("4. W: takes -0", 0, "", 0)
@example("4. W: takes 03", 0, "", 0)
@example("2. E: - / Qs", 0, "", 0)
@example("2. E: ... / Qs", 0, "", 0)
@example("2. E: 6d / Qs / 7c", 0, "", 0)
@example("2. E: 6d / Qs  > E 5", 0, "", 0)
@example("2... E: 6d / Qs", 0, "", 0)
@example("2. E: 6d / Qs  W: takes 2", 0, "", 0)
@example("reveals 07. E: Kh", 0, "", 0)
@example("gives N: 6d > stock E", 0, "", 0)
def test_a_damaged_line_of_svoi_kozyri(line: str, place: int, piece: str, cut: int) -> None:
    place %= len(line) + 1
    assert agrees(line[:place] + piece + line[place + cut :])


def test_a_canonical_ascii_record_does_not_load_lark() -> None:
    program = (
        "import sys, kozelnotation;"
        "kozelnotation.verify(sys.stdin.buffer.read());"
        "sys.exit('lark' in sys.modules)"
    )
    for lines in (generated_lines(3), svoi_lines(3)):
        record = "\n".join(lines) + "\n"
        done = subprocess.run(
            [sys.executable, "-c", program], check=False, input=record.encode(), cwd=ROOT
        )
        assert done.returncode == 0
