"""The rules of Svoi Kozyri, stated as plainly as possible.

A second statement of the rules that shares nothing with the package: cards are strings such as
``"10h"``, hands are lists of strings in which ``"?"`` is a card that the record does not tell, and
a pile is a list with its top at the end.  Clause numbers are those of the rules page (section 7
for svoi-kozyri-lobashev, SK; section 8 for svoi-kozyri-besicovitch, SB).

``judge`` reads a *legal* record, line by line, and returns what a verifier must find in it.  It
knows no fault, no ruling, and no turn that was not written down.  Where hands are not written it
tries every place that a six can have been dealt to, which is all that the sizes of hands depend on
(7.3), and returns ``None`` for what then differs.  It may return ``None`` for more than it has to:
a hand out of which an unknown card was played is forgotten altogether.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import product
from typing import NotRequired, TypedDict

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6")
"""Clause 1.2: the order of Svoi Kozyri, high to low."""

SUITS = ("s", "h", "d", "c")
BLACK = ("s", "c")

SK = "svoi-kozyri-lobashev@1"
SB = "svoi-kozyri-besicovitch@1"

UNKNOWN = "?"

Hands = dict[str, list[str]]


class DealResult(TypedDict):
    """What a deal comes to; a value that the record does not determine is ``None``.

    A drawn deal has no loser and is ``drawn``; an unfinished one has no loser and is not; where
    nobody can say, ``drawn`` is ``None``.  In SB there is a ``starter`` and the dealer is ``None``.
    """

    number: int
    dealer: str | None
    turns: int | None
    loser: str | None
    drawn: bool | None
    starter: NotRequired[str]


class SeriesResult(TypedDict):
    """What a record comes to."""

    rules: str
    deals: list[DealResult]


@dataclass(frozen=True)
class RuleSet:
    """A rule set with its option and the seats, clockwise."""

    name: str
    seats: tuple[str, ...]
    taker_leads: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it is the open game for two (8)."""
        return self.name == SB

    @property
    def text(self) -> str:
        """The rule set as the ``Rules`` tag has it, defaults left out."""
        return f"{self.name} after-pickup=taker" if self.taker_leads else self.name


def read_rules(text: str, seats: Sequence[str]) -> RuleSet:
    """Read the text of a ``Rules`` tag."""
    name, *options = text.split()
    return RuleSet(name, tuple(seats), "after-pickup=taker" in options)


# -- cards ----------------------------------------------------------------------------------------


def rank_of(card: str) -> str:
    """The rank of a card."""
    return card[:-1]


def suit_of(card: str) -> str:
    """The suit of a card."""
    return card[-1]


def whole_pack() -> list[str]:
    """All 36 cards (1.1)."""
    return [rank + suit for suit in SUITS for rank in RANKS]


def is_higher(card: str, other: str) -> bool:
    """Whether a card has a higher rank than another (1.2)."""
    return RANKS.index(rank_of(card)) < RANKS.index(rank_of(other))


def covers(card: str, top: str, own_trump: str) -> bool:
    """Whether a card covers the top card on the turn of who owns this trump (7.6)."""
    if suit_of(top) == own_trump:
        return suit_of(card) == own_trump and is_higher(card, top)
    if suit_of(card) == own_trump:
        return True
    return suit_of(card) == suit_of(top) and is_higher(card, top)


def pick_up_count(pile: int, top: str, own_trump: str) -> int:
    """How many cards are picked up from a pile of so many (7.7)."""
    if suit_of(top) != own_trump:
        return min(3, pile)
    if rank_of(top) != "A":
        return min(5, pile)
    return pile


def pick_up(rules: RuleSet, pile: Sequence[str], own_trump: str) -> int:
    """How many cards are picked up from a pile: by 7.7, in SB all (8.2)."""
    return len(pile) if rules.is_open else pick_up_count(len(pile), pile[-1], own_trump)


