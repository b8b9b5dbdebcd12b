"""One canonical form: every rule of section 10 of the notation, line by line.

The expected texts come from the notation; those of games that are not judged yet count too,
since every line that can be read can be written.
"""

import pytest

from kozelnotation.cli.fmt import formatted
from kozelnotation.syntax.blocks import MAX_LINE

HEADER = '%kozel 1\n[Rules "kozel-pairs-tvaladze@1"]\n[Seats "N E S W"]\n'
DEAL = f"{HEADER}\ndeal 1\n"


def written(text: str) -> str:
    return formatted(text.encode()).decode()


def written_in_deal(lines: str) -> str:
    """The canonical form of lines of a deal, without what stands before them."""
    result = written(DEAL + lines)
    assert result.startswith(DEAL)
    return result.removeprefix(DEAL)


def written_in_header(lines: str) -> str:
    """The canonical form of lines of a header, without the format line before them."""
    result = written(f"%kozel 1\n{lines}")
    assert result.startswith("%kozel 1\n")
    return result.removeprefix("%kozel 1\n")


# -- blanks (10.2) --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "canonical"),
    [
        pytest.param("  dealer W", "dealer W", id="blanks-at-the-start-go"),
        pytest.param("dealer W \t ", "dealer W", id="blanks-at-the-end-go"),
        pytest.param("dealer \t W", "dealer W", id="one-blank-between-words"),
        pytest.param("hand N :Jh   8h", "hand N: Jh 8h", id="none-before-a-colon-one-after"),
        pytest.param(
            "1. N: Jh E: Qh S: (?) W: (?)>E 3",
            "1. N: Jh  E: Qh  S: (?)  W: (?)  > E 3",
            id="two-before-each-further-seat-and-before-a-claim",
        ),
        pytest.param("1.N:Jh", "1. N: Jh", id="one-after-a-number"),
        pytest.param("4. ? > E", "4. ?  > E", id="two-before-the-claim-of-an-unwritten-trick"),
        pytest.param("1...W: ( 7c 8s )", "1... W: (7c 8s)", id="none-inside-round-brackets"),
        pytest.param("points N + S:67 E+W:53", "points N+S: 67  E+W: 53", id="none-around-a-plus"),
        pytest.param("draws E:Ac S:10d", "draws E: Ac  S: 10d", id="two-between-draws"),
        pytest.param("gives N: Qc>stock", "gives N: Qc > stock", id="one-before-the-sign-of-gives"),
        pytest.param(
            'ruling trick 3>E  "so"',
            'ruling trick 3 > E "so"',
            id="one-before-the-sign-of-a-ruling",
        ),
        pytest.param("2. E: 6d/Qs", "2. E: 6d / Qs", id="one-on-each-side-of-a-cover"),
        pytest.param("9. E: Kh/-", "9. E: Kh / -", id="a-cover-with-nothing-led"),
        pytest.param("4. W: takes 3(9d 6h Qs)", "4. W: takes 3 (9d 6h Qs)", id="one-before-a-list"),
        pytest.param("dealer W;x", "dealer W  ; x", id="two-before-a-remark-one-in-it"),
        pytest.param("pot  -  8", "pot - 8", id="a-pot-that-nobody-takes"),
        pytest.param(
            "trumps N:c E:d S:h W:?", "trumps N: c  E: d  S: h  W: ?", id="two-between-trumps"
        ),
        pytest.param(
            "shows S:Moskva Ah As 10d 6s", "shows S: Moskva Ah As 10d 6s", id="a-declaration"
        ),
        pytest.param("reveals 3.S:7c 9c", "reveals 3. S: 7c 9c", id="cards-seen-later"),
        pytest.param('player N   "Vera"', 'player N "Vera"', id="one-before-a-text"),
    ],
)
def test_blanks(source: str, canonical: str) -> None:
    assert written_in_deal(f"{source}\n") == f"{canonical}\n"


