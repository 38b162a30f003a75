import pytest

from belie.datatypes import SkipReason
from belie.monitor.claims.stating import stating


def stated(text, *, answering=False):
    return [one.span.cut(text) for one in stating(text, answering=answering)[0]]


def test_a_heading_a_lead_and_code_state_nothing():
    text = "# Tower\n\nThe tower has:\n- lifts\n\n```\nx = 1\n```\nIt leans."
    sentences, skipped = stating(text, answering=False)
    assert [one.span.cut(text) for one in sentences] == ["lifts", "It leans."]
    assert [one.reason for one in skipped] == [SkipReason.META, SkipReason.META, SkipReason.CODE]


@pytest.mark.parametrize("text", ["Yes.", "**330 metres**"])
def test_a_bare_answer_may_state_something_only_where_a_question_was_asked(text):
    assert stated(text, answering=True) == [text]
    assert stated(text) == []


def test_only_the_first_line_in_bold_can_be_an_answer():
    assert stated("It is tall.\n\n**330 metres**", answering=True) == ["It is tall."]
    assert stated("# 330 metres", answering=True) == []


def test_what_follows_an_admission_is_a_correction():
    sentences, _ = stating("It is red. Sorry, I was wrong. It is blue.", answering=False)
    assert [one.correcting for one in sentences] == [False, True]


def test_what_is_told_within_a_question_is_not_asserted():
    text = "Did you know that the tower leans?"
    sentences, skipped = stating(text, answering=False)
    assert all(one.asking for one in sentences)
    assert skipped


def test_what_is_told_after_a_question_is_asserted():
    sentences, _ = stating("how about you? my tower leans", answering=False)
    assert [one.asking for one in sentences] == [False]