# -- seats ----------------------------------------------------------------------------------------


def clockwise_from(seats: Sequence[str], first: str) -> list[str]:
    """The seats clockwise, beginning with one of them."""
    place = list(seats).index(first)
    return [*seats[place:], *seats[:place]]


def next_with_cards(seats: Sequence[str], held: Mapping[str, int], seat: str) -> str:
    """The next seat clockwise that has cards; who has none is skipped (7.4)."""
    for other in clockwise_from(seats, seat)[1:]:
        if held[other]:
            return other
    return seat


def first_to_act(seats: Sequence[str], dealer: str) -> str:
    """The player on the dealer's left (7.4)."""
    return clockwise_from(seats, dealer)[1]


def next_dealer(dealer: str, loser: str | None) -> str:
    """The loser deals; after a drawn deal the same dealer again (7.2)."""
    return loser if loser is not None else dealer


# -- deal and exchange ----------------------------------------------------------------------------


def deal_out(deck: Sequence[str], seats: Sequence[str], dealer: str) -> Hands:
    """The hands as dealt, one card at a time from the dealer's left (7.2, 7.14)."""
    hands: Hands = {seat: [] for seat in seats}
    order = clockwise_from(seats, first_to_act(seats, dealer))
    for place, card in enumerate(deck):
        hands[order[place % len(order)]].append(card)
    return hands


def exchanges(hands: Mapping[str, Sequence[str]], trumps: Mapping[str, str]) -> list[list[str]]:
    """Each six that goes to whose trump suit it is: who gives, the six, who gets it (7.3).

    A six whose suit nobody owns stays (7.14), and one whose suit two were given.
    """
    suits = list(trumps.values())
    return [
        [seat, card, owner]
        for seat, cards in hands.items()
        for card in cards
        for owner, suit in trumps.items()
        if card == f"6{suit}" and owner != seat and suits.count(suit) == 1
    ]


def exchanged(hands: Mapping[str, Sequence[str]], trumps: Mapping[str, str]) -> Hands:
    """The hands after the exchange of the sixes (7.3)."""
    after = {seat: list(cards) for seat, cards in hands.items()}
    for giver, six, owner in exchanges(hands, trumps):
        after[giver].remove(six)
        after[owner].append(six)
    return after


def mirror_suit(suit: str, trumps: Mapping[str, str]) -> str:
    """The mirror: the two trump suits change places, and the two others (8.1)."""
    pair = list(trumps.values())
    if suit not in pair:
        pair = [other for other in SUITS if other not in pair]
    return pair[1] if suit == pair[0] else pair[0]


def mirrored(cards: Iterable[str], trumps: Mapping[str, str]) -> list[str]:
    """The mirror of a hand (8.1)."""
    return [rank_of(card) + mirror_suit(suit_of(card), trumps) for card in cards]


def are_mirrored(hands: Mapping[str, Sequence[str]], trumps: Mapping[str, str]) -> bool:
    """Whether each hand is the mirror of the other (8.1)."""
    first, second = hands.values()
    return sorted(mirrored(first, trumps)) == sorted(second)


def are_trumps(rules: RuleSet, trumps: Mapping[str, str]) -> bool:
    """Whether the trumps are all different (7.1), in SB one black and one red (8.1)."""
    if len(set(trumps.values())) < len(rules.seats):
        return False
    return not rules.is_open or len({suit in BLACK for suit in trumps.values()}) == 2


