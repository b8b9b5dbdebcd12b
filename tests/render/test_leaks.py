"""A transcript for a seat tells nothing that this seat could not see."""

import re
from random import Random

import pytest

from kozelnotation.render.transcript import View, as_markdown, as_text, transcript
from kozelnotation.verdict.report import Status
from kozelnotation.verdict.verify import verify
from tests.oracle import svoi_faults
from tests.oracle.faults import FAULTS, RESIMULATE, TEXT, inject
from tests.oracle.naive_kozel import KP
from tests.oracle.naive_play import DRAWS, Match, random_match
from tests.oracle.naive_svoi import SK, whole_pack
from tests.oracle.naive_svoi_play import Deal, Series, random_series

SEATS = ["N", "E", "S", "W"]
CARD = re.compile(r"(?<![\w+])(?:10|[6-9AKQJ])[shdc](?!\w)")
SYMBOLS = str.maketrans("♠♥♦♣", "shdc")
GROUP = re.compile(r"\([^()]*\)")
PLAY = re.compile(r"(?:^|\s)([A-Z]): ([^:>]*?)(?=  |$)")


def told(record: str, seat: str | None) -> str:
    """Every transcript that a seat can get of a record, one below the other."""
    view, plain = View(seat), View(seat, ascii=True)
    texts = []
    for report in verify(record):
        seats = () if report.record is None else report.record.seats
        if seat is not None and seat not in seats:
            continue
        paragraphs = transcript(report, view)
        texts += [as_text(paragraphs, view), as_markdown(paragraphs, view)]
        texts += [as_text(paragraphs, plain), as_markdown(paragraphs, plain)]
    return "\n".join(texts)


def named_cards(text: str) -> set[str]:
    """The cards that a text names, with letters or with symbols."""
    return set(CARD.findall(text.translate(SYMBOLS)))


def seen_by(record: str, seat: str) -> set[str]:
    """The cards that a seat could see: its own, the trump, and what lay open on the table."""
    seen: set[str] = set()
    dealer = 0
    for line in record.splitlines():
        text = re.sub(r"\{[^}]*\}", "", line)
        word = text.split(" ", 1)[0]
        cards = CARD.findall(text)
        match word:
            case "dealer":
                dealer = SEATS.index(text.split()[1]) if text.split()[1] in SEATS else 0
            case "deck":
                place = (SEATS.index(seat) - dealer - 1) % 4
                seen |= {*cards[place:16:4], *cards[16:17]}
            case "trump" | "shows" | "reveals" | "exposed" | "captured":
                seen |= set(cards)
            case "hand":
                seen |= set(cards) if text.startswith(f"hand {seat}:") else set()
            case "gives":
                is_mine = text.startswith(f"gives {seat}:") or text.endswith(f"> {seat}")
                seen |= set(cards) if is_mine else set()
            case "draws":
                for who, drawn in PLAY.findall(text):
                    seen |= set(CARD.findall(drawn)) if who == seat else set()
            case _ if re.match(r"\d+\.", word):
                for who, laid in PLAY.findall(text):
                    seen |= set(CARD.findall(laid if who == seat else GROUP.sub("", laid)))
            case _:
                pass
    return seen


def match_of(seed: str, options: str = "") -> Match:
    """A match in which everything is written down, also what nobody saw."""
    rng = Random(seed)
    return random_match(
        KP,
        SEATS,
        options,
        rng,
        rng.choice(("deck", "hands")),
        draws=rng.choice(DRAWS),
        claims="all",
        hidden="known",
        most_deals=2,
    )


# -- no card is named that was not seen -----------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
def test_a_seat_is_told_of_no_card_that_it_could_not_see(seat: str) -> None:
    for number in range(12):
        record = match_of(f"leak {number}").write()
        found = named_cards(told(record, seat))
        assert found
        assert found <= seen_by(record, seat), record


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_faults_tell_a_seat_of_no_card_that_it_could_not_see(name: str) -> None:
    options = "declarations=off" if name == "K3106" else ""
    for style in (TEXT, RESIMULATE):
        for number in range(3):
            rng = Random(f"leak {name} {style} {number}")
            damaged = inject(match_of(f"leak {name} {number}", options), rng, name, style)
            if damaged is None:
                continue
            for seat in SEATS:
                assert named_cards(told(damaged[0], seat)) <= seen_by(damaged[0], seat), damaged[0]


def test_everybody_is_told_of_hidden_cards() -> None:
    record = match_of("leak all").write()
    assert named_cards(told(record, None)) > named_cards(told(record, "S"))


# -- what was not seen makes no difference --------------------------------------------------------

