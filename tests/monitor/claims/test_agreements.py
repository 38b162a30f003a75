"""Short answers to questions of yes or no, by their words alone."""

import pytest

from belie.monitor.claims.agreements import Agreement, agreement, is_bare, is_yes_or_no, may_answer


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Yes.", Agreement()),
        ("nope", Agreement(("not",))),
        ("Never!", Agreement(("never",))),
        ("No, never.", Agreement(("never",))),
        ("Not really.", Agreement(("not", "really"))),
        ("no, not yet", Agreement(("not",), "yet")),
        ("Not at all!", Agreement(("not",), "at all")),
        ("Certainly not.", Agreement(("not",))),
        ("Unfortunately not.", Agreement(("not",))),
        ("Of course!", Agreement(polite=True)),
        ("They have.", Agreement(speaker="they")),
        ("No, we aren’t.", Agreement(("not",), speaker="we")),
        ("Yes, since Easter.", Agreement(end="since Easter")),
        ("yeah, only in May", Agreement(end="only in May")),
    ],
)
def test_a_short_answer_is_read(sentence, expected):
    assert agreement(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Never mind.",
        "Not now.",
        "Not all of them.",
        "Sure, why not?",
        "Yes, please.",
        "Yes, in fact.",
        "Yes, for sure.",
        "Yes, since I moved.",
        "No, until ten.",
        "Of course it is.",
        "",
    ],
)
def test_what_says_more_or_something_else_is_none(sentence):
    assert agreement(sentence) is None


def test_politeness_answers_only_where_nothing_follows():
    assert may_answer("Certainly.", alone=True)
    assert not may_answer("Certainly.", alone=False)
    assert may_answer("Certainly not.", alone=False)


def test_what_says_nothing_without_its_question_is_bare():
    assert all(map(is_bare, ("Yes!", "Never.", "Not yet.", "Sure.", "Absolutely not!")))
    assert not any(map(is_bare, ("It is.", "Yes, until ten.", "Never again.")))
    assert is_yes_or_no("It is.")
    assert not is_yes_or_no("Yes, until ten.")
