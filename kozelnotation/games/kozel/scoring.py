"""What a deal costs each side, and when a match is decided.

Source: rules, section 5.
"""

from collections.abc import Iterator, Sequence
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
    """Return what each side that played pays, from its card points and tricks.

    Source: clauses 5.1 to 5.5; in the money game nothing is paid here (6.3).
    """
    match rules.penalties:
        case Penalties.BY_TRICKS:
            return _of_two(points, [_by_tricks(*side) for side in zip(points, tricks, strict=True)])
        case Penalties.BY_POINTS if len(points) == 3:
            return _of_three(points)
        case Penalties.BY_POINTS:
            return _of_two(points, [_by_points(own) if rules.pairs else 2 for own in points])
        case Penalties.POT:
            return [0] * len(points)
        case _:
            assert_never(rules.penalties)


def _of_two(points: Sequence[int], loser_pays: Sequence[int]) -> list[int]:
    """The side with most points pays nothing; 60-60 costs both 2 (clauses 5.1 and 5.5)."""
    most = max(points)
    if list(points).count(most) > 1:
        return [2] * len(points)
    return [0 if own == most else pays for own, pays in zip(points, loser_pays, strict=True)]


def _by_tricks(points: int, tricks: int) -> int:
    """What the losing side pays: 31 or more 2; less, with a trick, 4; no trick 6 (clause 5.2)."""
    if tricks == 0:
        return 6
    return 2 if points >= 31 else 4


def _by_points(points: int) -> int:
    """What the losing pair pays, read literally: more than 31 2; 1 to 31 4; 0 6 (clause 5.3)."""
    if points == 0:
        return 6
    return 2 if points > 31 else 4


def _of_three(points: Sequence[int]) -> list[int]:
    """Second pays 2, last pays 4, with the ties of clause 5.4."""
    first, second, third = sorted(points, reverse=True)
    if first == third:
        return [2, 2, 2]
    if first == second:
        return [4 if own == third else 2 for own in points]
    if second == third:
        return [0 if own == first else 2 for own in points]
    pays = {first: 0, second: 2, third: 4}
    return [pays[own] for own in points]


def is_boundary(rules: KozelRules, points: Sequence[int], tricks: Sequence[int]) -> str | None:
    """Say on which border of disagreeing sources a deal sits, None if on none.

    ``31``, ``0`` (no points but a trick) or ``60``; clauses 5.3 and 5.5.
    """
    if rules.penalties is not Penalties.BY_POINTS or len(points) != 2:
        return None
    if points[0] == points[1]:
        return "60"
    if not rules.pairs:
        return None
    loser = 0 if points[0] < points[1] else 1
    if points[loser] == 31:
        return "31"
    return "0" if points[loser] == 0 and tricks[loser] > 0 else None


def penalties_within(
    rules: KozelRules, ranges: Sequence[tuple[int, int]], tricks: Sequence[int], total: int
) -> list[int] | None:
    """Return the penalties if all card points within the ranges give the same, else None.

    The points of all sides add up to ``total``.
    """
    results: set[tuple[int, ...]] = set()
    for points in _shares(ranges, total):
        results.add(tuple(penalties(rules, points, tricks)))
        if len(results) > 1:
            return None
    return list(results.pop()) if results else None


def _shares(ranges: Sequence[tuple[int, int]], total: int) -> Iterator[tuple[int, ...]]:
    (low, high), *rest = ranges
    if not rest:
        if low <= total <= high:
            yield (total,)
        return
    for own in range(low, min(high, total) + 1):
        for others in _shares(rest, total - own):
            yield (own, *others)


@dataclass(slots=True)
class Match:
    """The running match. A score of None is not known."""

    rules: KozelRules
    sides: int
    score: list[int | None] = field(default_factory=list)
    counted: int = 0
    """Deals that count for ``deals=N``."""
    counted_is_sure: bool = True
    active: tuple[int, ...] = ()
    """The sides that are still in."""
    winner: int | None = None
    tied: tuple[int, ...] = ()
    reason: str | None = None
    """``limit`` or ``deals`` once the match is decided."""

    def __post_init__(self) -> None:
        if not self.score:
            self.score = [0] * self.sides
        if not self.active:
            self.active = tuple(range(self.sides))

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
        """Decide the match, or who is out of it, if the scores do (clauses 5.6 to 5.8)."""
        if self.is_decided or self.rules.penalties is Penalties.POT:
            return
        known = {side: self.score[side] for side in self.active}
        scores = {side: score for side, score in known.items() if score is not None}
        if len(scores) < len(known):
            return
        if self.rules.deals is not None:
            if self.counted_is_sure and self.counted >= self.rules.deals:
                self._fewest(scores, "deals")
            return
        at_limit = [side for side, score in scores.items() if score >= self.rules.limit]
        if len(scores) == 2:
            if at_limit and len(set(scores.values())) > 1:
                self._fewest(scores, "limit")
        elif at_limit:
            self._of_three(scores, at_limit)

    def _of_three(self, scores: dict[int, int], at_limit: list[int]) -> None:
        """Three players of whom some have reached the limit (clause 5.7)."""
        if len(at_limit) < 3:
            self.active = tuple(side for side in scores if side not in at_limit)
            if len(self.active) == 1:
                self._fewest({self.active[0]: scores[self.active[0]]}, "limit")
            return
        most = max(scores.values())
        rest = {side: score for side, score in scores.items() if score < most}
        if len(rest) == 2:
            self.active = tuple(rest)
            if len(set(rest.values())) > 1:
                self._fewest(rest, "limit")

    def _fewest(self, scores: dict[int, int], reason: str) -> None:
        fewest = min(scores.values())
        best = tuple(side for side, score in scores.items() if score == fewest)
        self.reason = reason
        if len(best) == 1:
            self.winner = best[0]
        else:
            self.tied = best