@pytest.mark.parametrize(
    ("source", "canonical"),
    [
        pytest.param('[ Event   "x" ]', '[Event "x"]', id="none-inside-square-brackets"),
        pytest.param('[Player  N  "Ана"]', '[Player N "Ана"]', id="one-before-a-text"),
        pytest.param('[Team N + S "x"]', '[Team N+S "x"]', id="none-around-a-plus"),
    ],
)
def test_blanks_in_tags(source: str, canonical: str) -> None:
    assert written_in_header(f"{source}\n") == f"{canonical}\n"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(f"{DEAL}dealer W\n", id="canonical"),
        pytest.param(f"{DEAL}dealer W\n\n\n\n", id="empty-lines-at-the-end"),
        pytest.param(f"{DEAL}\n\ndealer W\n", id="empty-lines-in-a-deal"),
        pytest.param(f"{HEADER}deal 1\ndealer W\n", id="no-empty-line-before-a-deal"),
        pytest.param(f"{HEADER}\n \t\n\ndeal 1\ndealer W\n", id="many-before-a-deal"),
        pytest.param(f"{DEAL}dealer W", id="no-line-end-at-the-end"),
        pytest.param(f"{DEAL}dealer W\n".replace("\n", "\r\n"), id="crlf"),
        pytest.param(f"{DEAL}dealer W\r\n", id="crlf-once"),
        pytest.param(f"\ufeff{DEAL}dealer W\n", id="byte-order-mark"),
        pytest.param(f"\n\n{DEAL}dealer W\n", id="empty-lines-before-the-record"),
    ],
)
def test_lines(source: str) -> None:
    assert written(source) == f"{DEAL}dealer W\n"


@pytest.mark.parametrize("between", ["", "\n", "\n\n\n", " \n", "\r\n\r\n"])
def test_one_empty_line_stands_before_a_further_record(between: str) -> None:
    one = f"{DEAL}dealer W\n"
    assert written(one + between + one) == f"{one}\n{one}"


def test_a_file_of_nothing_stays() -> None:
    assert [written(text) for text in ("", "\n", "; x\n")] == ["", "\n", "; x\n"]


# -- cards, groups, lists (10.5) ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "canonical"),
    [
        pytest.param("10♥ J♠ Q♦ A♣", "10h Js Qd Ac", id="filled-symbols"),
        pytest.param("10♡ J♤ Q♢ A♧", "10h Js Qd Ac", id="outlined-symbols"),
        pytest.param("10♥\ufe0f J♠\ufe0e", "10h Js", id="variation-selectors"),
        pytest.param("10H JS QD AC", "10h Js Qd Ac", id="capital-suits"),
        pytest.param("?♥ K? ?H ?", "?h K? ?h ?", id="unknown-cards"),
        pytest.param("5♥ 2C", "5h 2c", id="cards-of-another-pack"),
        pytest.param("8h Jh 6s As", "8h Jh 6s As", id="cards-keep-their-order"),
    ],
)
def test_cards(source: str, canonical: str) -> None:
    assert written_in_deal(f"hand N: {source}\n") == f"hand N: {canonical}\n"


@pytest.mark.parametrize(
    ("lang", "source", "canonical"),
    [
        pytest.param("ru", "Тп Кч Дб Вт 10к ?ч Т?", "As Kh Qd Jc 10c ?h A?", id="russian"),
        pytest.param("es", "Rs Dh Vd 10c", "Ks Qh Jd 10c", id="spanish"),
    ],
)
def test_cards_of_other_languages_are_written_in_ascii(
    lang: str, source: str, canonical: str
) -> None:
    header = f'{HEADER}[Lang "{lang}"]\n\ndeal 1\n'
    assert written(f"{header}hand N: {source}\n") == f"{header}hand N: {canonical}\n"