# -- a turn ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Turn:
    """What one player did.

    ``cover`` and ``lead`` are the cards laid; both are empty if he picked up ``takes`` cards, of
    which ``seen`` are listed, top first.  ``is_hidden`` is a cover that was not shown (7.13).
    """

    number: int
    seat: str
    cover: tuple[str, ...] = ()
    lead: tuple[str, ...] = ()
    takes: int | None = None
    seen: tuple[str, ...] = ()
    is_hidden: bool = False

    @property
    def text(self) -> str:
        """``2. E: 6d / Qs``."""
        start = f"{self.number}. {self.seat}: "
        if self.takes is not None:
            listed = f" ({' '.join(self.seen)})" if set(self.seen) - {UNKNOWN} else ""
            return f"{start}takes {self.takes}{listed}"
        lead = " ".join(self.lead) or "-"
        if not self.cover:
            return start + lead
        cover = " ".join(self.cover)
        return f"{start}({cover}) / {lead}" if self.is_hidden else f"{start}{cover} / {lead}"


class IllegalTurnError(ValueError):
    """A turn that the rules do not allow."""


@dataclass
class Position:
    """A deal being played.

    ``due`` is whose turn it is, ``is_free_lead`` whether he leads without covering.  When the deal
    is over, ``last`` is who has cards left; ``loser`` and ``is_drawn`` stay ``None`` if his only
    card decides and is unknown.
    """

    rules: RuleSet
    trumps: Mapping[str, str]
    hands: Hands
    due: str
    pile: list[str] = field(default_factory=list)
    is_free_lead: bool = False
    out: list[tuple[str, str]] = field(default_factory=list)
    turns: int = 0
    last: str | None = None
    loser: str | None = None
    is_drawn: bool | None = False

    @property
    def is_over(self) -> bool:
        """Whether the deal is over (7.9, 7.10, 8.3)."""
        return self.last is not None

    @property
    def held(self) -> dict[str, int]:
        """How many cards each seat holds."""
        return {seat: len(cards) for seat, cards in self.hands.items()}

    @property
    def is_lead_due(self) -> bool:
        """Whether one single card is due: the pile is empty, or a free lead (7.4, 7.8, 7.9)."""
        return self.is_free_lead or not self.pile

    # -- what is allowed

    def check(self, turn: Turn) -> None:
        """Refuse a turn that breaks a rule in whatever way the unknown cards are read."""
        if turn.seat != self.due:
            raise IllegalTurnError(f"{self.due} is to act (7.4)")
        if turn.takes is not None:
            self.check_pick_up(turn, turn.takes)
            return
        self.check_possession(turn)
        if self.is_lead_due:
            if turn.cover or len(turn.lead) != 1:
                raise IllegalTurnError("one card is to be led (7.4, 7.9)")
            return
        if len(turn.cover) != 1:
            raise IllegalTurnError("one card is to cover (7.5)")
        if len(turn.lead) != min(1, len(self.hands[turn.seat]) - 1):
            raise IllegalTurnError("one card is to be led after the cover, if one is left (7.5)")
        cover, top = turn.cover[0], self.pile[-1]
        if UNKNOWN not in (cover, top) and not covers(cover, top, self.trumps[turn.seat]):
            raise IllegalTurnError(f"{cover} does not cover {top} (7.6)")

    def check_pick_up(self, turn: Turn, takes: int) -> None:
        """Refuse a pick-up where a lead is due (7.9), of a wrong number (7.7) or of other cards."""
        if self.is_lead_due:
            raise IllegalTurnError("a lead is due (7.9)")
        size, top = len(self.pile), self.pile[-1]
        allowed = {min(3, size), min(5, size), size}
        if top != UNKNOWN or self.rules.is_open:
            allowed = {pick_up(self.rules, self.pile, self.trumps[turn.seat])}
        if takes not in allowed:
            raise IllegalTurnError(f"{takes} cards are not {allowed} (7.7)")
        taken = self.pile[: -takes - 1 : -1]
        if turn.seen and len(turn.seen) != takes:
            raise IllegalTurnError("number and list differ")
        for seen, card in zip(turn.seen, taken, strict=False):
            if UNKNOWN not in (seen, card) and seen not in taken:
                raise IllegalTurnError(f"{seen} is not on top")

    def check_possession(self, turn: Turn) -> None:
        """Refuse cards that the player cannot hold (9.1)."""
        hand = list(self.hands[turn.seat])
        for card in sorted(turn.cover + turn.lead, key=lambda card: card == UNKNOWN):
            if card != UNKNOWN and card in hand:
                hand.remove(card)
            elif card == UNKNOWN and hand:
                hand.pop()
            elif UNKNOWN in hand and not self.is_known_elsewhere(card, turn.seat):
                hand.remove(UNKNOWN)
            else:
                raise IllegalTurnError(f"{turn.seat} does not hold {card}")

    def is_known_elsewhere(self, card: str, seat: str) -> bool:
        """Whether a card is known to lie in the pile or in the hand of another seat."""
        return card in self.pile or any(
            card in cards for other, cards in self.hands.items() if other != seat
        )

    # -- what happens

    def play(self, turn: Turn) -> None:
        """Play a legal turn."""
        if self.is_over:
            self.show_last_cover(turn)
            return
        self.check(turn)
        self.happen(turn)

    def happen(self, turn: Turn) -> None:
        """What a turn does, be it legal or not: the pile is what lies there (9.11)."""
        self.turns += 1
        self.is_free_lead = False
        if turn.takes is not None:
            self.take(turn.seat, turn.takes, turn.seen)
            self.pass_on(turn.seat)
            if self.rules.taker_leads:
                self.due = turn.seat  # 8.2
            return
        for card in turn.cover + turn.lead:
            self.lay(turn.seat, card)
        self.pass_on(turn.seat)
        if not self.hands[turn.seat]:
            self.go_out(turn.seat, "lead" if turn.lead else "cover")

    def take(self, seat: str, count: int, seen: Sequence[str]) -> None:
        """Take cards from the top, or those listed if they are others of the pile (7.7)."""
        taken = self.pile[: -count - 1 : -1]
        if seen and UNKNOWN not in seen and all(card in self.pile for card in seen):
            taken = list(seen)
            self.pile = [card for card in self.pile if card not in taken]
        else:
            del self.pile[len(self.pile) - count :]
            unseen = [card for card in seen if card not in taken and card != UNKNOWN]
            for place, card in enumerate(taken):
                if card == UNKNOWN and unseen:
                    taken[place] = unseen.pop(0)
        self.hands[seat] += taken

    def lay(self, seat: str, card: str) -> None:
        """Lay a card on the pile; an unknown one may be any of the hand."""
        hand = self.hands[seat]
        if card == UNKNOWN:
            if len(hand) > 1:
                hand[:] = [UNKNOWN] * len(hand)
            card = hand.pop()
        elif card in hand:
            hand.remove(card)
        else:
            hand.remove(UNKNOWN)
        self.pile.append(card)

    def pass_on(self, seat: str) -> None:
        """Play goes clockwise from who acted, past players without cards (7.4, 9.11)."""
        self.due = next_with_cards(self.rules.seats, self.held, seat)

    def go_out(self, seat: str, by: str) -> None:
        """Somebody has no card left (7.9, 7.10, 8.3)."""
        self.out.append((seat, by))
        others = [other for other in clockwise_from(self.rules.seats, seat)[1:] if self.held[other]]
        if len(others) > 1:
            self.is_free_lead = by == "cover"  # 7.9
            return
        (self.last,) = others
        self.loser = self.last  # 7.9, 7.11
        if by == "lead" and not self.rules.is_open and self.held[self.last] == 1:
            self.settle_last_card()

    def settle_last_card(self) -> None:
        """The deal is drawn if the only card of the last player covers the lead (7.10)."""
        last = self.last or ""
        (card,) = self.hands[last]
        possible = [card]
        if card == UNKNOWN:
            possible = [one for one in whole_pack() if not self.is_known_elsewhere(one, last)]
        answers = {covers(one, self.pile[-1], self.trumps[last]) for one in possible}
        self.is_drawn = answers.pop() if len(answers) == 1 else None
        self.loser = last if self.is_drawn is False else None

    def show_last_cover(self, turn: Turn) -> None:
        """The last player shows the cover that makes the draw; it is not counted (7.10)."""
        may_show = (
            turn.seat == self.last
            and self.is_drawn is not False
            and len(turn.cover) == 1
            and not turn.lead
            and turn.takes is None
        )
        if not may_show:
            raise IllegalTurnError("the deal is over (7.10)")
        self.check_possession(turn)
        if turn.cover[0] != UNKNOWN:
            self.hands[turn.seat] = [turn.cover[0]]
            self.settle_last_card()
            if not self.is_drawn:
                raise IllegalTurnError("the last card does not cover (7.10)")


