"""How often something happens, in whatever words."""

import pytest

from belie.monitor.values import Outcome, agree, compare_values, in_words_of, read_values


def told(words):
    return [
        (value.span.cut(words), value.said.unit)
        for value in read_values(words)
        if getattr(value.said, "kind", "") == "period"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Send it once every three months.", [("once every three months", "month")]),
        ("Send it four times a year.", [("four times a year", "a year")]),
        ("It is cleaned daily, and twice weekly by hand.", [
            ("daily", "day"), ("twice weekly", "a week"),
        ]),
        ("We meet every other week.", [("every other week", "week")]),
        ("A daily limit holds.", []),
        ("It costs 5 euros a day.", []),
        ("Come at least once a week.", []),
        ("We meet every few weeks.", []),
        ("We meet every Monday.", []),
        ("It is twice the size and three times as big.", []),
    ],
)  # fmt: skip
def test_how_often_is_read_where_it_is_told_plainly(text, expected):
    assert told(text) == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("every three months", "four times a year", Outcome.EQUAL),
        ("quarterly", "every three months", Outcome.EQUAL),
        ("every two weeks", "fortnightly", Outcome.EQUAL),
        ("twice a day", "every twelve hours", Outcome.EQUAL),
        ("weekly", "52 times a year", Outcome.EQUAL),
        ("once a week", "every week", Outcome.EQUAL),
        ("every week", "every month", Outcome.DIFFERENT),
        ("twice a week", "three times a week", Outcome.DIFFERENT),
        ("once a year", "every six months", Outcome.DIFFERENT),
        ("every day", "twice a day", Outcome.UNKNOWN),  # both may be so
        ("twice a day", "every day", Outcome.UNKNOWN),
    ],
)
def test_the_same_often_is_the_same_and_another_is_not(one, other, expected):
    (first,), (second,) = (read_values(f"It is so {words}.") for words in (one, other))
    assert agree(first, second) is expected


def test_two_statements_that_differ_in_how_often_clash():
    found = compare_values("The magazine appears monthly.", "The magazine appears every week.")
    assert found.outcome is Outcome.DIFFERENT


def test_a_claim_is_read_in_the_words_of_its_premise():
    premise = "Customers submit a reading once every three months."
    assert in_words_of(premise, "Send a reading four times a year.") == (
        "Send a reading once every three months."
    )


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("It stays for a week before it goes.", "It stays for 7 days before it goes."),
        ("It is deleted after a week.", "It is deleted after 7 days."),
        ("It stays for a week or two.", None),
        ("It happened a week ago.", None),
    ],
)
def test_one_week_after_a_word_for_lasting_is_seven_days(claim, expected):
    assert in_words_of("It stays for 7 days.", claim) == expected
