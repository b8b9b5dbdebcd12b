"""Short records for the command line, one for each way in which a run can end."""


def record(play: str, *, event: str = "Evening") -> str:
    """A canonical record of one deal with these lines of play."""
    return (
        f'%kozel 1\n[Event "{event}"]\n[Rules "kozel-pairs-tvaladze@1"]\n[Seats "N E S W"]\n\n'
        f"deal 1\ndealer W\ntrump 9h\n{play}\n"
        'unfinished "supper"\n'
    )


LEGAL = record("1. N: Jh 8h  E: Qh 6s  S: (7c 8s)  W: (6c 7s)  > E 5")
ILLEGAL = record("1. N: Jh 8h  E: Qh 7h  S: (7c 8s)  W: (6c 7s)  > N 5")
"""K3008: seven of hearts does not beat eight of hearts, but was shown (KP 3.7)."""

REFUTED = record("1. N: Jh 8h  E: Qh 6s  S: (7c 8s)  W: (6c 7s)  > N 5")
"""K5001: queen and shokha take the trick, so it is E's (KP 3.5)."""

UNDECIDED = record("1. N: ? ?  E: (Kc 9d)  S: (7c 8s)  W: (6c 7s)")
"""K6001: whether the lead is of one suit depends on two cards nobody knows."""

OPEN_CLAIM = record("1. N: Jh 8h  E: Qh 6s  S: (? ?)  W: (? ?)  > E 5")
"""Legal, but what the trick is worth depends on cards that nobody saw."""

WARNED = record('1. N: Jh 8h  E: Qh 6s  S: (7c 8s)  W: (6c 7s)\nruling stands "so"')
"""K7001: nothing above is wrong, so there is nothing to let stand."""

RULED = record('1. N: Jh 8h  E: Qh 7h  S: (7c 8s)  W: (6c 7s)\nruling stands "nobody minded"')
"""K3008, and the referee lets it stand."""

MALFORMED = record("cut W\n1. N: Jh 8h  E: Qh 6s  S: (7c 8s)  W: (6c 7s)")
"""K1007: who cut the pack is no statement."""

LOOSE = LEGAL.replace("  ", " ")
"""K0101: single blanks where the canonical form has two."""
