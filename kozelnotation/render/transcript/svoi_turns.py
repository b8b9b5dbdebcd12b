"""A turn of Svoi Kozyri in a sentence.

Source: rules, clauses 7.5 to 7.10 and 7.13.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kozelnotation.cards.card import is_known, show_mask
from kozelnotation.games.svoi import codes
from kozelnotation.games.svoi.events import Event, Turn
from kozelnotation.games.svoi.replay.state import DealReplay
from kozelnotation.games.svoi.story import Exit
from kozelnotation.render.report_text import plural
from kozelnotation.render.transcript.phrases import listed, number_word
from kozelnotation.render.transcript.svoi_pile import Course, Lying, Table
from kozelnotation.syntax import nodes

SUIT_WORDS = {"s": "spade", "h": "heart", "d": "diamond", "c": "club"}
_RANK_WORDS = {"A": "an ace", "K": "a king", "Q": "a queen", "J": "a jack"}

_NOT_SHOWN = "a card that is not shown"
_NOT_KNOWN = "a card that is not known"
_MANY = {_NOT_SHOWN: "cards that are not shown", _NOT_KNOWN: "cards that are not known"}


@dataclass(frozen=True, slots=True)
class _Card:
    """A card as it is written in a turn."""

    word: str
    is_hidden: bool


class TurnWords:
    """The words for the turns of one deal, for one reader."""

    def __init__(
        self,
        seats: Sequence[str],
        events: Sequence[Event],
        replay: DealReplay,
        course: Course,
        eye: int | None,
    ) -> None:
        self.seats = seats
        self.events = events
        self.replay = replay
        self.course = course
        self.eye = eye
        """The seat that reads, None for a reader from whom no card is hidden."""

    def tell(self, event: int, turn: Turn, play: nodes.Play) -> str:
        """Return a turn in one sentence or two."""
        table = self.course.tables[event]
        sentences = [self._told(event, turn, play, table)]
        if event in self.course.exits:
            left = len(self.seats) - len(table.out) - 1
            if left > 1:
                sentences.append(f"{number_word(left).capitalize()} players are left.")
        again = self._repeated(event, turn)
        if again is not None:
            sentences.append(f"The position is the same as after turn {again}.")
        return " ".join(sentences)

    def _told(self, event: int, turn: Turn, play: nodes.Play, table: Table) -> str:
        seat = play.seat.text
        match play.what:
            case nodes.Laid(groups=groups):
                said = self._lead(event, turn, _cards(groups), table)
            case nodes.Cover(cover=cover, lead=lead):
                said = self._cover(event, turn, _cards(cover), _cards(lead), table)
            case nodes.Takes():
                said = self._pick_up(event, turn, play.what, table)
            case nodes.Blank.NOT_WRITTEN:
                return f"What {seat} does is not written down."
            case nodes.Blank.NOTHING:
                said = "does nothing"
        return f"{seat} {said}.".replace(",.", ".").replace(",,", ",")

    # -- leads and covers

    def _lead(self, event: int, turn: Turn, cards: Sequence[_Card], table: Table) -> str:
        is_last = event in self.course.exits
        what = self._last(cards, turn) if is_last else self._laid(cards, turn)
        if table.height == 0:
            said = f"leads {what} to the empty pile"
        elif table.is_free and len(cards) == 1:
            said = f"makes a free lead{' with' if is_last else ':'} {what}"
        elif self._is_broken(event, codes.COVER_MISSING.number):
            said = f"leads {what} without a cover"
        else:
            said = f"leads {what}"
        return f"{said} and is out" if is_last else said

    def _cover(
        self,
        event: int,
        turn: Turn,
        cover: Sequence[_Card],
        lead: Sequence[_Card],
        table: Table,
    ) -> str:
        top = self.known_top(table)
        if self._is_last_cover(event, turn, table):
            shown = self._laid(cover, turn)
            if not self.replay.is_drawn:
                return f"shows {shown}"
            return f"shows {shown}, which covers {top or 'the last card led'}"
        exit_by = self.course.exits.get(event)
        with_what = self._last(cover, turn) if exit_by is Exit.COVER else self._laid(cover, turn)
        if table.height == 0:
            said = f"lays {with_what} on the empty pile"
        else:
            said = f"covers {top or 'the top card'} with {with_what}"
        match exit_by:
            case Exit.COVER:
                return f"{said} and is out"
            case Exit.LEAD:
                return f"{said}, leads {self._last(lead, turn)} and is out"
            case _ if lead:
                return f"{said} and leads {self._laid(lead, turn)}"
            case _:
                return f"{said} and leads nothing"

    def _is_last_cover(self, event: int, turn: Turn, table: Table) -> bool:
        """Whether a turn only shows that the last lead can be covered (clause 7.10)."""
        is_over = len(table.out) == len(self.seats) - 1
        is_cover = len(turn.cover) == 1 and not turn.lead and not turn.hidden_cover
        return is_over and is_cover and event not in self.course.idle

    # -- picking up

    def _pick_up(self, event: int, turn: Turn, takes: nodes.Takes, table: Table) -> str:
        count = takes.count.value
        if count is None and not takes.cards:
            return "picks up cards; how many is not written down"
        number = len(takes.cards) if count is None else count
        if number != table.height or not number:
            amount = plural(number, "card")
        elif number == 1:
            amount = "the only card"
        else:
            amount = f"the whole pile, {number} cards"
        said = f"picks up {amount}"
        names = self._taken(event, turn, takes.cards)
        if not names:
            return said
        return f"{said}; listed are {names}" if turn.is_miscounted else f"{said}: {names}"

    def _taken(self, event: int, turn: Turn, cards: Sequence[nodes.CardWord]) -> str:
        """Return the cards that were picked up as far as they may be told."""
        lying = self.course.taken.get(event, (None,) * len(cards))
        may_see_all = self.eye in (None, turn.seat)
        words, dark = [], 0
        for card, place in zip(cards, lying, strict=True):
            is_seen = may_see_all or (place is not None and self.sees(place))
            if not is_seen or card.text == "?":
                dark += 1
            else:
                words.append(card.text)
        if not words:
            return ""
        if not dark:
            return " ".join(words)
        how = "known" if may_see_all else "shown"
        rest = "one that is" if dark == 1 else f"{number_word(dark)} that are"
        return f"{' '.join(words)} and {rest} not {how}"

    # -- what may be told

    def sees(self, card: Lying) -> bool:
        """Whether who reads knows a card of the pile, if the record tells which it is."""
        return self.eye is None or not card.is_hidden or card.seat == self.eye

    def known_top(self, table: Table) -> str | None:
        """Return the top card of the pile, None if it may not be told or is not known."""
        top = table.top
        if top is None or not is_known(top.mask) or not self.sees(top):
            return None
        return show_mask(top.mask)

    def _laid(self, cards: Sequence[_Card], turn: Turn) -> str:
        phrases = [self._card(card, turn) for card in cards]
        same = phrases[0]
        if len(phrases) > 1 and same in _MANY and set(phrases) == {same}:
            return f"{number_word(len(phrases))} {_MANY[same]}"
        return listed(phrases)

    def _card(self, card: _Card, turn: Turn) -> str:
        if card.is_hidden and self.eye not in (None, turn.seat):
            return _NOT_SHOWN
        if _is_name(card.word):
            return f"{card.word}, which is not shown," if card.is_hidden else card.word
        return _unknown(card.word, "shown" if card.is_hidden else "known")

    def _last(self, cards: Sequence[_Card], turn: Turn) -> str:
        """Return the last card of a hand, or the last ones."""
        if len(cards) > 1:
            return f"the last cards, {self._laid(cards, turn)},"
        card = cards[0]
        may_see = not card.is_hidden or self.eye in (None, turn.seat)
        parts = ["the last card"]
        if may_see and _is_name(card.word):
            parts.append(card.word)
        if card.is_hidden:
            parts.append("which is not shown")
        return ", ".join(parts) + ("," if len(parts) > 1 else "")

    # -- notes

    def _repeated(self, event: int, turn: Turn) -> int | None:
        """Return the turn after which there was this position, None if there was none."""
        again = self.replay.repeated.get(event)
        if again is None or event in self.course.idle or again >= turn.number:
            return None
        is_taken_back = any(
            isinstance(other, Turn) and other.number == again and number in self.course.voided
            for number, other in enumerate(self.events)
        )
        return None if is_taken_back else again

    def _is_broken(self, event: int, code: str) -> bool:
        return any(
            violation.event == event and violation.code.number == code
            for violation in self.replay.violations
        )


def _cards(groups: Sequence[nodes.Group]) -> list[_Card]:
    return list(_each(groups))


def _each(groups: Sequence[nodes.Group]) -> Iterator[_Card]:
    for group in groups:
        for card in group.cards:
            yield _Card(card.text, group.hidden)


def _is_name(word: str) -> bool:
    return "?" not in word


def _unknown(word: str, how: str) -> str:
    """Return a card of which at most the rank or the suit is known, ``?h``, in words."""
    if word == "?":
        return f"a card that is not {how}"
    if word[0] == "?":
        return f"a {SUIT_WORDS[word[1]]} that is not {how}"
    return f"{_RANK_WORDS.get(word[:-1], f'the rank {word[:-1]}')} that is not {how}"