# -- unknown hands --------------------------------------------------------------------------------


def hand_size(rules: RuleSet) -> int:
    """How many cards each seat is dealt: nine, twelve or eighteen (7.2, 7.14, 8.1)."""
    return 36 // len(rules.seats)


def possible_starts(
    rules: RuleSet,
    trumps: Mapping[str, str],
    dealt: Mapping[str, Sequence[str]],
    given: Iterable[tuple[str, str, str]] = (),
) -> list[Hands]:
    """The hands at the first lead for every place that an untold six can have been dealt to.

    ``dealt`` are the hands that the record tells, ``given`` the exchanges that it tells.
    """
    told = {seat: list(dealt.get(seat, ())) for seat in rules.seats}
    if rules.is_open:
        for seat, other in zip(rules.seats, reversed(rules.seats), strict=True):
            told[seat] = told[seat] or mirrored(told[other], trumps)
        size = hand_size(rules)
        return [{seat: told[seat] or [UNKNOWN] * size for seat in rules.seats}]
    givers = {card: seat for seat, card, _ in given}
    seen = {card for cards in told.values() for card in cards}
    untold = [f"6{suit}" for suit in trumps.values() if f"6{suit}" not in seen]
    blind = [seat for seat in rules.seats if not told[seat]]
    starts: list[Hands] = []
    for holders in product(*([givers[six]] if six in givers else blind for six in untold)):
        hands = deepcopy(told)
        for six, holder in zip(untold, holders, strict=True):
            hands[holder].append(six)
        for cards in hands.values():
            cards.extend([UNKNOWN] * (hand_size(rules) - len(cards)))
        after = {seat: sorted(cards) for seat, cards in exchanged(hands, trumps).items()}
        if after not in starts:
            starts.append(after)
    return starts


