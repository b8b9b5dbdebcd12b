"""A record told in words, with faults in their place; readable aloud.

Source: design, habits to meet (transcripts).
"""

from kozelnotation.render.transcript.paragraphs import (
    Kind,
    Paragraph,
    View,
    as_markdown,
    as_text,
)
from kozelnotation.render.transcript.telling import transcript

__all__ = ["Kind", "Paragraph", "View", "as_markdown", "as_text", "transcript"]
