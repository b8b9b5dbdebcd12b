from hypothesis import given, settings, strategies as st
from tests.laws.test_no_crash import statements as sound, HEADER, LAW, WORDS
from tests.laws.test_forms import verdict, through_json, formatted, statements
L=settings(LAW,max_examples=1500)
@L
@given(st.lists(sound,max_size=25))
def test_soup(lines):
    lines=[l for l in lines if not l.startswith(('unfin','annul'))]
    t=(HEADER+"deal 1\ndealer W\ntrump 9h\n"+"\n".join(lines)).encode()
    once=formatted(t)
    assert formatted(once)==once
    assert verdict(once)==verdict(t)
    assert through_json(t,'jsonl')==through_json(once,'jsonl')
    assert verdict(through_json(t,'jsonl'))==verdict(t)
@L
@given(st.lists(st.lists(st.sampled_from([w for w in WORDS if w not in('\r','%kozel')]), max_size=12).map(" ".join), max_size=12))
def test_words(lines):
    t=(HEADER+"deal 1\ndealer W\ntrump 9h\n"+"\n".join(lines)).encode()
    once=formatted(t)
    assert formatted(once)==once
    assert verdict(once)==verdict(t)
    assert through_json(t,'jsonl')==through_json(once,'jsonl')
@L
@given(st.binary())
def test_bin(b):
    for t in (b, HEADER.encode()+b, b"%kozel 1"+b, b"%kozel"+b):
        once=formatted(t)
        assert formatted(once)==once
        if t.lstrip()[:1] in (b"[",b"{") or t.startswith(b"\xef"): continue
        through_json(t,'jsonl')
        assert through_json(once,'jsonl')==through_json(t,'jsonl')
