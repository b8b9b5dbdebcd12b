"""Kozel for money.

Source: rules, section 6, the rule set KM.
"""

from kozelnotation.games.kozel.rulesets import DeclaredHand, Exposure, KozelRules, Penalties

RULES = KozelRules(
    id="kozel-money@1",
    short="KM",
    title="Kozel for money",
    rank=3,
    seat_counts=(2, 3, 4, 5),
    default_seats=None,
    options=("shokha",),
    partners=False,
    exposure=Exposure.FREE,
    declared_hand=DeclaredHand.WINS_THE_POT,
    penalties=Penalties.POT,
    words=("Aces",),
)
