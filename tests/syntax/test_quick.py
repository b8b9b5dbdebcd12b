"""The quick reader says what the grammar says, or nothing."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kozelnotation.syntax.parse import line_reader
from kozelnotation.syntax.quick import quick_line
from tests.oracle.naive_play import random_match, random_style, random_table

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "samples").rglob("*.kozel"))


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


def test_every_line_of_the_samples() -> None:
    for path in SAMPLES:
        for line in path.read_bytes().split(b"\n"):
            text = line.decode("utf-8", "replace")
            assert agrees(text), (path.name, text)


@pytest.mark.parametrize("seed", range(40))
def test_every_line_of_a_generated_match(seed: int) -> None:
    lines = [line for line in generated_lines(seed) if line]
    assert all(agrees(line) for line in lines)
    read = sum(quick_line(line) is not None for line in lines)
    assert read > 0.7 * len(lines)


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


def test_a_canonical_ascii_record_does_not_load_lark() -> None:
    program = (
        "import sys, kozelnotation;"
        "kozelnotation.verify(sys.stdin.buffer.read());"
        "sys.exit('lark' in sys.modules)"
    )
    record = "\n".join(generated_lines(3)) + "\n"
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, input=record.encode(), cwd=ROOT
    )
    assert done.returncode == 0
