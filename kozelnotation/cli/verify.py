"""``kozel verify``: replay records, judge them, and say why."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import click

from kozelnotation import __version__
from kozelnotation.cli import files
from kozelnotation.cli.files import Unreadable
from kozelnotation.games.registry import RULE_SETS
from kozelnotation.games.ruleset import RuleSet
from kozelnotation.render.paint import Paint
from kozelnotation.render.report_json import SCHEMA, dumps, record_json, summary_json
from kozelnotation.render.report_text import concise, finding_lines, summary_line, verdict_line
from kozelnotation.verdict.report import RecordReport, Summary
from kozelnotation.verdict.verify import verify_stream

OK, FAILED, UNREADABLE, INTERNAL = 0, 1, 3, 4


@click.command("verify")
@click.argument("sources", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "concise", "json", "jsonl"]),
    default="text",
    show_default=True,
    help="How findings are written; concise is `file:line:col: CODE message`.",
)
@click.option("--strict", is_flag=True, help="Fail also on undecided records and on warnings.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever is found in the records.")
@click.option("-q", "--quiet", is_flag=True, help="Print no counts and no verdict lines.")
@click.option(
    "--select", default="", metavar="CODES", help="Show only codes beginning so: K3,K5001."
)
@click.option("--ignore", default="", metavar="CODES", help="Do not show codes beginning so.")
@click.option("--max-errors", type=click.IntRange(min=1), help="Show only so many errors.")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Use colours.",
)
@files.stdin_filename_option
@files.house_rules_option
@click.pass_context
def command(
    ctx: click.Context,
    sources: tuple[str, ...],
    form: str,
    strict: bool,
    exit_zero: bool,
    quiet: bool,
    select: str,
    ignore: str,
    max_errors: int | None,
    color: str,
    stdin_filename: str,
    house: Path | None,
) -> None:
    """Replay records against the rules and report every fault.

    FILE may be a folder, a file ending in .gz, or - for standard input.

    \b
    Exit status: 0 nothing wrong, 1 a record is illegal or malformed or a claim is false
    (--strict: or undecided, or a warning), 2 wrong usage, 3 a file could not be read,
    4 an error of this program.

    Options that choose what is shown change neither verdicts nor exit status.
    """
    rule_sets = files.rule_sets_or_exit(house)
    run = _Run(form, quiet, _Shown(select, ignore, max_errors), color)
    run.rule_sets = rule_sets
    for source in files.inputs(sources, stdin_filename):
        run.source(source)
    run.finish()
    status = run.status(strict=strict)
    ctx.exit(OK if exit_zero and status == FAILED else status)


class _Shown:
    """Which findings are shown."""

    def __init__(self, select: str, ignore: str, max_errors: int | None) -> None:
        self.select = tuple(word.strip() for word in select.split(",") if word.strip())
        self.ignore = tuple(word.strip() for word in ignore.split(",") if word.strip())
        self.max_errors = max_errors
        self.errors = 0
        self.held_back = 0

    def wants(self, number: str, severity: str) -> bool:
        """Whether a finding is shown; counts errors."""
        if self.select and not number.startswith(self.select):
            return False
        if self.ignore and number.startswith(self.ignore):
            return False
        if severity == "error":
            self.errors += 1
            if self.max_errors is not None and self.errors > self.max_errors:
                self.held_back += 1
                return False
        return True


class _Run:
    """One run over all sources."""

    def __init__(self, form: str, quiet: bool, shown: _Shown, color: str) -> None:

        self.form = form
        self.quiet = quiet
        self.shown = shown
        self.paint = Paint(color=files.use_color(color, sys.stdout) and form == "text")
        self.rule_sets: Mapping[str, RuleSet] = RULE_SETS
        self.summary = Summary()
        self.unreadable = 0
        self.is_first = True

    # -- sources

    def source(self, source: files.Input | Unreadable) -> None:
        """Verify the records of one source."""
        if isinstance(source, Unreadable):
            self._cannot_read(source.name, source.reason)
            return
        unreadable, records = self.unreadable, self.summary.records
        for report in self._reports(source):
            self.summary += Summary.of(report)
            self._show(report)
        if self.unreadable > unreadable:
            return
        self.summary.files += 1
        if self.summary.records == records:
            files.complain(f"warning: {source.name}: no record in this file")

    def _reports(self, source: files.Input) -> Iterator[RecordReport]:
        """Iterate over the verdicts on a source; what cannot be read ends it."""
        try:
            with files.opened(source) as stream:
                yield from verify_stream(stream, file=source.name, rule_sets=self.rule_sets)
        except OSError as error:
            self._cannot_read(source.name, files.reason(error))

    def _cannot_read(self, name: str, reason: str) -> None:
        self.unreadable += 1
        files.complain(f"error: {name}: {reason}")

    # -- output

    def _show(self, report: RecordReport) -> None:

        findings = [
            finding
            for finding in report.findings
            if self.shown.wants(
                finding.code.number, "" if finding.ruled else finding.code.severity.value
            )
        ]
        if self.form in ("json", "jsonl"):
            shown = record_json(report)
            wanted = {id(finding) for finding in findings}
            shown["diagnostics"] = [
                value
                for value, finding in zip(shown["diagnostics"], report.findings, strict=True)
                if id(finding) in wanted
            ]
            self._json(dumps(shown))
            return
        if self.form == "concise":
            _print(concise(finding, report.file) for finding in findings)
            return

        for finding in findings:
            _print(finding_lines(finding, report, self.paint))
            files.out("")
        if findings and not self.quiet:
            files.out(verdict_line(report, self.paint))
            files.out("")

    def _json(self, record: str) -> None:
        if self.form == "jsonl":
            files.out(record)
            return
        if self.is_first:
            self._open_json()
        else:
            files.out(",")
        self.is_first = False
        files.out(record, end="")

    def _open_json(self) -> None:

        files.out(
            f'{{"schema": "{SCHEMA}", '
            f'"tool": {{"name": "kozelnotation", "version": "{__version__}"}}, "records": ['
        )

    def finish(self) -> None:
        """Write what comes at the end."""
        if self.form in ("json", "jsonl"):
            counts = dumps(summary_json(self.summary))
            if self.form == "jsonl":
                files.out(counts)
            else:
                if self.is_first:
                    self._open_json()
                files.out(f'\n], "summary": {counts}}}')
        sys.stdout.flush()
        if self.shown.held_back:
            files.complain(f"{self.shown.held_back} more errors are not shown (--max-errors)")
        if not self.quiet:
            files.complain(summary_line(self.summary))

    def status(self, *, strict: bool) -> int:
        """Return the exit status (verdicts, section 4)."""
        summary = self.summary
        if summary.internal:
            return INTERNAL
        if self.unreadable:
            return UNREADABLE
        if summary.illegal or summary.malformed or summary.claims_refuted:
            return FAILED
        if strict and (summary.undecided or summary.claims_undecided or summary.warnings):
            return FAILED
        return OK


def _print(lines: Iterable[str] | Iterator[str]) -> None:
    for line in lines:
        files.out(line)
