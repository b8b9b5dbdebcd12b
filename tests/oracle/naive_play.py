"""Random legal matches of Kozel, written as records, with what they come to.

Nothing here knows the package: the rules are those of ``naive_kozel``.  A ``Match`` holds what
happened, with every card, and how much of it the record tells: ``write`` gives the canonical text,
``truth`` what really happened, ``expected`` what the record determines by counting.

The play is random but not foolish: leads of several cards, sides that never beat, dealt
Moskvas and Molodkas, and shokha all occur.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from tests.oracle import naive_kozel as kozel
from tests.oracle.naive_kozel import KG, KM, KP, DealResult, MatchResult, RuleSet

FORMS = ("deck", "hands", "dealt", "bare", "both")
"""The written forms of a deal.

``deck``: the pack.  ``hands``: hands, trump and stock.  ``dealt``: hands and trump, no stock (the
draws are then written).  ``bare``: nothing but trump.  ``both``: pack, hands, trump and stock.
"""

DRAWS = ("each", "split", "summed", "blind", "no")
"""How draws are written.

``each``: one line, one card at a time.  ``split``: one line a round.  ``summed``: what each drew
in all, after one seat.  ``blind``: ``?`` for the cards.  ``no``: not written.
"""

CLAIMS = ("all", "count", "tricks", "none")
"""Which claims are written: winners of tricks, the count, both, or none."""

HIDDEN = ("known", "unknown", "mixed")
"""Whether face-down cards are known to the author of the record."""


@dataclass
class Play:
    """What one seat laid: cards, which of them face down, which of them unknown to the author."""

    seat: str
    cards: list[str]
    down: list[bool]
    unknown: list[bool]

    @property
    def is_open(self) -> bool:
        """Whether all cards are face up."""
        return not any(self.down)

    @property
    def is_known(self) -> bool:
        """Whether the author of the record knows every card."""
        return not any(self.unknown)

    def written(self) -> list[str]:
        """The cards as the record has them."""
        return [
            "?" if hidden else card for card, hidden in zip(self.cards, self.unknown, strict=True)
        ]

    def text(self) -> str:
        """``E: Qh (6s ?)``."""
        parts: list[str] = []
        for place, card in enumerate(self.written()):
            before = place > 0 and self.down[place - 1]
            after = place + 1 < len(self.cards) and self.down[place + 1]
            opening = "(" if self.down[place] and not before else ""
            closing = ")" if self.down[place] and not after else ""
            parts.append(opening + card + closing)
        return f"{self.seat}: {' '.join(parts) or '-'}"


def shown(seat: str, cards: Sequence[str]) -> Play:
    """A play with every card face up."""
    return Play(seat, list(cards), [False] * len(cards), [False] * len(cards))


def laid_down(seat: str, cards: Sequence[str], *, is_unknown: bool = False) -> Play:
    """A play with every card face down."""
    return Play(seat, list(cards), [True] * len(cards), [is_unknown] * len(cards))


@dataclass
class Trick:
    """A trick: plays in order of time, who takes it by 3.5, and what is claimed of it."""

    number: int
    plays: list[Play]
    winner: str
    declared: bool = False
    claim: tuple[str, int | None] | None = None
    written_number: int | None = None
    broken_after: int | None = None
    breaking_line: str = ""

    def points(self) -> int:
        """The card points in it."""
        return sum(kozel.points_of(play.cards) for play in self.plays)

    def lines(self) -> list[str]:
        """``1. N: Jh 8h  E: Qh 6s  > E 5``; two such lines and one between if it is broken."""
        number = self.number if self.written_number is None else self.written_number
        plays = [play.text() for play in self.plays]
        claim = []
        if self.claim is not None:
            who, points = self.claim
            claim = [f"> {who}" if points is None else f"> {who} {points}"]
        if self.broken_after is None:
            return [f"{number}. " + "  ".join(plays + claim)]
        return [
            f"{number}. " + "  ".join(plays[: self.broken_after]),
            self.breaking_line,
            f"{number}... " + "  ".join(plays[self.broken_after :] + claim),
        ]


@dataclass
class Draws:
    """The draws after a trick, one card at a time, and how they are written."""

    entries: list[tuple[str, str]]
    how: str

    def lines(self) -> list[str]:
        """``draws E: Ac  S: 10d``, or nothing."""
        if not self.entries or self.how == "no":
            return []
        if self.how == "summed":
            drawn: dict[str, list[str]] = {}
            for seat, card in self.entries:
                drawn.setdefault(seat, []).append(card)
            return ["draws " + "  ".join(f"{seat}: {' '.join(drawn[seat])}" for seat in drawn)]
        rounds: list[list[str]] = [[]]
        seen: set[str] = set()
        for seat, card in self.entries:
            if self.how == "split" and seat in seen:
                rounds.append([])
                seen = set()
            seen.add(seat)
            rounds[-1].append(f"{seat}: {'?' if self.how == 'blind' else card}")
        return ["draws " + "  ".join(entries) for entries in rounds]


@dataclass
class Shows:
    """A declaration."""

    seat: str
    word: str
    cards: list[str]

    def lines(self) -> list[str]:
        """``shows S: Moskva Ah As 10d 6s``."""
        return [f"shows {self.seat}: {self.word} {' '.join(self.cards)}"]


@dataclass
class Line:
    """Any other line."""

    text: str

    def lines(self) -> list[str]:
        """The line."""
        return [self.text]


Event = Trick | Draws | Shows | Line


@dataclass(frozen=True)
class Style:
    """How the record of a match is written."""

    form: str = "deck"
    draws: str = "each"
    claims: str = "all"
    hidden: str = "known"

    @property
    def claims_tricks(self) -> bool:
        """Whether the winners of tricks are written."""
        return self.claims in ("all", "tricks")

    @property
    def claims_count(self) -> bool:
        """Whether the count of a deal and the winner of the match are written."""
        return self.claims in ("all", "count")

    @property
    def knows_stock(self) -> bool:
        """Whether the order of the stock stands in the record."""
        return self.form in ("deck", "hands", "both")

    @property
    def knows_hands(self) -> bool:
        """Whether every hand stands in the record at every moment."""
        return self.knows_stock or (self.form == "dealt" and self.draws not in ("blind", "no"))


@dataclass
class Deal:
    """A deal: who plays, the pack in dealing order, what happened, what it came to."""

    number: int
    dealer: str
    seats: list[str]
    deck: list[str]
    events: list[Event] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)
    tricks: dict[str, int] = field(default_factory=dict)
    penalty: dict[str, int] = field(default_factory=dict)
    score: dict[str, int] = field(default_factory=dict)
    pot: str | None = None
    pot_size: int = 0
    ended_at_once: str | None = None
    said: dict[str, dict[str, int]] = field(default_factory=dict)
    written_deck: list[str] | None = None
    written_hands: dict[str, list[str]] | None = None
    written_stock: list[str] | None = None
    extra_setup: list[str] = field(default_factory=list)
    extra_count: list[str] = field(default_factory=list)

    @property
    def trump(self) -> str:
        """The turned card."""
        return self.deck[4 * len(self.seats)]

    def all_tricks(self) -> list[Trick]:
        """The tricks in order."""
        return [event for event in self.events if isinstance(event, Trick)]

    def counted_tricks(self) -> list[Trick]:
        """The tricks without a lead of three trumps that took the pot (6.2)."""
        tricks = self.all_tricks()
        return tricks[:-1] if tricks and len(tricks[-1].plays) == 1 and self.pot_size else tricks

    def setup_lines(self, form: str) -> list[str]:
        """Dealer, pack, hands, trump and stock, as the form has them."""
        hands, turned, stock = kozel.deal_out(self.deck, self.seats, self.dealer)
        lines = [f"deal {self.number}", f"dealer {self.dealer}"]
        if form in ("deck", "both"):
            lines.append("deck " + " ".join(self.written_deck or self.deck))
        if form in ("hands", "dealt", "both"):
            written = self.written_hands or hands
            lines += [f"hand {seat}: {' '.join(written[seat])}" for seat in self.seats]
        if form != "deck":
            lines.append(f"trump {turned}")
        if form in ("hands", "both"):
            lines.append("stock " + " ".join(self.written_stock or stock))
        return lines + self.extra_setup

    def count_lines(self) -> list[str]:
        """Points, tricks, penalty (or pot) and score of those who play, or what is said of them."""
        lines = []
        counted = {
            "points": self.points,
            "tricks": self.tricks,
            "penalty": self.penalty,
            "score": self.score,
        }
        if self.ended_at_once is not None:
            counted = {"score": self.score}
        for word, values in counted.items():
            said = self.said.get(word, values)
            entries = [f"{side}: {said[side]}" for side in said if side in self.points]
            if entries:
                lines.append(f"{word} " + "  ".join(entries))
        if self.pot_size:
            taken = f"{self.pot}: {self.pot_size}" if self.pot else f"- {self.pot_size}"
            lines.append(f"pot {taken}")
        return lines

    def lines(self, style: Style) -> list[str]:
        """The deal in canonical form."""
        lines = self.setup_lines(style.form)
        for event in self.events:
            lines += event.lines()
        lines += self.extra_count
        if style.claims_count:
            lines += self.count_lines()
        return lines


@dataclass
class Match:
    """A match, and how its record is written."""

    rules: RuleSet
    style: Style
    deals: list[Deal] = field(default_factory=list)
    tags: list[tuple[str, str]] = field(default_factory=list)
    active: list[str] = field(default_factory=list)
    winner: str | None = None
    tied: tuple[str, ...] = ()
    winner_line: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether the match is decided."""
        return self.winner is not None or bool(self.tied)

    def write(self) -> str:
        """The record in canonical form."""
        lines = ["%kozel 1"]
        lines += [f'[{name} "{text}"]' for name, text in self.tags]
        lines += [f'[Rules "{self.rules.text}"]', f'[Seats "{" ".join(self.rules.seats)}"]']
        for deal in self.deals:
            lines += ["", *deal.lines(self.style)]
        if self.winner_line is not None:
            lines.append(self.winner_line)
        return "\n".join(lines) + "\n"

    def truth(self) -> MatchResult:
        """What really happened, every card known."""
        return self.result(is_all_told=True)

    def expected(self) -> MatchResult:
        """What the record determines by plain counting; the rest is ``None``.

        A verifier may find more (a value that is the same in every world), never another value.
        """
        return self.result(is_all_told=False)

    def result(self, *, is_all_told: bool) -> MatchResult:
        """The shape of the ``expected.json`` files.

        Who is out stands in it with 0 points, tricks and penalties and the score he left with.
        """
        sides = kozel.sides_of(self.rules)
        untold: set[str] = set()
        found: MatchResult = {
            "rules": self.rules.name,
            "seats": list(self.rules.seats),
            "winner": self.winner,
            "deals": [],
        }
        for deal in self.deals:
            piles = set() if is_all_told else piles_untold(self.rules, deal)
            if piles and deal.ended_at_once is None:
                untold |= set(deal.points)
            found["deals"].append(
                {
                    "number": deal.number,
                    "dealer": deal.dealer,
                    "trump": deal.trump,
                    "trick_winners": [trick.winner for trick in deal.counted_tricks()],
                    "points": told(sides, deal.points, piles),
                    "tricks_won": {side: deal.tricks.get(side, 0) for side in sides},
                    "penalty": told(sides, deal.penalty, set(deal.points) if piles else set()),
                    "score": told(sides, deal.score, untold),
                }
            )
            if self.rules.name == KM:
                tell_pot(found["deals"][-1], deal, is_untold=bool(piles))
        if untold:
            found["winner"] = None
        return found


