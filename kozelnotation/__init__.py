r"""Records of Kozel and Svoi Kozyri: read them, replay them, judge them.

>>> import kozelnotation
>>> [record] = kozelnotation.verify('%kozel 1\n[Rules "kozel-pairs-tvaladze@1"]\n')
>>> record.status.value
'legal'
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the types alone would load the whole reader at start-up
    from kozelnotation.verdict.report import RecordReport

__version__ = "0.1.0"
__all__ = ["__version__", "to_json", "verify"]


def verify(text: str | bytes, *, file: str = "-") -> "list[RecordReport]":
    """Return the verdict on every record of a text. Never raises for a bad record.

    ``file`` is the name that findings show.
    """
    from kozelnotation.verdict.verify import verify as verify_text

    return verify_text(text, file=file)


def to_json(record: "RecordReport") -> dict[str, Any]:
    """Return a verdict as the JSON object that ``kozel verify --format jsonl`` prints."""
    from kozelnotation.render.report_json import record_json

    return record_json(record)