@pytest.mark.parametrize(
    ("source", "canonical"),
    [
        pytest.param("(7c) (8s)", "(7c 8s)", id="touching-hidden-groups-are-one"),
        pytest.param("(7c)(8s) (?)", "(7c 8s ?)", id="three-of-them"),
        pytest.param("7c (8s) (9s)", "7c (8s 9s)", id="shown-before-hidden"),
        pytest.param("(8s) 7c (9s)", "(8s) 7c (9s)", id="shown-and-hidden-keep-their-order"),
        pytest.param("(? ?)", "(? ?)", id="unknown-cards-stay"),
        pytest.param("...", "...", id="not-written-down"),
        pytest.param("-", "-", id="nothing"),
        pytest.param("(6d)(7d) / (Q♠)", "(6d 7d) / (Qs)", id="groups-of-a-cover"),
        pytest.param("takes 3 (? ? ?)", "takes 3", id="a-list-that-says-nothing-goes"),
        pytest.param("takes 3 (? 6h ?)", "takes 3 (? 6h ?)", id="a-list-that-says-something-stays"),
        pytest.param("takes 2 (? ? ?)", "takes 2 (? ? ?)", id="a-list-of-another-length-stays"),
        pytest.param("takes ? (? ?)", "takes ? (? ?)", id="a-list-that-gives-the-number-stays"),
    ],
)
def test_plays(source: str, canonical: str) -> None:
    assert written_in_deal(f"1. S: {source}\n") == f"1. S: {canonical}\n"


@pytest.mark.parametrize(
    ("source", "canonical"),
    [
        pytest.param("points E+W: 53 N+S: 67", "points N+S: 67  E+W: 53", id="points"),
        pytest.param("score E+W: ? N+S: -3", "score N+S: -3  E+W: ?", id="score"),
        pytest.param("trumps W: s S: h E: d N: c", "trumps N: c  E: d  S: h  W: s", id="trumps"),
        pytest.param(
            'ruling result E+W: 4 N+S: 0 "x"', 'ruling result N+S: 0  E+W: 4 "x"', id="ruling"
        ),
        pytest.param("pot E: 3 N: 5", "pot N: 5  E: 3", id="pot"),
        pytest.param("points X: 1 E+W: 2", "points E+W: 2  X: 1", id="unknown-sides-last"),
        pytest.param("draws W: Ah  N: Kh", "draws W: Ah  N: Kh", id="draws-keep-their-order"),
        pytest.param("1. W: Ah  N: Kh", "1. W: Ah  N: Kh", id="plays-keep-their-order"),
    ],
)
def test_order_of_sides(source: str, canonical: str) -> None:
    assert written_in_deal(f"{source}\n") == f"{canonical}\n"


# -- order of statements (10.3, 10.4) -------------------------------------------------------------


def test_tags_stand_in_their_order() -> None:
    mixed = (
        '[Lang "ru"]\n[Zed "1"]\n[Source "x"]\n[Scorer "x"]\n[Referee "x"]\n[Team E+W "b"]\n'
        '[Team N+S "a"]\n[Player W "w"]\n[Player N "n"]\n[Alpha "2"]\n[Seats "N E S W"]\n'
        '[Rules "kozel-pairs-tvaladze@1"]\n[Table "x"]\n[Round "x"]\n[Zed "0"]\n'
        '[Date "????-??-??"]\n[Site "x"]\n[Event "x"]\n'
    )
    assert written_in_header(mixed) == (
        '[Event "x"]\n[Site "x"]\n[Date "????-??-??"]\n[Round "x"]\n[Table "x"]\n'
        '[Rules "kozel-pairs-tvaladze@1"]\n[Seats "N E S W"]\n[Player N "n"]\n[Player W "w"]\n'
        '[Team N+S "a"]\n[Team E+W "b"]\n[Referee "x"]\n[Scorer "x"]\n[Source "x"]\n[Lang "ru"]\n'
        '[Zed "1"]\n[Alpha "2"]\n[Zed "0"]\n'
    )


def test_carried_scores_stand_behind_the_tags() -> None:
    lines = 'carried N+S: 4  E+W: 8\n[Zed "1"]\n[Event "x"]\n'
    assert written_in_header(lines) == '[Event "x"]\n[Zed "1"]\ncarried N+S: 4  E+W: 8\n'


