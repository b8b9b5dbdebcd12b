"""The commands: what they are given, what they print, and how they exit."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import kozelnotation
from kozelnotation.render.help_pages import code_page, rules_page, schema_text
from kozelnotation.verdict.kozel.match import judge_deals
from kozelnotation.verdict.registry import REGISTRY
from kozelnotation.verdict.report import Claims, Status
from kozelnotation.verdict.verify import verify
from tests.cli.records import (
    ILLEGAL,
    LEGAL,
    LOOSE,
    MALFORMED,
    OPEN_CLAIM,
    REFUTED,
    RULED,
    UNDECIDED,
    WARNED,
    record,
)
from tests.cli.run import Result, kozel

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "samples"
COMMANDS = (
    "verify",
    "transcript",
    "fmt",
    "convert",
    "explain",
    "rules",
    "schema",
    "generate",
)

FILES: dict[str, str | bytes] = {
    "legal.kozel": LEGAL,
    "illegal.kozel": ILLEGAL,
    "refuted.kozel": REFUTED,
    "undecided.kozel": UNDECIDED,
    "open.kozel": OPEN_CLAIM,
    "warned.kozel": WARNED,
    "ruled.kozel": RULED,
    "malformed.kozel": MALFORMED,
    "loose.kozel": LOOSE,
    "two.kozel": f"{ILLEGAL}\n{LEGAL}",
    "both.kozel": record(
        "1. N: Jh 8h  E: Qh 7h  S: (7c 8s)  W: (6c 7s)\n"
        "draws N: Ac  E: 10d  S: Kd  W: As  N: Qc  E: 10c  S: Ah  W: Kh\n"
        "2. N: Ac Qc  E: Kc 10c  S: (9c Kd)  W: (8c 9s)"
    ),
    "empty.kozel": "",
    "blank.kozel": "\n\n  \n",
    "remarks.kozel": "; nothing yet\n; the match begins at eight\n",
    "latin.kozel": LEGAL.replace("Evening", "Soirée").encode("latin-1"),
    "binary.kozel": bytes(range(256)) * 40,
    "zeros.kozel": bytes(5000),
    "league/one.kozel": LEGAL,
    "league/later/two.kozel": ILLEGAL,
    "league/later/three.kozel.gz": gzip.compress(LEGAL.encode()),
    "league/notes.txt": "no record\n",
    "hollow/notes.txt": "no record\n",
    "packed.kozel.gz": gzip.compress(LEGAL.encode()),
    "packed-illegal.kozel.gz": gzip.compress(ILLEGAL.encode()),
    "torn.kozel.gz": gzip.compress(LEGAL.encode())[:-20],
    "unpacked.kozel.gz": LEGAL,
    "rotten.kozel.gz": gzip.compress(LEGAL.encode())[:10] + b"\xff" * 200,
}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with all the files, in which the commands run, without wishes for colours."""
    for name, content in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def words(line: str) -> list[str]:
    """The arguments on a line; blanks separate, `~` stands for a blank inside one."""
    return [word.replace("~", " ") for word in line.split()]


def outside(
    args: Iterable[str], stdin: bytes = b"", *, cwd: Path, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "kozelnotation", *args],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=cwd,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )


# -- kozel ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["-h", "--help"])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_printed(command: str, option: str) -> None:
    result = kozel([*words(command), option])
    assert result.status == 0
    assert result.out.startswith(f"Usage: kozel {command}".rstrip())
    assert result.err == ""


def test_help_names_every_command() -> None:
    listed = kozel(["--help"]).out.partition("Commands:")[2]
    assert [line.split()[0] for line in listed.splitlines() if line.strip()] == list(COMMANDS)


def test_the_version_is_the_one_of_the_package() -> None:
    result = kozel(["--version"])
    assert (result.status, result.out) == (0, f"kozel, version {kozelnotation.__version__}\n")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        pytest.param("verfy legal.kozel", "No such command 'verfy'", id="unknown-command"),
        pytest.param("--loud", "No such option '--loud'", id="unknown-option"),
        pytest.param("verify --loud legal.kozel", "No such option '--loud'", id="verify-option"),
        pytest.param("verify", "Missing argument 'FILE...'", id="verify-without-file"),
        pytest.param("verify --format xml legal.kozel", "'xml' is not one of", id="verify-format"),
        pytest.param("verify --max-errors 0 legal.kozel", "--max-errors", id="verify-no-errors"),
        pytest.param("verify --color sometimes legal.kozel", "--color", id="verify-color"),
        pytest.param("transcript", "Missing argument 'FILE...'", id="transcript-without-file"),
        pytest.param("transcript --format rtf legal.kozel", "'rtf'", id="transcript-format"),
        pytest.param("fmt", "Missing argument 'FILE...'", id="fmt-without-file"),
        pytest.param("convert legal.kozel", "Missing option '--to'", id="convert-to-what"),
        pytest.param("convert --to xml legal.kozel", "'xml' is not one of", id="convert-to-xml"),
        pytest.param("explain K9999", "no code K9999", id="explain-unknown-code"),
        pytest.param("explain no-such-name", "no code no-such-name", id="explain-unknown-name"),
        pytest.param("explain K30", "no code K30", id="explain-part-of-a-code"),
        pytest.param("rules poker@1", "no rule set poker@1", id="rules-unknown"),
        pytest.param("schema table", "'table' is not one of", id="schema-unknown"),
        pytest.param("generate --seed x", "--seed", id="generate-seed"),
        pytest.param("generate --matches 0", "--matches", id="generate-nothing"),
        pytest.param("generate --rules poker@1", "no rule set poker@1", id="generate-rules"),
        pytest.param(
            "generate --rules kozel-pairs-tvaladze@1~jokers=2", "jokers=2", id="generate-option"
        ),
        pytest.param(
            "generate --rules kozel-pairs-tvaladze@1~deals=1~limit=4", "limit", id="generate-both"
        ),
    ],
)
@pytest.mark.usefixtures("table")
def test_wrong_usage_is_said_on_stderr_before_anything_is_done(args: str, said: str) -> None:
    result = kozel(words(args))
    assert result.status == 2
    assert said in result.err
    assert result.out == ""


