"""Faults put into random legal series of Svoi Kozyri, each with the one finding that must follow.

A fault takes a legal ``Series`` and a source of chance, and returns the damaged text and the
finding, or ``None`` if the series offers no place for it.  What changes the game really happens
at the table, and the rest of the series is played on legally from there (9.11); what is only
written wrongly is edited in the text, and the rest stays as it was.

A finding names code, deal, turn and seat; ``None`` there means that the rules do not pin it.  The
damaged record has exactly one *error*; warnings and notes (K2018, K6001, K6003, K0101) may stand
beside it.  Where hands are not written, or covers are unknown, a fault is only put where it breaks
the rules whatever the untold cards are, and where every reading agrees whose turn it is.

Readings chosen where the specification leaves a choice:

1.  K4001 has the seat of who acted.  He makes the turn that would be legal if it were his; a free
    lead made by the wrong seat is the free lead.  A pick-up followed by a lead of the same seat
    (case 113) is a turn out of order as well.
2.  K4002 and K4014 are edited in the text, one card for another.  They contradict what is known, so
    the rest of the deal is judged only by clauses that need no card identity (verdicts 1): neither
    the card really played nor the second appearance of the other is reported again, and lists of
    pick-ups are not compared.  The answer to a card led is legal upon the wrong card too.  K4002
    takes a card of another hand that the player never held (else it might be "seen leaving").
3.  ``K4014-list`` lists a card that is not in the pile; so many cards were taken as is written.
4.  After K4003 and K4004 the top is the card that was laid last.  Nobody goes out by them here.
5.  After K4005 the next player answers the cover, which is the top; nobody is out, so that no
    free lead is due.
6.  After K4006 in SB, which leaves cards in the pile, the opponent (``after-pickup=taker``: the
    taker) answers the new top.  ``takes 0`` and more than the whole pile are not tried.
7.  K4007 is put where a free lead is due, with the number that 7.7 would ask for.  The pick-up ends
    the turn (7.7), and the next player answers the new top (7.8): the free lead has lapsed.  With
    an empty pile nothing can be picked up.
8.  K4008 takes the right number of cards of the pile, other than the top; the order of the list is
    never judged.  There is none in SB, where all are taken.
9.  K4009 is a turn with unknown cards of a player who is out; it cannot have happened and changes
    nothing (9.2).  It stands between the players before and after him, so that the same seat is due
    from whoever one counts, and never where a lead is due, so that no lead is used up.  It has a
    number of its own.
10. K4010 at a turn is a six that its old holder kept and led at his first lead; the owner then
    never had it.  K4010 at the set-up has no turn and the seat that gives: a six given to a seat
    that does not own it, a card that is no six (both happened: the card is where it went), or a
    six given by a seat that did not hold it (its owner has it all the same).
11. There is no exchange in SB: section 8 does not mention it, and hands are mirrored.
12. K4011 is a turn of the loser, who still has cards; anybody else would be K4009.  It never looks
    like the last cover of 7.10.
13. K4012 is put only where the record determines the result of the deal before; a deal after an
    unfinished one may be dealt by anybody (9.12).
14. K4013 is a cover and a lead, or two cards led, although one lead was due; the last card laid is
    the top, and no free lead is due afterwards.  Two cards led are K4013 there, not K4016, which
    comes later in the list of verdicts 2.
15. K4016 is a second card to cover or to lead, where a cover was due; cards lie as written.
16. K4017 exchanges a card of one hand with one of the other; no seat is named.
17. K2014 is a missing ``trumps`` in the first deal (the others then have their own), a suit twice,
    or in SB two trumps of one colour (case 136).  With a suit twice the deal is played by the
    trumps as written, and the six of that suit stays with the one of its two owners who had it.
18. K2016 lists one card too few, or the next card of the pile too many; the number is what was done
    (a pick-up), the list what was seen (notation 4), so that the pile follows the number.
19. K5007 is only put where the record determines the result; the next dealer follows the replay.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from tests.oracle import naive_svoi as svoi
from tests.oracle import naive_svoi_play as play
from tests.oracle.naive_svoi import UNKNOWN, Hands, IllegalTurnError, Position, Turn
from tests.oracle.naive_svoi_play import Deal, Event, Series, Table


@dataclass(frozen=True)
class Finding:
    """The one error that a damaged record must be found to have."""

    code: str
    deal: int | None = None
    turn: int | None = None
    seat: str | None = None


Damaged = tuple[str, Finding]
Fault = Callable[[Series, Random], Damaged | None]


# -- places ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """A turn of a series."""

    series: Series
    deal_index: int
    event_index: int

    @property
    def deal(self) -> Deal:
        """The deal."""
        return self.series.deals[self.deal_index]

    @property
    def event(self) -> Event:
        """The turn."""
        return self.deal.events[self.event_index]

    def following(self) -> Event | None:
        """The turn after it."""
        after = self.event_index + 1
        return self.deal.events[after] if after < len(self.deal.events) else None

    def table(self) -> Table:
        """The table as it was just before the turn."""
        table = Table(self.series.rules, unplayed(self.deal), self.series.style)
        for event in self.deal.events[: self.event_index]:
            table.redo(event)
        return table

    def views(self) -> list[Position]:
        """Every position before the turn that agrees with what is written so far."""
        turns = self.deal.seen_turns()[: self.event_index]
        return positions(self.series, self.deal, turns)

    def finish(self, table: Table, rng: Random) -> str:
        """Play the rest of the series legally from what happened, and write it down."""
        return finish(self.series, self.deal_index, table, rng)

    def edited(self, written: Turn) -> str:
        """The record with the turn written in another way."""
        events = list(self.deal.events)
        events[self.event_index] = replace(self.event, written=written, after=[])
        return with_deal(self.series, self.deal_index, replace(self.deal, events=events)).write()

    def found(self, code: str, turn: Turn) -> Finding:
        """A finding at a turn."""
        return Finding(code, self.deal.number, turn.number, turn.seat)


def unplayed(deal: Deal) -> Deal:
    """The deal before its first turn."""
    return replace(
        deal, events=[], out=[], turns=0, loser=None, is_drawn=False, is_unfinished=False
    )


def with_deal(series: Series, index: int, deal: Deal) -> Series:
    """The series with another deal in a place."""
    deals = list(series.deals)
    deals[index] = deal
    return replace(series, deals=deals)


def positions(series: Series, deal: Deal, turns: Sequence[Turn]) -> list[Position]:
    """Every position after some turns that agrees with what is written."""
    written = deal.as_written(series.style.form, turns)
    return svoi.possible_ends(written.starts(series.rules), turns)


def finish(series: Series, index: int, table: Table, rng: Random) -> str:
    """Play a deal and the rest of the series legally from what happened, and write it down."""
    copy = replace(series, deals=series.deals[:index])
    table.set_mood(rng)
    table.play_out(rng)
    copy.deals.append(table.deal)
    if not svoi.are_trumps(copy.rules, table.deal.trumps) and len(series.deals) > index + 1:
        trumps = play.random_trumps(copy.rules, rng)
        play.play_deal(copy, play.set_up(copy, rng, play.next_first(copy, rng), trumps), rng)
    play.play_on(copy, rng, len(series.deals))
    return copy.write()


def places(series: Series, rng: Random) -> Iterator[Place]:
    """Every turn in random order."""
    found = [
        Place(series, index, turn)
        for index, deal in enumerate(series.deals)
        for turn in range(deal.turns)
    ]
    rng.shuffle(found)
    yield from found


def deal_order(series: Series, rng: Random) -> list[int]:
    """The places of the deals in random order."""
    return rng.sample(range(len(series.deals)), len(series.deals))


def is_clear(table: Table, views: Sequence[Position]) -> bool:
    """Whether every reading agrees who is due, what, and upon which top."""
    position = table.position
    return all(
        not view.is_over
        and view.due == position.due
        and view.is_lead_due == position.is_lead_due
        and view.pile[-1:] == position.pile[-1:]
        for view in views
    )


def is_pile_told(views: Sequence[Position]) -> bool:
    """Whether every card of the pile is told."""
    return all(UNKNOWN not in view.pile for view in views)


def is_broken(views: Sequence[Position], turn: Turn) -> bool:
    """Whether a turn is illegal in every reading."""
    for view in views:
        try:
            view.check(turn)
        except IllegalTurnError:
            continue
        return False
    return True


def irregular(
    series: Series, rng: Random, code: str, make: Callable[[Table, Random], Turn | None]
) -> Damaged | None:
    """A turn that breaks a rule at the table."""
    for place in places(series, rng):
        table = place.table()
        turn = make(table, rng)
        if turn is None:
            continue
        views = place.views()
        if not is_clear(table, views) or not is_broken(views, turn):
            continue
        if turn.takes is not None and not is_pile_told(views):
            continue
        if not all(view.hands[turn.seat] for view in views):
            continue
        event = table.act(turn, rng, is_plain=True)
        if series.style.takes == "count" and code != "K4008":
            event.written = replace(turn, seen=())
        return place.finish(table, rng), place.found(code, turn)
    return None


# -- K4: turns that break a rule ------------------------------------------------------------------


def turn_out_of_order(series: Series, rng: Random) -> Damaged | None:
    """K4001: another player with cards acts; play goes clockwise from him (7.4, 9.11)."""

    def make(table: Table, rng: Random) -> Turn | None:
        others = [s for s in series.rules.seats if s != table.seat and table.hand(s)]
        return table.choose(rng, rng.choice(others))

    return irregular(series, rng, "K4001", make)


def cover_does_not_beat(series: Series, rng: Random) -> Damaged | None:
    """K4003: a cover that does not beat, and a lead (7.6, cases 102 and 134)."""

    def make(table: Table, rng: Random) -> Turn | None:
        seat = table.seat
        if table.position.is_lead_due or len(table.hand(seat)) < 3:
            return None
        able = table.covering(seat)
        unable = [card for card in table.hand(seat) if card not in able]
        return table.cover(seat, rng.choice(unable), rng) if unable else None

    return irregular(series, rng, "K4003", make)


def cover_missing(series: Series, rng: Random) -> Damaged | None:
    """K4004: a card led although a cover was due (7.5)."""

    def make(table: Table, rng: Random) -> Turn | None:
        hand = table.hand(table.seat)
        if table.position.is_lead_due or len(hand) < 2:
            return None
        return Turn(table.number, table.seat, lead=(rng.choice(hand),))

    return irregular(series, rng, "K4004", make)


def lead_missing(series: Series, rng: Random) -> Damaged | None:
    """K4005: a cover without a lead, cards still in hand (7.5, case 106)."""

    def make(table: Table, rng: Random) -> Turn | None:
        seat = table.seat
        if table.position.is_lead_due or len(table.hand(seat)) < 2 or not table.covering(seat):
            return None
        return Turn(table.number, seat, cover=(rng.choice(table.covering(seat)),))

    return irregular(series, rng, "K4005", make)


def wrong_pick_up_count(series: Series, rng: Random) -> Damaged | None:
    """K4006: another number than 7.7 or 8.2 asks for (cases 108, 109, 137)."""

    def make(table: Table, rng: Random) -> Turn | None:
        pile = table.position.pile
        if table.position.is_lead_due or len(pile) < 2:
            return None
        right = table.pick_up(table.seat).takes
        likely = [n for n in (3, 5, len(pile)) if n != right and n <= len(pile)]
        others = [n for n in range(1, len(pile) + 1) if n != right]
        count = rng.choice(likely if likely and rng.random() < 0.7 else others)
        return Turn(table.number, table.seat, takes=count, seen=tuple(pile[: -count - 1 : -1]))

    return irregular(series, rng, "K4006", make)


def pick_up_instead_of_lead(series: Series, rng: Random) -> Damaged | None:
    """K4007: a pick-up although a free lead was due (7.9, case 116)."""

    def make(table: Table, rng: Random) -> Turn | None:
        _ = rng
        return table.pick_up(table.seat) if table.position.is_free_lead else None

    return irregular(series, rng, "K4007", make)


def wrong_pick_up_cards(series: Series, rng: Random) -> Damaged | None:
    """K4008: cards of the pile that were not on top were taken (7.7, notation 4)."""

    def make(table: Table, rng: Random) -> Turn | None:
        pile = table.position.pile
        if table.position.is_lead_due or series.rules.is_open:
            return None
        right = table.pick_up(table.seat)
        count = len(right.seen)
        if count == len(pile):
            return None
        while True:
            chosen = set(rng.sample(pile, count))
            if chosen != set(right.seen):
                break
        taken = tuple(card for card in reversed(pile) if card in chosen)
        return replace(right, seen=taken)

    return irregular(series, rng, "K4008", make)


def cover_not_due(series: Series, rng: Random) -> Damaged | None:
    """K4013: two cards although one lead was due (7.4, 7.8, 7.9, case 117)."""

    def make(table: Table, rng: Random) -> Turn | None:
        seat = table.seat
        hand = list(table.hand(seat))
        if not table.position.is_lead_due or len(hand) < 4:
            return None
        first, second = rng.sample(hand, 2)
        if rng.random() < 0.3:
            return Turn(table.number, seat, lead=(first, second))
        if table.position.pile and table.covering(seat):
            return table.cover(seat, rng.choice(table.covering(seat)), rng)
        return Turn(table.number, seat, cover=(first,), lead=(second,))

    return irregular(series, rng, "K4013", make)


def too_many_cards(series: Series, rng: Random) -> Damaged | None:
    """K4016: a second card to cover, or to lead after a cover (7.5)."""

    def make(table: Table, rng: Random) -> Turn | None:
        seat = table.seat
        if table.position.is_lead_due or len(table.hand(seat)) < 4 or not table.covering(seat):
            return None
        cover = rng.choice(table.covering(seat))
        second, third = rng.sample([card for card in table.hand(seat) if card != cover], 2)
        if rng.random() < 0.5:
            return Turn(table.number, seat, cover=(cover, second), lead=(third,))
        return Turn(table.number, seat, cover=(cover,), lead=(second, third))

    return irregular(series, rng, "K4016", make)


# -- K4: players and dealers ----------------------------------------------------------------------


def player_already_out(series: Series, rng: Random) -> Damaged | None:
    """K4009: a player without cards acts; it cannot have happened (7.4, 9.2, case 130)."""
    for place in places(series, rng):
        table = place.table()
        position = table.position
        gone = [
            seat
            for seat, _ in position.out
            if svoi.next_with_cards(series.rules.seats, position.held, seat) == position.due
        ]
        if not gone or position.is_lead_due:
            continue
        seat = rng.choice(gone)
        views = place.views()
        if not is_clear(table, views) or any(view.hands[seat] for view in views):
            continue
        turn = Turn(table.number, seat, (UNKNOWN,), (UNKNOWN,), is_hidden=True)
        table.deal.events.append(Event(turn, turn))
        position.turns += 1
        return place.finish(table, rng), place.found("K4009", turn)
    return None


def deal_already_over(series: Series, rng: Random) -> Damaged | None:
    """K4011: the loser acts after the end (7.9, 7.10, 8.3)."""
    for index in deal_order(series, rng):
        deal = series.deals[index]
        ends = positions(series, deal, deal.seen_turns())
        loser = deal.loser
        if loser is None or any(end.loser != loser for end in ends):
            continue
        pile = ends[0].pile
        count = svoi.pick_up(series.rules, pile, deal.trumps[loser])
        seen = tuple(pile[: -count - 1 : -1])
        if UNKNOWN in seen or series.style.takes == "count":
            seen = ()
        turn = Turn(deal.turns + 1, loser, takes=count, seen=seen)
        events = [*deal.events, Event(turn, turn)]
        damaged = with_deal(series, index, replace(deal, events=events))
        return damaged.write(), Finding("K4011", deal.number, turn.number, loser)
    return None


def is_result_told(series: Series, deal: Deal) -> bool:
    """Whether the record determines how a deal ended."""
    told = deal.told_result(series.rules, series.style.form)
    return not deal.is_unfinished and told == deal.truth(series.rules)


def wrong_dealer(series: Series, rng: Random) -> Damaged | None:
    """K4012: neither the loser deals, nor after a draw the same dealer (7.2, cases 128, 129)."""
    if series.rules.is_open:
        return None
    for index in deal_order(series, rng):
        if index == 0 or not is_result_told(series, series.deals[index - 1]):
            continue
        copy = replace(series, deals=series.deals[:index])
        right = play.next_first(copy, rng)
        dealer = rng.choice([seat for seat in series.rules.seats if seat != right])
        deal = play.set_up(copy, rng, dealer, play.next_trumps(copy, rng))
        play.play_deal(copy, deal, rng)
        play.play_on(copy, rng, len(series.deals))
        return copy.write(), Finding("K4012", deal.number)
    return None


# -- K4: cards ------------------------------------------------------------------------------------


def is_answer_legal(place: Place, top: str) -> bool:
    """Whether the next turn would be legal upon another top."""
    event = place.following()
    if event is None or event.written.lead == ():
        return event is not None and event.written.takes is not None and is_same_count(place, top)
    trump = place.deal.trumps[event.truth.seat]
    return all(svoi.covers(card, top, trump) for card in event.truth.cover)


def is_same_count(place: Place, top: str) -> bool:
    """Whether the next player would pick up as many cards from another top (7.7)."""
    event = place.following()
    if event is None:
        return False
    table = place.table()
    table.redo(place.event)
    pile = [*table.position.pile[:-1], top]
    return svoi.pick_up(place.series.rules, pile, place.deal.trumps[event.truth.seat]) == (
        event.truth.takes
    )


def substituted(place: Place, code: str, candidates: Sequence[str], rng: Random) -> Damaged | None:
    """One laid card written as another one that cannot be there."""
    turn = place.event.written
    if turn.takes is not None or len(place.table().hand(turn.seat)) < 3:
        return None
    for card in rng.sample(list(candidates), len(candidates)):
        if turn.cover and UNKNOWN not in turn.cover and rng.random() < 0.5:
            return place.edited(replace(turn, cover=(card,))), place.found(code, turn)
        if is_answer_legal(place, card):
            return place.edited(replace(turn, lead=(card,))), place.found(code, turn)
    return None


def card_not_held(series: Series, rng: Random) -> Damaged | None:
    """K4002: a card that is known to be in another hand (9.1)."""
    for place in places(series, rng):
        table, seat = place.table(), place.event.truth.seat
        views = place.views()
        if not is_clear(table, views):
            continue
        had = set(place.deal.start[seat])
        for event in place.deal.events[: place.event_index]:
            if event.truth.seat == seat:
                had |= set(event.truth.seen)
        candidates = [
            card
            for other in series.rules.seats
            for card in table.hand(other)
            # a six could be one that was not handed over, which is K4010
            if other != seat and card not in had and svoi.rank_of(card) != "6"
            if all(card in view.hands[other] for view in views)
        ]
        damaged = substituted(place, "K4002", candidates, rng)
        if damaged is not None:
            return damaged
    return None


def card_already_played(series: Series, rng: Random) -> Damaged | None:
    """K4014: a card that lies on the pile (9.1)."""
    for place in places(series, rng):
        table = place.table()
        views = place.views()
        if not is_clear(table, views):
            continue
        pile = table.position.pile
        candidates = [card for card in pile if all(card in view.pile for view in views)]
        damaged = substituted(place, "K4014", candidates, rng)
        if damaged is not None:
            return damaged
    return None


def listed_card_not_in_pile(series: Series, rng: Random) -> Damaged | None:
    """K4014: the list of a pick-up has a card that is not in the pile (notation 4)."""
    for place in places(series, rng):
        turn = place.event.truth
        if turn.takes is None or not is_pile_told(place.views()):
            continue
        pile = place.table().position.pile
        seen = list(turn.seen)
        strange = [card for card in svoi.whole_pack() if card not in pile]
        seen[rng.randrange(len(seen))] = rng.choice(strange)
        return place.edited(replace(turn, seen=tuple(seen))), place.found("K4014", turn)
    return None


# -- K4: the exchange of sixes, the mirror --------------------------------------------------------


def replayed(series: Series, index: int, rng: Random, start: Hands) -> tuple[Deal, Table]:
    """A deal of the series at its first lead, with other hands."""
    deal = unplayed(series.deals[index])
    deal.start = {seat: rng.sample(cards, len(cards)) for seat, cards in start.items()}
    return deal, Table(series.rules, deal, series.style)


def six_kept(series: Series, rng: Random) -> Damaged | None:
    """K4010: a six is not handed over, and its old holder leads it (7.3, case 124)."""
    if series.rules.is_open:
        return None
    for index in deal_order(series, rng):
        old = series.deals[index]
        handed = svoi.exchanges(old.dealt, old.trumps)
        if not handed:
            continue
        holder, six, owner = rng.choice(handed)
        start = svoi.exchanged(old.dealt, old.trumps)
        start[owner].remove(six)
        start[holder].append(six)
        deal, table = replayed(series, index, rng, start)
        deal.given = [given for given in old.given if given[1] != six]
        while not table.position.out and not table.unseen:
            turn = table.choose(rng)
            if turn.seat == holder and turn.takes is None:
                turn = replace(turn, lead=(six,))
                table.act(turn, rng)
                finding = Finding("K4010", deal.number, turn.number, holder)
                return finish(series, index, table, rng), finding
            table.act(turn, rng)
    return None


def wrong_gift(series: Series, rng: Random) -> Damaged | None:
    """K4010: a six given to who does not own it, or a card given that is no six (7.3)."""
    if series.rules.is_open:
        return None
    for index in deal_order(series, rng):
        old = series.deals[index]
        start = svoi.exchanged(old.dealt, old.trumps)
        given = list(old.given)
        handed = svoi.exchanges(old.dealt, old.trumps)
        if handed and len(series.rules.seats) > 2 and rng.random() < 0.5:
            giver, card, owner = rng.choice(handed)
            start[owner].remove(card)
            given = [gift for gift in given if gift[1] != card]
        else:
            giver = owner = rng.choice(series.rules.seats)
            card = rng.choice([one for one in old.dealt[giver] if svoi.rank_of(one) != "6"])
            start[giver].remove(card)
        to = rng.choice([seat for seat in series.rules.seats if seat not in (giver, owner)])
        start[to].append(card)
        deal, table = replayed(series, index, rng, start)
        deal.given = in_seat_order(series, [*given, (giver, card, to)])
        return finish(series, index, table, rng), Finding("K4010", deal.number, None, giver)
    return None


def wrong_giver(series: Series, rng: Random) -> Damaged | None:
    """K4010: a six written as given by a seat that did not hold it (verdicts 2)."""
    if series.rules.is_open or series.style.form not in ("deck", "hands"):
        return None
    for index in deal_order(series, rng):
        deal = series.deals[index]
        gifts = [
            (six, owner, seat)
            for giver, six, owner in deal.given
            for seat in series.rules.seats
            if seat not in (giver, owner)
        ]
        if not gifts:
            continue
        six, owner, seat = rng.choice(gifts)
        given = [gift for gift in deal.given if gift[1] != six]
        given = in_seat_order(series, [*given, (seat, six, owner)])
        damaged = with_deal(series, index, replace(deal, given=given))
        return damaged.write(), Finding("K4010", deal.number, None, seat)
    return None


def in_seat_order(
    series: Series, given: Sequence[tuple[str, str, str]]
) -> list[tuple[str, str, str]]:
    """Gifts by seat, as the canonical form has them (notation 7.3)."""
    return sorted(given, key=lambda gift: series.rules.seats.index(gift[0]))


def hands_not_mirrored(series: Series, rng: Random) -> Damaged | None:
    """K4017: two cards have changed hands, so that neither is the mirror of the other (8.1)."""
    if not series.rules.is_open or series.style.form != "hands":
        return None
    index = rng.randrange(len(series.deals))
    first, second = series.rules.seats
    hands = {seat: list(cards) for seat, cards in series.deals[index].dealt.items()}
    while svoi.are_mirrored(hands, series.deals[index].trumps):
        a, b = rng.randrange(18), rng.randrange(18)
        hands[first][a], hands[second][b] = hands[second][b], hands[first][a]
    deal, table = replayed(series, index, rng, hands)
    deal.dealt = hands
    return finish(series, index, table, rng), Finding("K4017", deal.number)


# -- K2 and K5 ------------------------------------------------------------------------------------


def trumps_missing(series: Series, rng: Random) -> Damaged | None:
    """K2014: no trumps in the first deal; the others have their own (notation 4)."""
    _ = rng
    deals = [replace(deal, are_trumps_written=place > 0) for place, deal in enumerate(series.deals)]
    return replace(series, deals=deals).write(), Finding("K2014", deals[0].number)


def trumps_repeated(series: Series, rng: Random) -> Damaged | None:
    """K2014: a suit twice (7.1), in SB two trumps of one colour (8.1, case 136)."""
    index = rng.randrange(len(series.deals))
    old = series.deals[index]
    before = replace(series, deals=series.deals[:index])
    trumps = dict(old.trumps)
    one, other = rng.sample(series.rules.seats, 2)
    if series.rules.is_open:
        trumps[other] = next(
            suit
            for suit in svoi.SUITS
            if suit != trumps[one] and (suit in svoi.BLACK) is (trumps[one] in svoi.BLACK)
        )
        deal = play.set_up(before, rng, old.first, trumps)
    else:
        trumps[other] = trumps[one]
        six = f"6{trumps[one]}"
        deal = play.set_up(before, rng, old.first, trumps)
        while six not in deal.dealt[one] + deal.dealt[other]:
            deal = play.set_up(before, rng, old.first, trumps)
    deal.are_trumps_written = True
    table = Table(series.rules, deal, series.style)
    return finish(series, index, table, rng), Finding("K2014", deal.number)


def count_mismatch(series: Series, rng: Random) -> Damaged | None:
    """K2016: a list of a pick-up that is one card short or one card too long."""
    for place in places(series, rng):
        turn = place.event.truth
        if turn.takes is None:
            continue
        pile = place.table().position.pile
        seen = turn.seen[:-1]
        if len(pile) > turn.takes and rng.random() < 0.5:
            seen = (*turn.seen, pile[-turn.takes - 1])
        if seen:
            return place.edited(replace(turn, seen=seen)), place.found("K2016", turn)
    return None


def claimed(series: Series, index: int, line: str) -> Damaged:
    """A result claimed at the end of a deal."""
    deal = replace(series.deals[index], written_result=line)
    return with_deal(series, index, deal).write(), Finding("K5007", deal.number)


def claimed_loser(series: Series, rng: Random) -> Damaged | None:
    """K5007: another loser is claimed, or one in a drawn deal (7.10, 7.11, 8.3)."""
    for index in deal_order(series, rng):
        deal = series.deals[index]
        if is_result_told(series, deal):
            wrong = [seat for seat in series.rules.seats if seat != deal.loser]
            return claimed(series, index, f"loser {rng.choice(wrong)}")
    return None


def claimed_drawn(series: Series, rng: Random) -> Damaged | None:
    """K5007: a lost deal is claimed to be drawn (7.9 to 7.11)."""
    for index in deal_order(series, rng):
        deal = series.deals[index]
        if not series.rules.is_open and not deal.is_drawn and is_result_told(series, deal):
            return claimed(series, index, "drawn")
    return None


FAULTS: dict[str, Fault] = {
    "K2014-missing": trumps_missing,
    "K2014-twice": trumps_repeated,
    "K2016": count_mismatch,
    "K4001": turn_out_of_order,
    "K4002": card_not_held,
    "K4003": cover_does_not_beat,
    "K4004": cover_missing,
    "K4005": lead_missing,
    "K4006": wrong_pick_up_count,
    "K4007": pick_up_instead_of_lead,
    "K4008": wrong_pick_up_cards,
    "K4009": player_already_out,
    "K4010-kept": six_kept,
    "K4010-gift": wrong_gift,
    "K4010-giver": wrong_giver,
    "K4011": deal_already_over,
    "K4012": wrong_dealer,
    "K4013": cover_not_due,
    "K4014": card_already_played,
    "K4014-list": listed_card_not_in_pile,
    "K4016": too_many_cards,
    "K4017": hands_not_mirrored,
    "K5007-loser": claimed_loser,
    "K5007-drawn": claimed_drawn,
}
"""Every fault by the code it gives, and where there are several, its kind."""


def inject(series: Series, rng: Random, name: str) -> Damaged | None:
    """Damage a series by a fault of ``FAULTS``; the series stays."""
    return FAULTS[name](series, rng)
