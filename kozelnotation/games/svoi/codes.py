"""The findings of family K4: what a player of Svoi Kozyri can do wrong."""

from kozelnotation.diag.code import Code, Effect

_ILLEGAL = Effect.ILLEGAL

BAD_TRUMPS = Code("K2014", "bad-trumps", _ILLEGAL, "7.1")

TURN_OUT_OF_ORDER = Code("K4001", "turn-out-of-order", _ILLEGAL, "7.4")
CARD_NOT_HELD = Code("K4002", "card-not-held", _ILLEGAL, "9.1")
COVER_DOES_NOT_BEAT = Code("K4003", "cover-does-not-beat", _ILLEGAL, "7.6")
COVER_MISSING = Code("K4004", "cover-missing", _ILLEGAL, "7.5")
LEAD_MISSING = Code("K4005", "lead-missing", _ILLEGAL, "7.5")
PICK_UP_COUNT = Code("K4006", "pick-up-count", _ILLEGAL, "7.7")
PICK_UP_INSTEAD_OF_LEAD = Code("K4007", "pick-up-instead-of-lead", _ILLEGAL, "7.9")
PICK_UP_CARDS = Code("K4008", "pick-up-cards", _ILLEGAL, "7.7")
PLAYER_ALREADY_OUT = Code("K4009", "player-already-out", _ILLEGAL, "7.4")
SIXES_EXCHANGE = Code("K4010", "sixes-exchange", _ILLEGAL, "7.3")
DEAL_ALREADY_OVER = Code("K4011", "deal-already-over", _ILLEGAL, "7.11")
WRONG_DEALER = Code("K4012", "wrong-dealer", _ILLEGAL, "7.2")
COVER_NOT_DUE = Code("K4013", "cover-not-due", _ILLEGAL, "7.9")
CARD_ALREADY_PLAYED = Code("K4014", "card-already-played", _ILLEGAL, "9.1")
TOO_MANY_CARDS = Code("K4016", "too-many-cards", _ILLEGAL, "7.5")
HANDS_NOT_MIRRORED = Code("K4017", "hands-not-mirrored", _ILLEGAL, "8.1")

CODES = (
    BAD_TRUMPS,
    TURN_OUT_OF_ORDER,
    CARD_NOT_HELD,
    COVER_DOES_NOT_BEAT,
    COVER_MISSING,
    LEAD_MISSING,
    PICK_UP_COUNT,
    PICK_UP_INSTEAD_OF_LEAD,
    PICK_UP_CARDS,
    PLAYER_ALREADY_OUT,
    SIXES_EXCHANGE,
    DEAL_ALREADY_OVER,
    WRONG_DEALER,
    COVER_NOT_DUE,
    CARD_ALREADY_PLAYED,
    TOO_MANY_CARDS,
    HANDS_NOT_MIRRORED,
)