@pytest.mark.parametrize(
    ("source", "canonical"),
    [
        pytest.param("limit=4 shokha=off", "shokha=off limit=4", id="in-the-order-of-the-table"),
        pytest.param(" shokha=on   limit=12 ", "", id="defaults-go"),
        pytest.param("declarations=off   deals=3", "declarations=off deals=3", id="one-blank"),
    ],
)
def test_rules(source: str, canonical: str) -> None:
    seats = '[Seats "N E S W"]\n'
    rules = f"kozel-pairs-tvaladze@1 {canonical}".rstrip()
    assert (
        written_in_header(f'[Rules "kozel-pairs-tvaladze@1 {source}"]\n{seats}')
        == f'[Rules "{rules}"]\n{seats}'
    )


def test_rules_that_are_not_known_stay_as_they_are() -> None:
    assert written_in_header('[Rules "durak@1  x=2"]\n') == '[Rules "durak@1  x=2"]\n'


def test_seats_are_always_written() -> None:
    rules = '[Rules "kozel-pairs-tvaladze@1"]\n'
    assert written_in_header(f'{rules}[Player N "x"]\n') == (
        f'{rules}[Seats "N E S W"]\n[Player N "x"]\n'
    )
    assert written_in_header(f'{rules}[Seats " N  E S W "]\n') == f'{rules}[Seats "N E S W"]\n'


def test_a_second_tag_says_what_it_said() -> None:
    lines = (
        '[Rules "kozel-pairs-tvaladze@1"]\n[Rules "kozel-pairs-tvaladze@1 limit=4"]\n'
        '[Seats "N E S W"]\n[Seats "A B C D"]\n'
    )
    assert written_in_header(lines) == lines


def test_a_deal_is_set_up_played_and_counted() -> None:
    set_up = (
        "dealer W",
        "starter N",
        "trumps N: c",
        "deck ...",
        "hand N: Jh 8h 9c 7d",
        "hand E: Qh 6s Kc 9d",
        "trump 9h",
        "stock ...",
        "gives N: 6d > E",
        "gives S: 6h > E",
        "missing 8c",
    )
    play = ("draws N: Ah", "shows S: Molodka ...", "2. N: Jh", "gives N: Jh > S", "1. N: 8h")
    count = (
        "captured N+S: -",
        "captured E+W: -",
        "points N+S: 67",
        "tricks N+S: 5",
        "penalty N+S: 0",
        "score N+S: 0",
        "pot - 8",
        "loser W",
        'unfinished "x"',
        "winner N+S",
    )
    mixed = "\n".join((*reversed(set_up), *play, *reversed(count)))
    canonical = "\n".join((*set_up, *play, *count))
    assert written_in_deal(f"{mixed}\n") == f"{canonical}\n"


