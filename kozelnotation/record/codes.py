"""The findings of family K2: what a record says wrongly about itself."""

from kozelnotation.diag.code import Code, Effect, Severity

_MALFORMED = Effect.MALFORMED

UNKNOWN_RULE_SET = Code("K2001", "unknown-rule-set", _MALFORMED, "N 3.3")
UNKNOWN_OPTION = Code("K2002", "unknown-option", _MALFORMED, "N 3.3")
WRONG_NUMBER_OF_SEATS = Code("K2003", "wrong-number-of-seats", _MALFORMED, "N 3.4")
UNKNOWN_SEAT = Code("K2004", "unknown-seat", _MALFORMED, "N 3.4")
REPEATED_STATEMENT = Code("K2005", "repeated-statement", _MALFORMED, "N 10.4")
STATEMENT_OUT_OF_PLACE = Code("K2011", "statement-out-of-place", _MALFORMED, "N 4.5")
WRONG_NUMBER = Code("K2012", "wrong-number", Effect.REFUTED, "N 4.6")
STATEMENT_OF_ANOTHER_GAME = Code("K2013", "statement-of-another-game", _MALFORMED, "N 4.5")
COUNT_MISMATCH = Code("K2016", "count-mismatch", _MALFORMED, "N 7.3")
MISSING_STATEMENT = Code("K2015", "missing-statement", _MALFORMED, "N 4.7")
BAD_SEAT_NAME = Code("K2017", "bad-seat-name", _MALFORMED, "N 3.4")
DEAL_NOT_FINISHED = Code("K2018", "deal-not-finished", Effect.NOTHING, "N 8.5", Severity.WARNING)

CODES = (
    UNKNOWN_RULE_SET,
    UNKNOWN_OPTION,
    WRONG_NUMBER_OF_SEATS,
    UNKNOWN_SEAT,
    REPEATED_STATEMENT,
    STATEMENT_OUT_OF_PLACE,
    WRONG_NUMBER,
    STATEMENT_OF_ANOTHER_GAME,
    MISSING_STATEMENT,
    COUNT_MISMATCH,
    BAD_SEAT_NAME,
    DEAL_NOT_FINISHED,
)