# -- verify: exit status --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "status"),
    [
        pytest.param("legal.kozel", 0, id="legal"),
        pytest.param("legal.kozel --strict", 0, id="legal-strict"),
        pytest.param("illegal.kozel", 1, id="illegal"),
        pytest.param("refuted.kozel", 1, id="false-claim"),
        pytest.param("malformed.kozel", 1, id="malformed"),
        pytest.param("latin.kozel", 1, id="not-utf8-is-malformed-not-unreadable"),
        pytest.param("binary.kozel", 1, id="binary"),
        pytest.param("zeros.kozel", 1, id="zeros"),
        pytest.param("undecided.kozel", 0, id="undecided"),
        pytest.param("undecided.kozel --strict", 1, id="undecided-strict"),
        pytest.param("open.kozel", 0, id="undecided-claim"),
        pytest.param("open.kozel --strict", 1, id="undecided-claim-strict"),
        pytest.param("warned.kozel", 0, id="warning"),
        pytest.param("warned.kozel --strict", 1, id="warning-strict"),
        pytest.param("loose.kozel", 0, id="note"),
        pytest.param("loose.kozel --strict", 0, id="note-strict"),
        pytest.param("ruled.kozel", 0, id="ruled"),
        pytest.param("ruled.kozel --strict", 0, id="ruled-strict"),
        pytest.param("two.kozel", 1, id="one-of-two-records"),
        pytest.param("legal.kozel illegal.kozel", 1, id="second-file-illegal"),
        pytest.param("illegal.kozel legal.kozel", 1, id="first-file-illegal"),
        pytest.param("packed.kozel.gz", 0, id="packed"),
        pytest.param("packed-illegal.kozel.gz", 1, id="packed-illegal"),
        pytest.param("league", 1, id="folder-and-its-folders"),
        pytest.param("gone.kozel", 3, id="missing-file"),
        pytest.param("gone.kozel --strict", 3, id="missing-file-strict"),
        pytest.param("illegal.kozel gone.kozel", 3, id="missing-beside-illegal"),
        pytest.param("torn.kozel.gz", 3, id="packed-file-without-its-end"),
        pytest.param("unpacked.kozel.gz", 3, id="not-packed"),
        pytest.param("rotten.kozel.gz", 3, id="damaged-packed-file"),
        pytest.param("hollow", 3, id="folder-without-records"),
        pytest.param("empty.kozel", 0, id="empty"),
        pytest.param("empty.kozel --strict", 0, id="empty-strict"),
        pytest.param("blank.kozel", 0, id="blank"),
        pytest.param("remarks.kozel", 0, id="only-remarks"),
        pytest.param("illegal.kozel --exit-zero", 0, id="illegal-exit-zero"),
        pytest.param("undecided.kozel --strict --exit-zero", 0, id="strict-exit-zero"),
        pytest.param("illegal.kozel --select K5", 1, id="selecting-changes-nothing"),
        pytest.param("illegal.kozel --ignore K3", 1, id="ignoring-changes-nothing"),
        pytest.param("both.kozel --max-errors 1", 1, id="counting-changes-nothing"),
        pytest.param("warned.kozel --strict --ignore K7", 1, id="ignored-warning-strict"),
        pytest.param("illegal.kozel -q", 1, id="quiet"),
    ],
)
@pytest.mark.parametrize("form", ["text", "concise", "json", "jsonl"])
@pytest.mark.usefixtures("table")
def test_verify_exits_by_the_worst_that_was_found(args: str, status: int, form: str) -> None:
    assert kozel(["verify", "--format", form, *words(args)]).status == status


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("form", ["text", "concise", "json", "jsonl"])
def test_an_error_of_the_program_is_a_finding_and_other_records_are_judged(
    monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    def sometimes(record: Any, rules: Any) -> Any:
        if record.tag("Event") == "Trouble":
            raise ZeroDivisionError("by the number of jokers")
        return judge_deals(record, rules)

    monkeypatch.setattr("kozelnotation.verdict.verify.judge_kozel", sometimes)
    Path("mixed.kozel").write_text(
        f"{LEGAL}\n{LEGAL.replace('Evening', 'Trouble')}\n{ILLEGAL}", encoding="utf-8"
    )
    result = kozel(["verify", "--format", form, "mixed.kozel", "gone.kozel"])
    assert result.status == 4
    assert "ZeroDivisionError: by the number of jokers" in result.out
    assert result.out.index("K9001") < result.out.index("K3008")
    assert "3 records, 2 deals: 1 legal, 1 illegal, 1 undecided" in result.err


@pytest.mark.usefixtures("table")
def test_an_error_of_the_program_outside_a_record_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by the number of jokers")

    monkeypatch.setattr("kozelnotation.cli.verify.Summary.of", broken)
    result = kozel(["verify", "legal.kozel"])
    assert result.status == 4
    first, second = result.err.splitlines()
    assert first == "K9001 internal-error: ZeroDivisionError: by the number of jokers"
    assert "please report it" in second


@pytest.mark.usefixtures("table")
def test_a_transcript_after_an_error_of_the_program_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by the number of jokers")

    monkeypatch.setattr("kozelnotation.verdict.verify.judge_kozel", broken)
    result = kozel(["transcript", "legal.kozel"])
    assert result.status == 4
    assert "K9001" in result.out


@pytest.mark.usefixtures("table")
def test_a_file_that_may_not_be_read_is_said_and_the_others_are_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unlocked = Path.open

    def locked(path: Path, *args: Any, **options: Any) -> Any:
        if path.name == "legal.kozel":
            raise PermissionError(13, "Permission denied", str(path))
        return unlocked(path, *args, **options)

    monkeypatch.setattr(Path, "open", locked)
    result = kozel(["verify", "--format", "concise", "legal.kozel", "illegal.kozel"])
    assert result.status == 3
    assert "error: legal.kozel: permission denied" in result.err
    assert "illegal.kozel:9:17: K3008" in result.out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param("gone.kozel", "error: gone.kozel: no such file", id="missing"),
        pytest.param("hollow", "error: hollow: no file ending in .kozel", id="hollow-folder"),
        pytest.param("torn.kozel.gz", "the packed file ends too early", id="torn"),
        pytest.param("unpacked.kozel.gz", "not packed with gzip", id="not-packed"),
        pytest.param("rotten.kozel.gz", "the packed file is damaged", id="rotten"),
        pytest.param("empty.kozel", "warning: empty.kozel: no record in this file", id="empty"),
        pytest.param("blank.kozel", "warning: blank.kozel: no record in this file", id="blank"),
        pytest.param("remarks.kozel", "warning: remarks.kozel: no record", id="only-remarks"),
    ],
)
@pytest.mark.usefixtures("table")
def test_what_is_the_matter_with_a_file_is_said_on_stderr(name: str, said: str) -> None:
    result = kozel(["verify", name])
    assert said in result.err
    assert result.out == ""


