"""The rules of Kozel, stated as plainly as possible.

A second statement of the rules that shares nothing with the package: cards are strings such as
``"10h"``, sets of cards are lists of strings, a response is compared with the winning set by
trying every order of its cards, and counting is counting.  Clause numbers are those of the rules
page (KP, KG and KM).

``judge`` reads a *legal* Kozel record, line by line, and returns what a verifier must find in it.
It knows no fault, no ruling, and no trick that was not written down.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import NotRequired, TypedDict

RANKS = ("A", "10", "K", "Q", "J", "9", "8", "7", "6")
"""Clause 1.2: the order of Kozel, high to low."""

SUITS = ("s", "h", "d", "c")

CARD_POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0, "6": 0}
"""Clause 1.3."""

SHOKHA = "6s"
"""Clause 1.4."""

KP = "kozel-pairs-tvaladze@1"
KG = "kozel-general@1"
KM = "kozel-money@1"


class DealResult(TypedDict):
    """What a deal comes to; a value that the record does not determine is ``None``."""

    number: int
    dealer: str
    trump: str
    trick_winners: list[str]
    points: dict[str, int | None]
    tricks_won: dict[str, int]
    penalty: dict[str, int | None]
    score: dict[str, int | None]
    pot: NotRequired[str | None]


class MatchResult(TypedDict):
    """What a record comes to; ``winner`` is ``None`` without one, and in a tie."""

    rules: str
    seats: list[str]
    winner: str | None
    deals: list[DealResult]


@dataclass(frozen=True)
class RuleSet:
    """A rule set with its options and the seats, clockwise (2.1)."""

    name: str
    seats: tuple[str, ...]
    shokha: bool = True
    declarations: bool = True
    deals: int | None = None
    limit: int = 12
    pack: int = 36

    @property
    def in_pairs(self) -> bool:
        """Whether partners play together: KP, and KG with four seats (2.1)."""
        return self.name != KM and len(self.seats) == 4

    @property
    def text(self) -> str:
        """The rule set as the ``Rules`` tag has it, defaults left out."""
        words = [self.name]
        if not self.shokha:
            words.append("shokha=off")
        if not self.declarations:
            words.append("declarations=off")
        if self.deals is not None:
            words.append(f"deals={self.deals}")
        if self.limit != 12:
            words.append(f"limit={self.limit}")
        if self.pack == 35 and self.name == KG:
            words.append("pack=35")
        return " ".join(words)


def read_rules(text: str, seats: Sequence[str]) -> RuleSet:
    """Read the text of a ``Rules`` tag."""
    name, *options = text.split()
    chosen = dict(option.split("=") for option in options)
    five_for_money = name == KM and len(seats) == 5  # 6.1
    return RuleSet(
        name=name,
        seats=tuple(seats),
        shokha=chosen.get("shokha", "on") != "off",
        declarations=chosen.get("declarations", "on") != "off",
        deals=int(chosen["deals"]) if "deals" in chosen else None,
        limit=int(chosen.get("limit", "12")),
        pack=35 if five_for_money else int(chosen.get("pack", "36")),
    )


# -- cards ----------------------------------------------------------------------------------------


def rank_of(card: str) -> str:
    """The rank of a card."""
    return card[:-1]


def suit_of(card: str) -> str:
    """The suit of a card."""
    return card[-1]


def is_higher(card: str, other: str) -> bool:
    """Whether a card has a higher rank than another (1.2)."""
    return RANKS.index(rank_of(card)) < RANKS.index(rank_of(other))


def points_of(cards: Iterable[str]) -> int:
    """The card points of some cards (1.3)."""
    return sum(CARD_POINTS[rank_of(card)] for card in cards)


def whole_pack(size: int = 36) -> list[str]:
    """All the cards: 36 (1.1), or 35 without 6c (2.7, 6.1)."""
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    if size == 35:
        pack.remove("6c")
    return pack


def pack_in_deal(rules: RuleSet, players: int) -> list[str]:
    """The pack of a deal: 6c comes back when two players are left of three (2.7)."""
    if rules.name == KG and players == 2:
        return whole_pack(36)
    return whole_pack(rules.pack)


# -- sides and turns ------------------------------------------------------------------------------


def sides_of(rules: RuleSet) -> list[str]:
    """The sides in table order: seats 1 and 3, 2 and 4, or every seat alone (2.1)."""
    if rules.in_pairs:
        first, second, third, fourth = rules.seats
        return [f"{first}+{third}", f"{second}+{fourth}"]
    return list(rules.seats)


def side_of(rules: RuleSet, seat: str) -> str:
    """The side that a seat plays for (2.1)."""
    for side in sides_of(rules):
        if seat in side.split("+"):
            return side
    raise ValueError(seat)


def clockwise_from(seats: Sequence[str], first: str) -> list[str]:
    """The seats clockwise, beginning with one of them."""
    place = list(seats).index(first)
    return [*seats[place:], *seats[:place]]


def next_seat(all_seats: Sequence[str], active: Sequence[str], seat: str) -> str:
    """The next seat clockwise that is still in the game (2.2)."""
    for other in clockwise_from(all_seats, seat)[1:]:
        if other in active:
            return other
    return seat


# -- deal and draw --------------------------------------------------------------------------------


def deal_out(
    deck: Sequence[str], seats: Sequence[str], dealer: str
) -> tuple[dict[str, list[str]], str, list[str]]:
    """Hands, turned card and stock of a pack in dealing order (2.3).

    ``seats`` are those who play in this deal.  The turned card is the last of the stock.
    """
    count = len(seats)
    first = list(seats).index(dealer) + 1
    hands: dict[str, list[str]] = {seat: [] for seat in seats}
    for place in range(4 * count):
        hands[seats[(first + place) % count]].append(deck[place])
    turned = deck[4 * count]
    return hands, turned, [*deck[4 * count + 1 :], turned]


def drawing_order(
    held: Mapping[str, int], stock: int, seats: Sequence[str], winner: str
) -> list[str]:
    """Who draws, one card at a time clockwise from the winner of the trick (2.6, 9.10).

    Who holds four or more is passed over.
    """
    now = dict(held)
    order: list[str] = []
    while stock > 0 and any(now[seat] < 4 for seat in seats):
        for seat in clockwise_from(seats, winner):
            if stock > 0 and now[seat] < 4:
                order.append(seat)
                now[seat] += 1
                stock -= 1
    return order


# -- tricks ---------------------------------------------------------------------------------------


def beats(card: str, other: str, trump: str, *, shokha: bool = True) -> bool:
    """Whether a card beats another one; ``trump`` is a suit (3.3, 1.4)."""
    if shokha and other == SHOKHA:
        return False
    if shokha and card == SHOKHA:
        return True
    if suit_of(card) == suit_of(other):
        return is_higher(card, other)
    return suit_of(card) == trump


def set_beats(
    answer: Sequence[str], winning: Sequence[str], trump: str, *, shokha: bool = True
) -> bool:
    """Whether an open response beats the winning set: a full pairing exists (3.4, 9.6, 9.7)."""
    if len(answer) != len(winning):
        return False
    for order in permutations(answer):
        if all(
            beats(card, other, trump, shokha=shokha)
            for card, other in zip(order, winning, strict=True)
        ):
            return True
    return False


def is_one_suit(cards: Sequence[str], *, shokha: bool = True) -> bool:
    """Whether the cards are of one suit, shokha joining any (3.1)."""
    plain = [card for card in cards if not (shokha and card == SHOKHA)]
    return len({suit_of(card) for card in plain}) <= 1


def is_lead(cards: Sequence[str], *, shokha: bool = True) -> bool:
    """Whether cards can be led without a declaration: one to four of one suit (3.1)."""
    return 1 <= len(cards) <= 4 and is_one_suit(cards, shokha=shokha)


def trick_winner(
    plays: Sequence[tuple[str, Sequence[str], bool]], trump: str, *, shokha: bool = True
) -> str:
    """Who takes a trick: the last that beat the winning set, else the leader (3.5).

    A play is a seat, its cards, and whether all of them are face up.  A lead counts as open
    (9.7); a response with a card face down never wins (3.6, 3.7, 9.6).
    """
    winner, winning, _ = plays[0]
    for seat, cards, is_open in plays[1:]:
        if is_open and set_beats(cards, winning, trump, shokha=shokha):
            winner, winning = seat, cards
    return winner


# -- declarations ---------------------------------------------------------------------------------


def is_moskva(cards: Sequence[str], *, shokha: bool = True) -> bool:
    """Four cards, all aces or tens, shokha as a ten, at least one real ace (4.1)."""
    if len(cards) != 4:
        return False
    for card in cards:
        if rank_of(card) not in ("A", "10") and not (shokha and card == SHOKHA):
            return False
    return any(rank_of(card) == "A" for card in cards)


def is_molodka(cards: Sequence[str], *, shokha: bool = True) -> bool:
    """Four cards of one suit, or three of one suit and shokha (4.2)."""
    return len(cards) == 4 and is_one_suit(cards, shokha=shokha)


def is_aces(cards: Sequence[str]) -> bool:
    """Four aces (6.2)."""
    return len(cards) == 4 and all(rank_of(card) == "A" for card in cards)


def is_bura(cards: Sequence[str], trump: str) -> bool:
    """Three or more cards of the trump suit among those led (6.2)."""
    return sum(suit_of(card) == trump for card in cards) >= 3


def declaration_of(cards: Sequence[str], *, shokha: bool = True) -> str | None:
    """What four cards are: the cards decide, not the word (9.9)."""
    if is_moskva(cards, shokha=shokha):
        return "Moskva"
    if is_molodka(cards, shokha=shokha):
        return "Molodka"
    return None


def lead_after_declarations(
    shown: Sequence[tuple[str, Sequence[str]]],
    natural_leader: str,
    seats: Sequence[str],
    *,
    shokha: bool = True,
) -> str:
    """Who leads after some declarations (4.4).

    Moskva goes before Molodka; between equals the first clockwise from the natural leader, who
    stands first himself.
    """
    for kind in ("Moskva", "Molodka"):
        for seat in clockwise_from(seats, natural_leader):
            for who, cards in shown:
                if who == seat and declaration_of(cards, shokha=shokha) == kind:
                    return seat
    return natural_leader


# -- penalties ------------------------------------------------------------------------------------


def penalties(
    rules: RuleSet, points: Mapping[str, int], tricks: Mapping[str, int]
) -> dict[str, int]:
    """The penalties of a deal, for the sides that play in it (5.1 to 5.5)."""
    if len(points) == 3:
        return penalties_of_three(points)
    one, two = points
    if points[one] == points[two]:
        return {one: 2, two: 2}  # 5.5
    loser = one if points[one] < points[two] else two
    if rules.name == KP:
        pays = penalty_pairs(points[loser], tricks[loser])
    elif rules.in_pairs:
        pays = penalty_general_pairs(points[loser])
    else:
        pays = 2  # 5.4
    return {side: pays if side == loser else 0 for side in points}


def penalty_pairs(points: int, tricks: int) -> int:
    """What the losing side pays in KP (5.2)."""
    if points >= 31:
        return 2
    return 4 if tricks >= 1 else 6


def penalty_general_pairs(points: int) -> int:
    """What the losing side pays in KG with four seats, read literally (5.3)."""
    if points > 31:
        return 2
    return 4 if points >= 1 else 6


def penalties_of_three(points: Mapping[str, int]) -> dict[str, int]:
    """The penalties of three who play alone (5.4)."""
    first, second, third = sorted(points.values(), reverse=True)
    if first == second == third:
        return dict.fromkeys(points, 2)
    if first == second:
        return {side: 4 if points[side] == third else 2 for side in points}
    if second == third:
        return {side: 0 if points[side] == first else 2 for side in points}
    pays = {first: 0, second: 2, third: 4}
    return {side: pays[points[side]] for side in points}


@dataclass(frozen=True)
class MatchState:
    """Which sides are still in, and whether the match is over.

    ``tied`` names the sides that share the fewest penalties when ``deals=N`` ends in a tie.
    """

    active: tuple[str, ...]
    winner: str | None
    tied: tuple[str, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether no further deal may follow (5.9)."""
        return self.winner is not None or bool(self.tied)


