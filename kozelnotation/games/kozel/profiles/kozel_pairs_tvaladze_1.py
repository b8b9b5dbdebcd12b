"""Kozel in pairs, after Alexander Tvaladze.

Source: rules, sections 1 to 5, the rule set KP.
"""

from kozelnotation.games.kozel.rulesets import DeclaredHand, Exposure, KozelRules, Penalties

RULES = KozelRules(
    id="kozel-pairs-tvaladze@1",
    short="KP",
    title="Kozel in pairs, after Alexander Tvaladze",
    rank=1,
    seat_counts=(4,),
    default_seats=("N", "E", "S", "W"),
    options=("shokha", "declarations", "deals", "limit"),
    partners=True,
    exposure=Exposure.ONLY_TO_WIN,
    declared_hand=DeclaredHand.TAKES_THE_LEAD,
    penalties=Penalties.BY_TRICKS,
)