@pytest.mark.parametrize(
    ("source", "canonical"),
    [
        pytest.param(
            "points N+S: 1\n1. N: Jh\ntricks N+S: 1\npoints N+S: 2",
            "points N+S: 1\n1. N: Jh\npoints N+S: 2\ntricks N+S: 1",
            id="a-count-with-play-after-it-stays",
        ),
        pytest.param(
            'trump 9h\ntime "x"\nx-a\nplayer N "y"\nexposed E: Kh\ndealer W',
            'dealer W\ntrump 9h\ntime "x"\nx-a\nplayer N "y"\nexposed E: Kh',
            id="what-stands-around-goes-with-the-statement-above",
        ),
        pytest.param(
            'tricks N+S: 5\nruling stands "x"\npoints N+S: 67',
            'points N+S: 67\ntricks N+S: 5\nruling stands "x"',
            id="a-ruling-goes-with-the-statement-above",
        ),
        pytest.param(
            "tricks N+S: 5\nreveals 1. S: 7c\npoints N+S: 67",
            "points N+S: 67\ntricks N+S: 5\nreveals 1. S: 7c",
            id="cards-seen-go-with-the-statement-above",
        ),
        pytest.param(
            "trump 9h\n12. N Jh\ndealer W\n1. N: Jh\ntricks N+S: 5\nscore N+S: 0\npoints N+S: 1",
            "trump 9h\n12. N Jh\ndealer W\n1. N: Jh\npoints N+S: 1\ntricks N+S: 5\nscore N+S: 0",
            id="with-a-lost-line-the-set-up-keeps-its-order",
        ),
        pytest.param(
            "trump 9h\ndealer W\n1. N: Jh\ntricks N+S: 5\nlost line\npoints N+S: 1",
            "dealer W\ntrump 9h\n1. N: Jh\ntricks N+S: 5\nlost line\npoints N+S: 1",
            id="with-a-lost-line-the-count-keeps-its-order",
        ),
        pytest.param(
            "score N+S: 2\npenalty N+S: 0\nruling penalty N+S: 2",
            "score N+S: 2\npenalty N+S: 0\nruling penalty N+S: 2",
            id="a-penalty-below-the-score-stays-below-it",
        ),
        pytest.param(
            "dealer W\ndealer N\nhand E: Ah\nhand E: Kh",
            "dealer W\ndealer N\nhand E: Ah\nhand E: Kh",
            id="what-stands-twice-keeps-its-order",
        ),
        pytest.param(
            'tie\nwinner N+S\nannulled "x"\nunfinished "x"\ndrawn\nloser W',
            'drawn\nloser W\nannulled "x"\nunfinished "x"\ntie\nwinner N+S',
            id="of-two-that-exclude-each-other-the-first-stays-the-first",
        ),
    ],
)
def test_order_in_a_deal(source: str, canonical: str) -> None:
    assert written_in_deal(f"{source}\n") == f"{canonical}\n"


# -- strings (10.7) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "canonical"),
    [
        pytest.param(r"\"Bob\"", r"\"Bob\"", id="quotation-marks"),
        pytest.param(r"a\\b", r"a\\b", id="backslash"),
        pytest.param(r"a\/b", "a/b", id="a-slash-needs-no-escape"),
        pytest.param(r"\u0041\u043d\u0430", "Aна", id="letters-stand-as-they-are"),
        pytest.param(r"\ud83c\udca1", "🂡", id="pairs-of-halves-are-one-letter"),
        pytest.param(r"\u0008\u000c\u000a\u000d\u0009", r"\b\f\n\r\t", id="short-escapes"),
        pytest.param("a\tb", r"a\tb", id="a-tab-is-escaped"),
        pytest.param(r"\u0000\u001F\u007F\u009f", r"\u0000\u001f\u007f\u009f", id="controls"),
        pytest.param("\u2028\u2029", r"\u2028\u2029", id="line-ends-of-other-programs"),
        pytest.param(
            "\u061c\u200e\u200f\u202a\u202e\u2066\u2069",
            r"\u061c\u200e\u200f\u202a\u202e\u2066\u2069",
            id="controls-of-writing-direction",
        ),
        pytest.param("e\u0301", "é", id="nfc"),
        pytest.param("; {x} > (", "; {x} > (", id="nothing-else-has-a-meaning"),
        pytest.param("\u00a0\u200b\ufeff", "\u00a0\u200b\ufeff", id="nothing-else-is-escaped"),
    ],
)
def test_strings(source: str, canonical: str) -> None:
    assert written_in_deal(f'player N "{source}"\n') == f'player N "{canonical}"\n'
    assert written_in_header(f'[Event "{source}"]\n') == f'[Event "{canonical}"]\n'


def test_names_are_in_nfc() -> None:
    rules = '[Rules "kozel-pairs-tvaladze@1"]\n'
    source = f'{rules}[Seats "E\u0301 B C D"]\n\ndeal 1\ndealer E\u0301\n'
    assert written_in_header(source) == f'{rules}[Seats "É B C D"]\n\ndeal 1\ndealer É\n'


