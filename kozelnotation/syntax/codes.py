"""The findings of reading: files (K00), spelling (K01), statements (K1)."""

from kozelnotation.diag.code import Code, Effect, Severity

_MALFORMED = Effect.MALFORMED

NOT_UTF8 = Code("K0001", "not-utf8", _MALFORMED, "N 2.1")
BYTE_ORDER_MARK = Code("K0002", "byte-order-mark", Effect.NOTHING, "N 2.1", Severity.NOTE)
UNSUPPORTED_FORMAT_VERSION = Code("K0003", "unsupported-format-version", _MALFORMED, "N 2.2")
MISSING_FORMAT_LINE = Code("K0004", "missing-format-line", _MALFORMED, "N 2.2")
CONTROL_CHARACTER = Code("K0005", "control-character", _MALFORMED, "N 2.8")
BIDI_CONTROL = Code("K0005", "control-character", Effect.NOTHING, "N 2.8", Severity.WARNING)
LIMIT_EXCEEDED = Code("K0006", "limit-exceeded", _MALFORMED, "N 2.9")
BAD_JSON = Code("K0007", "bad-json", _MALFORMED, "N 11.1")
NOT_CANONICAL = Code("K0101", "not-canonical", Effect.NOTHING, "N 10.1", Severity.NOTE)

UNEXPECTED_TEXT = Code("K1001", "unexpected-text", _MALFORMED, "N 4.1")
BAD_CARD = Code("K1002", "bad-card", _MALFORMED, "N 4.2")
AMBIGUOUS_TEN = Code("K1003", "ambiguous-ten", _MALFORMED, "N 4.3")
LOOK_ALIKE_LETTER = Code("K1004", "look-alike-letter", _MALFORMED, "N 4.3")
UNCLOSED_STRING = Code("K1005", "unclosed-string", _MALFORMED, "N 2.7")
UNCLOSED_GROUP = Code("K1006", "unclosed-group", _MALFORMED, "N 2.6")
UNKNOWN_STATEMENT = Code("K1007", "unknown-statement", _MALFORMED, "N 4.1")
BAD_TAG = Code("K1008", "bad-tag", _MALFORMED, "N 3.1")
BAD_ESCAPE = Code("K1009", "bad-escape", _MALFORMED, "N 2.7")
MISSING_BLANK = Code("K1010", "missing-blank", _MALFORMED, "N 2.4")

CODES = (
    NOT_UTF8,
    BYTE_ORDER_MARK,
    UNSUPPORTED_FORMAT_VERSION,
    MISSING_FORMAT_LINE,
    CONTROL_CHARACTER,
    LIMIT_EXCEEDED,
    BAD_JSON,
    NOT_CANONICAL,
    UNEXPECTED_TEXT,
    BAD_CARD,
    AMBIGUOUS_TEN,
    LOOK_ALIKE_LETTER,
    UNCLOSED_STRING,
    UNCLOSED_GROUP,
    UNKNOWN_STATEMENT,
    BAD_TAG,
    BAD_ESCAPE,
    MISSING_BLANK,
)
