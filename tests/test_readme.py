"""The README says what is true: its example, its commands, its program."""

import re
import stat
from pathlib import Path

import kozelnotation
from kozelnotation.render.paint import Paint
from kozelnotation.render.report_text import finding_lines
from kozelnotation.verdict.verify import verify

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_output_below_the_record_is_what_the_program_says() -> None:
    (_, record), (_, output), *_ = BLOCKS
    (report,) = verify(record, file="dispute.kozel")
    first = next(f for f in report.findings if f.code.severity.value == "error")
    said = list(finding_lines(first, report, Paint()))
    shown = output.splitlines()
    assert said[: len(shown)] == shown


def test_ci_runs_the_test_command_of_the_readme() -> None:
    section = README.partition("## Run the tests")[2].partition("## ")[0]
    commands = re.findall(r"^    (.+)$", section, re.MULTILINE)
    assert len(commands) == 1
    assert commands[0].endswith("pytest")
    run = ROOT / ".ci" / "run"
    assert "## Run the tests" in run.read_text(encoding="utf-8")
    assert run.stat().st_mode & stat.S_IXUSR


def test_the_library_in_five_lines_works() -> None:
    (program,) = [text for kind, text in BLOCKS if kind == "python"]
    body = program.replace("match.kozel", str(ROOT / "samples" / "disputed.kozel"))
    names: dict[str, object] = {}
    exec(compile(body, "README.md", "exec"), names)  # noqa: S102 - it is our own example
    assert names["data"] == kozelnotation.to_json(names["record"])  # type: ignore[arg-type]  # from the example


def test_the_readme_fits_on_two_screens() -> None:
    assert len(README.splitlines()) <= 110
