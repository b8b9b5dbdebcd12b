"""What a deal costs each side, and when a match is decided.

Source: rules, section 5.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from kozelnotation.games.kozel.rulesets import KozelRules, Penalties

TOTAL = 120


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


def penalty_clause(rules: KozelRules) -> str:
    """Return the number of the clause that says what the losers pay."""
    if rules.penalties is Penalties.BY_TRICKS:
        return "5.2"
    return "5.3" if rules.pairs else "5.4"


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


def possible_penalties(
    rules: KozelRules, ranges: Sequence[tuple[int, int]], tricks: Sequence[int], total: int
) -> set[tuple[int, ...]]:
    """Return the penalties that card points within the ranges can give.

    The points of all sides add up to ``total``.
    """
    return {tuple(penalties(rules, points, tricks)) for points in _shares(ranges, total)}


def _shares(ranges: Sequence[tuple[int, int]], total: int) -> Iterator[tuple[int, ...]]:
    (low, high), *rest = ranges
    if not rest:
        if low <= total <= high:
            yield (total,)
        return
    for own in range(low, min(high, total) + 1):
        for others in _shares(rest, total - own):
            yield (own, *others)


@dataclass(frozen=True, slots=True)
class Standing:
    """One possible state of a match."""

    score: tuple[int, ...]
    active: tuple[int, ...]
    """The sides that are still in."""
    winner: int | None = None
    tied: tuple[int, ...] = ()
    reason: str | None = None
    """``limit`` or ``deals`` once the match is decided."""

    def judged(self, rules: KozelRules, counted: int | None) -> "Standing":
        """Decide the match, or who is out of it, if the scores do (clauses 5.6 to 5.8).

        ``counted`` deals count for ``deals=N``; None if nobody knows how many.
        """
        if self.reason is not None or rules.penalties is Penalties.POT:
            return self
        scores = {side: self.score[side] for side in self.active}
        if rules.deals is not None:
            is_last = counted is not None and counted >= rules.deals
            return self._fewest(scores, "deals") if is_last else self
        at_limit = [side for side, score in scores.items() if score >= rules.limit]
        if not at_limit:
            return self
        if len(scores) == 2:
            return self._fewest(scores, "limit") if len(set(scores.values())) > 1 else self
        return self._of_three(rules, scores, at_limit)

    def _of_three(
        self, rules: KozelRules, scores: dict[int, int], at_limit: list[int]
    ) -> "Standing":
        """Three players of whom some have reached the limit (clause 5.7)."""
        if len(at_limit) < 3:
            rest = {side: score for side, score in scores.items() if side not in at_limit}
            if len(rest) == 1:
                return self._fewest(rest, "limit")
            return replace(self, active=tuple(rest))
        most = max(scores.values())
        rest = {side: score for side, score in scores.items() if score < most}
        if len(rest) != 2:
            return self
        left = replace(self, active=tuple(rest))
        return left.judged(rules, None) if len(set(rest.values())) > 1 else left

    def _fewest(self, scores: dict[int, int], reason: str) -> "Standing":
        fewest = min(scores.values())
        best = tuple(side for side, score in scores.items() if score == fewest)
        if len(best) == 1:
            return replace(self, winner=best[0], reason=reason)
        return replace(self, tied=best, reason=reason)


@dataclass(slots=True)
class Match:
    """The running match: every state that it may be in.

    ``start`` at the beginning may have None for a score that is not known.
    """

    rules: KozelRules
    sides: int
    start: Sequence[int | None] | None = None
    standings: set[Standing] | None = None
    """None if a score is not known at all."""
    counted: int = 0
    """Deals that count for ``deals=N``."""
    counted_is_sure: bool = True
    result: Standing | None = None
    """The result, once the match has one; later deals do not change it (clause 5.9)."""
    _by_side: list[int | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._by_side = list(self.start) if self.start is not None else [0] * self.sides
        known = [score for score in self._by_side if score is not None]
        if len(known) == self.sides:
            self.standings = {Standing(tuple(known), tuple(range(self.sides)))}

    @property
    def score(self) -> list[int | None]:
        """The score of each side, None if it is not known."""
        if self.standings is None:
            return list(self._by_side)
        return [_only({s.score[side] for s in self.standings}) for side in range(self.sides)]

    @property
    def active(self) -> tuple[int, ...]:
        """The sides that may still be in."""
        if self.standings is None:
            return tuple(range(self.sides))
        inside = {side for standing in self.standings for side in standing.active}
        return tuple(sorted(inside))

    @property
    def decided(self) -> Standing | None:
        """The result, if the match has one in every state that it may be in."""
        if self.result is not None:
            return self.result
        ends = {
            (standing.winner, standing.tied, standing.reason) for standing in self.standings or ()
        }
        if len(ends) != 1 or (None, (), None) in ends or self.standings is None:
            return None
        return next(iter(self.standings))

    @property
    def is_decided(self) -> bool:
        """Whether the match has a result for certain."""
        return self.decided is not None

    @property
    def may_be_decided(self) -> bool:
        """Whether the match may have a result."""
        return self.result is not None or any(
            standing.reason is not None for standing in self.standings or ()
        )

    @property
    def winner(self) -> int | None:
        """The side that has won for certain."""
        return None if self.decided is None else self.decided.winner

    def add(self, paid: Sequence[int | None]) -> None:
        """Add penalties, None where they are not known."""
        known = tuple(pays for pays in paid if pays is not None)
        if len(known) == self.sides:
            self.add_one_of({known})
            return
        self._by_side = [_sum(a, b) for a, b in zip(self.score, paid, strict=True)]
        self.standings = None

    def add_one_of(self, options: set[tuple[int, ...]]) -> None:
        """Add penalties of which only one of several is true."""
        self._by_side = [
            _sum(score, _only({paid[side] for paid in options}))
            for side, score in enumerate(self._by_side)
        ]
        if self.standings is not None:
            self.standings = {
                replace(
                    standing,
                    score=tuple(a + b for a, b in zip(standing.score, paid, strict=True)),
                )
                for standing in self.standings
                for paid in options
            }

    def judge(self) -> None:
        """Decide the match in every state that it may be in."""
        counted = self.counted if self.counted_is_sure else None
        if self.standings is not None:
            self.standings = {standing.judged(self.rules, counted) for standing in self.standings}
        self.result = self.decided


def _only(values: set[int]) -> int | None:
    return next(iter(values)) if len(values) == 1 else None


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other