# -- verify: what is printed ----------------------------------------------------------------------


@pytest.mark.usefixtures("table")
def test_a_clean_run_says_one_line_on_stderr() -> None:
    result = kozel(["verify", "legal.kozel", "league/one.kozel"])
    assert result.out == ""
    assert result.err == "2 records, 2 deals: 2 legal\n"


@pytest.mark.usefixtures("table")
def test_a_quiet_run_says_nothing_but_findings() -> None:
    assert kozel(["verify", "-q", "legal.kozel"]) == Result(0, b"", "")
    result = kozel(["verify", "-q", "illegal.kozel"])
    assert result.out.startswith("error[K3008 exposed-losing-response]")
    assert "record 1" not in result.out
    assert result.err == ""


@pytest.mark.usefixtures("table")
def test_text_shows_the_place_the_rule_the_table_and_the_verdict() -> None:
    out = kozel(["verify", "illegal.kozel"]).out
    for part in (
        "error[K3008 exposed-losing-response]: `Qh 7h` does not beat `Jh 8h`, but was shown\n",
        "--> illegal.kozel:9:17  (deal 1, trick 1, E)\n",
        "9 | 1. N: Jh 8h  E: Qh 7h  S: (7c 8s)  W: (6c 7s)  > N 5\n",
        "clause KP 3.7: ",
        "trump 9h",
        "help: it should have been laid face down",
        "see `kozel explain K3008`",
        "illegal.kozel: record 1: illegal, claims confirmed, 1 deal",
    ):
        assert part in out


@pytest.mark.usefixtures("table")
def test_concise_is_one_line_for_each_finding_and_nothing_else() -> None:
    result = kozel(["verify", "--format", "concise", "two.kozel", "refuted.kozel"])
    first, second = result.out.splitlines()
    assert first.startswith("two.kozel:9:17: K3008 `Qh 7h` does not beat `Jh 8h`")
    assert second.startswith("refuted.kozel:9:50: K5001 ")