def match_state(
    rules: RuleSet, score: Mapping[str, int], active: Sequence[str], counted: int
) -> MatchState:
    """The match after a deal (5.6 to 5.8).

    ``score`` are the running penalties, ``active`` the sides that played the deal, ``counted`` the
    number of deals that count.
    """
    if rules.name == KM:
        return MatchState(tuple(active), None)  # 6.4
    if rules.deals is not None:
        return fewest_penalties(score, active) if counted >= rules.deals else still_in(active)
    if len(active) == 3:
        return three_left(rules, score, active)
    return two_left(rules, score, active)


def still_in(active: Sequence[str]) -> MatchState:
    """The match goes on."""
    return MatchState(tuple(active), None)


def fewest_penalties(score: Mapping[str, int], active: Sequence[str]) -> MatchState:
    """The end of a match with ``deals=N`` (5.8)."""
    lowest = min(score[side] for side in active)
    best = [side for side in active if score[side] == lowest]
    if len(best) == 1:
        return MatchState(tuple(active), best[0])
    return MatchState(tuple(active), None, tuple(best))


def two_left(rules: RuleSet, score: Mapping[str, int], active: Sequence[str]) -> MatchState:
    """Two sides left: the one at the limit is out, or the one with more (5.6)."""
    one, two = active
    if max(score[one], score[two]) < rules.limit or score[one] == score[two]:
        return still_in(active)
    winner = one if score[one] < score[two] else two
    return MatchState((winner,), winner)


