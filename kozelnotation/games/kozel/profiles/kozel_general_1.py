"""Kozel for two, three or four.

Source: rules, sections 1 to 5, the rule set KG.
"""

from kozelnotation.games.kozel.rulesets import DeclaredHand, Exposure, KozelRules, Penalties

RULES = KozelRules(
    id="kozel-general@1",
    short="KG",
    title="Kozel for two, three or four",
    rank=2,
    seat_counts=(2, 3, 4),
    default_seats=None,
    options=("shokha", "declarations", "deals", "limit", "pack"),
    partners=True,
    exposure=Exposure.FREE,
    declared_hand=DeclaredHand.LEADS_AND_WINS,
    penalties=Penalties.BY_POINTS,
)