def tell_pot(result: DealResult, deal: Deal, *, is_untold: bool) -> None:
    """What the money game has in place of penalties; points do not count if it ended at once."""
    result["penalty"] = {}
    result["pot"] = None if is_untold and deal.ended_at_once is None else deal.pot
    if deal.ended_at_once is not None:
        result["points"] = dict.fromkeys(result["points"], None)


def told(
    sides: Sequence[str], values: Mapping[str, int], untold: set[str]
) -> dict[str, int | None]:
    """Values by side: 0 for who does not play, ``None`` where the record does not tell."""
    return {side: None if side in untold else values.get(side, 0) for side in sides}


def piles_untold(rules: RuleSet, deal: Deal) -> set[str]:
    """The sides whose piles hold unknown cards, none if it is one side only (1.3)."""
    piles = {
        kozel.side_of(rules, trick.winner)
        for trick in deal.all_tricks()
        if not all(play.is_known for play in trick.plays)
    }
    return piles if len(piles) > 1 else set()


# -- the table ------------------------------------------------------------------------------------


class Table:
    """A deal being played.

    Everything that can happen is done through it, what breaks a rule too: a trick is given to
    whoever takes it by 3.5 unless ``next_leader`` is changed by hand.
    """

    def __init__(self, rules: RuleSet, deal: Deal, style: Style) -> None:
        """Begin a deal; ``deal.events`` is filled while it is played."""
        self.rules = rules
        self.deal = deal
        self.style = style
        self.seats = list(deal.seats)
        self.hands, self.turned, self.stock = kozel.deal_out(deal.deck, self.seats, deal.dealer)
        self.trump = kozel.suit_of(self.turned)
        self.next_leader = kozel.next_seat(self.seats, self.seats, deal.dealer)
        self.must_draw = False
        self.declared: tuple[str, list[str]] | None = None
        self.number = 0
        self.eagerness = dict.fromkeys(self.seats, 0.7)

    def set_mood(self, rng: Random) -> None:
        """Choose how eager each side is to take tricks, so that lopsided deals occur."""
        mood: dict[str, float] = {}
        for seat in self.seats:
            side = kozel.side_of(self.rules, seat)
            mood.setdefault(side, rng.choice((0.0, 0.3, 0.6, 0.8, 0.95, 0.95)))
            self.eagerness[seat] = mood[side]

    def natural_leader(self) -> str:
        """Who leads without a declaration: the winner, or the next with cards (3.9, 9.10)."""
        for seat in kozel.clockwise_from(self.seats, self.next_leader):
            if self.hands[seat]:
                return seat
        return self.next_leader

    def longest_lead(self) -> int:
        """The most cards that may be led: four, and no more than the smallest hand (3.1, 9.10)."""
        return min([4, *(len(hand) for hand in self.hands.values() if hand)])

    def is_finished(self) -> bool:
        """Whether nothing is left to play (2.8), or somebody took the pot (6.2)."""
        if self.deal.ended_at_once is not None:
            return True
        return not any(self.hands.values()) and not (self.must_draw and self.stock)

    # -- drawing

    def draw(self, order: Sequence[str] | None = None, how: str | None = None) -> None:
        """Draw up to four after a trick (2.6), or in another order if one is given."""
        self.must_draw = False
        held = {seat: len(hand) for seat, hand in self.hands.items()}
        if order is None:
            order = kozel.drawing_order(held, len(self.stock), self.seats, self.next_leader)
        entries: list[tuple[str, str]] = []
        for seat in order:
            card = self.stock.pop(0)
            self.hands[seat].append(card)
            entries.append((seat, card))
        if entries:
            self.deal.events.append(Draws(entries, how or self.style.draws))

    # -- declaring

    def may_declare(self, seat: str) -> bool:
        """Whether a seat has a hand of four and the window is open to it (4.3, 4.6, 4.7)."""
        if not self.rules.declarations or len(self.hands[seat]) != 4:
            return False
        if self.rules.name == KG:
            return all(len(hand) >= 4 for hand in self.hands.values() if hand)
        return True

    def declare(self, rng: Random) -> None:
        """Let random volunteers declare before the next lead (4.3, 4.4)."""
        self.declared = None
        if self.rules.name == KM:
            self.declare_aces(rng)
            return
        able = [
            seat
            for seat in self.seats
            if self.may_declare(seat)
            and kozel.declaration_of(self.hands[seat], shokha=self.rules.shokha) is not None
        ]
        rng.shuffle(able)
        spoken = [(seat, list(self.hands[seat])) for seat in able if rng.random() < 0.7]
        for seat, cards in spoken:
            rng.shuffle(cards)
            word = kozel.declaration_of(cards, shokha=self.rules.shokha) or ""
            self.deal.events.append(Shows(seat, word, cards))
        self.settle_declarations(spoken)

    def settle_declarations(self, spoken: Sequence[tuple[str, Sequence[str]]]) -> None:
        """Find who leads after valid declarations (4.4)."""
        if spoken:
            leader = kozel.lead_after_declarations(
                spoken, self.natural_leader(), self.seats, shokha=self.rules.shokha
            )
            self.declared = (leader, list(dict(spoken)[leader]))

    def declare_aces(self, rng: Random) -> None:
        """Four aces take the pot at once (6.2)."""
        for seat in self.seats:
            if kozel.is_aces(self.hands[seat]) and rng.random() < 0.8:
                self.deal.events.append(Shows(seat, "Aces", list(self.hands[seat])))
                self.deal.ended_at_once = seat
                return

    # -- leading and answering

    def legal_leads(self, seat: str) -> list[list[str]]:
        """Every lead that a seat may make (3.1, 9.10)."""
        leads: list[list[str]] = []
        for size in range(1, self.longest_lead() + 1):
            leads += [
                list(cards)
                for cards in combinations(self.hands[seat], size)
                if kozel.is_lead(cards, shokha=self.rules.shokha)
            ]
        return leads

    def choose_lead(self, seat: str, rng: Random) -> list[str]:
        """A random lead, more often one of several cards."""
        leads = self.legal_leads(seat)
        longest = max(len(cards) for cards in leads)
        if rng.random() < 0.5:
            leads = [cards for cards in leads if len(cards) == longest]
        elif rng.random() < 0.4:
            leads = [cards for cards in leads if len(cards) > 1] or leads
        chosen = rng.choice(leads)
        rng.shuffle(chosen)
        return chosen

    def answers_that_beat(self, seat: str, winning: Sequence[str]) -> list[list[str]]:
        """Every set in a hand that beats the winning set (3.4)."""
        return [
            list(cards)
            for cards in combinations(self.hands[seat], len(winning))
            if kozel.set_beats(cards, winning, self.trump, shokha=self.rules.shokha)
        ]

    def choose_answer(
        self, seat: str, size: int, winning: Sequence[str], rng: Random, *, can_win: bool
    ) -> Play:
        """A random legal response (3.2, 3.6, 3.7)."""
        winners = self.answers_that_beat(seat, winning) if can_win else []
        if winners and rng.random() < self.eagerness[seat]:
            cards = rng.choice(winners)
            rng.shuffle(cards)
            return shown(seat, cards)
        hand = list(self.hands[seat])
        rng.shuffle(hand)
        if rng.random() < 0.5:
            hand.sort(key=lambda card: kozel.CARD_POINTS[kozel.rank_of(card)])
        return self.lay_aside(seat, hand[:size], rng)

    def lay_aside(self, seat: str, cards: Sequence[str], rng: Random) -> Play:
        """Lay cards that are not meant to win: face down, in KG and KM also open (3.7)."""
        play = laid_down(seat, cards)
        if self.rules.name != KP and rng.random() < 0.2:
            play.down = [rng.random() < 0.5 for _ in cards]
        for place, is_down in enumerate(play.down):
            unknown = self.style.hidden == "unknown" or (
                self.style.hidden == "mixed" and rng.random() < 0.4
            )
            play.unknown[place] = is_down and unknown
        return play

    def lead(self, rng: Random, leader: str | None, cards: Sequence[str] | None) -> Play:
        """The lead of the next trick: by declaration, or by the natural leader (3.9, 4.5, 4.6)."""
        if leader is None:
            leader = self.declared[0] if self.declared else self.natural_leader()
        if cards is None and self.rules.name == KG and self.declared:
            cards = list(self.declared[1])
            rng.shuffle(cards)
        return shown(leader, cards if cards is not None else self.choose_lead(leader, rng))

    def trick(
        self, rng: Random, leader: str | None = None, cards: Sequence[str] | None = None
    ) -> Trick:
        """Play a trick; the lead is chosen unless it is given."""
        lead = self.lead(rng, leader, cards)
        is_declared = (
            self.rules.name == KG
            and self.declared is not None
            and self.declared[0] == lead.seat
            and sorted(self.declared[1]) == sorted(lead.cards)
        )
        if self.rules.name == KM and kozel.is_bura(lead.cards, self.trump):
            self.deal.ended_at_once = lead.seat
            bura = self.finish_trick([lead])
            bura.claim = None
            return bura
        self.take_from_hand(lead)
        plays = [lead]
        for seat in kozel.clockwise_from(self.seats, lead.seat)[1:]:
            if self.hands[seat]:
                plays.append(self.answer(seat, plays, rng, is_declared=is_declared))
                self.take_from_hand(plays[-1])
        return self.finish_trick(plays, is_declared=is_declared)

    def answer(self, seat: str, plays: Sequence[Play], rng: Random, *, is_declared: bool) -> Play:
        """A legal response to what lies on the table."""
        winner = self.winner_of(plays, is_declared=is_declared)
        winning = next(play.cards for play in plays if play.seat == winner)
        return self.choose_answer(seat, len(plays[0].cards), winning, rng, can_win=not is_declared)

    def take_from_hand(self, play: Play) -> None:
        """Take laid cards out of a hand."""
        for card in play.cards:
            self.hands[play.seat].remove(card)

    def winner_of(self, plays: Sequence[Play], *, is_declared: bool) -> str:
        """Who takes these plays: nobody beats a declared hand (4.6), else by 3.5."""
        if is_declared:
            return plays[0].seat
        laid = [(play.seat, play.cards, play.is_open) for play in plays]
        return kozel.trick_winner(laid, self.trump, shokha=self.rules.shokha)

    def finish_trick(self, plays: list[Play], *, is_declared: bool = False) -> Trick:
        """Write a trick down; the cards must have left the hands before."""
        self.number += 1
        winner = self.winner_of(plays, is_declared=is_declared)
        trick = Trick(self.number, plays, winner, is_declared)
        if self.style.claims_tricks:
            is_counted = all(play.is_known for play in plays) or self.number % 2 == 0
            trick.claim = (winner, trick.points() if is_counted else None)
        self.deal.events.append(trick)
        self.next_leader = winner
        self.must_draw = True
        self.declared = None
        return trick

    # -- the whole deal

    def play_out(self, rng: Random) -> None:
        """Play the deal to its end."""
        if self.must_draw:
            self.draw()
        while not self.is_finished():
            self.declare(rng)
            if not self.is_finished():
                self.trick(rng)
            if not self.is_finished():
                self.draw()

    def redo(self, event: Event) -> None:
        """Do again what a legal deal has in its record."""
        match event:
            case Draws():
                self.draw([seat for seat, _ in event.entries], event.how)
            case Shows():
                self.deal.events.append(event)
                spoken = []
                for other in reversed(self.deal.events):
                    if not isinstance(other, Shows):
                        break
                    spoken.append((other.seat, other.cards))
                self.settle_declarations(spoken)
            case Trick():
                for play in event.plays:
                    self.take_from_hand(play)
                self.finish_trick(event.plays, is_declared=event.declared)
                self.deal.events[-1] = event
            case Line():
                self.deal.events.append(event)