def three_left(rules: RuleSet, score: Mapping[str, int], active: Sequence[str]) -> MatchState:
    """Three players left (5.7)."""
    at_limit = [side for side in active if score[side] >= rules.limit]
    below = [side for side in active if score[side] < rules.limit]
    if len(at_limit) == 0:
        return still_in(active)
    if len(at_limit) == 1:
        return still_in(below)
    if len(at_limit) == 2:
        return MatchState(tuple(below), below[0])
    highest = max(score[side] for side in active)
    others = [side for side in active if score[side] < highest]
    if len(others) == 2:
        return two_left(rules, score, others)
    return still_in(active)


# -- the money game -------------------------------------------------------------------------------


def money_taker(points: Mapping[str, int]) -> str | None:
    """Who takes the pot by card points; nobody in a tie for most (6.3)."""
    most = max(points.values())
    best = [seat for seat in points if points[seat] == most]
    return best[0] if len(best) == 1 else None


# -- reading a legal record -----------------------------------------------------------------------


@dataclass
class ReadPlay:
    """What one seat laid in a trick: cards, and which of them lie face down."""

    seat: str
    cards: list[str]
    down: list[bool]


class ReadTrick:
    """A trick as written, with the valid declarations that stand before it."""

    def __init__(self, number: int, shown: list[tuple[str, list[str]]]) -> None:
        """Begin a trick."""
        self.number = number
        self.shown = shown
        self.plays: list[ReadPlay] = []


