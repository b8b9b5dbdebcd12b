"""Random legal series of Svoi Kozyri, written as records, with what they come to.

Nothing here knows the package: the rules are those of ``naive_svoi``.  A ``Series`` holds what
happened, with every card, and how much of it the record tells: ``write`` gives the canonical text,
``truth`` what really happened, ``expected`` what the record determines by counting.

The play is random but sensible, so that most deals have the length of a game between people:
players mostly cover when they can, with a card that costs little, and lead what they can spare.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tests.oracle import naive_svoi as svoi
from tests.oracle.naive_svoi import (
    SB,
    SK,
    UNKNOWN,
    DealResult,
    Hands,
    Position,
    RuleSet,
    SeriesResult,
    Turn,
    WrittenDeal,
)

FORMS = ("deck", "hands", "some", "bare")
"""The written forms of a deal.

``deck``: the pack (not in SB, 8.1).  ``hands``: every hand as dealt.  ``some``: some of the hands,
in SB one, which tells the other.  ``bare``: nothing but turns.
"""

TRUMPS = ("each", "first")
"""Whether trumps are written in each deal, or only in the first and where they change."""

GIVES = ("all", "some", "none")
"""Which exchanges of sixes are written (7.3)."""

TAKES = ("list", "count", "mixed")
"""Whether the cards of a pick-up are listed."""

HIDDEN = ("open", "known", "unknown", "mixed")
"""Covers: all shown, some not shown but known, some nobody knows, or some of each (7.13)."""

CLAIMS = ("all", "none")
"""Whether the result of a deal is written."""

MOST_TURNS = 300
"""A deal that is not over by then is left unfinished (7.12)."""


@dataclass(frozen=True)
class Style:
    """How the record of a series is written."""

    form: str = "deck"
    trumps: str = "each"
    gives: str = "all"
    takes: str = "list"
    hidden: str = "open"
    claims: str = "all"
    is_last_cover_written: bool = True

    @property
    def knows_hands(self) -> bool:
        """Whether every card stands in the record at every moment."""
        return self.form in ("deck", "hands") and self.hidden in ("open", "known")


@dataclass
class Event:
    """A turn as it was and as it is written, and the lines that follow it."""

    truth: Turn
    written: Turn
    after: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """``2. E: 6d / Qs``."""
        return [self.written.text, *self.after]


@dataclass
class Deal:
    """A deal: who deals (in SB begins), trumps, hands as dealt, what happened, what it came to."""

    number: int
    first: str
    trumps: dict[str, str]
    dealt: Hands
    deck: list[str] = field(default_factory=list)
    told_seats: list[str] = field(default_factory=list)
    given: list[tuple[str, str, str]] = field(default_factory=list)
    start: Hands = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    out: list[tuple[str, str]] = field(default_factory=list)
    turns: int = 0
    loser: str | None = None
    is_drawn: bool = False
    is_unfinished: bool = False
    is_result_written: bool = True
    are_trumps_written: bool = True
    written_trumps: dict[str, str] | None = None
    written_result: str | None = None

    def trump_line(self) -> str:
        """``trumps N: c  E: d``."""
        trumps = self.written_trumps or self.trumps
        return "trumps " + "  ".join(f"{seat}: {suit}" for seat, suit in trumps.items())

    def setup_lines(self, rules: RuleSet, form: str) -> list[str]:
        """Dealer, trumps, pack or hands, and exchanges, as the form has them."""
        lines = [f"deal {self.number}", f"{'starter' if rules.is_open else 'dealer'} {self.first}"]
        if self.are_trumps_written:
            lines.append(self.trump_line())
        if form == "deck":
            lines.append("deck " + " ".join(self.deck))
        lines += [f"hand {seat}: {' '.join(cards)}" for seat, cards in self.told(form).items()]
        lines += [f"gives {giver}: {card} > {owner}" for giver, card, owner in self.given]
        return lines

    def told(self, form: str) -> Hands:
        """The hands that are written."""
        if form in ("deck", "bare"):
            return {}
        seats = self.dealt if form == "hands" else self.told_seats
        return {seat: self.dealt[seat] for seat in seats}

    def result_line(self) -> str:
        """``loser W``, ``drawn``, or that the deal is not finished."""
        if self.is_unfinished:
            return 'unfinished "late"'
        return "drawn" if self.is_drawn else f"loser {self.loser}"

    def lines(self, rules: RuleSet, form: str) -> list[str]:
        """The deal in canonical form."""
        lines = self.setup_lines(rules, form)
        for event in self.events:
            lines += event.lines()
        if self.written_result is not None:
            lines.append(self.written_result)
        elif self.is_result_written or self.is_unfinished:
            lines.append(self.result_line())
        return lines

    def truth(self, rules: RuleSet) -> DealResult:
        """What the deal came to."""
        result: DealResult = {
            "number": self.number,
            "dealer": None if rules.is_open else self.first,
            "turns": self.turns,
            "loser": self.loser,
            "drawn": self.is_drawn,
        }
        if rules.is_open:
            result["starter"] = self.first
        return result

    def leader(self, rules: RuleSet) -> str:
        """Who leads first (7.4, 8.2)."""
        return self.first if rules.is_open else svoi.first_to_act(rules.seats, self.first)

    def seen_turns(self) -> list[Turn]:
        """The turns as written, with the covers that are revealed later."""
        return [
            replace(event.written, cover=event.truth.cover) if event.after else event.written
            for event in self.events
        ]

    def as_written(self, form: str, turns: Sequence[Turn]) -> WrittenDeal:
        """What the record tells of the deal up to some turn."""
        hands = {seat: list(cards) for seat, cards in self.told(form).items()}
        deck = self.deck if form == "deck" else []
        trumps = dict(self.trumps)
        return WrittenDeal(
            self.number, trumps, self.first, deck, hands, list(self.given), list(turns)
        )

    def told_result(self, rules: RuleSet, form: str) -> DealResult:
        """What happened where the written turns determine it, else ``None``."""
        told = self.as_written(form, self.seen_turns()).result(rules)
        result = self.truth(rules)
        if told["turns"] != result["turns"]:
            result["turns"] = None
        if told["loser"] != result["loser"]:
            result["loser"] = None
        if told["drawn"] != result["drawn"]:
            result["drawn"] = None
        return result


@dataclass
class Series:
    """A series of deals, and how its record is written."""

    rules: RuleSet
    style: Style
    deals: list[Deal] = field(default_factory=list)
    tags: list[tuple[str, str]] = field(default_factory=list)

    def write(self) -> str:
        """The record in canonical form."""
        lines = ["%kozel 1"]
        lines += [f'[{name} "{text}"]' for name, text in self.tags]
        lines += [f'[Rules "{self.rules.text}"]', f'[Seats "{" ".join(self.rules.seats)}"]']
        for deal in self.deals:
            lines += ["", *deal.lines(self.rules, self.style.form)]
        return "\n".join(lines) + "\n"

    def truth(self) -> SeriesResult:
        """What really happened."""
        return {
            "rules": self.rules.name,
            "deals": [deal.truth(self.rules) for deal in self.deals],
        }

    def expected(self) -> SeriesResult:
        """What the record determines by plain counting; the rest is ``None``.

        A verifier may find more (a value that is the same in every world), never another value.
        """
        return {
            "rules": self.rules.name,
            "deals": [deal.told_result(self.rules, self.style.form) for deal in self.deals],
        }

    @property
    def is_told(self) -> bool:
        """Whether the record determines every result."""
        return self.expected() == self.truth()


# -- the table ------------------------------------------------------------------------------------


class Table:
    """A deal being played and written down; what breaks a rule can happen too, by ``act``."""

    def __init__(self, rules: RuleSet, deal: Deal, style: Style) -> None:
        """Begin a deal; ``deal.events`` is filled while it is played."""
        self.rules = rules
        self.deal = deal
        self.style = style
        hands = {seat: list(cards) for seat, cards in deal.start.items()}
        self.position = Position(rules, deal.trumps, hands, deal.leader(rules))
        self.unseen: set[str] = set()
        self.courage = dict.fromkeys(rules.seats, 0.95)
        self.thrift = dict.fromkeys(rules.seats, 0.85)
        self.malice = 0.3

    def set_mood(self, rng: Random) -> None:
        """How eagerly each seat covers, what it thinks of costs, and how hard the leads are."""
        self.malice = rng.choice((0.05, 0.15, 0.25))
        for seat in self.rules.seats:
            self.courage[seat] = rng.choice((0.8, 0.9, 0.95, 1.0))
            self.thrift[seat] = rng.choice((0.6, 0.85, 0.95))

    @property
    def seat(self) -> str:
        """Whose turn it is."""
        return self.position.due

    @property
    def number(self) -> int:
        """The number of the next turn."""
        return self.position.turns + 1

    def hand(self, seat: str) -> list[str]:
        """The hand of a seat."""
        return self.position.hands[seat]

    # -- choosing

    def covering(self, seat: str) -> list[str]:
        """The cards of a hand that cover the top (7.6)."""
        top = self.position.pile[-1]
        trump = self.deal.trumps[seat]
        return [card for card in self.hand(seat) if svoi.covers(card, top, trump)]

    def worth(self, seat: str, card: str) -> int:
        """How much a card costs its owner: low cards little, own trumps much."""
        value = -svoi.RANKS.index(svoi.rank_of(card))
        return value + 20 if svoi.suit_of(card) == self.deal.trumps[seat] else value

    def pick(self, seat: str, cards: Sequence[str], rng: Random) -> str:
        """One of some cards, mostly one that costs little."""
        if rng.random() < self.thrift[seat]:
            return min(cards, key=lambda card: self.worth(seat, card))
        return rng.choice(list(cards))

    def pick_lead(self, seat: str, cards: Sequence[str], rng: Random) -> str:
        """One of some cards, now and then one that few cards of the next player cover."""
        if rng.random() < self.malice:
            after = svoi.next_with_cards(self.rules.seats, self.position.held, seat)
            trump = self.deal.trumps[after]
            pack = svoi.whole_pack()
            return min(cards, key=lambda top: sum(svoi.covers(one, top, trump) for one in pack))
        return self.pick(seat, cards, rng)

    def choose(self, rng: Random, seat: str | None = None) -> Turn:
        """A legal turn of who is due, or of another seat with cards in his place."""
        seat = seat or self.seat
        if self.position.is_lead_due:
            return Turn(self.number, seat, lead=(self.pick_lead(seat, self.hand(seat), rng),))
        able = self.covering(seat)
        peace = self.peace(seat)
        if peace is not None:
            return peace
        if not able or rng.random() > self.courage[seat]:
            return self.pick_up(seat)
        return self.cover(seat, self.pick(seat, able, rng), rng)

    def peace(self, seat: str) -> Turn | None:
        """A turn that draws the deal: the last two cards against a last card (7.10)."""
        others = [other for other in self.rules.seats if other != seat and self.hand(other)]
        if len(others) != 1 or len(self.hand(seat)) != 2 or len(self.hand(others[0])) != 1:
            return None
        answer, trump = self.hand(others[0])[0], self.deal.trumps[others[0]]
        for card in self.covering(seat):
            (lead,) = (other for other in self.hand(seat) if other != card)
            if svoi.covers(answer, lead, trump):
                return Turn(self.number, seat, cover=(card,), lead=(lead,))
        return None

    def pick_up(self, seat: str) -> Turn:
        """Picking up the right number (7.7, 8.2)."""
        pile = self.position.pile
        count = svoi.pick_up(self.rules, pile, self.deal.trumps[seat])
        return Turn(self.number, seat, takes=count, seen=tuple(pile[: -count - 1 : -1]))

    def cover(self, seat: str, card: str, rng: Random) -> Turn:
        """Covering with a card, and leading another if there is one (7.5)."""
        left = [other for other in self.hand(seat) if other != card]
        lead = (self.pick_lead(seat, left, rng),) if left else ()
        return Turn(self.number, seat, cover=(card,), lead=lead)

    # -- writing

    def written(self, turn: Turn, rng: Random) -> tuple[Turn, list[str]]:
        """A turn as it is written, and what is written after it."""
        if turn.takes is not None:
            if self.style.takes == "count" or (self.style.takes == "mixed" and rng.random() < 0.5):
                return replace(turn, seen=()), []
            if rng.random() < 0.5:
                seen = [UNKNOWN if card in self.unseen else card for card in turn.seen]
                return replace(turn, seen=tuple(seen) if set(seen) != {UNKNOWN} else ()), []
            return turn, []
        if len(turn.cover) != 1 or len(turn.lead) != 1 or self.style.hidden == "open":
            return turn, []
        if rng.random() > 0.2:
            return turn, []
        if self.style.hidden == "known" or (self.style.hidden == "mixed" and rng.random() < 0.5):
            return replace(turn, is_hidden=True), []
        revealed = []
        if self.style.hidden == "mixed" and rng.random() < 0.3:
            revealed = [f"reveals {turn.number}. {turn.seat}: {turn.cover[0]}"]
        return replace(turn, cover=(UNKNOWN,), is_hidden=True), revealed

    def act(self, turn: Turn, rng: Random, *, is_plain: bool = False) -> Event:
        """Do what a turn says, be it legal or not; ``is_plain``: written with every card."""
        written, after = (turn, []) if is_plain else self.written(turn, rng)
        event = Event(turn, written, after)
        self.redo(event)
        return event

    def redo(self, event: Event) -> None:
        """Do again what an event was, and write it down as it was."""
        turn, written = event.truth, event.written
        if self.position.is_over:  # the last cover, which is no turn (7.10)
            self.deal.events.append(event)
            return
        self.unseen -= {*written.cover, *written.lead, *written.seen}
        if UNKNOWN in written.cover and not event.after:
            self.unseen |= set(turn.cover)
        self.position.happen(turn)
        self.deal.events.append(event)
        if self.position.is_over:
            self.finish()

    def finish(self) -> None:
        """The deal is over."""
        self.deal.out = list(self.position.out)
        self.deal.turns = self.position.turns
        self.deal.loser = self.position.loser
        self.deal.is_drawn = bool(self.position.is_drawn)

    # -- the whole deal

    def play_out(self, rng: Random) -> None:
        """Play the deal to its end, or leave it unfinished."""
        while not self.position.is_over and self.position.turns < MOST_TURNS:
            self.act(self.choose(rng), rng)
        if not self.position.is_over:
            self.finish()
            self.deal.is_unfinished = True
        is_shown = len(self.deal.events) > self.deal.turns
        if self.deal.is_drawn and self.style.is_last_cover_written and not is_shown:
            seat = self.position.last or ""
            turn = Turn(self.number, seat, cover=(self.hand(seat)[0],))
            self.act(turn, rng, is_plain=True)


# -- the series -----------------------------------------------------------------------------------


def random_trumps(rules: RuleSet, rng: Random) -> dict[str, str]:
    """Trumps, all different (7.1); in SB one black and one red (8.1)."""
    while True:
        trumps = dict(zip(rules.seats, rng.sample(svoi.SUITS, len(rules.seats)), strict=True))
        if svoi.are_trumps(rules, trumps):
            return trumps


def mirrored_hands(rules: RuleSet, trumps: Mapping[str, str], rng: Random) -> Hands:
    """Two hands, each the mirror of the other (8.1)."""
    first, second = rules.seats
    hand: list[str] = []
    for card in svoi.whole_pack():
        (other,) = svoi.mirrored([card], trumps)
        if other not in hand and card not in hand:
            hand.append(rng.choice((card, other)))
    hands = {first: hand, second: svoi.mirrored(hand, trumps)}
    for cards in hands.values():
        rng.shuffle(cards)
    return hands


def set_up(
    series: Series,
    rng: Random,
    first: str,
    trumps: dict[str, str],
    deck: list[str] | None = None,
) -> Deal:
    """A deal not yet played, after those of the series."""
    rules, style = series.rules, series.style
    number = series.deals[-1].number + 1 if series.deals else 1
    if rules.is_open:
        dealt = mirrored_hands(rules, trumps, rng)
        deal = Deal(number, first, trumps, dealt, start=dealt)
        deal.told_seats = [rng.choice(rules.seats)]
    else:
        deck = deck or rng.sample(svoi.whole_pack(), 36)
        dealt = svoi.deal_out(deck, rules.seats, first)
        deal = Deal(number, first, trumps, dealt, deck, start=svoi.exchanged(dealt, trumps))
        deal.told_seats = [seat for seat in rules.seats if rng.random() < 0.5]
        deal.given = [
            (giver, six, owner)
            for giver, six, owner in svoi.exchanges(dealt, trumps)
            if style.gives == "all" or (style.gives == "some" and rng.random() < 0.5)
        ]
    deal.is_result_written = style.claims == "all"
    is_same = bool(series.deals) and series.deals[-1].trumps == trumps
    deal.are_trumps_written = style.trumps == "each" or not is_same
    return deal


def next_first(series: Series, rng: Random) -> str:
    """Who deals next (7.2), anybody after an unfinished deal (9.12); in SB who begins."""
    last = series.deals[-1] if series.deals else None
    if last is None or last.is_unfinished or series.rules.is_open:
        return rng.choice(series.rules.seats)
    return svoi.next_dealer(last.first, last.loser)


def next_trumps(series: Series, rng: Random) -> dict[str, str]:
    """The trumps of the next deal, mostly those of the deal before."""
    if series.deals and rng.random() < 0.7:
        return dict(series.deals[-1].trumps)
    return random_trumps(series.rules, rng)


def play_deal(series: Series, deal: Deal, rng: Random) -> Deal:
    """Play a deal legally and put it into the series."""
    table = Table(series.rules, deal, series.style)
    table.set_mood(rng)
    table.play_out(rng)
    series.deals.append(deal)
    return deal


def play_on(series: Series, rng: Random, deals: int) -> None:
    """Play legal deals until the series has so many; seek a draw now and then."""
    while len(series.deals) < deals:
        first, trumps = next_first(series, rng), next_trumps(series, rng)
        tries = 20 if not series.rules.is_open and rng.random() < 0.1 else 1
        for _ in range(tries):
            deal = play_deal(series, set_up(series, rng, first, trumps), rng)
            if deal.is_drawn:
                break
            series.deals.pop()
        else:
            series.deals.append(deal)


def random_series(
    rules: str,
    seats: Sequence[str],
    options: str,
    rng: Random,
    form: str = "deck",
    *,
    trumps: str = "each",
    gives: str = "all",
    takes: str = "list",
    hidden: str = "open",
    claims: str = "all",
    is_last_cover_written: bool = True,
    deals: int = 3,
) -> Series:
    """A random legal series.

    ``rules`` is the id of a rule set, ``options`` what follows it in the ``Rules`` tag; ``form``,
    ``trumps``, ``gives``, ``takes``, ``hidden`` and ``claims`` are words of ``FORMS``, ``TRUMPS``,
    ``GIVES``, ``TAKES``, ``HIDDEN`` and ``CLAIMS``.
    """
    rule_set = svoi.read_rules(f"{rules} {options}", seats)
    if rule_set.is_open and form == "deck":
        raise ValueError("there is no deck in the open game")
    style = Style(form, trumps, gives, takes, hidden, claims, is_last_cover_written)
    series = Series(rule_set, style, tags=[("Event", "Example")])
    play_on(series, rng, deals)
    return series


def random_style(rules: str, rng: Random) -> Style:
    """Any way of writing a record by a rule set."""
    return Style(
        rng.choice(FORMS if rules == SK else FORMS[1:]),
        rng.choice(TRUMPS),
        rng.choice(GIVES),
        rng.choice(TAKES),
        rng.choice(HIDDEN),
        rng.choice(CLAIMS),
        rng.random() < 0.5,
    )


def styled_series(
    rules: str, seats: Sequence[str], options: str, rng: Random, style: Style, deals: int = 3
) -> Series:
    """A random legal series written in a style."""
    return random_series(
        rules,
        seats,
        options,
        rng,
        style.form,
        trumps=style.trumps,
        gives=style.gives,
        takes=style.takes,
        hidden=style.hidden,
        claims=style.claims,
        is_last_cover_written=style.is_last_cover_written,
        deals=deals,
    )


def random_table(rng: Random) -> tuple[str, list[str], str]:
    """Any rule set with seats and options."""
    if rng.random() < 0.25:
        return SB, ["N", "S"], rng.choice(("", "after-pickup=taker"))
    return SK, ["N", "E", "S", "W"][: rng.choice((2, 3, 4, 4, 4))], ""
