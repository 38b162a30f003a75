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
    ],
)
def test_all_else_may_clash(premise, claim):
    assert not differ(premise, claim)
