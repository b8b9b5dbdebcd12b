"""Codes, help pages, damaged samples and sentences belong together, one to one."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from kozelnotation.cli.files import rule_sets
from kozelnotation.diag.code import Code, Severity
from kozelnotation.diag.finding import Finding
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.kozel import codes as kozel_codes
from kozelnotation.games.registry import RULE_SETS
from kozelnotation.games.ruleset import RuleSet
from kozelnotation.games.svoi import codes as svoi_codes
from kozelnotation.record import codes as record_codes
from kozelnotation.render.catalogue import en
from kozelnotation.render.words import caption, clause_text, help_text, message
from kozelnotation.syntax import codes as syntax_codes
from kozelnotation.verdict import codes as verify_codes
from kozelnotation.verdict.registry import REGISTRY
from kozelnotation.verdict.verify import verify
from tests.oracle import svoi_faults
from tests.oracle.faults import FAULTS, RESIMULATE, TEXT, inject
from tests.oracle.naive_kozel import KP
from tests.oracle.naive_play import random_match, random_style, random_table
from tests.oracle.svoi_agreement import random_series

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "kozelnotation"
PAGES = SOURCE / "help" / "codes"
SAMPLES = ROOT / "samples" / "bad"


def _with_house_rules() -> dict[str, RuleSet]:
    """The known rule sets and those of the clubs among the samples."""
    known = dict(RULE_SETS)
    for path in sorted((ROOT / "samples" / "house").glob("*.toml")):
        found = rule_sets(path)
        assert isinstance(found, dict), found
        known.update(found)
    return known


RULES = _with_house_rules()

WITHOUT_EXAMPLE = {"K0007", "K9001"}
"""What no record in the notation leads to: bad JSON, and a fault of the program."""

MODULES = (syntax_codes, record_codes, pack_codes, kozel_codes, svoi_codes, verify_codes)
ALL_CODES = [
    value for module in MODULES for value in vars(module).values() if isinstance(value, Code)
]
CODES_BY_WORD = {
    word: value
    for module in MODULES
    for word, value in vars(module).items()
    if isinstance(value, Code)
}

IN_BOTH_GAMES = {"card-not-held", "card-already-played", "deal-already-over", "wrong-dealer"}

HEADINGS = ["What is wrong", "The rule", "Wrong", "Right", "What to do"]
BLOCK = re.compile(r"^```(?P<info>[^\n]*)\n(?P<record>.*?)^```$", re.MULTILINE | re.DOTALL)
ESCAPE = re.compile(rb"\\x([0-9a-f]{2})")

NUMBERS = sorted(REGISTRY)
WITH_EXAMPLE = [number for number in NUMBERS if number not in WITHOUT_EXAMPLE]


def page_text(number: str) -> str:
    """The help page of a code."""
    return (PAGES / f"{number}.md").read_text(encoding="utf-8")


def page_sections(page: str) -> dict[str, str]:
    """The parts of a page by heading; what stands before the first is under an empty one."""
    parts: dict[str, list[str]] = {"": []}
    heading, is_record = "", False
    for line in page.splitlines():
        if line.startswith("```"):
            is_record = not is_record
        if line.startswith("## ") and not is_record:
            heading = line.removeprefix("## ")
            parts[heading] = []
        else:
            parts[heading].append(line)
    return {name: "\n".join(lines) + "\n" for name, lines in parts.items()}


def records_in(section: str) -> list[bytes]:
    """The records in a part of a page; in ``escaped`` ones \\xNN stands for a raw byte."""
    found = []
    for block in BLOCK.finditer(section):
        words = block["info"].split()
        assert words[:1] == ["kozel"], f"a block that is no record: {words}"
        content = block["record"].encode()
        if "escaped" in words:
            content = ESCAPE.sub(lambda match: bytes([int(match[1], 16)]), content)
        found.append(content)
    return found


def findings_in(content: bytes) -> list[Finding]:
    """All findings in a text."""
    return [finding for report in verify(content, rule_sets=RULES) for finding in report.findings]


def told(findings: list[Finding]) -> list[str]:
    """Findings in short, for a failure that can be read."""
    return [f"line {f.span.line}: {f.code.number} {message(f)}" for f in findings]


# -- the same codes everywhere --------------------------------------------------------------------


def test_no_code_and_no_name_is_used_twice() -> None:
    pairs = {(code.number, code.name) for code in ALL_CODES}
    assert {number for number, _ in pairs} == set(REGISTRY)
    assert Counter(number for number, _ in pairs).most_common(1)[0][1] == 1
    assert not [
        name
        for name, count in Counter(name for _, name in pairs).items()
        # both games have cards that are not held and deals that are over
        if count > 1 and name not in IN_BOTH_GAMES
    ]


def test_every_code_has_a_help_page_and_no_page_is_left_over() -> None:
    assert {page.name for page in PAGES.iterdir()} == {f"{number}.md" for number in REGISTRY}


def test_every_code_has_a_damaged_sample_and_no_sample_is_left_over() -> None:
    assert {sample.name for sample in SAMPLES.iterdir()} == {
        *(f"{number}.kozel" for number in WITH_EXAMPLE),
        "K0007.json",
    }


def test_every_code_has_a_sentence_and_no_sentence_is_left_over() -> None:
    assert {key.partition(".")[0] for key in en.MESSAGES} == set(REGISTRY)


# -- damaged samples ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", WITH_EXAMPLE)
def test_a_damaged_sample_has_its_code_and_no_other(number: str) -> None:
    found = findings_in((SAMPLES / f"{number}.kozel").read_bytes())
    assert [finding.code.number for finding in found] == [number], told(found)
    assert not found[0].ruled


@pytest.mark.parametrize("number", WITH_EXAMPLE)
def test_a_damaged_sample_weighs_what_its_code_weighs(number: str) -> None:
    (report,) = verify((SAMPLES / f"{number}.kozel").read_bytes(), rule_sets=RULES)
    is_error = REGISTRY[number].severity is Severity.ERROR
    fails = report.status.value in ("illegal", "malformed") or report.claims.value == "refuted"
    assert fails is is_error


# -- help pages -----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", NUMBERS)
def test_a_help_page_begins_with_code_and_name_and_one_sentence(number: str) -> None:
    title, empty, sentence, second, *_ = page_text(number).splitlines()
    assert title == f"# {number} {REGISTRY[number].name}"
    assert (empty, second) == ("", "")
    assert sentence.endswith(".")


@pytest.mark.parametrize("number", NUMBERS)
def test_a_help_page_has_its_headings(number: str) -> None:
    page = page_text(number)
    without_example = [heading for heading in HEADINGS if heading not in ("Wrong", "Right")]
    expected = without_example if number in WITHOUT_EXAMPLE else HEADINGS
    parts = page_sections(page)
    assert list(parts) == ["", *expected]
    assert all(part.strip() for part in parts.values())
    assert page.endswith("\n")
    assert not page.endswith("\n\n")


@pytest.mark.parametrize("number", NUMBERS)
def test_a_help_page_says_how_much_the_code_weighs(number: str) -> None:
    weight = REGISTRY[number].severity.value
    assert re.search(rf"\b{weight}\b", page_sections(page_text(number))["What is wrong"])


@pytest.mark.parametrize("number", NUMBERS)
def test_a_help_page_names_its_clause(number: str) -> None:
    assert re.search(r"^Clause: .", page_sections(page_text(number))["The rule"], re.MULTILINE)


@pytest.mark.parametrize("number", WITH_EXAMPLE)
def test_the_wrong_example_of_a_page_has_its_code_and_no_other(number: str) -> None:
    records = records_in(page_sections(page_text(number))["Wrong"])
    assert records
    for record in records:
        found = findings_in(record)
        assert [finding.code.number for finding in found] == [number], told(found)


@pytest.mark.parametrize("number", WITH_EXAMPLE)
def test_the_right_example_of_a_page_has_nothing_wrong(number: str) -> None:
    records = records_in(page_sections(page_text(number))["Right"])
    assert records
    for record in records:
        found = findings_in(record)
        assert not found, told(found)


@pytest.mark.parametrize("number", NUMBERS)
def test_the_examples_of_a_page_stand_under_wrong_and_right(number: str) -> None:
    parts = page_sections(page_text(number))
    assert not [name for name in parts if name not in ("Wrong", "Right") and "```" in parts[name]]


# -- sentences ------------------------------------------------------------------------------------

HEADER = f'%kozel 1\n[Rules "{KP}"]\n[Seats "N E S W"]\n\ndeal 1\ndealer W\n'
OPEN = "1. N: Jh 8h  E: (? ?)  S: (? ?)  W: (? ?)"
ODD_HEADERS = (
    *("%kozel", "%kozel x", '%kozel 1\n[Date "2026-13-40"]', '%kozel 1\n[Event N "x"]'),
    *('%kozel 1\n[Player "x"]', '%kozel 1\n[Rules "kozel-pairs-tvaladze"]'),
    *(f'%kozel 1\n[Rules "{KP} deals=2 deals=3"]', f'%kozel 1\n[Rules "{KP}"]\npoints N+S: 4'),
    f'%kozel 1\n[Rules "{KP}"]\n[Seats "N E S N"]',
    f'%kozel 1\n[Rules "{KP}"]\n[Event "{"x" * 1_048_576}"]',
    f'%kozel 1\n[Rules "{KP}"]\n{{{"x" * 65_536}}}',
    f'%kozel 1\n[Rules "{KP}"]\n[Event "a\u202eb"]',
)
"""Headers, and what may be wrong with them."""

ODD_PLAY = (
    *("trump 9h\n{x} dealer W", "trump", "points N+S: 01  E+W: 4", "points N+S: -4  E+W: 4"),
    *("shows N: As Ah 10d 6s", "hand n: As", "trump Кc", "trump Тh", "trump 1Оh", "trump Td"),
    *("delaer W", "missing 9h\ntrump 9h", 'trump 9h\nruling stands 4 "x"', "trump 9h\n2... N: As"),
    *(f"trump 9h\n{line}" for line in ("1. N: -", "1. N: As As  E: (? ?)", "1. N: 9h", "1. ?")),
    *(f"trump 9h\n{OPEN}\n{line}" for line in ("2. N: Jh", "1... W: (?)", "draws ...", "draws -")),
    *(f"trump 9h\n{OPEN}\n{line}" for line in ("draws N: Jh", "draws N: 9h", "draws W: 7c 7c")),
    *(f"trump 9h\n{OPEN}\nreveals 1. {seat}: Ac Ad Kc" for seat in "NE"),
    *(f"trump 9h\n{OPEN}\nexposed E: {card}" for card in ("Jh", "9h")),
    *(
        f"trump 9h\nshows N: Moskva {cards}"
        for cards in ("As As Ah Ad", "? As Ah 10d", "9h As Ah Ad")
    ),
    'trump 9h\nunfinished "x"\n1. N: As',
    "trump 9h\nwinner N+S",
    f"trump 9h\nmissing 8c\n{OPEN}\nexposed E: 8c\nshows E: Moskva 8c As Ah Ad\n2. N: 8c",
)
"""What may be wrong in a deal."""


def odd_records() -> Iterator[str]:
    """Short records, each with something wrong that random faults do not bring."""
    yield from ODD_HEADERS
    for play in ODD_PLAY:
        yield f"{HEADER}{play}"
    yield f'%kozel 1\n[Rules "{KP}"]\n' + "deal 1\n" * 10_001
    yield f"{HEADER}trump 9h\n" + f"{OPEN}\n" * 2_501


def shuffled_records(number: int) -> Iterator[str]:
    """Random matches in which cards, seats and lines are exchanged at random."""
    for seed in range(number):
        rng = Random(f"shuffled {seed}")
        rules, seats, options = random_table(rng)
        written = random_style(rng)
        played = random_match(
            rules,
            seats,
            options,
            rng,
            written.form,
            draws=written.draws,
            claims=written.claims,
            hidden=written.hidden,
            most_deals=1,
        )
        lines = played.write().splitlines()
        start = next(at for at, line in enumerate(lines) if line.startswith("deal "))
        words = [word for line in lines[start:] for word in line.split(" ") if word]
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(start, len(lines))
            match rng.choice(("word", "word", "gone", "again", "moved")):
                case "word":
                    line = lines[place].split(" ")
                    line[rng.randrange(len(line))] = rng.choice(words)
                    lines[place] = " ".join(line)
                case "gone":
                    lines[place] = "; gone"
                case "again":
                    lines.insert(rng.randrange(start, len(lines)), lines[place])
                case _:
                    lines.insert(rng.randrange(start, len(lines)), lines.pop(place))
        yield "\n".join(lines)


def damaged_records() -> Iterator[bytes]:
    """Records with faults: samples, examples of all pages, and faults put into random matches."""
    for sample in sorted(SAMPLES.iterdir()):
        yield sample.read_bytes()
    rule_pages = (SOURCE / "help" / "rules", ROOT / "tests" / "rules")
    for page in sorted(page for folder in (PAGES, *rule_pages) for page in folder.glob("*.md")):
        for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
            if block["info"].startswith("kozel"):
                yield block["record"].encode()
    for name in FAULTS:
        for style in (TEXT, RESIMULATE):
            for seed in range(8):
                rng = Random(f"sentences {name} {style} {seed}")
                written = random_style(rng)
                rules, seats, options = random_table(rng)
                match = random_match(
                    rules,
                    seats,
                    "declarations=off" if name == "K3106" else options,
                    rng,
                    written.form,
                    draws=written.draws,
                    claims=written.claims,
                    hidden=written.hidden,
                    most_deals=3,
                )
                damaged = inject(match, rng, name, style)
                if damaged is not None:
                    yield damaged[0].encode()
    for name in svoi_faults.FAULTS:
        for seed in range(8):
            rng = Random(f"sentences {name} {seed}")
            series = random_series(f"sentences {name} {seed}")
            spoilt = svoi_faults.inject(series, rng, name)
            if spoilt is not None:
                yield spoilt[0].encode()
    yield f'%kozel 1\n[Rules "{KP}"]\n[Event "Осенний турнир на призы"]\n'.encode("cp1251")
    for record in (*odd_records(), *shuffled_records(300)):
        yield record.encode()


@cache
def seen_findings() -> tuple[Finding, ...]:
    """One finding for each variant of each code with each set of arguments that was seen."""
    seen = {
        (finding.code.number, finding.variant, finding.cited, *sorted(finding.args)): finding
        for content in damaged_records()
        for finding in findings_in(content)
    }
    return tuple(seen.values())


def words_of(expression: ast.expr) -> Iterator[str]:
    """The strings that an expression may be."""
    match expression:
        case ast.Constant(value=str(value)):
            yield value
        case ast.IfExp(body=body, orelse=other):
            yield from words_of(body)
            yield from words_of(other)


def variants_in_source() -> set[str]:
    """The keys of sentences that the source writes out beside a code."""
    keys = set()
    calls = (
        node
        for module in sorted(SOURCE.rglob("*.py"))
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    )
    for call in calls:
        codes = [
            CODES_BY_WORD[value.attr]
            for value in call.args
            if isinstance(value, ast.Attribute) and value.attr in CODES_BY_WORD
        ]
        written = [value.value for value in call.keywords if value.arg == "variant"]
        if isinstance(call.func, ast.Name) and call.func.id == "Fault":
            written += call.args[4:5]
        for expression in written:
            for word in words_of(expression):
                keys |= {f"{code.number}.{word}" if word else code.number for code in codes}
    return keys


def test_every_code_but_ours_was_seen() -> None:
    assert {finding.code.number for finding in seen_findings()} == set(WITH_EXAMPLE)


def test_every_variant_in_the_source_has_a_sentence() -> None:
    found = variants_in_source()
    assert len(found) > 10
    assert found <= set(en.MESSAGES)


def test_every_finding_has_a_sentence_with_all_its_arguments() -> None:
    wrong = []
    for finding in seen_findings():
        number = finding.code.number
        key = f"{number}.{finding.variant}" if finding.variant else number
        if key not in en.MESSAGES:
            wrong.append(f"no sentence for {key}")
            continue
        for sentence in en.MESSAGES[key]:
            try:
                sentence.format_map(dict(finding.args))
            except KeyError as error:
                wrong.append(f"{key}: no argument {error} in {sorted(finding.args)}: {sentence}")
    assert not wrong, "\n".join(wrong)


def test_a_sentence_is_a_plain_line_in_lower_case() -> None:
    wrong = []
    for finding in seen_findings():
        for text in (message(finding), help_text(finding)):
            is_plain = text.isprintable() and text == text.strip() and not text.endswith(".")
            first = text.split()[0]
            starts = first[0].islower() or not first[0].isalpha() or first in named(finding)
            if not is_plain or not starts:
                wrong.append(f"{finding.code.number}.{finding.variant}: {text!r}")
    assert not wrong, "\n".join(wrong)


def named(finding: Finding) -> set[str]:
    """The words of a finding that are names, so that they may begin a sentence."""
    return {str(value) for value in finding.args.values()} | {"N"}


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(f"deck 4d{' ?' * 35}", id="in-the-deck"),
        pytest.param("hand N: 4d ? ? ?", id="in-a-hand"),
        pytest.param(f"stock 4d{' ?' * 19}", id="in-the-stock"),
        pytest.param("missing 4d", id="missing"),
        pytest.param("1. N: 4d  E: (?)  S: (?)  W: (?)", id="in-a-trick"),
        pytest.param("1. N: 9d  E: (?)  S: (?)  W: (?)\ndraws N: 4d  E: ?  S: ?  W: ?", id="drawn"),
        pytest.param("1. N: 9d  E: (?)  S: (?)  W: (?)\nreveals 1. E: 4d", id="revealed"),
        pytest.param("shows N: Moskva 4d As Ad Ac", id="declared"),
        pytest.param("exposed N: 4d", id="exposed"),
        pytest.param("gives N: 4d > E", id="given"),
        pytest.param("1. N: 9d  E: (?)  S: (?)  W: (?)\ncaptured N+S: 4d ? ? ?", id="captured"),
    ],
)
def test_a_card_that_is_not_in_the_pack_is_named(line: str) -> None:
    header = f'%kozel 1\n[Rules "{KP}"]\n[Seats "N E S W"]\n\ndeal 1\ndealer W\ntrump 9h\n'
    found = findings_in(f'{header}{line}\nunfinished "so"\n'.encode())
    (foreign,) = (finding for finding in found if finding.code.number == "K2007")
    assert message(foreign).startswith("4d ")


def test_a_sentence_speaks_the_language_of_the_record() -> None:
    technical = re.compile(
        r"\b(token|terminal|parse[rd]?|lexer|grammar|exception|traceback|None|null|[A-Z]{4,})\b"
    )
    assert not [
        sentence
        for pair in en.MESSAGES.values()
        for sentence in pair
        if technical.search(sentence.replace("UTF", "").replace("SEAT", "").replace("YYYY", ""))
    ]


def test_every_caption_has_words() -> None:
    for finding in seen_findings():
        for place in finding.related:
            assert caption(place.caption)


# -- clauses --------------------------------------------------------------------------------------


def test_every_clause_that_a_code_rests_on_has_words() -> None:
    wrong = []
    for code in ALL_CODES:
        scope, _, number = code.clause.rpartition(" ")
        if scope not in ("", "N"):
            wrong.append(f"{code.number}: {code.clause}")
        elif number not in (en.FORMAT_CLAUSES if scope == "N" else en.CLAUSES):
            wrong.append(f"{code.number}: no words for {code.clause}")
    assert not wrong, wrong


def test_every_clause_that_a_finding_cites_has_words() -> None:
    shorts = {rules.short for rules in RULES.values()}
    wrong = []
    for finding in seen_findings():
        scope = finding.cited.partition(" ")[0]
        if scope not in {"N", *shorts} or not clause_text(finding.cited):
            wrong.append(f"{finding.code.number}.{finding.variant} cites {finding.cited}")
    assert not wrong, wrong


def test_every_clause_of_the_notation_that_has_words_exists() -> None:
    text = (ROOT / "grammar" / "README.md").read_text(encoding="utf-8")
    written = set(re.findall(r"^\*\*(\d+\.\d+) ", text, re.MULTILINE))
    assert set(en.FORMAT_CLAUSES) <= written


def test_every_clause_of_the_game_that_has_words_stands_on_the_page_of_the_rules() -> None:
    pages = [
        (SOURCE / "help" / "rules" / f"{rules}.md").read_text(encoding="utf-8")
        for rules in RULE_SETS
    ]
    written = {number for page in pages for number in re.findall(r"\b(\d\.\d{1,2})\b", page)}
    assert {clause.rpartition(" ")[2] for clause in en.CLAUSES} <= written
