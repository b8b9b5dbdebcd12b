"""Where records come from: files, folders, gzip, standard input; and how files are written."""

import gzip
import hashlib
import os
import stat
import sys
import tempfile
import tomllib
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import click

from kozelnotation.games.kozel.house import house_rules
from kozelnotation.games.kozel.rulesets import KozelRules
from kozelnotation.games.registry import RULE_SETS
from kozelnotation.games.ruleset import RuleSet

stdin_filename_option = click.option(
    "--stdin-filename", default="<stdin>", metavar="NAME", help="The name of the text from `-`."
)
house_rules_option = click.option(
    "--rules",
    "house",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="House rules of a club (TOML); see `kozel rules house-rules`.",
)

SUFFIXES = (".kozel", ".kozel.gz")


@dataclass(frozen=True, slots=True)
class Input:
    """One source of records: a path, or None for standard input, and the name to show."""

    path: Path | None
    name: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A source that could not be opened or read."""

    name: str
    reason: str


def inputs(arguments: Sequence[str], stdin_name: str) -> Iterator[Input | Unreadable]:
    """Iterate over the sources that the arguments name; folders are searched, sorted by name."""
    for argument in arguments:
        if argument == "-":
            yield Input(None, stdin_name)
            continue
        path = Path(argument)
        if path.is_dir():
            found = sorted(
                entry
                for entry in path.rglob("*")
                if entry.name.endswith(SUFFIXES) and entry.is_file()
            )
            if not found:
                yield Unreadable(argument, f"no file ending in {SUFFIXES[0]} in this folder")
            yield from (Input(entry, str(entry)) for entry in found)
        elif not path.exists():
            yield Unreadable(argument, "no such file")
        else:
            yield Input(path, argument)


@contextmanager
def opened(source: Input) -> Iterator[BinaryIO]:
    """Open a source for reading bytes; raises OSError, also while it is read."""
    if source.path is None:
        if sys.stdin is None:
            raise OSError("standard input is closed")
        yield sys.stdin.buffer
        return
    if not stat.S_ISREG(source.path.stat().st_mode) and source.path.is_dir():
        raise IsADirectoryError(source.name)
    with source.path.open("rb") as raw:
        if source.path.name.endswith(".gz"):
            with _told_plainly(), gzip.GzipFile(fileobj=raw) as unpacked:
                yield unpacked  # type: ignore[misc]  # it reads like a BinaryIO
        else:
            yield raw


@contextmanager
def _told_plainly() -> Iterator[None]:
    """Turn what gzip says of a damaged file into an OSError in plain words."""
    try:
        yield
    except gzip.BadGzipFile as error:
        raise OSError("the file is not packed with gzip, or it is damaged") from error
    except EOFError as error:
        raise OSError("the packed file ends too early") from error
    except zlib.error as error:
        raise OSError("the packed file is damaged") from error


def reason(error: BaseException) -> str:
    """Return why a file could not be read or written, in plain words."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error) or type(error).__name__


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file with new content, or leave it as it was: write beside it, then rename.

    What is no file, such as a pipe, is written to directly.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(content)
        return
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".new")
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        mode = target.stat().st_mode if target.exists() else 0o666 & ~_umask()
        new.chmod(stat.S_IMODE(mode))
        new.replace(target)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def rule_sets(path: Path | None) -> dict[str, RuleSet] | list[str]:
    """Return the known rule sets with the one of a house rules file, or what is wrong with it."""
    if path is None:
        return dict(RULE_SETS)
    try:
        content = path.read_bytes()
    except OSError as error:
        return [f"{path}: {reason(error)}"]
    try:
        table = tomllib.loads(content.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        return [f"{path}: this is no TOML: {error}"]
    rules = house_rules(table, hashlib.sha256(content).hexdigest())
    if isinstance(rules, KozelRules):
        return {**RULE_SETS, rules.id: rules}
    return [f"{path}: {fault.key}: {fault.text}" for fault in rules]


def rule_sets_or_exit(path: Path | None) -> dict[str, RuleSet]:
    """Return the known rule sets; say what is wrong with a house rules file and exit with 2."""
    found = rule_sets(path)
    if isinstance(found, dict):
        return found
    for text in found:
        complain(f"error: {text}")
    raise click.exceptions.Exit(2)


def use_color(choice: str, stream: object) -> bool:
    """Whether to use colours: the option, then NO_COLOR and FORCE_COLOR, then the terminal."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    is_terminal = getattr(stream, "isatty", lambda: False)
    return bool(is_terminal()) and os.environ.get("TERM") != "dumb"


def out(text: str, *, end: str = "\n") -> None:
    """Write to standard output as UTF-8, whatever the locale says."""
    sys.stdout.buffer.write((text + end).encode("utf-8", "surrogateescape"))


def complain(text: str) -> None:
    """Write to standard error."""
    click.echo(text, err=True)
