"""The findings of families K5 to K9: claims, knowledge, rulings, and our own faults."""

from kozelnotation.diag.code import Code, Effect, Severity

_REFUTED = Effect.REFUTED

CLAIMED_TRICK_WINNER = Code("K5001", "claimed-trick-winner", _REFUTED, "3.5")
CLAIMED_TRICK_POINTS = Code("K5002", "claimed-trick-points", _REFUTED, "1.3")
CLAIMED_POINTS = Code("K5003", "claimed-points", _REFUTED, "5.1")
CLAIMED_TRICKS = Code("K5004", "claimed-tricks", _REFUTED, "3.5")
CLAIMED_PENALTY = Code("K5005", "claimed-penalty", _REFUTED, "5.2")
CLAIMED_SCORE = Code("K5006", "claimed-score", _REFUTED, "5.6")
CLAIMED_RESULT = Code("K5007", "claimed-result", _REFUTED, "5.8")
CLAIMED_CAPTURED = Code("K5008", "claimed-captured", _REFUTED, "5.1")
POINTS_DO_NOT_ADD_UP = Code("K5010", "points-do-not-add-up", _REFUTED, "1.3")

GAP = Code("K6003", "gap", Effect.NOTHING, "9.4", Severity.NOTE)
RULING_WITHOUT_CAUSE = Code(
    "K7001", "ruling-without-cause", Effect.NOTHING, "N 9.3", Severity.WARNING
)
INTERNAL_ERROR = Code("K9001", "internal-error", Effect.UNDECIDED, "N 1.3")

CODES = (
    CLAIMED_TRICK_WINNER,
    CLAIMED_TRICK_POINTS,
    CLAIMED_POINTS,
    CLAIMED_TRICKS,
    CLAIMED_PENALTY,
    CLAIMED_SCORE,
    CLAIMED_RESULT,
    CLAIMED_CAPTURED,
    POINTS_DO_NOT_ADD_UP,
    GAP,
    RULING_WITHOUT_CAUSE,
    INTERNAL_ERROR,
)