# -- commentary (2.6, 10.8) -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "canonical"),
    [
        pytest.param("dealer{x}W", "dealer W {x}", id="of-a-statement-without-items"),
        pytest.param("dealer W{x}{y}", "dealer W {x} {y}", id="one-blank-before-each"),
        pytest.param("hand N: Jh {x} 8h", "hand N: Jh 8h {x}", id="cards-are-no-items"),
        pytest.param(
            "1. N: Jh {a} 8h  E: Qh {b}",
            "1. N: Jh 8h {a}  E: Qh {b}",
            id="inside-a-play-to-that-play",
        ),
        pytest.param(
            "1. N: Jh  E: (? {a} ?)  > E {b} 5 {c}",
            "1. N: Jh  E: (? ?) {a}  > E 5 {b} {c}",
            id="behind-the-claim-to-the-claim",
        ),
        pytest.param("1. {x} N: Jh", "1. N: Jh\n{x}", id="before-the-first-item-to-the-whole"),
        pytest.param("4. ? {x}  > E {y}", "4. ?  > E {y}\n{x}", id="of-an-unwritten-trick"),
        pytest.param("4. ?\n{x}", "4. ? {x}", id="a-trick-without-items"),
        pytest.param(
            "points N+S: 67 {a}  E+W: {b} 53",
            "points N+S: 67 {a}  E+W: 53 {b}",
            id="of-numbers-of-sides",
        ),
        pytest.param(
            "points E+W: 53 {b}  N+S: 67 {a}",
            "points N+S: 67 {a}  E+W: 53 {b}",
            id="it-goes-with-its-side",
        ),
        pytest.param("draws E: Ac {x}  S: ?", "draws E: Ac {x}  S: ?", id="of-draws"),
        pytest.param("draws ... {x}", "draws ... {x}", id="of-draws-that-are-not-written"),
        pytest.param("trumps N: c {x}  E: d", "trumps N: c {x}  E: d", id="of-trumps"),
        pytest.param(
            'ruling penalty E+W: 2 "so" {x}',
            'ruling penalty E+W: 2 {x} "so"',
            id="of-a-ruling-with-numbers",
        ),
        pytest.param('ruling void {x} "so"', 'ruling void "so" {x}', id="of-another-ruling"),
        pytest.param('player N {x} "Vera"', 'player N "Vera" {x}', id="of-a-player"),
        pytest.param("dealer W\n{x}", "dealer W {x}", id="own-line-below-a-plain-statement"),
        pytest.param(
            "1. N: Jh\n  {x}{y}", "1. N: Jh\n{x}\n{y}", id="own-line-below-a-statement-with-items"
        ),
        pytest.param("x-note 1\n{x}", "x-note 1\n{x}", id="own-line-below-an-extension"),
        pytest.param("lost line\n{x}", "lost line\n{x}", id="own-line-below-a-lost-line"),
        pytest.param(
            "dealer W {x}  ; r\n{y} ; s\ntrump 9h",
            "dealer W {x} {y}  ; r\n; s\ntrump 9h",
            id="a-remark-behind-commentary-stays-between-the-statements",
        ),
        pytest.param(
            "dealer W\n{x} ; s {y} } z\ntrump 9h",
            "dealer W {x}\n; s {y} } z\ntrump 9h",
            id="braces-in-a-remark-are-no-commentary",
        ),
        pytest.param(r"dealer W {a\}b\\c{d}", r"dealer W {a\}b\\c{d}", id="escapes"),
        pytest.param("dealer W {e\u0301}", "dealer W {é}", id="nfc"),
        pytest.param("dealer W {}", "dealer W {}", id="empty-commentary-stays"),
        pytest.param('dealer W {"; x}', 'dealer W {"; x}', id="nothing-else-has-a-meaning"),
    ],
)
def test_commentary(source: str, canonical: str) -> None:
    assert written_in_deal(f"{source}\n") == f"{canonical}\n"


def test_commentary_of_a_deal_stands_behind_its_line() -> None:
    assert written(f"{HEADER}\ndeal {{x}} 1\n{{y}}\n") == f"{HEADER}\ndeal 1 {{x}} {{y}}\n"


def test_commentary_of_the_record_stands_below_the_format_line() -> None:
    assert written('%kozel 1 {x} ; r\n{y}{z}\n[Event "e"] {t}\n') == (
        '%kozel 1  ; r\n{x}\n{y}\n{z}\n[Event "e"] {t}\n'
    )