class ReadDeal:
    """A deal as written."""

    def __init__(self, number: int) -> None:
        """Begin a deal."""
        self.number = number
        self.dealer = ""
        self.trump = ""
        self.deck: list[str] = []
        self.tricks: list[ReadTrick] = []
        self.shown: list[tuple[str, list[str]]] = []
        self.aces: str | None = None

    def players(self) -> list[str]:
        """The seats that play in this deal, by what they did."""
        seats = {play.seat for trick in self.tricks for play in trick.plays}
        seats.update(seat for seat, _ in self.shown)
        return sorted(seats)


GROUP = re.compile(r"(\S+):\s+(.*?)(?=\s+\S+:\s|$)")
NUMBERED = re.compile(r"([0-9]+)(\.\.\.|\.)\s+(.*)$")
TAG = re.compile(r'\[(\w+) "(.*)"\]$')


def without_remarks(line: str) -> str:
    """A line without its remark and commentary; strings are left alone only if they have none."""
    if line.startswith("["):
        return line.strip()
    return re.sub(r"\{[^}]*\}", "", line).split(";")[0].strip()


def read_cards(text: str) -> tuple[list[str], list[bool]]:
    """Cards, and which of them are in parentheses."""
    cards: list[str] = []
    down: list[bool] = []
    inside = False
    for word in text.replace("(", " ( ").replace(")", " ) ").split():
        if word in ("(", ")"):
            inside = word == "("
        elif word != "-":
            cards.append(word)
            down.append(inside)
    return cards, down


