"""Svoi Kozyri for four, and for two or three as an extension, after Lobashev.

Source: rules, sections 1 and 7, the rule set SK.
"""

from kozelnotation.games.svoi.rulesets import Clauses, PickUp, SvoiRules

RULES = SvoiRules(
    id="svoi-kozyri-lobashev@1",
    short="SK",
    title="Svoi Kozyri, after Alexey Lobashev",
    rank=4,
    seat_counts=(2, 3, 4),
    default_seats=None,
    options=(),
    pick_up=PickUp.BY_TRUMP,
    clauses=Clauses(
        deal="7.2",
        first_turn="7.4",
        turn="7.4",
        pick_up="7.7",
        empty_pile="7.8",
        out_by_cover="7.9",
        out_by_lead="7.10",
    ),
    sixes_change_hands=True,
    hands_are_mirrored=False,
    last_card_may_draw=True,
    has_dealer=True,
)
