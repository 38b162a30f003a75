import pytest

from belie.datatypes import Span
from belie.monitor.counterparts import are_of_counterparts


def differ(premise, claim):
    return are_of_counterparts(premise, Span(0, len(premise)), claim, Span(0, len(claim)))


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("Plan A costs $20 a month.", "Plan B costs $30 a month."),
        ("Flight BA117 leaves at 8:25.", "Flight BA119 leaves at 9:40."),
        ("Members borrow up to ten books.", "Guests borrow up to two books."),
        ("The team scored 3 goals.", "The team conceded 1 goal."),
        ("Parking costs 3 euros per hour.", "Parking costs 15 euros per day."),
        ("The old model weighs 2 kg.", "the new model weighs 1.5 kg"),
        ("The first floor has 12 rooms.", "The second floor has 9 rooms."),
        ("The north tower is 80 m tall.", "The south tower is 90 m tall."),
        ("The front door is 80 cm wide.", "The back door is 90 cm wide."),
        ("The front door is 80 cm wide.", "The rear door is 90 cm wide."),
        ("The black printer costs $200.", "The color printer costs $300."),
        ("On weekdays it opens at nine.", "On Sundays it opens at ten."),
    ],
)
def test_what_holds_of_its_counterpart_says_nothing_of_a_thing(premise, claim):
    assert differ(premise, claim)
    assert differ(claim, premise)


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("Plan A costs $20 a month.", "Plan A costs $30 a month."),
        ("Plan A costs $20 a month.", "Plan B costs $20 a month."),
        ("The mayor opened it in 1920.", "The king opened it in 1930."),
        ("Plan A costs $20, and plan B costs $40.", "Plan B costs $30, and plan A costs $20."),
        ("Plan A costs $20 a month. Plan B is cheaper.", "Plan B costs $30 a month."),
        ("Only plan A costs $20.", "Only plan B costs $30."),
        ("The red car costs 5 euros.", "The second car costs 6 euros."),
        ("Code AB12 opens 3 doors.", "Code CD12 opens 4 doors."),
        ("It has a red door and two rooms.", "It has a blue door and 2 rooms."),
        ("The pool opens at nine.", "The pool opens at eight."),
        # The two words are of one thing, or may be.
        ("The rear door is 80 cm wide.", "The back door is 90 cm wide."),
        ("The colour printer costs $200.", "The color printer costs $300."),
        ("Seniors pay $20.", "Pensioners pay $30."),
        ("Guests pay $20 for parking.", "Visitors pay $30 for parking."),
        ("On weekdays it opens at nine.", "On Mondays it opens at ten."),
        # They say what is so of one thing.
        ("The van is red and has 4 doors.", "The van is blue and has 2 doors."),
        ("The team finished second with 60 points.", "The team finished fourth with 52 points."),
        ("The town lies 5 km north of York.", "The town lies 8 km south of York."),
        ("She was born in the summer of 1990.", "She was born in the winter of 1992."),
        ("It leaves in the morning at 9:15.", "It leaves in the evening at 7:40."),
        # One text has both.
        ("Adults pay $20. For children it is $10.", "Children pay $15."),
        ("Adults pay $20. A child pays $10.", "Children pay $15."),
        ("Members pay $20. Each guest pays $10.", "Guests pay $15."),
    ],
)
def test_all_else_may_clash(premise, claim):
    assert not differ(premise, claim)


def test_long_sentences_are_not_compared(soon):
    one = "Plan A costs $20 with " + "a b " * 2_000
    other = "Plan B costs $30 with " + "b b a a " * 1_000
    with soon():
        assert not differ(one, other)