@pytest.mark.usefixtures("table")
def test_files_and_records_come_in_the_order_in_which_they_are_given() -> None:
    result = kozel(["verify", "--format", "jsonl", "two.kozel", "league", "legal.kozel"])
    *records, summary = [json.loads(line) for line in result.out.splitlines()]
    assert [(value["file"], value["index"], value["line"]) for value in records] == [
        ("two.kozel", 1, 1),
        ("two.kozel", 2, 12),
        (os.path.join("league", "later", "three.kozel.gz"), 1, 1),  # noqa: PTH118 - as printed
        (os.path.join("league", "later", "two.kozel"), 1, 1),  # noqa: PTH118
        (os.path.join("league", "one.kozel"), 1, 1),  # noqa: PTH118
        ("legal.kozel", 1, 1),
    ]
    assert (summary["type"], summary["files"], summary["records"]) == ("summary", 5, 6)


def test_standard_input_has_the_name_that_it_is_given() -> None:
    named = kozel(["verify", "--format", "concise", "--stdin-filename", "t5.kozel", "-"], ILLEGAL)
    assert named.status == 1
    assert named.out.startswith("t5.kozel:9:17: K3008")
    assert kozel(["verify", "--format", "concise", "-"], ILLEGAL).out.startswith("<stdin>:9:17:")
    assert "warning: <stdin>: no record" in kozel(["verify", "-"]).err


@pytest.mark.usefixtures("table")
def test_json_and_json_lines_carry_the_same() -> None:
    names = ["legal.kozel", "two.kozel", "undecided.kozel", "malformed.kozel", "ruled.kozel"]
    whole = kozel(["verify", "--format", "json", *names])
    lines = kozel(["verify", "--format", "jsonl", *names])
    document = json.loads(whole.out)
    *records, summary = [json.loads(line) for line in lines.out.splitlines()]
    assert document["records"] == records
    assert document["summary"] == summary
    assert document["schema"] == "kozel-report/1"
    assert document["tool"] == {
        "name": "kozelnotation",
        "version": kozelnotation.__version__,
    }
    assert [(value["status"], value["claims"]) for value in records] == [
        ("legal", "confirmed"),
        ("illegal", "confirmed"),
        ("legal", "confirmed"),
        ("undecided", "none"),
        ("malformed", "none"),
        ("legal", "none"),
    ]
    assert summary["errors"] == 2
    assert summary["ruled"] == 1


@pytest.mark.usefixtures("table")
def test_the_report_of_every_sample_and_of_nothing_is_as_its_schema_says() -> None:
    schema = json.loads(schema_text("report"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for args in ([str(SAMPLES)], ["empty.kozel"], ["gone.kozel"], ["ruled.kozel", "open.kozel"]):
        document = json.loads(kozel(["verify", "--format", "json", *args]).out)
        validator.validate(document)
        counts = document["summary"]
        kinds = ("legal", "illegal", "undecided", "malformed")
        assert counts["records"] == sum(counts[kind] for kind in kinds)
        assert counts["records"] == len(document["records"])


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        pytest.param("", ["K3008", "K3008"], id="all"),
        pytest.param("--select K3", ["K3008", "K3008"], id="select-family"),
        pytest.param("--select K5,K1", [], id="select-others"),
        pytest.param("--ignore K3008", [], id="ignore-code"),
        pytest.param("--ignore K5,K6", ["K3008", "K3008"], id="ignore-others"),
        pytest.param("--select K3 --ignore K3008", [], id="ignore-goes-before-select"),
        pytest.param("--max-errors 1", ["K3008"], id="first-error"),
        pytest.param("--max-errors 2", ["K3008", "K3008"], id="as-many-as-there-are"),
    ],
)
@pytest.mark.usefixtures("table")
def test_options_choose_what_is_shown_and_change_no_verdict(options: str, shown: list[str]) -> None:
    concise = kozel(["verify", "both.kozel", "--format", "concise", *words(options)])
    assert [line.split(": ")[1].split()[0] for line in concise.out.splitlines()] == shown
    assert concise.status == 1
    document = json.loads(kozel(["verify", "both.kozel", "--format", "json", *words(options)]).out)
    (judged,) = document["records"]
    assert [finding["code"] for finding in judged["diagnostics"]] == shown
    assert judged["status"] == "illegal"
    assert document["summary"]["errors"] == 2


@pytest.mark.usefixtures("table")
def test_errors_that_are_held_back_are_counted() -> None:
    assert "1 more error" in kozel(["verify", "both.kozel", "--max-errors", "1"]).err
    assert "more error" not in kozel(["verify", "both.kozel", "--max-errors", "2"]).err