TABLE = """%kozel 1
{{the referee heard that {hidden} lay under W}}
[Event "Evening"]
[Rules "kozel-pairs-tvaladze@1"]
[Seats "N E S W"]

deal 1 {{between us: {hidden}}}
dealer W
hand N: Jh 8h {n}
hand E: Qh 6s Kc 9d
hand S: 10h 7c Ad 8s
hand W: {w} 8d Js
trump 9h
{play}
"""


def at_the_table(play: str, *, n: str = "9c 7d", w: str = "7s 6c", hidden: str = "7s") -> str:
    """A record in which N holds and W lays something else each time."""
    return TABLE.format(play=play.format(n=n, w=w), n=n, w=w, hidden=hidden)


OTHERS = [
    {"n": "9c 7d", "w": "7s 6c", "hidden": "7s"},
    {"n": "8c 6d", "w": "9s 6h", "hidden": "9s"},
]


@pytest.mark.parametrize(
    "play",
    [
        pytest.param(
            "1. N: Jh 8h  E: Qh 6s  S: (7c 8s)  W: ({w})  > E 5\n"
            "draws E: Ac  S: 10d  W: Kd  N: As  E: Qc  S: 10c  W: Ah  N: Kh\n"
            'unfinished "supper"',
            id="face-down",
        ),
        pytest.param(
            "1. N: Jh 8h  E: Qh 9d {{not with {w}}}  S: (7c 8s)  W: ({w})  > E 5\n"
            'ruling stands "nobody minded" {{he had {w}}}\n'
            "{{W: {w}}}\n"
            'unfinished "supper"',
            id="commentary",
        ),
        pytest.param(
            "1. N: Jh 8h  E: Qh 9d  S: (7c 8s)  W: ({w})  > E\n"
            "draws N: {n}  S: 10d\n"
            "gives W: {w} > E\n"
            "gives E: {w} > stock\n"
            "exposed W: {w} {w} {w}T\n"
            "2. S: 7h ({w}\n"
            'unfinished "supper"',
            id="faults-and-lines-that-cannot-be-read",
        ),
    ],
)
def test_records_that_differ_in_what_a_seat_could_not_see_are_told_alike(play: str) -> None:
    one, other = (at_the_table(play, **cards) for cards in OTHERS)
    assert one != other
    assert told(one, None) != told(other, None)
    assert told(one, "S") == told(other, "S")


def test_records_that_differ_in_what_a_seat_saw_are_told_differently() -> None:
    play = '1. N: Jh 8h  E: (Qh 9d)  S: (7c 8s)  W: {w}\nunfinished "supper"'
    one, other = (at_the_table(play, **cards) for cards in OTHERS)
    assert told(one, "S") != told(other, "S")


def hide(record: str, seat: str) -> str:
    """The record as this seat could have written it: what it did not see is unknown."""
    lines = []
    for line in record.splitlines():
        if line.startswith("hand ") and not line.startswith(f"hand {seat}:"):
            continue
        if line.startswith(("stock ", "points", "tricks", "penalty", "score")):
            continue
        if line.startswith("draws") or re.match(r"\d+\.", line):
            parts = re.split(r"  (?=[A-Z]: |> )", line)
            for place, part in enumerate(parts):
                who = re.search(r"([A-Z]): ", part)
                if part.startswith("> "):
                    parts[place] = " ".join(part.split()[:2])
                elif who is not None and who[1] != seat:
                    if line.startswith("draws"):
                        parts[place] = CARD.sub("?", part)
                    else:
                        parts[place] = GROUP.sub(lambda down: CARD.sub("?", down[0]), part)
            lines.append("  ".join(parts))
            continue
        lines.append(line)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seat", SEATS)
def test_a_seat_is_told_what_it_could_have_written_itself(seat: str) -> None:
    for number in range(12):
        rng = Random(f"alike {number}")
        match = random_match(
            KP, SEATS, "", rng, "hands", draws="each", claims="all", hidden="known", most_deals=1
        )
        lines = match.write().splitlines()
        tricks = [place for place, line in enumerate(lines) if re.match(r"\d+\.", line)]
        # before the count, at which all cards are looked at
        record = "\n".join([*lines[: tricks[min(2, len(tricks) - 1)]], 'unfinished "so"']) + "\n"
        mine = hide(record, seat)
        assert {report.status for report in verify(mine)} == {Status.LEGAL}, mine
        assert told(mine, seat).replace("Every claim of the record is true.", "") == told(
            record, seat
        ).replace("Every claim of the record is true.", ""), f"{record}\n{mine}"


# -- Svoi Kozyri ----------------------------------------------------------------------------------