def read_play_line(deal: ReadDeal, line: re.Match[str]) -> None:
    """Read ``1. N: Jh 8h  E: (? ?)  > E 5``, or a trick that goes on."""
    number, dots, rest = line.groups()
    if dots == ".":
        deal.tricks.append(ReadTrick(int(number), deal.shown))
        deal.shown = []
    for seat, cards in GROUP.findall(rest.split(">")[0].strip()):
        deal.tricks[-1].plays.append(ReadPlay(seat, *read_cards(cards)))


def read_statement(deal: ReadDeal, line: str) -> None:
    """Read one line of a deal; lines that determine nothing here are passed over."""
    numbered = NUMBERED.match(line)
    if numbered:
        read_play_line(deal, numbered)
        return
    word, _, rest = line.partition(" ")
    if word == "dealer":
        deal.dealer = rest.strip()
    elif word == "trump":
        deal.trump = rest.strip()
    elif word == "deck":
        deal.deck = rest.split()
    elif word == "shows":
        seat, cards = rest.split(":")
        name, *shown = cards.split()
        if name == "Aces":
            deal.aces = seat
        deal.shown.append((seat, shown))


def read_record(text: str) -> tuple[RuleSet, list[ReadDeal]]:
    """Read a legal record into rules and deals."""
    tags: dict[str, str] = {}
    deals: list[ReadDeal] = []
    for raw in text.splitlines():
        line = without_remarks(raw)
        tag = TAG.match(line)
        if tag and not deals:
            tags[tag.group(1)] = tag.group(2)
        elif line.startswith("deal "):
            deals.append(ReadDeal(int(line.split()[1])))
        elif deals:
            read_statement(deals[-1], line)
    seats = tags.get("Seats", "N E S W").split()
    return read_rules(tags["Rules"], seats), deals


def winner_of_read_trick(rules: RuleSet, trick: ReadTrick, trump: str) -> str:
    """Who takes a written trick; in KG a led declaration does (4.6)."""
    leader = trick.plays[0]
    if rules.name == KG:
        for seat, cards in trick.shown:
            if seat == leader.seat and sorted(cards) == sorted(leader.cards):
                return seat
    plays = [(play.seat, play.cards, not any(play.down)) for play in trick.plays]
    return trick_winner(plays, trump, shokha=rules.shokha)


def count_points(
    sides: Sequence[str], captured: Mapping[str, Sequence[str]]
) -> dict[str, int | None]:
    """Card points by side, as far as counting determines them (5.1, 1.3).

    If the unknown cards all lie in one pile, that pile has what is missing from 120.
    """
    unknown = [side for side in sides if "?" in captured[side]]
    points: dict[str, int | None] = {}
    for side in sides:
        points[side] = None if side in unknown else points_of(captured[side])
    if len(unknown) == 1:
        points[unknown[0]] = 120 - sum(value for value in points.values() if value is not None)
    return points


