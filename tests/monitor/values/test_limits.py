"""A claim's limits beside what a premise has in their place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.monitor.values import Outcome, agree, compare_values, read_values, readings


@pytest.mark.parametrize(
    ("premise", "claim", "read", "differs"),
    [
        ("There are 87 cases.", "There are fewer than 86 cases.", "There are 87 cases.", True),
        ("There are 87 cases.", "There are more than 80 cases.", "There are 87 cases.", False),
        ("It cost $93 million.", "It cost over $94.5 million.", "It cost $93 million.", True),
        ("It sank on 25 May 1990.", "It sank before 20 May 1990.", "It sank on 25 May 1990.", True),
        ("It sank in 1912.", "It sank after 1910.", "It sank in 1912.", False),
        ("It sank on 2 July 1990.", "It sank before 20 July.", "It sank on 2 July 1990.", False),
        ("It sank on 2 July 1990.", "It sank after 20 July.", "It sank on 2 July 1990.", True),
        ("He has over 400 songs.", "He has over 300 songs.", "He has over 400 songs.", False),
        ("It has 87 seats.", "It has no more than 80 seats.", "It has 87 seats.", True),
        ("He has over 400 songs.", "He has over 500 songs.", "He has over 400 songs.", True),
        ("He has 7 caps.", "He has more than 8 caps.", "He has 7 caps.", True),
        (
            "It cost US $ 2 million.",
            "It cost over US $ 3 million.",
            "It cost US $ 2 million.",
            True,
        ),
        (
            "It has an estimated 124,435 people.",
            "It has over 120,000 people.",
            "It has an estimated 124,435 people.",
            False,
        ),
        ("It was built in 1912.", "It was built before the 1900s.", "It was built in 1912.", True),
        (
            "He was born in 1912.",
            "He was born after the 18th century.",
            "He was born in 1912.",
            False,
        ),
        ("It holds 60 guests.", "It holds up to 50 guests.", "It holds 60 guests.", True),
        ("It takes 3 to 5 days.", "It takes up to 5 days.", "It takes 3 to 5 days.", False),
    ],
)
def test_the_premise_s_value_stands_in_the_place_of_the_limit(premise, claim, read, differs):
    (reading,) = readings(premise, claim)
    assert (reading.claim, reading.differs) == (read, differs)


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("There are 87 cases.", "There are 86 cases."),
        ("There are over 80 cases.", "There are over 80 cases."),
        ("There are 87 cases.", "There were never more than 80 cases."),
        ("There are 87 cases.", "If there are more than 80 cases, it closes."),
        ("There are 87 cases.", "There may be more than 90 cases."),
        ("Riders are at least 16.", "Riders are at least 14."),
        ("The shop opens at 9 am.", "The shop opens after 10 am."),
        ("Lunch ends before noon.", "Lunch ends after noon."),
        ("It sold for $200.", "It sold for over $250 more than it cost."),
        ("It was founded in 1991.", "It was founded five years before August 1991."),
        ("As of March 2015 it had many members.", "It had many members before May 2014."),
        ("The band formed in 2014.", "The band has more than 30 songs."),
        ("One boy jumps over another boy.", "There are at least two boys."),
        ("Two soldiers rest.", "There are more than 4 people."),
        ("Returns take 14 days.", "Returns take up to 30 days."),
        ("Of the 28 towns 5 joined.", "The tower is over 30 m tall."),
        ("", "There are more than 80 cases."),
    ],
    ids=[
        "no limit",
        "the same limit",
        "denied",
        "condition",
        "possible",
        "another rule",
        "a time of the day",
        "the other side of a time of the day",
        "difference",
        "time before another",
        "state of a day",
        "year",
        "one",
        "some of few",
        "another limit",
        "another kind",
        "nothing",
    ],
)
def test_nothing_is_read_where_it_would_say_nothing(premise, claim):
    assert readings(premise, claim) == ()


def test_the_value_with_the_same_words_beside_it_comes_first():
    premise = "It had 5,100 visitors, 300 artists and 80 stands."
    first, second = readings(premise, "It had fewer than 280 artists.")
    assert first.claim == "It had 300 artists."
    assert second.likeness < first.likeness


def test_of_values_in_like_words_the_nearer_one_comes_first():
    first, second = readings("It made $60 m. It made $250 m.", "It made over $258 m.")
    assert (first.claim, second.claim) == ("It made $250 m.", "It made $60 m.")


def test_a_count_far_off_with_no_word_in_common_is_of_something_else():
    assert readings("Of 9,000 letters many came late.", "The hall has over 300 seats.") == ()


def test_four_digits_may_be_a_year():
    claim = "The band has fewer than 3,000 songs."
    assert readings("The band, 2014, has no songs.", claim) == ()


def test_of_a_part_of_a_whole_the_part_is_meant():
    (reading,) = readings(
        "It is sold in 15 out of 28 provinces.", "It is sold in over 16 provinces."
    )
    assert reading.claim == "It is sold in 15 provinces."


def test_all_limits_are_read_at_once_and_one_that_is_not_kept_decides():
    premise, claim = "It has 40 rooms and 90 beds.", "It has over 30 rooms and over 100 beds."
    reading = readings(premise, claim)[0]
    assert (reading.claim, reading.differs) == ("It has 40 rooms and 90 beds.", True)
    assert reading.premise_span.cut(premise) == "90"
    assert reading.claim_span.cut(claim) == "over 100"


numbers = st.integers(2, 3_000).map("{:,}".format)
limits = st.sampled_from(["more than {} seats", "fewer than {} seats", "at least {} seats"])


@given(st.lists(numbers, min_size=1, max_size=4), st.builds(str.format, limits, numbers))
def test_a_reading_says_what_the_premise_s_value_says_of_the_limit(counts, limited):
    premise = "There are " + " and ".join(f"{count} seats" for count in counts) + "."
    claim = f"The hall has {limited}."
    found = readings(premise, claim)
    assert len(found) <= 2
    for reading in found:
        (value,) = [one for one in read_values(premise) if one.whole == reading.premise_span]
        (limit,) = [one for one in read_values(claim) if one.whole == reading.claim_span]
        assert agree(value, limit) is (Outcome.DIFFERENT if reading.differs else Outcome.EQUAL)
        assert reading.premise_span.cut(premise) in reading.claim
        assert " ".join(limited.split()[:2]) not in reading.claim


@pytest.mark.parametrize(
    ("premise", "claim", "outcome"),
    [
        ("over 400", "over 300", Outcome.EQUAL),
        ("at least 301", "over 300", Outcome.EQUAL),
        ("over 300", "under 300", Outcome.DIFFERENT),
        ("at least 300", "at most 300", Outcome.UNKNOWN),
    ],
)
def test_two_limits_agree_where_one_lies_within_the_other(premise, claim, outcome):
    (one,), (other,) = read_values(premise), read_values(claim)
    assert agree(one, other) is outcome


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("Delivery is free on orders over $50.", "Delivery is free on orders over $20."),
        ("Groups of more than 10 people book.", "Groups of more than 6 book."),
        ("Bags over 23 kg cost extra.", "Bags over 20 kg cost extra."),
        ("Stays of up to 90 days need no visa.", "Stays of up to 180 days need no visa."),
    ],
)
def test_limits_that_choose_among_things_do_not_follow_from_each_other(premise, claim):
    assert readings(premise, claim) == ()
    assert compare_values(premise, claim) is None


def test_limits_that_choose_the_same_things_agree():
    premise, claim = "Orders over $50 ship free.", "Orders over US$ 50 ship free."
    assert compare_values(premise, claim).outcome is Outcome.EQUAL