# -- the match ------------------------------------------------------------------------------------


def shuffled_deck(rules: RuleSet, seats: Sequence[str], dealer: str, rng: Random) -> list[str]:
    """A pack in dealing order; now and then somebody is dealt a hand that can be declared."""
    deck = kozel.pack_in_deal(rules, len(seats))
    rng.shuffle(deck)
    if rng.random() < 0.3:
        lucky = rng.choice(list(seats))
        hand = declarable_hand(rules, deck, rng)
        first = (list(seats).index(lucky) - list(seats).index(dealer) - 1) % len(seats)
        for turn, card in enumerate(hand):
            place, other = first + turn * len(seats), deck.index(card)
            deck[place], deck[other] = deck[other], deck[place]
    return deck


def declarable_hand(rules: RuleSet, deck: Sequence[str], rng: Random) -> list[str]:
    """Four cards that are a Moskva or a Molodka; four aces for money."""
    aces = [card for card in deck if kozel.rank_of(card) == "A"]
    if rules.name == KM:
        return aces
    fitting = [card for card in deck if kozel.rank_of(card) in ("A", "10")]
    if rng.random() < 0.5:
        if rules.shokha:
            fitting.append(kozel.SHOKHA)
        while True:
            hand = rng.sample(fitting, 4)
            if kozel.is_moskva(hand, shokha=rules.shokha):
                return hand
    suit = rng.choice(kozel.SUITS)
    return rng.sample([card for card in deck if kozel.suit_of(card) == suit], 4)