@pytest.mark.parametrize(
    ("options", "environment", "has_color"),
    [
        pytest.param("", {}, False, id="no-terminal"),
        pytest.param("", {"FORCE_COLOR": "1"}, True, id="forced"),
        pytest.param("", {"NO_COLOR": "1"}, False, id="unwanted"),
        pytest.param("", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, id="no-goes-before-force"),
        pytest.param("", {"NO_COLOR": "", "FORCE_COLOR": "1"}, True, id="an-empty-no-is-none"),
        pytest.param("--color always", {"NO_COLOR": "1"}, True, id="option-goes-before-no"),
        pytest.param("--color never", {"FORCE_COLOR": "1"}, False, id="option-goes-before-force"),
        pytest.param("--color always --format concise", {}, False, id="concise-has-none"),
        pytest.param("--color always --format json", {}, False, id="json-has-none"),
    ],
)
@pytest.mark.usefixtures("table")
def test_colours_are_used_where_they_are_wanted(
    monkeypatch: pytest.MonkeyPatch,
    options: str,
    environment: dict[str, str],
    has_color: bool,  # noqa: FBT001 - a column of the table
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[" in kozel(["verify", "illegal.kozel", *words(options)]).out) is has_color


@pytest.mark.usefixtures("table")
def test_colours_change_no_word(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = kozel(["verify", "illegal.kozel"]).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    colored = kozel(["verify", "illegal.kozel"]).out
    for code in ("0", "1", "34", "1;31", "1;33", "1;36", "1;32"):
        colored = colored.replace(f"\x1b[{code}m", "")
    assert colored == plain


# -- in a process of its own ----------------------------------------------------------------------


def test_a_process_exits_as_the_command_says(table: Path) -> None:
    for args, status in (
        (["verify", "legal.kozel"], 0),
        (["verify", "illegal.kozel"], 1),
        (["verify"], 2),
        (["verify", "gone.kozel"], 3),
    ):
        result = outside(args, cwd=table)
        assert (result.returncode, b"Traceback" in result.stderr) == (status, False)


def test_a_process_reads_and_writes_utf8_whatever_the_locale_says(table: Path) -> None:
    text = LEGAL.replace("Evening", "Вечер в Тбилиси")
    result = outside(["fmt", "-"], text.encode(), cwd=table, LC_ALL="C", PYTHONUTF8="0")
    assert (result.returncode, result.stdout.decode()) == (0, text)
    told = outside(["transcript", "-"], text.encode(), cwd=table, LC_ALL="C", PYTHONUTF8="0")
    assert told.returncode == 0
    assert "Вечер в Тбилиси" in told.stdout.decode()
    assert "J♥ 8♥" in told.stdout.decode()


@pytest.mark.parametrize(
    "args",
    [
        pytest.param("generate --matches 60", id="generate"),
        pytest.param("verify --format json samples samples samples", id="verify-json"),
        pytest.param("verify --color never samples samples samples", id="verify-text"),
        pytest.param("transcript samples", id="transcript"),
        pytest.param("schema", id="schema"),
    ],
)
def test_a_reader_that_has_gone_is_left_in_peace(args: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "kozelnotation", *words(args)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read(1)
        process.stdout.close()
        said = process.stderr.read().decode()
        process.wait(timeout=60)
    assert not [
        word for word in ("Traceback", "Broken", "broken", "Exception", "K9001") if word in said
    ]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize(
    "args", ["verify --format json samples", "explain K3008", "transcript samples"]
)
def test_output_that_cannot_be_written_is_said(args: str) -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "kozelnotation", *words(args)],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            cwd=ROOT,
        )
    assert result.returncode == 3
    assert (
        result.stderr.decode() == "error: the output cannot be written: no space left on device\n"
    )


# -- fmt ------------------------------------------------------------------------------------------


def left_over(folder: Path) -> list[str]:
    """Names in a folder that no test put there."""
    tops = {Path(name).parts[0] for name in FILES}
    return sorted(path.name for path in folder.iterdir() if path.name not in tops)


def test_fmt_writes_the_canonical_form_in_place(table: Path) -> None:
    result = kozel(["fmt", "loose.kozel", "legal.kozel"])
    assert (result.status, result.out, result.err) == (0, "", "formatted loose.kozel\n")
    assert (table / "loose.kozel").read_text(encoding="utf-8") == LEGAL
    assert left_over(table) == []
    again = kozel(["fmt", "loose.kozel"])
    assert (again.status, again.out, again.err) == (0, "", "")


def test_fmt_leaves_a_canonical_file_alone(table: Path) -> None:
    before = (table / "legal.kozel").stat()
    assert kozel(["fmt", "legal.kozel"]).status == 0
    after = (table / "legal.kozel").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_fmt_keeps_the_mode_of_a_file(table: Path) -> None:
    path = table / "loose.kozel"
    path.chmod(0o640)
    assert kozel(["fmt", "loose.kozel"]).status == 0
    assert path.stat().st_mode & 0o777 == 0o640


def test_fmt_writes_through_a_link(table: Path) -> None:
    link = table / "link.kozel"
    link.symlink_to("loose.kozel")
    assert kozel(["fmt", "link.kozel"]).status == 0
    assert link.is_symlink()
    assert (table / "loose.kozel").read_text(encoding="utf-8") == LEGAL


def test_fmt_formats_a_folder(table: Path) -> None:
    (table / "league" / "later" / "two.kozel").write_text(LOOSE, encoding="utf-8")
    result = kozel(["fmt", "league"])
    assert result.status == 0
    assert (table / "league" / "later" / "two.kozel").read_text(encoding="utf-8") == LEGAL


def test_fmt_check_changes_nothing(table: Path) -> None:
    result = kozel(["fmt", "--check", "loose.kozel", "legal.kozel"])
    assert (result.status, result.out, result.err) == (1, "", "would format loose.kozel\n")
    assert (table / "loose.kozel").read_text(encoding="utf-8") == LOOSE
    assert kozel(["fmt", "--check", "legal.kozel"]).status == 0
    assert kozel(["fmt", "--check", "-"], LOOSE).status == 1
    assert kozel(["fmt", "--check", "-"], LEGAL).status == 0


def test_fmt_diff_shows_what_would_change(table: Path) -> None:
    result = kozel(["fmt", "--diff", "loose.kozel"])
    assert result.status == 1
    assert "--- loose.kozel\n+++ loose.kozel (canonical)\n" in result.out
    removed, added = (
        [line[1:] for line in result.out.splitlines()[2:] if line.startswith(sign)] for sign in "-+"
    )
    assert set(removed) == set(LOOSE.splitlines()) - set(LEGAL.splitlines())
    assert set(added) == set(LEGAL.splitlines()) - set(LOOSE.splitlines())
    assert (table / "loose.kozel").read_text(encoding="utf-8") == LOOSE
    assert kozel(["fmt", "--diff", "legal.kozel"]) == Result(0, b"", "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(LOOSE, LEGAL, id="loose"),
        pytest.param(LEGAL, LEGAL, id="canonical"),
        pytest.param(LOOSE.replace("\n", "\r\n"), LEGAL, id="crlf"),
        pytest.param(f"\ufeff{LEGAL}", LEGAL, id="byte-order-mark"),
        pytest.param(LOOSE + LOOSE, f"{LEGAL}\n{LEGAL}", id="two-records"),
        pytest.param(MALFORMED, MALFORMED, id="a-line-that-cannot-be-read"),
        pytest.param("", "", id="nothing"),
        pytest.param("; only a remark\n", "; only a remark\n", id="only-remarks"),
    ],
)
def test_fmt_reads_standard_input_and_writes_standard_output(before: str, after: str) -> None:
    result = kozel(["fmt", "-"], before)
    assert (result.status, result.out, result.err) == (0, after, "")


def test_fmt_keeps_bytes_that_are_no_text() -> None:
    content = LOOSE.encode().replace(b"Evening", b"Soir\xe9e")
    result = kozel(["fmt", "-"], content)
    assert result.status == 0
    assert b'[Event "Soir\xe9e"]\n' in result.raw


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param("gone.kozel", "no such file", id="missing"),
        pytest.param("torn.kozel.gz", "the packed file ends too early", id="torn"),
    ],
)
@pytest.mark.usefixtures("table")
def test_fmt_says_what_it_cannot_read_and_goes_on(name: str, said: str) -> None:
    result = kozel(["fmt", name, "loose.kozel"])
    assert result.status == 3
    assert f"error: {name}: {said}" in result.err
    assert "formatted loose.kozel" in result.err


