"""Questions and answers of a page: what a "no" denies is read as denied."""

import pytest

from belie.datatypes import Span
from belie.monitor.answers import answered, denial, denied
from belie.monitor.text import sentences
from belie.wiring import check

PAGE = """Q: Do you offer student discounts?
A: No, but we offer a 20% discount for annual plans.

Q: Can I cancel my subscription?
A: Yes, at any time. You keep access until the month is over.

Q: Is my data shared with others?
A: No. It is stored in Ireland."""


def told(text):
    groups = answered(sentences(text), text)
    return ["".join(said for said, _ in denied(group, text) or ()) for group in groups]


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Do you take dogs? No.", "you do not take dogs. "),
        (
            "Q: Can I swim here?\nA: No, but there is a pool.",
            "I can not swim here. But there is a pool.",
        ),
        ("**Is there a bar?**\n\nNo - we sell tea", "there is not a bar. We sell tea"),
        ("Is the soup vegan? No.", "No is the soup vegan. "),
        ("Do you ship abroad?\nUnfortunately not, sorry.", "you do not ship abroad. Sorry."),
        ("Can I pay by card? Not yet.", "I can not pay by card. "),
        ("Can I pay by card? Not by card.", ""),
        ("Is the soup vegan? Yes.", ""),
        ("Is the soup vegan? No soup is.", ""),
        ("The soup is hot. No, it is not.", ""),
    ],
)
def test_what_is_denied_is_told_as_denied(text, statement):
    assert told(text)[0] == statement


def test_words_stand_where_they_are_said_to():
    text = "Q: Do you take dogs?\nA: No, but we take cats."
    spans = sentences(text)
    for said, place in denied((spans[0], spans[1]), text):
        assert said in {place.cut(text), place.cut(text).swapcase(), "not", "do", " ", ". "}


def test_an_answer_denies_with_no_and_nothing_else():
    assert denial(Span(0, 3), "No.") is not None
    assert denial(Span(0, 12), "Nobody does.") is None


@pytest.mark.parametrize("style", ["{}", "### {}", "**{}**\n"])
def test_a_page_of_questions_supports_and_contradicts_in_every_style(style):
    lines = PAGE.replace("Q: ", "").replace("A: ", "").split("\n")
    page = "\n".join(style.format(line) if line.endswith("?") else line for line in lines)
    for right in (
        "There is no student discount.",
        "You can cancel your subscription at any time.",
        "Your data is not shared with others.",
    ):
        assert not check(right, documents=[page]).alerts
    for wrong in (
        "Students get a discount.",
        "You cannot cancel your subscription.",
        "Your data is shared with others.",
    ):
        assert check(wrong, documents=[page]).alerts


def test_hostile_questions_cost_linear_time(soon):
    for piece in ("a?", "? ", "Q: a?\nA: No, b.\n", "?" * 9 + "b "):
        text = "a" + piece * 5_000
        with soon():
            answered(sentences(text), text)