def count_deal(rules: RuleSet, deal: Deal) -> None:
    """Count the points and tricks of a deal (5.1)."""
    players = [
        side for side in kozel.sides_of(rules) if any(s in deal.seats for s in side.split("+"))
    ]
    deal.points = dict.fromkeys(players, 0)
    deal.tricks = dict.fromkeys(players, 0)
    for trick in deal.counted_tricks():
        side = kozel.side_of(rules, trick.winner)
        deal.tricks[side] += 1
        deal.points[side] += trick.points()


def settle(match: Match) -> None:
    """Count every deal, and find scores, who is out, and who wins (5.1 to 5.9)."""
    rules = match.rules
    score = dict.fromkeys(kozel.sides_of(rules), 0)
    match.active, match.winner, match.tied = list(score), None, ()
    for counted, deal in enumerate(match.deals, start=1):
        count_deal(rules, deal)
        deal.penalty = kozel.penalties(rules, deal.points, deal.tricks)
        for side, pays in deal.penalty.items():
            score[side] += pays
        deal.score = dict(score)
        if not match.is_over:
            state = kozel.match_state(rules, score, match.active, counted)
            match.active, match.winner, match.tied = list(state.active), state.winner, state.tied
    match.winner_line = None
    if match.style.claims_count and match.is_over:
        match.winner_line = f"winner {match.winner}" if match.winner else "tie"


