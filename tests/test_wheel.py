"""The wheel: it holds what a user needs, nothing else, and works where nothing else is."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

import pytest

import kozelnotation
from kozelnotation.games.kozel.registry import RULE_SETS
from kozelnotation.verdict.registry import REGISTRY

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Wheel:
    """A wheel, the names in it, and the folder where it was unpacked."""

    path: Path
    names: frozenset[str]
    unpacked: Path

    def kozel(self, args: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """Run the command line of the wheel; nothing of the repository is in reach."""
        return subprocess.run(
            [sys.executable, "-m", "kozelnotation", *args],
            cwd=self.path.parent,
            env={**os.environ, "PYTHONPATH": str(self.unpacked), "PYTHONSAFEPATH": "1"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Wheel:
    """Build the wheel, without a network, and unpack it."""
    folder = tmp_path_factory.mktemp("wheel")
    result = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    (path,) = folder.glob("*.whl")
    unpacked = tmp_path_factory.mktemp("unpacked")
    with ZipFile(path) as archive:
        archive.extractall(unpacked)
        return Wheel(path, frozenset(archive.namelist()), unpacked)


def test_the_wheel_is_for_every_machine_and_has_the_version(wheel: Wheel) -> None:
    assert wheel.path.name == f"kozelnotation-{kozelnotation.__version__}-py3-none-any.whl"


def test_every_module_is_in_the_wheel(wheel: Wheel) -> None:
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "kozelnotation").rglob("*.py")}
    assert modules <= wheel.names


def test_grammar_schemas_and_help_pages_are_in_the_wheel(wheel: Wheel) -> None:
    needed = {
        "kozelnotation/_data/grammar/kozel.lark",
        "kozelnotation/_data/grammar/README.md",
        "kozelnotation/_data/schemas/report.schema.json",
        "kozelnotation/_data/schemas/record.schema.json",
        *(f"kozelnotation/help/codes/{number}.md" for number in REGISTRY),
        *(f"kozelnotation/help/rules/{rules}.md" for rules in RULE_SETS),
    }
    assert needed - wheel.names == set()


def test_nothing_of_tests_and_samples_is_in_the_wheel(wheel: Wheel) -> None:
    tops = {name.partition("/")[0] for name in wheel.names}
    assert tops == {"kozelnotation", f"kozelnotation-{kozelnotation.__version__}.dist-info"}
    foreign = ("/tests/", "/samples/", "/__pycache__/", "/.")
    assert not [name for name in wheel.names if any(part in f"/{name}" for part in foreign)]
    assert not [name for name in wheel.names if name.endswith((".kozel", ".pyc", ".ambr"))]


def test_the_wheel_has_the_command_and_the_licence(wheel: Wheel) -> None:
    info = wheel.unpacked / f"kozelnotation-{kozelnotation.__version__}.dist-info"
    entry_points = (info / "entry_points.txt").read_text(encoding="utf-8")
    assert "kozel = kozelnotation.__main__:main" in entry_points
    assert (info / "licenses" / "LICENSE").is_file()


def test_the_wheel_runs_alone(wheel: Wheel) -> None:
    code = "import kozelnotation; print(kozelnotation.__file__)"
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=wheel.path.parent,
        env={**os.environ, "PYTHONPATH": str(wheel.unpacked), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(found.stdout.strip()).is_relative_to(wheel.unpacked)


@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        pytest.param(
            ["verify", str(ROOT / "samples" / "kozel-pairs-moskva.kozel")],
            0,
            "1 record, 5 deals: 1 legal",
            id="verify",
        ),
        pytest.param(
            ["verify", str(ROOT / "samples" / "disputed.kozel")], 1, "K3008", id="verify-disputed"
        ),
        pytest.param(["explain", "K3008"], 0, "# K3008 exposed-losing-response", id="explain"),
        pytest.param(["rules", "KP"], 0, "kozel-pairs-tvaladze@1", id="rules"),
        pytest.param(["schema", "report"], 0, '"$schema"', id="schema-report"),
        pytest.param(["schema", "record"], 0, '"$schema"', id="schema-record"),
        pytest.param(["--version"], 0, kozelnotation.__version__, id="version"),
    ],
)
def test_the_wheel_does_what_the_repository_does(
    wheel: Wheel, args: list[str], status: int, said: str
) -> None:
    result = wheel.kozel(args)
    assert result.returncode == status
    assert said in result.stdout + result.stderr
    assert "Traceback" not in result.stderr
