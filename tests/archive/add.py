"""Adds a file of records to the archive, together with the verdict of today.

    python -m tests.archive.add NAME FILE [RULES]

NAME is the name in the archive, with its folder: ``damaged/K3008-pairs-2``. FILE is copied to
``NAME.kozel``, RULES, the house rules that its records name, to ``NAME.toml``, and the verdict
stands in ``NAME.verdict.json``. Nothing is ever overwritten: a name that is taken is refused.

Read the verdict before you commit it. What is frozen wrong stays wrong.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import kozelnotation
from kozelnotation.cli.files import rule_sets
from kozelnotation.verdict.verify import verify

ARCHIVE = Path(__file__).parent


class NotAddedError(Exception):
    """Why nothing was added."""


def verdicts(records: Path, rules: Path | None = None) -> list[dict[str, Any]]:
    """Return the verdict on every record of a file, as JSON has it, without the name of the file.

    ``rules`` is a file of house rules.
    """
    known = rule_sets(rules)
    if isinstance(known, list):
        raise NotAddedError("; ".join(known))
    found = []
    for report in verify(records.read_bytes(), rule_sets=known):
        verdict: dict[str, Any] = json.loads(json.dumps(kozelnotation.to_json(report)))
        del verdict["file"]
        found.append(verdict)
    return found


def pretty(value: object) -> str:
    """Return JSON for people who compare files: sorted keys, one value on a line."""
    return json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def add(name: str, records: Path, rules: Path | None = None, archive: Path = ARCHIVE) -> None:
    """Add a file of records under a name, or raise NotAddedError."""
    copies = {archive / f"{name}.kozel": records}
    if rules is not None:
        copies[archive / f"{name}.toml"] = rules
    verdict = archive / f"{name}.verdict.json"
    house = archive / f"{name}.toml"
    taken = [path for path in (*copies, verdict, house) if path.exists()]
    if taken:
        raise NotAddedError(f"{taken[0].name} is in the archive and stays as it is")
    found = verdicts(records, rules)
    if not found:
        raise NotAddedError(f"there is no record in {records}")
    verdict.parent.mkdir(parents=True, exist_ok=True)
    for target, source in copies.items():
        with target.open("xb") as stream:
            stream.write(source.read_bytes())
    with verdict.open("x", encoding="utf-8", newline="\n") as text:
        text.write(pretty(found))


def main(arguments: Sequence[str]) -> int:
    """Add what the command line names; return the exit status."""
    if len(arguments) not in (2, 3):
        sys.stderr.write(__doc__ or "")
        return 2
    name, *paths = arguments
    try:
        add(name, *(Path(path) for path in paths))
    except (NotAddedError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
