"""Faults put into random legal matches, each with the one finding that must follow.

A fault takes a legal ``Match``, a source of chance and a style, and returns the damaged text and
the finding, or ``None`` if the match offers no place for it in that style:

- ``"text"``: only the text is edited, the rest of the record stays as it was.  Right where the
  rest is still what happened, or where what follows is only a consequence (9.3) or depends on
  cards whose places contradict each other (verdicts 1: the rest of the deal is then judged only by
  clauses that need no card identity).
- ``"resimulate"``: the fault really happens at the table, and the rest of the match is played on
  legally from there (9.5 to 9.12).

A finding names code, deal, trick and seat; ``None`` there means that the rules do not pin it.  The
damaged record has exactly one *error*; warnings and notes (K2018, K3401, K3402, K6001, K6003,
K0101) may stand beside it.

Readings chosen where the specification leaves a choice:

1.  K3001 is put only where the draws after the trick before are written, or nothing was drawn:
    after unwritten draws a wrong lead is the table's choice of the taker (9.8), which is the fault
    of ``table_gives_trick``.
2.  K3201 never changes the first draw of a line: that would be the table's choice (9.8).
3.  K3204 never leaves out the first to draw, for the same reason, and leaves a seat out of the
    whole line.
4.  K3012 leaves out the last responder; a responder in the middle might be read as K3002 of the
    next one, and ``S: -`` as K3005.  No declaration follows before the next lead: it might be read
    as one inside the trick (K3103).
5.  K3013 is a second, face-down response of a responder after everybody has answered; the turn
    (K3002) is not at stake because it is nobody's.
6.  A card that cannot be where it is played (K3006, K3007) stays in the record where it was played
    rightly; the second appearance is not reported.  The exchanged cards have equal points, so that
    no claim depends on it.
7.  In KG a hand of three shown while all hold three is K3103 by 4.6, so K3104 shows three of four.
8.  A five-card lead (K3003) and a lead beyond the hand (K3011) hold a card that is really
    somewhere else; possession is not reported beside them (verdicts 2), nor is its later play.
9.  K3014 is an unknown face-down response of a player who is out.
10. K3203 after the end of the stock writes ``?`` for the card: it cannot have happened, so it
    changes no hand (9.2).
11. K3301 is one finding for a whole trick after the last.
12. K2008 leaves a card out of a hand, K2009 a card out of the pack or the stock; a pack that is
    short because a hand is short is K2008 only.
13. K2012 in a trick is addressed by the number that is written.
14. K2017, K2001, K2002, K2003 and a missing ``Rules`` or ``Seats`` leave nothing that can be
    judged, so that seats and plays are not reported as faults.
15. K5006 in the text style changes the last ``score``; in the other style all from a deal on by
    the same amount, which is one change of distance (9.3).
16. An existing declaration with the wrong word (9.9) is K3101 or K3102 and takes the lead all the
    same, in KG with the led hand unbeatable as ever.
17. After ``table_gives_trick`` with draws that are not written, they were drawn from the seat that
    the table chose, which the next lead tells (9.8), not from the taker by 3.5.
18. With ``declarations=off`` a word of another game might be K3106 as well as K3304, so K3304 is
    put only where there are declarations.
19. A header tag, or ``carried``, inside a deal is K2011.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from random import Random

from tests.oracle import naive_kozel as kozel
from tests.oracle import naive_play as play
from tests.oracle.naive_kozel import KG, KP
from tests.oracle.naive_play import Deal, Draws, Event, Line, Match, Play, Shows, Table, Trick

TEXT = "text"
RESIMULATE = "resimulate"
STYLES = (TEXT, RESIMULATE)


@dataclass(frozen=True)
class Finding:
    """The one error that a damaged record must be found to have."""

    code: str
    deal: int | None = None
    trick: int | None = None
    seat: str | None = None


Damaged = tuple[str, Finding]
Fault = Callable[[Match, Random, str], Damaged | None]


# -- places ---------------------------------------------------------------------------------------


@dataclass
class Place:
    """An event of a match, in a copy that may be damaged."""

    match: Match
    deal_index: int
    event_index: int

    @property
    def deal(self) -> Deal:
        """The deal."""
        return self.match.deals[self.deal_index]

    @property
    def event(self) -> Event:
        """The event."""
        return self.deal.events[self.event_index]

    @property
    def trick(self) -> Trick:
        """The event, which is a trick."""
        event = self.event
        if not isinstance(event, Trick):
            raise TypeError(event)
        return event

    def table(self) -> Table:
        """The table as it was just before the event; draws that drew nothing are done."""
        fresh = replace(self.deal, events=[])
        table = Table(self.match.rules, fresh, self.match.style)
        for event in self.deal.events[: self.event_index]:
            table.redo(event)
        if isinstance(self.event, Trick) and table.must_draw:
            table.draw()
        return table

    def before_trick(self, text: str) -> None:
        """Write a line just before the event."""
        self.deal.events.insert(self.event_index, Line(text))

    def finish(self, table: Table, rng: Random) -> str:
        """Play the rest of the match legally from what happened, and write it down."""
        deals = len(self.match.deals)
        del self.match.deals[self.deal_index :]
        table.set_mood(rng)
        table.play_out(rng)
        self.match.deals.append(table.deal)
        play.settle(self.match)
        play.play_on(self.match, rng, deals)
        return self.match.write()


def places(match: Match, rng: Random, kind: type[Event]) -> Iterator[Place]:
    """Every event of a kind in random order, each in a copy of its deal."""
    found = [
        (deal_index, event_index)
        for deal_index, deal in enumerate(match.deals)
        for event_index, event in enumerate(deal.events)
        if isinstance(event, kind)
    ]
    rng.shuffle(found)
    for deal_index, event_index in found:
        deals = list(match.deals)
        deals[deal_index] = deepcopy(deals[deal_index])
        yield Place(replace(match, deals=deals), deal_index, event_index)


def trick_places(match: Match, rng: Random) -> Iterator[Place]:
    """Every trick in random order."""
    return places(match, rng, Trick)


def deal_copies(match: Match, rng: Random) -> Iterator[tuple[Match, Deal]]:
    """Every deal in random order, each in a copy of the match."""
    order = list(range(len(match.deals)))
    rng.shuffle(order)
    for index in order:
        copy = deepcopy(match)
        yield copy, copy.deals[index]


def is_told(deal: Deal) -> bool:
    """Whether the record tells every card of a deal."""
    return all(laid.is_known for trick in deal.all_tricks() for laid in trick.plays)


def is_counted(match: Match, deal: Deal) -> bool:
    """Whether the record determines the points of a deal."""
    return not play.piles_untold(match.rules, deal)


def winning_before(table: Table, trick: Trick, place: int) -> list[str]:
    """The winning set when a play of a trick is made."""
    winner = table.winner_of(trick.plays[:place], is_declared=trick.declared)
    return next(laid.cards for laid in trick.plays if laid.seat == winner)


def are_responses_legal(table: Table, trick: Trick) -> bool:
    """Whether every response of KP shown open beats the winning set of its moment (3.7)."""
    if table.rules.name != KP:
        return True
    return all(
        not laid.is_open
        or kozel.set_beats(
            laid.cards, winning_before(table, trick, place), table.trump, shokha=table.rules.shokha
        )
        for place, laid in enumerate(trick.plays)
        if place > 0
    )


def responses(
    table: Table, lead: Play, order: Sequence[str], rng: Random, *, is_declared: bool = False
) -> list[Play]:
    """The lead and legal answers in an order of seats; the cards leave the hands."""
    table.take_from_hand(lead)
    plays = [lead]
    for seat in order:
        if table.hands[seat]:
            plays.append(table.answer(seat, plays, rng, is_declared=is_declared))
            table.take_from_hand(plays[-1])
    return plays


def others(table: Table, leader: str) -> list[str]:
    """The responders with cards, clockwise."""
    seats = kozel.clockwise_from(table.seats, leader)[1:]
    return [seat for seat in seats if table.hands[seat]]


def down(table: Table, seat: str, cards: Sequence[str]) -> Play:
    """A response face down, known or not as the record has its hidden cards."""
    return play.laid_down(seat, cards, is_unknown=table.style.hidden == "unknown")


# -- K2: the record as such -----------------------------------------------------------------------


def unknown_rule_set(match: Match, rng: Random, style: str) -> Damaged | None:
    """K2001: a rule set or a version that does not exist; nothing else can be judged."""
    if style != TEXT:
        return None
    name = rng.choice(("kozel-pairs-tvaladze@2", "kozel-general@9", "kozel-unheard-of@1"))
    old = f'[Rules "{match.rules.text}"]'
    return match.write().replace(old, f'[Rules "{name}"]', 1), Finding("K2001")


def unknown_option(match: Match, rng: Random, style: str) -> Damaged | None:
    """K2002: an option that the rule set does not have, or a bad value (rules, table)."""
    if style != TEXT:
        return None
    options = ["shokha=maybe", "declarations=2", "deals=0", "deals=1000", "limit=0", "colour=red"]
    if match.rules.name == KP or len(match.rules.seats) != 3:
        options.append("pack=35")
    options.append("deals=3 limit=9")
    old = f'[Rules "{match.rules.text}"]'
    new = f'[Rules "{match.rules.name} {rng.choice(options)}"]'
    return match.write().replace(old, new, 1), Finding("K2002")


def wrong_number_of_seats(match: Match, rng: Random, style: str) -> Damaged | None:
    """K2003: five seats; seats are added so that no seat that acts is unknown."""
    if style != TEXT:
        return None
    seats = list(match.rules.seats)
    spare = [name for name in ("Q1", "X", "Y2", "Zed") if name not in seats]
    rng.shuffle(spare)
    seats += spare[: 5 - len(seats)]
    old = f'[Seats "{" ".join(match.rules.seats)}"]'
    return match.write().replace(old, f'[Seats "{" ".join(seats)}"]', 1), Finding("K2003")


def unknown_seat(match: Match, rng: Random, style: str) -> Damaged | None:
    """K2004: a seat that nobody has, in a tag or in a statement that moves nothing."""
    if style != TEXT:
        return None
    if rng.random() < 0.4:
        seats = f'[Seats "{" ".join(match.rules.seats)}"]'
        added = f'{seats}\n[Player Xenia "Ana"]'
        return match.write().replace(seats, added, 1), Finding("K2004")
    for place in trick_places(match, rng):
        card = place.trick.plays[0].cards[0]
        number = place.deal.number
        place.deal.events.insert(place.event_index + 1, Line(f"exposed Xenia: {card}"))
        return place.match.write(), Finding("K2004", number)
    return None


def repeated_statement(match: Match, rng: Random, style: str) -> Damaged | None:
    """K2005: a tag or statement a second time, with the same words (notation 7.4)."""
    if style != TEXT:
        return None
    if rng.random() < 0.3:
        event = '[Event "Example"]'
        return match.write().replace(event, f"{event}\n{event}", 1), Finding("K2005")
    for copy, deal in deal_copies(match, rng):
        setup = deal.setup_lines(match.style.form)[1:]
        counted = deal.count_lines() if match.style.claims_count else []
        line = rng.choice(setup + counted)
        if line in counted:
            deal.extra_count.append(line)
        else:
            deal.extra_setup.append(line)
        return copy.write(), Finding("K2005", deal.number)
    return None


def set_up_in_place(match: Match, deal: Deal) -> list[list[str]]:
    """The written lists of cards that may be damaged: the pack, or the hands and the stock."""
    hands, _, stock = kozel.deal_out(deal.deck, deal.seats, deal.dealer)
    deal.written_deck = list(deal.deck)
    deal.written_hands = hands
    deal.written_stock = stock
    if match.style.form == "deck":
        return [deal.written_deck]
    if match.style.form == "hands":
        return [*hands.values(), stock]
    return list(hands.values()) if match.style.form == "dealt" else []


def repeated_card(match: Match, rng: Random, style: str) -> Damaged | None:
    """K2006: one card of the set-up is written in the place of another (1.1).

    The card that is then missing was at its place all the same; that it is played is a consequence
    (9.3).
    """
    if style != TEXT:
        return None
    for copy, deal in deal_copies(match, rng):
        lists = [cards for cards in set_up_in_place(copy, deal) if len(cards) > 1]
        spots = [(a, b) for a, cards in enumerate(lists) for b in range(len(cards))]
        spots = [(a, b) for a, b in spots if lists[a][b] != deal.trump]
        if len(spots) < 2:
            continue
        (a, b), (c, d) = rng.sample(spots, 2)
        lists[a][b] = lists[c][d]
        return copy.write(), Finding("K2006", deal.number)
    return None


def card_not_in_pack(match: Match, rng: Random, style: str) -> Damaged | None:
    """K2007: a card of another pack, in the set-up or exposed; 6c too where it is removed (2.7)."""
    if style != TEXT:
        return None
    for copy, deal in deal_copies(match, rng):
        strange = [f"{rank}{suit}" for rank in "2345" for suit in kozel.SUITS]
        if len(deal.deck) == 35:
            strange += ["6c"] * 8
        card = rng.choice(strange)
        lists = set_up_in_place(copy, deal)
        if lists and rng.random() < 0.5:
            cards = rng.choice(lists)
            spots = [spot for spot, other in enumerate(cards) if other != deal.trump]
            cards[rng.choice(spots)] = card
        else:
            first = deal.events.index(deal.all_tricks()[0])
            deal.events.insert(first + 1, Line(f"exposed {rng.choice(deal.seats)}: {card}"))
        return copy.write(), Finding("K2007", deal.number)
    return None


def wrong_hand_size(match: Match, rng: Random, style: str) -> Damaged | None:
    """K2008: a hand written with three cards (2.3); the missing card was in it all the same."""
    if style != TEXT or match.style.form not in ("hands", "dealt"):
        return None
    for copy, deal in deal_copies(match, rng):
        set_up_in_place(copy, deal)
        seat = rng.choice(deal.seats)
        if deal.written_hands is not None:
            deal.written_hands[seat].pop(rng.randrange(4))
        return copy.write(), Finding("K2008", deal.number, None, seat)
    return None


def wrong_pack_size(match: Match, rng: Random, style: str) -> Damaged | None:
    """K2009: a pack or a stock that is a card short (1.1, 2.3); what was drawn is not in doubt.

    The card left out is the one drawn last but one, so that no other place is shifted.
    """
    if style != TEXT or match.style.form not in ("deck", "hands"):
        return None
    for copy, deal in deal_copies(match, rng):
        set_up_in_place(copy, deal)
        if deal.written_deck is not None and deal.written_stock is not None:
            deal.written_deck.pop()
            deal.written_stock.pop(-2)
        return copy.write(), Finding("K2009", deal.number)
    return None


def deal_contradiction(match: Match, rng: Random, style: str) -> Damaged | None:
    """K2010: pack and hands disagree about two cards; the hands are right and go before (4)."""
    if style != TEXT:
        return None
    for copy, deal in deal_copies(match, rng):
        copy.style = replace(copy.style, form="both")
        count = len(deal.seats)
        deck = list(deal.deck)
        a, b = rng.randrange(4 * count), rng.randrange(4 * count)
        if a % count == b % count:
            continue
        deck[a], deck[b] = deck[b], deck[a]
        deal.written_deck = deck
        return copy.write(), Finding("K2010", deal.number)
    return None


def statement_out_of_place(match: Match, rng: Random, style: str) -> Damaged | None:
    """K2011: a header tag, or what was carried over, after a trick (notation 3 and 4)."""
    if style != TEXT:
        return None
    for place in trick_places(match, rng):
        sides = kozel.sides_of(match.rules)
        carried = "carried " + "  ".join(f"{side}: 0" for side in sides)
        line = rng.choice(('[Site "Tbilisi"]', carried))
        number = place.deal.number
        place.deal.events.insert(place.event_index + 1, Line(line))
        return place.match.write(), Finding("K2011", number)
    return None


def wrong_number(match: Match, rng: Random, style: str) -> Damaged | None:
    """K2012: a deal or trick out of sequence.

    A number is judged from the number written before (9.3).  Text style: the last deal or the last
    trick of a deal; the other style: the following numbers go on from the wrong one.
    """
    step = rng.choice((1, 2, 5))
    if rng.random() < 0.5:
        copy = deepcopy(match)
        index = len(copy.deals) - 1 if style == TEXT else rng.randrange(len(copy.deals))
        for deal in copy.deals[index:]:
            deal.number += step
        return copy.write(), Finding("K2012", copy.deals[index].number)
    for copy, deal in deal_copies(match, rng):
        tricks = deal.all_tricks()
        index = len(tricks) - 1 if style == TEXT else rng.randrange(len(tricks))
        for trick in tricks[index:]:
            trick.written_number = trick.number + step
        return copy.write(), Finding("K2012", deal.number, tricks[index].written_number)
    return None


def statement_of_another_game(match: Match, rng: Random, style: str) -> Damaged | None:
    """K2013: a statement that only Svoi Kozyri or the money game has."""
    if style != TEXT:
        return None
    for copy, deal in deal_copies(match, rng):
        seat = rng.choice(deal.seats)
        suits = "cdhs"
        own = "  ".join(
            f"{who}: {suit}" for who, suit in zip(match.rules.seats, suits, strict=False)
        )
        before = rng.choice((f"trumps {own}", f"starter {seat}", None))
        if before is None:
            deal.extra_count.append(rng.choice((f"loser {seat}", "drawn", f"pot {seat}: 4")))
        else:
            deal.extra_setup.append(before)
        return copy.write(), Finding("K2013", deal.number)
    return None


def missing_statement(match: Match, rng: Random, style: str) -> Damaged | None:
    """K2015: no ``Rules``, no ``Seats`` in KG, no ``dealer``, no ``trump`` without ``deck``."""
    if style != TEXT:
        return None
    lines = match.write().splitlines()
    words = ["[Rules", "dealer"]
    if match.rules.name == KG:
        words.append("[Seats")
    if match.style.form in ("hands", "dealt", "bare"):
        words.append("trump")
    word = rng.choice(words)
    found = [place for place, line in enumerate(lines) if line.split(" ")[0] == word]
    chosen = rng.choice(found)
    deals = [line for line in lines[:chosen] if line.startswith("deal ")]
    del lines[chosen]
    number = int(deals[-1].split()[1]) if deals else None
    return "\n".join(lines) + "\n", Finding("K2015", number)


def bad_seat_name(match: Match, rng: Random, style: str) -> Damaged | None:
    """K2017: a seat that reads as a card, begins with a small letter, or stands twice."""
    if style != TEXT:
        return None
    seats = list(match.rules.seats)
    seats[-1] = rng.choice(("As", "10h", "AS", "w", seats[0], "7c"))
    old = f'[Seats "{" ".join(match.rules.seats)}"]'
    return match.write().replace(old, f'[Seats "{" ".join(seats)}"]', 1), Finding("K2017")


# -- K3001 to K3014: tricks -----------------------------------------------------------------------


def is_draw_visible(place: Place) -> bool:
    """Whether what was drawn before a trick is written with its order, or nothing was drawn."""
    before = place.deal.events[place.event_index - 1] if place.event_index else None
    if isinstance(before, Draws):
        return before.how in ("each", "split", "blind")
    return before is None or isinstance(before, Trick)


def lead_out_of_turn(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3001: somebody else leads; he is the leader of that trick (2.5, 3.9, 9.5)."""
    if style != RESIMULATE:
        return None
    for place in trick_places(match, rng):
        if not is_draw_visible(place):
            continue
        table = place.table()
        seats = others(table, table.natural_leader())
        if seats:
            seat = rng.choice(seats)
            trick = table.trick(rng, leader=seat)
            finding = Finding("K3001", place.deal.number, trick.number, seat)
            return place.finish(table, rng), finding
    return None