def possible_ends(starts: Iterable[Position], turns: Sequence[Turn]) -> list[Position]:
    """Where the turns lead from each of the starts from which all of them are legal."""
    ends = []
    for position in starts:
        try:
            for turn in turns:
                position.play(turn)
        except IllegalTurnError:
            continue
        ends.append(position)
    return ends


def common_result(number: int, rules: RuleSet, first: str, ends: Sequence[Position]) -> DealResult:
    """What is the same at each end; ``first`` is the dealer, in SB the starter."""
    if not ends:
        raise IllegalTurnError(f"deal {number} is not legal")
    turns = {end.turns for end in ends}
    losers = {end.loser for end in ends}
    drawn = {end.is_drawn for end in ends}
    result: DealResult = {
        "number": number,
        "dealer": None if rules.is_open else first,
        "turns": turns.pop() if len(turns) == 1 else None,
        "loser": losers.pop() if len(losers) == 1 else None,
        "drawn": drawn.pop() if len(drawn) == 1 else None,
    }
    if rules.is_open:
        result["starter"] = first
    return result


# -- reading --------------------------------------------------------------------------------------


@dataclass
class WrittenDeal:
    """What a record tells of a deal."""

    number: int
    trumps: dict[str, str]
    first: str = ""
    deck: list[str] = field(default_factory=list)
    hands: Hands = field(default_factory=dict)
    given: list[tuple[str, str, str]] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)

    def starts(self, rules: RuleSet) -> list[Position]:
        """Every position at the first lead that agrees with the set-up."""
        dealt = deal_out(self.deck, rules.seats, self.first) if self.deck else self.hands
        leader = self.first if rules.is_open else first_to_act(rules.seats, self.first)
        return [
            Position(rules, self.trumps, hands, leader)
            for hands in possible_starts(rules, self.trumps, dealt, self.given)
        ]

    def result(self, rules: RuleSet) -> DealResult:
        """What the deal comes to."""
        ends = possible_ends(self.starts(rules), self.turns)
        return common_result(self.number, rules, self.first, ends)

    def reveal(self, number: int, card: str) -> None:
        """A cover that was not shown, seen later (7.13)."""
        self.turns = [
            replace(turn, cover=(card,)) if turn.number == number else turn for turn in self.turns
        ]


