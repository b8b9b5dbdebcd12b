"""``kozel fmt``: write records in canonical form."""

import difflib
import sys

import click

from kozelnotation.cli import files
from kozelnotation.cli.files import Unreadable
from kozelnotation.record.header import place_record
from kozelnotation.record.write import written
from kozelnotation.syntax.blocks import BOM, cut
from kozelnotation.syntax.read import read_record


@click.command("fmt")
@click.argument("sources", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@click.pass_context
def command(
    ctx: click.Context,
    sources: tuple[str, ...],
    check: bool,
    diff: bool,
) -> None:
    """Write records in canonical form, in place; with - from standard input to standard output.

    Remarks and commentary stay where they are, play never moves, and a line that cannot
    be read is kept byte for byte. A file is replaced as a whole or not at all.

    \b
    Exit status: 0 done, 1 something would change (--check, --diff), 3 a file could not be
    read or written.
    """
    changed, failed = 0, 0
    for source in files.inputs(sources, "<stdin>"):
        if isinstance(source, Unreadable):
            files.complain(f"error: {source.name}: {source.reason}")
            failed += 1
            continue
        try:
            with files.opened(source) as stream:
                before = stream.read()
            after = formatted(before)
            if check or diff:
                changed += _compare(source.name, before, after, show=diff)
            elif source.path is None:
                sys.stdout.buffer.write(after)
            elif source.path.name.endswith(".gz"):
                failed += before != after
                if before != after:
                    files.complain(f"error: {source.name}: a packed file is not rewritten")
            elif before != after:
                files.write_whole(source.path, after)
                changed += 1
                files.complain(f"formatted {source.name}")
        except (OSError, EOFError) as error:
            files.complain(f"error: {source.name}: {files.reason(error)}")
            failed += 1
    ctx.exit(3 if failed else int(bool(changed) and (check or diff)))


def formatted(content: bytes) -> bytes:
    """Return the text of a file with every record in canonical form.

    A record of an unknown format, and text before the first record, stay as they are.
    """
    parts = [
        written(place_record(read_record(block)))
        for block in cut(content)
        if any(line.content.strip(b" \t") not in (b"", BOM) for line in block.lines)
    ]
    return b"\n".join(parts) if parts else content


def _compare(name: str, before: bytes, after: bytes, *, show: bool) -> int:
    if before == after:
        return 0
    if not show:
        files.complain(f"would format {name}")
        return 1
    old = before.decode("utf-8", "backslashreplace").split("\n")
    new = after.decode("utf-8", "backslashreplace").split("\n")
    for line in difflib.unified_diff(old, new, name, f"{name} (canonical)", lineterm=""):
        files.out(line)
    return 1