def settle_pots(match: Match) -> None:
    """Count stakes and pots (6.1 to 6.4)."""
    balance = dict.fromkeys(match.rules.seats, 0)
    match.active = list(balance)
    pot = 0
    for deal in match.deals:
        deal.pot_size = pot + len(balance)
        count_deal(match.rules, deal)
        balance = {seat: paid - 1 for seat, paid in balance.items()}
        pot += len(balance)
        deal.pot = deal.ended_at_once
        if deal.ended_at_once is None:
            deal.pot = kozel.money_taker(deal.points)
        if deal.pot is not None:
            balance[deal.pot] += pot
            pot = 0
        deal.score = dict(balance)


def seats_in(rules: RuleSet, active: Sequence[str]) -> list[str]:
    """The seats of the sides that are still in, clockwise."""
    return [seat for seat in rules.seats if kozel.side_of(rules, seat) in active]


def next_deal(match: Match, rng: Random, dealer: str | None = None) -> Deal:
    """A deal not yet played, after those of the match (2.2)."""
    seats = seats_in(match.rules, match.active or kozel.sides_of(match.rules))
    if dealer is None:
        dealer = rng.choice(seats)
        if match.deals:
            dealer = kozel.next_seat(match.rules.seats, seats, match.deals[-1].dealer)
    number = match.deals[-1].number + 1 if match.deals else 1
    deck = shuffled_deck(match.rules, seats, dealer, rng)
    return Deal(number, dealer, seats, deck)


