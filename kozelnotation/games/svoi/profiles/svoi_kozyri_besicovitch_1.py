"""The open symmetric game for two, after Besicovitch.

Source: rules, sections 1 and 8, the rule set SB.
"""

from kozelnotation.games.svoi.rulesets import Clauses, PickUp, SvoiRules

RULES = SvoiRules(
    id="svoi-kozyri-besicovitch@1",
    short="SB",
    title="Svoi Kozyri for two, open, after Besicovitch",
    rank=5,
    seat_counts=(2,),
    default_seats=("N", "S"),
    options=("after-pickup",),
    pick_up=PickUp.WHOLE_PILE,
    clauses=Clauses(
        deal="8.1",
        first_turn="8.2",
        turn="8.2",
        pick_up="8.2",
        empty_pile="8.2",
        out_by_cover="8.3",
        out_by_lead="8.3",
    ),
    sixes_change_hands=False,
    hands_are_mirrored=True,
    last_card_may_draw=False,
    has_dealer=False,
)