def response_out_of_turn(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3002: two neighbouring responders in exchanged order, one finding at the first (3.2, 9.5).

    In the text style the winner and the legality of what was shown stay the same in the new order.
    """
    for place in trick_places(match, rng):
        trick = place.trick
        if len(trick.plays) < 3:
            continue
        table = place.table()
        first = rng.randrange(1, len(trick.plays) - 1)
        if style == TEXT:
            plays = trick.plays
            plays[first], plays[first + 1] = plays[first + 1], plays[first]
            is_same = table.winner_of(plays, is_declared=trick.declared) == trick.winner
            if not is_same or not are_responses_legal(table, trick):
                continue
            finding = Finding("K3002", place.deal.number, trick.number, plays[first].seat)
            return place.match.write(), finding
        lead = trick.plays[0]
        order = others(table, lead.seat)
        order[first - 1], order[first] = order[first], order[first - 1]
        laid = responses(table, lead, order, rng, is_declared=trick.declared)
        table.finish_trick(laid, is_declared=trick.declared)
        finding = Finding("K3002", place.deal.number, trick.number, order[first - 1])
        return place.finish(table, rng), finding
    return None


def worthless_stranger(table: Table, trick: Trick, rng: Random) -> str | None:
    """A card without points that the leader does not hold and that has not been played yet."""
    leader = trick.plays[0].seat
    cards = [card for seat, hand in table.hands.items() if seat != leader for card in hand]
    cards = [card for card in cards if kozel.points_of([card]) == 0 and card != kozel.SHOKHA]
    return rng.choice(cards) if cards else None


def swollen_lead(
    match: Match, rng: Random, style: str, code: str, is_fitting: Callable[[Table], bool]
) -> Damaged | None:
    """A lead of the whole hand with one card more, which comes from somebody else's hand.

    No response can then win (9.6), so the leader takes it, and the number of cards in the
    responses is not judged (verdicts 2).  In the text style he took it before too, and the card
    has no points.  In the other style its owner answers with a card less: hands are equal again.
    """
    for place in trick_places(match, rng):
        trick = place.trick
        table = place.table()
        leader = trick.plays[0].seat
        if trick.declared or not is_fitting(table):
            continue
        card = worthless_stranger(table, trick, rng)
        is_beaten = trick.winner != leader or any(laid.is_open for laid in trick.plays[1:])
        if card is None or is_beaten or len(trick.plays[0].cards) != len(table.hands[leader]):
            continue
        finding = Finding(code, place.deal.number, trick.number, leader)
        lead = play.shown(leader, [*trick.plays[0].cards, card])
        if style == TEXT:
            trick.plays[0] = lead
            return place.match.write(), finding
        owner = next(seat for seat, hand in table.hands.items() if card in hand)
        if match.style.hidden != "known" or len(table.hands[owner]) < 2:
            continue
        table.hands[owner].remove(card)
        table.hands[leader].append(card)
        table.take_from_hand(lead)
        plays = [lead]
        for seat in others(table, leader):
            plays.append(down(table, seat, list(table.hands[seat])))
            table.take_from_hand(plays[-1])
        table.finish_trick(plays)
        return place.finish(table, rng), finding
    return None


def lead_size(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3003: five cards led from a hand of four, one finding (3.1, verdicts 2)."""
    return swollen_lead(
        match,
        rng,
        style,
        "K3003",
        lambda table: all(len(hand) == 4 for hand in table.hands.values()),
    )


def lead_exceeds_hand(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3011: more cards led than the smallest hand holds (9.10).

    Either one more than everybody holds, or, with ``pack=35``, four while the third player has
    three: there the number of cards in the responses is not judged (verdicts 2).
    """
    short = short_third_hand(match, rng, style)
    if short is not None:
        return short

    def is_fitting(table: Table) -> bool:
        sizes = {len(hand) for hand in table.hands.values()}
        return len(sizes) == 1 and sizes.pop() < 4 and not table.stock

    return swollen_lead(match, rng, style, "K3011", is_fitting)


def short_third_hand(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3011 with ``pack=35``: four cards led while one hand holds three (2.7, 9.10)."""
    if style != RESIMULATE:
        return None
    for place in trick_places(match, rng):
        table = place.table()
        leader = table.natural_leader()
        sizes = {len(hand) for hand in table.hands.values() if hand}
        if table.declared or sizes != {3, 4} or len(table.hands[leader]) != 4:
            continue
        lead = play.shown(leader, list(table.hands[leader]))
        table.take_from_hand(lead)
        plays = [lead]
        for seat in others(table, leader):
            plays.append(down(table, seat, list(table.hands[seat])))
            table.take_from_hand(plays[-1])
        trick = table.finish_trick(plays)
        finding = Finding("K3011", place.deal.number, trick.number, leader)
        return place.finish(table, rng), finding
    return None


def lead_mixed_suits(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3004: two suits led (3.1); the set is compared as it fell (9.7)."""
    if style != RESIMULATE:
        return None
    for place in trick_places(match, rng):
        table = place.table()
        leader = table.declared[0] if table.declared else table.natural_leader()
        size = min(rng.choice((2, 2, 3)), table.longest_lead())
        if table.declared and match.rules.name == KG:
            continue
        cards = list(table.hands[leader])
        rng.shuffle(cards)
        if size < 2 or kozel.is_one_suit(cards[:size], shokha=match.rules.shokha):
            continue
        trick = table.trick(rng, leader, cards[:size])
        finding = Finding("K3004", place.deal.number, trick.number, leader)
        return place.finish(table, rng), finding
    return None


def response_size(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3005: a response of one card less or more, face down; it belongs to the trick (3.2, 9.6)."""
    if style != RESIMULATE:
        return None
    for place in trick_places(match, rng):
        trick, table = place.trick, place.table()
        lead = trick.plays[0]
        order = others(table, lead.seat)
        guilty = rng.choice(order)
        size = len(lead.cards) + rng.choice((-1, 1))
        if not 1 <= size <= len(table.hands[guilty]):
            continue
        before = order[: order.index(guilty)]
        plays = responses(table, lead, before, rng, is_declared=trick.declared)
        plays.append(down(table, guilty, rng.sample(table.hands[guilty], size)))
        table.take_from_hand(plays[-1])
        for seat in order[order.index(guilty) + 1 :]:
            plays.append(table.answer(seat, plays, rng, is_declared=trick.declared))
            table.take_from_hand(plays[-1])
        table.finish_trick(plays, is_declared=trick.declared)
        finding = Finding("K3005", place.deal.number, trick.number, guilty)
        return place.finish(table, rng), finding
    return None


def hidden_cards(trick: Trick) -> list[tuple[int, int]]:
    """Where a trick has known face-down cards: the play and the card, the lead left out."""
    return [
        (number, spot)
        for number, laid in enumerate(trick.plays)
        for spot in range(len(laid.cards))
        if number > 0 and laid.down[spot] and not laid.unknown[spot] and all(laid.down)
    ]


def substituted(
    place: Place, rng: Random, code: str, cards_for: Callable[[int], Sequence[str]]
) -> Damaged | None:
    """A face-down card of a trick written as another one of equal points."""
    trick = place.trick
    spots = hidden_cards(trick)
    rng.shuffle(spots)
    for number, spot in spots:
        laid = trick.plays[number]
        fitting = [
            card
            for card in cards_for(number)
            if card not in laid.cards
            and kozel.points_of([card]) == kozel.points_of([laid.cards[spot]])
        ]
        if fitting:
            laid.cards[spot] = rng.choice(fitting)
            finding = Finding(code, place.deal.number, trick.number, laid.seat)
            return place.match.write(), finding
    return None


def card_not_held(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3006: a face-down card that is known to be in another hand (9.2, 9.6).

    Face down it cannot win, and it has the points of the right one.  After it no world is left, so
    that its owner plays it later is not judged (verdicts 1).
    """
    if style != TEXT or not match.style.knows_hands:
        return None
    for place in trick_places(match, rng):
        table = place.table()

        def elsewhere(number: int, place: Place = place, table: Table = table) -> list[str]:
            played = {card for laid in place.trick.plays[:number] for card in laid.cards}
            own = place.trick.plays[number].seat
            return [
                card
                for seat, hand in table.hands.items()
                if seat != own
                for card in hand
                if card not in played
            ]

        damaged = substituted(place, rng, "K3006", elsewhere)
        if damaged is not None:
            return damaged
    return None


def card_already_played(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3007: a face-down card that was seen leaving before (9.2); as with K3006 nothing follows."""
    if style != TEXT:
        return None
    for place in trick_places(match, rng):
        earlier = place.deal.events[: place.event_index]
        seen = [
            card
            for event in earlier
            if isinstance(event, Trick)
            for laid in event.plays
            for card in laid.written()
            if card != "?"
        ]

        def gone(number: int, place: Place = place, seen: Sequence[str] = seen) -> list[str]:
            now = [card for laid in place.trick.plays[:number] for card in laid.written()]
            return [card for card in [*seen, *now] if card != "?"]

        damaged = substituted(place, rng, "K3007", gone)
        if damaged is not None:
            return damaged
    return None


def exposed_losing_response(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3008: a response of KP laid open although it does not beat (3.7); it loses all the same."""
    if style != TEXT or match.rules.name != KP:
        return None
    for place in trick_places(match, rng):
        table, trick = place.table(), place.trick
        for number, laid in enumerate(trick.plays[1:], start=1):
            winning = winning_before(table, trick, number)
            is_winning = kozel.set_beats(
                laid.cards, winning, table.trump, shokha=match.rules.shokha
            )
            if all(laid.down) and laid.is_known and not is_winning:
                laid.down = [False] * len(laid.cards)
                finding = Finding("K3008", place.deal.number, trick.number, laid.seat)
                return place.match.write(), finding
    return None


def partly_exposed_response(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3009: a face-down response of KP with one card shown; it loses all the same (3.7)."""
    if style != TEXT or match.rules.name != KP:
        return None
    for place in trick_places(match, rng):
        for laid in place.trick.plays[1:]:
            spots = [spot for spot, hidden in enumerate(laid.unknown) if not hidden]
            if all(laid.down) and len(laid.cards) > 1 and spots:
                laid.down[rng.choice(spots)] = False
                finding = Finding("K3009", place.deal.number, place.trick.number, laid.seat)
                return place.match.write(), finding
    return None


def face_down_lead(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3010: a lead face down; it is judged as if it had been open (3.1, 9.7)."""
    if style != TEXT:
        return None
    for place in trick_places(match, rng):
        if not place.trick.declared:
            lead = place.trick.plays[0]
            lead.down = [True] * len(lead.cards)
            finding = Finding("K3010", place.deal.number, place.trick.number, lead.seat)
            return place.match.write(), finding
    return None


def missing_response(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3012: the last responder lays nothing, and the next trick follows (3.2, 9.10).

    Nobody declares in between: a hand shown then might stand inside the broken trick.
    """
    if style != RESIMULATE:
        return None
    for place in trick_places(match, rng):
        trick, table = place.trick, place.table()
        lead = trick.plays[0]
        order = others(table, lead.seat)
        if order:
            plays = responses(table, lead, order[:-1], rng, is_declared=trick.declared)
            table.finish_trick(plays, is_declared=trick.declared)
            table.draw()
            table.trick(rng)
            finding = Finding("K3012", place.deal.number, trick.number, order[-1])
            return place.finish(table, rng), finding
    return None


def surplus_response(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3013: a responder lays a second set, face down, when all have answered (3.2, 9.6)."""
    if style != RESIMULATE:
        return None
    for place in trick_places(match, rng):
        trick, table = place.trick, place.table()
        lead = trick.plays[0]
        order = others(table, lead.seat)
        size = len(lead.cards)
        able = [seat for seat in order if len(table.hands[seat]) >= 2 * size]
        if not able:
            continue
        plays = responses(table, lead, order, rng, is_declared=trick.declared)
        guilty = rng.choice(able)
        plays.append(down(table, guilty, rng.sample(table.hands[guilty], size)))
        table.take_from_hand(plays[-1])
        table.finish_trick(plays, is_declared=trick.declared)
        finding = Finding("K3013", place.deal.number, trick.number, guilty)
        return place.finish(table, rng), finding
    return None


def player_is_out(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3014: a player who is out answers in a later deal (5.7); face down it changes nothing."""
    if style != TEXT:
        return None
    for place in trick_places(match, rng):
        out = [seat for seat in match.rules.seats if seat not in place.deal.seats]
        if out:
            size = len(place.trick.plays[0].cards)
            place.trick.plays.append(play.laid_down(out[0], ["?"] * size, is_unknown=True))
            place.trick.claim = None
            finding = Finding("K3014", place.deal.number, place.trick.number, out[0])
            return place.match.write(), finding
    return None


# -- K3101 to K3107: declarations -----------------------------------------------------------------


def windows(match: Match, rng: Random) -> Iterator[tuple[Place, Table]]:
    """Every moment before a lead where hands of four may be shown, draws being complete (4.3)."""
    for place in trick_places(match, rng):
        table = place.table()
        hands = [hand for hand in table.hands.values() if hand]
        if match.rules.name == KP or all(len(hand) >= 4 for hand in hands):
            yield place, table


def full_hands(place: Place, table: Table, rng: Random) -> list[tuple[str, list[str]]]:
    """Hands of exactly four, of seats that have not declared in this window."""
    spoken = set()
    for event in reversed(place.deal.events[: place.event_index]):
        if not isinstance(event, Shows):
            break
        spoken.add(event.seat)
    found = [
        (seat, rng.sample(hand, 4))
        for seat, hand in table.hands.items()
        if len(hand) == 4 and seat not in spoken
    ]
    rng.shuffle(found)
    return found


def shows_line(seat: str, word: str, cards: Sequence[str]) -> str:
    """A declaration as a line."""
    return f"shows {seat}: {word} {' '.join(cards)}"


def false_word(
    match: Match, rng: Random, style: str, words: tuple[str, str], code: str
) -> Damaged | None:
    """A hand called what it is not: a real declaration under the wrong word, or no declaration.

    The first takes the lead as what it is (9.9), so nothing changes; the second takes no lead.
    """
    if style != TEXT:
        return None
    word, other = words
    if rng.random() < 0.6:
        for place in places(match, rng, Shows):
            event = place.event
            if isinstance(event, Shows) and event.word == other:
                event.word = word
                return place.match.write(), Finding(code, place.deal.number, None, event.seat)
    if not match.rules.declarations:
        return None
    for place, table in windows(match, rng):
        for seat, cards in full_hands(place, table, rng):
            if kozel.declaration_of(cards, shokha=match.rules.shokha) is None:
                finding = Finding(code, place.deal.number, None, seat)
                place.before_trick(shows_line(seat, word, cards))
                return place.match.write(), finding
    return None


def not_a_moskva(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3101: a hand called Moskva that is none (4.1, 9.9)."""
    return false_word(match, rng, style, ("Moskva", "Molodka"), "K3101")


def not_a_molodka(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3102: a hand called Molodka that is none (4.2, 9.9)."""
    return false_word(match, rng, style, ("Molodka", "Moskva"), "K3102")


def called(cards: Sequence[str], *, shokha: bool) -> str:
    """The right word for a hand, or any."""
    return kozel.declaration_of(cards, shokha=shokha) or "Molodka"


def declaration_out_of_time(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3103: a hand shown after a lead, or before the draw is complete (4.3); it takes no lead.

    A hand that is also no declaration gives no second finding: time goes first (verdicts 2).
    """
    if style != TEXT or not match.rules.declarations:
        return None
    if rng.random() < 0.5:
        damaged = declaration_between_draws(match, rng)
        if damaged is not None:
            return damaged
    fallback = None
    for place in trick_places(match, rng):
        table, trick = place.table(), place.trick
        for spot, laid in enumerate(trick.plays[1:], start=1):
            cards = list(table.hands[laid.seat])
            if len(cards) != 4:
                continue
            trick.broken_after = rng.randrange(1, spot + 1)
            trick.breaking_line = shows_line(
                laid.seat, called(cards, shokha=match.rules.shokha), cards
            )
            finding = Finding("K3103", place.deal.number, None, laid.seat)
            if kozel.declaration_of(cards, shokha=match.rules.shokha):
                return place.match.write(), finding
            fallback = fallback or (place.match.write(), finding)
    return fallback


def declaration_between_draws(match: Match, rng: Random) -> Damaged | None:
    """K3103 between two lines of draws, by somebody who has four again (4.3, case 58)."""
    for place in places(match, rng, Draws):
        event = place.event
        if not isinstance(event, Draws) or event.how != "each" or len(event.entries) < 2:
            continue
        table = place.table()
        cut = rng.randrange(1, len(event.entries))
        table.draw([seat for seat, _ in event.entries[:cut]])
        able = [(seat, list(hand)) for seat, hand in table.hands.items() if len(hand) == 4]
        if able:
            seat, cards = rng.choice(able)
            line = shows_line(seat, called(cards, shokha=match.rules.shokha), cards)
            place.deal.events[place.event_index : place.event_index + 1] = [
                Draws(event.entries[:cut], event.how),
                Line(line),
                Draws(event.entries[cut:], event.how),
            ]
            return place.match.write(), Finding("K3103", place.deal.number, None, seat)
    return None


def declaration_hand_size(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3104: three of four cards shown, or in KP a hand of three (4.3); it takes no lead."""
    if style != TEXT or not match.rules.declarations:
        return None
    word = rng.choice(("Moskva", "Molodka"))
    for place, table in windows(match, rng):
        found = [(seat, cards[:3]) for seat, cards in full_hands(place, table, rng)]
        if match.rules.name == KP:
            found += [(seat, list(hand)) for seat, hand in table.hands.items() if len(hand) == 3]
        if found:
            seat, cards = rng.choice(found)
            finding = Finding("K3104", place.deal.number, None, seat)
            place.before_trick(shows_line(seat, word, cards))
            return place.match.write(), finding
    return None


def declaration_not_held(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3105: a card is shown that was seen leaving before (9.1, case 70); it takes no lead."""
    if style != TEXT or not match.rules.declarations:
        return None
    for place, table in windows(match, rng):
        gone = [
            card
            for event in place.deal.events[: place.event_index]
            if isinstance(event, Trick)
            for laid in event.plays
            for card in laid.written()
            if card != "?"
        ]
        found = full_hands(place, table, rng)
        if gone and found:
            seat, cards = found[0]
            cards[rng.randrange(4)] = rng.choice(gone)
            finding = Finding("K3105", place.deal.number, None, seat)
            place.before_trick(shows_line(seat, called(cards, shokha=match.rules.shokha), cards))
            return place.match.write(), finding
    return None


def declarations_off(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3106: a real declaration although there are none (4.7); it takes no lead (9.9)."""
    if style != TEXT or match.rules.declarations:
        return None
    for place, table in windows(match, rng):
        for seat, cards in full_hands(place, table, rng):
            word = kozel.declaration_of(cards, shokha=match.rules.shokha)
            if word is not None:
                finding = Finding("K3106", place.deal.number, None, seat)
                place.before_trick(shows_line(seat, word, cards))
                return place.match.write(), finding
    return None


def declared_hand_not_led(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3107: in KG the declarer leads other cards; that is an ordinary lead (4.6, 9.9)."""
    if style != RESIMULATE or match.rules.name != KG:
        return None
    for place in trick_places(match, rng):
        if not place.trick.declared:
            continue
        table = place.table()
        leader = place.trick.plays[0].seat
        leads = [cards for cards in table.legal_leads(leader) if len(cards) < 4]
        trick = table.trick(rng, leader, rng.choice(leads))
        finding = Finding("K3107", place.deal.number, trick.number, leader)
        return place.finish(table, rng), finding
    return None


# -- K3201 to K3204: draws ------------------------------------------------------------------------


def draw_order(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3201: two neighbours draw in exchanged order, one finding at the first (2.6).

    In the text style each still draws the card that he drew, in the other each takes the next card.
    """
    for place in places(match, rng, Draws):
        event = place.event
        if not isinstance(event, Draws) or event.how not in ("each", "blind"):
            continue
        entries = list(event.entries)
        spots = [
            spot for spot in range(1, len(entries) - 1) if entries[spot][0] != entries[spot + 1][0]
        ]
        if not spots:
            continue
        spot = rng.choice(spots)
        entries[spot], entries[spot + 1] = entries[spot + 1], entries[spot]
        finding = Finding("K3201", place.deal.number, None, entries[spot][0])
        if style == TEXT:
            event.entries = entries
            return place.match.write(), finding
        table = place.table()
        table.draw([seat for seat, _ in entries])
        return place.finish(table, rng), finding
    return None


def draw_contradicts_stock(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3202: the right seat draws a card that lies deeper; the two change places (verdicts 2).

    In the text style the stock is written with two cards exchanged; in the other a wrong card is
    really drawn and the rest is played on.  The turned card stays the last.
    """
    is_written = match.style.draws in ("each", "split") and match.style.knows_stock
    if not is_written:
        return None
    for copy, deal in deal_copies(match, rng):
        _, _, stock = kozel.deal_out(deal.deck, deal.seats, deal.dealer)
        first, second = sorted(rng.sample(range(len(stock) - 1), 2))
        start = 4 * len(deal.seats) + 1
        deck = list(deal.deck)
        deck[start + first], deck[start + second] = deck[start + second], deck[start + first]
        stock[first], stock[second] = stock[second], stock[first]
        drawn = [
            (index, seat)
            for index, event in enumerate(deal.events)
            if isinstance(event, Draws)
            for seat, _ in event.entries
        ]
        index, seat = drawn[first]
        finding = Finding("K3202", deal.number, None, seat)
        if style == TEXT:
            deal.written_deck, deal.written_stock = deck, stock
            return copy.write(), finding
        place = Place(copy, copy.deals.index(deal), index)
        deal.written_deck = list(deal.deck)
        deal.written_stock = kozel.deal_out(deal.deck, deal.seats, deal.dealer)[2]
        deal.deck = deck
        table = place.table()
        table.draw()
        return place.finish(table, rng), finding
    return None


def draw_surplus(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3203: a card drawn by somebody who has four (2.6), or when the stock is gone (2.8, case 40).

    The second is the text style: it cannot have happened (9.2).  After the first the hands are
    unequal (9.10).
    """
    if style == TEXT:
        for place in trick_places(match, rng):
            if place.table().stock or len(place.deal.all_tricks()) == place.trick.number:
                continue
            seat = place.trick.winner
            finding = Finding("K3203", place.deal.number, None, seat)
            place.deal.events.insert(place.event_index + 1, Line(f"draws {seat}: ?"))
            return place.match.write(), finding
        return None
    for place in places(match, rng, Draws):
        event = place.event
        table = place.table()
        if not isinstance(event, Draws) or event.how not in ("each", "split", "blind"):
            continue
        if len(table.stock) > len(event.entries):
            seat = rng.choice(table.seats)
            table.draw([*(who for who, _ in event.entries), seat])
            return place.finish(table, rng), Finding("K3203", place.deal.number, None, seat)
    return None


def draw_missing(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3204: a written line leaves somebody out; he drew nothing (2.6, 9.10)."""
    if style != RESIMULATE:
        return None
    for place in places(match, rng, Draws):
        event = place.event
        if not isinstance(event, Draws) or event.how not in ("each", "split", "blind"):
            continue
        order = [seat for seat, _ in event.entries]
        able = [seat for seat in dict.fromkeys(order) if seat != order[0]]
        if able:
            guilty = rng.choice(able)
            table = place.table()
            table.draw([seat for seat in order if seat != guilty])
            return place.finish(table, rng), Finding("K3204", place.deal.number, None, guilty)
    return None


# -- K3301 to K3304: deals and match --------------------------------------------------------------


def deal_already_over(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3301: a trick after the last, whose cards were all played (2.8; before K3007)."""
    if style != TEXT:
        return None
    for copy, deal in deal_copies(match, rng):
        last = deal.all_tricks()[-1]
        seats = kozel.clockwise_from(deal.seats, last.winner)
        card = rng.choice(deal.all_tricks()[0].plays[0].cards)
        plays = [play.shown(seats[0], [card])]
        plays += [play.laid_down(seat, ["?"], is_unknown=True) for seat in seats[1:]]
        deal.events += [Line(line) for line in Trick(last.number + 1, plays, seats[0]).lines()]
        return copy.write(), Finding("K3301", deal.number, last.number + 1)
    return None


def match_already_over(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3302: a deal after the match was decided, with the right dealer (5.9).

    Only where the same players are left as in the deal before, so that nobody who is out plays.
    """
    if style != RESIMULATE or not match.is_over:
        return None
    copy = deepcopy(match)
    if match.rules.deals is None and len(copy.deals[-1].points) == 3:
        return None
    copy.active = list(copy.deals[-1].points)
    deal = play.play_deal(copy, rng)
    return copy.write(), Finding("K3302", deal.number)


def wrong_dealer(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3303: the deal does not pass to the next seat; who dealt is the dealer (2.2, 9.3, 9.5)."""
    if style != RESIMULATE or len(match.deals) < 2:
        return None
    copy = deepcopy(match)
    count = len(copy.deals)
    del copy.deals[rng.randrange(1, count) :]
    play.settle(copy)
    right = play.next_deal(copy, rng)
    dealer = rng.choice([seat for seat in right.seats if seat != right.dealer])
    deal = play.play_deal(copy, rng, dealer)
    play.play_on(copy, rng, count)
    return copy.write(), Finding("K3303", deal.number)


def declaration_of_another_game(match: Match, rng: Random, style: str) -> Damaged | None:
    """K3304: a word that the game does not have, with a true hand (4.3, case 73)."""
    if style != TEXT or not match.rules.declarations:
        return None
    word = rng.choice(("Bura", "ThirtyOne", "Aces"))
    for place, table in windows(match, rng):
        for seat, cards in full_hands(place, table, rng):
            finding = Finding("K3304", place.deal.number, None, seat)
            place.before_trick(shows_line(seat, word, cards))
            return place.match.write(), finding
    return None


# -- K5: claims -----------------------------------------------------------------------------------


def claimed_trick_winner(match: Match, rng: Random, style: str) -> Damaged | None:
    """K5001: a false claim, followed by the right draws and lead (9.8)."""
    if style != TEXT or not match.style.claims_tricks:
        return None
    for place in trick_places(match, rng):
        trick = place.trick
        following = place.deal.events[place.event_index + 1 :]
        if isinstance(next(iter(following), None), Draws) and match.style.draws == "no":
            following = following[1:]
        if isinstance(next(iter(following), None), Shows) or trick.claim is None:
            continue
        wrong = rng.choice([seat for seat in place.deal.seats if seat != trick.winner])
        trick.claim = (wrong, trick.claim[1])
        return place.match.write(), Finding("K5001", place.deal.number, trick.number)
    return None


def claimed_trick_points(match: Match, rng: Random, style: str) -> Damaged | None:
    """K5002: false card points of a trick whose cards are all known (1.3)."""
    if style != TEXT or not match.style.claims_tricks:
        return None
    for place in trick_places(match, rng):
        trick = place.trick
        if trick.claim is None or trick.claim[1] is None:
            continue
        if all(laid.is_known for laid in trick.plays):
            trick.claim = (trick.claim[0], trick.claim[1] + rng.choice((1, 2, 5)))
            return place.match.write(), Finding("K5002", place.deal.number, trick.number)
    return None


def claimed_points(match: Match, rng: Random, style: str) -> Damaged | None:
    """K5003: points that add up to 120 and are wrong, one finding for the statement (5.1)."""
    if style != TEXT or not match.style.claims_count:
        return None
    for copy, deal in deal_copies(match, rng):
        givers = [side for side, points in deal.points.items() if points > 0]
        giver = rng.choice(givers)
        taker = rng.choice([side for side in deal.points if side != giver])
        if is_counted(copy, deal):
            moved = rng.randrange(1, deal.points[giver] + 1)
            said = dict(deal.points)
            said[giver] -= moved
            said[taker] += moved
            deal.said["points"] = said
            return copy.write(), Finding("K5003", deal.number)
    return None


def claimed_tricks(match: Match, rng: Random, style: str) -> Damaged | None:
    """K5004: a false number of tricks; who takes a trick is always known here (3.5, 3.6)."""
    if style != TEXT or not match.style.claims_count:
        return None
    for copy, deal in deal_copies(match, rng):
        side = rng.choice(list(deal.tricks))
        deal.said["tricks"] = {**deal.tricks, side: deal.tricks[side] + 1}
        return copy.write(), Finding("K5004", deal.number)
    return None


def claimed_penalty(match: Match, rng: Random, style: str) -> Damaged | None:
    """K5005: a false penalty; the score beside it is right (5.2 to 5.5, 9.3)."""
    if style != TEXT or not match.style.claims_count:
        return None
    for copy, deal in deal_copies(match, rng):
        if is_counted(copy, deal):
            side = rng.choice(list(deal.penalty))
            wrong = rng.choice([pays for pays in (0, 2, 4, 6) if pays != deal.penalty[side]])
            deal.said["penalty"] = {**deal.penalty, side: wrong}
            return copy.write(), Finding("K5005", deal.number)
    return None


def claimed_score(match: Match, rng: Random, style: str) -> Damaged | None:
    """K5006: a score whose distance from the replay changes once (5.6, 9.3).

    Text style: the last score.  The other style: this one and all that follow, by the same amount.
    """
    if not match.style.claims_count or not all(is_counted(match, deal) for deal in match.deals):
        return None
    copy = deepcopy(match)
    index = len(copy.deals) - 1 if style == TEXT else rng.randrange(len(copy.deals))
    side = rng.choice(list(copy.deals[-1].points))
    step = rng.choice((1, 2, 4))
    for deal in copy.deals[index:]:
        deal.said["score"] = {**deal.score, side: deal.score[side] + step}
    return copy.write(), Finding("K5006", copy.deals[index].number)


def claimed_result(match: Match, rng: Random, style: str) -> Damaged | None:
    """K5007: another winner than the replay finds (5.6 to 5.8)."""
    if style != TEXT or match.winner_line is None:
        return None
    if not all(is_counted(match, deal) for deal in match.deals):
        return None
    copy = deepcopy(match)
    said = [f"winner {side}" for side in kozel.sides_of(match.rules) if side != match.winner]
    if match.winner is not None:
        said.append("tie")
    copy.winner_line = rng.choice(said)
    return copy.write(), Finding("K5007")


def claimed_captured(match: Match, rng: Random, style: str) -> Damaged | None:
    """K5008: a side shows a card that lies in another pile (notation 4: seen, against the play)."""
    if style != TEXT:
        return None
    for copy, deal in deal_copies(match, rng):
        piles: dict[str, list[str]] = {side: [] for side in deal.points}
        for trick in deal.all_tricks():
            for laid in trick.plays:
                piles[kozel.side_of(match.rules, trick.winner)] += laid.cards
        full = [side for side in piles if piles[side]]
        if len(full) < 2 or not is_told(deal):
            continue
        side, other = rng.sample(full, 2)
        piles[side][rng.randrange(len(piles[side]))] = rng.choice(piles[other])
        deal.extra_count.append(f"captured {side}: {' '.join(piles[side])}")
        return copy.write(), Finding("K5008", deal.number)
    return None


def reveal_contradiction(match: Match, rng: Random, style: str) -> Damaged | None:
    """K5009: another card is revealed than the one that is written face down (notation 4)."""
    if style != TEXT:
        return None
    for place in trick_places(match, rng):
        spots = hidden_cards(place.trick)
        if not spots:
            continue
        laid = place.trick.plays[rng.choice(spots)[0]]
        if not laid.is_known:
            continue
        known = [card for one in place.trick.plays if one is not laid for card in one.written()]
        known = [card for card in known if card != "?"]
        line = f"reveals {place.trick.number}. {laid.seat}: {rng.choice(known)}"
        after = place.event_index + 1
        if after < len(place.deal.events) and isinstance(place.deal.events[after], Draws):
            after += 1
        place.deal.events.insert(after, Line(line))
        return place.match.write(), Finding("K5009", place.deal.number, None, laid.seat)
    return None


def points_do_not_add_up(match: Match, rng: Random, style: str) -> Damaged | None:
    """K5010: points that do not add up to 120, whatever is unknown (1.3, case 96)."""
    if style != TEXT or not match.style.claims_count:
        return None
    for copy, deal in deal_copies(match, rng):
        side = rng.choice(list(deal.points))
        step = rng.choice((1, 2, 10)) if deal.points[side] < 1 else rng.choice((-1, 1))
        deal.said["points"] = {**deal.points, side: deal.points[side] + step}
        return copy.write(), Finding("K5010", deal.number)
    return None


def table_gives_trick(match: Match, rng: Random, style: str) -> Damaged | None:
    """The table gives a trick to another seat: one fault wherever it shows first (9.8).

    K5001 at the claim if one is written, else K3201 at the first draw, else K3001 at the lead.
    Draws and the next lead go on from that seat; points and tricks stay with the taker by 3.5.
    """
    if style != RESIMULATE or match.style.draws == "summed":
        return None
    for place in trick_places(match, rng):
        table, trick = place.table(), place.trick
        table.redo(deepcopy(trick))
        chosen = rng.choice([seat for seat in table.seats if seat != trick.winner])
        done = table.deal.events[-1]
        table.next_leader = chosen
        table.draw()
        is_drawn = isinstance(table.deal.events[-1], Draws)
        if not table.hands[chosen] or not isinstance(done, Trick):
            continue
        table.next_leader = trick.winner
        if table.natural_leader() == chosen:
            continue  # he leads by 9.10, because the winner has no cards
        table.next_leader = chosen
        finding = Finding("K3001", place.deal.number, trick.number + 1, chosen)
        if match.style.claims_tricks and done.claim is not None:
            done.claim = (chosen, done.claim[1])
            finding = Finding("K5001", place.deal.number, trick.number)
        elif is_drawn and match.style.draws != "no":
            finding = Finding("K3201", place.deal.number, None, chosen)
        table.trick(rng, leader=chosen)
        return place.finish(table, rng), finding
    return None


FAULTS: dict[str, Fault] = {
    "K2001": unknown_rule_set,
    "K2002": unknown_option,
    "K2003": wrong_number_of_seats,
    "K2004": unknown_seat,
    "K2005": repeated_statement,
    "K2006": repeated_card,
    "K2007": card_not_in_pack,
    "K2008": wrong_hand_size,
    "K2009": wrong_pack_size,
    "K2010": deal_contradiction,
    "K2011": statement_out_of_place,
    "K2012": wrong_number,
    "K2013": statement_of_another_game,
    "K2015": missing_statement,
    "K2017": bad_seat_name,
    "K3001": lead_out_of_turn,
    "K3002": response_out_of_turn,
    "K3003": lead_size,
    "K3004": lead_mixed_suits,
    "K3005": response_size,
    "K3006": card_not_held,
    "K3007": card_already_played,
    "K3008": exposed_losing_response,
    "K3009": partly_exposed_response,
    "K3010": face_down_lead,
    "K3011": lead_exceeds_hand,
    "K3012": missing_response,
    "K3013": surplus_response,
    "K3014": player_is_out,
    "K3101": not_a_moskva,
    "K3102": not_a_molodka,
    "K3103": declaration_out_of_time,
    "K3104": declaration_hand_size,
    "K3105": declaration_not_held,
    "K3106": declarations_off,
    "K3107": declared_hand_not_led,
    "K3201": draw_order,
    "K3202": draw_contradicts_stock,
    "K3203": draw_surplus,
    "K3204": draw_missing,
    "K3301": deal_already_over,
    "K3302": match_already_over,
    "K3303": wrong_dealer,
    "K3304": declaration_of_another_game,
    "K5001": claimed_trick_winner,
    "K5002": claimed_trick_points,
    "K5003": claimed_points,
    "K5004": claimed_tricks,
    "K5005": claimed_penalty,
    "K5006": claimed_score,
    "K5007": claimed_result,
    "K5008": claimed_captured,
    "K5009": reveal_contradiction,
    "K5010": points_do_not_add_up,
    "9.8": table_gives_trick,
}
"""Every fault by the code it gives; ``9.8`` gives K5001, K3201 or K3001."""


def inject(match: Match, rng: Random, name: str, style: str) -> Damaged | None:
    """Damage a match by a fault of ``FAULTS`` in a style of ``STYLES``; the match stays."""
    return FAULTS[name](match, rng, style)