def denied(*_: object, **__: object) -> None:
    """Refuse, as a system refuses."""
    raise PermissionError(13, "Permission denied")


def full(*_: object, **__: object) -> None:
    """Refuse, as a full disk refuses."""
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    ("target", "fault", "said"),
    [
        pytest.param("tempfile.mkstemp", denied, "permission denied", id="unwritable-folder"),
        pytest.param("os.fsync", full, "no space left on device", id="full-disk"),
        pytest.param("pathlib.Path.replace", denied, "permission denied", id="no-rename"),
    ],
)
def test_fmt_that_cannot_write_loses_nothing(
    table: Path,
    monkeypatch: pytest.MonkeyPatch,
    target: str,
    fault: Callable[..., None],
    said: str,
) -> None:
    monkeypatch.setattr(target, fault)
    result = kozel(["fmt", "loose.kozel"])
    assert result.status == 3
    assert result.err == f"error: loose.kozel: {said}\n"
    assert (table / "loose.kozel").read_text(encoding="utf-8") == LOOSE
    assert left_over(table) == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write")
def test_fmt_in_a_folder_that_may_not_be_written_loses_nothing(table: Path) -> None:
    league = table / "league"
    (league / "one.kozel").write_text(LOOSE, encoding="utf-8")
    league.chmod(0o555)
    try:
        result = kozel(["fmt", str(league / "one.kozel")])
    finally:
        league.chmod(0o755)
    assert result.status == 3
    assert (league / "one.kozel").read_text(encoding="utf-8") == LOOSE


# -- convert --------------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.kozel")), ids=lambda path: str(path.stem))
@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_a_canonical_record_comes_back_from_json_as_it_was(sample: Path, form: str) -> None:
    there = kozel(["convert", str(sample), "--to", form])
    assert (there.status, there.err) == (0, "")
    back = kozel(["convert", "-", "--to", "text"], there.raw)
    assert (back.status, back.err) == (0, "")
    without_remarks = [
        line.partition("  ;")[0]
        for line in sample.read_text(encoding="utf-8").splitlines()
        if not line.startswith(";")
    ]
    assert back.out.splitlines() == without_remarks


def test_json_is_one_document_and_json_lines_are_a_record_a_line(table: Path) -> None:
    document = json.loads(kozel(["convert", "two.kozel", "--to", "json"]).out)
    assert document["type"] == "records"
    lines = kozel(["convert", "two.kozel", "--to", "jsonl"]).out.splitlines()
    assert [json.loads(line) for line in lines] == document["records"]
    assert all(value["type"] == "record" for value in document["records"])
    (table / "one.json").write_text(lines[0], encoding="utf-8")
    assert kozel(["convert", "one.json", "--to", "text"]).out == ILLEGAL


