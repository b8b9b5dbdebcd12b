"""The house rules that machines keep: style, types, layers, grammar, start-up, clean files."""

import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest
from lark import Lark

from kozelnotation.syntax.parse import grammar_text

ROOT = Path(__file__).parents[1]
BIN = Path(sysconfig.get_path("scripts"))

MACHINE = [f"/{name}/" for name in ("work", "tmp", "root", "home", "Users")]
"""Beginnings of paths that exist on one machine only."""

REGISTRY = ["pypi" + ".org", "python" + "hosted", "npm" + "js.org", "simple" + "/index"]
"""Addresses of package registries, in parts, so that this file does not hold them."""


def run(*command: str | Path) -> str:
    """Run a command at the top of the repository; its output, if it fails."""
    result = subprocess.run(
        [str(word) for word in command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return "" if result.returncode == 0 else f"{result.stdout}{result.stderr}"


def repository_files() -> Iterator[Path]:
    """Every file that belongs to the repository: what the tools leave behind does not."""
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    patterns = [".git", *(line.rstrip("/") for line in ignored)]
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT)
        if not path.is_file() or any(
            Path(part).match(pattern) for part in parts.parts for pattern in patterns
        ):
            continue
        yield path


# -- tools ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("ruff check", id="style"),
        pytest.param("ruff format --check", id="layout"),
        pytest.param("mypy", id="types"),
        pytest.param("lint-imports", id="layers"),
    ],
)
def test_the_house_is_clean(command: str) -> None:
    tool, *options = command.split()
    said = run(BIN / tool, *options)
    assert not said, said


def test_the_grammar_has_no_conflict_and_no_two_terminals_that_meet() -> None:
    Lark(grammar_text(), parser="lalr", strict=True, maybe_placeholders=True)


# -- files ----------------------------------------------------------------------------------------


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    path = re.compile("|".join(rf"(?<![\w.:/-]){re.escape(name)}[\w.]" for name in MACHINE))
    found = [
        f"{file.relative_to(ROOT)}: {match[0]}"
        for file in repository_files()
        if (match := path.search(file.read_text(encoding="utf-8", errors="replace")))
    ]
    assert not found, found


def test_no_file_names_a_package_registry() -> None:
    found = [
        f"{file.relative_to(ROOT)}: {address}"
        for file in repository_files()
        for address in REGISTRY
        if address in file.read_text(encoding="utf-8", errors="replace").lower()
    ]
    assert not found, found


def test_there_is_something_to_read_first() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.startswith("# kozelnotation\n")


def test_text_files_end_with_one_line_end_and_have_no_blanks_at_line_ends() -> None:
    found = []
    for file in repository_files():
        is_sample = file.suffix in (".kozel", ".gz")
        if is_sample or file.suffix not in (".py", ".md", ".toml", ".lark", ".json", ".yaml"):
            continue
        content = file.read_bytes()
        if content and (not content.endswith(b"\n") or content.endswith(b"\n\n")):
            found.append(f"{file.relative_to(ROOT)}: end")
        if b"\r" in content or (b" \n" in content and "__snapshots__" not in file.parts):
            found.append(f"{file.relative_to(ROOT)}: line ends")
    assert not found, found


# -- start-up -------------------------------------------------------------------------------------


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_start_up_loads_nothing_heavy(argument: str) -> None:
    result = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "kozelnotation", argument],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {
        line.rpartition("|")[2].strip().partition(".")[0] for line in result.stderr.splitlines()
    }
    assert "click" in loaded
    assert not loaded & {"lark", "jsonschema", "hypothesis", "pytest"}


def test_verifying_a_clean_record_needs_neither_lark_nor_a_schema() -> None:
    code = (
        "import sys; from kozelnotation.verdict.verify import verify; verify('%kozel 1');"
        "print('lark' in sys.modules, 'jsonschema' in sys.modules, 'click' in sys.modules)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout == "False False False\n"
