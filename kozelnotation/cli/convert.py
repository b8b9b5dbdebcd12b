"""``kozel convert``: records as JSON and back."""

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click

from kozelnotation.cli import files
from kozelnotation.cli.files import Unreadable
from kozelnotation.record.header import place_record
from kozelnotation.record.json import NotWritableError, record_from_json, record_to_json
from kozelnotation.record.model import Record
from kozelnotation.record.write import written
from kozelnotation.render.help_pages import schema_text
from kozelnotation.syntax.blocks import BOM, cut
from kozelnotation.syntax.codes import BAD_JSON
from kozelnotation.syntax.read import read_record


@click.command("convert")
@click.argument("source", metavar="FILE")
@click.option(
    "--to",
    "form",
    type=click.Choice(["json", "jsonl", "text"]),
    required=True,
    help="json is one document, jsonl one record a line, text the notation.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write to this file instead of standard output.",
)
@click.pass_context
def command(ctx: click.Context, source: str, form: str, output: Path | None) -> None:
    """Turn records into JSON and back. The form of the input is recognised.

    Nothing is lost on the way but remarks (`; …`) and the layout.

    \b
    Exit status: 0 done, 1 the JSON is not a record, 3 a file could not be read or written.
    """
    found = next(iter(files.inputs([source], "<stdin>")))
    if isinstance(found, Unreadable):
        files.complain(f"error: {found.name}: {found.reason}")
        ctx.exit(3)
    try:
        with files.opened(found) as stream:
            content = stream.read()
    except (OSError, EOFError) as error:
        files.complain(f"error: {found.name}: {files.reason(error)}")
        ctx.exit(3)
    try:
        result = b"".join(converted(content, form))
    except BadJsonError as error:
        files.complain(f"{found.name}: {BAD_JSON.number} {BAD_JSON.name}: {error}")
        ctx.exit(1)
    if output is None:
        sys.stdout.buffer.write(result)
        return
    try:
        files.write_whole(output, result)
    except OSError as error:
        files.complain(f"error: {output}: {files.reason(error)}")
        ctx.exit(3)


class BadJsonError(Exception):
    """The text is JSON, or should be, but no record in JSON."""


def converted(content: bytes, form: str) -> Iterator[bytes]:
    """Iterate over the parts of records in another form; raises BadJsonError."""
    records = _records(content)
    if form == "text":
        for at, record in enumerate(records):
            yield b"\n" * (at > 0) + written(record)
        return

    values = (json.dumps(record_to_json(record), ensure_ascii=False) for record in records)
    if form == "jsonl":
        for value in values:
            yield f"{value}\n".encode()
        return
    yield b'{"schema": "kozel-records/1", "type": "records", "records": ['
    for at, value in enumerate(values):
        yield f"{',' * (at > 0)}\n{value}".encode()
    yield b"\n]}\n"


def _records(content: bytes) -> Iterator[Record]:
    start = content.removeprefix(BOM).lstrip()[:1]
    if start in (b"{", b"[") and b"\n%kozel" not in content:
        for at, (where, value) in enumerate(_objects(content)):
            try:
                record = record_from_json(value)
            except NotWritableError as error:
                raise BadJsonError(f"{where}: {error}") from error
            if at > 0 and not record.read.block.has_format_line:
                raise BadJsonError(f"{where}: only the first record can lack its format line")
            yield record
        return

    for block in cut(content):
        if block.has_format_line or not block.is_empty:
            yield place_record(read_record(block))


def _no_half_letters(where: str, value: dict[str, Any]) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise BadJsonError(f"{where}: half of a letter (a lone surrogate) is no text") from None


def _objects(content: bytes) -> Iterator[tuple[str, dict[str, Any]]]:
    """Iterate over the record objects of a document or of JSON Lines, and where they stand."""
    try:
        values = _values(content.decode("utf-8-sig"))
        for number, value in values:
            where = "$" if len(values) == 1 else f"line {number}: $"
            valid = _valid(where, value)
            _no_half_letters(where, valid)
            if valid["type"] == "records":
                yield from (
                    (f"{where}.records[{at}]", record) for at, record in enumerate(valid["records"])
                )
            else:
                yield where, valid
    except UnicodeDecodeError as error:
        raise BadJsonError(f"byte {error.start} is not UTF-8") from error
    except RecursionError:
        raise BadJsonError("it is nested too deeply") from None


def _values(text: str) -> list[tuple[int, object]]:
    """Return the JSON values of a text with the lines in which they begin."""
    try:
        return [(1, _loads(text))]
    except json.JSONDecodeError as error:
        if not error.msg.startswith("Extra data"):
            raise _no_json(error, error.lineno) from None
    values = []
    # only LF ends a line: a string may hold what other programs take for a line end
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                values.append((number, _loads(line)))
            except json.JSONDecodeError as error:
                raise _no_json(error, number) from None
    return values


def _no_json(error: json.JSONDecodeError, line: int) -> BadJsonError:
    what = error.msg[:1].lower() + error.msg[1:]
    return BadJsonError(f"line {line}, column {error.colno}: this is no JSON ({what})")


def _loads(text: str) -> object:
    try:
        value: object = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError:
        raise
    except ValueError as error:
        raise BadJsonError("a number has too many digits") from error
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadJsonError(f"an object has the key {twice!r} twice")
    return value


def _valid(where: str, value: object) -> dict[str, Any]:
    import jsonschema  # noqa: PLC0415 - it costs 0.1 s, and only foreign JSON needs it

    error = jsonschema.exceptions.best_match(_validator().iter_errors(value))
    if error is None and isinstance(value, dict):
        return value
    if error is None:
        raise BadJsonError(f"{where}: an object is expected")
    path = "".join(
        f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path
    )
    said = error.message
    if error.validator == "pattern" and isinstance(error.schema, dict):
        said = f"{json.dumps(error.instance)} is no {error.schema.get('title')}"
    raise BadJsonError(f"{where}{path}: {said if len(said) <= 200 else said[:200] + ' ...'}")


@cache
def _validator() -> Any:
    import jsonschema  # noqa: PLC0415 - it costs 0.1 s, and only foreign JSON needs it

    return jsonschema.Draft202012Validator(json.loads(schema_text("record")))