def test_convert_writes_to_a_file(table: Path) -> None:
    result = kozel(["convert", "loose.kozel", "--to", "text", "-o", "new.kozel"])
    assert result == Result(0, b"", "")
    assert (table / "new.kozel").read_text(encoding="utf-8") == LEGAL
    assert left_over(table) == ["new.kozel"]


def test_convert_writes_to_what_is_no_file_without_replacing_it(table: Path) -> None:
    pipe = table / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        result = kozel(["convert", "legal.kozel", "--to", "text", "-o", "pipe"])
        assert os.read(reader, 65536).decode() == LEGAL
    finally:
        os.close(reader)
    assert result == Result(0, b"", "")
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"type": "record"', id="not-closed"),
        pytest.param("{}", id="no-record"),
        pytest.param("[]", id="a-list"),
        pytest.param('{"type": "records", "records": 3}', id="records-that-are-no-list"),
        pytest.param('{"type": "records", "records": [{"type": "deal"}]}', id="a-deal-alone"),
        pytest.param('{"schema": "kozel-report/1", "records": []}', id="a-report"),
        pytest.param('{"a": "\\ud800"}', id="half-a-letter"),
        pytest.param("{" * 50000, id="open-without-end"),
        pytest.param("[" * 50000, id="nested-too-deeply"),
        pytest.param('{"type": "record"}\n{"type": "reco', id="second-line-broken"),
        pytest.param(b'{"type": "\xff"}', id="not-utf8"),
    ],
)
@pytest.mark.parametrize("form", ["text", "json", "jsonl"])
def test_json_that_is_no_record_is_refused_whole(text: str | bytes, form: str) -> None:
    result = kozel(["convert", "-", "--to", form], text)
    assert result.status == 1
    assert result.out == ""
    assert len(result.err.splitlines()) == 1
    assert "K0007" in result.err


def test_bad_json_does_not_touch_the_output_file(table: Path) -> None:
    assert kozel(["convert", "-", "--to", "text", "-o", "legal.kozel"], "{}").status == 1
    assert (table / "legal.kozel").read_text(encoding="utf-8") == LEGAL


def test_convert_names_the_code_and_the_place_of_bad_json(table: Path) -> None:
    bad = SAMPLES / "bad" / "K0007.json"
    result = kozel(["convert", str(bad), "--to", "text", "-o", str(table / "new.kozel")])
    assert result.status == 1
    assert "K0007 bad-json: $.deals[0].statements[1].cards[1]" in result.err
    assert not (table / "new.kozel").exists()


@pytest.mark.usefixtures("table")
def test_convert_says_what_it_cannot_read_or_write() -> None:
    missing = kozel(["convert", "gone.kozel", "--to", "json"])
    assert (missing.status, missing.err) == (3, "error: gone.kozel: no such file\n")
    nowhere = kozel(["convert", "legal.kozel", "--to", "json", "-o", "gone/x.json"])
    assert (nowhere.status, nowhere.out) == (3, "")
    assert nowhere.err.startswith("error: gone/x.json: no such file or directory")


# -- explain, rules, schema -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "word",
    ["K3008", "k3008", "3008", "exposed-losing-response", "Exposed-Losing-Response"],
)
def test_a_code_is_explained_by_code_number_and_name(word: str) -> None:
    result = kozel(["explain", word])
    assert (result.status, result.out, result.err) == (0, code_page("K3008"), "")


def test_every_code_is_listed_and_explained() -> None:
    listed = [line.split() for line in kozel(["explain"]).out.splitlines()]
    assert listed == [[code.number, code.name, code.severity.value] for code in REGISTRY.values()]
    for code in REGISTRY.values():
        pages = [
            kozel(["explain", other.number]).out
            for other in REGISTRY.values()
            if other.name == code.name
        ]
        assert kozel(["explain", code.name]).out == "\n".join(pages)
        assert pages[0].startswith("# K")


@pytest.mark.parametrize("word", ["kozel-pairs-tvaladze@1", "kozel-pairs-tvaladze", "KP", "kp"])
def test_a_rule_set_is_shown_by_id_and_short_name(word: str) -> None:
    result = kozel(["rules", word])
    assert (result.status, result.err) == (0, "")
    assert result.out == rules_page("kozel-pairs-tvaladze@1")


def test_rule_sets_are_listed_with_their_options() -> None:
    result = kozel(["rules"])
    assert result.status == 0
    assert "kozel-pairs-tvaladze@1  (KP)" in result.out
    assert "options: shokha=off declarations=off deals=N limit=N" in result.out


@pytest.mark.parametrize(
    ("args", "name"), [("", "report"), ("report", "report"), ("record", "record")]
)
def test_a_schema_is_printed(args: str, name: str) -> None:
    result = kozel(["schema", *words(args)])
    assert (result.status, result.err) == (0, "")
    assert result.out == schema_text(name)
    jsonschema.Draft202012Validator.check_schema(json.loads(result.out))


