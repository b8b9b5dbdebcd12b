"""``kozel transcript``: a record told in words."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from kozelnotation.cli import files
from kozelnotation.cli.files import Unreadable
from kozelnotation.games.ruleset import RuleSet
from kozelnotation.render.transcript import View, as_markdown, as_text, transcript
from kozelnotation.verdict.report import RecordReport, Summary
from kozelnotation.verdict.verify import verify_stream

OK, NO_SEAT, UNREADABLE, INTERNAL = 0, 2, 3, 4


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
@files.stdin_filename_option
@files.house_rules_option
@click.pass_context
def command(
    ctx: click.Context,
    sources: tuple[str, ...],
    form: str,
    seat: str | None,
    plain: bool,
    stdin_filename: str,
    house: Path | None,
) -> None:
    """Tell records in words, readable aloud, with faults and rulings in their place.

    \b
    Exit status: 0 done, 2 no such seat, 3 a file could not be read, 4 an error of this program.
    """
    rule_sets = files.rule_sets_or_exit(house)
    view = View(seat, plain)
    write = as_markdown if form == "markdown" else as_text
    status = OK
    is_first = True
    for source in files.inputs(sources, stdin_filename):
        for report in _reports(source, rule_sets):
            if report is None:
                status = max(status, UNREADABLE)
                continue
            if Summary.of(report).internal:
                status = INTERNAL
            seats = () if report.record is None else report.record.seats
            if seat is not None and seat not in seats:
                files.complain(
                    f"error: {source.name}: record {report.index} has no seat {seat}; "
                    f"it has {' '.join(seats) or 'none'}"
                )
                status = max(status, NO_SEAT)
                continue
            if not is_first:
                files.out("")
            is_first = False
            files.out(write(transcript(report, view), view), end="")
    sys.stdout.flush()
    ctx.exit(status)


def _reports(
    source: files.Input | Unreadable, rule_sets: Mapping[str, RuleSet]
) -> Iterator[RecordReport | None]:
    """Iterate over the verdicts on a source; None stands for what could not be read."""
    if isinstance(source, Unreadable):
        files.complain(f"error: {source.name}: {source.reason}")
        yield None
        return
    try:
        with files.opened(source) as stream:
            yield from verify_stream(stream, file=source.name, rule_sets=rule_sets)
    except OSError as error:
        files.complain(f"error: {source.name}: {files.reason(error)}")
        yield None