def play_deal(match: Match, rng: Random, dealer: str | None = None) -> Deal:
    """Play one more legal deal and settle the match."""
    deal = next_deal(match, rng, dealer)
    table = Table(match.rules, deal, match.style)
    table.set_mood(rng)
    table.play_out(rng)
    match.deals.append(deal)
    settle_pots(match) if match.rules.name == KM else settle(match)
    return deal


def play_on(match: Match, rng: Random, most_deals: int) -> None:
    """Play legal deals until the match is decided or has so many deals."""
    while not match.is_over and len(match.deals) < most_deals:
        play_deal(match, rng)


def random_match(
    rules: str,
    seats: Sequence[str],
    options: str,
    rng: Random,
    form: str = "deck",
    *,
    draws: str = "each",
    claims: str = "all",
    hidden: str = "known",
    most_deals: int = 30,
) -> Match:
    """A random legal match.

    ``rules`` is the id of a rule set, ``options`` what follows it in the ``Rules`` tag; ``form``,
    ``draws``, ``claims`` and ``hidden`` are words of ``FORMS``, ``DRAWS``, ``CLAIMS`` and
    ``HIDDEN``.  Without a decision the record stops after ``most_deals`` deals.
    """
    if form == "dealt" and draws == "no":
        raise ValueError("hands without stock need written draws")
    rule_set = kozel.read_rules(f"{rules} {options}", seats)
    match = Match(rule_set, Style(form, draws, claims, hidden), tags=[("Event", "Example")])
    play_on(match, rng, most_deals)
    return match


def random_style(rng: Random) -> Style:
    """Any way of writing a record."""
    form = rng.choice(FORMS)
    draws = rng.choice([how for how in DRAWS if not (form == "dealt" and how == "no")])
    return Style(form, draws, rng.choice(CLAIMS), rng.choice(HIDDEN))


def random_table(rng: Random) -> tuple[str, list[str], str]:
    """Any rule set of penalties with seats and options."""
    options = []
    if rng.random() < 0.25:
        options.append("shokha=off")
    if rng.random() < 0.25:
        options.append("declarations=off")
    if rng.random() < 0.4:
        options.append(rng.choice(("deals=1", "deals=3", "limit=4", "limit=20")))
    if rng.random() < 0.4:
        return KP, ["N", "E", "S", "W"], " ".join(options)
    seats = ["N", "E", "S", "W"][: rng.choice((2, 3, 3, 4))]
    if len(seats) == 3 and rng.random() < 0.5:
        options.append("pack=35")
    return KG, seats, " ".join(options)
