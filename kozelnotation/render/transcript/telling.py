"""Which teller tells a record."""

from collections.abc import Iterator

from kozelnotation.games.kozel.rulesets import KozelRules
from kozelnotation.games.svoi.rulesets import SvoiRules
from kozelnotation.render.transcript.faults import fault_text
from kozelnotation.render.transcript.kozel import KOZEL, KozelTeller
from kozelnotation.render.transcript.paragraphs import Kind, Paragraph, View
from kozelnotation.render.transcript.svoi import SvoiTeller
from kozelnotation.render.transcript.teller import Teller
from kozelnotation.verdict.report import RecordReport


def transcript(report: RecordReport, view: View) -> list[Paragraph]:
    """Return the paragraphs that tell a record."""
    record = report.record
    if record is None:
        is_veiled = view.seat is not None
        return [
            Paragraph(Kind.TITLE, f"Record {report.index}"),
            *(
                Paragraph(Kind.FAULT, fault_text(finding, is_veiled=is_veiled))
                for finding in report.findings
            ),
        ]
    match record.rules:
        case KozelRules() as rules:
            return list(KozelTeller(report, record, view, rules).tell())
        case SvoiRules() as rules:
            return list(SvoiTeller(report, record, view, rules).tell())
        case _:
            return list(_HeaderTeller(report, record, view, KOZEL).tell())


class _HeaderTeller(Teller):
    """Tells a record whose rule set is not known: its header, and what is wrong there."""

    def deals(self) -> Iterator[Paragraph]:
        return iter(())

    def outcome(self) -> Iterator[str]:
        yield "The match is not decided in this record."
