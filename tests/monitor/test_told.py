"""Words as they are told, and where they stand in their text."""

from belie.datatypes import Span
from belie.monitor.told import NOWHERE, told

TEXT = "| Plan | SSO |\n|---|---|\n| Pro | ✗ |"


def place(words):
    start = TEXT.index(words)
    return Span(start, start + len(words))


def test_what_is_told_is_found_where_it_stands_and_joints_are_not():
    found = told(
        [
            ("Plan", place("Plan")),
            (": ", NOWHERE),
            ("Pro", place("Pro")),
            (", ", NOWHERE),
            ("not", place("✗")),
            (" ", NOWHERE),
            ("SSO", place("SSO")),
        ]
    )
    assert found.text == "Plan: Pro, not SSO"
    assert [span.cut(TEXT) for span in found.spans] == ["Plan", "Pro", "✗", "SSO"]
    assert [span.cut(found.text) for span in found.places] == ["Plan", "Pro", "not", "SSO"]
    assert found.in_whole(Span(11, 13)).cut(TEXT) == "✗"


def test_of_no_words_nothing_is_told():
    assert (told([]).text, told([]).spans) == ("", ())
