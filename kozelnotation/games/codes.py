"""Findings that are the same in every game: about the pack, the set-up, and what is known."""

from kozelnotation.diag.code import Code, Effect, Severity

_ILLEGAL = Effect.ILLEGAL

REPEATED_CARD = Code("K2006", "repeated-card", _ILLEGAL, "1.1")
CARD_NOT_IN_PACK = Code("K2007", "card-not-in-pack", _ILLEGAL, "1.1")
WRONG_HAND_SIZE = Code("K2008", "wrong-hand-size", _ILLEGAL, "2.3")
WRONG_PACK_SIZE = Code("K2009", "wrong-pack-size", _ILLEGAL, "1.1")
DEAL_CONTRADICTION = Code("K2010", "deal-contradiction", _ILLEGAL, "2.3")
REVEAL_CONTRADICTION = Code("K5009", "reveal-contradiction", Effect.REFUTED, "9.1")
UNDECIDED = Code("K6001", "undecided", Effect.UNDECIDED, "9.4", Severity.WARNING)
IMPOSSIBLE = Code("K6002", "impossible", _ILLEGAL, "9.1")

CODES = (
    REPEATED_CARD,
    CARD_NOT_IN_PACK,
    WRONG_HAND_SIZE,
    WRONG_PACK_SIZE,
    DEAL_CONTRADICTION,
    REVEAL_CONTRADICTION,
    UNDECIDED,
    IMPOSSIBLE,
)
