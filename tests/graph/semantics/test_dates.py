"""The times that texts name."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.graph.semantics.dates import times, without_times
from belie.graph.semantics.periods import apart

NOON = datetime(2024, 5, 15, 12, tzinfo=UTC)  # a Wednesday


def days(text, at=NOON):
    return [
        (date.fromordinal(period.first).isoformat(), date.fromordinal(period.last).isoformat())
        for period in times(text, at).periods
    ]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("in 2019", "2019-01-01", "2019-12-31"),
        ("in the 1990s", "1990-01-01", "1999-12-31"),
        ("in the 1800s", "1800-01-01", "1899-12-31"),
        ("on 5 March 2021", "2021-03-05", "2021-03-05"),
        ("on March 5th, 2021", "2021-03-05", "2021-03-05"),
        ("on 2021-03-05", "2021-03-05", "2021-03-05"),
        ("in February 2024", "2024-02-01", "2024-02-29"),
        ("in Q2 2020", "2020-04-01", "2020-06-30"),
        ("from 2010 to 2015", "2010-01-01", "2015-12-31"),
        ("since May 2020", "2020-05-01", "9999-12-31"),
        ("before 2000", "0001-01-01", "1999-12-31"),
        ("after 2000", "2001-01-01", "9999-12-31"),
        ("until 2004", "0001-01-01", "2004-12-31"),
        ("yesterday", "2024-05-14", "2024-05-14"),
        ("the day after tomorrow", "2024-05-17", "2024-05-17"),
        ("last week", "2024-05-06", "2024-05-12"),
        ("next month", "2024-06-01", "2024-06-30"),
        ("last year", "2023-01-01", "2023-12-31"),
        ("next Friday", "2024-05-17", "2024-05-17"),
        ("last Friday", "2024-05-10", "2024-05-10"),
        ("three days ago", "2024-05-12", "2024-05-12"),
        ("in 2 weeks", "2024-05-27", "2024-06-02"),
        ("6 months ago", "2023-11-01", "2023-11-30"),
    ],
)
def test_a_date_is_resolved_against_the_day_it_was_said(text, first, last):
    assert days(f"It was so {text}.") == [(first, last)]
    assert without_times(f"It was so {text}.").split() == ["It", "was", "so", "."]


@pytest.mark.parametrize(
    "text",
    [
        "It may cost $5.",
        "It has 2019 seats.",
        "He may 5 times.",
        "It costs 1999 dollars.",
        "It happens on 2020-06-31.",
        "A march of 5 miles.",
    ],
)
def test_what_is_no_date_is_not_read_as_one(text):
    assert days(text) == []


def test_without_a_day_relative_words_say_nothing():
    assert times("It rained yesterday and last week.", None) == times("It rained.", None)


@pytest.mark.parametrize(
    ("one", "other", "never"),
    [
        ("on Monday", "on Tuesdays", True),
        ("on Monday", "on weekdays", False),
        ("on Saturday", "on weekdays", True),
        ("in winter", "in summer", True),
        ("in the morning", "in winter", False),
        ("on March 5", "on March 6", True),
        ("on March 5", "in March", False),
        ("in 2019", "since 2018", False),
        ("in 2019", "on Mondays", False),
        ("until 2004", "after 2005", True),
        ("from 2001 to 2005", "in May 2003", False),
    ],
)
def test_times_are_apart_only_where_they_are_of_one_sort_and_never_meet(one, other, never):
    assert apart(times(one, NOON), times(other, NOON)) is never
    assert apart(times(other, NOON), times(one, NOON)) is never


WORDS = (
    "in", "2019", "last", "next", "year", "week", "month", "Monday", "5", "March", "ago", "999",
    "weeks", "years", "since", "31", "February", "yesterday", "the", "1000s", "and",
)  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join), st.none() | st.datetimes())
def test_any_words_said_on_any_day_can_be_read(text, at):
    assert not apart(times(text, at), times(text, at))
    assert len(without_times(text)) <= len(text)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("laſt week", "last week"),
        ("on ſunday", "on Sunday"),
        ("3 ſeptember 1990", "3 September 1990"),
        ("thiſ month", "this month"),
    ],
)
def test_a_letter_that_only_equals_another_without_case_is_read_as_that(text, plain):
    assert times(text, NOON) == times(plain, NOON)
    assert without_times(f"{text} it rained") == " it rained"
