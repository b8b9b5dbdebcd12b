"""``kozel convert``: records as JSON and back."""

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from kozelnotation.cli import files
from kozelnotation.cli.files import Unreadable
from kozelnotation.record.header import place_record
from kozelnotation.record.json import record_from_json, record_to_json
from kozelnotation.record.model import Record
from kozelnotation.record.write import canonical_text
from kozelnotation.render.help_pages import schema_text
from kozelnotation.syntax.blocks import cut
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
        result = "".join(_converted(content, form)).encode("utf-8", "surrogateescape")
    except BadJsonError as error:
        files.complain(f"{found.name}: K0007 bad-json: {error}")
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


def _converted(content: bytes, form: str) -> Iterator[str]:
    records = list(_records(content))
    if form == "text":
        yield "\n".join(canonical_text(record) for record in records)
        return

    values = [record_to_json(record) for record in records]
    if form == "jsonl":
        for value in values:
            yield json.dumps(value, ensure_ascii=False) + "\n"
        return
    yield '{"schema": "kozel-records/1", "type": "records", "records": ['
    yield ",".join("\n" + json.dumps(value, ensure_ascii=False) for value in values)
    yield "\n]}\n"


def _records(content: bytes) -> Iterator[Record]:
    start = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start in (b"{", b"[") and b"\n%kozel" not in content:
        for value in _objects(content):
            yield record_from_json(value)
        return

    for block in cut(io.BytesIO(content)):
        if block.has_format_line or not block.is_empty:
            yield place_record(read_record(block))


def _objects(content: bytes) -> Iterator[dict[str, Any]]:
    """Iterate over the record objects of a document, or of JSON Lines, each one validated."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadJsonError(f"byte {error.start} is not UTF-8") from error
    try:
        values = [json.loads(text)]
    except json.JSONDecodeError as error:
        try:
            values = [json.loads(line) for line in text.splitlines() if line.strip()]
        except json.JSONDecodeError:
            place = f"line {error.lineno}, column {error.colno}"
            raise BadJsonError(f"{place}: this is no JSON ({error.msg.lower()})") from None
        except RecursionError:
            raise BadJsonError("it is nested too deeply") from None
    except RecursionError:
        raise BadJsonError("it is nested too deeply") from None
    for number, value in enumerate(values, 1):
        if isinstance(value, dict) and value.get("type") == "records":
            inner = value.get("records")
            if not isinstance(inner, list):
                raise BadJsonError("$.records: a list of records is expected")
            for at, record in enumerate(inner):
                yield _valid(record, f"$.records[{at}]")
        else:
            yield _valid(value, "$" if len(values) == 1 else f"line {number}: $")


def _valid(value: object, where: str) -> dict[str, Any]:
    import jsonschema  # noqa: PLC0415 - it costs 0.1 s, and only foreign JSON needs it

    schema = json.loads(schema_text("record"))
    validator = jsonschema.Draft202012Validator(schema)
    error = jsonschema.exceptions.best_match(validator.iter_errors(value))
    if error is not None:
        path = "".join(
            f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path
        )
        raise BadJsonError(f"{where}{path}: {_short(error.message)}")
    if not isinstance(value, dict):
        raise BadJsonError(f"{where}: a record object is expected")
    return value


def _short(text: str) -> str:
    return text if len(text) <= 200 else text[:200] + " ..."
