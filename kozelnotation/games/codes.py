"""Findings about the pack and the set-up of a deal, the same in every game."""

from kozelnotation.diag.code import Code, Effect

_ILLEGAL = Effect.ILLEGAL

REPEATED_CARD = Code("K2006", "repeated-card", _ILLEGAL, "1.1")
CARD_NOT_IN_PACK = Code("K2007", "card-not-in-pack", _ILLEGAL, "1.1")
WRONG_HAND_SIZE = Code("K2008", "wrong-hand-size", _ILLEGAL, "2.3")
WRONG_PACK_SIZE = Code("K2009", "wrong-pack-size", _ILLEGAL, "1.1")
DEAL_CONTRADICTION = Code("K2010", "deal-contradiction", _ILLEGAL, "2.3")
IMPOSSIBLE = Code("K6002", "impossible", _ILLEGAL, "9.1")

CODES = (
    REPEATED_CARD,
    CARD_NOT_IN_PACK,
    WRONG_HAND_SIZE,
    WRONG_PACK_SIZE,
    DEAL_CONTRADICTION,
    IMPOSSIBLE,
)