# -- generate -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "tag"),
    [
        pytest.param("", "kozel-pairs-tvaladze@1", id="default"),
        pytest.param("kozel-pairs-tvaladze@1", "kozel-pairs-tvaladze@1", id="without-options"),
        *(
            pytest.param(f"kozel-pairs-tvaladze@1~{o}", f"kozel-pairs-tvaladze@1 {o}", id=o)
            for o in ("shokha=off", "declarations=off", "deals=2", "limit=4")
        ),
        pytest.param(
            "kozel-pairs-tvaladze@1~deals=2~shokha=off",
            "kozel-pairs-tvaladze@1 shokha=off deals=2",
            id="options-in-another-order",
        ),
        pytest.param(
            "kozel-pairs-tvaladze@1~limit=12", "kozel-pairs-tvaladze@1", id="option-by-default"
        ),
    ],
)
def test_generated_matches_are_canonical_legal_and_rightly_counted(rules: str, tag: str) -> None:
    options = ["--rules", *words(rules)] if rules else []
    result = kozel(["generate", "--seed", "5", "--matches", "4", *options])
    assert (result.status, result.err) == (0, "")
    reports = verify(result.raw)
    assert len(reports) == 4
    for report in reports:
        assert report.findings == []
        assert (report.status, report.claims) == (Status.LEGAL, Claims.CONFIRMED)
        assert report.complete is True
        assert report.record is not None
        assert report.record.tag("Rules") == tag


def test_the_same_seed_gives_the_same_bytes_and_another_one_others() -> None:
    first = kozel(["generate", "--seed", "7", "--matches", "2"]).raw
    assert kozel(["generate", "--seed", "7", "--matches", "2"]).raw == first
    assert kozel(["generate", "--seed", "8", "--matches", "2"]).raw != first
    assert kozel(["generate"]).raw == kozel(["generate", "--seed", "1", "--matches", "1"]).raw


def test_the_same_seed_gives_the_same_bytes_in_another_process(tmp_path: Path) -> None:
    args = ["generate", "--seed", "7", "--matches", "2"]
    assert outside(args, cwd=tmp_path, PYTHONHASHSEED="17").stdout == kozel(args).raw


def test_a_match_of_a_seed_does_not_depend_on_how_many_are_made() -> None:
    three = kozel(["generate", "--seed", "7", "--matches", "3"]).out
    five = kozel(["generate", "--seed", "7", "--matches", "5"]).out
    assert five.startswith(f"{three}\n%kozel 1\n")
    records = five.split("\n\n%kozel 1\n")
    assert len(records) == 5
    assert len(set(records)) == 5


# -- transcript -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("table")
def test_a_transcript_tells_what_was_played_and_what_was_wrong() -> None:
    result = kozel(["transcript", "illegal.kozel"])
    assert (result.status, result.err) == (0, "")
    for part in ("Evening\n=======", "Deal 1: W deals", "N leads J♥ 8♥.", "! Fault K3008, E: "):
        assert part in result.out


@pytest.mark.usefixtures("table")
def test_a_transcript_in_markdown_has_headings_and_marks() -> None:
    out = kozel(["transcript", "--format", "markdown", "illegal.kozel"]).out
    for part in ("# Evening\n", "## Deal 1: W deals\n", "**1.** N leads J♥ 8♥.", "> **!** Fault"):
        assert part in out


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("form", ["text", "markdown"])
def test_a_transcript_in_ascii_has_letters_for_suits(form: str) -> None:
    out = kozel(["transcript", "--ascii", "--format", form, "illegal.kozel"]).out
    assert out.isascii()
    assert "N leads Jh 8h." in out


@pytest.mark.usefixtures("table")
def test_a_transcript_for_a_seat_says_whose_it_is() -> None:
    result = kozel(["transcript", "--seat", "S", "legal.kozel"])
    assert result.status == 0
    assert "Told as S saw it" in result.out
    assert "(7♣ 8♠)" in result.out
    assert "(6♣ 7♠)" not in result.out


@pytest.mark.usefixtures("table")
def test_a_seat_that_is_not_there_is_wrong_usage_and_other_records_are_told() -> None:
    Path("far.kozel").write_text(LEGAL.replace("N E S W", "North E S W"), encoding="utf-8")
    result = kozel(["transcript", "--seat", "N", "far.kozel", "legal.kozel"])
    assert result.status == 2
    assert "error: far.kozel: record 1 has no seat N; it has North E S W" in result.err
    assert "Told as N saw it" in result.out


@pytest.mark.usefixtures("table")
def test_transcripts_of_several_records_follow_each_other() -> None:
    result = kozel(["transcript", "two.kozel", "gone.kozel", "legal.kozel"])
    assert result.status == 3
    assert "error: gone.kozel: no such file" in result.err
    assert result.out.count("Evening\n=======") == 3


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("name", sorted(FILES))
@pytest.mark.parametrize("seat", [[], ["--seat", "N"]])
def test_a_transcript_can_be_told_of_anything(name: str, seat: list[str]) -> None:
    status = kozel(["transcript", *seat, name]).status
    assert status in (0, 2, 3)
