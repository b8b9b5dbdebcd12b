"""The library as its users call it."""

import doctest
import json

import kozelnotation


def test_the_example_of_the_package_is_true() -> None:
    assert doctest.testmod(kozelnotation) == (0, 3)


def test_a_bad_record_is_answered_and_does_not_raise() -> None:
    records = kozelnotation.verify("no record at all", file="letter.txt")
    assert [(record.file, record.status.value) for record in records] == [
        ("letter.txt", "malformed")
    ]


def test_a_verdict_becomes_the_object_of_the_command_line() -> None:
    (record,) = kozelnotation.verify('%kozel 1\n[Rules "kozel-pairs-tvaladze@1"]\n')
    value = kozelnotation.to_json(record)
    assert value["rules"] == "kozel-pairs-tvaladze@1"
    assert json.loads(json.dumps(value)) == value