def series_of(seed: str, *, deals: int = 1) -> Series:
    """A series in which everything is written down, also covers that were not shown."""
    rng = Random(seed)
    form = rng.choice(("deck", "hands"))
    return random_series(SK, SEATS, "", rng, form, hidden="known", deals=deals)


def seen_in_svoi(record: str, seat: str) -> set[str]:
    """The cards that a seat could see: its own, and what lay open on the pile."""
    seen: set[str] = set()
    dealer = 0
    for line in record.splitlines():
        word = line.split(" ", 1)[0]
        cards = CARD.findall(line)
        match word:
            case "dealer":
                dealer = SEATS.index(line.split()[1])
            case "trumps":
                own = re.search(rf"{seat}: ([shdc])", line)
                seen |= set() if own is None else {f"6{own[1]}"}
            case "deck":
                seen |= set(cards[(SEATS.index(seat) - dealer - 1) % 4 :: 4])
            case "hand":
                seen |= set(cards) if line.startswith(f"hand {seat}:") else set()
            case "gives":
                is_mine = line.startswith(f"gives {seat}:") or line.endswith(f"> {seat}")
                seen |= set(cards) if is_mine else set()
            case "reveals" | "exposed":
                seen |= set(cards)
            case _ if re.match(r"\d+\.", word):
                # the list of a pick-up stands in parentheses, too: what was not seen there
                # before, only the one who picks up sees
                is_mine = line.split()[1] == f"{seat}:"
                seen |= set(cards if is_mine else CARD.findall(GROUP.sub("", line)))
            case _:
                pass
    return seen


def after_turns(series: Series, turns: int) -> str:
    """The record of one deal, left unfinished after some turns."""
    lines = series.write().splitlines()
    played = [place for place, line in enumerate(lines) if re.match(r"\d+\.", line)]
    return "\n".join([*lines[: played[turns - 1] + 1], 'unfinished "late"']) + "\n"


def exchanged(record: str, one: str, other: str) -> str:
    """The record with two cards in each other's places."""
    names = {one: other, other: one}
    return CARD.sub(lambda card: names.get(card[0], card[0]), record)


def hidden_covers(deal: Deal, turns: int) -> set[str]:
    """The cards that were laid without being shown."""
    events = deal.events[:turns]
    return {card for event in events if event.written.is_hidden for card in event.truth.cover}


@pytest.mark.parametrize("seat", SEATS)
def test_a_seat_is_told_of_no_card_of_svoi_kozyri_that_it_could_not_see(seat: str) -> None:
    for number in range(15):
        record = series_of(f"svoi {number}", deals=2).write()
        found = named_cards(told(record, seat))
        assert found
        assert found <= seen_in_svoi(record, seat), record
        cut = after_turns(series_of(f"svoi {number}"), 8)
        assert named_cards(told(cut, seat)) <= seen_in_svoi(cut, seat), cut
        assert named_cards(told(cut, None)) > named_cards(told(cut, seat))


@pytest.mark.parametrize("name", sorted(svoi_faults.FAULTS))
def test_faults_of_svoi_kozyri_tell_a_seat_of_no_card_that_it_could_not_see(name: str) -> None:
    for number in range(6):
        series = series_of(f"svoi {name} {number}", deals=2)
        damaged = svoi_faults.inject(series, Random(f"svoi {name} {number}"), name)
        if damaged is None:
            continue
        for seat in SEATS:
            assert named_cards(told(damaged[0], seat)) <= seen_in_svoi(damaged[0], seat), damaged


@pytest.mark.parametrize("seat", SEATS)
def test_two_hidden_cards_of_others_may_change_places_unnoticed(seat: str) -> None:
    tried = with_cover = with_pick_up = 0
    for number in range(60):
        rng = Random(f"worlds {number}")
        series = series_of(f"worlds {number}")
        deal = series.deals[0]
        turns = rng.randint(4, min(len(deal.events), 24))
        record = after_turns(series, turns)
        covers = hidden_covers(deal, turns)
        unseen = {card for card in whole_pack() if card[0] != "6"} - seen_in_svoi(record, seat)
        holder = {card: who for who, cards in deal.start.items() for card in cards}
        for one in sorted(unseen & covers) or sorted(unseen)[:1]:
            others = [other for other in sorted(unseen) if holder[other] != holder[one]]
            for other in rng.sample(others, min(len(others), 3)):
                world = exchanged(record, one, other)
                assert told(record, None) != told(world, None)
                assert told(record, seat) == told(world, seat), f"{one} {other}\n{record}"
                tried += 1
                with_cover += one in covers
                with_pick_up += one in covers and "takes" in record.split(f"({one})", 1)[1]
    assert tried > 150
    assert with_cover > 80
    assert with_pick_up > 40
