"""The findings of family K3: what a player of Kozel can do wrong."""

from kozelnotation.diag.code import Code, Effect, Severity

_ILLEGAL = Effect.ILLEGAL

LEAD_OUT_OF_TURN = Code("K3001", "lead-out-of-turn", _ILLEGAL, "3.9")
RESPONSE_OUT_OF_TURN = Code("K3002", "response-out-of-turn", _ILLEGAL, "3.2")
LEAD_SIZE = Code("K3003", "lead-size", _ILLEGAL, "3.1")
LEAD_MIXED_SUITS = Code("K3004", "lead-mixed-suits", _ILLEGAL, "3.1")
RESPONSE_SIZE = Code("K3005", "response-size", _ILLEGAL, "3.2")
CARD_NOT_HELD = Code("K3006", "card-not-held", _ILLEGAL, "9.1")
CARD_ALREADY_PLAYED = Code("K3007", "card-already-played", _ILLEGAL, "9.1")
EXPOSED_LOSING_RESPONSE = Code("K3008", "exposed-losing-response", _ILLEGAL, "3.7")
PARTLY_EXPOSED_RESPONSE = Code("K3009", "partly-exposed-response", _ILLEGAL, "3.7")
FACE_DOWN_LEAD = Code("K3010", "face-down-lead", _ILLEGAL, "3.1")
LEAD_EXCEEDS_HAND = Code("K3011", "lead-exceeds-hand", _ILLEGAL, "9.10")
MISSING_RESPONSE = Code("K3012", "missing-response", _ILLEGAL, "3.2")
SURPLUS_RESPONSE = Code("K3013", "surplus-response", _ILLEGAL, "3.2")

PLAYER_IS_OUT = Code("K3014", "player-is-out", _ILLEGAL, "5.7")
HIDDEN_RESPONSE = Code("K3015", "hidden-response", _ILLEGAL, "3.7")

NOT_A_MOSKVA = Code("K3101", "not-a-moskva", _ILLEGAL, "4.1")
NOT_A_MOLODKA = Code("K3102", "not-a-molodka", _ILLEGAL, "4.2")
DECLARATION_OUT_OF_TIME = Code("K3103", "declaration-out-of-time", _ILLEGAL, "4.3")
DECLARATION_HAND_SIZE = Code("K3104", "declaration-hand-size", _ILLEGAL, "4.3")
DECLARATION_NOT_HELD = Code("K3105", "declaration-not-held", _ILLEGAL, "4.3")
DECLARATIONS_OFF = Code("K3106", "declarations-off", _ILLEGAL, "4.7")
DECLARED_HAND_NOT_LED = Code("K3107", "declared-hand-not-led", _ILLEGAL, "4.6")
NOT_FOUR_ACES = Code("K3108", "not-four-aces", _ILLEGAL, "6.2")

DRAW_ORDER = Code("K3201", "draw-order", _ILLEGAL, "2.6")
DRAW_CONTRADICTS_STOCK = Code("K3202", "draw-contradicts-stock", _ILLEGAL, "2.6")
DRAW_SURPLUS = Code("K3203", "draw-surplus", _ILLEGAL, "2.6")
DRAW_MISSING = Code("K3204", "draw-missing", _ILLEGAL, "2.6")

DEAL_ALREADY_OVER = Code("K3301", "deal-already-over", _ILLEGAL, "2.8")
MATCH_ALREADY_OVER = Code("K3302", "match-already-over", _ILLEGAL, "5.9")
WRONG_DEALER = Code("K3303", "wrong-dealer", _ILLEGAL, "2.2")
DECLARATION_OF_ANOTHER_GAME = Code("K3304", "declaration-of-another-game", _ILLEGAL, "4.8")

BOUNDARY_SCORE = Code("K3401", "boundary-score", Effect.NOTHING, "5.3", Severity.NOTE)
SHOWN_WITHOUT_BEATING = Code("K3402", "shown-without-beating", Effect.NOTHING, "3.7", Severity.NOTE)

CODES = (
    LEAD_OUT_OF_TURN,
    RESPONSE_OUT_OF_TURN,
    LEAD_SIZE,
    LEAD_MIXED_SUITS,
    RESPONSE_SIZE,
    CARD_NOT_HELD,
    CARD_ALREADY_PLAYED,
    EXPOSED_LOSING_RESPONSE,
    PARTLY_EXPOSED_RESPONSE,
    FACE_DOWN_LEAD,
    LEAD_EXCEEDS_HAND,
    MISSING_RESPONSE,
    SURPLUS_RESPONSE,
    PLAYER_IS_OUT,
    HIDDEN_RESPONSE,
    NOT_A_MOSKVA,
    NOT_A_MOLODKA,
    DECLARATION_OUT_OF_TIME,
    DECLARATION_HAND_SIZE,
    DECLARATION_NOT_HELD,
    DECLARATIONS_OFF,
    DECLARED_HAND_NOT_LED,
    NOT_FOUR_ACES,
    DRAW_ORDER,
    DRAW_CONTRADICTS_STOCK,
    DRAW_SURPLUS,
    DRAW_MISSING,
    DEAL_ALREADY_OVER,
    MATCH_ALREADY_OVER,
    WRONG_DEALER,
    DECLARATION_OF_ANOTHER_GAME,
    BOUNDARY_SCORE,
    SHOWN_WITHOUT_BEATING,
)
