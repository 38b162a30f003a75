"""Which values a text states, and where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.graph.word_sets import word_list
from belie.monitor.values import Amount, Bound, Moment, read_values
from belie.monitor.values.units import UNITS


def wholes(text):
    return [value.whole.cut(text) for value in read_values(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It rose by 3.5% to €1.2 billion.", ["3.5%", "€1.2 billion"]),
        ("It has 1\u2009500 rooms.", ["1\u2009500"]),
        ("It had 2\u00a0300 in 19\u00a045.", ["2\u00a0300", "19", "45"]),
        ("At least 20 of the 30 left.", ["At least 20", "30"]),
        ("It took 5 feet 11 inches of rope.", ["5 feet 11 inches"]),
        ("It takes 5 feet 11 inches or more.", ["5 feet 11 inches or more"]),
        ("It has 20 km and more than 300 m of climbing.", ["20 km", "more than 300 m"]),
        ("It weighs 3 kg, or 6.6 lb.", ["3 kg", "6.6 lb"]),
        ("It was 13 light-years away.", ["13 light-years"]),
        ("It used 5 kilowatt-hours, or 5 kWh.", ["5 kilowatt-hours", "5 kWh"]),
        ("On 5 May 1990 at 9 a.m. it rained.", ["5 May 1990", "9 a.m."]),
        ("It may rain; march on.", []),
        ("It takes 1h30, or 2h 15m.", ["1h30", "2h 15m"]),
        ("It is 480p, and it was 20c outside.", []),
        ("It costs over 50p, or 99c.", ["over 50p", "99c"]),
        ("About one in five left in ten minutes.", ["About one in five", "ten minutes"]),
        ("It has 12 out of 20 rooms.", ["12", "20"]),
        ("Nine out of ten, one in every three.", ["Nine out of ten", "one in every three"]),
        (
            "It had 3 in 2019, ten in one, one in six days.",
            ["3", "2019", "ten", "one", "one", "six days"],
        ),
        ("It is open between two and six in the evening.", ["two", "six in the evening"]),
        ("One pill in the morning and two in the evening.", ["One", "two"]),
        ("The iPhone 12 is in chapter 3.", []),
        ("One of them won.", []),
        ("It takes 30 frames per second, or 30 a second.", ["30", "30"]),
        ("A second bag costs $5.", ["second", "$5"]),
        ("It is under-used by over 18s.", []),
        ("Enter code 4821 at gate 5.", []),
        ("It rose by half a percentage point to 3.5%.", ["half a percentage point", "3.5%"]),
        ("It rose by 0.5 percentage points to 3.5%.", ["0.5 percentage points", "3.5%"]),
        ("It has up to about 20 seats, over an hour.", ["up to about 20", "over an hour"]),
        ("It is $5 an hour, once a month.", ["$5", "once a month"]),
        ("It is cheaper than 20 years ago.", []),
        ("It was built more than 20 years ago.", ["more than 20 years"]),
        ("It is in a week's time, a day-long trip.", []),
        ("See pages 3,5 and 3,5 kg.", ["3,5 kg"]),
        ("It is open Mon-Fri, 9-11 am.", ["Mon", "Fri", "9", "11 am"]),
        ("The Sun sat on Wed.", []),
        ("Max. 5 people or 3 kg max.", ["Max. 5", "3 kg max."]),
        ("The Boeing 737 MAX and two Max Mara shops.", ["two"]),
        ("It took 2 years and more than 300 masons.", ["2 years", "more than 300"]),
        ("It took 3 years and more money.", ["3 years"]),
        (
            "Free under 5 and over 65, from 8 kg and up to 9 kg.",
            ["under 5", "over 65", "8 kg", "up to 9 kg"],
        ),
        ("It took 3 days and older people paid $300 and more.", ["3 days", "$300"]),
        ("He had 3 minimum wage jobs, 3 hours minimum.", ["3", "3 hours minimum"]),
        (
            "Those 18 and over, 18 or older to enter, or $5 and up.",
            ["18 and over", "18 or older", "$5 and up"],
        ),
        ("It lasts over 30s.", ["over 30s"]),
        ("It is from the Sun to Saturn, for Friends and Sun.", []),
        ("It is open Thurs and Sat, or Sunday–Mon.", ["Thurs", "Sat", "Sunday", "Mon"]),
        ("It fell by a quarter to 9 million.", ["9 million"]),
        ("She gave a quarter to two charities, half to nine.", ["two", "nine"]),
        (
            "It ends by a quarter past nine or at quarter to six.",
            ["a quarter past nine", "quarter to six"],
        ),
        ("", []),
    ],
)
def test_values_are_found_with_their_limits_and_units(text, expected):
    assert wholes(text) == expected


def test_a_limit_behind_a_measure_in_two_units_is_one_of_their_sum():
    (value,) = read_values("It takes 5 feet 11 inches or more.")
    assert value.said.bound is Bound.AT_LEAST


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Those aged 12 get in.", "time"),
        ("The minimum age is 18.", "time"),
        ("He is over the age of 65.", "time"),
        ("He was at the age of at least 12 then.", "time"),
        ("The average age of 12 students is known.", "count"),
        ("At what age? 12 came.", "count"),
    ],
)
def test_a_number_is_an_age_right_behind_that_word(text, kind):
    (value,) = read_values(text)
    assert value.said.kind == kind


def test_a_total_belongs_to_its_number():
    text = "It made more than a total of $20."
    (value,) = read_values(text)
    assert value.whole.cut(text) == "more than a total of $20"
    assert (value.span.cut(text), value.said.bound) == ("$20", Bound.OVER)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("Bags must not exceed 130 kg.", Bound.AT_MOST),
        ("You can't withdraw more than $500 a day.", Bound.AT_MOST),
        ("Nobody may carry over 23 kg.", Bound.AT_MOST),
        ("It cannot be used below 10 °C.", Bound.AT_LEAST),
        ("It never drew fewer than 300 guests.", Bound.AT_LEAST),
        ("No bag weighs more than 23 kg.", Bound.AT_MOST),
        ("It is cheap, and no bag weighs more than 23 kg.", Bound.AT_MOST),
    ],
)
def test_a_limit_whose_verb_is_denied_is_the_opposite_one(text, bound):
    (value,) = read_values(text)
    assert value.said.bound is bound


@pytest.mark.parametrize(
    ("text", "whole", "bound"),
    [
        ("Stones smaller than 5 mm pass.", "smaller than 5 mm", Bound.UNDER),
        ("Files larger than 100 MB fail.", "larger than 100 MB", Bound.OVER),
        ("Trips no longer than 31 days are covered.", "no longer than 31 days", Bound.AT_MOST),
        ("Rooms not smaller than 9 m² are let.", "not smaller than 9 m²", Bound.AT_LEAST),
        ("It seats as many as 500.", "as many as 500", Bound.AT_MOST),
        ("It works with as few as 20.", "as few as 20", Bound.AT_LEAST),
        ("Groups are limited to 20 people.", "limited to 20", Bound.AT_MOST),
        ("The refund is capped at $300.", "capped at $300", Bound.AT_MOST),
        ("It lasts 20 hours at most.", "20 hours at most", Bound.AT_MOST),
        ("It costs $20 at the very least.", "$20 at the very least", Bound.AT_LEAST),
        ("It takes 20 minutes tops.", "20 minutes tops", Bound.AT_MOST),
    ],
)
def test_comparisons_and_other_words_for_a_limit_are_read_with_it(text, whole, bound):
    (value,) = read_values(text)
    assert (value.whole.cut(text), value.said.bound) == (whole, bound)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("A day ticket costs 20 pounds.", "money GBP"),
        ("It was sold for 2 billion pounds.", "money GBP"),
        ("It weighs 20 pounds.", "mass"),
        ("You pay for 20 pounds of flour.", "mass"),
    ],
)
def test_pounds_are_money_where_they_are_paid(text, kind):
    assert read_values(text)[0].said.kind == kind


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("It opens at eight in the morning.", [480]),
        ("It opens at 10:30 in the morning.", [630]),
        ("It opens at twelve in the morning.", [0]),
        ("It closes by 11 this evening.", [1380]),
        ("It closes after 1 at night.", [60]),
        ("It ends at a quarter to six in the evening.", [1065]),
        ("It leaves at ten to five this afternoon.", [1010]),
        ("It leaves by twenty-five minutes past nine tonight.", [1285]),
        ("It takes at least five to ten people.", []),
        ("It is open from 10 to 2 in the afternoon.", [600, 840]),
        ("It is open from two until six in the evening.", [840, 1080]),
        ("It is open between two and six in the evening.", [840, 1080]),
        ("Take two pills in the morning and one at night.", []),
    ],
)
def test_the_part_of_the_day_tells_the_half_of_a_clock_time(text, minutes):
    moments = [one.said for one in read_values(text) if isinstance(one.said, Moment)]
    assert [one.minute for one in moments] == minutes
    assert not any(one.half_day for one in moments)


def test_an_hour_before_a_range_is_one_though_its_half_is_told_behind():
    moments = [one.said for one in read_values("It is open 7-9 pm, or 3 to 5 pm.")]
    assert [one.minute for one in moments if isinstance(one, Moment)] == [420, 1260, 180, 1020]


@pytest.mark.parametrize("text", ["It opens in May.", "The fair of May was long.", "Pay by May."])
def test_a_month_alone_is_one_behind_in_of_and_by(text):
    (value,) = read_values(text)
    assert isinstance(value.said, Moment)
    assert (value.said.month, value.said.day, value.said.years) == (5, None, None)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("It is not cheap and costs more than $50.", Bound.OVER),
        ("It has not won in more than 20 years.", Bound.OVER),
        ("It employs not only more than 40 cooks.", Bound.OVER),
        ("It cannot not exceed 5 kg.", Bound.OVER),
        ("I won't step down over 80 words.", Bound.OVER),
        ("Nobody under 18 may enter.", Bound.UNDER),
        ("No doubt it saw more than 500 guests.", Bound.OVER),
        ("There was no change over 5 years.", Bound.OVER),
        ("Flights with no stopover take less than 3 hours.", Bound.UNDER),
        ("Guests with no card pay more than $50.", Bound.OVER),
    ],
)
def test_a_denial_of_something_else_leaves_a_limit_as_it_is(text, bound):
    (value,) = read_values(text)
    assert value.said.bound is bound


@pytest.mark.parametrize("name", sorted(UNITS))
def test_every_name_of_a_unit_is_read_behind_a_number(name):
    text = f"It is 7 {name}."
    (value,) = read_values(text)
    assert value.whole.cut(text) == f"7 {name}"
    assert value.said.kind == UNITS[name].kind


@pytest.mark.parametrize(
    ("text", "like"),
    [
        ("3 mınutes", "3 minutes"),
        ("ſeven mileſ", "seven miles"),
        ("5 İNCHES", "5 INCHES"),
        ("5 \u212aelvin", "5 Kelvin"),
        ("on Frİday", "on Friday"),
        ("3 Aprıl 1999", "3 April 1999"),
        ("the ſecond", "the second"),
    ],
)
def test_letters_that_only_equal_others_where_case_is_ignored_are_read_as_those(text, like):
    assert [value.said for value in read_values(text)] == [
        value.said for value in read_values(like)
    ]


def test_a_place_in_an_order_has_no_more_digits_than_a_number():
    text = "It is the 1,234,567th, not the 1" + ",111" * 1500 + "th."
    assert [value.span.cut(text) for value in read_values(text)] == ["1,234,567th"]


WORDS = word_list(
    "1 12 1,200 3.5 1990 0 99999999999 ½ $ € % ° - – ( ) . , / : ' ٣ ² ſ one twenty-one hundred "
    "million half a an and or third 3rd 12/13/1999 5'11 between to over about at least up May Mon "
    "friday noon 5pm 12:30 1990s century BC AD the of"
)
PIECES = st.sampled_from([*sorted(UNITS)[::5], *WORDS])
TEXTS = st.lists(PIECES, max_size=10).flatmap(
    lambda words: st.sampled_from(["", " ", "-"]).map(lambda blank: blank.join(words))
)


@given(TEXTS | st.text(max_size=40))
def test_any_text_has_values_in_order_each_within_it(text):
    end = 0
    for value in read_values(text):
        assert end <= value.whole.start <= value.span.start < value.span.end <= value.whole.end
        assert value.whole.end <= len(text)
        assert isinstance(value.said, Amount | Moment)
        end = value.whole.end


@pytest.mark.parametrize(
    "piece",
    ["1", "1,", "1,000", "1 ", "one ", "one hundred and ", "$", "- ", "5 May ", "1/", "a million "],
)
def test_endless_numbers_are_read_soon(piece, soon):
    with soon():
        read_values(piece * 4_000)


@pytest.mark.parametrize(
    ("text", "bound", "denied"),
    [
        ("A call must not exceed 50p.", Bound.AT_MOST, True),
        ("It must not take over an hour.", Bound.AT_MOST, True),
        ("It is more than twice as big.", Bound.OVER, False),
        ("No more than one in three may fail.", Bound.AT_MOST, False),
    ],
)
def test_a_short_form_may_be_a_limit(text, bound, denied):
    [value] = read_values(text)
    assert (value.said.bound, value.denied) == (bound, denied)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("It leaves at 14h30.", "clock"),
        ("It leaves at about 14h30.", "clock"),
        ("It is open from 9h30.", "clock"),
        ("It takes about 1h30.", "time"),
        ("It takes more than 1h30.", "time"),
        ("It stopped after 2h30 of rain.", "time"),
    ],
)
def test_hours_with_an_h_are_a_while_or_a_time_of_the_day(text, kind):
    assert [value.said.kind for value in read_values(text)] == [kind]
