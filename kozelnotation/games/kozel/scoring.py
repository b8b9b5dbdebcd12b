"""What a deal costs each side, and when a match is decided.

Source: rules, section 5.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from kozelnotation.games.kozel.rulesets import KozelRules, Penalties

TOTAL = 120


def sides_of(rules: KozelRules, seats: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Return the sides as seats: partners face each other in pairs (clause 2.1)."""
    if rules.pairs:
        return ((0, 2), (1, 3))
    return tuple((seat,) for seat in range(len(seats)))


def penalties(rules: KozelRules, points: Sequence[int], tricks: Sequence[int]) -> list[int]:
    """Return the penalty of each side from its card points and tricks (clauses 5.1 to 5.5)."""
    match rules.penalties:
        case Penalties.BY_TRICKS:
            return _by_tricks(points, tricks)
        case _:
            assert_never(rules.penalties)


def _by_tricks(points: Sequence[int], tricks: Sequence[int]) -> list[int]:
    """Two sides: 31 or more pays 2; less, with a trick, 4; no trick 6 (clauses 5.2, 5.5)."""
    most = max(points)
    if list(points).count(most) > 1:
        return [2] * len(points)
    paid = []
    for own, won in zip(points, tricks, strict=True):
        if own == most:
            paid.append(0)
        elif won == 0:
            paid.append(6)
        else:
            paid.append(2 if own >= 31 else 4)
    return paid


def penalties_within(
    rules: KozelRules, ranges: Sequence[tuple[int, int]], tricks: Sequence[int], total: int
) -> list[int] | None:
    """Return the penalties if all card points within the ranges give the same, else None.

    For two sides whose points add up to ``total``.
    """
    low, high = ranges[0]
    other_low, other_high = ranges[1]
    low, high = max(low, total - other_high), min(high, total - other_low)
    results = {tuple(penalties(rules, (own, total - own), tricks)) for own in range(low, high + 1)}
    return list(results.pop()) if len(results) == 1 else None


@dataclass(slots=True)
class Match:
    """The running match. A score of None is not known."""

    rules: KozelRules
    sides: int
    score: list[int | None] = field(default_factory=list)
    counted: int = 0
    """Deals that count for ``deals=N``."""
    counted_is_sure: bool = True
    winner: int | None = None
    tied: tuple[int, ...] = ()
    reason: str | None = None
    """``limit`` or ``deals`` once the match is decided."""

    def __post_init__(self) -> None:
        if not self.score:
            self.score = [0] * self.sides

    @property
    def is_decided(self) -> bool:
        """Whether the match has a result."""
        return self.reason is not None

    def add(self, paid: Sequence[int | None]) -> None:
        """Add the penalties of a deal, None where they are not known."""
        self.score = [
            None if old is None or new is None else old + new
            for old, new in zip(self.score, paid, strict=True)
        ]

    def judge(self) -> None:
        """Decide the match if the scores do (clauses 5.6 and 5.8)."""
        if self.is_decided:
            return
        scores = [score for score in self.score if score is not None]
        if len(scores) < self.sides:
            return
        if self.rules.deals is not None:
            if self.counted_is_sure and self.counted >= self.rules.deals:
                self._fewest(scores, "deals")
            return
        if max(scores) >= self.rules.limit and len(set(scores)) > 1:
            self._fewest(scores, "limit")

    def _fewest(self, scores: list[int], reason: str) -> None:
        fewest = min(scores)
        best = tuple(side for side, score in enumerate(scores) if score == fewest)
        self.reason = reason
        if len(best) == 1:
            self.winner = best[0]
        else:
            self.tied = best
