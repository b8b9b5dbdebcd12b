"""``kozel transcript``: a record told in words."""

import sys

import click

from kozelnotation.cli import files
from kozelnotation.cli.files import Unreadable
from kozelnotation.render.transcript import View, as_markdown, as_text, transcript
from kozelnotation.verify.verify import verify_stream


@click.command("transcript")
@click.argument("sources", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown"]),
    default="text",
    show_default=True,
    help="How the transcript is written.",
)
@click.option("--seat", metavar="SEAT", help="Tell only what this seat could see.")
@click.option("--ascii", "plain", is_flag=True, help="Write suits as letters.")
@click.option(
    "--stdin-filename", default="<stdin>", metavar="NAME", help="The name of the text from `-`."
)
@click.pass_context
def command(
    ctx: click.Context,
    sources: tuple[str, ...],
    form: str,
    seat: str | None,
    plain: bool,
    stdin_filename: str,
) -> None:
    """Tell records in words, readable aloud, with faults and rulings in their place.

    \b
    Exit status: 0 done, 2 no such seat, 3 a file could not be read.
    """
    view = View(seat, plain)
    failed = 0
    is_first = True
    for source in files.inputs(sources, stdin_filename):
        if isinstance(source, Unreadable):
            files.complain(f"error: {source.name}: {source.reason}")
            failed = 3
            continue
        try:
            with files.opened(source) as stream:
                for report in verify_stream(stream, file=source.name):
                    seats = () if report.record is None else report.record.seats
                    if seat is not None and seat not in seats:
                        files.complain(
                            f"error: {source.name}: record {report.index} has no seat {seat}; "
                            f"it has {' '.join(seats) or 'none'}"
                        )
                        ctx.exit(2)
                    paragraphs = transcript(report, view)
                    if not is_first:
                        files.out("")
                    is_first = False
                    write = as_markdown if form == "markdown" else as_text
                    files.out(write(paragraphs, view), end="")
        except (OSError, EOFError) as error:
            files.complain(f"error: {source.name}: {files.reason(error)}")
            failed = 3
    sys.stdout.flush()
    ctx.exit(failed)