def entries(text: str) -> Iterator[tuple[str, list[str]]]:
    """The entries of ``N: c  E: d``."""
    for seat, words in re.findall(r"(\w+):((?:\s+(?!\w+:)[^\s:]+)*)", text):
        yield seat, words.split()


def read_turn(text: str) -> Turn:
    """Read ``2. E: 6d / Qs``, ``1. N: 8h``, ``4. W: takes 3 (9d 6h Qs)``."""
    match = re.fullmatch(r"(\d+)\. (\w+): (.*)", text)
    if match is None:
        raise ValueError(text)
    number, seat, done = int(match[1]), match[2], match[3]
    taken = re.fullmatch(r"takes (\d+)(?: \((.*)\))?", done)
    if taken is not None:
        return Turn(number, seat, takes=int(taken[1]), seen=tuple((taken[2] or "").split()))
    if "/" not in done:
        return Turn(number, seat, lead=tuple(done.split()))
    cover, lead = done.split("/")
    return Turn(
        number,
        seat,
        cover=tuple(cover.strip(" ()").split()),
        lead=tuple(card for card in lead.split() if card != "-"),
        is_hidden="(" in cover,
    )


def read_statement(deal: WrittenDeal, line: str) -> None:
    """Read one statement of a deal; what claims a result says nothing about the cards."""
    word, _, rest = line.partition(" ")
    if word in ("dealer", "starter"):
        deal.first = rest
    elif word == "trumps":
        deal.trumps = {seat: suits[0] for seat, suits in entries(rest)}
    elif word == "deck":
        deal.deck = rest.split()
    elif word == "hand":
        for seat, cards in entries(rest):
            if cards != ["..."]:
                deal.hands[seat] = cards
    elif word == "gives":
        for seat, (card, _, owner) in entries(rest):
            deal.given.append((seat, card, owner))
    elif word == "reveals":
        number, _, shown = rest.partition(". ")
        for _, cards in entries(shown):
            deal.reveal(int(number), cards[0])
    elif word.rstrip(".").isdigit():
        deal.turns.append(read_turn(line))


def read(text: str) -> tuple[RuleSet, list[WrittenDeal]]:
    """Read a record: its rules, and what it tells of each deal."""
    tags: dict[str, str] = {}
    deals: list[WrittenDeal] = []
    for raw in text.splitlines():
        line = re.sub(r"\{[^}]*\}|;.*", "", raw).strip()
        tag = re.fullmatch(r'\[(\w+) "(.*)"\]', line)
        if tag is not None:
            tags[tag[1]] = tag[2]
        elif line.startswith("deal "):
            trumps = deals[-1].trumps if deals else {}
            deals.append(WrittenDeal(int(line.split()[1]), dict(trumps)))
        elif deals and line:
            read_statement(deals[-1], line)
    return read_rules(tags["Rules"], tags.get("Seats", "N S").split()), deals


def judge(text: str) -> SeriesResult:
    """Read a legal record and say what it comes to."""
    rules, deals = read(text)
    return {"rules": rules.name, "deals": [deal.result(rules) for deal in deals]}