# -- remarks (10.8) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "canonical"),
    [
        pytest.param("dealer W ;  x  ", "dealer W  ; x", id="at-the-end-of-a-line"),
        pytest.param("dealer W;", "dealer W  ;", id="empty-at-the-end-of-a-line"),
        pytest.param("  ;x\n;\ndealer W", "; x\n;\ndealer W", id="before-a-statement"),
        pytest.param("dealer W\n;x\n\n;y", "dealer W\n; x\n; y", id="at-the-end-of-a-record"),
        pytest.param("trump 9h\n;x\ndealer W", "; x\ndealer W\ntrump 9h", id="it-goes-along"),
        pytest.param(";;x", "; ;x", id="a-remark-in-a-remark"),
        pytest.param("; e\u0301", "; é", id="nfc"),
        pytest.param(";x\nlost line", "; x\nlost line", id="before-a-lost-line"),
    ],
)
def test_remarks(source: str, canonical: str) -> None:
    assert written_in_deal(f"{source}\n") == f"{canonical}\n"


def test_remarks_of_a_deal_stand_behind_the_empty_line_before_it() -> None:
    assert written(f"{HEADER}; x\ndeal 1\n") == f"{HEADER}\n; x\ndeal 1\n"


# -- extensions and lost lines (9.1, 10.9) --------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "canonical"),
    [
        pytest.param("  x-note  1", "x-note  1", id="an-extension-keeps-its-blanks"),
        pytest.param('x-a ; {b} "c \t', 'x-a ; {b} "c', id="nothing-in-it-has-a-meaning"),
        pytest.param("x-e\u0301", "x-e\u0301", id="no-nfc-in-an-extension"),
        pytest.param("  hond  N:Jh\t", "  hond  N:Jh\t", id="a-lost-line-stays-as-it-is"),
        pytest.param("hand N: Th ; x", "hand N: Th ; x", id="a-lost-line-keeps-its-remark"),
        pytest.param("hand N: Jh {x", "hand N: Jh {x", id="open-commentary"),
        pytest.param("lost e\u0301", "lost e\u0301", id="no-nfc-in-a-lost-line"),
        pytest.param("deal one\ndealer W", "\ndeal one\ndealer W", id="a-deal-line-that-is-lost"),
        pytest.param(" %kozel 1\ndealer W", " %kozel 1\ndealer W", id="it-begins-no-record"),
        pytest.param("lost\x00line", "lost\x00line", id="control-characters"),
        pytest.param("lost\r\r\ndealer W", "lost\r\r\ndealer W", id="a-CR-of-its-own"),
    ],
)
def test_lines_that_are_kept(source: str, canonical: str) -> None:
    result = written_in_deal(f"{source}\n")
    assert result == f"{canonical}\n"
    assert written_in_deal(result) == result


def test_bytes_that_are_no_utf_8_are_kept() -> None:
    content = DEAL.encode() + b"dealer  W\nhand N: \xff\xfe\r\n"
    assert formatted(content) == DEAL.encode() + b"dealer W\nhand N: \xff\xfe\n"


def test_a_line_that_is_too_long_is_kept_whole() -> None:
    line = f"x-{'a' * (3 * MAX_LINE)}"
    assert written_in_deal(f"dealer  W\n{line}\n") == f"dealer W\n{line}\n"


def test_a_header_with_a_lost_line_keeps_its_order() -> None:
    lines = '[Site "x"]\n[Event x]\n[Date  "????-??-??"]\n'
    assert written_in_header(lines) == '[Site "x"]\n[Event x]\n[Date "????-??-??"]\n'


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('%kozel 3\n[Site  "x"]\n\n\ndeal 1\n', id="another-version"),
        pytest.param("deal  1\ndealer  W\n", id="no-format-line"),
        pytest.param(f"deal  1\n\n{DEAL}", id="text-before-the-first-record"),
        pytest.param(f"; x\n\n{DEAL}", id="remarks-before-the-first-record"),
    ],
)
def test_what_is_no_record_of_this_version_stays(text: str) -> None:
    assert written(text) == text