class Running:
    """The running score, and who is still in."""

    def __init__(self, rules: RuleSet) -> None:
        """Begin a match."""
        self.rules = rules
        self.sides = sides_of(rules)
        self.score: dict[str, int | None] = dict.fromkeys(self.sides, 0)
        self.active = list(self.sides)
        self.counted = 0
        self.pot = 0
        self.winner: str | None = None

    def add(self, penalty: Mapping[str, int | None]) -> None:
        """Add the penalties of a deal; what is unknown stays unknown (5.6)."""
        self.counted += 1
        for side, pays in penalty.items():
            before = self.score[side]
            self.score[side] = None if before is None or pays is None else before + pays
        known = {side: value for side, value in self.score.items() if value is not None}
        if len(known) == len(self.sides) and self.winner is None:
            state = match_state(self.rules, known, self.active, self.counted)
            self.active, self.winner = list(state.active), state.winner


def judge_deal(running: Running, deal: ReadDeal) -> DealResult:
    """What a legal deal comes to.

    The sides of players who are out stand in the result with 0 points, tricks and penalties.
    """
    rules = running.rules
    players = list(rules.seats) if rules.name == KM else deal.players()
    playing = {side_of(rules, seat) for seat in players}
    running.active = [side for side in running.sides if side in playing]
    if not deal.trump:
        deal.trump = deal.deck[4 * len(players)]
    captured: dict[str, list[str]] = {side: [] for side in running.sides}
    winners: list[str] = []
    tricks = dict.fromkeys(running.sides, 0)
    for trick in deal.tricks:
        winner = winner_of_read_trick(rules, trick, suit_of(deal.trump))
        winners.append(winner)
        tricks[side_of(rules, winner)] += 1
        for play in trick.plays:
            captured[side_of(rules, winner)].extend(play.cards)
    points = count_points(running.sides, captured)
    result: DealResult = {
        "number": deal.number,
        "dealer": deal.dealer,
        "trump": deal.trump,
        "trick_winners": winners,
        "points": points,
        "tricks_won": tricks,
        "penalty": {},
        "score": {},
    }
    if rules.name == KM:
        judge_pot(running, deal, result)
    else:
        result["penalty"] = read_penalties(running, points, tricks)
        running.add(result["penalty"])
    result["score"] = dict(running.score)
    return result


def read_penalties(
    running: Running, points: Mapping[str, int | None], tricks: Mapping[str, int]
) -> dict[str, int | None]:
    """The penalties of a deal, unknown where points are; who is out pays nothing (5.7)."""
    known = {
        side: value
        for side, value in points.items()
        if value is not None and side in running.active
    }
    if len(known) != len(running.active):
        return {side: None if side in running.active else 0 for side in running.sides}
    paid = penalties(running.rules, known, tricks)
    return {side: paid.get(side, 0) for side in running.sides}


def judge_pot(running: Running, deal: ReadDeal, result: DealResult) -> None:
    """Stakes, pot and balance of a deal for money (6.1 to 6.4).

    A lead that takes the pot is no trick, and the points of a deal that ends at once are not
    counted.  If unknown cards leave the taker open, every balance is unknown from then on.
    """
    for seat, balance in running.score.items():
        running.score[seat] = None if balance is None else balance - 1
    running.pot += len(running.sides)
    taker = deal.aces
    if deal.tricks and taker is None:
        lead = deal.tricks[-1].plays[0]
        if is_bura(lead.cards, suit_of(deal.trump)):
            taker = lead.seat
            result["trick_winners"] = result["trick_winners"][:-1]
            result["tricks_won"][taker] -= 1
    points = {seat: value for seat, value in result["points"].items() if value is not None}
    if taker is not None:
        result["points"] = dict.fromkeys(running.sides, None)
    elif len(points) == len(running.sides):
        taker = money_taker(points)
    else:
        running.score = dict.fromkeys(running.sides, None)
    result["pot"] = taker
    if taker is not None:
        before = running.score[taker]
        running.score[taker] = None if before is None else before + running.pot
        running.pot = 0


def judge(text: str) -> MatchResult:
    """What a legal Kozel record comes to: the shape of the ``expected.json`` files."""
    rules, deals = read_record(text)
    running = Running(rules)
    results = [judge_deal(running, deal) for deal in deals]
    return {
        "rules": rules.name,
        "seats": list(rules.seats),
        "winner": running.winner,
        "deals": results,
    }
